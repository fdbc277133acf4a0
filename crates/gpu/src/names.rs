//! What is called of NVIDIA's libraries, and what their answers are called here.
//!
//! In: a status of the driver or of the compiler. Out: a [`Trouble`]. The rule: every status that a kernel can cause has a name of its
//! own; any other is told in NVIDIA's words.

use std::ffi::CStr;

use cudarc::driver::result::DriverError;
use cudarc::driver::sys::CUresult;
use cudarc::nvrtc::result as nvrtc;

use crate::driver::Launching;
use crate::trouble::{Library, Trouble};

/// The functions of the driver that are called here.
pub(crate) const DRIVER: &[&str] = &[
    "cuInit",
    "cuDriverGetVersion",
    "cuDeviceGetCount",
    "cuDeviceGet",
    "cuDeviceGetName",
    "cuDeviceGetAttribute",
    "cuDeviceTotalMem_v2",
    "cuDeviceGetPCIBusId",
    "cuDevicePrimaryCtxRetain",
    "cuCtxSetCurrent",
    "cuMemAlloc_v2",
    "cuMemFree_v2",
    "cuMemcpyHtoD_v2",
    "cuMemcpyDtoH_v2",
    "cuMemcpyDtoDAsync_v2",
    "cuModuleLoadData",
    "cuModuleUnload",
    "cuModuleGetFunction",
    "cuFuncSetAttribute",
    "cuLaunchKernel",
    "cuEventCreate",
    "cuEventRecord",
    "cuEventQuery",
    "cuEventDestroy_v2",
    "cuGetErrorName",
    "cuGetErrorString",
    ELAPSED,
];
/// The compiler's.
pub(crate) const COMPILER: &[&str] = &[
    "nvrtcVersion",
    "nvrtcGetNumSupportedArchs",
    "nvrtcGetSupportedArchs",
    "nvrtcCreateProgram",
    "nvrtcDestroyProgram",
    "nvrtcAddNameExpression",
    "nvrtcCompileProgram",
    "nvrtcGetLoweredName",
    "nvrtcGetProgramLogSize",
    "nvrtcGetProgramLog",
    "nvrtcGetCUBINSize",
    "nvrtcGetCUBIN",
];
/// The time between events, by the name that every driver knows: cudarc's newer name is not in older ones.
pub(crate) const ELAPSED: &str = "cuEventElapsedTime";

pub(crate) fn compilers(error: nvrtc::NvrtcError) -> Trouble {
    Trouble::Other(format!("of the compiler: {:?}", error.0))
}

pub(crate) fn refused(error: DriverError, launch: &Launching<'_>) -> Trouble {
    let ([x, y, z], shared) = (launch.block, launch.shared_bytes);
    let what = match error.0 {
        CUresult::CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES => {
            format!(
                "blocks of {x} × {y} × {z} threads take more registers or shared memory than there are"
            )
        }
        CUresult::CUDA_ERROR_INVALID_VALUE => format!(
            "a grid or a block of such a shape is not possible, or {shared} bytes of shared memory are too many"
        ),
        _ => return told(error),
    };
    Trouble::Refused(what)
}

/// The driver's word by our name for it.
pub(crate) fn told(error: DriverError) -> Trouble {
    match error.0 {
        CUresult::CUDA_ERROR_NO_DEVICE => Trouble::NoDevice,
        CUresult::CUDA_ERROR_OUT_OF_MEMORY => Trouble::OutOfMemory(0),
        CUresult::CUDA_ERROR_ILLEGAL_ADDRESS | CUresult::CUDA_ERROR_INVALID_ADDRESS_SPACE => {
            Trouble::IllegalAddress
        }
        CUresult::CUDA_ERROR_MISALIGNED_ADDRESS => Trouble::Misaligned,
        CUresult::CUDA_ERROR_LAUNCH_TIMEOUT => Trouble::TimedOut(0),
        CUresult::CUDA_ERROR_ASSERT
        | CUresult::CUDA_ERROR_HARDWARE_STACK_ERROR
        | CUresult::CUDA_ERROR_ILLEGAL_INSTRUCTION
        | CUresult::CUDA_ERROR_INVALID_PC
        | CUresult::CUDA_ERROR_LAUNCH_FAILED => Trouble::Stopped(words(error)),
        CUresult::CUDA_ERROR_SYSTEM_DRIVER_MISMATCH
        | CUresult::CUDA_ERROR_CALL_REQUIRES_NEWER_DRIVER
        | CUresult::CUDA_ERROR_INSUFFICIENT_LOADER_VERSION => {
            Trouble::TooOld(Library::Driver, words(error))
        }
        _ => Trouble::Other(words(error)),
    }
}

fn words(error: DriverError) -> String {
    let text = |found: Result<&CStr, DriverError>| {
        found.map_or_else(
            |_| String::new(),
            |found| found.to_string_lossy().into_owned(),
        )
    };
    format!(
        "{} ({})",
        text(error.error_string()),
        text(error.error_name())
    )
}
