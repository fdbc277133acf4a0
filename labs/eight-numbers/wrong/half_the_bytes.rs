// must fail: sparse/bytes — forgets the places of the weights
pub fn two_of_four(weights: f64, bits: f64) -> f64 {
    weights / 2.0 * bits / 8.0
}
