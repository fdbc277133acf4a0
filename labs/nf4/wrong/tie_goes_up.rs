// must fail: levels/ties — takes the higher code half-way
use ::nf4::NF4;

pub fn nearest(v: f32) -> u8 {
    let mut best = 0;
    for code in 1..NF4.len() {
        if (v - NF4[code]).abs() <= (v - NF4[best]).abs() {
            best = code;
        }
    }
    best as u8
}
