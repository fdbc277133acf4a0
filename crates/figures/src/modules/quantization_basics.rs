//! Figures of the fundamentals of quantisation: bits on the way, formats, rulers, and who shares a scale.
//!
//! Places follow from the formats and from the lessons' own numbers, which `tests/content_numbers/quantization.rs` works out again.

use super::Figure;
use crate::machine::Lattice;
use crate::motion::Flow;
use crate::{Hue, Look, Rect, Text};

const FOLDER: &str = "miniaturization/quantization-basics";

/// In the order of their lessons.
pub fn all() -> Vec<Figure> {
    vec![
        journey(),
        layouts(),
        lines(),
        ruler(),
        groups(),
        histogram(),
        kmeans(),
    ]
}

/// A weight on its way, as wide as its bits.
fn journey() -> Figure {
    let mut figure = Figure::new(
        FOLDER,
        "lesson-01-why-fewer-bits-journey",
        "One weight on its way to a multiplier, in four widths",
    )
    .argues(
        "From memory to the multiplier goes one weight for one product, whatever its width: 32, 16, 8 or 4.16 bits. The arrow is \
         as wide as the bits, so four times narrower weights move a quarter of the bytes.",
    )
    .high(228.0);
    let (memory, chip) = (
        Rect::new(10.0, 26.0, 92.0, 192.0),
        Rect::new(388.0, 26.0, 82.0, 192.0),
    );
    figure.rect(memory, Look::Wash(Hue::A));
    figure.rect(chip, Look::Outline(Hue::Ink));
    figure.write(Text::new("memory", 56.0, 18.0).middle().bold());
    figure.write(Text::new("chip", 429.0, 18.0).middle().bold());
    for (y, bits, words) in [
        (62.0, 32.0, "FP32: 4 bytes"),
        (112.0, 16.0, "BF16: 2 bytes"),
        (157.0, 8.0, "INT8: 1 byte"),
        (202.0, 4.15625, "INT4: 0.52 bytes"),
    ] {
        figure.write(Text::new(words, 122.0, y - 14.0));
        figure.flow(
            (106.0, y),
            (384.0, y),
            Flow {
                width: bits / 2.0,
                hue: Hue::A,
            },
        );
        figure.circle((429.0, y), 13.0, Look::Outline(Hue::Ink));
        figure.write(Text::new("×", 429.0, y + 5.0).middle());
    }
    figure
}

/// Fields of seven formats, a cell a bit.
fn layouts() -> Figure {
    let mut figure = Figure::new(
        FOLDER,
        "lesson-02-number-formats-layouts",
        "The bits of seven formats",
    )
    .argues(
        "Floats have a sign, an exponent and a fraction: 1, 8, 23 in FP32; 1, 5, 10 in FP16; 1, 8, 7 in BF16; 1, 4, 3 in E4M3; \
         1, 5, 2 in E5M2. INT8 and INT4 are one whole number.",
    )
    .high(252.0);
    let side = 12.0;
    for (k, (name, fields)) in [
        ("FP32", &[1, 8, 23][..]),
        ("FP16", &[1, 5, 10]),
        ("BF16", &[1, 8, 7]),
        ("E4M3", &[1, 4, 3]),
        ("E5M2", &[1, 5, 2]),
        ("INT8", &[8]),
        ("INT4", &[4]),
    ]
    .into_iter()
    .enumerate()
    {
        let y = 10.0 + 30.0 * k as f64;
        figure.write(Text::new(name, 14.0, y + 14.0).mono());
        let hues = match fields.len() {
            1 => &[Hue::C][..],
            _ => &[Hue::D, Hue::A, Hue::B],
        };
        let mut x = 74.0;
        for (bits, hue) in fields.iter().zip(hues) {
            for _ in 0..*bits {
                figure.rect(Rect::new(x, y, side, 20.0).inset(0.75), Look::Wash(*hue));
                x += side;
            }
        }
    }
    for (x, hue, words) in [
        (14.0, Hue::D, "sign"),
        (88.0, Hue::A, "exponent"),
        (198.0, Hue::B, "fraction"),
        (300.0, Hue::C, "whole number"),
    ] {
        figure.rect(Rect::new(x, 226.0, 16.0, 16.0), Look::Wash(hue));
        figure.write(Text::new(words, x + 22.0, 239.0).soft());
    }
    figure
}

/// The positive values of E4M3.
fn e4m3() -> Vec<f64> {
    let value = |code: i32| {
        let (exponent, fraction) = (code / 8, f64::from(code % 8) / 8.0);
        match exponent {
            0 => fraction / 64.0,
            _ => (1.0 + fraction) * 2f64.powi(exponent - 7),
        }
    };
    (1..127).map(value).collect()
}

/// Two formats over one range, and over its first 64th.
fn lines() -> Figure {
    let mut figure = Figure::new(
        FOLDER,
        "lesson-02-number-formats-lines",
        "Where the values of INT8 and E4M3 lie",
    )
    .argues(
        "Over the same range INT8 has 127 even marks; E4M3 has 126 that crowd towards 0. In the first 64th of the range INT8 has one \
         mark, E4M3 has 77.",
    )
    .high(282.0);
    let even: Vec<f64> = (1..128).map(|k| 448.0 / 127.0 * f64::from(k)).collect();
    let (left, wide) = (20.0, 440.0);
    let row = |figure: &mut Figure, y: f64, values: &[f64], end: f64, hue: Hue| {
        for value in values.iter().filter(|value| **value <= end) {
            let x = left + wide * value / end;
            figure.rule((x, y - 16.0), (x, y), Look::Outline(hue));
        }
        figure.rule((left, y - 20.0), (left, y), Look::Outline(Hue::Ink));
        figure.rule((left, y), (left + wide, y), Look::Outline(Hue::Ink));
    };
    let float = e4m3();
    figure.write(Text::new("INT8: 127 marks", left, 18.0));
    row(&mut figure, 44.0, &even, 448.0, Hue::A);
    figure.write(Text::new("E4M3: 126 marks", left + 44.0, 72.0));
    row(&mut figure, 98.0, &float, 448.0, Hue::B);
    figure.write(Text::new("0", left, 116.0).middle());
    let at = left + wide / 14.0;
    figure.rule((at, 26.0), (at, 104.0), Look::Dashed);
    figure.write(Text::new("1/14", at, 120.0).middle());
    figure.write(Text::new("the largest value", left + wide, 116.0).end());
    figure.write(Text::new("INT8, the first 64th: 1", left, 156.0));
    row(&mut figure, 182.0, &even, 7.0, Hue::A);
    figure.write(Text::new("E4M3: 77", left, 210.0));
    row(&mut figure, 236.0, &float, 7.0, Hue::B);
    figure.write(Text::new("0", left, 256.0).middle());
    figure.write(Text::new("1/64 of the largest", left + wide, 256.0).end());
    figure
}

/// Five numbers on a line, and their codes on the ruler below.
fn ruler() -> Figure {
    let mut figure = Figure::new(
        FOLDER,
        "lesson-03-scale-and-zero-ruler",
        "Five numbers fall on codes",
    )
    .argues(
        "The range from −0.8 to 2.4 is covered by 256 marks, −128 to 127. −0.8 falls on −128, −0.3 on −88, 0 on −64 exactly, 0.9 on 8, \
         2.4 on 127.",
    )
    .high(204.0);
    let at = |x: f64| 30.0 + 131.25 * (x + 0.8);
    figure.write(Text::new("numbers", 30.0, 18.0).soft());
    figure.rule((20.0, 64.0), (466.0, 64.0), Look::Outline(Hue::Ink));
    let ruler = Rect::new(28.4, 118.0, 422.0, 28.0);
    figure.rect(ruler, Look::Outline(Hue::Ink));
    for k in 0..33 {
        let x = ruler.x + 420.4 * f64::from(k) / 32.0;
        figure.rule((x, 118.0), (x, 128.0), Look::Outline(Hue::Soft));
    }
    for (x, number, code) in [
        (-0.8, "−0.8", "−128"),
        (-0.3, "−0.3", "−88"),
        (0.0, "0", "−64"),
        (0.9, "0.9", "8"),
        (2.4, "2.4", "127"),
    ] {
        let hue = if x == 0.0 { Hue::D } else { Hue::A };
        figure.circle((at(x), 64.0), 5.0, Look::Full(hue));
        figure.write(Text::new(number, at(x), 50.0).middle());
        figure.arrow((at(x), 72.0), (at(x), 114.0), hue);
        figure.write(Text::new(code, at(x), 166.0).middle().bold());
    }
    figure.write(Text::new("codes; a mark every 8", 30.0, 190.0).soft());
    figure.write(Text::new("one code: 0.01255", 450.0, 190.0).end().soft());
    figure
}

/// A matrix with one large cell, and who shares its scale.
fn groups() -> Figure {
    let mut figure = Figure::new(
        FOLDER,
        "lesson-04-granularity-groups",
        "Who shares the scale of a large number",
    )
    .argues(
        "With one scale a matrix all 64 cells share the step of the large one; with a scale a row its 8 do; with a scale for each \
         four of a row its 4 do.",
    )
    .high(196.0);
    let side = 16.0;
    for (k, (title, scales, shares)) in [
        ("a tensor", "1 scale", [0..8, 0..8]),
        ("a channel", "8 scales", [3..4, 0..8]),
        ("a group of 4", "16 scales", [3..4, 4..8]),
    ]
    .into_iter()
    .enumerate()
    {
        let x = 12.0 + 164.0 * k as f64;
        figure.write(Text::new(title, x + 64.0, 18.0).middle().bold());
        figure.cells(
            Lattice {
                x,
                y: 28.0,
                side,
                columns: 8,
                rows: 8,
            },
            |column, row| {
                let [rows, columns] = &shares;
                match (row, column) {
                    (3, 5) => Look::Full(Hue::Bad),
                    _ if rows.contains(&row) && columns.contains(&column) => Look::Wash(Hue::A),
                    _ => Look::Hollow,
                }
            },
        );
        figure.write(Text::new(scales, x + 64.0, 178.0).middle().soft());
    }
    figure
}

/// Numbers of a bell on codes, alone and beside a few twenty times as large.
fn histogram() -> Figure {
    let mut figure = Figure::new(
        FOLDER,
        "lesson-04-granularity-histogram",
        "What outliers leave of 255 codes",
    )
    .argues(
        "Numbers of a bell curve fill the codes from −127 to 127. With one in a hundred at twenty times the size, the others fall on \
         the codes −6 to 6.",
    )
    .high(268.0);
    let bar = |figure: &mut Figure, base: f64, code: i32, high: f64, hue: Hue| {
        let x = 240.0 + 1.72 * f64::from(code);
        figure.rule((x, base - high), (x, base), Look::Outline(hue));
    };
    let bell = |code: i32, width: f64| (-0.5 * (f64::from(code) / width).powi(2)).exp();
    for code in (-126..=126).step_by(2) {
        bar(&mut figure, 104.0, code, 72.0 * bell(code, 39.7), Hue::A);
        bar(&mut figure, 216.0, code, 5.0 * bell(code, 39.7), Hue::Bad);
    }
    for code in -6..=6 {
        bar(&mut figure, 216.0, code, 72.0 * bell(code, 1.985), Hue::A);
    }
    for (base, words) in [(104.0, "without outliers"), (216.0, "1 % at 20 times")] {
        figure.rule((16.0, base), (464.0, base), Look::Outline(Hue::Ink));
        figure.write(Text::new(words, 20.0, base - 74.0));
        for (code, label) in [(-127.0, "−127"), (0.0, "0"), (127.0, "127")] {
            figure.write(
                Text::new(label, 240.0 + 1.72 * code, base + 18.0)
                    .middle()
                    .soft(),
            );
        }
    }
    figure.write(Text::new("13 codes for 99 %", 268.0, 158.0));
    figure.write(Text::new("few, yet set the step", 464.0, 190.0).end());
    figure.write(Text::new("codes", 240.0, 258.0).middle().soft());
    figure
}

/// Eight numbers, four even levels, and the four that k-means finds.
fn kmeans() -> Figure {
    let mut figure = Figure::new(
        FOLDER,
        "lesson-04-granularity-kmeans",
        "Four even levels, and four where the numbers are",
    )
    .argues(
        "Eight numbers, six of them within 0.2 of 0. Even levels at −0.9, −0.27, 0.37 and 1 miss those six. The levels of k-means, \
         −0.9, −0.1, 0.13 and 1, lie among them.",
    )
    .high(204.0);
    let at = |x: f64| 240.0 + 205.0 * (x - 0.05);
    let numbers = [-0.9, -0.2, -0.1, 0.0, 0.1, 0.1, 0.2, 1.0];
    for (y, title, levels) in [
        (
            70.0,
            "even levels",
            [
                (-0.9, "−0.9"),
                (-0.8 / 3.0, "−0.27"),
                (1.1 / 3.0, "0.37"),
                (1.0, "1"),
            ],
        ),
        (
            162.0,
            "k-means",
            [
                (-0.9, "−0.9"),
                (-0.1, "−0.1"),
                (0.4 / 3.0, "0.13"),
                (1.0, "1"),
            ],
        ),
    ] {
        figure.write(Text::new(title, 14.0, y - 46.0).bold());
        figure.rule((14.0, y), (466.0, y), Look::Outline(Hue::Line));
        for (level, words) in levels {
            figure.rule(
                (at(level), y - 26.0),
                (at(level), y + 10.0),
                Look::Outline(Hue::B),
            );
            figure.write(Text::new(words, at(level), y + 28.0).middle());
        }
        let mut before = f64::NAN;
        for x in numbers {
            let up = if x == before { 11.0 } else { 0.0 };
            figure.circle((at(x), y - up), 5.0, Look::Full(Hue::A));
            before = x;
        }
    }
    figure
}
