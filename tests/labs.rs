//! The teaching is verified like code, each lab once, by the command that instructors run; whatever is handed in gets a
//! verdict; attempts of an older store mean what they meant.

use std::process::Command;

use lab::{Folder, Lab};
use lab_sim::Simulated;

/// The lab of this name.
fn lab_of(id: &str) -> Lab {
    let folder = shelf::ALL.iter().find(|folder| folder.id == id);
    folder.map(Folder::lab).expect("the lab is on the shelf")
}

#[test]
fn the_course_verifies() {
    let output = Command::new(env!("CARGO_BIN_EXE_course"))
        .arg("verify")
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("the program starts");
    let told = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success(),
        "{told}{}",
        String::from_utf8_lossy(&output.stderr)
    );
    for folder in shelf::ALL {
        assert!(
            told.contains(&format!("{}: the starter fails", folder.id)),
            "{told}"
        );
    }
}

#[test]
fn labs_come_in_the_order_of_the_plan_and_what_they_require_before_them() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let labs = course::labs::Labs::of(shelf::ALL, root);
    for (at, lab) in labs.all().iter().enumerate() {
        for required in &lab.requires {
            assert!(
                labs.all()[..at].iter().any(|l| l.id == required),
                "{} needs {required}",
                lab.id
            );
        }
    }
    assert_eq!(labs.all().first().map(|lab| lab.id), Some("vector-add"));
}

/// The texts of a folder's files.
fn files_of(folder: &std::path::Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let texts = entries.filter_map(|entry| std::fs::read_to_string(entry.path()).ok());
    texts.map(|text| text + "\n").collect()
}

/// What a starter in Rust imports from its lab can be read on the lab's page, word for word as the lab has it.
#[test]
fn a_lab_in_rust_shows_what_its_starter_imports() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("labs");
    let mut seen = 0;
    for folder in shelf::ALL {
        let of_lab = |file: &str| std::fs::read_to_string(root.join(folder.id).join(file)).ok();
        let Some(starter) = of_lab("solution.rs") else {
            continue;
        };
        let page = of_lab("lab.md").unwrap_or_default();
        let code: String = files_of(&root.join(folder.id).join("src")).concat();
        let module = format!("{}::{{", folder.id.replace('-', "_"));
        let single = module.trim_end_matches('{');
        let imports = starter.lines().filter(|line| line.starts_with("use "));
        let imports = imports.filter_map(|line| line.split_once(single).map(|(_, names)| names));
        for name in imports.flat_map(|names| names.trim_matches(['{', '}', ';']).split(", ")) {
            let opens = |line: &&str| {
                let mut words = line.split(|c: char| !c.is_alphanumeric() && c != '_');
                words.next() == Some("pub") && words.nth(1) == Some(name)
            };
            let declared = code.lines().find(opens);
            let declared = declared.unwrap_or_else(|| panic!("{}: no `{name}`", folder.id));
            assert!(
                page.lines().any(|line| line == declared),
                "labs/{}/lab.md does not show `{name}`, which the starter imports",
                folder.id
            );
            seen += 1;
        }
        let mut given = false;
        for line in page.lines() {
            given = match line {
                "```rust" => true,
                "```" => false,
                _ => given,
            };
            assert!(
                !given || line == "```rust" || code.lines().any(|has| has == line),
                "labs/{}/lab.md says `{line}`, and src/lib.rs does not",
                folder.id
            );
        }
    }
    assert!(seen >= 15, "{seen}");
}

/// Judges a text as the first part of `vector-add`.
fn judged(text: &str) -> (lab::Verdict, Vec<lab::CheckRecord>) {
    let mut records = Vec::new();
    let mut device = Simulated::new();
    let select = lab::Select::Part("fill");
    let verdict = lab::judge(&lab_of("vector-add"), select, text, &mut device, &mut |r| {
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
