// must fail: levels/nearest — takes the level below, as cutting off does
use ::nf4::NF4;

pub fn nearest(v: f32) -> u8 {
    (NF4.iter().filter(|level| **level <= v).count() - 1) as u8
}
