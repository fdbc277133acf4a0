//! The headers that are known, and the macros that each defines.
//!
//! Rules: a known header is otherwise a no-op, since what it declares is there from the start; a macro that
//! nvcc defines without any `#include` (it includes `cuda_runtime.h` by itself, and with it `math.h`, `limits.h`
//! and `stdlib.h`) is predefined here too, and one that needs a header needs it here. A header whose content
//! device code would use and that is not modelled is refused by name.

use std::rc::Rc;
use std::sync::Arc;

use super::refused::not_modelled;
use super::{Macro, PpToken, Preprocessor};
use crate::lex;
use crate::source::Span;

/// A macro's name and body.
type Definition = (&'static str, &'static str);

/// What a header defines, list by list.
type Lists = &'static [&'static [Definition]];

/// What is known of a header.
#[derive(Clone, Copy, Debug)]
pub enum Header {
    /// It may be included; it defines these.
    Known(Lists),
    /// It exists, and what it offers is not modelled: what that is.
    NotModelled(&'static str),
}

/// Defined before the first line, as in nvcc's pass over device code, but for what depends on the device.
const PREDEFINED: &[Definition] = &[
    ("__FLT_MAX__", "3.40282346638528859812e+38F"),
    ("__FLT_MIN__", "1.17549435082228750797e-38F"),
    ("__FLT_EPSILON__", "1.19209289550781250000e-07F"),
    ("__DBL_MAX__", "1.79769313486231570815e+308"),
    ("__DBL_MIN__", "2.22507385850720138309e-308"),
    ("__DBL_EPSILON__", "2.22044604925031308085e-16"),
    ("__CHAR_BIT__", "8"),
    ("__SCHAR_MAX__", "127"),
    ("__SHRT_MAX__", "32767"),
    ("__INT_MAX__", "2147483647"),
    ("__LONG_MAX__", "9223372036854775807L"),
    ("__LONG_LONG_MAX__", "9223372036854775807LL"),
    ("__SIZE_MAX__", "18446744073709551615UL"),
    ("__PTRDIFF_MAX__", "9223372036854775807L"),
    ("__INT8_MAX__", "127"),
    ("__INT16_MAX__", "32767"),
    ("__INT32_MAX__", "2147483647"),
    ("__INT64_MAX__", "9223372036854775807L"),
    ("__UINT8_MAX__", "255"),
    ("__UINT16_MAX__", "65535"),
    ("__UINT32_MAX__", "4294967295U"),
    ("__UINT64_MAX__", "18446744073709551615UL"),
    ("__SIZEOF_INT__", "4"),
    ("__SIZEOF_LONG__", "8"),
    ("__SIZEOF_POINTER__", "8"),
    ("__ORDER_LITTLE_ENDIAN__", "1234"),
    ("__ORDER_BIG_ENDIAN__", "4321"),
    ("__BYTE_ORDER__", "1234"),
    ("__CUDACC__", "1"),
    ("__NVCC__", "1"),
    ("__CUDACC_VER_MAJOR__", "13"),
    ("__CUDACC_VER_MINOR__", "0"),
    ("__CUDACC_VER_BUILD__", "48"),
    ("CUDART_VERSION", "13000"),
    ("__cplusplus", "201703L"),
    ("__STDC_HOSTED__", "1"),
    ("__LP64__", "1"),
    ("__x86_64__", "1"),
    ("__linux__", "1"),
    ("__GNUC__", "13"),
    ("__GNUC_MINOR__", "2"),
    ("__GNUC_PATCHLEVEL__", "0"),
    ("__GNUG__", "13"),
    ("__VERSION__", "\"13.2.0\""),
    ("__STDC__", "1"),
    ("__EXCEPTIONS", "1"),
    ("_LP64", "1"),
    ("__unix__", "1"),
    ("__amd64__", "1"),
    ("__SIZEOF_SHORT__", "2"),
    ("__SIZEOF_LONG_LONG__", "8"),
    ("__SIZEOF_FLOAT__", "4"),
    ("__SIZEOF_DOUBLE__", "8"),
    ("__SIZEOF_SIZE_T__", "8"),
    ("__ATOMIC_RELAXED", "0"),
    ("__ATOMIC_CONSUME", "1"),
    ("__ATOMIC_ACQUIRE", "2"),
    ("__ATOMIC_RELEASE", "3"),
    ("__ATOMIC_ACQ_REL", "4"),
    ("__ATOMIC_SEQ_CST", "5"),
    ("__DATE__", "\"Jan  1 2000\""),
    ("__TIME__", "\"00:00:00\""),
    ("NULL", "__null"),
    ("EXIT_SUCCESS", "0"),
    ("EXIT_FAILURE", "1"),
    ("RAND_MAX", "2147483647"),
    ("CLOCKS_PER_SEC", "1000000"),
    // Not nvcc's: by these stb's headers, which many programs carry to read and write pictures, do without the processor's vectors.
    ("STBI_NO_SIMD", ""),
    ("STBIR_NO_SIMD", ""),
];

const LIMITS: &[Definition] = &[
    ("CHAR_BIT", "8"),
    ("SCHAR_MIN", "(-128)"),
    ("SCHAR_MAX", "127"),
    ("UCHAR_MAX", "255"),
    ("CHAR_MIN", "(-128)"),
    ("CHAR_MAX", "127"),
    ("SHRT_MIN", "(-32768)"),
    ("SHRT_MAX", "32767"),
    ("USHRT_MAX", "65535"),
    ("INT_MIN", "(-2147483647 - 1)"),
    ("INT_MAX", "2147483647"),
    ("UINT_MAX", "4294967295u"),
    ("LONG_MIN", "(-9223372036854775807l - 1l)"),
    ("LONG_MAX", "9223372036854775807l"),
    ("ULONG_MAX", "18446744073709551615ul"),
    ("LLONG_MIN", "(-9223372036854775807ll - 1ll)"),
    ("LLONG_MAX", "9223372036854775807ll"),
    ("ULLONG_MAX", "18446744073709551615ull"),
];

const MATH: &[Definition] = &[
    ("INFINITY", "(__simt_bits_float(0x7f800000))"),
    ("NAN", "(__simt_bits_float(0x7fc00000))"),
    ("HUGE_VALF", "(__simt_bits_float(0x7f800000))"),
    ("HUGE_VAL", "(__simt_bits_double(0x7ff0000000000000ll))"),
    ("M_E", "2.7182818284590452354"),
    ("M_LOG2E", "1.4426950408889634074"),
    ("M_LOG10E", "0.43429448190325182765"),
    ("M_LN2", "0.69314718055994530942"),
    ("M_LN10", "2.30258509299404568402"),
    ("M_PI", "3.14159265358979323846"),
    ("M_PI_2", "1.57079632679489661923"),
    ("M_PI_4", "0.78539816339744830962"),
    ("M_1_PI", "0.31830988618379067154"),
    ("M_2_PI", "0.63661977236758134308"),
    ("M_2_SQRTPI", "1.12837916709551257390"),
    ("M_SQRT2", "1.41421356237309504880"),
    ("M_SQRT1_2", "0.70710678118654752440"),
];

const FLOAT: &[Definition] = &[
    ("FLT_RADIX", "2"),
    ("FLT_MANT_DIG", "24"),
    ("DBL_MANT_DIG", "53"),
    ("FLT_DIG", "6"),
    ("DBL_DIG", "15"),
    ("FLT_MIN_EXP", "(-125)"),
    ("FLT_MAX_EXP", "128"),
    ("FLT_MIN", "1.17549435082228750797e-38F"),
    ("FLT_MAX", "3.40282346638528859812e+38F"),
    ("FLT_EPSILON", "1.19209289550781250000e-7F"),
    ("FLT_TRUE_MIN", "1.40129846432481707092e-45F"),
    ("DBL_MIN", "2.22507385850720138309e-308"),
    ("DBL_MAX", "1.79769313486231570815e+308"),
    ("DBL_EPSILON", "2.22044604925031308085e-16"),
];

const STDINT: &[Definition] = &[
    ("INT8_MIN", "(-128)"),
    ("INT8_MAX", "127"),
    ("UINT8_MAX", "255"),
    ("INT16_MIN", "(-32768)"),
    ("INT16_MAX", "32767"),
    ("UINT16_MAX", "65535"),
    ("INT32_MIN", "(-2147483647 - 1)"),
    ("INT32_MAX", "2147483647"),
    ("UINT32_MAX", "4294967295u"),
    ("INT64_MIN", "(-9223372036854775807l - 1l)"),
    ("INT64_MAX", "9223372036854775807l"),
    ("UINT64_MAX", "18446744073709551615ul"),
    ("SIZE_MAX", "18446744073709551615ul"),
];

/// What `<inttypes.h>` adds to `<stdint.h>`.
const PRINT_FORMATS: &[Definition] = &[
    ("PRId8", "\"d\""),
    ("PRIi8", "\"i\""),
    ("PRIu8", "\"u\""),
    ("PRIx8", "\"x\""),
    ("PRIX8", "\"X\""),
    ("PRId16", "\"d\""),
    ("PRIi16", "\"i\""),
    ("PRIu16", "\"u\""),
    ("PRIx16", "\"x\""),
    ("PRIX16", "\"X\""),
    ("PRId32", "\"d\""),
    ("PRIi32", "\"i\""),
    ("PRIu32", "\"u\""),
    ("PRIx32", "\"x\""),
    ("PRIX32", "\"X\""),
    ("PRId64", "\"ld\""),
    ("PRIi64", "\"li\""),
    ("PRIu64", "\"lu\""),
    ("PRIx64", "\"lx\""),
    ("PRIX64", "\"lX\""),
    ("PRIdPTR", "\"ld\""),
    ("PRIiPTR", "\"li\""),
    ("PRIuPTR", "\"lu\""),
    ("PRIxPTR", "\"lx\""),
    ("PRIXPTR", "\"lX\""),
    ("PRIdMAX", "\"ld\""),
    ("PRIiMAX", "\"li\""),
    ("PRIuMAX", "\"lu\""),
    ("PRIxMAX", "\"lx\""),
    ("PRIXMAX", "\"lX\""),
    ("SCNd32", "\"d\""),
    ("SCNu32", "\"u\""),
    ("SCNd64", "\"ld\""),
    ("SCNu64", "\"lu\""),
];

const MATH_CONSTANTS: &[Definition] = &[
    ("CUDART_INF_F", "__int_as_float(0x7f800000)"),
    ("CUDART_NAN_F", "__int_as_float(0x7fffffff)"),
    ("CUDART_MIN_DENORM_F", "__int_as_float(0x00000001)"),
    ("CUDART_MAX_NORMAL_F", "__int_as_float(0x7f7fffff)"),
    ("CUDART_NEG_ZERO_F", "__int_as_float(0x80000000)"),
    ("CUDART_ZERO_F", "0.0f"),
    ("CUDART_ONE_F", "1.0f"),
    ("CUDART_SQRT_HALF_F", "0.707106781f"),
    ("CUDART_SQRT_TWO_F", "1.414213562f"),
    ("CUDART_THIRD_F", "0.333333333f"),
    ("CUDART_PIO4_F", "0.785398163f"),
    ("CUDART_PIO2_F", "1.570796327f"),
    ("CUDART_3PIO4_F", "2.356194490f"),
    ("CUDART_2_OVER_PI_F", "0.636619772f"),
    ("CUDART_PI_F", "3.141592654f"),
    ("CUDART_L2E_F", "1.442695041f"),
    ("CUDART_L2T_F", "3.321928094f"),
    ("CUDART_LG2_F", "0.301029996f"),
    ("CUDART_LGE_F", "0.434294482f"),
    ("CUDART_LN2_F", "0.693147181f"),
    ("CUDART_LNT_F", "2.302585093f"),
    ("CUDART_INF", "__longlong_as_double(0x7ff0000000000000ll)"),
    ("CUDART_NAN", "__longlong_as_double(0xfff8000000000000ll)"),
    ("CUDART_PI", "3.1415926535897931e+0"),
    ("CUDART_L2E", "1.4426950408889634e+0"),
    ("CUDART_LN2", "6.9314718055994529e-1"),
];

const NOTHING: Lists = &[];

/// Headers that may be included, each with what it defines.
const KNOWN: &[(&str, Lists)] = &[
    ("cuda_runtime.h", NOTHING),
    ("cuda_runtime_api.h", NOTHING),
    ("cuda.h", NOTHING),
    ("device_launch_parameters.h", NOTHING),
    ("device_functions.h", NOTHING),
    ("device_atomic_functions.h", NOTHING),
    ("vector_types.h", NOTHING),
    ("vector_functions.h", NOTHING),
    ("math_functions.h", NOTHING),
    ("sm_30_intrinsics.h", NOTHING),
    ("driver_types.h", NOTHING),
    ("builtin_types.h", NOTHING),
    ("math_constants.h", &[MATH_CONSTANTS]),
    ("cuda_fp16.h", NOTHING),
    ("cuda_fp16.hpp", NOTHING),
    ("cuda_bf16.h", NOTHING),
    ("cuda_fp8.h", NOTHING),
    ("float.h", &[FLOAT]),
    ("cfloat", &[FLOAT]),
    ("limits.h", NOTHING),
    ("climits", NOTHING),
    ("math.h", NOTHING),
    ("cmath", NOTHING),
    ("stdint.h", &[STDINT]),
    ("cstdint", &[STDINT]),
    ("stdint-gcc.h", &[STDINT]),
    ("inttypes.h", &[STDINT, PRINT_FORMATS]),
    ("cinttypes", &[STDINT, PRINT_FORMATS]),
    ("stdio.h", NOTHING),
    ("cstdio", NOTHING),
    ("stdlib.h", NOTHING),
    ("cstdlib", NOTHING),
    ("string.h", NOTHING),
    ("cstring", NOTHING),
    ("assert.h", NOTHING),
    ("cassert", NOTHING),
    ("stddef.h", NOTHING),
    ("cstddef", NOTHING),
    ("stdbool.h", NOTHING),
    ("time.h", NOTHING),
    ("ctime", NOTHING),
    ("sys/time.h", NOTHING),
    ("unistd.h", NOTHING),
    ("errno.h", NOTHING),
    ("iostream", NOTHING),
    ("iomanip", NOTHING),
    ("fstream", NOTHING),
    ("sstream", NOTHING),
    ("ostream", NOTHING),
    ("string", NOTHING),
    ("string_view", NOTHING),
    ("vector", NOTHING),
    ("array", NOTHING),
    ("map", NOTHING),
    ("unordered_map", NOTHING),
    ("set", NOTHING),
    ("list", NOTHING),
    ("queue", NOTHING),
    ("tuple", NOTHING),
    ("utility", NOTHING),
    ("functional", NOTHING),
    ("memory", NOTHING),
    ("algorithm", NOTHING),
    ("numeric", NOTHING),
    ("random", NOTHING),
    ("chrono", NOTHING),
    ("thread", NOTHING),
    ("atomic", NOTHING),
    ("complex", NOTHING),
    ("limits", NOTHING),
    ("numbers", NOTHING),
    ("type_traits", NOTHING),
    ("initializer_list", NOTHING),
    ("compare", NOTHING),
    ("execution", NOTHING),
    ("sm_20_atomic_functions.h", NOTHING),
    ("sm_32_intrinsics.h", NOTHING),
    ("sm_35_intrinsics.h", NOTHING),
    ("host_defines.h", NOTHING),
    ("host_config.h", NOTHING),
    ("cuda_device_runtime_api.h", NOTHING),
    ("device_double_functions.h", NOTHING),
    ("vector_functions.hpp", NOTHING),
    ("math_functions.hpp", NOTHING),
    ("crt/device_functions.h", NOTHING),
    ("crt/math_functions.h", NOTHING),
    ("sys/cdefs.h", NOTHING),
    ("features.h", NOTHING),
    ("stdalign.h", NOTHING),
    ("malloc.h", NOTHING),
    ("memory.h", NOTHING),
    ("alloca.h", NOTHING),
    ("bit", NOTHING),
    ("stdexcept", NOTHING),
    ("exception", NOTHING),
    ("optional", NOTHING),
    ("sm_20_intrinsics.h", NOTHING),
    ("sm_30_intrinsics.h", NOTHING),
    ("sm_61_intrinsics.h", NOTHING),
    ("sm_60_atomic_functions.h", NOTHING),
    ("device_atomic_functions.h", NOTHING),
    ("nvToolsExtCuda.h", NOTHING),
    ("nvToolsExtCudaRt.h", NOTHING),
];

/// What is known of the header of that name.
pub fn find(name: &str) -> Option<Header> {
    let known = KNOWN.iter().find(|(known, _)| *known == name);
    match known {
        Some((_, lists)) => Some(Header::Known(lists)),
        None => not_modelled(name).map(Header::NotModelled),
    }
}

/// The names of the headers that may be included.
pub fn names() -> impl Iterator<Item = &'static str> {
    KNOWN.iter().map(|(name, _)| *name)
}

/// The header that defines a macro of that name, for the help beside an unknown name.
pub fn home_of(macro_name: &str) -> Option<&'static str> {
    let defines = |lists: Lists| {
        lists
            .iter()
            .copied()
            .flatten()
            .any(|(name, _)| *name == macro_name)
    };
    KNOWN
        .iter()
        .find(|(_, lists)| defines(lists))
        .map(|(header, _)| *header)
}

/// Whether a header names the half-precision types.
pub(super) fn names_small_floats(header: &str) -> bool {
    header.starts_with("cuda_fp") || header.starts_with("cuda_bf")
}

/// Defines what is there before the first line.
pub(super) fn define_predefined(pp: &mut Preprocessor<'_>) {
    pp.macros
        .reserve(PREDEFINED.len() + LIMITS.len() + MATH.len());
    for list in [PREDEFINED, LIMITS, MATH] {
        define_all(pp, list);
    }
    let arch = pp.source.arch().to_string();
    for name in ["__CUDA_ARCH__", "__CUDA_ARCH_LIST__"] {
        define(pp, name, &arch, false);
    }
}

/// Defines a header's macros; what the program has defined itself stays.
pub(super) fn define_all(pp: &mut Preprocessor<'_>, list: &[Definition]) {
    for (name, body) in list {
        define(pp, name, body, false);
    }
}

/// Defines a macro of the program's that its text does not define.
pub(super) fn define_own(pp: &mut Preprocessor<'_>, name: &str, body: &str) {
    define(pp, name, body, true);
}

/// Defines a macro without parameters, if there is none of this name.
fn define(pp: &mut Preprocessor<'_>, name: &str, body: &str, own: bool) {
    let made = Macro {
        params: None,
        body: tokens(body),
        defined: None,
        own,
    };
    pp.macros
        .entry(Arc::from(name))
        .or_insert_with(|| Rc::new(made));
}

fn tokens(text: &str) -> Vec<PpToken> {
    let mut at = 0;
    let mut out = Vec::new();
    let mut spaced = false;
    for token in lex::tokens(text) {
        let end = at + token.len as usize;
        if token.kind.is_blank() {
            spaced = true;
        } else {
            let text = Arc::from(&text[at..end]);
            let span = Span::default();
            out.push(PpToken {
                kind: token.kind,
                text,
                span,
                spaced,
                flaw: None,
                hide: None,
            });
            spaced = false;
        }
        at = end;
    }
    out
}
