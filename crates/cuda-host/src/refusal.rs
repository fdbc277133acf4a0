//! Launches that a device does not begin.
//!
//! A kernel, a shape and a device's limits go in; CUDA's error comes out with why, or nothing. The rule: what `<<<...>>>` would give.

use super::cuda::error;
use cuda_ir::Kernel;
use warp::launch::{DeviceLimits, Misshape, shape_error};
use warp::report::Outcome;
use warp::vm::Shape;

/// Why a device would not run a launch.
pub struct Refusal {
    /// CUDA's error.
    pub error: i32,
    pub message: String,
    pub help: Option<String>,
}

/// Why a device would not run a launch, if so.
pub fn refusal(
    kernel: &Kernel,
    shape: &Shape,
    limits: &DeviceLimits,
    params: usize,
) -> Option<Refusal> {
    if params != kernel.signature.params.len() {
        let message = format!(
            "`{}` takes other parameters than the launch gives",
            kernel.signature.name
        );
        return Some(Refusal {
            error: error::INVALID_VALUE,
            message,
            help: None,
        });
    }
    let (what, outcome) = shape_error(
        kernel,
        (shape.grid, shape.block, shape.shared_bytes),
        limits,
    )?;
    let code = match what {
        Misshape::Extents => error::INVALID_CONFIGURATION,
        Misshape::Promise => error::OUT_OF_RESOURCES,
        Misshape::Shared => error::INVALID_VALUE,
        Misshape::Local => error::OUT_OF_RESOURCES,
    };
    let (message, help) = match outcome {
        Outcome::BadLaunch { message, help } => (message, help),
        other => (other.message(), None),
    };
    Some(Refusal {
        error: code,
        message,
        help,
    })
}
