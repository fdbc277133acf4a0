// must fail: groups/price — forgets the zero-point
pub fn bits_per_weight(bits: f64, group: f64, scale_bits: f64, zero_bits: f64) -> f64 {
    bits + (scale_bits + 0.0 * zero_bits) / group
}
