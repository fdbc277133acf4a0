//! A kernel's text as an editor shows it: what colour each piece has, and what the compiler says.
//!
//! Colours are those of the lexer that compiles it, as on the pages (`src/site/highlight.rs`); diagnostics are those that a check of the lab
//! would give, each with its place. The rule: a text that is longer than the compiler takes has no colours and one diagnostic that says so.

use std::fmt::Write as _;

use lab::json_text;
use simt::diag::Diag;
use simt::lex::{Class, classify};
use simt::source::{MAX_SOURCE_BYTES, Source, Span};

use crate::json::{list, object, opt_text};
use crate::units::{Units, in_units};

/// The classes of colours, of which a page's style sheet knows each as `hl-` and its letter: comment, string, number, keyword, type, builtin,
/// directive, operator.
pub const CLASSES: [&str; 8] = ["c", "s", "n", "k", "t", "b", "p", "o"];

/// The colours and diagnostics of a text under this file's name.
///
/// ```json
/// {"classes":["c",…],"colours":[offset,length,class, …],"diagnostics":[{"severity":"error","code":"E0301","message":"…","label":"…"|null,
///  "help":"…"|null,"line":1,"column":1,"end_line":1,"end_column":2,"labels":[{"text":"…","line":…}],"fix":{"text":"…","line":…}|null}],
///  "omitted":0}
/// ```
/// Offsets, lengths and columns are in UTF-16 units; lines and columns count from 1, and an end is where the next character would be. `label` is
/// what `labels` say in one line. `omitted` is how many more diagnostics there were.
pub fn look(file: &str, text: &str) -> String {
    let source = Source::new(file, text);
    let compiled = simt::compile(&source);
    let (said, omitted): (Vec<&Diag>, usize) = match &compiled {
        Ok(module) => (module.warnings().iter().collect(), 0),
        Err(diags) => (diags.iter().collect(), diags.omitted()),
    };
    let diagnostics = list(said.into_iter().map(|diag| diagnostic(&source, diag)));
    object(&[
        (
            "classes",
            list(CLASSES.iter().map(|class| json_text(class))),
        ),
        ("colours", colours(text)),
        ("diagnostics", diagnostics),
        ("omitted", omitted.to_string()),
    ])
}

/// Triples of offset, length and index of the class.
fn colours(text: &str) -> String {
    let mut out = String::from("[");
    if text.len() <= MAX_SOURCE_BYTES {
        let mut units = Units::new(text);
        for (range, class) in classify(text) {
            let Some(class) = class_of(class) else {
                continue;
            };
            let start = units.before(range.start);
            let length = units.before(range.end) - start;
            let comma = if out.len() > 1 { "," } else { "" };
            // Writing to a String cannot fail.
            let _ = write!(out, "{comma}{start},{length},{class}");
        }
    }
    out.push(']');
    out
}

/// The index in [`CLASSES`].
fn class_of(class: Class) -> Option<usize> {
    Some(match class {
        Class::Comment => 0,
        Class::String => 1,
        Class::Number => 2,
        Class::Keyword => 3,
        Class::Type => 4,
        Class::Builtin => 5,
        Class::Preprocessor => 6,
        Class::Operator => 7,
        Class::Name | Class::Unknown => return None,
    })
}

fn diagnostic(source: &Source, diag: &Diag) -> String {
    let mut labels = diag
        .labels
        .iter()
        .filter(|(span, _)| is_main(source, *span));
    // What is wrong inside a header of ours is shown where the text led there.
    let (span, message) = match is_main(source, diag.span) {
        true => (diag.span, diag.message.clone()),
        false => {
            let file = source.file_of(diag.span).name();
            let at = source.line_column(diag.span.start);
            let led = labels.clone().next().map(|(span, _)| *span);
            let span = led.unwrap_or_else(|| source.line_span(1));
            (span, format!("{file}:{}: {}", at.line, diag.message))
        }
    };
    let label = said_beside(source, labels.clone());
    let labels = list(labels.by_ref().map(|(span, text)| {
        let mut members = vec![("text", json_text(text))];
        members.extend(place(source, *span));
        object(&members)
    }));
    let fix = diag.fix.as_ref().filter(|fix| is_main(source, fix.span));
    let fix = fix.map_or_else(
        || "null".to_owned(),
        |fix| {
            let mut members = vec![("text", json_text(&fix.replacement))];
            members.extend(place(source, fix.span));
            object(&members)
        },
    );
    let mut members = vec![
        ("severity", json_text(diag.severity.word())),
        ("code", json_text(diag.code.as_str())),
        ("message", json_text(&message)),
        ("label", opt_text(label.as_deref())),
        ("help", opt_text(diag.help.as_deref())),
    ];
    members.extend(place(source, span));
    members.extend([("labels", labels), ("fix", fix)]);
    object(&members)
}

fn is_main(source: &Source, span: Span) -> bool {
    source.file_of(span).base() == source.main().base()
}

/// Other places in one line: `line 3: declared here`.
fn said_beside<'d>(
    source: &Source,
    labels: impl Iterator<Item = &'d (Span, String)>,
) -> Option<String> {
    let said: Vec<String> = labels
        .map(|(span, text)| format!("line {}: {text}", source.line(span.start)))
        .collect();
    (!said.is_empty()).then(|| said.join("; "))
}

/// Where a span of the main text begins and ends.
fn place(source: &Source, span: Span) -> [(&'static str, String); 4] {
    let (line, column) = line_column(source, span.start);
    let (end_line, end_column) = line_column(source, span.end.max(span.start));
    [
        ("line", line.to_string()),
        ("column", column.to_string()),
        ("end_line", end_line.to_string()),
        ("end_column", end_column.to_string()),
    ]
}

pub(crate) fn line_column(source: &Source, offset: u32) -> (u32, usize) {
    let line = source.line(offset);
    let start = source.line_span(line).start;
    let before = source.slice(Span::new(start, offset.max(start)));
    (line, in_units(before) + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    fn told(text: &str) -> Value {
        serde_json::from_str(&look("k.cu", text)).expect("it is JSON")
    }

    /// The coloured pieces with their letters, cut out as a page cuts them.
    fn pieces(text: &str, told: &Value) -> Vec<(String, String)> {
        let units: Vec<u16> = text.encode_utf16().collect();
        let numbers: Vec<usize> = told["colours"]
            .as_array()
            .expect("a list")
            .iter()
            .map(|n| n.as_u64().expect("a number") as usize)
            .collect();
        let piece = |t: &[usize]| {
            let class = told["classes"][t[2]].as_str().expect("a letter").to_owned();
            (String::from_utf16_lossy(&units[t[0]..t[0] + t[1]]), class)
        };
        numbers.chunks(3).map(piece).collect()
    }

    #[test]
    fn colours_are_where_javascript_counts_them() {
        let text = "// 😀 é\n__global__ void k(float* x) { x[0] = 1.0f; }\n";
        let told = told(text);
        let pieces = pieces(text, &told);
        let has = |piece: &str, class: &str| {
            assert!(
                pieces.contains(&(piece.into(), class.into())),
                "{piece}: {pieces:?}"
            );
        };
        has("// 😀 é", "c");
        has("void", "t");
        has("float", "t");
        has("1.0f", "n");
        has("=", "o");
        assert_eq!(told["diagnostics"], Value::Array(Vec::new()));
    }

    #[test]
    fn a_diagnostic_has_its_place_code_and_help() {
        let text = "__global__ void k(float* x, int n) {\n  /* 😀 */ x[0] = threadIdx.w;\n}\n";
        let told = told(text);
        let said = &told["diagnostics"][0];
        assert_eq!(said["severity"], "error", "{told}");
        assert!(
            said["code"]
                .as_str()
                .is_some_and(|code| code.starts_with('E'))
        );
        assert_eq!(said["line"], 2);
        let line: Vec<u16> = text
            .lines()
            .nth(1)
            .expect("it is there")
            .encode_utf16()
            .collect();
        let column = |key: &str| said[key].as_u64().expect("a number") as usize - 1;
        let marked = String::from_utf16_lossy(&line[column("column")..column("end_column")]);
        assert!(marked.contains('w'), "{marked}: {said}");
        for key in ["message", "label", "help", "labels", "fix"] {
            assert!(said.get(key).is_some(), "{key}: {said}");
        }
    }

    #[test]
    fn another_place_is_told_in_words_and_as_a_place() {
        let told = told("__global__ void k(int n) {}\n__global__ void k(int n) {}\n");
        let said = &told["diagnostics"][0];
        let label = said["label"].as_str().unwrap_or_default();
        assert!(label.starts_with("line 1: "), "{told}");
        assert_eq!(said["labels"][0]["line"], 1);
    }

    #[test]
    fn a_text_of_ten_megabytes_is_one_diagnostic() {
        let text = "x ".repeat(5 << 20);
        let line = look("k.cu", &text);
        assert!(line.len() < 2000, "{} bytes", line.len());
        let told: Value = serde_json::from_str(&line).expect("it is JSON");
        assert_eq!(told["diagnostics"][0]["code"], "E0001");
        assert_eq!(told["diagnostics"].as_array().map(Vec::len), Some(1));
        assert_eq!(told["colours"], Value::Array(Vec::new()));
    }

    #[test]
    fn no_text_is_refused() {
        for text in [
            "",
            "\u{feff}",
            "\0",
            "\"",
            "/*",
            "#include <cuda_fp16.h>\n\u{10ffff}",
            "\r\r\n\\",
        ] {
            told(text);
        }
    }
}
