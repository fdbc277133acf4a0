//! Arguments for functions of floats, the same every time.

/// Numbers that look random, from a seed.
pub struct Series(pub u64);

impl Series {
    /// From 0 to 1.
    fn next(&mut self) -> f64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Between two numbers; by their logarithms where both are positive and far apart.
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        let t = self.next();
        if low > 0.0 && high / low > 1e3 {
            return (low.ln() + (high.ln() - low.ln()) * t).exp();
        }
        low + (high - low) * t
    }
}
