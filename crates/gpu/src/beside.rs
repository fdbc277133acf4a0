//! What NVIDIA has beside driver and compiler, found when it is asked for: cuBLAS's product of matrices, NVML's clocks and
//! temperature.
//!
//! In: addresses and sizes; the device's place on the bus. Out: a product that was queued, how the device is. The rule: nothing
//! needs either, so what is missing is said and nothing fails. Each function is asked for by name, and called as NVIDIA's
//! headers declare it.
#![allow(unsafe_code)]

use std::ffi::{CStr, c_char, c_int, c_uint, c_void};

use libloading::Library as Loaded;

use crate::cuda::first;
use crate::driver::{Address, Conditions};
use crate::find;
use crate::trouble::{Library, Trouble};

type Create = unsafe extern "C" fn(*mut *mut c_void) -> c_int;
type Multiply = unsafe extern "C" fn(
    handle: *mut c_void,
    op_a: c_int,
    op_b: c_int,
    m: c_int,
    n: c_int,
    k: c_int,
    alpha: *const f32,
    a: u64,
    lda: c_int,
    b: u64,
    ldb: c_int,
    beta: *const f32,
    c: u64,
    ldc: c_int,
) -> c_int;

/// cuBLAS, on the context that is current.
pub(crate) struct Products {
    handle: *mut c_void,
    multiply: Multiply,
    /// The functions are its own.
    _library: Loaded,
}

impl Products {
    /// Finds the library and begins with it.
    pub(crate) fn find() -> Result<Products, Trouble> {
        let (library, _) = first(Library::Products, &find::products())?;
        let create: Create = function(Library::Products, &library, "cublasCreate_v2")?;
        let multiply: Multiply = function(Library::Products, &library, "cublasSgemm_v2")?;
        let mut handle = std::ptr::null_mut();
        match unsafe { create(&raw mut handle) } {
            0 => Ok(Products {
                handle,
                multiply,
                _library: library,
            }),
            status => Err(said("cuBLAS", status)),
        }
    }

    /// Queues `c = a · b` of square matrices; the library multiplies in single precision unless it is told otherwise.
    pub(crate) fn multiply(&self, [a, b, c]: [Address; 3], side: usize) -> Result<(), Trouble> {
        let side = c_int::try_from(side).unwrap_or(c_int::MAX);
        let (one, nothing) = (1.0f32, 0.0f32);
        let (alpha, beta) = (&raw const one, &raw const nothing);
        let (m, n, k) = (side, side, side);
        let status = unsafe {
            (self.multiply)(
                self.handle,
                0,
                0,
                m,
                n,
                k,
                alpha,
                a.0,
                side,
                b.0,
                side,
                beta,
                c.0,
                side,
            )
        };
        match status {
            0 => Ok(()),
            status => Err(said("cuBLAS", status)),
        }
    }
}

type Begin = unsafe extern "C" fn() -> c_int;
type Handle = unsafe extern "C" fn(*const c_char, *mut *mut c_void) -> c_int;
type Ask = unsafe extern "C" fn(*mut c_void, c_uint, *mut c_uint) -> c_int;

/// The clock of the multiprocessors, that of the memory, and the sensor of the chip, by NVML's numbers.
const CLOCK: c_uint = 1;
const MEMORY: c_uint = 2;
const CHIP: c_uint = 0;

/// NVML, about one device.
pub(crate) struct Management {
    device: *mut c_void,
    clock: Ask,
    temperature: Ask,
    _library: Loaded,
}

impl Management {
    /// Finds the library, and in it the device of this place on the bus.
    pub(crate) fn find(bus_id: &CStr) -> Result<Management, Trouble> {
        let (library, _) = first(Library::Management, &find::management())?;
        let begin: Begin = function(Library::Management, &library, "nvmlInit_v2")?;
        let name = "nvmlDeviceGetHandleByPciBusId_v2";
        let handle: Handle = function(Library::Management, &library, name)?;
        let clock: Ask = function(Library::Management, &library, "nvmlDeviceGetClockInfo")?;
        let temperature: Ask = function(Library::Management, &library, "nvmlDeviceGetTemperature")?;
        let mut device = std::ptr::null_mut();
        let begun = match unsafe { begin() } {
            0 => unsafe { handle(bus_id.as_ptr(), &raw mut device) },
            status => status,
        };
        match begun {
            0 => Ok(Management {
                device,
                clock,
                temperature,
                _library: library,
            }),
            status => Err(said("NVML", status)),
        }
    }

    /// How the device is.
    pub(crate) fn conditions(&self) -> Result<Conditions, Trouble> {
        let ask = |function: Ask, which| -> Result<u32, Trouble> {
            let mut value: c_uint = 0;
            match unsafe { function(self.device, which, &raw mut value) } {
                0 => Ok(value),
                status => Err(said("NVML", status)),
            }
        };
        Ok(Conditions {
            clock_mhz: ask(self.clock, CLOCK)?,
            memory_mhz: ask(self.clock, MEMORY)?,
            celsius: ask(self.temperature, CHIP)?,
        })
    }
}

fn said(who: &str, status: c_int) -> Trouble {
    Trouble::Other(format!("{who} answers with status {status}"))
}

/// A function of a library, by its name; the caller says what it is.
fn function<F: Copy>(library: Library, loaded: &Loaded, name: &str) -> Result<F, Trouble> {
    let found = unsafe { loaded.get::<F>(name.as_bytes()) };
    found
        .map(|function| *function)
        .map_err(|_| Trouble::NoSymbol(library, name.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_there_is_said_by_name() {
        // A library that is everywhere, and has neither function.
        let libc = if cfg!(windows) {
            "kernel32.dll"
        } else {
            "libc.so.6"
        };
        let Ok(loaded) = (unsafe { Loaded::new(libc) }) else {
            return;
        };
        let missing = function::<Create>(Library::Products, &loaded, "cublasCreate_v2");
        let wanted = Trouble::NoSymbol(Library::Products, "cublasCreate_v2".into());
        assert_eq!(missing.err(), Some(wanted));
    }
}
