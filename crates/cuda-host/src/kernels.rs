//! Kernels as the runtime knows them: what an address names, and what a program asks and sets before a launch.
//!
//! In: addresses of kernels; out: `cudaFuncAttributes`, occupancy, the dynamic shared memory that a launch may have.

use super::cuda::error;
use super::library::Answer;
use super::machine::Machine;
use super::occupancy::{Footprint, Occupancy};
use super::registers::registers;
use cuda_ir::pointer::code_target;
use cuda_ir::verify::Verified;
use cuda_ir::{CodeRef, Kernel};
use warp::launch::static_shared_bytes;

impl<'a> Machine<'a> {
    /// The kernel that an address names.
    pub fn kernel(&self, address: u64) -> Option<(u32, &'a Kernel)> {
        match code_target(address) {
            Some(CodeRef::Kernel(k)) => {
                let module: &'a Verified = self.module;
                Some((k, module.kernels.get(k as usize)?))
            }
            _ => None,
        }
    }

    /// A field of `cudaFuncAttributes` by its number; -1 if the address names no kernel.
    pub(super) fn function_property(&self, address: u64, field: i32) -> i64 {
        let Some((number, kernel)) = self.kernel(address) else {
            return -1;
        };
        match field {
            0 => static_shared_bytes(kernel) as i64,
            1 => 0,
            2 => kernel
                .code
                .locals
                .iter()
                .map(|v| v.bytes.next_multiple_of(16) as i64)
                .sum(),
            3 => kernel.max_threads.unwrap_or(1024).min(1024) as i64,
            4 => registers(kernel) as i64,
            8 => self.dynamic_limit(number, kernel) as i64,
            _ => 0,
        }
    }

    /// Blocks of a shape that a multiprocessor holds at a time; none of a shape that cannot be launched.
    pub(super) fn occupancy(&self, address: u64, threads: i32, dynamic: u64) -> i64 {
        let Some((_, kernel)) = self.kernel(address) else {
            return -1;
        };
        let most = i64::from(kernel.max_threads.unwrap_or(1024).min(1024));
        if threads < 1 || i64::from(threads) > most {
            return 0;
        }
        let of = Footprint::of(kernel, threads.unsigned_abs(), dynamic);
        Occupancy::on(&self.options.device, of).blocks.into()
    }

    /// How much dynamic shared memory a launch of the kernel may ask for.
    pub fn dynamic_limit(&self, number: u32, kernel: &Kernel) -> u32 {
        let fixed = static_shared_bytes(kernel).min(49_152) as u32;
        let opted = self.cuda.opted_in.get(&number).copied();
        opted.unwrap_or(49_152 - fixed)
    }

    pub(super) fn set_attribute(&mut self, address: u64, attribute: i32, value: i32) -> Answer {
        let Some((number, kernel)) = self.kernel(address) else {
            return self.error(error::INVALID_DEVICE_FUNCTION);
        };
        if attribute == 8 {
            let fixed = static_shared_bytes(kernel).min(u32::MAX as u64) as u32;
            let most = self.options.device.shared_optin.saturating_sub(fixed);
            match u32::try_from(value) {
                Ok(value) if value <= most => self.cuda.opted_in.insert(number, value),
                _ => return self.error(error::INVALID_VALUE),
            };
        }
        self.error(0)
    }
}
