// must fail: bytes/kept — takes every weight for quantized
pub fn weight_bytes(params: f64, _kept16: f64, bits: f64) -> f64 {
    params * bits / 8.0
}
