//! What is valid CUDA and not modelled here, by name, in one table: what it is and what to do instead.
//! In: a name that nothing declares; out: the sentence and the help. A refusal is our limit and is worded as such,
//! never as the program's fault, and nothing refused is guessed at.
//! Next: expr.rs and decl.rs, which ask before they call a name unknown.

/// A refusal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Refusal {
    /// What the name belongs to, as the subject of "… not modelled".
    pub what: &'static str,
    /// Singular or plural: `is` or `are`.
    pub verb: &'static str,
    /// What to do.
    pub help: &'static str,
}

/// How a row matches a name.
enum By {
    /// One of these words.
    Name(&'static str),
    /// Begins with one of these.
    Prefix(&'static str),
    /// Ends with one of these.
    Suffix(&'static str),
}

const fn are(what: &'static str, help: &'static str) -> Refusal {
    Refusal {
        what,
        verb: "are",
        help,
    }
}

const fn is(what: &'static str, help: &'static str) -> Refusal {
    Refusal {
        what,
        verb: "is",
        help,
    }
}

#[rustfmt::skip]
const TABLE: &[(By, Refusal)] = &[
    (By::Name("printf fprintf puts putchar std::cout std::printf"),
        is("`printf` in device code", "write the value to a buffer and look at it there, or use `assert`")),
    (By::Prefix("thrust:: cute:: cutlass:: cublasLtMat cublasLtOrder cublasLtEpi cublasXt cufft cusparse cusolver cudnn nccl torch:: at::"),
        are("libraries", "write the step out; the labs are about what is inside them")),
    (By::Prefix("__nv_fp4 __nv_fp6"),
        are("4- and 6-bit floats", "use `__nv_fp8_e4m3` here")),
    (By::Prefix("__mbarrier __cp_async"),
        are("asynchronous copies", "load into a register and store to shared memory")),
    (By::Prefix("cudaGraph cudaStreamBeginCapture cudaStreamEndCapture cudaStreamGetCaptureInfo"),
        are("CUDA graphs", "launch the kernels one after the other")),
    (By::Prefix("cudaArray cudaMallocArray cudaMalloc3DArray cudaFreeArray cudaMemcpyToArray cudaMemcpy2DToArray cudaMemcpyFromArray cudaMemcpyArrayToArray cudaCreateChannelDesc cudaChannelFormat cudaResourceDesc cudaResourceType cudaTextureDesc cudaCreateTexture cudaDestroyTexture cudaBindTexture cudaUnbindTexture cudaCreateSurface cudaDestroySurface cudaAddressMode cudaFilterMode cudaReadMode cudaMipmapped"),
        are("textures and surfaces", "read the data through a plain pointer")),
    (By::Prefix("cudaIpc cudaExternal cudaImportExternal cudaGraphics cudaGL cudaEGL cudaWait cudaSignal"),
        is("sharing memory with other programs", "keep to one program and `cudaMalloc`")),
    (By::Name("fork vfork waitpid execl execlp execv execvp popen pclose"),
        are("other processes", "keep to one process; threads are there")),
    (By::Prefix("cuInit cuCtx cuDevice cuModule cuMem cuLaunch cuStream cuEvent cuFunc cuGetError cuLink cuTensorMap CUdevice CUcontext CUmodule CUfunction CUresult CUstream CUevent CUtensorMap CUDA_SUCCESS nvrtc"),
        is("the driver API", "use the runtime's functions, `cudaMalloc` and its kin")),
    (By::Prefix("tex1D tex2D tex3D texCube texture surf1D surf2D surf3D surface cudaTextureObject cudaSurfaceObject"),
        are("textures and surfaces", "read the data through a plain pointer")),
    (By::Name("__clock globaltimer"),
        is("time inside a kernel", "the machine counts instructions, see the report")),
    (By::Name("calloc realloc alloca __builtin_alloca"),
        is("this way of allocating memory in device code", "use `malloc` or `new`, an array of fixed size, shared memory, or a buffer from the host")),
    (By::Name("__shfl __shfl_up __shfl_down __shfl_xor"),
        are("the shuffles without `_sync`", "CUDA dropped them: write `__shfl_down_sync(0xffffffff, value, delta)` and so on")),
    (By::Name("__any __all __ballot"),
        are("the votes without `_sync`", "CUDA dropped them: write `__ballot_sync(0xffffffff, predicate)` and so on")),
    (By::Name("__reduce_add_sync_f"),
        is("this intrinsic", "build it from the shuffles")),
    (By::Suffix("_rz _ru _rd"),
        is("arithmetic rounded other than to nearest", "use the `_rn` form")),
    (By::Prefix("std::vector std::string std::array std::map std::unordered_map std::pair std::tuple std::function std::optional std::unique_ptr std::shared_ptr std::sort std::swap"),
        is("this part of the standard library in device code", "use plain arrays, structs and loops")),
    (By::Name("cudaLaunchDevice"),
        is("launching from device code", "launch both kernels from the host")),
    (By::Prefix("cudaMemcpyAttributes cudaMemcpyBatchAsync cudaMemcpy3DBatchAsync cudaMemcpySrcAccessOrder"),
        are("copies in batches", "call `cudaMemcpyAsync` for each copy")),
    (By::Name("curandStateSobol32 curandStateSobol32_t curandStateSobol64 curandStateSobol64_t curandStateScrambledSobol32 curandStateScrambledSobol64 curandStateMtgp32 curandStateMtgp32_t"),
        is("this generator", "use `curandStateXORWOW` (`curandState`) or `curandStatePhilox4_32_10_t`")),
    (By::Name("__syncthreads_fence __builtin_assume_aligned __isConstant __cluster_dims__"),
        is("this intrinsic", "leave it out")),
];

/// The refusal of a name, if it is one we know of.
pub(super) fn lookup(name: &str) -> Option<Refusal> {
    TABLE
        .iter()
        .find(|(by, _)| by.matches(name))
        .map(|(_, refusal)| *refusal)
}

impl By {
    fn matches(&self, name: &str) -> bool {
        match self {
            By::Name(list) => list.split(' ').any(|n| n == name),
            By::Prefix(list) => list.split(' ').any(|n| name.starts_with(n)),
            By::Suffix(list) => {
                name.starts_with("__") && list.split(' ').any(|n| name.ends_with(n))
            }
        }
    }
}

impl Refusal {
    /// The message.
    pub(super) fn message(self, name: &str) -> String {
        if self.what.contains(name) {
            format!("{} {} not modelled", self.what, self.verb)
        } else {
            format!("`{name}`: {} {} not modelled", self.what, self.verb)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builtin;

    #[test]
    fn nothing_is_both_known_and_refused() {
        let both: Vec<&str> = builtin::names()
            .filter(|name| lookup(name).is_some())
            .filter(|name| !["_rz", "_ru", "_rd"].iter().any(|end| name.ends_with(end)))
            .collect();
        assert!(both.is_empty(), "{both:?}");
    }

    #[test]
    fn a_refusal_names_what_it_refuses() {
        let r = lookup("tex2D").map(|r| r.message("tex2D"));
        assert_eq!(
            r.as_deref(),
            Some("`tex2D`: textures and surfaces are not modelled")
        );
    }
}
