//! What tests draw with: a small generator, so that what is drawn does not depend on a crate's.

/// Draws from a seed.
pub struct Dice(pub u64);

impl Dice {
    /// A number below `n`; 0 if there is none.
    pub fn below(&mut self, n: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        ((self.0 >> 33) as usize) % n.max(1)
    }
}
