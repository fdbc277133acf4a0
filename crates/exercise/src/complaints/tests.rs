//! Cargo's messages of failed builds, shortened, and what a learner is told of each.

use super::*;

const DECLARED: [&str; 2] = [
    "pub fn area(w: f64, h: f64) -> f64",
    "pub fn ends<'a>(x: &'a [i32]) -> i32",
];

fn message(text: &str, file: &str, line: u32, piece: &str) -> String {
    format!(
        r#"{{"reason":"compiler-message","message":{{"level":"error","message":"{text}","rendered":"error: {text}\n --> {file}:{line}:5\n","spans":[{{"is_primary":true,"file_name":"{file}","line_start":{line},"column_start":5,"text":[{{"text":"    {piece},","highlight_start":5,"highlight_end":{}}}],"expansion":null}}]}}}}"#,
        5 + piece.len()
    )
}

fn learner(lines: &[String], text: &str) -> Uncompiled {
    let ended = CargoEnded {
        stdout: lines.join("\n"),
        ..CargoEnded::default()
    };
    let asked = Asked {
        declared: &DECLARED,
        text,
    };
    match read(&ended, &asked) {
        Ok(Trouble::Learner(why)) => why,
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_learners_own_errors_come_before_those_of_the_binding() {
    let said = [
        message(
            "cannot find value `area` in this scope",
            "/x/bind.rs",
            5,
            "area",
        ),
        message("expected `;`", "exercise.rs", 3, "let a"),
        message("cannot find `b`", "exercise.rs", 9, "b"),
    ];
    let why = learner(&said, "");
    assert_eq!(why.message, "line 3: expected `;` (and 1 more)");
    assert!(
        why.detail
            .starts_with("error: expected `;`\n --> exercise.rs:3:5\n\nerror:")
    );
    let lines: Vec<u32> = why.places.iter().map(|p| p.line).collect();
    assert_eq!(lines, [3, 9]);
}

#[test]
fn a_function_that_is_not_there_is_named_with_its_declaration() {
    let said = [message(
        "cannot find value `area` in this scope",
        "/x/bind.rs",
        5,
        "area",
    )];
    let why = learner(&said, "pub fn aera(w: f64, h: f64) -> f64 { w * h }");
    assert_eq!(why.message, "`exercise.rs` has no function `area`");
    assert!(
        why.detail
            .starts_with("asked for: pub fn area(w: f64, h: f64) -> f64\n\nerror:")
    );
    assert_eq!(why.places, []);
}

#[test]
fn a_private_function_and_one_of_another_signature_are_told_apart() {
    let said = [message(
        "cannot find value `area` in this scope",
        "/x/bind.rs",
        5,
        "area",
    )];
    let why = learner(&said, "\nfn area(w: f64, h: f64) -> f64 { w * h }");
    assert!(why.message.starts_with("`area` is not public: write `pub`"));
    let said = [message("mismatched types", "/x/bind.rs", 6, "ends")];
    let why = learner(&said, "// fn ends(\n\npub fn ends(x: i32) -> i32 { x }");
    assert_eq!(
        why.message,
        "line 3: `ends` has not the signature asked for"
    );
    assert_eq!((why.places[0].line, why.places[0].column), (3, 5));
}

#[test]
fn what_a_macro_made_is_told_where_the_macro_is_called() {
    let inner = r#"{"is_primary":true,"file_name":"/rustc/lib/macros.rs","line_start":80,"column_start":1,"text":[],"expansion":{"span":{"file_name":"exercise.rs","line_start":4,"column_start":9,"text":[],"expansion":null}}}"#;
    let line = format!(
        r#"{{"message":{{"level":"error","message":"`X` is no `Display`","rendered":"r","spans":[{inner}]}}}}"#
    );
    assert_eq!(learner(&[line], "").message, "line 4: `X` is no `Display`");
}

#[test]
fn everything_else_is_not_the_learners() {
    let ended = CargoEnded {
        stdout: message("missing field `depth`", "/x/bind.rs", 5, "Exercise"),
        stderr: "error: could not compile".into(),
        success: false,
    };
    let asked = Asked {
        declared: &DECLARED,
        text: "",
    };
    assert!(read(&ended, &asked).is_err_and(|words| words.contains("missing field `depth`")));
    let refused = CargoEnded {
        stderr: "error: failed to load manifest\n".into(),
        ..CargoEnded::default()
    };
    assert_eq!(
        read(&refused, &asked),
        Err("error: failed to load manifest".into())
    );
}
