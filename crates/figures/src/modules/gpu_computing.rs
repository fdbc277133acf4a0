//! Figures of the first lessons on GPU acceleration: what two chips hold, and what a backend chooses.
//!
//! Sizes follow from the lessons' numbers, which `tests/content_numbers/gpu_computing.rs` works out again. The two choices are
//! llama.cpp's as it was read in November 2026.

use super::Figure;
use crate::{Hue, Look, Rect, Text};

/// The folder of its pages, below `content`.
const FOLDER: &str = "gpu-acceleration/gpu-acceleration";

/// In the order of their lessons.
pub fn all() -> Vec<Figure> {
    vec![memory(), tree(), attention(), ceilings()]
}

/// Memory on two chips, 1.5 units a MiB.
fn memory() -> Figure {
    let mut figure = Figure::new(
        FOLDER,
        "lesson-01-gpu-computing-memory",
        "Memory on two chips, and for how many threads",
    )
    .argues(
        "To scale. The CPU has 292 MiB, nearly all of it caches, for 128 threads: 2.3 MiB each. The GPU has 84 MiB, half of it \
         registers and shared memory, for 221,184 threads: 400 bytes each.",
    )
    .high(254.0);
    let chips = [
        (
            "EPYC 7763: 292 MiB",
            "2.3 MiB × 128 threads",
            [("L3 256", 256.0), ("L2", 32.0), ("", 4.0)],
        ),
        (
            "A100: 84 MiB",
            "400 B × 221,184 threads",
            [("27", 27.0), ("17", 17.3), ("L2 40", 40.0)],
        ),
    ];
    let looks = [[Hue::A, Hue::A, Hue::B], [Hue::C, Hue::D, Hue::A]];
    for (k, ((name, each, parts), hues)) in chips.into_iter().zip(looks).enumerate() {
        let y = 12.0 + 94.0 * k as f64;
        figure.write(Text::new(name, 18.0, y + 12.0).bold());
        figure.write(Text::new(each, 462.0, y + 12.0).end());
        let mut x = 18.0;
        for ((words, size), hue) in parts.into_iter().zip(hues) {
            let part = Rect::new(x, y + 22.0, 1.5 * size, 36.0);
            if words.is_empty() {
                figure.rect(part, Look::Full(hue));
            } else {
                figure.boxed(words, part, Look::Wash(hue));
            }
            x = part.right() + 1.0;
        }
    }
    let names = [
        (Hue::A, "L2, L3", 18.0),
        (Hue::B, "L1", 122.0),
        (Hue::C, "registers", 202.0),
        (Hue::D, "shared memory", 326.0),
    ];
    for (hue, words, x) in names {
        figure.rect(Rect::new(x, 208.0, 22.0, 22.0), Look::Wash(hue));
        figure.say(words, x + 28.0, 224.0);
    }
    figure
}

/// Which product kernel.
fn tree() -> Figure {
    let mut figure = Figure::new(
        FOLDER,
        "lesson-02-cuda-backend-tree",
        "The five ways to multiply, in the order asked",
    )
    .argues(
        "Questions from top to bottom, each with a yes to the right: floats and one column or a few, MMVF; floats and at most 16 \
         columns, MMF; quantised and at most 8 columns or fewer, MMVQ; quantised on Turing or newer, MMQ; else cuBLAS.",
    )
    .high(344.0);
    let asked = [
        ("floats, few columns?", "MMVF", Hue::A),
        ("floats, up to 16?", "MMF", Hue::C),
        ("quantised, up to 8?", "MMVQ", Hue::A),
        ("quantised, from Turing?", "MMQ", Hue::C),
    ];
    for (k, (question, kernel, hue)) in asked.into_iter().enumerate() {
        let y = 10.0 + 68.0 * k as f64;
        let ask = Rect::new(14.0, y, 252.0, 38.0);
        let takes = Rect::new(346.0, y, 120.0, 38.0);
        figure.boxed(question, ask, Look::Outline(Hue::Ink));
        figure.arrow((ask.right(), ask.cy()), (takes.x, takes.cy()), Hue::Ink);
        figure.write(Text::new("yes", 304.0, y + 14.0).middle().soft());
        figure.boxed(kernel, takes, Look::Wash(hue));
        figure.arrow((ask.cx(), ask.bottom()), (ask.cx(), y + 68.0), Hue::Ink);
        figure.write(Text::new("no", ask.cx() + 10.0, y + 57.0).soft());
    }
    figure.boxed(
        "unpack, then cuBLAS",
        Rect::new(14.0, 282.0, 252.0, 38.0),
        Look::Wash(Hue::D),
    );
    figure.write(Text::new("plain: vector kernels", 316.0, 296.0).soft());
    figure.write(Text::new("dotted: tensor cores", 316.0, 318.0).soft());
    figure
}

/// Which attention kernel.
fn attention() -> Figure {
    let mut figure = Figure::new(
        FOLDER,
        "lesson-02-cuda-backend-attention",
        "Three attention kernels",
    )
    .argues(
        "VEC compares one query with all keys. TILE has several queries against a tile of keys, in ordinary arithmetic. MMA does \
         that on tensor cores, and may fill its columns with the query heads of one group.",
    )
    .high(318.0);
    let rows = [
        ("VEC", 1, Hue::A, "1 token, a head", "no tensor cores"),
        ("TILE", 4, Hue::B, "tokens of a prompt", "no tensor cores"),
        (
            "MMA",
            8,
            Hue::C,
            "tokens, or the heads",
            "of a group: 8 columns",
        ),
    ];
    for (k, (name, columns, hue, what, more)) in rows.into_iter().enumerate() {
        let y = 26.0 + 100.0 * k as f64;
        figure.write(Text::new(name, 14.0, y + 40.0).bold());
        for key in 0..4 {
            let height = Rect::new(66.0, y + 18.0 * f64::from(key), 44.0, 16.0);
            figure.rect(height, Look::Wash(Hue::D));
        }
        for column in 0..8 {
            for key in 0..4 {
                let cell = Rect::new(
                    124.0 + 20.0 * f64::from(column),
                    y + 18.0 * f64::from(key),
                    18.0,
                    16.0,
                );
                let look = if column < columns {
                    Look::Wash(hue)
                } else {
                    Look::Dashed
                };
                figure.rect(cell, look);
            }
        }
        figure.say(what, 298.0, y + 30.0);
        figure.say(more, 298.0, y + 50.0);
    }
    figure.write(Text::new("keys", 88.0, 18.0).middle().soft());
    figure.write(Text::new("columns at once", 203.0, 18.0).middle().soft());
    figure
}

/// What four targets would leave on the table.
fn ceilings() -> Figure {
    let mut figure = Figure::new(
        FOLDER,
        "performance-targets-shares",
        "Four targets as shares of their ceilings",
    )
    .argues(
        "Of their ceilings the targets reach: rotation in 50 microseconds 16 %, attention in 10 milliseconds 2.2 %, a product in \
         40 milliseconds between 0.01 % and 1.1 %, eight GPUs 45 %.",
    )
    .high(232.0);
    let rows = [
        ("rotation, < 50 µs", 16.5, "16 %"),
        ("attention, < 10 ms", 2.2, "2.2 %"),
        ("product, < 40 ms", 1.1, "1.1 % or less"),
        ("8 GPUs, 14 ms", 44.6, "45 %"),
    ];
    for (k, (name, share, words)) in rows.into_iter().enumerate() {
        let y = 14.0 + 48.0 * k as f64;
        figure.write(Text::new(name, 156.0, y + 20.0).end());
        let whole = Rect::new(166.0, y, 300.0, 30.0);
        figure.rect(whole, Look::Hollow);
        let part = Rect::new(166.0, y, 3.0 * share, 30.0);
        figure.rect(part, Look::Wash(Hue::A));
        figure.say(words, part.right() + 10.0, y + 20.0);
    }
    figure.write(Text::new("0", 166.0, 222.0).middle().soft());
    figure.write(Text::new("the ceiling", 466.0, 222.0).end().soft());
    figure
}
