//! What is asked of a GPU's driver and of its compiler: a trait with a few calls, each of which may fail by name.
//!
//! In: CUDA C++, bytes, launches. Out: addresses, bytes, times. The rule: nothing above this trait knows whose GPU it is,
//! so everything above it is tested without one. `cuda.rs` is NVIDIA's; `fake.rs` runs kernels on the simulated machine.

use std::time::Duration;

use crate::trouble::Trouble;

/// A driver with one device, its context and its compiler.
pub trait Driver {
    /// What is known of the device.
    fn facts(&self) -> &Facts;

    /// Compiles for this device and loads it; gives the compiler's remarks. What was loaded before is dropped.
    ///
    /// # Errors
    /// What the compiler said of the text, or why it could not be asked.
    fn compile(&mut self, text: &Text<'_>) -> Result<String, Uncompiled>;

    /// Room for so many bytes, at an address that is a multiple of 256.
    ///
    /// # Errors
    /// When there is none.
    fn allocate(&mut self, bytes: usize) -> Result<Address, Trouble>;

    /// Gives room back; what cannot be given back is lost with the process.
    fn free(&mut self, at: Address);

    /// Brings bytes to the device.
    ///
    /// # Errors
    /// As the driver says.
    fn write(&mut self, at: Address, bytes: &[u8]) -> Result<(), Trouble>;

    /// Brings bytes back, when all that was asked before is done.
    ///
    /// # Errors
    /// As the driver says.
    fn read(&mut self, at: Address, into: &mut [u8]) -> Result<(), Trouble>;

    /// Copies on the device, in the order of launches.
    ///
    /// # Errors
    /// As the driver says.
    fn copy(&mut self, from: Address, to: Address, bytes: usize) -> Result<(), Trouble>;

    /// Launches a kernel of what was compiled last, and does not wait for it.
    ///
    /// # Errors
    /// When the launch is refused.
    fn launch(&mut self, launch: &Launching<'_>) -> Result<(), Trouble>;

    /// Waits until all is done, so long at most.
    ///
    /// # Errors
    /// What a kernel did; that it did not end.
    fn wait(&mut self, limit: Duration) -> Result<(), Trouble>;

    /// Notes when the device comes by here; the answer is asked of [`Driver::seconds`] when all is done.
    ///
    /// # Errors
    /// As the driver says.
    fn mark(&mut self) -> Result<Mark, Trouble>;

    /// The seconds from one mark to a later one.
    ///
    /// # Errors
    /// As the driver says.
    fn seconds(&mut self, from: Mark, to: Mark) -> Result<f64, Trouble>;

    /// Forgets all marks.
    fn forget_marks(&mut self);

    /// Multiplies two square matrices of so many floats a side into a third, by the vendor's own library, in the order of launches.
    ///
    /// # Errors
    /// When there is no such library; as the driver says.
    fn product(&mut self, matrices: [Address; 3], side: usize) -> Result<(), Trouble>;

    /// How fast and how warm the device is at this moment.
    ///
    /// # Errors
    /// When nobody can say.
    fn conditions(&mut self) -> Result<Conditions, Trouble>;
}

/// How a device is at some moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conditions {
    /// The clock of its multiprocessors, in MHz.
    pub clock_mhz: u32,
    /// The clock of its memory, in MHz.
    pub memory_mhz: u32,
    /// Its temperature, in degrees Celsius.
    pub celsius: u32,
}

impl std::fmt::Display for Conditions {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Conditions {
            clock_mhz,
            memory_mhz,
            celsius,
        } = self;
        write!(
            f,
            "clock {clock_mhz} MHz, memory {memory_mhz} MHz, {celsius} °C"
        )
    }
}

/// An address on the device.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Address(pub u64);

impl Address {
    /// So many bytes further.
    pub fn plus(self, bytes: usize) -> Address {
        Address(self.0 + bytes as u64)
    }
}

/// A moment on the device, by its number since marks were last forgotten.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark(pub usize);

/// What is known of a device.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Facts {
    /// Its name: `NVIDIA H100 80GB HBM3`.
    pub name: String,
    /// Its compute capability: 9 and 0.
    pub capability: (u32, u32),
    /// Its multiprocessors.
    pub multiprocessors: u32,
    /// Its second-level cache, in bytes.
    pub l2_bytes: usize,
    /// Its memory, in bytes.
    pub memory: usize,
    /// What the driver supports: CUDA 13.0 is (13, 0).
    pub driver: (u32, u32),
    /// The compiler's version.
    pub compiler: (u32, u32),
}

/// A text to compile.
#[derive(Clone, Copy, Debug)]
pub struct Text<'a> {
    /// What the file is called in messages.
    pub file: &'a str,
    /// The text.
    pub text: &'a str,
    /// The kernels that are to be launched, by their names in the text.
    pub kernels: &'a [String],
}

/// Why there is nothing to launch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Uncompiled {
    /// The compiler's own words, as it wrote them.
    Said(String),
    /// It could not be asked, or its code could not be loaded.
    Trouble(Trouble),
}

impl From<Trouble> for Uncompiled {
    fn from(trouble: Trouble) -> Uncompiled {
        Uncompiled::Trouble(trouble)
    }
}

/// A launch.
#[derive(Clone, Debug, PartialEq)]
pub struct Launching<'a> {
    /// The kernel, by its name in the text.
    pub kernel: &'a str,
    /// Blocks.
    pub grid: [u32; 3],
    /// Threads a block.
    pub block: [u32; 3],
    /// Dynamic shared memory a block, in bytes.
    pub shared_bytes: u32,
    /// Arguments in parameter order.
    pub args: Vec<Value>,
}

/// An argument of a launch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// An `int`, or a shorter integer that holds the value.
    I32(i32),
    /// An `unsigned int`, or a shorter one that holds the value.
    U32(u32),
    /// A `long long`.
    I64(i64),
    /// A `float`.
    F32(f32),
    /// A `double`.
    F64(f64),
    /// A pointer.
    Pointer(Address),
    /// A null pointer.
    Null,
}

impl Value {
    /// Its bytes as a device reads them, made longer in its own way, so that a parameter of up to eight bytes finds all of its own.
    pub fn bytes(self) -> [u8; 8] {
        match self {
            Value::I32(v) => i64::from(v).to_le_bytes(),
            Value::U32(v) => u64::from(v).to_le_bytes(),
            Value::I64(v) => v.to_le_bytes(),
            Value::F32(v) => u64::from(v.to_bits()).to_le_bytes(),
            Value::F64(v) => v.to_le_bytes(),
            Value::Pointer(at) => at.0.to_le_bytes(),
            Value::Null => [0; 8],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_negative_int_is_one_in_eight_bytes_too() {
        assert_eq!(Value::I32(-2).bytes(), (-2i64).to_le_bytes());
        assert_eq!(Value::U32(u32::MAX).bytes()[4..], [0; 4]);
        assert_eq!(Value::F32(1.0).bytes()[..4], 1.0f32.to_le_bytes());
    }
}
