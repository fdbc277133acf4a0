//! The teaching is verified like code: for every lab the starter compiles, launches and fails, the solution passes,
//! each known mistake fails exactly the check that it names, and every folder under `labs/` is linked.

use std::path::Path;

#[test]
fn every_lab_is_sound() {
    for lab in course::labs::ALL {
        let problems = lab::verify(lab, &mut lab::Simulated::new());
        assert!(problems.is_empty(), "{}:\n{}", lab.id, problems.join("\n"));
    }
}

#[test]
fn every_folder_is_a_linked_lab_with_all_its_known_mistakes() {
    let labs = Path::new(env!("CARGO_MANIFEST_DIR")).join("labs");
    let names = |path: &Path| -> Vec<String> {
        let entries = std::fs::read_dir(path).into_iter().flatten().flatten();
        let mut names: Vec<String> = entries
            .map(|e| e.file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    };
    let mut linked: Vec<&str> = course::labs::ALL.iter().map(|lab| lab.id).collect();
    linked.sort_unstable();
    assert_eq!(names(&labs), linked);
    for lab in course::labs::ALL {
        let mut wrong: Vec<&str> = lab.wrong.iter().map(|(name, _)| *name).collect();
        wrong.sort_unstable();
        assert_eq!(names(&labs.join(lab.id).join("wrong")), wrong, "{}", lab.id);
    }
}

#[test]
fn required_labs_come_before() {
    for (at, lab) in course::labs::ALL.iter().enumerate() {
        for required in lab.requires {
            assert!(
                course::labs::ALL[..at].iter().any(|l| l.id == *required),
                "{} needs {required}",
                lab.id
            );
        }
    }
}

/// Judges a text as the first part of `vector-add`.
fn judged(text: &str) -> (lab::Verdict, Vec<lab::CheckRecord>) {
    let mut records = Vec::new();
    let mut device = lab::Simulated::new();
    let select = lab::Select::Part("fill");
    let verdict = lab::judge(&vector_add::LAB, select, text, &mut device, &mut |r| {
        records.push(r)
    });
    (verdict, records)
}

fn fill(body: &str) -> String {
    format!(
        "__global__ void fill_index(int* out, int n) {{\n    int i = blockIdx.x * blockDim.x + threadIdx.x;\n    {body}\n}}\n"
    )
}

#[test]
fn whatever_is_handed_in_gets_a_verdict() {
    use lab::Verdict::{DoesNotCompile, Unsound, Wrong};
    let long = "int x;\n".repeat(1_500_000);
    let texts: [(&str, String, lab::Verdict); 13] = [
        ("nothing", String::new(), DoesNotCompile),
        ("blanks", " \n\t\n".into(), DoesNotCompile),
        ("a comment", "// soon\n".into(), DoesNotCompile),
        (
            "another language",
            "fn main() { println!(\"{}\", 1 + 1); }".into(),
            DoesNotCompile,
        ),
        (
            "another kernel",
            "__global__ void fill_idx(int* out, int n) {}".into(),
            DoesNotCompile,
        ),
        (
            "other parameters",
            "__global__ void fill_index(float* out, int n) {}".into(),
            DoesNotCompile,
        ),
        ("ten megabytes", long, DoesNotCompile),
        ("noise", "\u{1}\u{fffd}]]}}((".into(), DoesNotCompile),
        (
            "an endless loop",
            fill("while (n >= 0) { i = 1 - i; } out[i] = i;"),
            Wrong,
        ),
        (
            "a null pointer",
            fill("int* p = nullptr; p[i] = i;"),
            Unsound,
        ),
        (
            "4 GiB of shared memory",
            fill("__shared__ int s[1073741824]; s[i] = i; out[i] = s[i];"),
            DoesNotCompile,
        ),
        (
            "a division by zero",
            fill("if (i < n) { out[i] = i / (n - n); }"),
            Unsound,
        ),
        (
            "endless recursion",
            format!(
                "__device__ int f(int x) {{ return f(x + 1); }}\n{}",
                fill("if (i < n) { out[i] = f(i); }")
            ),
            Wrong,
        ),
    ];
    for (what, text, expected) in texts {
        let (verdict, records) = judged(&text);
        let messages: Vec<&str> = records.iter().map(|r| r.message.as_str()).collect();
        assert_eq!(verdict, expected, "{what}: {messages:?}");
        assert_eq!(records.len(), 5, "{what}: a record for every check");
        assert!(
            messages.iter().all(|m| !m.is_empty()),
            "{what}: {messages:?}"
        );
    }
}

#[test]
fn a_wrong_element_is_traced_to_the_store_that_made_it() {
    let (_, records) = judged(&fill("if (i < n) { out[i] = i == 40 ? 7 : i; }"));
    let correct = &records[1];
    assert!(
        correct
            .message
            .starts_with("`out[40]` is 7, expected 40 (n = 257"),
        "{}",
        correct.message
    );
    assert_eq!(correct.places.first().map(|p| p.line), Some(3));
    assert!(
        correct
            .detail
            .contains("thread (40, 0, 0) of block (0, 0, 0)"),
        "{}",
        correct.detail
    );
    assert!(correct.detail.contains("i = 40"), "{}", correct.detail);
}
