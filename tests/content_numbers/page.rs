//! A page as its tests read it: numbers behind phrases, columns of tables, facts by name.
//!
//! In: a path below `content/`. Out: printed numbers that know their line and how many decimals they show. Figures such as
//! `{{dev.h100.bandwidth}}` are put in as readers see them; what is not there stops the test with the page's name.

use std::path::Path;
use std::sync::OnceLock;

use course::course::{Catalog, figures, load};

/// A page with its figures put in.
pub struct Page {
    path: String,
    text: String,
}

/// A number as it is printed.
#[derive(Clone, Debug)]
pub struct Printed {
    /// Where, for the message.
    place: String,
    /// As written: `1,074` or `0.63`.
    written: String,
    /// What it says.
    pub value: f64,
    decimals: usize,
}

/// A table as it is written.
pub struct Table {
    place: String,
    head: Vec<String>,
    rows: Vec<Vec<String>>,
}

/// The page at a path below `content/`.
pub fn read_page(path: &str) -> Page {
    let file = root().join("content").join(path);
    let text = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{path}: {error}"));
    Page {
        path: path.to_owned(),
        text: with_figures(&text),
    }
}

/// The value of a fact: `dev.h100.bandwidth`, `model.qwen2.5-3b.layers`.
pub fn fact(name: &str) -> f64 {
    figure(name)
        .unwrap_or_else(|| panic!("no fact is called `{name}`"))
        .value
}

/// The facts of the course.
pub fn facts() -> &'static Catalog {
    static READ: OnceLock<Catalog> = OnceLock::new();
    READ.get_or_init(|| load(root()).course.catalog)
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn figure(name: &str) -> Option<course::course::Figure> {
    let (id, key) = name.rsplit_once('.')?;
    let (_, all) = figures::of(facts(), id)?;
    all.into_iter().find(|figure| figure.key == key)
}

/// The text with `{{…}}` as readers see it; what names no figure stays.
fn with_figures(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, from)) = rest.split_once("{{") {
        out.push_str(before);
        let Some((name, after)) = from.split_once("}}") else {
            out.push_str("{{");
            rest = from;
            continue;
        };
        match name.trim().strip_suffix(":number") {
            Some(name) => out.extend(figure(name).map(|found| found.number())),
            None => match figure(name.trim()) {
                Some(found) => out.push_str(&found.full().replace('\u{a0}', " ")),
                None => out.push_str(name),
            },
        }
        rest = after;
    }
    out.push_str(rest);
    out
}

impl Page {
    /// The first number behind a phrase that stands once on the page.
    pub fn number_after(&self, phrase: &str) -> Printed {
        let at = self.place_of(phrase) + phrase.len();
        let place = format!("{} behind `{phrase}`", self.path);
        first_number(&self.text[at..], &place)
            .unwrap_or_else(|| panic!("{place}: no number follows"))
    }

    /// The numbers behind a phrase that stands once on the page, so many.
    pub fn numbers_after(&self, phrase: &str, how_many: usize) -> Vec<Printed> {
        let at = self.place_of(phrase) + phrase.len();
        let place = format!("{} behind `{phrase}`", self.path);
        let found: Vec<Printed> = numbers(&self.text[at..], &place).take(how_many).collect();
        assert_eq!(found.len(), how_many, "{place}: too few numbers follow");
        found
    }

    /// The last number before a phrase that stands once on the page.
    pub fn number_before(&self, phrase: &str) -> Printed {
        let at = self.place_of(phrase);
        let place = format!("{} before `{phrase}`", self.path);
        let paragraph = self.text[..at].rfind("\n\n").unwrap_or(0);
        numbers(&self.text[paragraph..at], &place)
            .last()
            .unwrap_or_else(|| panic!("{place}: no number in its paragraph"))
    }

    /// The first table under a heading, which is given by its words.
    pub fn table_under(&self, heading: &str) -> Table {
        let place = format!("{} under `{heading}`", self.path);
        let mut lines = self.text.lines().skip_while(|line| {
            let words = line.trim_start_matches('#').trim();
            !line.starts_with('#') || words.split(" {#").next() != Some(heading)
        });
        assert!(lines.next().is_some(), "{place}: no such heading");
        let table: Vec<&str> = lines
            .skip_while(|line| !line.trim_start().starts_with('|'))
            .take_while(|line| line.trim_start().starts_with('|'))
            .collect();
        assert!(table.len() > 2, "{place}: no table");
        Table {
            place,
            head: cells(table[0]),
            rows: table[2..].iter().map(|line| cells(line)).collect(),
        }
    }

    fn place_of(&self, phrase: &str) -> usize {
        let mut found = self.text.match_indices(phrase);
        let (at, _) = found
            .next()
            .unwrap_or_else(|| panic!("{}: `{phrase}` is not on the page", self.path));
        let again = found.next().is_some();
        assert!(!again, "{}: `{phrase}` stands there twice", self.path);
        at
    }
}

impl Table {
    /// The first number of each cell of the column whose head begins so.
    pub fn column(&self, head: &str) -> Vec<Printed> {
        let place = format!("{}, column `{head}`", self.place);
        self.words(head)
            .iter()
            .map(|cell| {
                first_number(cell, &place).unwrap_or_else(|| panic!("{place}: `{cell}`, no number"))
            })
            .collect()
    }

    /// The cells of the column whose head begins so, as they are written.
    pub fn words(&self, head: &str) -> Vec<String> {
        let column = self.head.iter().position(|of| of.starts_with(head));
        let column = column.unwrap_or_else(|| panic!("{}: no column `{head}`", self.place));
        let cell = |row: &Vec<String>| row.get(column).cloned().unwrap_or_default();
        self.rows.iter().map(cell).collect()
    }

    /// The number in the row whose first cell begins so, in the column whose head begins so.
    pub fn number_at(&self, row: &str, head: &str) -> Printed {
        let place = format!("{}, row `{row}`, column `{head}`", self.place);
        let at = self.rows.iter().position(|cells| cells[0].starts_with(row));
        let at = at.unwrap_or_else(|| panic!("{place}: no such row"));
        let cell = &self.words(head)[at];
        first_number(cell, &place).unwrap_or_else(|| panic!("{place}: `{cell}`, no number"))
    }
}

impl Printed {
    /// Fails unless the computed number, rounded as this one is printed, is this one.
    #[track_caller]
    pub fn is(&self, computed: f64) {
        let half = 0.5 * 10f64.powi(-(self.decimals as i32));
        let off = (self.value - computed).abs();
        let (place, written) = (&self.place, &self.written);
        assert!(
            off <= half * (1.0 + 1e-9) + 1e-12,
            "{place}: {written} is printed, {computed} is computed"
        );
    }

    /// As `is`, for a number printed with so many digits that count: `1,500,000` with 2.
    #[track_caller]
    pub fn is_to(&self, digits: i32, computed: f64) {
        let half = 0.5 * 10f64.powi(computed.abs().log10().floor() as i32 + 1 - digits);
        let off = (self.value - computed).abs();
        let (place, written) = (&self.place, &self.written);
        assert!(
            off <= half * (1.0 + 1e-9),
            "{place}: {written} is printed, {computed} is computed"
        );
    }
}

/// A row of a table of pipes, without its formatting and its links. A pipe inside a cell has a backslash before it.
fn cells(line: &str) -> Vec<String> {
    let line = line.trim().trim_matches('|').replace("\\|", "\u{1}");
    let cell = |cell: &str| unlinked(cell).replace('\u{1}', "|").replace(['*', '`'], "");
    line.split('|').map(|of| cell(of.trim())).collect()
}

/// The words of a cell, of each link what is shown.
fn unlinked(cell: &str) -> String {
    let mut out = String::new();
    let mut rest = cell;
    while let Some((before, from)) = rest.split_once("](") {
        let (words, shown) = before.rsplit_once('[').unwrap_or(("", before));
        out.push_str(words);
        out.push_str(shown);
        rest = from.split_once(')').map_or("", |(_, after)| after);
    }
    out.push_str(rest);
    out
}

fn first_number(text: &str, place: &str) -> Option<Printed> {
    numbers(text, place).next()
}

/// The numbers of a text in order, with commas between thousands; digits of a word (`v3`, `E4M3`) are none.
fn numbers<'t>(text: &'t str, place: &'t str) -> impl Iterator<Item = Printed> + 't {
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let start = at + text[at..].find(|c: char| c.is_ascii_digit())?;
            let shape = |c: char| c.is_ascii_digit() || c == ',' || c == '.';
            let length = text[start..].find(|c| !shape(c));
            let end = length.map_or(text.len(), |length| start + length);
            let before = text[..start].chars().next_back();
            at = end;
            if before.is_some_and(|c| c.is_alphanumeric() || c == '_') {
                continue;
            }
            let written = text[start..end].trim_end_matches([',', '.']);
            let negative = matches!(before, Some('−'));
            let value: f64 = written.replace(',', "").parse().ok()?;
            return Some(Printed {
                place: place.to_owned(),
                written: written.to_owned(),
                value: if negative { -value } else { value },
                decimals: written.split_once('.').map_or(0, |(_, after)| after.len()),
            });
        }
    })
}

#[test]
fn numbers_are_found_as_they_are_printed() {
    let text = "v3 sends 1,074.5 MB in −2 steps, 0.63 s. 10,";
    let found: Vec<f64> = numbers(text, "here").map(|number| number.value).collect();
    assert_eq!(found, [1074.5, -2.0, 0.63, 10.0]);
    let number = first_number(text, "here").expect("the first");
    number.is(1074.46);
    number.is_to(2, 1100.0);
    assert!(std::panic::catch_unwind(|| number.is(1074.6)).is_err());
}

#[test]
fn tables_are_read_by_heading_row_and_column() {
    let page = Page {
        path: "x.md".into(),
        text: "## Levels {#levels}\n\nWords.\n\n| Level | Bandwidth [GB/s] |\n|---|--:|\n| **[L2](id:term.l2-cache) cache** | 5,500 |\n| HBM3 | 3,350 |\n".into(),
    };
    let table = page.table_under("Levels");
    assert_eq!(table.column("Bandwidth")[1].value, 3350.0);
    assert_eq!(table.number_at("L2 cache", "Bandwidth").value, 5500.0);
    assert_eq!(table.words("Level"), ["L2 cache", "HBM3"]);
}

#[test]
fn facts_have_the_values_that_pages_show() {
    assert_eq!(fact("dev.h100.bandwidth"), 3350.0);
    let shown = with_figures("a {{dev.h100.bandwidth}} b {{dev.h100.sms:number}} c");
    assert_eq!(shown, "a 3,350 GB/s b 132 c");
}
