//! A question that a listing asks before it is run, and the number of the run that answers it.
//!
//! In: `QUESTION | METRIC` from a listing, then the text of its file. Out: a [`Prediction`], and where in the file its number is counted.
//! The rule: a metric names a kernel of the file and one line of that kernel, so that a run of the file always has the number; what does
//! not is a problem of the page. `static/lab/predictions.js` reads the number from a run.

use super::listing::Broken;
use crate::course::nearest;

/// What the first word of a metric can be, with what it counts.
pub(super) const METRICS: [(&str, &str); 6] = [
    (
        "sectors",
        "sectors a request, of an access to global memory",
    ),
    ("passes", "passes a request, of an access to shared memory"),
    ("lanes", "lanes at work on average, of 32"),
    (
        "instructions",
        "instructions that the warps of a launch issue",
    ),
    ("findings", "what is found in the run"),
    ("output", "a line that the program prints, or a word of it"),
];

/// A question and what answers it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prediction {
    /// What the reader is asked.
    pub question: String,
    /// What is counted: one of [`METRICS`].
    pub what: &'static str,
    /// The kernel; empty for a metric of the whole run.
    pub kernel: String,
    /// Words of the line; empty for a metric of a whole launch.
    pub words: String,
    /// Which launch of the kernel, or which line of the output, from 1.
    pub number: u32,
    /// Which word of that line of the output, from 1; 0 for all of it.
    pub word: u32,
    /// The row as written, to say where it stands.
    pub row: String,
}

/// Reads `QUESTION | METRIC`.
///
/// # Errors
/// What cannot be understood, as a message.
pub(super) fn read(value: &str) -> Result<Prediction, String> {
    let form = "`predict` is a question and what answers it: `How many sectors? | sectors KERNEL TEXT OF THE LINE`";
    let (question, metric) = value.split_once('|').ok_or(form)?;
    let (question, metric) = (question.trim(), metric.trim());
    if question.is_empty() || metric.is_empty() {
        return Err(form.to_owned());
    }
    let (what, rest) = metric.split_once(' ').unwrap_or((metric, ""));
    let Some((what, _)) = METRICS.iter().find(|(known, _)| *known == what) else {
        let names = METRICS.map(|(name, _)| name);
        return Err(match nearest(what, names) {
            Some(near) => format!("unknown metric `{what}`, did you mean `{near}`?"),
            None => format!("unknown metric `{what}`: {}", names.join(", ")),
        });
    };
    let mut found = Prediction {
        question: question.to_owned(),
        what,
        kernel: String::new(),
        words: String::new(),
        number: 1,
        word: 0,
        row: value.to_owned(),
    };
    let rest = rest.trim();
    match *what {
        "findings" if rest.is_empty() => {}
        "findings" => return Err(format!("`findings` stands alone, without `{rest}`")),
        "output" => {
            let (line, word) = rest.split_once(' ').unwrap_or((rest, ""));
            found.number = counted(line)?;
            found.word = match word.trim() {
                "" => 0,
                word => counted(word)?,
            };
        }
        of_kernel => {
            let rest = numbered(rest, &mut found)?;
            let (kernel, words) = rest.split_once(' ').unwrap_or((rest, ""));
            (found.kernel, found.words) = (kernel.to_owned(), words.trim().to_owned());
            let is_whole = of_kernel == "instructions";
            if kernel.is_empty() || found.words.is_empty() != is_whole {
                let form = match is_whole {
                    true => "instructions KERNEL".to_owned(),
                    false => format!("{of_kernel} KERNEL TEXT OF THE LINE"),
                };
                return Err(format!("`{metric}` is not `{form}`"));
            }
        }
    }
    Ok(found)
}

/// The number of a line or a word of the output.
fn counted(number: &str) -> Result<u32, String> {
    let found = number.parse().ok().filter(|n| (1..=10_000).contains(n));
    found.ok_or_else(|| {
        format!("`output` names a line of the output, and a word of it, from 1: not `{number}`")
    })
}

/// Takes `@ N` off the end: which launch of the kernel is meant.
fn numbered<'r>(rest: &'r str, found: &mut Prediction) -> Result<&'r str, String> {
    let Some((before, number)) = rest.rsplit_once('@') else {
        return Ok(rest);
    };
    let number = number.trim();
    found.number = number
        .parse()
        .ok()
        .filter(|launch| (1..=64).contains(launch))
        .ok_or_else(|| format!("`@ {number}` is no launch: they are counted from 1 to 64"))?;
    Ok(before.trim())
}

/// The line of the file that a prediction is about, from 1; 0 where it is about no line.
///
/// # Errors
/// A kernel or a line that the file does not have, or has more than once.
pub(super) fn line_in(prediction: &Prediction, path: &str, text: &str) -> Result<u32, Broken> {
    let Prediction { kernel, words, .. } = prediction;
    if kernel.is_empty() {
        return Ok(0);
    }
    let lines: Vec<&str> = text.lines().collect();
    let kernels = kernels(&lines);
    let Some((_, from, to)) = kernels.iter().find(|(name, ..)| name == kernel) else {
        let names: Vec<&str> = kernels.iter().map(|(name, ..)| *name).collect();
        let help = crate::course::meant(kernel, &names);
        return Err((format!("no kernel `{kernel}` in `{path}`"), help));
    };
    if words.is_empty() {
        return Ok(0);
    }
    let has = |(at, line): (usize, &&str)| line.contains(words.as_str()).then_some(at as u32 + 1);
    let all: Vec<u32> = lines.iter().enumerate().filter_map(has).collect();
    let inside = |line: &&u32| (*from..=*to).contains(&(**line as usize - 1));
    let within: Vec<u32> = all.iter().filter(inside).copied().collect();
    // What a kernel calls stands elsewhere in the file.
    let found = if within.is_empty() { all } else { within };
    match found.as_slice() {
        [line] => Ok(*line),
        [] => Err((
            format!("no line with `{words}` in `{path}`"),
            Some("take words of the line as the file has them, blanks included".to_owned()),
        )),
        several => {
            let numbers: Vec<String> = several.iter().map(u32::to_string).collect();
            let message = format!(
                "`{words}` stands in lines {} of `{path}`",
                numbers.join(", ")
            );
            Err((
                message,
                Some("take words that one line alone has".to_owned()),
            ))
        }
    }
}

/// The kernels that a text defines: name, and its first and last line from 0.
fn kernels<'t>(lines: &[&'t str]) -> Vec<(&'t str, usize, usize)> {
    let mut found = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let code = line.split("//").next().unwrap_or_default();
        let Some((_, rest)) = code.split_once("__global__") else {
            continue;
        };
        // The name may stand in a later line, behind attributes and the type.
        let after = lines.iter().skip(at + 1).take(3);
        let named = std::iter::once(&rest).chain(after).find_map(|line| {
            let (head, _) = line
                .rsplit_once('(')
                .filter(|(head, _)| !head.contains("__"))?;
            let head = head.split('(').next().unwrap_or(head);
            head.split_whitespace().last()
        });
        let Some(name) = named else { continue };
        let last = (at..lines.len()).find(|line| lines[*line].starts_with('}'));
        found.push((name, at, last.unwrap_or(lines.len() - 1)));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "__global__ void first(float* x) {\n    x[0] = 1;\n}\n\ntemplate <int N>\n__global__ void second(float* x,\n                       int n) {\n    x[0] = 1;\n    x[1] = f(n);\n}\n";

    #[test]
    fn a_metric_names_one_line_of_one_kernel() {
        let line = |metric: &str| {
            let prediction = read(&format!("How many? | {metric}")).unwrap();
            line_in(&prediction, "k.cu", TEXT)
        };
        assert_eq!(line("sectors first x[0] = 1"), Ok(2));
        assert_eq!(line("sectors second x[0] = 1 @ 2"), Ok(8));
        assert_eq!(line("instructions second"), Ok(0));
        assert_eq!(line("findings"), Ok(0));
        let (message, help) = line("passes secnd x[0]").unwrap_err();
        assert_eq!(message, "no kernel `secnd` in `k.cu`");
        assert!(help.unwrap().contains("`second`"));
        let (message, _) = line("lanes second x[").unwrap_err();
        assert_eq!(message, "`x[` stands in lines 8, 9 of `k.cu`");
        assert!(line("lanes second y[").unwrap_err().0.contains("no line"));
    }

    #[test]
    fn what_is_no_metric_is_said() {
        let said = |value: &str| read(value).unwrap_err();
        assert!(said("How many?").contains("a question and what answers it"));
        assert!(said("How many? | sektors k x").contains("`sectors`"));
        assert!(said("How many? | sectors k").contains("TEXT OF THE LINE"));
        assert!(said("How many? | instructions k x").contains("instructions KERNEL"));
        assert!(said("How many? | output zero").contains("from 1"));
        assert!(said("How many? | output 1 0").contains("not `0`"));
        let word = read("Which? | output 2 7").unwrap();
        assert_eq!((word.number, word.word), (2, 7));
        assert!(said("How many? | instructions k @ 0").contains("counted from 1"));
    }
}
