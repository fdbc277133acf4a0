//! `course explain`: by code and by name, in either case, in words and as JSON, all of them, and one that does not exist.

use serde_json::Value;

use crate::fixture::Course;

#[test]
fn a_code_is_explained_with_programs_and_what_is_said_about_them() {
    let course = Course::new();
    for name in ["f0101", "F0101", "out-of-bounds", "Out-Of-Bounds"] {
        let told = course.run(&["explain", name]);
        assert_eq!((told.status, told.err.as_str()), (0, ""), "{told:?}");
        for part in [
            "F0101: an access past the end",
            "out-of-bounds · Findings: memory",
            "  fails\n    __global__",
            "    error[F0101]: out-of-bounds global write of 4 bytes",
            "    3 |     x[i] = 2.0f * i;",
            "  works\n    __global__",
            "Reading the report\n",
            "compute-sanitizer",
        ] {
            assert!(told.out.contains(part), "no {part:?} in {}", told.out);
        }
        assert!(!told.out.contains("##") && !told.out.contains("code:"));
        let widest = told.out.lines().map(|line| line.chars().count()).max();
        assert!(widest <= Some(140), "{widest:?}");
    }
    let told = course.run(&["explain", "e0999"]);
    assert!(told.out.contains("not of your program"), "{told:?}");
}

#[test]
fn colour_is_for_those_who_ask() {
    let course = Course::new();
    let told = course.run(&["explain", "E0301", "--color", "always"]);
    assert!(
        told.out.contains("\u{1b}[1;31merror[E0301]"),
        "{}",
        told.out
    );
    let told = course.run(&["explain", "E0301"]);
    assert!(!told.out.contains('\u{1b}'), "{}", told.out);
}

#[test]
fn without_a_code_all_are_listed_by_group() {
    let course = Course::new();
    let told = course.run(&["explain"]);
    assert_eq!(told.status, 0, "{told:?}");
    for part in [
        "The preprocessor\n  E0101  ",
        "Findings: memory\n  F0101  out-of-bounds: an access",
        "  S0101  out-of-fuel: ",
        "  W0908  double precision",
    ] {
        assert!(told.out.contains(part), "no {part:?} in {}", told.out);
    }
    let told = course.run(&["explain", "--format", "json"]);
    let all: Value = serde_json::from_str(&told.out).expect("JSON");
    let listed = all["codes"].as_array().map(Vec::len);
    assert_eq!(listed, Some(simt::explain::entries().len()));
    let told = course.run(&["explain", "shared-race", "--format", "json"]);
    let one: Value = serde_json::from_str(&told.out).expect("JSON");
    assert_eq!(one["code"], "F0201");
    assert_eq!(one["severity"], "error");
}

#[test]
fn an_unknown_code_is_answered_with_the_nearest() {
    let course = Course::new();
    let told = course.run(&["explain", "out-of-bound"]);
    assert_eq!(told.status, 2, "{told:?}");
    assert!(
        told.err.contains("nothing is called `out-of-bound`")
            && told
                .err
                .contains("did you mean `course explain out-of-bounds`?"),
        "{}",
        told.err
    );
    let told = course.run(&["explain", "segfaults-everywhere"]);
    assert_eq!(told.status, 2, "{told:?}");
    assert!(!told.err.contains("did you mean"), "{}", told.err);
}

#[test]
fn a_word_of_the_field_and_a_lab_are_explained_too() {
    let course = Course::new();
    for name in ["sector", "sectors", "Sector"] {
        let told = course.run(&["explain", name]);
        assert_eq!(told.status, 0, "{told:?}");
        assert!(told.out.starts_with("sector: "), "{}", told.out);
    }
    let told = course.run(&["explain", "bank-conflicts"]);
    assert!(told.out.starts_with("bank conflict: "), "{told:?}");
    let told = course.run(&["explain", "vector-add"]);
    assert!(told.out.contains("`course show vector-add`"), "{told:?}");
    let one = course.json(&["explain", "warp"]);
    assert_eq!(one["term"], "term.warp");
    for (wrong, near) in [("sectro", "sector"), ("vector-ad", "vector-add")] {
        let told = course.run(&["explain", wrong]);
        assert_eq!(told.status, 2, "{told:?}");
        let help = format!("did you mean `course explain {near}`?");
        assert!(told.err.contains(&help), "{}", told.err);
    }
    let told = course.run(&["explain"]);
    assert!(told.out.contains("Words of the field\n"), "{}", told.out);
}

#[test]
fn a_course_s_own_words_come_with_the_page_that_teaches_them() {
    let course = Course::new();
    let write = |path: &str, text: &str| {
        let path = course.path(&format!("content/{path}"));
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, text).expect("written");
    };
    let part = "  - id: p1\n    dir: part\n    title: Part\n    modules: [mod]\n";
    write("course.yaml", &format!("title: A course\nparts:\n{part}"));
    write(
        "part/mod/index.md",
        "---\nid: mod.m\ntitle: Module\n---\n\nText.\n",
    );
    write(
        "part/mod/lesson-01-one.md",
        "---\nid: lesson.one\ntitle: Of quokkas\n---\n\nText.\n",
    );
    write(
        "data/terms.yaml",
        "- id: term.quokka\n  name: quokka\n  text: a small animal\n  see: lesson.one\n",
    );
    let told = course.run(&["explain", "Quokkas"]);
    assert_eq!(
        told.out,
        "quokka: a small animal\ntaught in Of quokkas, content/part/mod/lesson-01-one.md\n",
        "{told:?}"
    );
}

#[test]
fn what_does_not_compile_points_to_its_text_once() {
    let course = Course::new();
    let program = "__global__ void k(float *x) { x[0] = y; x[1] = z; }\n";
    std::fs::write(course.path("a.cu"), program).expect("a program");
    let told = course.run(&["run", "a.cu"]);
    assert_eq!(told.status, 1, "{told:?}");
    assert_eq!(told.err.matches("error[E0301]").count(), 2, "{}", told.err);
    assert_eq!(
        told.err.matches("course explain").count(),
        1,
        "{}",
        told.err
    );
}
