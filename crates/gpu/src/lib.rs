//! A real GPU as a device of `lab`: the same cases, on NVIDIA's driver and compiler, which are found when a GPU is asked for.
//!
//! In: a lab's texts and cases. Out: [`lab::Ran`]s and [`lab::Measurement`]s. The rule: this builds, links and is tested where
//! there is neither a driver nor a compiler nor a device, and whoever asks for no GPU pays nothing for it.
//! Read next: `driver.rs` for what is asked of a driver, `device.rs` for what is made of its answers, `timing.rs` for time.

mod arena;
mod complaints;
mod cuda;
mod device;
mod driver;
pub mod fake;
mod find;
mod kernels;
mod names;
mod open;
mod timing;
mod trouble;

pub use cuda::Cuda;
pub use device::Gpu;
pub use driver::{Address, Conditions, Driver, Facts, Launching, Mark, Text, Uncompiled, Value};
pub use open::{Opened, is_likely, open};
pub use trouble::{Library, Trouble};
