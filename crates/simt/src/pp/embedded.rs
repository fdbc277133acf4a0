//! The headers that this crate brings along, written in the CUDA C++ that it compiles: name as included, text.
//!
//! Rule: a header's text is gone through only where it is included. Names that begin with `simt/` are for other headers
//! alone. To add one: a file under `include/`, a line here.

/// Makes the table from names that are also paths under `include/`.
macro_rules! embedded {
    ($($name:literal,)*) => {
        /// Each header's name and text.
        pub const EMBEDDED: &[(&str, &str)] =
            &[$(($name, include_str!(concat!("../../include/", $name))),)*];
    };
}

embedded! {
    "algorithm",
    "assert.h",
    "builtin_types.h",
    "cassert",
    "cctype",
    "cerrno",
    "cstddef",
    "cstdio",
    "cstdlib",
    "cstring",
    "ctime",
    "ctype.h",
    "cuda_bf16.h",
    "cuda_fp16.h",
    "cuda_fp8.h",
    "cuda_profiler_api.h",
    "cuda_runtime.h",
    "cuda_runtime_api.h",
    "device_functions.h",
    "device_launch_parameters.h",
    "driver_types.h",
    "errno.h",
    "exception",
    "fstream",
    "functional",
    "getopt.h",
    "initializer_list",
    "iomanip",
    "ios",
    "iosfwd",
    "iostream",
    "istream",
    "iterator",
    "math.h",
    "new",
    "numeric",
    "ostream",
    "random",
    "simt/base.h",
    "simt/compare.h",
    "simt/cuda_more.h",
    "simt/file.h",
    "simt/hash.h",
    "simt/minmax.h",
    "simt/number.h",
    "simt/place.h",
    "simt/random.h",
    "simt/small_float.h",
    "simt/small_float_ops.h",
    "simt/sort.h",
    "simt/stream.h",
    "sstream",
    "stddef.h",
    "stdexcept",
    "stdio.h",
    "stdlib.h",
    "string",
    "string.h",
    "sys/time.h",
    "time.h",
    "type_traits",
    "unistd.h",
    "utility",
    "vector",
}
