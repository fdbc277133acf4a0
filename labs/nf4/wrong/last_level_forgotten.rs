// must fail: levels/nearest — looks at fifteen levels of sixteen
use ::nf4::NF4;

pub fn nearest(v: f32) -> u8 {
    let mut best = 0;
    for code in 1..NF4.len() - 1 {
        if (v - NF4[code]).abs() < (v - NF4[best]).abs() {
            best = code;
        }
    }
    best as u8
}
