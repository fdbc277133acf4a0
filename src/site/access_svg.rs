//! A request as a drawing and a table: sectors of global memory as cells of eight words, banks of shared memory as columns.
//!
//! Colours are the page's, and no cell is told by its colour alone: a word that several lanes want has a stroke through it, what
//! is moved and not wanted is hollow, be it a word or bytes of one. Ids are not used, so a page may hold any number.

use std::fmt::Write as _;

use sorted::{SortedMap, SortedSet};

use super::access::Mapped;
use super::highlight::escape;
use crate::profile::map::{BANKS, WORDS, words};
use simt::report::AccessMap;

const WIDTH: f64 = 480.0;
const LEFT: f64 = 8.0;
/// Sectors up to which each cell has room for its lane's number.
const FEW: usize = 16;

/// A word that is wanted.
#[derive(Debug, Default)]
struct Word {
    /// The lanes that want it.
    lanes: Vec<u32>,
    /// Which of its four bytes they want, a bit each.
    bytes: u8,
}

/// All bytes of a word.
const WHOLE: u8 = 0b1111;

impl Word {
    /// The bytes that are wanted as runs: where each begins, and how long it is.
    fn runs(&self) -> Vec<(u32, u32)> {
        let wanted = |byte: &u32| self.bytes >> byte & 1 == 1;
        let begins = (0..4).filter(|byte| wanted(byte) && (*byte == 0 || !wanted(&(byte - 1))));
        let long = |from: u32| (from..4).take_while(wanted).count() as u32;
        begins.map(|from| (from, long(from))).collect()
    }
}

type Words = SortedMap<u32, Word>;

/// The words of a request, with the bytes that are wanted of them.
fn wanted(map: &AccessMap) -> Words {
    let words = words(map).into_iter();
    let word = |(at, lanes): (u32, Vec<u32>)| {
        let of_lane = |lane: &u32| {
            let first = map.at[*lane as usize];
            let last = first + map.bytes;
            (0..4).filter(move |byte| (first..last).contains(&(at * 4 + byte)))
        };
        let bytes = lanes.iter().flat_map(of_lane);
        let bytes = bytes.fold(0, |all: u8, byte| all | 1 << byte);
        (at, Word { lanes, bytes })
    };
    words.map(word).collect()
}

impl Mapped {
    /// What the request comes to: `("sectors", 12)`, `("passes", 32)`.
    pub fn counted(&self) -> (&'static str, usize) {
        let words = words(&self.map);
        if self.map.shared {
            let depth = |bank: u32| words.keys().filter(|word| **word % BANKS == bank).count();
            ("passes", (0..BANKS).map(depth).max().unwrap_or(0))
        } else {
            let sectors: SortedSet<u32> = words.keys().map(|word| word / WORDS).collect();
            ("sectors", sectors.len())
        }
    }

    /// What the lanes do: the access as the source has it, or the same in words.
    fn label(&self) -> String {
        let map = &self.map;
        match &self.code {
            Some(code) => code.clone(),
            None => {
                let s = if map.bytes == 1 { "" } else { "s" };
                let (does, bytes) = (map.op.word(), map.bytes);
                format!("{does} of {}, {bytes} byte{s} a lane", map.name)
            }
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
        let words = wanted(&self.map);
        let bytes: u32 = words.values().map(|word| word.bytes.count_ones()).sum();
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
    let words = wanted(&mapped.map);
    let mut body = String::new();
    let mut y = 8.0;
    let label = mapped.label();
    if label.chars().count() <= 40 {
        let face = mapped.code.as_ref().map_or("", |_| " class=\"mono\"");
        let _ = writeln!(
            body,
            "<text x=\"{LEFT}\" y=\"20\"{face}>{}</text>",
            escape(&label)
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
        escape(&label),
        escape(&super::pages::sentence(&mapped.title)),
        mapped.told()
    )
}

/// Touched sectors in rows; gives where they end.
fn sectors(out: &mut String, words: &Words, top: f64) -> f64 {
    let touched: SortedSet<u32> = words.keys().map(|word| word / WORDS).collect();
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
    let mut columns: Vec<Vec<&Word>> = vec![Vec::new(); BANKS as usize];
    for (at, word) in words {
        columns[(at % BANKS) as usize].push(word);
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
fn look(word: Option<&Word>, numbered: bool) -> &'static str {
    match word.map(|word| word.lanes.len()) {
        None => "fill=\"none\" stroke=\"var(--fig-line)\"",
        Some(1) if numbered => "fill=\"var(--fig-a)\" fill-opacity=\".16\" stroke=\"var(--fig-a)\"",
        Some(1) => "fill=\"var(--fig-a)\" stroke=\"var(--fig-a)\"",
        Some(_) => "fill=\"var(--fig-b)\" fill-opacity=\".16\" stroke=\"var(--fig-b)\"",
    }
}

/// How the bytes look that are wanted of a word with others that are not; its outline is that of an idle one.
fn part_look(word: &Word, numbered: bool) -> &'static str {
    match word.lanes.len() {
        1 if numbered => "class=\"bytes\" fill=\"var(--fig-a)\" fill-opacity=\".4\"",
        1 => "class=\"bytes\" fill=\"var(--fig-a)\"",
        _ => "class=\"bytes\" fill=\"var(--fig-b)\" fill-opacity=\".4\"",
    }
}

/// A word: hollow, one lane's, or several lanes'; of a part, where only some bytes are wanted.
fn shape(out: &mut String, [x, y, w, h]: [f64; 4], word: Option<&Word>, numbered: bool) {
    let (w, h) = (w - 1.5, h - 1.5);
    let rect = |x: f64, w: f64, look: &str| {
        format!("<rect x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\" rx=\"2\" {look}")
    };
    let idle = rect(x, w, look(None, numbered));
    let Some(some) = word else {
        let _ = writeln!(out, "{idle}/>");
        return;
    };
    let all: Vec<String> = some.lanes.iter().map(u32::to_string).collect();
    let s = if all.len() == 1 { "" } else { "s" };
    let told = format!("<title>lane{s} {}</title></rect>", all.join(", "));
    if some.bytes == WHOLE {
        let _ = writeln!(out, "{}>{told}", rect(x, w, look(word, numbered)));
    } else {
        let _ = writeln!(out, "{idle}/>");
        for (first, count) in some.runs() {
            let (x, w) = (x + f64::from(first) * w / 4.0, f64::from(count) * w / 4.0);
            let _ = writeln!(out, "{}>{told}", rect(x, w, part_look(some, numbered)));
        }
    }
    if all.len() > 1 {
        let _ = writeln!(
            out,
            "<path d=\"M{x} {}L{} {y}\" fill=\"none\" stroke=\"var(--fig-b)\"/>",
            y + h,
            x + w
        );
    }
}

/// A word with its lane's number, where there is room for it.
fn cell(out: &mut String, place: [f64; 4], word: Option<&Word>, numbered: bool) {
    shape(out, place, word, numbered);
    let [x, y, w, h] = place;
    let one = word.filter(|word| numbered && word.lanes.len() == 1);
    if let Some(one) = one {
        let (x, y) = (x + (w - 1.5) / 2.0, y + (h - 1.5) / 2.0 + 5.0);
        let _ = writeln!(
            out,
            "<text x=\"{x}\" y=\"{y}\" text-anchor=\"middle\" fill=\"var(--fig-ink)\">{}</text>",
            one.lanes[0]
        );
    }
}

/// What cells mean, of those that are there; gives where it ends.
fn legend(out: &mut String, words: &Words, top: f64, counted: (&str, usize)) -> f64 {
    let one = words.values().find(|word| word.lanes.len() == 1);
    let several = words.values().find(|word| word.lanes.len() > 1);
    let (what, count) = counted;
    let (idle, drawn) = match what {
        "passes" => ("idle", count * BANKS as usize),
        _ => ("moved, not wanted", count * WORDS as usize),
    };
    let whole = words.values().filter(|word| word.bytes == WHOLE).count();
    let (hollow, numbered) = (drawn > whole, what == "sectors" && count <= FEW);
    let mut x = LEFT;
    let mut part = |word: Option<&Word>, told: &str, wide: f64| {
        shape(out, [x, top, 13.0, 13.0], word, numbered);
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
    let label = format!("{}: lane by lane", mapped.label());
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

#[cfg(test)]
mod tests {
    use super::*;
    use simt::report::Op;

    /// A request whose lanes are so many bytes apart and want so many.
    fn mapped(apart: u32, bytes: u32) -> Mapped {
        let map = AccessMap {
            span: Default::default(),
            line: 1,
            shared: false,
            op: Op::Load,
            name: "w".into(),
            bytes,
            lanes: u32::MAX,
            at: std::array::from_fn(|lane| lane as u32 * apart),
            block: [0; 3],
            warp: 0,
        };
        let (title, code) = ("T".to_owned(), None);
        Mapped { title, code, map }
    }

    #[test]
    fn a_byte_of_a_word_is_not_the_word() {
        let bytes = mapped(4, 1);
        let told = "32 lanes of a warp want 32 bytes; 4 sectors of 32 bytes move.";
        assert_eq!(bytes.told(), told);
        assert!(
            wanted(&bytes.map)
                .values()
                .all(|word| word.runs() == [(0, 1)])
        );
        let drawn = html(&bytes);
        assert!(drawn.contains("read of w, 1 byte a lane") && drawn.contains("moved, not wanted"));
        // A hollow cell for each word, and two in the legend: one of which a part is wanted.
        assert_eq!(
            drawn
                .matches("fill=\"none\" stroke=\"var(--fig-line)\"")
                .count(),
            34
        );
        let halves = mapped(3, 1);
        let runs: Vec<_> = wanted(&halves.map)[&0].runs();
        assert_eq!(runs, [(0, 1), (3, 1)]);
    }

    #[test]
    fn words_that_are_shared_are_wanted_once() {
        let halves = mapped(2, 2);
        let told = "32 lanes of a warp want 64 bytes; 2 sectors of 32 bytes move.";
        assert_eq!(halves.told(), told);
        assert!(!html(&halves).contains("moved, not wanted"));
    }
}
