//! A request as a drawing and a table: sectors of global memory as cells of eight words, banks of shared memory as columns.
//!
//! Colours are the page's, and no cell is told by its colour alone: a word that several lanes want has a stroke through it, one
//! that is moved and not wanted is hollow. Ids are not used, so a page may hold any number.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use super::access::Mapped;
use super::highlight::escape;
use crate::profile::map::{BANKS, WORDS, words};

const WIDTH: f64 = 480.0;
const LEFT: f64 = 8.0;
/// Sectors up to which each cell has room for its lane's number.
const FEW: usize = 16;

type Words = BTreeMap<u32, Vec<u32>>;

impl Mapped {
    /// What the request comes to: `("sectors", 12)`, `("passes", 32)`.
    pub fn counted(&self) -> (&'static str, usize) {
        let words = words(&self.map);
        if self.map.shared {
            let depth = |bank: u32| words.keys().filter(|word| **word % BANKS == bank).count();
            ("passes", (0..BANKS).map(depth).max().unwrap_or(0))
        } else {
            let sectors: BTreeSet<u32> = words.keys().map(|word| word / WORDS).collect();
            ("sectors", sectors.len())
        }
    }

    /// The same as a sentence.
    fn told(&self) -> String {
        let (lanes, (_, count)) = (self.map.lanes.count_ones(), self.counted());
        let lanes = if lanes == 1 {
            "1 lane".to_owned()
        } else {
            format!("{lanes} lanes")
        };
        let bytes = words(&self.map).len() * 4;
        match (self.map.shared, count) {
            (true, 1) => format!("{lanes} of a warp, 1 pass."),
            (true, _) => format!("{lanes} of a warp, {count} passes."),
            (false, 1) => {
                format!("{lanes} of a warp want {bytes} bytes; 1 sector of 32 bytes moves.")
            }
            (false, _) => {
                format!("{lanes} of a warp want {bytes} bytes; {count} sectors of 32 bytes move.")
            }
        }
    }
}

/// The drawing, its caption and its table.
pub fn html(mapped: &Mapped) -> String {
    let mut html = String::from("<div class=\"access\">\n<figure class=\"figure\">");
    html.push_str(&svg(mapped));
    let _ = writeln!(
        html,
        "<figcaption>{} <span class=\"access-count\">{}</span></figcaption></figure>",
        escape(&super::pages::sentence(&mapped.title)),
        mapped.told()
    );
    table(&mut html, mapped);
    html.push_str("</div>\n");
    html
}

fn svg(mapped: &Mapped) -> String {
    let words = words(&mapped.map);
    let mut body = String::new();
    let mut y = 8.0;
    if mapped.access.chars().count() <= 40 {
        let _ = writeln!(
            body,
            "<text x=\"{LEFT}\" y=\"20\" class=\"mono\">{}</text>",
            escape(&mapped.access)
        );
        y = 34.0;
    }
    y = match mapped.map.shared {
        true => banks(&mut body, &words, y),
        false => sectors(&mut body, &words, y),
    };
    y = legend(&mut body, &words, y + 10.0, mapped.counted());
    let (width, height) = (560, (y * 560.0 / WIDTH).round());
    let what = if mapped.map.shared {
        "banks"
    } else {
        "sectors"
    };
    format!(
        "<svg class=\"drawing\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {WIDTH} {y}\" role=\"img\"><title>Lanes of a warp on {what}: {}</title><desc>{} {}</desc>\n<g stroke-width=\"1.5\" font-size=\"14\">\n{body}</g></svg>\n",
        escape(&mapped.access),
        escape(&super::pages::sentence(&mapped.title)),
        mapped.told()
    )
}

/// Touched sectors in rows; gives where they end.
fn sectors(out: &mut String, words: &Words, top: f64) -> f64 {
    let touched: BTreeSet<u32> = words.keys().map(|word| word / WORDS).collect();
    let numbered = touched.len() <= FEW;
    let (in_row, side, high) = if numbered {
        (2, 28.0, 22.0)
    } else {
        (4, 13.0, 13.0)
    };
    let (wide, gap) = (f64::from(WORDS) * side, if numbered { 16.0 } else { 12.0 });
    let step = high + 26.0;
    for (at, sector) in touched.iter().enumerate() {
        let x = LEFT + (at % in_row) as f64 * (wide + gap);
        let y = top + (at / in_row) as f64 * step;
        let byte = sector * WORDS * 4;
        let _ = writeln!(
            out,
            "<text x=\"{x}\" y=\"{}\" fill=\"var(--fig-soft)\">byte {byte}</text>",
            y + 11.0
        );
        for k in 0..WORDS {
            let place = [x + f64::from(k) * side, y + 17.0, side, high];
            cell(out, place, words.get(&(sector * WORDS + k)), numbered);
        }
    }
    top + touched.len().div_ceil(in_row) as f64 * step
}

/// Banks as columns, a row for each word that a bank must give; gives where they end.
fn banks(out: &mut String, words: &Words, top: f64) -> f64 {
    let mut columns: Vec<Vec<&Vec<u32>>> = vec![Vec::new(); BANKS as usize];
    for (word, lanes) in words {
        columns[(word % BANKS) as usize].push(lanes);
    }
    let rows = columns.iter().map(Vec::len).max().unwrap_or(0);
    let (step, side, high) = (14.5, 12.5, 12.0);
    let _ = writeln!(
        out,
        "<text x=\"{LEFT}\" y=\"{}\" fill=\"var(--fig-soft)\">bank 0</text>",
        top + 11.0
    );
    for bank in [8, 16, 24, 31] {
        let x = LEFT + f64::from(bank) * step + side / 2.0;
        let _ = writeln!(
            out,
            "<text x=\"{x}\" y=\"{}\" fill=\"var(--fig-soft)\" text-anchor=\"middle\">{bank}</text>",
            top + 11.0
        );
    }
    for (bank, column) in columns.iter().enumerate() {
        for row in 0..rows {
            let place = [
                LEFT + bank as f64 * step,
                top + 17.0 + row as f64 * (high + 1.5),
                side,
                high,
            ];
            cell(out, place, column.get(row).copied(), false);
        }
    }
    top + 17.0 + rows as f64 * (high + 1.5)
}

/// How a word looks.
fn look(lanes: Option<&Vec<u32>>, numbered: bool) -> &'static str {
    match lanes.map(Vec::len) {
        None => "fill=\"none\" stroke=\"var(--fig-line)\"",
        Some(1) if numbered => "fill=\"var(--fig-a)\" fill-opacity=\".16\" stroke=\"var(--fig-a)\"",
        Some(1) => "fill=\"var(--fig-a)\" stroke=\"var(--fig-a)\"",
        Some(_) => "fill=\"var(--fig-b)\" fill-opacity=\".16\" stroke=\"var(--fig-b)\"",
    }
}

/// A word: hollow, one lane's, or several lanes'.
fn cell(out: &mut String, [x, y, w, h]: [f64; 4], lanes: Option<&Vec<u32>>, numbered: bool) {
    let look = look(lanes, numbered);
    let (w, h) = (w - 1.5, h - 1.5);
    let rect = format!("<rect x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\" rx=\"2\" {look}");
    let Some(lanes) = lanes else {
        let _ = writeln!(out, "{rect}/>");
        return;
    };
    let all: Vec<String> = lanes.iter().map(u32::to_string).collect();
    let s = if lanes.len() == 1 { "" } else { "s" };
    let _ = writeln!(
        out,
        "{rect}><title>lane{s} {}</title></rect>",
        all.join(", ")
    );
    if lanes.len() > 1 {
        let _ = writeln!(
            out,
            "<path d=\"M{x} {}L{} {y}\" fill=\"none\" stroke=\"var(--fig-b)\"/>",
            y + h,
            x + w
        );
    } else if numbered {
        let (x, y) = (x + w / 2.0, y + h / 2.0 + 5.0);
        let _ = writeln!(
            out,
            "<text x=\"{x}\" y=\"{y}\" text-anchor=\"middle\" fill=\"var(--fig-ink)\">{}</text>",
            lanes[0]
        );
    }
}

/// A cell of the legend: as those of the drawing, without a lane's number.
fn swatch(out: &mut String, (x, y): (f64, f64), lanes: Option<&Vec<u32>>, numbered: bool) {
    let place = [x, y, 13.0, 13.0];
    match lanes {
        Some(one) if one.len() == 1 && numbered => {
            let look = look(lanes, numbered);
            let _ = writeln!(
                out,
                "<rect x=\"{x}\" y=\"{y}\" width=\"11.5\" height=\"11.5\" rx=\"2\" {look}/>"
            );
        }
        _ => cell(out, place, lanes, numbered),
    }
}

/// What cells mean, of those that are there; gives where it ends.
fn legend(out: &mut String, words: &Words, top: f64, counted: (&str, usize)) -> f64 {
    let one = words.values().find(|lanes| lanes.len() == 1);
    let several = words.values().find(|lanes| lanes.len() > 1);
    let (what, count) = counted;
    let (idle, drawn) = match what {
        "passes" => ("idle", count * BANKS as usize),
        _ => ("moved, not wanted", count * WORDS as usize),
    };
    let (hollow, numbered) = (drawn > words.len(), what == "sectors" && count <= FEW);
    let mut x = LEFT;
    let mut part = |lanes: Option<&Vec<u32>>, told: &str, wide: f64| {
        swatch(out, (x, top), lanes, numbered);
        let _ = writeln!(
            out,
            "<text x=\"{}\" y=\"{}\">{told}</text>",
            x + 18.0,
            top + 11.0
        );
        x += wide;
    };
    if one.is_some() {
        part(one, "one lane", 100.0);
    }
    if several.is_some() {
        part(several, "several lanes", 132.0);
    }
    if hollow {
        part(None, idle, 160.0);
    }
    top + 22.0
}

fn table(html: &mut String, mapped: &Mapped) {
    let what = if mapped.map.shared { "Bank" } else { "Sector" };
    let label = format!("{}: lane by lane", mapped.access);
    let _ = writeln!(
        html,
        "<details class=\"plot-numbers\"><summary>Lane by lane</summary>\n<div class=\"table-wrap\" tabindex=\"0\" role=\"group\" aria-label=\"{}\"><table><thead><tr><th scope=\"col\">Lane</th><th scope=\"col\">First byte</th><th scope=\"col\">{what}</th></tr></thead>\n<tbody>",
        escape(&label)
    );
    for lane in (0..32u32).filter(|lane| mapped.map.lanes >> lane & 1 == 1) {
        let byte = mapped.map.at[lane as usize];
        let place = if mapped.map.shared {
            byte / 4 % BANKS
        } else {
            byte / 4 / WORDS
        };
        let _ = writeln!(
            html,
            "<tr><td>{lane}</td><td>{byte}</td><td>{place}</td></tr>"
        );
    }
    html.push_str("</tbody></table></div>\n</details>\n");
}
