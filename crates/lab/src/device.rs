//! Where a kernel runs: the simulated machine here, a GPU elsewhere; the judge cannot tell them apart.

/// Something that compiles a text and runs its kernels.
pub trait Device {
    /// What records call it: `simulated`, or the GPU's name.
    fn name(&self) -> &str;
}

/// The warp-lockstep machine, with every probe on.
#[derive(Default)]
pub struct Simulated {}

impl Simulated {
    /// A machine with the default device limits.
    pub fn new() -> Simulated {
        Simulated::default()
    }
}

impl Device for Simulated {
    fn name(&self) -> &str {
        "simulated"
    }
}
