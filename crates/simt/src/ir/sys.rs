//! System calls: what host code asks of the machine around it. Names in, operations out.
//!
//! A function that an embedded header only declares, and whose name stands here, is one of these. The rule: as few as
//! possible; what C++ can say is said in the header, what must be exact, fast or outside the program is here.
//! `host` carries them out.

use super::ParamReg;
use crate::launch::Elem;

/// A system call in a code: what, with what, and where the result goes.
#[derive(Clone, PartialEq, Debug)]
pub struct SysSite {
    /// Which.
    pub what: SysFn,
    /// The arguments' leaves in order (a `dim3` is three), each with what it is; a pointer is [`Elem::U64`].
    /// [`SysFn::Launch`]: the kernel's address, grid x y z, block x y z (all `U32`), shared bytes and stream (`U64`),
    /// then the leaves of the kernel's parameters.
    pub args: Vec<(ParamReg, Elem)>,
    /// Where the result's leaves go; empty for `void`.
    pub results: Vec<ParamReg>,
}

macro_rules! system_calls {
    ($($name:ident $text:literal,)*) => {
        /// A system call; its name in the headers is its documentation.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[allow(missing_docs, reason = "each is the C function of the same name")]
        pub enum SysFn {
            $($name,)*
        }

        impl SysFn {
            /// All, in order.
            pub const ALL: &'static [SysFn] = &[$(SysFn::$name,)*];

            /// As headers declare it.
            pub const fn name(self) -> &'static str {
                match self {
                    $(SysFn::$name => $text,)*
                }
            }
        }
    };
}

system_calls! {
    // ---- the language itself ----
    Launch "__simt_launch",
    Alloc "__simt_alloc",
    Free "__simt_free",
    Exit "exit",
    Abort "abort",
    // ---- memory ----
    Malloc "malloc",
    Calloc "calloc",
    Realloc "realloc",
    CFree "free",
    Memcpy "memcpy",
    Memmove "memmove",
    Memset "memset",
    Memcmp "memcmp",
    Strlen "strlen",
    // ---- text: printf's kin, `...` as the arguments after the format ----
    Fprintf "fprintf",
    Sprintf "sprintf",
    Snprintf "snprintf",
    Sscanf "sscanf",
    FormatDouble "__simt_format_double",
    Strtod "__simt_strtod",
    // ---- files: a small number for each, 0 stdin, 1 stdout, 2 stderr ----
    Open "__simt_open",
    Close "__simt_close",
    Read "__simt_read",
    Write "__simt_write",
    Seek "__simt_seek",
    // ---- the world ----
    Now "__simt_now",
    Wall "__simt_wall",
    Entropy "__simt_entropy",
    Rand "rand",
    Srand "srand",
    Getenv "__simt_getenv",
    // ---- the CUDA runtime ----
    CudaMalloc "__simt_cuda_malloc",
    CudaMallocManaged "__simt_cuda_malloc_managed",
    CudaFree "__simt_cuda_free",
    CudaMallocHost "__simt_cuda_malloc_host",
    CudaFreeHost "__simt_cuda_free_host",
    CudaHostRegister "__simt_cuda_host_register",
    CudaMemcpy "__simt_cuda_memcpy",
    CudaMemset "__simt_cuda_memset",
    CudaSymbolAddress "__simt_cuda_symbol_address",
    CudaSynchronize "__simt_cuda_synchronize",
    CudaGetLastError "cudaGetLastError",
    CudaPeekAtLastError "cudaPeekAtLastError",
    CudaSetError "__simt_cuda_set_error",
    CudaGetErrorName "cudaGetErrorName",
    CudaGetErrorString "cudaGetErrorString",
    CudaDeviceProperty "__simt_cuda_device_property",
    CudaDeviceName "__simt_cuda_device_name",
    CudaMemGetInfo "__simt_cuda_mem_info",
    CudaPointerKind "__simt_cuda_pointer_kind",
    CudaFuncProperty "__simt_cuda_func_property",
    CudaFuncSetAttribute "__simt_cuda_func_set_attribute",
    CudaLaunchKernel "__simt_cuda_launch_kernel",
    CudaElapsed "__simt_cuda_elapsed",
}

impl SysFn {
    /// The system call that a header's declaration of this name stands for.
    pub fn from_name(name: &str) -> Option<SysFn> {
        SysFn::ALL.iter().copied().find(|f| f.name() == name)
    }
}
