//! A lab's folder with everything wrong that can be: each is told with its file and line, all at once, and the lab is there.

use lab::{Folder, Language, PartSpec, part};

fn parts() -> Vec<PartSpec> {
    vec![
        part("v0", "__global__ void k(float* x)").bounds(),
        part("v1", "__global__ void l(float* x)"),
        part("v1", "__global__ void l(float* x)").bounds().bounds(),
    ]
}

fn told(folder: &Folder) -> Vec<String> {
    folder
        .lab()
        .problems
        .iter()
        .map(ToString::to_string)
        .collect()
}

const TEXT: &str = "---
id: ropes
title: T
goal: g
minutes: 1
---

## Part v0: A
Write `k`.

### Hints
1. look
1. look again

## Part v9: B
Write `m`.
";

#[test]
fn everything_wrong_is_told_at_once_with_its_place() {
    let folder = Folder {
        id: "rope",
        language: Language::Cuda,
        text: Some(TEXT),
        reference: Some("__global__ void k(float* x) {}\n//@end\n"),
        wrong: &[
            ("a.cu", "// must fail: v0/speed — no such check\n"),
            ("b.cu", "int x;\n"),
        ],
        parts,
    };
    assert_eq!(
        told(&folder),
        [
            "labs/rope/lab.md:13: this hint is number 2, not 1",
            "labs/rope/lab.md:2: the id is `ropes`, and the folder is called `rope`",
            "labs/rope/lab.md:15: src/lib.rs has no part `v9`",
            "labs/rope/lab.md: has no section `## Part v1: …`, and src/lib.rs has that part",
            "labs/rope/lab.md: has no section `## Part v1: …`, and src/lib.rs has that part",
            "kernels/rope.cu:1: has no marker `//@solution`, so starter and solution are the same",
            "kernels/rope.cu:2: `//@end` without its `//@solution`",
            "labs/rope/wrong/a.cu:1: there is no check `v0/speed`",
            "labs/rope/wrong/b.cu:1: the first line is not `// must fail: part/check — why`",
            "labs/rope/wrong: has 2 known mistakes, and at least 4 are asked for",
            "labs/rope/src/lib.rs: has part `v1` twice",
            "labs/rope/src/lib.rs: has check `bounds` of part `v1` twice",
        ]
    );
    assert_eq!(folder.lab().parts.len(), 3);
}

#[test]
fn a_folder_with_nothing_but_code_is_a_lab_that_says_what_it_lacks() {
    let bare = Folder {
        id: "bare",
        language: Language::Rust,
        text: None,
        reference: None,
        wrong: &[],
        parts: || vec![lab::functions("a", &["pub fn f() -> u32"])],
    };
    let told = told(&bare);
    assert!(
        told[0].starts_with("labs/bare/lab.md: is missing"),
        "{told:?}"
    );
    assert!(
        told[1].starts_with("labs/bare/solution.rs: is missing"),
        "{told:?}"
    );
    assert_eq!(
        (bare.lab().title.as_str(), bare.lab().file.as_str()),
        ("bare", "exercise.rs")
    );
}
