//! Numbers that contradict what the course itself says: a device's figure, or the arithmetic beside them.
//!
//! A sentence that names one device and a quantity in a unit of its data must give a figure of that device, unless it says
//! that something was measured. `a / b = c` must come out, within the digits that are written.

use super::{Add, Passage};
use crate::course::figures::{self, Figure};
use crate::course::model::Course;

/// Words of a sentence about what was measured, which no data sheet has.
const MEASURED: [&str; 14] = [
    "measur",
    "achiev",
    "reach",
    "log ",
    "log that",
    "observed",
    "sustain",
    "effective",
    "runs at",
    "estimate",
    "per token",
    "older",
    "sparse",
    "less than",
];

/// Units that name one kind of figure of a device.
const UNITS: [&str; 6] = ["GB/s", "TB/s", "TFLOPS", "TOPS", "W", "MHz"];

/// Quantities of one device that its data does not have.
///
/// A figure that it has is typed where its name would do: it may change, and the name is a link to its source. `body` is where what
/// can name figures starts.
pub(super) fn figures(course: &Course, passages: &[Passage], body: usize, add: &mut Add<'_>) {
    let devices = &course.catalog.devices;
    for passage in passages {
        for (at, sentence) in passage.sentences() {
            let lower = sentence.to_lowercase();
            if MEASURED.iter().any(|word| lower.contains(word)) {
                continue;
            }
            let named: Vec<_> = devices
                .iter()
                .filter(|device| names(sentence, &short(&device.name)))
                .collect();
            let [device] = named.as_slice() else { continue };
            let all = device.figures();
            for (number, value, unit) in quantities(sentence) {
                let (wanted, factor) = if unit == "TB/s" {
                    ("GB/s", 1000.0)
                } else {
                    (unit, 1.0)
                };
                let same: Vec<&Figure> = all
                    .iter()
                    .filter(|figure| figure.unit == wanted || figure.unit == unit)
                    .collect();
                let is_one = same.iter().any(|figure| {
                    let exact = if figure.unit == unit {
                        figure.value
                    } else {
                        figure.value / factor
                    };
                    near(value, exact, digits(number))
                });
                let exact = |figure: &&&Figure| {
                    let scale = if figure.unit == unit { 1.0 } else { factor };
                    (figure.value - value * scale).abs() <= figure.value.abs() * 1e-9
                };
                if let Some(figure) = same.iter().find(exact)
                    && at >= body
                {
                    let message = format!("{number} {unit} of the {} is typed", device.name);
                    let help = format!("name it: `{{{{{}.{}}}}}`", device.id, figure.key);
                    add(at, message, &help);
                }
                if is_one || same.is_empty() {
                    continue;
                }
                let known: Vec<String> = same
                    .iter()
                    .map(|figure| format!("{} {}", figure.words, figure.full()))
                    .collect();
                let message = format!("the {} has no figure of {number} {unit}", device.name);
                let help = format!(
                    "its data says: {}; name the figure, `{{{{{}.{}}}}}`",
                    known.join(", "),
                    device.id,
                    same[0].key
                );
                add(at, message, &help);
            }
        }
    }
}

/// `A100` of `A100 SXM 80 GB`, `RTX 2000` of `RTX 2000 Ada`.
fn short(name: &str) -> String {
    let words: Vec<&str> = name.split_whitespace().collect();
    let has_digit = |word: &&str| word.chars().any(|c| c.is_ascii_digit());
    match words.iter().position(has_digit) {
        // A number alone is no name.
        Some(at) if at > 0 && !words[at].chars().any(char::is_alphabetic) => {
            format!("{} {}", words[at - 1], words[at])
        }
        Some(at) => words[at].to_owned(),
        None => name.to_owned(),
    }
}

/// Whether a sentence has this name as a word of its own.
fn names(sentence: &str, name: &str) -> bool {
    sentence.match_indices(name).any(|(at, _)| {
        let before = sentence[..at].chars().next_back();
        let after = sentence[at + name.len()..].chars().next();
        !before.is_some_and(char::is_alphanumeric) && !after.is_some_and(char::is_alphanumeric)
    })
}

/// Numbers with one of [`UNITS`] behind them: as written, the value, the unit.
fn quantities(sentence: &str) -> Vec<(&str, f64, &'static str)> {
    let mut found = Vec::new();
    for (at, number) in written(sentence) {
        let rest = sentence[at + number.len()..].trim_start_matches([' ', '\u{a0}']);
        let unit = UNITS.into_iter().find(|unit| {
            let after = rest.strip_prefix(unit).map(|rest| rest.chars().next());
            after.is_some_and(|next| !next.is_some_and(|c| c.is_alphanumeric() || c == '/'))
        });
        if let (Some(unit), Some(value)) = (unit, value(number)) {
            found.push((number, value, unit));
        }
    }
    found
}

/// Numbers as written (`2,039`, `9.7`) and where they start.
fn written(text: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(start) = text[at..]
        .find(|c: char| c.is_ascii_digit())
        .map(|n| at + n)
    {
        let length = text[start..]
            .find(|c: char| !c.is_ascii_digit() && c != ',' && c != '.')
            .unwrap_or(text.len() - start);
        let number = text[start..start + length].trim_end_matches([',', '.']);
        let part_of_word = text[..start]
            .chars()
            .next_back()
            .is_some_and(char::is_alphabetic);
        if !part_of_word {
            found.push((start, number));
        }
        at = start + length;
    }
    found
}

fn value(number: &str) -> Option<f64> {
    number.replace(',', "").parse().ok()
}

/// Digits behind the point.
fn digits(number: &str) -> i32 {
    number
        .split_once('.')
        .map_or(0, |(_, decimals)| decimals.len() as i32)
}

/// Whether a number written with so many decimals can stand for the other.
fn near(written: f64, exact: f64, decimals: i32) -> bool {
    let step = 10f64.powi(-decimals);
    (written - exact).abs() <= (step * 0.51).max(exact.abs() * 0.005)
}

/// Arithmetic that does not come out: `195.34 / 2,039 = 95.8 %`.
pub(super) fn sums(passages: &[Passage], add: &mut Add<'_>) {
    for passage in passages {
        for equation in equations(&passage.text) {
            let (result, percent) = equation.result;
            let Some(said) = value(result) else { continue };
            let exact = if percent {
                equation.exact * 100.0
            } else {
                equation.exact
            };
            if !near(said, exact, digits(result)) {
                let place = passage.place(equation.at);
                let sign = if percent { " %" } else { "" };
                let message = format!(
                    "`{}` comes to {}{sign}, not {result}{sign}",
                    equation.text,
                    figures::written(exact)
                );
                add(
                    place,
                    message,
                    "work it out again, or say what else goes into it",
                );
            }
        }
    }
}

/// `a op b = c` in a text.
struct Equation<'t> {
    at: usize,
    text: &'t str,
    exact: f64,
    result: (&'t str, bool),
}

fn equations(text: &str) -> Vec<Equation<'_>> {
    let numbers = written(text);
    let mut found = Vec::new();
    for three in numbers.windows(3) {
        let [(a_at, a), (b_at, b), (c_at, c)] = three else {
            continue;
        };
        let between =
            |from: usize, number: &str, to: usize| text[from + number.len()..to].trim().to_owned();
        let (operator, equals) = (between(*a_at, a, *b_at), between(*b_at, b, *c_at));
        // Another number before or behind belongs to a longer formula.
        let before = text[..*a_at].trim_end().chars().next_back();
        if before.is_some_and(|c| "/×*+−-·^=(≈√".contains(c))
            || !["=", "≈", "is"].contains(&equals.as_str())
        {
            continue;
        }
        let (Some(x), Some(y)) = (value(a), value(b)) else {
            continue;
        };
        let exact = match operator.as_str() {
            "/" if y != 0.0 => x / y,
            "×" | "*" => x * y,
            "+" => x + y,
            "−" | "-" if equals != "is" => x - y,
            _ => continue,
        };
        let rest = text[c_at + c.len()..].trim_start_matches([' ', '\u{a0}']);
        // A unit may scale the result (MB from bytes); only bare numbers and percentages are judged.
        let percent = rest.starts_with('%');
        let bare = rest.is_empty() || rest.starts_with(['.', ',', ';', ')', ':']) || percent;
        if bare {
            let whole = &text[*a_at..b_at + b.len()];
            found.push(Equation {
                at: *a_at,
                text: whole,
                exact,
                result: (c, percent),
            });
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &str) -> Vec<String> {
        let found = equations(text);
        found
            .iter()
            .map(|e| format!("{} = {}", e.text, figures::written(e.exact)))
            .collect()
    }

    #[test]
    fn bare_sums_are_read_and_longer_formulas_left_alone() {
        assert_eq!(
            told("So 195.34 / 2,039 is 9.6 %."),
            ["195.34 / 2,039 = 0.1"]
        );
        assert_eq!(told("2 × 3 = 6, and 4 + 5 = 9"), ["2 × 3 = 6", "4 + 5 = 9"]);
        assert!(told("2 × 3 × 4 = 24").is_empty());
        assert!(told("12 × 32 = 384 bytes").is_empty());
        assert!(told("versions 1, 2 and 3").is_empty());
    }

    #[test]
    fn rounding_is_no_contradiction() {
        assert!(near(9.6, 9.5802, 1));
        assert!(near(2.0, 2.039, 0) && !near(2.0, 2.039, 2));
        assert!(!near(95.8, 9.58, 1));
        assert!(near(2.04, 2.039, 2));
    }

    #[test]
    fn quantities_have_a_unit_behind_them() {
        let found = quantities("reads 2,039 GB/s at 400 W, not 5 Watts");
        assert_eq!(found, [("2,039", 2039.0, "GB/s"), ("400", 400.0, "W")]);
        assert!(names("an A100 with", "A100") && !names("the XA100", "A100"));
    }
}
