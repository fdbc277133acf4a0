//! The headers that are known, and the macros that each defines.
//!
//! Rules: a known header is otherwise a no-op, since what it declares is there from the start; a macro that
//! nvcc defines without any `#include` (it includes `cuda_runtime.h` by itself, and with it `math.h`, `limits.h`
//! and `stdlib.h`) is predefined here too, and one that needs a header needs it here. A header whose content
//! device code would use and that is not modelled is refused by name.

mod macros;

use std::rc::Rc;
use std::sync::Arc;

use self::macros::{
    CUDA, FLOAT, LANGUAGE, LIMITS, MATH, MATH_CONSTANTS, NUMBERS, PREDEFINED, PRINT_FORMATS,
    STDINT, SYSTEM,
};
use super::refused::not_modelled;
use super::{Macro, Params, PpToken, Preprocessor};
use cuda_source::lex;
use cuda_source::source::Span;

/// A macro's name, with its parameters if it has any, and its body.
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

const NOTHING: Lists = &[];

/// Headers that may be included, each with what it defines.
const KNOWN: &[(&str, Lists)] = &[
    ("cuda_runtime.h", NOTHING),
    ("cuda_runtime_api.h", NOTHING),
    ("cuda.h", &[CUDA]),
    ("device_launch_parameters.h", NOTHING),
    ("device_functions.h", NOTHING),
    ("device_atomic_functions.h", NOTHING),
    ("vector_types.h", NOTHING),
    ("vector_functions.h", NOTHING),
    ("math_functions.h", NOTHING),
    ("sm_30_intrinsics.h", NOTHING),
    ("driver_types.h", NOTHING),
    ("driver_functions.h", NOTHING),
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

/// Headers of the toolkit that are parts of others, which they stand for here.
const PARTS: &[(&str, &[&str])] = &[
    (
        "curand_kernel.h",
        &[
            "curand_discrete.h",
            "curand_discrete2.h",
            "curand_globals.h",
            "curand_lognormal.h",
            "curand_mrg32k3a.h",
            "curand_normal.h",
            "curand_normal_static.h",
            "curand_philox4x32_x.h",
            "curand_poisson.h",
            "curand_precalc.h",
            "curand_uniform.h",
        ],
    ),
    (
        "cuda_runtime.h",
        &[
            "channel_descriptor.h",
            "common_functions.h",
            "crt/common_functions.h",
            "crt/device_double_functions.h",
            "crt/device_functions.hpp",
            "crt/host_config.h",
            "crt/host_defines.h",
            "crt/math_functions.hpp",
            "device_atomic_functions.hpp",
            "device_types.h",
            "sm_20_atomic_functions.hpp",
            "sm_20_intrinsics.hpp",
            "sm_30_intrinsics.hpp",
            "sm_32_atomic_functions.h",
            "sm_32_atomic_functions.hpp",
            "sm_32_intrinsics.hpp",
            "sm_35_atomic_functions.h",
            "sm_60_atomic_functions.hpp",
            "sm_61_intrinsics.hpp",
            "surface_types.h",
            "texture_types.h",
        ],
    ),
    ("cuda_bf16.h", &["cuda_bf16.hpp"]),
    ("cuda_fp8.h", &["cuda_fp8.hpp"]),
    ("mma.h", &["crt/mma.h", "crt/mma.hpp"]),
    ("thrust/universal_vector.h", &["thrust/universal_ptr.h"]),
];

/// The header of which the one of that name is a part; itself if of none.
pub fn whole_of(name: &str) -> &str {
    let whole = PARTS.iter().find(|(_, parts)| parts.contains(&name));
    whole.map_or(name, |(whole, _)| whole)
}

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
    let lists = [PREDEFINED, SYSTEM, NUMBERS, LANGUAGE, LIMITS, MATH];
    pp.macros.reserve(lists.iter().map(|list| list.len()).sum());
    for list in lists {
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

/// Defines a macro, its parameters in parentheses after its name, if there is none of this name.
fn define(pp: &mut Preprocessor<'_>, name: &str, body: &str, own: bool) {
    let (name, params) = match name.split_once('(') {
        Some((name, list)) => (name, Some(parameters(list))),
        None => (name, None),
    };
    let made = Macro {
        params,
        body: tokens(body, Span::default()),
        defined: None,
        own,
    };
    pp.macros
        .entry(Arc::from(name))
        .or_insert_with(|| Rc::new(made));
}

/// The parameters of `a,b)`.
fn parameters(list: &str) -> Params {
    let names = list.trim_end_matches(')').split(',');
    Params {
        names: names.map(|name| name.trim().into()).collect(),
        variadic: false,
    }
}

/// The tokens of a text that stands in no file, all at one place.
pub(super) fn tokens(text: &str, span: Span) -> Vec<PpToken> {
    let mut at = 0;
    let mut out = Vec::new();
    let mut spaced = false;
    for token in lex::tokens(text) {
        let end = at + token.len as usize;
        if token.kind.is_blank() {
            spaced = true;
        } else {
            let text = Arc::from(&text[at..end]);
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
