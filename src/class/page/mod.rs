//! The class on one page: one HTML file that asks for nothing else and works from a disk.
//!
//! What is small is written into the page ([`sums`]): figures, labs, the checks that most fail, the distribution. What is large, a cell for
//! each learner and lab and the texts that are too alike, is JSON ([`grid`], [`pairs`]) which `class.js` draws as it is scrolled to. Whatever
//! learners wrote is text: the template escapes it, JSON hides every `<`, the script makes no HTML of it unescaped, and the page's policy
//! runs only the script that carries its nonce.

mod grid;
mod pairs;
mod sums;

use serde_json::{Value, json};

use super::marks::{LabMark, MarkState};
use super::model::Class;
use super::progress::Modules;
use crate::course::grading::Grading;
use crate::exit::Failure;

/// What the page is made of.
#[derive(Clone, Copy)]
pub struct Shown<'c> {
    /// The class.
    pub class: &'c Class,
    /// The rules of its marks.
    pub grading: &'c Grading,
    /// Its marks.
    pub marks: &'c [Vec<LabMark>],
    /// How far learners are in the course's modules, where that is known.
    pub modules: Option<&'c Modules>,
}

/// A state's sign in a cell: told apart by shape, by words in the legend, and only then by colour.
const SIGNS: [(MarkState, &str); 7] = [
    (MarkState::Passed, "✓"),
    (MarkState::Partly, "◐"),
    (MarkState::Failed, "✗"),
    (MarkState::Refused, "⊘"),
    (MarkState::TooLate, "L"),
    (MarkState::NotJudged, "?"),
    (MarkState::Missing, "·"),
];

/// The states of a module, behind those of a lab: sign and words.
const OF_MODULES: [(&str, &str); 3] = [("✓", "done"), ("◐", "in progress"), ("·", "not started")];

/// The page.
///
/// # Errors
/// When the template does not fit, which is our bug.
pub fn html(shown: &Shown<'_>) -> Result<String, Failure> {
    let bug =
        |error: &dyn std::fmt::Display| Failure::bug(format!("the page of the class: {error}"));
    let signs = SIGNS
        .iter()
        .map(|(state, sign)| json!([sign, state.words()]));
    let of_modules = OF_MODULES.iter().map(|(sign, words)| json!([sign, words]));
    let modules = of_modules.filter(|_| shown.modules.is_some());
    let states: Vec<Value> = signs.chain(modules).collect();
    let pairs = pairs::pairs(shown.class);
    let mut data = grid::data(shown);
    data["states"] = json!(states);
    data["pairs"] = pairs.rows;
    let data = inert(&data.to_string());
    let nonce = &blake3::hash(data.as_bytes()).to_hex()[..32];
    let context = json!({
        "title": shown.class.title,
        "progress": shown.modules.is_some(),
        "states": states,
        "sums": sums::sums(shown),
        "hard": sums::hard(shown),
        "modules": shown.modules.map(|modules| sums::modules(modules, shown.class.learners.len())),
        "refused": sums::refused(shown.class),
        "compared": pairs.compared,
        "more_pairs": pairs.more,
        "any_pairs": pairs.any,
        "least": super::alike::LEAST,
        "threshold": (super::alike::THRESHOLD * 100.0).round(),
        "words": super::alike::winnow::GUARANTEED,
        "nonce": nonce,
    });
    let mut context = tera::Context::from_serialize(&context).map_err(|error| bug(&error))?;
    context.insert("data", &data);
    context.insert("style", include_str!("class.css"));
    context.insert("script", include_str!("class.js"));
    tera::Tera::one_off(include_str!("page.html"), &context, true).map_err(|error| bug(&error))
}

/// JSON that ends no script and begins no comment, whatever is in it.
fn inert(json: &str) -> String {
    let mut out = String::with_capacity(json.len() + json.len() / 16);
    for c in json.chars() {
        match c {
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => {
                out.push_str(&format!("\\u{:04x}", u32::from(c)));
            }
            c => out.push(c),
        }
    }
    out
}
