//! Is this text the program that a part asks for? The compiler's complaints, or what is amiss with its kernels, in words.
//!
//! The rule: the message names the declaration that is wanted, and the nearest thing that is there.

use crate::Place;
use crate::device::{Complaint, KernelFound};
use crate::shape::{KernelSpec, Part};

/// What is wrong with the text, told once.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Amiss {
    pub message: String,
    pub detail: String,
    pub places: Vec<Place>,
}

/// A text in which there is nothing to compile.
pub(crate) fn empty() -> Amiss {
    Amiss {
        message: "there is no kernel here yet".into(),
        ..Amiss::default()
    }
}

/// The compiler's complaints as one.
pub(crate) fn complaints(file: &str, complaints: &[Complaint]) -> Amiss {
    let Some(first) = complaints.first() else {
        return Amiss {
            message: format!("`{file}` does not compile"),
            ..Amiss::default()
        };
    };
    let more = match complaints.len() {
        1 => String::new(),
        2 => " (and 1 more)".into(),
        n => format!(" (and {} more)", n - 1),
    };
    let at = if first.place.line > 0 {
        format!("line {}: ", first.place.line)
    } else {
        String::new()
    };
    Amiss {
        message: format!("{at}{}{more}", first.message),
        detail: complaints
            .iter()
            .map(|c| c.excerpt.trim_end())
            .collect::<Vec<_>>()
            .join("\n\n"),
        places: complaints
            .iter()
            .map(|c| Place {
                note: c.message.clone(),
                ..c.place.clone()
            })
            .collect(),
    }
}

/// What keeps the part's kernels from being launched.
pub(crate) fn missing(part: &Part, found: &[KernelFound]) -> Option<Amiss> {
    part.kernels
        .iter()
        .find_map(|spec| match found.iter().find(|k| k.name == spec.name) {
            None => Some(absent(spec, found)),
            Some(kernel) => other_parameters(spec, kernel),
        })
}

fn absent(spec: &KernelSpec, found: &[KernelFound]) -> Amiss {
    let near = found
        .iter()
        .map(|k| (distance(&k.name, spec.name), k))
        .min_by_key(|(d, _)| *d);
    let near = near
        .filter(|(d, _)| *d <= spec.name.len().div_ceil(3))
        .map(|(_, k)| k);
    let message = match near {
        Some(kernel) => format!(
            "there is no kernel `{}`; `{}` has a name like it",
            spec.name, kernel.name
        ),
        None => format!("there is no kernel `{}`", spec.name),
    };
    let names: Vec<String> = found.iter().map(|k| format!("`{}`", k.name)).collect();
    let here = if names.is_empty() {
        "none".into()
    } else {
        names.join(", ")
    };
    Amiss {
        message,
        detail: format!("wanted: {}\nkernels here: {here}", spec.declaration()),
        places: near
            .map(|k| Place {
                note: "declared here".into(),
                ..k.place.clone()
            })
            .into_iter()
            .collect(),
    }
}

fn other_parameters(spec: &KernelSpec, kernel: &KernelFound) -> Option<Amiss> {
    let amiss = |message: String| {
        let here: Vec<String> = kernel
            .params
            .iter()
            .map(|(ty, name)| format!("{ty} {name}"))
            .collect();
        Some(Amiss {
            message,
            detail: format!(
                "wanted: {}\nhere:   __global__ void {}({})",
                spec.declaration(),
                spec.name,
                here.join(", ")
            ),
            places: vec![Place {
                note: "declared here".into(),
                ..kernel.place.clone()
            }],
        })
    };
    if kernel.params.len() != spec.params.len() {
        let (here, wanted) = (kernel.params.len(), spec.params.len());
        let s = if here == 1 { "" } else { "s" };
        return amiss(format!(
            "`{}` takes {here} parameter{s}, and {wanted} are passed",
            spec.name
        ));
    }
    let pairs = kernel.params.iter().zip(&spec.params);
    let other = pairs
        .enumerate()
        .find(|(_, ((here, _), (wanted, _)))| plain(here) != plain(wanted));
    other.and_then(|(i, ((here, _), (wanted, name)))| {
        amiss(format!(
            "parameter {} of `{}` is `{here}`, and `{wanted} {name}` is passed",
            i + 1,
            spec.name
        ))
    })
}

/// A type without what does not change how it is passed: `const`, `__restrict__`, spaces.
fn plain(ty: &str) -> String {
    let spaced = ty.replace('*', " * ").replace('&', " & ");
    let words = spaced
        .split_whitespace()
        .filter(|w| !matches!(*w, "const" | "__restrict__" | "__restrict" | "restrict"));
    words.collect::<Vec<_>>().join(" ")
}

/// Edit distance: insertions, deletions, replacements.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, ca) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, cb) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(ca != *cb);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spec() -> KernelSpec {
        KernelSpec::parse("__global__ void vadd(const float* a, int n)")
    }

    fn kernel(name: &str, params: &[(&str, &str)]) -> KernelFound {
        let params = params
            .iter()
            .map(|(t, n)| ((*t).to_owned(), (*n).to_owned()))
            .collect();
        KernelFound {
            name: name.into(),
            params,
            place: Place {
                line: 4,
                column: 1,
                note: String::new(),
            },
        }
    }

    #[test]
    fn a_renamed_kernel_is_recognised() {
        let amiss = absent(&spec(), &[kernel("vecadd", &[]), kernel("other", &[])]);
        assert_eq!(
            amiss.message,
            "there is no kernel `vadd`; `vecadd` has a name like it"
        );
        assert!(
            amiss
                .detail
                .contains("__global__ void vadd(const float* a, int n)"),
            "{}",
            amiss.detail
        );
        assert_eq!(amiss.places[0].line, 4);
    }

    #[test]
    fn parameters_are_compared_by_how_they_are_passed() {
        assert_eq!(
            other_parameters(
                &spec(),
                &kernel(
                    "vadd",
                    &[("float *__restrict__", "x"), ("const int", "count")]
                )
            ),
            None
        );
        let few = other_parameters(&spec(), &kernel("vadd", &[("float*", "x")])).map(|a| a.message);
        assert_eq!(
            few.as_deref(),
            Some("`vadd` takes 1 parameter, and 2 are passed")
        );
        let other = other_parameters(&spec(), &kernel("vadd", &[("double*", "x"), ("int", "n")]))
            .map(|a| a.message);
        assert_eq!(
            other.as_deref(),
            Some("parameter 1 of `vadd` is `double*`, and `const float* a` is passed")
        );
    }
}
