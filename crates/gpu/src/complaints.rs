//! What NVIDIA's compiler wrote, as complaints that are told as ours are: the line, the mark under it, the words.
//!
//! In: NVRTC's log and the learner's text. Out: [`Complaint`]s in the order of the log. The rule: a complaint is a line
//! `file(line): error: words`, or with a severity of another kind; the lines behind it show the source, and a caret
//! under it says where. What names another file (a header) keeps the line of the text that it is told for, if any.

use lab::{Complaint, Place};

/// How grave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grade {
    /// The text is refused.
    Error,
    /// It is taken, and is probably a mistake.
    Warning,
}

/// The complaints of a grade; of errors never an empty list, since a log of no known shape is one itself.
pub fn complaints(log: &str, file: &str, text: &str, grade: Grade) -> Vec<Complaint> {
    let lines: Vec<&str> = log.lines().collect();
    let mut found = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        if let Some((place, of, words)) = head(line, file)
            && of == grade
        {
            let column = column(&lines[at + 1..], place, text);
            found.push(complaint(
                file,
                text,
                Spot {
                    line: place,
                    column,
                },
                grade,
                words,
            ));
        }
    }
    if found.is_empty() && grade == Grade::Error {
        let said: Vec<&str> = lines
            .iter()
            .map(|l| l.trim())
            .filter(|l| !l.is_empty())
            .collect();
        let words = said
            .first()
            .copied()
            .unwrap_or("NVIDIA's compiler refused it and said nothing");
        found.push(Complaint {
            place: Place::default(),
            message: words.to_owned(),
            excerpt: log.trim().to_owned(),
        });
    }
    found
}

/// `rope.cu(12): error: words`, or with a number: `rope.cu(12): warning #177-D: words`.
fn head<'a>(line: &'a str, file: &str) -> Option<(u32, Grade, &'a str)> {
    let (before, rest) = line.split_once("): ")?;
    let (name, number) = before.rsplit_once('(')?;
    let number: u32 = number.parse().ok()?;
    let (kind, words) = rest.split_once(": ")?;
    let grade = match kind.split([' ', '#']).next()? {
        "error" | "catastrophic" => Grade::Error,
        "warning" => Grade::Warning,
        _ => return None,
    };
    let ours = name == file || name.ends_with(&format!("/{file}"));
    Some((if ours { number } else { 0 }, grade, words))
}

/// The column of the caret below a complaint, by the source line above it; the line's first character where there is none.
fn column(below: &[&str], line: u32, text: &str) -> u32 {
    let source = line_of(text, line);
    let indent = source.chars().take_while(|c| c.is_whitespace()).count();
    let until = below
        .iter()
        .position(|l| l.contains("): "))
        .unwrap_or(below.len());
    let shown = below[..until].windows(2).find_map(|pair| {
        let caret = pair[1].find('^').filter(|_| pair[1].trim() == "^")?;
        let starts = pair[0].len() - pair[0].trim_start().len();
        (pair[0].trim() == source.trim()).then(|| caret.saturating_sub(starts))
    });
    u32::try_from(indent + shown.unwrap_or(0) + 1).unwrap_or(1)
}

fn line_of(text: &str, line: u32) -> &str {
    let at = usize::try_from(line).unwrap_or(0);
    text.lines().nth(at.wrapping_sub(1)).unwrap_or_default()
}

/// Where a complaint points: counted from 1, and 0 where nothing is known.
struct Spot {
    line: u32,
    column: u32,
}

fn complaint(
    file: &str,
    text: &str,
    Spot { line, column }: Spot,
    grade: Grade,
    words: &str,
) -> Complaint {
    let word = match grade {
        Grade::Error => "error",
        Grade::Warning => "warning",
    };
    let source = line_of(text, line);
    let gutter = " ".repeat(line.to_string().len());
    let before = source.chars().take(column.saturating_sub(1) as usize);
    let blank: String = before.map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
    let excerpt = match line {
        0 => format!("{word} (NVRTC): {words}"),
        _ => format!(
            "{word} (NVRTC): {words}\n{gutter} --> {file}:{line}:{column}\n{gutter} |\n{line} | {source}\n{gutter} | {blank}^"
        ),
    };
    Complaint {
        place: Place {
            line,
            column: if line == 0 { 0 } else { column },
            note: String::new(),
        },
        message: words.to_owned(),
        excerpt,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "__global__ void k(int* a) {\n\ta[0] = x;\n    int y = 1\n}\n";

    #[test]
    fn a_log_becomes_lines_and_marks() {
        let log = "k.cu(2): error: identifier \"x\" is undefined\n  a[0] = x;\n         ^\n\n\
                   k.cu(4): error: expected a \";\"\n  }\n  ^\n\n\
                   k.cu(3): warning #177-D: variable \"y\" was declared but never referenced\n      int y = 1\n          ^\n\n\
                   2 errors detected in the compilation of \"k.cu\".\n";
        let errors = complaints(log, "k.cu", TEXT, Grade::Error);
        let at = |c: &Complaint| (c.place.line, c.place.column);
        assert_eq!(errors.iter().map(at).collect::<Vec<_>>(), [(2, 9), (4, 1)]);
        assert_eq!(errors[0].message, "identifier \"x\" is undefined");
        assert_eq!(
            errors[0].excerpt,
            "error (NVRTC): identifier \"x\" is undefined\n  --> k.cu:2:9\n  |\n2 | \ta[0] = x;\n  | \t       ^"
        );
        let warnings = complaints(log, "k.cu", TEXT, Grade::Warning);
        assert_eq!(warnings.iter().map(at).collect::<Vec<_>>(), [(3, 9)]);
    }

    #[test]
    fn a_header_that_is_not_there_and_words_of_no_shape_are_told() {
        let log = "k.cu(1): catastrophic error: cannot open source file \"mma.h\"\n";
        let errors = complaints(log, "k.cu", TEXT, Grade::Error);
        assert_eq!(errors[0].place.line, 1);
        let odd = complaints("nvrtc: error: invalid value\n", "k.cu", TEXT, Grade::Error);
        assert_eq!((odd.len(), odd[0].place.line), (1, 0));
        assert_eq!(complaints("", "k.cu", TEXT, Grade::Error).len(), 1);
        assert_eq!(complaints("", "k.cu", TEXT, Grade::Warning), []);
    }

    #[test]
    fn a_complaint_in_a_header_has_no_line_of_the_text() {
        let log = "/usr/include/mma.h(90): error: no\n";
        let errors = complaints(log, "k.cu", TEXT, Grade::Error);
        assert_eq!((errors[0].place.line, errors[0].place.column), (0, 0));
    }
}
