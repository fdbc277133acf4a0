//! Figures of the lessons on attention in tiles and on weights that are unpacked where they are used.
//!
//! Bars and arrows are to scale; the numbers are those of the lessons' worked examples.

use super::Figure;
use crate::machine::Lattice;
use crate::motion::Flow;
use crate::{Hue, Look, Rect, Text};

const FOLDER: &str = "gpu-acceleration/gpu-acceleration";

/// In the order of their lessons.
pub fn all() -> Vec<Figure> {
    vec![frames(), tiles(), designs(), blocks()]
}

/// A weight and its words.
type Bar = (f64, &'static str);

/// What an online softmax holds while two tiles of two keys pass.
fn frames() -> Figure {
    let mut figure = Figure::new(
        FOLDER,
        "lesson-03-flash-attention-frames",
        "Two tiles of two keys in four frames",
    )
    .argues(
        "After the first tile the weights are 1/2 and 1. A larger score comes: both shrink to a third. The second tile joins with \
         1 and 1/2. Only at the end all are divided by their sum, 2.",
    )
    .high(190.0);
    let unit = 78.0;
    let floor = 126.0;
    let frames: [(&str, &str, &str, &[Bar]); 4] = [
        ("tile 1", "l = 1.5", "o = 12", &[(0.5, "1/2"), (1.0, "1")]),
        (
            "larger score",
            "l = 0.5",
            "o = 4",
            &[(1.0 / 6.0, "1/6"), (1.0 / 3.0, "1/3")],
        ),
        (
            "tile 2",
            "l = 2",
            "o = 10",
            &[
                (1.0 / 6.0, "1/6"),
                (1.0 / 3.0, "1/3"),
                (1.0, "1"),
                (0.5, "1/2"),
            ],
        ),
        (
            "divided by l",
            "sum 1",
            "result 5",
            &[
                (1.0 / 12.0, "1/12"),
                (1.0 / 6.0, "1/6"),
                (0.5, "1/2"),
                (0.25, "1/4"),
            ],
        ),
    ];
    for (n, (name, l, o, bars)) in frames.into_iter().enumerate() {
        let left = 8.0 + 119.0 * n as f64;
        figure.write(Text::new(name, left + 53.0, 18.0).middle().bold());
        for (key, (height, words)) in bars.iter().enumerate() {
            let x = left + 3.0 + 27.0 * key as f64;
            let bar = Rect::new(x, floor - unit * height, 20.0, unit * height);
            let hue = if key < 2 { Hue::A } else { Hue::B };
            figure.rect(bar, Look::Wash(hue));
            // Wider than a bar and its gap: above its neighbour.
            let lift = if *words == "1/12" { 30.0 } else { 5.0 };
            figure.write(Text::new(*words, x + 10.0, bar.y - lift).middle());
        }
        figure.rule(
            (left, floor),
            (left + 106.0, floor),
            Look::Outline(Hue::Soft),
        );
        figure.write(Text::new(l, left + 53.0, 150.0).middle());
        figure.write(Text::new(o, left + 53.0, 174.0).middle());
    }
    figure
}

/// One block's way along the keys.
fn tiles() -> Figure {
    let mut figure = Figure::new(
        FOLDER,
        "lesson-03-flash-attention-tiles",
        "One block's row of tiles",
    )
    .argues(
        "A block keeps one tile of queries with its running m, l and o. It loads one tile of keys and values after the other. The \
         scores of a tile exist only while it is worked on; what is written is the tile of the result.",
    )
    .high(298.0);
    let (side, x, y, mine, now) = (32.0, 84.0, 78.0, 2usize, 3usize);
    let row = |y: f64, rows: usize| Lattice {
        x,
        y,
        side,
        columns: 6,
        rows,
    };
    for (name, top, hue) in [("V", 10.0, Hue::C), ("K", 42.0, Hue::B)] {
        figure.write(Text::new(name, x - 12.0, top + 21.0).end().bold());
        figure.cells(row(top, 1), |column, _| match column {
            column if column == now => Look::Full(hue),
            column if column < now => Look::Wash(hue),
            _ => Look::Outline(Hue::Line),
        });
    }
    figure.cells(row(y, 6), |column, row| match (column, row) {
        (column, row) if (column, row) == (now, mine) => Look::Full(Hue::Ink),
        _ => Look::Dashed,
    });
    let column = |x: f64| Lattice {
        x,
        y,
        side,
        columns: 1,
        rows: 6,
    };
    for (name, left, hue) in [("Q", 40.0, Hue::A), ("O", 288.0, Hue::D)] {
        figure.cells(column(left), |_, row| match row {
            row if row == mine => Look::Full(hue),
            _ => Look::Outline(Hue::Line),
        });
        figure.write(
            Text::new(name, left + 15.0, y + 6.0 * side + 18.0)
                .middle()
                .bold(),
        );
    }
    let middle = y + side * (mine as f64 + 0.5);
    figure.arrow(
        (x + side * (now as f64 + 1.0) + 4.0, middle),
        (x + side * 6.0 - 4.0, middle),
        Hue::Ink,
    );
    let notes = [
        ("from memory:", true),
        ("tile after tile", false),
        ("of K and V", false),
        ("on the chip:", true),
        ("a tile of Q,", false),
        ("m, l and o,", false),
        ("scores of one tile", false),
        ("to memory:", true),
        ("O, at the end", false),
    ];
    for (n, (words, bold)) in notes.into_iter().enumerate() {
        let gap = if n > 6 {
            16.0
        } else if n > 2 {
            8.0
        } else {
            0.0
        };
        let text = Text::new(words, 340.0, 64.0 + 20.0 * n as f64 + gap);
        figure.write(if bold { text.bold() } else { text });
    }
    figure.write(Text::new("dashed: never written", x, 288.0).soft());
    figure
}

/// What three designs move for one weight.
fn designs() -> Figure {
    let mut figure = Figure::new(
        FOLDER,
        "lesson-04-fused-dequant-designs",
        "Three ways from packed weights to a product",
    )
    .argues(
        "Unpacking into memory first moves 0.56, 2 and 2 bytes for each weight. Both fused designs move 0.56; they differ in what \
         they make of it on the chip: 16-bit floats, or integers.",
    )
    .high(330.0);
    // 7 units of width a byte.
    let flow = |bytes: f64, hue: Hue| Flow {
        width: 7.0 * bytes,
        hue,
    };
    let rows: [(&str, f64, f64, &[&str]); 3] = [
        (
            "unpack first",
            26.0,
            128.0,
            &["unpack", "", "16-bit product"],
        ),
        ("fused, in floats", 188.0, 46.0, &["to 16 bits, product"]),
        ("fused, in integers", 270.0, 46.0, &["to 8 bits, product"]),
    ];
    for (name, top, high, works) in rows {
        figure.write(Text::new(name, 12.0, top - 8.0).bold());
        let memory = Rect::new(12.0, top, 88.0, high);
        let chip = Rect::new(296.0, top, 172.0, high);
        figure.boxed("memory", memory, Look::Wash(Hue::C));
        figure.rect(chip, Look::Wash(Hue::A));
        for (n, words) in works.iter().enumerate() {
            let y = top + 28.0 + 38.0 * n as f64;
            figure.write(Text::new(*words, chip.cx(), y + 5.0).middle());
            let (words, bytes, hue) = match n {
                0 => ("0.56 B packed", 0.5625, Hue::A),
                1 => ("2 B written", 2.0, Hue::Bad),
                _ => ("2 B read", 2.0, Hue::Bad),
            };
            let (from, to) = match n {
                1 => ((chip.x - 4.0, y), (memory.right() + 4.0, y)),
                _ => ((memory.right() + 4.0, y), (chip.x - 4.0, y)),
            };
            figure.flow(from, to, flow(bytes, hue));
            figure.write(Text::new(words, 198.0, y - 10.0).middle());
        }
    }
    figure
}

/// A super-block of weights over its eight blocks of activations.
fn blocks() -> Figure {
    let mut figure = Figure::new(
        FOLDER,
        "lesson-04-fused-dequant-blocks",
        "Q4_K meets Q8_1",
    )
    .argues(
        "Each group of 32 weights meets one block of 32 activations. Their products are summed as integers. Factors are applied to \
         the sum, once a group, and the eight results are added as floats.",
    )
    .high(284.0);
    figure.write(Text::new("Q4_K: d, dmin, 8 groups", 12.0, 18.0).bold());
    let groups = Rect::new(12.0, 28.0, 456.0, 24.0).columns(8, 4.0);
    for group in groups {
        let at = |dy: f64, high: f64| Rect::new(group.x, group.y + dy, group.w, high);
        figure.boxed("sc mn", group, Look::Wash(Hue::C));
        figure.boxed("32 q", at(26.0, 32.0), Look::Wash(Hue::A));
        figure.arrow((group.cx(), 88.0), (group.cx(), 104.0), Hue::Ink);
        figure.boxed("Σ q p", at(78.0, 30.0), Look::Outline(Hue::Ink));
        figure.arrow((group.cx(), 154.0), (group.cx(), 138.0), Hue::Ink);
        figure.boxed("32 p", at(128.0, 32.0), Look::Wash(Hue::B));
        figure.boxed("d s", at(162.0, 24.0), Look::Wash(Hue::D));
    }
    figure.write(Text::new("Q8_1: 8 × 36 bytes", 12.0, 234.0).bold());
    figure.write(Text::new("Σ q p: integers,", 12.0, 256.0));
    figure.write(Text::new("32 bits, exact", 12.0, 276.0));
    figure.write(Text::new("over groups: floats,", 252.0, 256.0));
    figure.write(Text::new("32 bits, rounded", 252.0, 276.0));
    figure
}
