// must fail: bits/formats — forgets what stands beside the group
pub fn bits_a_weight(bits: f64, _beside: f64, _group: f64) -> f64 {
    bits
}
