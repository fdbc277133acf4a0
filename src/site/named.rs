//! What a page names instead of typing it: a figure of a device or a model, rows of the catalogue as reading cards, the inputs
//! of a calculator (`calc.rs`), what a plot is computed from (`plot.rs`), a request of a kernel that is run (`access.rs`).
//!
//! `{{dev.a100.bandwidth}}` stands for the figure with its unit, `{{dev.a100.bandwidth:number}}` for the number alone, `{{dev.a100.name}}`
//! for the name. A `reading` fence holds ids of papers or tools, each with what to look for in the lines below it. Names are resolved
//! with the links; one that is not known names the nearest.

use std::ops::Range;
use std::sync::Arc;

use super::access::{self, Mapped};
use super::calc::{self, Worked};
use super::catalogues::{Catalogue, Row};
use super::highlight::{escape, push_escaped};
use super::markdown::Writer;
use super::parse::{Piece, problem_at};
use super::{access_svg, plot, plot_svg};
use crate::course::{Catalog, figures, nearest};

/// What is named, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// What.
    pub what: What,
    /// Its bytes in the page's source.
    pub range: Range<usize>,
}

/// Kinds of what can be named.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// A figure, as written between the braces.
    Fact(String),
    /// Reading cards.
    Cards(Vec<AskedCard>),
    /// A calculator.
    Calc(calc::Asked),
    /// A plot.
    Plot(plot::Asked),
    /// One request of a kernel.
    Access(access::Asked),
}

/// A reading as asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AskedCard {
    /// The row of the catalogue.
    pub id: String,
    /// What to look for.
    pub focus: String,
    /// How long it takes, in words.
    pub time: String,
}

/// What was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// A figure.
    Fact {
        /// The address of its row.
        page: String,
        /// What the page shows.
        text: String,
        /// What it is, in words.
        words: String,
    },
    /// Reading cards, each with its row.
    Cards(Vec<(AskedCard, Row)>),
    /// A calculator with its example.
    Calc(Worked),
    /// A plot with its numbers.
    Plot(plot::Plotted),
    /// A request as it was made.
    Access(Box<Mapped>),
}

/// What is wrong, and what to do about it.
type Broken = (String, Option<String>);

/// Finds what is named; `read` gives the text of a file of the course.
///
/// # Errors
/// What is not there, with the nearest name.
pub fn find(
    catalog: &Catalog,
    what: &What,
    read: impl FnOnce(&str) -> Result<Arc<str>, Broken>,
) -> Result<Found, Broken> {
    match what {
        What::Access(asked) => {
            let mapped = access::work(asked, &read(&asked.of.path)?)?;
            Ok(Found::Access(Box::new(mapped)))
        }
        What::Fact(name) => fact(catalog, name),
        What::Calc(asked) => calc::work(catalog, asked).map(Found::Calc),
        What::Plot(asked) => plot::work(catalog, asked).map(Found::Plot),
        What::Cards(asked) => {
            let rows: Result<Vec<_>, Broken> = asked
                .iter()
                .map(|card| Ok((card.clone(), reading(catalog, &card.id)?)))
                .collect();
            rows.map(Found::Cards)
        }
    }
}

fn fact(catalog: &Catalog, written: &str) -> Result<Found, Broken> {
    let (name, bare) = match written.split_once(':') {
        Some((name, "number")) => (name, true),
        Some((_, other)) => {
            return Err((
                format!("`{other}` is no way to show a figure"),
                Some(
                    "write `{{dev.a100.bandwidth}}` or `{{dev.a100.bandwidth:number}}`".to_owned(),
                ),
            ));
        }
        None => (written, false),
    };
    let (id, key) = name.rsplit_once('.').unwrap_or((name, ""));
    let Some((row, all)) = figures::of(catalog, id) else {
        let devices = catalog.devices.iter().map(|row| row.id.as_str());
        let known = devices.chain(catalog.models.iter().map(|row| row.id.as_str()));
        let near = nearest(id, known);
        return Err((
            format!("no device or model `{id}`"),
            near.map(|near| format!("did you mean `{{{{{near}.{key}}}}}`?")),
        ));
    };
    let is_device = catalog.devices.iter().any(|row| row.id == id);
    let kind = if is_device {
        Catalogue::Devices
    } else {
        Catalogue::Models
    };
    let found = |text: String, words: &str| Found::Fact {
        page: kind.place(id),
        text,
        words: format!("{row}: {words}"),
    };
    if key == "name" {
        return Ok(found(row.to_owned(), "all its figures"));
    }
    match all.iter().find(|figure| figure.key == key) {
        Some(figure) if bare => Ok(found(figure.number(), figure.words)),
        Some(figure) => Ok(found(figure.full(), figure.words)),
        None => {
            let keys: Vec<&str> = all.iter().map(|figure| figure.key).collect();
            Err((
                format!("`{id}` has no figure `{key}`"),
                crate::course::meant(key, &keys),
            ))
        }
    }
}

fn reading(catalog: &Catalog, id: &str) -> Result<Row, Broken> {
    let mut rows = Catalogue::Papers.rows(catalog);
    rows.extend(Catalogue::Tools.rows(catalog));
    match rows.iter().find(|row| row.id == id) {
        Some(row) => Ok(row.clone()),
        None => {
            let near = nearest(id, rows.iter().map(|row| row.id.as_str()));
            Err((
                format!("no paper or tool `{id}` in `content/data`"),
                near.map(|near| format!("did you mean `{near}`?")),
            ))
        }
    }
}

/// What was found as HTML; `root` is the way to the site's root.
pub fn html(found: &Found, root: &str) -> String {
    match found {
        Found::Fact { page, text, words } => {
            format!(
                "<a class=\"fact\" href=\"{root}{page}\" title=\"{}\">{}</a>",
                escape(words),
                escape(text)
            )
        }
        Found::Calc(worked) => calc::html(worked),
        Found::Plot(plotted) => plot_svg::html(plotted),
        Found::Access(mapped) => access_svg::html(mapped),
        Found::Cards(cards) => {
            let mut html = String::from("<ul class=\"readings\">\n");
            for (asked, row) in cards {
                card(&mut html, asked, row, root);
            }
            html.push_str("</ul>\n");
            html
        }
    }
}

/// A box to tick when a paper is read: the same wherever the paper is shown.
pub(super) fn read(row: &Row) -> String {
    format!(
        "<label class=\"read\"><input type=\"checkbox\" data-item=\"{}\"> Read<span class=\"unseen\">: {}</span></label>",
        escape(&row.id),
        escape(&row.name)
    )
}

fn card(html: &mut String, asked: &AskedCard, row: &Row, root: &str) {
    html.push_str(&format!(
        "<li class=\"reading\"><p class=\"reading-kind\">{}{}</p><p class=\"reading-title\"><a href=\"{}\">{}</a></p>",
        row.kind.one(),
        if asked.time.is_empty() { String::new() } else { format!(" · {}", escape(&asked.time)) },
        escape(&row.url),
        escape(&row.name)
    ));
    html.push_str("<p class=\"reading-by\">");
    push_escaped(html, &row.by);
    html.push_str("</p>");
    let why = if asked.focus.is_empty() {
        &row.text
    } else {
        &asked.focus
    };
    if !why.is_empty() {
        html.push_str("<p class=\"reading-for\">");
        push_escaped(html, &super::pages::sentence(why));
        html.push_str("</p>");
    }
    if row.kind == Catalogue::Papers {
        html.push_str(&read(row));
    }
    html.push_str(&format!(
        "<p class=\"reading-more\"><a href=\"{root}{}\">Where the course uses it</a></p></li>\n",
        row.kind.place(&row.id)
    ));
}

/// The keys of an entry of a `reading` fence.
pub(super) const READING_KEYS: [&str; 2] = ["focus", "time"];

/// Reads the body of a `reading` fence.
///
/// # Errors
/// What cannot be understood.
fn asked(body: &str) -> Result<Vec<AskedCard>, Broken> {
    let mut cards: Vec<AskedCard> = Vec::new();
    for line in body.lines().map(str::trim).filter(|line| !line.is_empty()) {
        match (line.split_once(": "), cards.last_mut()) {
            (None, _) => cards.push(AskedCard {
                id: line.to_owned(),
                ..AskedCard::default()
            }),
            (Some(("focus", value)), Some(card)) => card.focus = value.trim().to_owned(),
            (Some(("time", value)), Some(card)) => card.time = value.trim().to_owned(),
            (Some((key, _)), Some(_)) => {
                let help = nearest(key, READING_KEYS);
                return Err((
                    format!("unknown key `{key}` of a reading"),
                    help.map(|near| format!("did you mean `{near}`?"))
                        .or_else(|| Some("a reading has `focus` and `time`".to_owned())),
                ));
            }
            (Some(_), None) => {
                return Err((
                    "a reading starts with the id of a paper or tool".to_owned(),
                    Some("write `paper.gptq`, and `focus: …` in the line below it".to_owned()),
                ));
            }
        }
    }
    if cards.is_empty() {
        return Err((
            "a `reading` fence names papers or tools, one a line".to_owned(),
            None,
        ));
    }
    Ok(cards)
}

impl Writer<'_> {
    /// A `reading` fence.
    pub(super) fn reading_fence(&mut self, text: &str, range: &Range<usize>) {
        match asked(text) {
            Ok(cards) => self.named(What::Cards(cards), range.clone()),
            Err((message, help)) => {
                let mut problem = problem_at(self.page, range.start, message);
                problem.help = help;
                self.out.problems.push(problem);
            }
        }
    }

    pub(super) fn named(&mut self, what: What, range: Range<usize>) {
        let index = self.out.named.len();
        self.out.named.push(Named { what, range });
        self.piece(Piece::Named(index));
    }

    /// Text with the figures named in it; `{{…}}` may be spread over several events.
    pub(super) fn words(&mut self, text: &str, range: &Range<usize>) {
        let source = self.page.source.get(range.clone()).unwrap_or_default();
        let open = source
            .find("{{")
            .map(|at| range.start + at)
            .filter(|at| source == text && !self.hidden.contains(*at));
        let close = open.and_then(|open| {
            let rest = self.page.source.get(open..)?.lines().next()?;
            Some(open + rest.find("}}")? + 2)
        });
        let (Some(open), Some(close)) = (open, close) else {
            return self.shown_text(text, range);
        };
        let page = self.page;
        let before = range.start..open;
        self.shown_text(page.source.get(before.clone()).unwrap_or_default(), &before);
        let name = page.source.get(open + 2..close - 2).unwrap_or_default();
        self.named(What::Fact(name.trim().to_owned()), open..close);
        self.hidden.push(open..close);
        if close < range.end {
            let after = close..range.end;
            self.words(page.source.get(after.clone()).unwrap_or_default(), &after);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reading_is_an_id_and_what_to_look_for() {
        let cards = asked("paper.gptq\nfocus: the order of columns\n\ntool.vllm\n").unwrap();
        assert_eq!(cards.len(), 2);
        assert_eq!(cards[0].focus, "the order of columns");
        assert!(asked("").is_err());
        assert!(asked("focus: nothing").is_err());
        let (message, help) = asked("paper.gptq\nfocsu: x").unwrap_err();
        assert_eq!(message, "unknown key `focsu` of a reading");
        assert_eq!(help.as_deref(), Some("did you mean `focus`?"));
    }
}
