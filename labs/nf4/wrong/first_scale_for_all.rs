// must fail: blocks/back — gives every block the first one's scale
use ::nf4::NF4;

pub fn dequantize(scales: &[f32], codes: &[u8], _block: usize) -> Vec<f32> {
    codes.iter().map(|code| scales[0] * NF4[usize::from(*code)]).collect()
}
