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
        out.push_str(if include { "\n#include <cstdlib>\n" } else { " " });
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
    assert!(seen > 12, "only {seen} solutions are long enough to be compared");
}

#[test]
fn solutions_of_different_labs_are_not_alike() {
    let all = solutions();
    let texts: Vec<&str> = all.iter().map(|(_, text)| text.as_str()).collect();
    let alike = compare(&by_learners(&texts), "");
    let named = |pair: &Pair| (&all[pair.texts.0].0, &all[pair.texts.1].0, pair.alike);
    let found: Vec<_> = alike.pairs.iter().map(named).collect();
    assert!(found.is_empty(), "{found:?}");
}

#[test]
fn one_learners_texts_are_never_a_pair() {
    let text = lab::markers::solution(&repository("kernels/softmax.cu"));
    let texts = [0, 0, 0].map(|learner| Compared { learner, text: &text });
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

/// Known mistakes of a lab, as other learners' texts: name and text.
fn mistakes(lab: &str) -> Vec<(String, String)> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("labs/{lab}/wrong"));
    let files = std::fs::read_dir(folder).unwrap().flatten();
    let mut names: Vec<String> =
        files.map(|file| file.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names.into_iter().map(|name| (name.clone(), repository(&format!("labs/{lab}/wrong/{name}")))).collect()
}

#[test]
fn show_pairs() {
    for lab in ["softmax", "gemm-tiled", "transpose", "rope", "attn-naive", "add-rmsnorm", "flash-attention"] {
        let reference = repository(&format!("kernels/{lab}.cu"));
        let starter = lab::markers::starter(&reference);
        let mut all = mistakes(lab);
        all.push(("SOLUTION".into(), lab::markers::solution(&reference)));
        let texts: Vec<&str> = all.iter().map(|(_, text)| text.as_str()).collect();
        for (i, a) in texts.iter().enumerate() {
            for (j, b) in texts.iter().enumerate().skip(i + 1) {
                let s = starter_runs(&starter);
                let h = |t: &str| printed(t, &s).1.iter().map(|k| k.hash).collect::<HashSet<u64>>();
                let (x, y) = (h(a), h(b));
                let shared = x.intersection(&y).count();
                println!("{lab} {:3} {:3} {:3} {:.2} {} {}", x.len(), y.len(), shared, shared as f64 / x.len().min(y.len()).max(1) as f64, all[i].0, all[j].0);
            }
        }
    }
}
