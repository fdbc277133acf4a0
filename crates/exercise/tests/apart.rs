//! A small lab from its folder to verdicts: what compiles, what does not, what dies, and the proof of all its candidates.
//!
//! One course in a scratch folder serves all cases, so that the platform's crates are compiled once.

use std::path::{Path, PathBuf};
use std::process::Command;

use exercise::{Begun, Course, Trouble};
use lab::{Candidate, Folder, Lab, Language, Select, Status, Uncompiled};

#[path = "tiny/lib.rs"]
mod tiny;

const BIND: &str = include_str!("tiny/bind.rs");
const REFERENCE: &str = include_str!("tiny/solution.rs");
const WRONG: [(&str, &str); 5] = [
    (
        "adds.rs",
        "// must fail: one/area — adds\npub fn area(w: u32, h: u32) -> u32 { w + h }\n",
    ),
    (
        "nine.rs",
        "// must fail: one/size — off by one\nuse tiny::Size;\npub fn size(area: u32) -> Size { if area < 9 { Size::Small } else { Size::Large } }\n",
    ),
    (
        "exits.rs",
        "// must fail: one/area — ends at once\npub fn area(_: u32, _: u32) -> u32 { std::process::exit(0) }\n",
    ),
    (
        "recurses.rs",
        "// must fail: one/size — never comes back\nuse tiny::Size;\n#[allow(unconditional_recursion)]\npub fn size(area: u32) -> Size { let s = size(area); std::hint::black_box(&s); s }\n",
    ),
    // The wrong name, on purpose: it fails `area`.
    (
        "misnamed.rs",
        "// must fail: one/size — says so\npub fn area(_: u32, _: u32) -> u32 { 1 }\n",
    ),
];

fn lab() -> Lab {
    let folder = Folder {
        id: "tiny",
        language: Language::Rust,
        text: Some(include_str!("tiny/lab.md")),
        reference: Some(REFERENCE),
        wrong: &WRONG,
        parts: tiny::parts,
    };
    folder.lab()
}

/// A course of one lab, in a folder with a blank in its name.
fn course(dir: &Path) -> Course {
    let root = dir.join("a course");
    let home = root.join("labs/tiny");
    std::fs::create_dir_all(home.join("src")).unwrap();
    let platform = concat!(env!("CARGO_MANIFEST_DIR"), "/../lab");
    let manifest = format!(
        "[package]\nname = \"tiny\"\nversion = \"0.1.0\"\nedition = \"2024\"\n[dependencies]\nlab = {{ path = \"{platform}\" }}\n"
    );
    let files = [
        ("Cargo.toml", manifest.as_str()),
        ("src/lib.rs", include_str!("tiny/lib.rs")),
        ("bind.rs", BIND),
        ("solution.rs", REFERENCE),
        ("lab.md", include_str!("tiny/lab.md")),
    ];
    for (name, text) in files {
        std::fs::write(home.join(name), text).unwrap();
    }
    Course::at(root)
}

fn learners(course: &Course, text: &str) -> Uncompiled {
    match course.build(&lab(), text) {
        Err(Trouble::Learner(why)) => why,
        other => panic!("{other:?}"),
    }
}

/// Exit status and output of a program's run.
fn run(program: &PathBuf) -> (Option<i32>, String) {
    let output = Command::new(program).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(
        String::from_utf8_lossy(&output.stderr),
        "",
        "nothing of a panic is printed"
    );
    (output.status.code(), said)
}

#[test]
fn a_lab_in_rust_from_its_folder_to_verdicts() {
    let dir = tempfile::tempdir().unwrap();
    let course = course(dir.path());
    let lab = lab();
    right_and_starter(&course, &lab);
    what_does_not_compile(&course);
    panics(&course, &lab);
    two_at_once(&course, &lab);
    faults_of_the_lab(&course, &lab);
    the_proof(&course, &lab);
}

fn right_and_starter(course: &Course, lab: &Lab) {
    let solution = course.build(lab, &lab.solution()).unwrap();
    let (status, said) = run(&solution);
    assert_eq!(status, Some(0), "{said}");
    assert!(
        said.contains("test one/size ... ok") && said.contains("3 passed"),
        "{said}"
    );
    let starter = course.build(lab, &lab.starter()).unwrap();
    let (status, said) = run(&starter);
    assert_eq!(status, Some(101));
    assert!(
        said.contains("line 7: nothing is written here yet: `todo!()`"),
        "{said}"
    );
    assert!(said.contains("in the call `area(2, 3)`"), "{said}");
    // The same text again needs no cargo, and its program is another than the starter's.
    match course.begin(lab, &lab.solution()).unwrap() {
        Begun::Built(again) => assert_eq!(again, solution),
        Begun::Needed(_) => panic!("built twice"),
    }
    assert_ne!(starter, solution);
}

fn what_does_not_compile(course: &Course) {
    let solution = lab().solution();
    let why = learners(course, &solution.replace("w * h", "w * hh"));
    assert_eq!(why.message, "line 7: cannot find value `hh` in this scope");
    assert!(why.detail.contains("--> exercise.rs:7:9"), "{}", why.detail);
    assert_eq!((why.places[0].line, why.places[0].column), (7, 9));

    let why = learners(course, &solution.replace("fn area(", "fn aera("));
    assert_eq!(why.message, "`exercise.rs` has no function `area`");
    assert!(
        why.detail
            .starts_with("asked for: pub fn area(w: u32, h: u32) -> u32")
    );
    assert!(why.detail.contains("aera"), "{}", why.detail);

    let why = learners(course, &solution.replace("pub fn area", "fn area"));
    assert!(
        why.message.starts_with("`area` is not public"),
        "{}",
        why.message
    );

    let other = solution.replace("fn size(area: u32)", "fn size(area: u64)");
    let why = learners(course, &other);
    assert_eq!(
        why.message,
        "line 11: `size` has not the signature asked for"
    );
    assert!(why.detail.contains("u64"), "{}", why.detail);

    let why = learners(course, "pub fn area(w: u32, h: u32) -> u32 { w * h");
    assert!(
        why.message
            .starts_with("line 1: this file contains an unclosed delimiter"),
        "{}",
        why.message
    );
    assert_eq!(
        learners(course, " \n").message,
        "there is nothing in `exercise.rs` yet"
    );
}

fn panics(course: &Course, lab: &Lab) {
    let text = lab.solution().replace(
        "w * h",
        "println!(\"{}\", \"x\".repeat(1 << 20)); [w, h][w as usize]",
    );
    let (status, said) = run(&course.build(lab, &text).unwrap());
    assert_eq!(status, Some(101));
    assert!(said.len() > 1 << 20);
    let told = "line 7: it panicked: index out of bounds: the len is 2 but the index is 2";
    assert!(said.contains(told), "{}", &said[said.len() - 600..]);
    assert!(
        said.contains("test one/size ... ok"),
        "a panic fails its check alone"
    );
}

/// Each gets the program of its own text, though both write the same files.
fn two_at_once(course: &Course, lab: &Lab) {
    let texts = [lab.solution(), lab.solution().replace("w * h", "w + h")];
    let built = std::thread::scope(|scope| {
        let threads = texts
            .each_ref()
            .map(|text| scope.spawn(move || course.build(lab, &format!("{text}// once more\n"))));
        threads.map(|thread| thread.join().unwrap().unwrap())
    });
    assert_eq!(
        built.each_ref().map(|program| run(program).0),
        [Some(0), Some(101)]
    );
}

fn faults_of_the_lab(course: &Course, lab: &Lab) {
    let bind = course.root.join("labs/tiny/bind.rs");
    std::fs::write(
        &bind,
        BIND.replace("{ area, size }", "{ area, size, depth }"),
    )
    .unwrap();
    let words = match course.build(lab, &lab.solution()) {
        Err(Trouble::Lab(words)) => words,
        other => panic!("{other:?}"),
    };
    assert!(
        words.starts_with("the lab `tiny` does not build\n"),
        "{words}"
    );
    assert!(words.contains("depth"), "{words}");
    std::fs::remove_file(&bind).unwrap();
    match course.build(lab, &lab.solution()) {
        Err(Trouble::Lab(words)) => assert!(
            words.starts_with("labs/tiny/bind.rs: is missing"),
            "{words}"
        ),
        other => panic!("{other:?}"),
    }
    std::fs::write(&bind, BIND).unwrap();
}

fn the_proof(course: &Course, lab: &Lab) {
    let proof = exercise::proof(course, lab).unwrap_or_else(|e| panic!("{e}"));
    let amiss = lab::verify(lab, &mut |candidate, select| proof.judge(candidate, select));
    assert_eq!(amiss.len(), 1, "{amiss:#?}");
    assert!(
        amiss[0]
            .starts_with("wrong/misnamed.rs: should fail only `one/size`, and fails `one/area`"),
        "{amiss:#?}"
    );
    let exits = Candidate {
        name: "exits.rs",
        text: "",
    };
    let records = proof.judge(exits, Select::Part("one"));
    let told: Vec<(Status, &str)> = records
        .iter()
        .map(|r| (r.status, r.message.as_str()))
        .collect();
    assert_eq!(told[1].0, Status::Fail);
    assert!(
        told[1].1.starts_with("it ended before the check did"),
        "{told:?}"
    );
    assert_eq!(
        told[2],
        (Status::Skipped, "not run: an earlier check did not end")
    );
}
