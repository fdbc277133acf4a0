//! A lab as its page needs it: names, parts, and what each checks.

use lab::{Check, Lab, Language, Part, json_text};

use crate::json::{list, object};

/// A lab's id, title, language (`cuda` or `rust`) and file, and its parts with what each asks for and checks.
///
/// ```json
/// {"id":"…","title":"…","language":"cuda","file":"….cu","parts":[{"id":"…","title":"…","declarations":["…"],
///  "checks":[{"id":"…","title":"…","seconds":10,"gpu":false}]}]}
/// ```
pub fn lab(lab: &Lab) -> String {
    let language = match lab.language {
        Language::Cuda => "cuda",
        Language::Rust => "rust",
    };
    object(&[
        ("id", json_text(lab.id)),
        ("title", json_text(&lab.title)),
        ("language", json_text(language)),
        ("file", json_text(&lab.file)),
        ("parts", list(lab.parts.iter().map(part))),
    ])
}

fn part(part: &Part) -> String {
    let declarations = part.declarations();
    object(&[
        ("id", json_text(part.id)),
        ("title", json_text(&part.title)),
        (
            "declarations",
            list(declarations.iter().map(|one| json_text(one))),
        ),
        ("checks", list(part.checks.iter().map(check))),
    ])
}

fn check(check: &Check) -> String {
    object(&[
        ("id", json_text(check.id)),
        ("title", json_text(check.title)),
        ("seconds", check.limit_s.to_string()),
        ("gpu", check.needs_gpu().to_string()),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;
    use lab::Folder;

    #[test]
    fn parts_and_checks_are_told_in_their_order() {
        let folder = Folder {
            id: "double",
            language: Language::Cuda,
            text: Some(
                "---\nid: double\ntitle: Twice \"over\" again\ngoal: g\nminutes: 1\n---\n## Part v1: First\ntext\n",
            ),
            reference: None,
            wrong: &[],
            parts: || vec![lab::part("v1", "__global__ void k(int n)").correct("all is right")],
        };
        let told: serde_json::Value =
            serde_json::from_str(&super::lab(&folder.lab())).expect("it is JSON");
        assert_eq!(told["title"], "Twice \"over\" again");
        assert_eq!(told["file"], "double.cu");
        let part = &told["parts"][0];
        assert_eq!(
            (&part["id"], &part["title"]),
            (&"v1".into(), &"First".into())
        );
        assert_eq!(part["declarations"][0], "__global__ void k(int n)");
        assert_eq!(part["checks"][0]["id"], "compiles");
        assert_eq!(part["checks"][1]["title"], "all is right");
        assert_eq!(part["checks"][1]["seconds"], lab::DEFAULT_LIMIT_S);
    }
}
