//! The warp-lockstep machine as a device, with every probe on.

use crate::device::{Complaint, Device, KernelFound, Ran};
use crate::{Case, Place};

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

    fn compile(&mut self, _file: &str, _text: &str) -> Result<Vec<KernelFound>, Vec<Complaint>> {
        let message = String::from("the machine is not there yet");
        Err(vec![Complaint {
            place: Place::default(),
            excerpt: message.clone(),
            message,
        }])
    }

    fn run(&mut self, _case: &Case, _seed: u64) -> Ran {
        Ran::stopped("the machine is not there yet", "")
    }
}
