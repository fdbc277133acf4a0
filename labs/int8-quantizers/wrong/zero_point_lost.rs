// must fail: asymmetric/back — multiplies the codes and forgets which one stands for 0
pub fn dequantize(q: &[i8], scale: f32, _zero: i32) -> Vec<f32> {
    q.iter().map(|q| scale * f32::from(*q)).collect()
}
