//! Diagnostics as they are shown: carets, labels, edits, wide characters.

use super::*;
use crate::diag::Code;

fn find(source: &Source, what: &str) -> Span {
    let start = source.text().find(what).unwrap_or_default() as u32;
    Span::new(start, start + what.len() as u32)
}

#[test]
fn a_fix_is_shown_in_place() {
    let source = Source::new("a.cu", "int f() {\n\tint x = 1\n\treturn x;\n}\n");
    let at = find(&source, "1").after();
    let diag = Diag::error(Code::MissingSemicolon, at, "expected `;`").fix(at, ";");
    let want = "\
error[E0202]: expected `;`
 --> a.cu:2:11
  |
2 |     int x = 1
  |              ^
  |
  = help: write `;`
2 |     int x = 1;
  |              +
";
    assert_eq!(plain(&source, &diag), want);
}

#[test]
fn labels_stand_under_wide_characters() {
    let source = Source::new("a.cu", "/* 变量 */ a = b;\n\n\n\nint b;\n");
    let diag = Diag::error(Code::UnknownName, find(&source, "a ="), "no `a`")
        .label(find(&source, "b;\n\n"), "used here")
        .label(find(&source, "b;\n"), "or here");
    let shown = plain(&source, &diag);
    assert!(
        shown.contains("1 | /* 变量 */ a = b;\n  |            ^^^\n"),
        "{shown}"
    );
    assert!(shown.contains("  |                --"), "{shown}");
}

#[test]
fn a_long_line_is_cut() {
    let source = Source::new(
        "a.cu",
        format!("{}x{}", "a ".repeat(5000), " b".repeat(5000)),
    );
    let diag = Diag::error(Code::UnknownName, find(&source, "x"), "no `x`");
    assert!(
        plain(&source, &diag)
            .lines()
            .all(|line| line.chars().count() < MAX_WIDTH + 10)
    );
}

#[test]
fn a_place_outside_the_text_is_no_trouble() {
    let source = Source::new("a.cu", "");
    let diag = Diag::error(Code::Expected, Span::new(7, 900), "nothing");
    assert!(plain(&source, &diag).contains("a.cu:1:1"));
}
