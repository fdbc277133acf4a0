//! One request of an instruction as an SVG: which lane goes to which sector, or to which bank.
//!
//! An access map goes in, markup comes out. Global memory is drawn as its 32-byte sectors, eight words each, only those that are
//! touched; shared memory as the 32 banks with a row for each pass. A cell names the first lane that wants the word.

use std::fmt::Write;

use simt::report::AccessMap;
use sorted::SortedMap;

const CELL: f64 = 20.0;
const GAP: f64 = 8.0;
/// Words of a sector.
pub const WORDS: u32 = 8;
/// Banks of shared memory.
pub const BANKS: u32 = 32;

/// The map; empty for a request without lanes.
pub fn svg(map: &AccessMap) -> String {
    let words = words(map);
    if words.is_empty() {
        return String::new();
    }
    if map.shared {
        banks(&words)
    } else {
        sectors(&words)
    }
}

/// The words that are touched, each with the lanes that want it.
pub fn words(map: &AccessMap) -> SortedMap<u32, Vec<u32>> {
    let mut out: SortedMap<u32, Vec<u32>> = SortedMap::new();
    for lane in (0..32).filter(|lane| map.lanes >> lane & 1 == 1) {
        let first = map.at[lane as usize];
        for word in first / 4..=(first + map.bytes.max(1) - 1) / 4 {
            out.entry(word).or_default().push(lane);
        }
    }
    out
}

fn sectors(words: &SortedMap<u32, Vec<u32>>) -> String {
    let mut touched: Vec<u32> = words.keys().map(|word| word / WORDS).collect();
    touched.dedup();
    let wide = f64::from(WORDS) * CELL + GAP;
    let in_row = 4;
    let rows = touched.len().div_ceil(in_row);
    let high = CELL + 26.0;
    let mut out = open(wide * in_row as f64, high * rows as f64, "sectors");
    for (at, sector) in touched.iter().enumerate() {
        let (x, y) = ((at % in_row) as f64 * wide, (at / in_row) as f64 * high);
        let _ = write!(
            out,
            "<text x=\"{x}\" y=\"{}\" class=\"name\">byte {}</text>",
            y + 11.0,
            sector * WORDS * 4
        );
        for k in 0..WORDS {
            let lanes = words.get(&(sector * WORDS + k));
            cell(&mut out, (x + f64::from(k) * CELL, y + 15.0), lanes);
        }
    }
    out.push_str("</svg>");
    out
}

fn banks(words: &SortedMap<u32, Vec<u32>>) -> String {
    let mut columns: Vec<Vec<&Vec<u32>>> = vec![Vec::new(); BANKS as usize];
    for (word, lanes) in words {
        columns[(word % BANKS) as usize].push(lanes);
    }
    let rows = columns.iter().map(Vec::len).max().unwrap_or(0);
    let mut out = open(f64::from(BANKS) * CELL, 16.0 + rows as f64 * CELL, "banks");
    for (bank, column) in columns.iter().enumerate() {
        let x = bank as f64 * CELL;
        let _ = write!(
            out,
            "<text x=\"{}\" y=\"11\" class=\"name\" text-anchor=\"middle\">{bank}</text>",
            x + CELL / 2.0
        );
        for row in 0..rows {
            cell(
                &mut out,
                (x, 15.0 + row as f64 * CELL),
                column.get(row).copied(),
            );
        }
    }
    out.push_str("</svg>");
    out
}

fn open(width: f64, height: f64, class: &str) -> String {
    format!(
        "<svg viewBox=\"-1 -1 {} {}\" width=\"{}\" role=\"img\" aria-label=\"Lanes by {class}\" class=\"map {class}\">",
        width + 2.0,
        height + 2.0,
        width + 2.0
    )
}

fn cell(out: &mut String, (x, y): (f64, f64), lanes: Option<&Vec<u32>>) {
    let class = match lanes.map(Vec::len) {
        None => "idle",
        Some(1) => "one",
        Some(_) => "many",
    };
    let _ = write!(
        out,
        "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\"/>"
    );
    if let Some(lanes) = lanes.filter(|lanes| !lanes.is_empty()) {
        let all: Vec<String> = lanes.iter().map(u32::to_string).collect();
        let _ = write!(
            out,
            "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\"><title>lanes {}</title>{}</text>",
            x + CELL / 2.0,
            y + 14.0,
            all.join(", "),
            lanes[0]
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use simt::report::Op;

    fn map(shared: bool, at: impl Fn(u32) -> u32) -> AccessMap {
        AccessMap {
            span: Default::default(),
            line: 1,
            shared,
            op: Op::Load,
            name: "a".into(),
            bytes: 4,
            lanes: u32::MAX,
            at: std::array::from_fn(|lane| at(lane as u32)),
            block: [0; 3],
            warp: 0,
        }
    }

    #[test]
    fn a_tidy_load_fills_four_sectors() {
        let drawn = svg(&map(false, |lane| lane * 4));
        assert_eq!(drawn.matches("class=\"name\"").count(), 4);
        assert_eq!(drawn.matches("class=\"one\"").count(), 32);
        assert!(!drawn.contains("idle"));
    }

    #[test]
    fn a_stride_spoils_sectors() {
        let drawn = svg(&map(false, |lane| lane * 128));
        assert_eq!(drawn.matches("class=\"name\"").count(), 32);
        assert_eq!(drawn.matches("class=\"idle\"").count(), 32 * 7);
    }

    #[test]
    fn a_column_of_shared_memory_is_one_bank_deep() {
        let column = svg(&map(true, |lane| lane * 128));
        // All words in bank 0, a pass each.
        assert_eq!(column.matches("class=\"one\"").count(), 32);
        assert_eq!(column.matches("class=\"idle\"").count(), 31 * 32);
        let broadcast = svg(&map(true, |_| 64));
        assert_eq!(broadcast.matches("class=\"many\"").count(), 1);
    }
}
