//! What of a text can be started: whether it has a `main`, and its kernels with their parameters.
//!
//! A text comes in, one line of JSON goes out. The rule: only kernels that a launch by name starts are listed; a template is one only where
//! the text makes an instance of it.

use lab::json_text;
use simt::Compiled;
use simt::ir::{Param, ParamKind, Signature};
use simt::source::Source;

use crate::element::{Element, number_of};
use crate::json::{list, object};
use crate::uncompiled;

/// The line.
///
/// ```json
/// {"main":true,"kernels":[{"name":"scale","line":3,"params":[{"name":"x","type":"float*","elem":"float","pointer":true,"const":false},
///  {"name":"n","type":"int","elem":"int","pointer":false}]}]}
/// ```
/// or `{"failed":"The text does not compile (line 3: …).","line":3}`. `elem` is what a pointer leads to as the text names it; `null` where that
/// is nothing that can be named.
pub fn outline(text: &str) -> String {
    let source = Source::new("kernel.cu", text);
    match simt::compile(&source) {
        Ok(module) => object(&[
            ("main", has_main(&module).to_string()),
            (
                "kernels",
                list(module.kernels().map(|one| kernel(&source, one))),
            ),
        ]),
        Err(diags) => uncompiled::first(&source, &diags).told(),
    }
}

/// Whether host code of the text begins with a `main`.
pub(crate) fn has_main(module: &Compiled) -> bool {
    let mut entries = module.code().entries.iter();
    entries.any(|entry| entry.signature.name == "main")
}

fn kernel(source: &Source, of: &Signature) -> String {
    object(&[
        ("name", json_text(&of.name)),
        ("line", source.line(of.span.start).to_string()),
        ("params", list(of.params.iter().map(param))),
    ])
}

fn param(of: &Param) -> String {
    let mut members = vec![("name", json_text(&of.name)), ("type", json_text(&of.ty))];
    match of.kind {
        ParamKind::Pointer(_) => {
            let name = Element::of(of).name;
            let name = name.map_or_else(|| "null".to_owned(), |name| json_text(&name));
            let constant = of.ty.starts_with("const ");
            members.extend([
                ("elem", name),
                ("pointer", true.to_string()),
                ("const", constant.to_string()),
            ]);
        }
        ParamKind::Scalar(elem) => {
            let name = number_of(&of.ty, elem).name();
            members.extend([("elem", json_text(name)), ("pointer", false.to_string())]);
        }
    }
    object(&members)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn told(text: &str) -> Value {
        serde_json::from_str(&outline(text)).expect("it is JSON")
    }

    #[test]
    fn kernels_are_told_with_their_parameters() {
        let told = told(
            "__device__ float twice(float x) { return 2 * x; }\n__global__ void scale(float* x, const int* at, float a, int n) {\n  x[at[0]] = twice(a) * n;\n}\n",
        );
        assert_eq!(told["main"], false);
        let kernel = &told["kernels"][0];
        assert_eq!(
            (&kernel["name"], &kernel["line"]),
            (&"scale".into(), &2.into())
        );
        assert_eq!(
            kernel["params"],
            json!([
                {"name": "x", "type": "float*", "elem": "float", "pointer": true, "const": false},
                {"name": "at", "type": "const int*", "elem": "int", "pointer": true, "const": true},
                {"name": "a", "type": "float", "elem": "float", "pointer": false},
                {"name": "n", "type": "int", "elem": "int", "pointer": false},
            ])
        );
        assert_eq!(told["kernels"].as_array().map(Vec::len), Some(1));
    }

    #[test]
    fn a_template_is_listed_by_its_instances_and_a_main_is_seen() {
        let told = told(
            "template <int N> __global__ void fill(int* x) { x[threadIdx.x] = N; }\nint main() { fill<7><<<1, 32>>>(nullptr); }\n",
        );
        assert_eq!(told["main"], true);
        let names: Vec<&Value> = told["kernels"]
            .as_array()
            .expect("a list")
            .iter()
            .map(|kernel| &kernel["name"])
            .collect();
        assert_eq!(names, ["fill<7>"]);
    }

    #[test]
    fn what_a_pointer_leads_to_has_the_name_that_the_text_gives_it() {
        let told = told(
            "#include <cuda_fp16.h>\nstruct P { float x; int n; };\n__global__ void k(__half* h, float4* v, P* p, void* w, unsigned char* c, __half s) { c[0] = 1; }\n",
        );
        let elems: Vec<&Value> = told["kernels"][0]["params"]
            .as_array()
            .expect("a list")
            .iter()
            .map(|param| &param["elem"])
            .collect();
        let wanted = [
            "__half".into(),
            "float4".into(),
            "P".into(),
            Value::Null,
            "unsigned char".into(),
            "__half".into(),
        ];
        assert_eq!(elems, wanted.iter().collect::<Vec<_>>());
    }

    #[test]
    fn what_does_not_compile_is_a_sentence_with_its_line() {
        let told = told("int x;\n__global__ void k(float* x) { x[0] = y; }\n");
        let said = told["failed"].as_str().unwrap_or_default();
        assert!(
            said.starts_with("The text does not compile (line 2: "),
            "{said}"
        );
        assert_eq!(told["line"], 2);
    }
}
