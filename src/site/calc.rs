//! Calculators: a `calc` fence becomes a form with its worked example, computed at build time.
//!
//! ```text
//! title: KV cache of a batch
//! tokens: 4096 | tokens of context
//! layers: model.llama-3.1-8b.layers | layers
//! = 2 * 2 * layers * tokens / 1024 ^ 3 | GiB of cache
//! ```
//!
//! A line with a name is an input: a number, or a figure by name. A line that starts with `=` is a result, a formula of the inputs and
//! of the results above it when they have a name (`cache = …`). Without a script the page shows the example; with one it computes.

use std::ops::Range;

use super::highlight::{escape, push_escaped};
use super::markdown::Writer;
use super::named::What;
use super::parse::problem_at;
use crate::course::{Catalog, figures, formula, nearest};

/// A calculator as asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Asked {
    /// Its title.
    pub title: String,
    /// Its rows in order.
    pub rows: Vec<Row>,
}

/// One row of a calculator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// What formulas call it; results without a name have none.
    pub name: String,
    /// A number, a figure by name, or a formula.
    pub text: String,
    /// What it is, in words, with its unit.
    pub words: String,
    /// Computed, not typed.
    pub result: bool,
}

/// A calculator with its worked example: each row and its value.
pub type Worked = (String, Vec<(Row, String)>);

/// What is wrong, and what to do about it.
type Broken = (String, Option<String>);

/// Reads the body of a `calc` fence.
///
/// # Errors
/// What cannot be understood.
pub fn ask(body: &str) -> Result<Asked, Broken> {
    let mut asked = Asked::default();
    for line in body.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let (left, words) = line
            .split_once('|')
            .map_or((line, ""), |(l, w)| (l.trim(), w.trim()));
        if let Some(title) = left.strip_prefix("title:") {
            asked.title = title.trim().to_owned();
            continue;
        }
        let (name, text, result) = match (left.split_once('='), left.split_once(':')) {
            (Some((name, text)), _) => (name, text, true),
            (None, Some((name, text))) => (name, text, false),
            (None, None) => {
                let help = "write `tokens: 4096 | tokens`, or `= 2 * tokens | bytes`";
                return Err((
                    format!("`{left}` is neither an input nor a result"),
                    Some(help.to_owned()),
                ));
            }
        };
        let name = name.trim();
        if !result && !is_name(name) || result && !name.is_empty() && !is_name(name) {
            return Err((
                format!("`{name}` is not a name"),
                Some("names are lower-case letters, digits and `_`".to_owned()),
            ));
        }
        if words.is_empty() {
            let help = "say what it is behind a `|`: `tokens: 4096 | tokens of context`";
            return Err((
                format!("`{left}` says not what it is"),
                Some(help.to_owned()),
            ));
        }
        asked.rows.push(Row {
            name: name.to_owned(),
            text: text.trim().to_owned(),
            words: words.to_owned(),
            result,
        });
    }
    if !asked.rows.iter().any(|row| row.result) {
        return Err((
            "a calculator without a result".to_owned(),
            Some("write `= 2 * tokens | bytes`".to_owned()),
        ));
    }
    Ok(asked)
}

fn is_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_lowercase())
        && name
            .chars()
            .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
}

/// Computes the worked example.
///
/// # Errors
/// A figure or name that is not there, a formula without a value.
pub fn work(catalog: &Catalog, asked: &Asked) -> Result<Worked, Broken> {
    let mut known: Vec<(String, f64)> = Vec::new();
    let mut rows = Vec::new();
    for row in &asked.rows {
        let value = if row.result {
            result(&known, row)?
        } else {
            input(catalog, row)?
        };
        if !row.name.is_empty() {
            known.push((row.name.clone(), value));
        }
        // An input is shown so that a number field takes it.
        let shown = if row.result {
            figures::written(value)
        } else {
            format!("{value}")
        };
        rows.push((row.clone(), shown));
    }
    Ok((asked.title.clone(), rows))
}

fn input(catalog: &Catalog, row: &Row) -> Result<f64, Broken> {
    if let Ok(number) = row.text.replace(',', "").parse::<f64>() {
        return Ok(number);
    }
    let (id, key) = row.text.rsplit_once('.').unwrap_or((&row.text, ""));
    let all = figures::of(catalog, id)
        .map(|(_, all)| all)
        .unwrap_or_default();
    let found = all.iter().find(|figure| figure.key == key);
    found.map(|figure| figure.value).ok_or_else(|| {
        (
            format!("`{}` is neither a number nor a figure", row.text),
            nearest(key, all.iter().map(|figure| figure.key))
                .map(|near| format!("did you mean `{id}.{near}`?")),
        )
    })
}

fn result(known: &[(String, f64)], row: &Row) -> Result<f64, Broken> {
    let name = |name: &str| {
        known
            .iter()
            .find(|(known, _)| known == name)
            .map(|(_, value)| *value)
    };
    formula::value(&row.text, &name).map_err(|(_, message)| {
        let names: Vec<&str> = known.iter().map(|(name, _)| name.as_str()).collect();
        let help = format!("inputs and results above it: {}", names.join(", "));
        (
            format!("`{}`: {message}", row.text),
            (!names.is_empty()).then_some(help),
        )
    })
}

/// The calculator as HTML, with its example filled in.
pub fn html((title, rows): &Worked) -> String {
    let mut html = String::from("<form class=\"calc\" data-calc>\n");
    if !title.is_empty() {
        html.push_str("<p class=\"calc-title\">");
        push_escaped(&mut html, title);
        html.push_str("</p>\n");
    }
    for (row, value) in rows {
        if row.result {
            html.push_str(&format!(
                "<p class=\"calc-result\"><output data-name=\"{}\" data-formula=\"{}\">{}</output> <span>{}</span> <code>{}</code></p>\n",
                row.name,
                escape(&row.text),
                escape(value),
                escape(&row.words),
                escape(&row.text)
            ));
        } else {
            html.push_str(&format!(
                "<label><span>{}</span> <input type=\"number\" step=\"any\" name=\"{}\" value=\"{}\"></label>\n",
                escape(&row.words),
                row.name,
                escape(value)
            ));
        }
    }
    html.push_str("</form>\n");
    html
}

impl Writer<'_> {
    /// A `calc` fence.
    pub(super) fn calc_fence(&mut self, text: &str, range: &Range<usize>) {
        match ask(text) {
            Ok(asked) => self.named(What::Calc(asked), range.clone()),
            Err((message, help)) => {
                let mut problem = problem_at(self.page, range.start, message);
                problem.help = help;
                self.out.problems.push(problem);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn worked(body: &str) -> Result<Vec<String>, String> {
        let asked = ask(body).map_err(|(message, _)| message)?;
        let (_, rows) = work(&Catalog::default(), &asked).map_err(|(message, _)| message)?;
        Ok(rows.into_iter().map(|(_, value)| value).collect())
    }

    #[test]
    fn results_build_on_inputs_and_on_each_other() {
        let body = "title: T\na: 1,000 | things\nb = a * 2 | more\n= b / 3 | most\n";
        assert_eq!(
            worked(body),
            Ok(vec![
                "1000".to_owned(),
                "2,000".to_owned(),
                "666.67".to_owned()
            ])
        );
    }

    #[test]
    fn what_is_wrong_is_said() {
        assert_eq!(
            worked("a: 1 | x").unwrap_err(),
            "a calculator without a result"
        );
        assert_eq!(
            worked("a: 1\n= a | x").unwrap_err(),
            "`a: 1` says not what it is"
        );
        assert_eq!(
            worked("nothing").unwrap_err(),
            "`nothing` is neither an input nor a result"
        );
        assert_eq!(worked("A: 1 | x").unwrap_err(), "`A` is not a name");
        assert_eq!(
            worked("a: dev.x.y | x\n= a | x").unwrap_err(),
            "`dev.x.y` is neither a number nor a figure"
        );
        assert_eq!(worked("= c | x").unwrap_err(), "`c`: `c` is no input");
    }
}
