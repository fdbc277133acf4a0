//! A listing that can be run where it stands: the file it is cut from comes in, what its page needs to run it comes out.
//!
//! The rule: what is run is the file as it is published, line by line as the listing is numbered, without the marks and expectations that
//! tests read. A listing of a file without `main`, of a starter, of a difference, or one that says `run: no` cannot be tried. Where nothing
//! would run it, a page has no trace of this (`fill.rs`).

use std::path::Path;
use std::sync::Arc;

use lab::markers::View;
use serde_json::json;

use super::highlight::escape;
use super::listing::{self, Asked, Broken, Listing};
use super::parse::problem_at;
use super::predict::{self, Prediction};
use crate::course::{Interface, Page, Problem, disk};

/// A program that a reader can run under its listing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tried {
    /// The file, from the course's root.
    pub path: String,
    /// Its text as it is published.
    pub text: Arc<str>,
    /// What is written behind the program's name.
    pub args: String,
    /// The lines of the file that the listing shows, first and last.
    pub lines: (u32, u32),
    /// What is asked before, as JSON.
    asked: String,
    /// The questions, each with whether a number answers it.
    questions: Vec<(String, bool)>,
}

/// Where the text of a file lies on the site.
pub(super) fn address(path: &str) -> String {
    format!("sources/{path}")
}

/// Whether a file is a program: it has `main`, needs no file beside it, and is no lab's with its solution in it.
fn is_program(path: &str, text: &str) -> bool {
    let has = |begin: &str| {
        text.lines()
            .any(|line| line.trim_start().starts_with(begin))
    };
    path.ends_with(".cu") && has("int main(") && !has("#include \"") && !has("//@solution")
}

/// What a page needs to run this listing, cut from a file of this text; none where it cannot be tried.
///
/// # Errors
/// The message and the help, and the row of the listing that it is about.
pub(super) fn of(
    asked: &Asked,
    listing: &Listing,
    text: &str,
) -> Result<Option<Tried>, (Broken, String)> {
    let whole = asked.after.is_none() && asked.view == View::Solution && listing.show.numbers;
    if !asked.run || !whole || !is_program(&asked.path, text) {
        return refused(asked).map_or(Ok(None), Err);
    }
    let mut told = Vec::new();
    for prediction in &asked.predict {
        let line = predict::line_in(prediction, &asked.path, text)
            .map_err(|broken| (broken, prediction.row.clone()))?;
        told.push(json!({
            "question": prediction.question,
            "what": prediction.what,
            "kernel": prediction.kernel,
            "words": prediction.words,
            "line": line,
            "number": prediction.number,
            "word": prediction.word,
        }));
    }
    let first = listing.show.first;
    Ok(Some(Tried {
        path: asked.path.clone(),
        text: published(text).into(),
        args: asked.args.clone(),
        lines: (first, first + listing.text.lines().count() as u32 - 1),
        asked: serde_json::Value::from(told).to_string(),
        questions: asked.predict.iter().map(question).collect(),
    }))
}

/// What is wrong with what listings of a page say of a run. What cannot be cut, the build tells.
pub(super) fn faults(root: &Path, page: &Page, listings: &[Asked]) -> Vec<Problem> {
    let wrong = |asked: &Asked| {
        let text = disk::text(root, Path::new(&asked.path)).ok()?;
        let listing = listing::cut(asked, &text).ok()?;
        let ((message, help), row) = of(asked, &listing, &text).err()?;
        let mut problem = problem_at(page, asked.place_of(page, &row), message);
        problem.help = help;
        Some(problem)
    };
    let says = |asked: &&Asked| !asked.predict.is_empty() || !asked.args.is_empty();
    listings.iter().filter(says).filter_map(wrong).collect()
}

fn question(prediction: &Prediction) -> (String, bool) {
    (prediction.question.clone(), prediction.what != "output")
}

/// Keys that speak of a run, where there is none.
fn refused(asked: &Asked) -> Option<(Broken, String)> {
    let (key, row) = match (asked.predict.first(), asked.args.as_str()) {
        (Some(prediction), _) => ("predict", prediction.row.clone()),
        (None, "") => return None,
        (None, args) => ("args", args.to_owned()),
    };
    let why = match (asked.run, &asked.after, asked.view) {
        (false, ..) => "it says `run: no`",
        (_, Some(_), _) => "it shows a difference",
        (.., View::Starter) => "it shows a starter",
        _ => {
            "its file is no program with `int main(` and without files beside it, or the lines of its anchor do not stand together"
        }
    };
    let message = format!("`{key}` is about a run, and this listing cannot be run: {why}");
    Some(((message, None), row))
}

/// The text as readers get it. What tests read goes, and every line keeps its number.
fn published(text: &str) -> String {
    let expects = |line: &str| {
        ["//$", "//>", "//~"]
            .iter()
            .any(|mark| line.starts_with(mark))
    };
    let lines: Vec<&str> = text.lines().collect();
    let end = lines.iter().position(|line| expects(line));
    // What introduces the expectations goes with them.
    let mut end = end.unwrap_or(lines.len());
    while end > 0
        && end < lines.len()
        && (lines[end - 1].starts_with("//") || lines[end - 1].is_empty())
    {
        end -= 1;
    }
    let mut published = String::with_capacity(text.len());
    for line in &lines[..end] {
        if !line.trim_start().starts_with("//@") {
            published.push_str(line);
        }
        published.push('\n');
    }
    published
}

/// The bar under the listing's figure: hidden until a script shows it.
pub(super) fn bar(tried: &Tried, interface: &Interface, root: &str) -> String {
    let word = |english: &'static str| escape(&interface.word(english));
    let source = address(&tried.path);
    let name = tried.path.rsplit('/').next().unwrap_or_default();
    let fragment = format!("example={}&args={}", encoded(&source), encoded(&tried.args));
    let mut html = format!(
        "<div class=\"try\" role=\"group\" aria-label=\"{} {}\" data-try=\"{}\" data-args=\"{}\" data-lines=\"{} {}\" data-predict=\"{}\" hidden>\n",
        word("Run"),
        escape(name),
        escape(&source),
        escape(&tried.args),
        tried.lines.0,
        tried.lines.1,
        escape(&tried.asked),
    );
    if !tried.questions.is_empty() {
        html.push_str(&format!(
            "<p class=\"try-first\">{}</p>\n",
            word("First say what you expect.")
        ));
    }
    for (question, is_number) in &tried.questions {
        let mode = if *is_number {
            " inputmode=\"decimal\""
        } else {
            ""
        };
        html.push_str(&format!(
            "<label class=\"try-ask\"><span>{}</span><input type=\"text\"{mode} autocomplete=\"off\" size=\"8\"></label>\n",
            escape(question)
        ));
    }
    html.push_str(&format!(
        "<p class=\"try-bar\"><button type=\"button\" class=\"button\" data-try-run>{}</button> <button type=\"button\" class=\"button quiet\" data-try-stop hidden>{}</button> <a href=\"{root}playground/#{fragment}\">{}</a></p>\n</div>\n",
        word("Run"),
        word("Stop"),
        word("Open in the playground"),
    ));
    html
}

/// A value as a fragment of an address holds it.
fn encoded(value: &str) -> String {
    let plain = |b: u8| b.is_ascii_alphanumeric() || b"-_.~/".contains(&b);
    let mut out = String::new();
    for byte in value.bytes() {
        match plain(byte) {
            true => out.push(char::from(byte)),
            false => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::listing::{ask, cut};
    use super::*;

    const TEXT: &str = "// A program.\n//@anchor k\n__global__ void k(int* x) {\n    x[0] = 1;\n}\n//@endanchor k\n\nint main() { return 0; }\n\n// What it says:\n//$ run\n//> 1\n";

    fn tried(body: &str, text: &str) -> Result<Option<Tried>, (Broken, String)> {
        let asked = ask(body, 0..0).unwrap();
        let listing = cut(&asked, text).unwrap();
        of(&asked, &listing, text)
    }

    #[test]
    fn a_program_is_published_line_by_line_without_what_tests_read() {
        let tried = tried("k.cu#k\nargs: 10 20", TEXT).unwrap().unwrap();
        assert_eq!(
            &*tried.text,
            "// A program.\n\n__global__ void k(int* x) {\n    x[0] = 1;\n}\n\n\nint main() { return 0; }\n"
        );
        assert_eq!((tried.lines, tried.args.as_str()), ((3, 5), "10 20"));
    }

    #[test]
    fn what_cannot_be_run_has_no_bar_and_no_questions() {
        let question = "predict: How many? | sectors k x[0]";
        assert_eq!(tried("k.cu#k\nrun: no", TEXT), Ok(None));
        let kernel = TEXT.replace("int main", "int mine");
        assert_eq!(tried("k.cu#k", &kernel), Ok(None));
        let ((message, _), _) = tried(&format!("k.cu#k\n{question}"), &kernel).unwrap_err();
        assert!(message.contains("cannot be run"), "{message}");
        let ((message, _), row) = tried(&format!("k.cu#k\nrun: no\n{question}"), TEXT).unwrap_err();
        assert!(message.contains("`run: no`"), "{message}");
        assert_eq!(row, "How many? | sectors k x[0]");
        assert!(
            tried(&format!("k.cu#k\n{question}"), TEXT)
                .unwrap()
                .is_some()
        );
    }

    #[test]
    fn a_bar_says_what_to_run_and_asks_first() {
        let tried = tried("k.cu#k\nargs: a b\npredict: How \"many\"? | findings", TEXT);
        let html = bar(&tried.unwrap().unwrap(), &Interface::default(), "../");
        assert!(
            html.contains("data-try=\"sources/k.cu\" data-args=\"a b\" data-lines=\"3 5\""),
            "{html}"
        );
        assert!(
            html.contains("../playground/#example=sources/k.cu&args=a%20b"),
            "{html}"
        );
        assert!(
            html.contains("<span>How &quot;many&quot;?</span>"),
            "{html}"
        );
    }
}
