//! Everything that can go wrong with a GPU, by name, each with a sentence of what happened and one of what helps.
//!
//! The rule: what is missing (a library, a device, room) is nobody's fault and never fails a check; what a kernel did
//! (an address, a trap, no end) is the kernel's, and after it the context is of no more use to this process.

use std::fmt;

/// What went wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// A library is not here: what it is called, and what the system said.
    NoLibrary(Library, String),
    /// A library is here and lacks a function that is needed.
    NoSymbol(Library, String),
    /// The driver sees no device.
    NoDevice,
    /// The driver or the compiler is too old for this device or for us: what is here, and what is needed.
    TooOld(Library, String),
    /// So many bytes are not to be had on the device.
    OutOfMemory(usize),
    /// A kernel reached for memory that is not its own.
    IllegalAddress,
    /// A kernel reached for an address that is no multiple of what it fetched.
    Misaligned,
    /// A launch was refused: its shape, its shared memory, its registers.
    Refused(String),
    /// A kernel stopped itself, or the device did.
    Stopped(String),
    /// A kernel did not end in so many milliseconds.
    TimedOut(u64),
    /// Anything else, in the driver's words.
    Other(String),
}

/// The libraries that are found when a GPU is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Library {
    /// `libcuda`, which comes with the driver.
    Driver,
    /// `libnvrtc`, NVIDIA's compiler as a library.
    Compiler,
    /// `libcublas`, which multiplies matrices; only a ceiling needs it.
    Products,
    /// `libnvidia-ml`, which knows clocks and temperature; nothing needs it.
    Management,
}

impl Library {
    /// What it is called in words.
    pub fn name(self) -> &'static str {
        match self {
            Library::Driver => "the NVIDIA driver's library (libcuda)",
            Library::Compiler => "NVIDIA's compiler library (NVRTC)",
            Library::Products => "NVIDIA's library of products (cuBLAS)",
            Library::Management => "NVIDIA's management library (NVML)",
        }
    }

    fn how_to_get(self) -> &'static str {
        match self {
            Library::Driver => {
                "install the NVIDIA driver for this system: https://www.nvidia.com/drivers"
            }
            Library::Compiler => {
                "`pip install nvidia-cuda-nvrtc` or the CUDA toolkit brings it; `COURSE_NVRTC` may name the file"
            }
            Library::Products => "`pip install nvidia-cublas` or the CUDA toolkit brings it",
            Library::Management => "it comes with the NVIDIA driver",
        }
    }
}

impl Trouble {
    /// What helps; nothing where nothing is known to.
    pub fn help(&self) -> String {
        match self {
            Trouble::NoLibrary(library, _) => library.how_to_get().into(),
            Trouble::NoSymbol(library, _) | Trouble::TooOld(library, _) => {
                format!("a newer one is needed: {}", library.how_to_get())
            }
            Trouble::NoDevice => {
                "is the card switched off or given to another system? `nvidia-smi` lists what the driver sees".into()
            }
            Trouble::OutOfMemory(_) => "end what else uses the GPU; `nvidia-smi` lists it".into(),
            Trouble::IllegalAddress | Trouble::Misaligned => {
                "the simulated machine says at which line, in which thread: `course check --device cpu`".into()
            }
            Trouble::Refused(_) => {
                "is the block larger than the device allows, or its shared memory? `__launch_bounds__(threads)` before the kernel's name makes the compiler keep registers few enough".into()
            }
            Trouble::TimedOut(_) => {
                "does the loop's condition ever become false? does every thread meet the barrier?".into()
            }
            Trouble::Stopped(_) | Trouble::Other(_) => String::new(),
        }
    }

    /// Whether a kernel did it, and not what surrounds it.
    pub fn is_the_kernels(&self) -> bool {
        matches!(
            self,
            Trouble::IllegalAddress
                | Trouble::Misaligned
                | Trouble::Refused(_)
                | Trouble::Stopped(_)
                | Trouble::TimedOut(_)
        )
    }

    /// Whether the context is of no more use.
    pub fn is_lasting(&self) -> bool {
        matches!(
            self,
            Trouble::IllegalAddress
                | Trouble::Misaligned
                | Trouble::Stopped(_)
                | Trouble::TimedOut(_)
        )
    }
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trouble::NoLibrary(library, why) if why.is_empty() => {
                write!(f, "{} was not found", library.name())
            }
            Trouble::NoLibrary(library, why) => {
                write!(f, "{} could not be loaded: {why}", library.name())
            }
            Trouble::NoSymbol(library, symbol) => {
                write!(f, "{} has no `{symbol}`", library.name())
            }
            Trouble::NoDevice => write!(f, "the NVIDIA driver sees no device"),
            Trouble::TooOld(library, what) => write!(f, "{} is too old: {what}", library.name()),
            Trouble::OutOfMemory(bytes) => {
                write!(f, "the GPU has no {} MiB to spare", bytes.div_ceil(1 << 20))
            }
            Trouble::IllegalAddress => {
                write!(
                    f,
                    "the GPU stopped the kernel: an access outside its memory"
                )
            }
            Trouble::Misaligned => {
                write!(f, "the GPU stopped the kernel: a misaligned access")
            }
            Trouble::Refused(why) => write!(f, "the GPU refused the launch: {why}"),
            Trouble::Stopped(why) => write!(f, "the GPU stopped the kernel: {why}"),
            Trouble::TimedOut(ms) => write!(
                f,
                "the kernel was still running after {} s on the GPU",
                (*ms as f64) / 1000.0
            ),
            Trouble::Other(words) => write!(f, "the NVIDIA driver says: {words}"),
        }
    }
}

impl std::error::Error for Trouble {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_is_named_with_how_to_get_it() {
        let missing = Trouble::NoLibrary(Library::Compiler, String::new());
        assert_eq!(
            missing.to_string(),
            "NVIDIA's compiler library (NVRTC) was not found"
        );
        assert!(missing.help().contains("pip install nvidia-cuda-nvrtc"));
        assert!(!missing.is_the_kernels() && !missing.is_lasting());
    }

    #[test]
    fn a_refused_launch_leaves_the_context_usable() {
        let refused = Trouble::Refused("too many threads".into());
        assert!(refused.is_the_kernels() && !refused.is_lasting());
        assert!(Trouble::TimedOut(2000).is_lasting());
    }
}
