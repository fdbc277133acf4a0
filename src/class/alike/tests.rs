//! Real texts compared: this course's labs, their solutions and their known mistakes.

use super::*;
use crate::class::alike::excerpts::passages;

fn repository(path: &str) -> String {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The reference solutions of the kernels' labs, with their names.
fn solutions() -> Vec<(String, String)> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("kernels");
    let files = std::fs::read_dir(folder).unwrap().flatten();
    let mut names: Vec<String> = files
        .map(|file| file.file_name().to_string_lossy().into_owned())
        .filter(|name| name.ends_with(".cu"))
        .collect();
    names.sort();
    let read = |name: String| {
        let text = lab::markers::solution(&repository(&format!("kernels/{name}")));
        (name, text)
    };
    names.into_iter().map(read).collect()
}

fn by_learners<'t>(texts: &[&'t str]) -> Vec<Compared<'t>> {
    let texts = texts.iter().enumerate();
    texts
        .map(|(learner, text)| Compared { learner, text })
        .collect()
}

/// The same program by somebody who would not have it seen: other names, another layout, other comments.
fn disguised(text: &str) -> String {
    let mut out = String::from("// my own work\n");
    let mut names: HashMap<String, String> = HashMap::new();
    let mut at = 0;
    for word in words::words(text) {
        let written = &text[word.place.clone()];
        let include = text[at..word.place.start].contains("#include");
        out.push_str(if include {
            "\n#include <cstdlib>\n"
        } else {
            " "
        });
        if word.code == 1 {
            let count = names.len();
            let name = names.entry(written.to_owned());
            out.push_str(name.or_insert_with(|| format!("my_{count}")));
        } else {
            out.push_str(written);
        }
        if written == ";" || written == "{" {
            out.push_str(" /* here */\n\n\t");
        }
        // A line of the preprocessor stays one.
        let rest = &text[word.place.end..];
        if rest.starts_with('\n') {
            out.push('\n');
        }
        at = word.place.end;
    }
    out
}

#[test]
fn renaming_and_layout_hide_nothing() {
    let mut seen = 0;
    for (name, text) in solutions() {
        let other = disguised(&text);
        let starter = lab::markers::starter(&repository(&format!("kernels/{name}")));
        let alike = compare(&by_learners(&[&text, &other]), &starter);
        if alike.compared < 2 {
            continue;
        }
        seen += 1;
        assert_eq!(alike.pairs.len(), 1, "{name}");
        assert_eq!(alike.pairs[0].alike, 1.0, "{name}");
        let shown = passages(&text, &other, &starter);
        assert!(!shown.is_empty() && shown[0].words >= winnow::K, "{name}");
    }
    assert!(
        seen > 12,
        "only {seen} solutions are long enough to be compared"
    );
}

#[test]
fn solutions_of_different_labs_are_not_alike() {
    let all = solutions();
    let texts: Vec<&str> = all.iter().map(|(_, text)| text.as_str()).collect();
    let alike = compare(&by_learners(&texts), "");
    let named = |pair: &Pair| (&all[pair.texts.0].0, &all[pair.texts.1].0, pair.alike);
    // One lab shows the other's kernel for comparison.
    let told = |(a, b, _): &(&String, &String, f64)| {
        (a.as_str(), b.as_str()) == ("gemm-naive.cu", "gemm-tiled.cu")
    };
    let found: Vec<_> = alike
        .pairs
        .iter()
        .map(named)
        .filter(|pair| !told(pair))
        .collect();
    assert!(found.is_empty(), "{found:?}");
}

#[test]
fn one_learners_texts_are_never_a_pair() {
    let text = lab::markers::solution(&repository("kernels/softmax.cu"));
    let texts = [0, 0, 0].map(|learner| Compared {
        learner,
        text: &text,
    });
    let alike = compare(&texts, "");
    assert_eq!((alike.pairs.len(), alike.compared), (0, 3));
}

#[test]
fn what_most_of_a_class_wrote_tells_nothing() {
    let text = lab::markers::solution(&repository("kernels/softmax.cu"));
    let other = lab::markers::solution(&repository("kernels/rope.cu"));
    let mut texts = vec![text.as_str(); 30];
    texts.extend([other.as_str(), other.as_str()]);
    let alike = compare(&by_learners(&texts), "");
    let found: Vec<_> = alike.pairs.iter().map(|pair| pair.texts).collect();
    assert_eq!(found, [(30, 31)]);
}

/// Known mistakes of a lab, as other learners' texts.
fn mistakes(lab: &str) -> Vec<String> {
    let folder = format!("labs/{lab}/wrong");
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(&folder);
    let files = std::fs::read_dir(path).unwrap().flatten();
    let mut names: Vec<String> = files
        .map(|file| file.file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    let read = |name: &String| repository(&format!("{folder}/{name}"));
    names.iter().map(read).collect()
}

#[test]
fn a_copy_with_a_mistake_of_its_own_is_still_a_copy() {
    // A known mistake is the solution with a few lines changed: what somebody hands in who changed a few lines of a friend's.
    let (mut seen, mut found) = (0, 0);
    for lab in ["flash-attention", "gemm-tiled", "softmax", "transpose"] {
        let reference = repository(&format!("kernels/{lab}.cu"));
        let (starter, solution) = (
            lab::markers::starter(&reference),
            lab::markers::solution(&reference),
        );
        for mistake in mistakes(lab) {
            let alike = compare(&by_learners(&[&solution, &mistake]), &starter);
            seen += usize::from(alike.compared == 2);
            found += alike.pairs.len();
        }
    }
    assert!(seen > 30 && found * 10 >= seen * 9, "{found} of {seen}");
}

#[test]
fn who_solved_the_lab_by_themselves_is_not_alike() {
    let reference = repository("kernels/softmax.cu");
    let mut texts = vec![lab::markers::solution(&reference)];
    for name in ["softmax-tree.cu", "softmax-serial.cu", "softmax-block.cu"] {
        texts.push(repository(&format!("tests/fixtures/class/{name}")));
    }
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let alike = compare(&by_learners(&texts), &lab::markers::starter(&reference));
    assert_eq!((alike.compared, alike.pairs), (4, Vec::new()));
}

#[test]
fn the_work_grows_with_what_is_shared() {
    let base = lab::markers::solution(&repository("kernels/softmax.cu"));
    let ops = ["+", "-", "*", "/", "%", "^", "|", "&"];
    // Each learner's own lines below a kernel that all have; every hundredth is a copy of the one before.
    let own = |n: usize| {
        let n = if n % 100 == 99 { n - 1 } else { n };
        let mut x = n as u64 + 1;
        let mut next = || {
            x = x
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (x >> 33) as usize
        };
        let lines = (0..30).map(|_| {
            format!(
                "a {}= b[{}] {} (c {} {});\n",
                ops[next() % 8],
                next() % 50,
                ops[next() % 8],
                ops[next() % 8],
                next() % 50
            )
        });
        format!("{base}\nvoid f() {{\n{}}}\n", lines.collect::<String>())
    };
    let all: Vec<String> = (0..1_500).map(own).collect();
    let texts: Vec<&str> = all.iter().map(String::as_str).collect();
    let began = std::time::Instant::now();
    let alike = compare(&by_learners(&texts), "");
    let took = began.elapsed();
    assert_eq!(
        (alike.pairs.len() + alike.more, alike.compared),
        (15, 1_500)
    );
    assert!(
        alike
            .pairs
            .iter()
            .all(|pair| pair.alike == 1.0 && pair.texts.1 == pair.texts.0 + 1)
    );
    // Each with each would be a million pairs of texts.
    assert!(took.as_secs() < 60, "{took:?}");
}
