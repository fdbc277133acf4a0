//! The GPU that is meant: NVIDIA's first, or a pretended one where a test says so.
//!
//! `COURSE_FAKE_GPU` names a way to fail (`fine` for none) and puts the simulated machine in a GPU's place; see `fake.rs`.

use lab::{Case, Device, Times};

use crate::trouble::Trouble;
use crate::{Cuda, Facts, Gpu, find};

/// Puts a pretended GPU in the real one's place.
pub const FAKE: &str = "COURSE_FAKE_GPU";

/// A GPU that was opened.
pub trait Opened: Device {
    /// What is known of it.
    fn facts(&self) -> &Facts;
    /// Why nothing can run on it any more, if so.
    fn lost(&self) -> Option<&Trouble>;
    /// Buffers lie alone, without guards; see [`Gpu::without_guards`].
    fn without_guards(&mut self);
    /// The times of each launch of a case; see [`Gpu::time`].
    ///
    /// # Errors
    /// What went wrong, in a sentence.
    fn time(&mut self, case: &Case) -> Result<(Vec<Times>, String), String>;
    /// What is not here and only makes measurements better; see [`Gpu::wanting`].
    fn wanting(&mut self) -> Vec<Trouble>;
    /// What it reaches on its own; see [`Gpu::ceilings`].
    fn ceilings(&mut self) -> Vec<String>;
}

impl<D: crate::Driver> Opened for Gpu<D> {
    fn facts(&self) -> &Facts {
        Gpu::facts(self)
    }

    fn lost(&self) -> Option<&Trouble> {
        Gpu::lost(self)
    }

    fn without_guards(&mut self) {
        Gpu::without_guards(self);
    }

    fn time(&mut self, case: &Case) -> Result<(Vec<Times>, String), String> {
        Gpu::time(self, case)
    }

    fn wanting(&mut self) -> Vec<Trouble> {
        Gpu::wanting(self)
    }

    fn ceilings(&mut self) -> Vec<String> {
        Gpu::ceilings(self)
    }
}

/// Whether there is likely a GPU: a look at the file system, and nothing is loaded.
pub fn is_likely() -> bool {
    match fake() {
        Some(way) => way != "absent",
        None => find::is_likely(),
    }
}

fn fake() -> Option<String> {
    std::env::var(FAKE).ok().filter(|way| !way.is_empty())
}

/// Opens the GPU.
///
/// # Errors
/// What is missing, or too old.
pub fn open() -> Result<Box<dyn Opened>, Trouble> {
    match fake() {
        Some(way) => Ok(Box::new(Gpu::new(crate::fake::Fake::open(&way)?))),
        None => Ok(Box::new(Gpu::new(Cuda::open()?))),
    }
}
