//! Headers that other compilers have and we do not.
//!
//! A header's name goes in, what is missing comes out, and what does instead. The rule: what is refused is refused by name.

/// Headers, or the folders of headers, that exist and are not modelled.
const FAMILIES: &[(&str, &str)] = &[
    ("cuda/api", "cuda-api-wrappers"),
    ("cuda/", "libcu++"),
    ("thrust/", "the Thrust library"),
    ("cute/", "CuTe"),
    ("cutlass/", "CUTLASS"),
    ("cublasXt", "cuBLASXt"),
    ("cudnn", "cuDNN"),
    ("cufft", "cuFFT"),
    ("cusparse", "cuSPARSE"),
    ("cusolver", "cuSOLVER"),
    ("nccl.h", "NCCL"),
    ("torch/", "PyTorch"),
    ("ATen/", "PyTorch"),
    ("c10/", "PyTorch"),
    ("pybind11/", "pybind11"),
    ("texture", "textures"),
    ("surface", "surfaces"),
    ("cupti", "CUPTI"),
    ("npp", "the NPP library"),
    ("GL/", "OpenGL"),
    ("GLFW/", "OpenGL"),
    ("opencv2/", "OpenCV"),
    ("CL/", "OpenCL"),
    ("SDL", "SDL"),
    ("X11/", "X11"),
    ("boost/", "Boost"),
    ("Eigen/", "Eigen"),
    ("fmt/", "the fmt library; use `printf` or `std::cout`"),
    ("gtest/", "GoogleTest"),
    ("benchmark/", "Google Benchmark"),
];

/// Single headers that exist and are not modelled.
const ALONE: &[(&str, &str)] = &[
    ("wchar.h", "wide characters; use `char`"),
    ("cwchar", "wide characters; use `char`"),
    ("wctype.h", "wide characters; use `char`"),
    ("cwctype", "wide characters; use `char`"),
    (
        "emmintrin.h",
        "the processor's vector instructions; write a loop",
    ),
    (
        "xmmintrin.h",
        "the processor's vector instructions; write a loop",
    ),
    (
        "pmmintrin.h",
        "the processor's vector instructions; write a loop",
    ),
    (
        "tmmintrin.h",
        "the processor's vector instructions; write a loop",
    ),
    (
        "smmintrin.h",
        "the processor's vector instructions; write a loop",
    ),
    (
        "immintrin.h",
        "the processor's vector instructions; write a loop",
    ),
    (
        "x86intrin.h",
        "the processor's vector instructions; write a loop",
    ),
    (
        "arm_neon.h",
        "the processor's vector instructions; write a loop",
    ),
    (
        "regex",
        "regular expressions; use `std::string::find` or `sscanf`",
    ),
    ("coroutine", "coroutines"),
    ("codecvt", "locales"),
    ("dlfcn.h", "libraries that are loaded while a program runs"),
    ("windows.h", "Windows; use what C++ has"),
    ("Windows.h", "Windows; use what C++ has"),
    ("conio.h", "Windows's console; use `getchar`"),
    ("mpi.h", "MPI"),
    ("nvml.h", "NVML"),
    (
        "wb.h",
        "libwb, which reads the data of a course's own judge; make the data in the program",
    ),
    (
        "sys/wait.h",
        "processes: a program runs as one; use threads",
    ),
    ("nvrtc.h", "NVRTC"),
];

/// What the header of that name would be for.
pub(super) fn not_modelled(name: &str) -> Option<&'static str> {
    let alone = ALONE.iter().find(|(alone, _)| name == *alone);
    let family = || FAMILIES.iter().find(|(start, _)| name.starts_with(start));
    alone.or_else(family).map(|(_, what)| *what)
}
