//! Figures of the tutorial on CUDA for inference: one roofline that grows by a step a section, the tiles of a product and of
//! attention side by side, and a layer cut over two ranks.
//!
//! The points follow from counts that `course profile` gives for the tutorial's programs on an A100;
//! `tests/content_numbers/gpu_tutorial.rs` holds the page to the same counts.

use super::Figure;
use crate::{Hue, Look, Rect, Text};

const FOLDER: &str = "gpu-acceleration/gpu-acceleration";

/// In the order of the sections.
pub fn all() -> Vec<Figure> {
    let mut figures: Vec<Figure> = STEPS.iter().enumerate().map(roof).collect();
    figures.extend([tiles(), split()]);
    figures
}

/// What a section changes: where its two programs stand on the roofline, in FLOP a byte and TFLOPS.
struct Step {
    stem: &'static str,
    title: &'static str,
    argues: &'static str,
    from: Mark,
    to: Mark,
}

struct Mark {
    at: (f64, f64),
    words: &'static str,
    label: Label,
}

/// Where words stand, from their mark.
enum Label {
    /// They begin so far right and below.
    From(f64, f64),
    /// They end so far right and below.
    To(f64, f64),
}

const fn mark(at: (f64, f64), words: &'static str, label: Label) -> Mark {
    Mark { at, words, label }
}

/// Useful FLOP of a section's program over bytes, and over the longest of its lines in nanoseconds.
const fn point(flop: f64, bytes: f64, ns: f64) -> (f64, f64) {
    (flop / bytes, flop / ns / 1000.0)
}

/// Nanoseconds for bytes from the memory of an A100.
const fn from_memory(bytes: f64) -> f64 {
    bytes / BANDWIDTH
}

const BANDWIDTH: f64 = 2039.0;
const FP32: f64 = 19.5;
const TENSOR: f64 = 312.0;

const STEPS: [Step; 6] = [
    Step {
        stem: "tutorial-01-roof-1",
        title: "The roofline of an A100, with section 1",
        argues: "One product of 16 by 16 by 16. By lanes it stands at 0.6 FLOP a byte, by tensor cores at 2.7: the same arithmetic with \
                 fewer requests, and a roof sixteen times as high far to the right.",
        from: mark(
            point(8192.0, 13_312.0, from_memory(13_312.0)),
            "lanes",
            Label::From(10.0, 16.0),
        ),
        to: mark(
            point(8192.0, 3072.0, from_memory(3072.0)),
            "tensor core",
            Label::From(12.0, 12.0),
        ),
    },
    Step {
        stem: "tutorial-01-roof-2",
        title: "The roofline of an A100, with section 2",
        argues: "A tile of 32 moves the product from 0.4 to 7.1 FLOP a byte. It stops below the roof, where its reads of shared memory \
                 hold it.",
        from: mark(
            point(4_194_304.0, 10_551_296.0, from_memory(10_551_296.0)),
            "naive",
            Label::From(10.0, 18.0),
        ),
        to: mark(
            point(4_194_304.0, 589_824.0, 887.0),
            "tile of 32",
            Label::From(12.0, 14.0),
        ),
    },
    Step {
        stem: "tutorial-01-roof-3",
        title: "The roofline of an A100, with section 3",
        argues: "Attention without its matrix of scores moves from 0.4 to 12.8 FLOP a byte, past the ridge. It, too, stops below the \
                 roof, at its reads of shared memory.",
        from: mark(
            point(4_194_304.0, 9_633_792.0, from_memory(9_633_792.0)),
            "standard",
            Label::From(10.0, 18.0),
        ),
        to: mark(
            point(4_194_304.0, 327_680.0, 660.0),
            "flash",
            Label::From(12.0, 12.0),
        ),
    },
    Step {
        stem: "tutorial-01-roof-4",
        title: "The roofline of an A100, with section 4",
        argues: "A product of a matrix in four bits and a vector moves from 0.4 to 3.2 FLOP a byte when weights are unpacked on the \
                 way. It stays left of the ridge.",
        from: mark(
            point(131_072.0, 303_360.0, from_memory(303_360.0)),
            "unfused",
            Label::From(10.0, 18.0),
        ),
        to: mark(
            point(131_072.0, 41_216.0, from_memory(41_216.0)),
            "fused",
            Label::To(-8.0, -10.0),
        ),
    },
    Step {
        stem: "tutorial-01-roof-5",
        title: "The roofline of an A100, with section 5",
        argues: "A gibibyte of four-bit weights is read in 0.53 ms. An allocation of 31.2 ms before it leaves the bytes as they are and \
                 takes 98 per cent of the speed: the point falls straight down.",
        from: mark((3.556, 7.25), "piece at hand", Label::To(-10.0, -10.0)),
        to: mark((3.556, 0.1203), "asked for anew", Label::From(12.0, 2.0)),
    },
    Step {
        stem: "tutorial-01-roof-6",
        title: "The roofline of one and of four A100, with section 6",
        argues: "Cut over four cards, the layer keeps its 0.5 FLOP a byte. The roof itself rises fourfold, and the point with it.",
        from: mark((0.485, 0.989), "one card", Label::From(10.0, 18.0)),
        to: mark((0.485, 3.956), "four", Label::To(-10.0, -4.0)),
    },
];

const LEFT: f64 = 52.0;
const RIGHT: f64 = 456.0;
const TOP: f64 = 22.0;
const BOTTOM: f64 = 268.0;

/// Places on the paper: 0.1 to 316 FLOP a byte, 0.06 to 1,580 TFLOPS.
fn place((intensity, speed): (f64, f64)) -> (f64, f64) {
    let x = LEFT + (intensity.log10() + 1.0) / 3.5 * (RIGHT - LEFT);
    let y = BOTTOM - (speed.log10() + 1.2) / 4.4 * (BOTTOM - TOP);
    (x, y)
}

/// A roof: along the bandwidth, then level.
fn under(figure: &mut Figure, cards: f64, top: f64, look: Look) {
    let slope = cards * BANDWIDTH / 1000.0;
    let from = place((0.1, 0.1 * slope));
    let corner = place((cards * top / slope, cards * top));
    let end = (RIGHT, corner.1);
    figure.path(
        &format!(
            "M{:.1} {:.1}L{:.1} {:.1}L{:.1} {:.1}",
            from.0, from.1, corner.0, corner.1, end.0, end.1
        ),
        look,
    );
}

/// Everything up to one section; the section's own step in colour, with words.
fn roof((number, step): (usize, &Step)) -> Figure {
    let mut figure = Figure::new(FOLDER, step.stem, step.title)
        .argues(step.argues)
        .high(318.0);
    let ticks = [(0.1, "0.1"), (1.0, "1"), (10.0, "10"), (100.0, "100")];
    figure.arrow((LEFT, BOTTOM), (RIGHT + 10.0, BOTTOM), Hue::Soft);
    figure.arrow((LEFT, BOTTOM), (LEFT, TOP - 8.0), Hue::Soft);
    for (value, words) in ticks {
        let (x, _) = place((value, 1.0));
        figure.rule((x, BOTTOM), (x, BOTTOM + 5.0), Look::Outline(Hue::Soft));
        figure.write(Text::new(words, x, BOTTOM + 20.0).middle().soft());
        let (_, y) = place((1.0, value));
        figure.rule((LEFT - 5.0, y), (LEFT, y), Look::Outline(Hue::Soft));
        figure.write(Text::new(words, LEFT - 8.0, y + 5.0).end().soft());
    }
    figure.write(
        Text::new("FLOP a byte", RIGHT + 10.0, BOTTOM + 42.0)
            .end()
            .soft(),
    );
    figure.write(Text::new("TFLOPS", LEFT + 10.0, 20.0).soft());

    under(&mut figure, 1.0, FP32, Look::Outline(Hue::Ink));
    let level = |speed: f64| place((1.0, speed)).1;
    figure.write(Text::new("FP32 19.5", RIGHT, level(FP32) - 8.0).end());
    if number == 5 {
        under(&mut figure, 4.0, FP32, Look::Outline(Hue::C));
        figure.write(Text::new("four cards 78", RIGHT, level(4.0 * FP32) - 8.0).end());
    } else {
        under(&mut figure, 1.0, TENSOR, Look::Dashed);
        figure.write(Text::new("tensor cores 312", RIGHT, level(TENSOR) - 8.0).end());
    }
    for earlier in &STEPS[..number] {
        let (from, to) = (place(earlier.from.at), place(earlier.to.at));
        figure.rule(from, to, Look::Outline(Hue::Soft));
        figure.circle(to, 3.0, Look::Full(Hue::Soft));
    }
    let (from, to) = (place(step.from.at), place(step.to.at));
    let long = (to.0 - from.0).hypot(to.1 - from.1);
    let edge = 5.0 / long;
    let before = (to.0 + (from.0 - to.0) * edge, to.1 + (from.1 - to.1) * edge);
    figure.arrow(from, before, Hue::A);
    figure.circle(from, 5.0, Look::Outline(Hue::A));
    figure.circle(to, 5.0, Look::Full(Hue::A));
    for (mark, at) in [(&step.from, from), (&step.to, to)] {
        let put =
            |(right, below): (f64, f64)| Text::new(mark.words, at.0 + right, at.1 + below).bold();
        figure.write(match mark.label {
            Label::From(right, below) => put((right, below)),
            Label::To(right, below) => put((right, below)).end(),
        });
    }
    figure
}

/// What stays and what moves: a tiled product above, flash attention below.
fn tiles() -> Figure {
    let mut figure = Figure::new(
        FOLDER,
        "tutorial-01-tiles",
        "A tiled product and tiled attention, side by side",
    )
    .argues(
        "In both, a block owns 32 rows of the result and walks along the other operand in tiles of 32. The product keeps sums; attention \
         keeps sums and what corrects them, the largest score and the sum of shares. Nothing of the size of the scores is kept.",
    )
    .high(312.0);
    let rows = [
        (
            0.0,
            "product",
            ["A", "B"],
            "sums of 32 × 32",
            "nothing else",
        ),
        (
            162.0,
            "attention",
            ["K", "V"],
            "o: 32 rows of 64",
            "and m, l for each row",
        ),
    ];
    for (y, name, operands, kept, more) in rows {
        figure.write(Text::new(name, 10.0, y + 22.0).bold());
        figure.write(Text::new("memory", 204.0, y + 22.0).middle().soft());
        figure.write(Text::new("shared memory", 384.0, y + 22.0).middle().soft());
        for (n, operand) in operands.into_iter().enumerate() {
            let top = y + 34.0 + 40.0 * n as f64;
            figure.write(Text::new(operand, 112.0, top + 21.0).bold());
            for tile in 0..4 {
                let room = Rect::new(132.0 + 40.0 * f64::from(tile), top, 36.0, 30.0);
                let look = match tile {
                    0 => Look::Hollow,
                    1 => Look::Wash(Hue::A),
                    _ => Look::Dashed,
                };
                figure.rect(room, look);
            }
            figure.arrow((296.0, top + 15.0), (334.0, top + 15.0), Hue::A);
            figure.boxed(
                "one tile",
                Rect::new(340.0, top, 88.0, 30.0),
                Look::Wash(Hue::A),
            );
        }
        if name == "attention" {
            figure.boxed(
                "32 q",
                Rect::new(434.0, y + 34.0, 40.0, 70.0),
                Look::Wash(Hue::B),
            );
        }
        figure.write(Text::new("kept in registers:", 10.0, y + 134.0).soft());
        figure.write(Text::new(kept, 136.0, y + 134.0).bold());
        figure.write(Text::new(more, 290.0, y + 134.0));
    }
    figure.rule((10.0, 154.0), (470.0, 154.0), Look::Outline(Hue::Line));
    figure
}

/// A block of two matrices over two ranks.
fn split() -> Figure {
    let mut figure = Figure::new(FOLDER, "tutorial-01-split", "A layer cut over two ranks").argues(
        "Each rank has half of the rows of W1 and makes half of h, whole. It has the columns of W2 that this half meets, and makes a part \
         of every number of y. One sum joins them.",
    )
    .high(282.0);
    let names = [(78.0, "W1"), (210.0, "h"), (302.0, "W2"), (416.0, "y")];
    for (x, name) in names {
        figure.write(Text::new(name, x, 22.0).middle().bold());
    }
    for (rank, hue) in [(0, Hue::A), (1, Hue::B)] {
        let y = 36.0 + 112.0 * f64::from(rank);
        // W1: its rows, stacked.
        for half in 0..2 {
            let room = Rect::new(46.0, y + 36.0 * f64::from(half), 64.0, 34.0);
            let look = if half == rank {
                Look::Wash(hue)
            } else {
                Look::Dashed
            };
            figure.rect(room, look);
        }
        for half in 0..2 {
            let room = Rect::new(202.0, y + 36.0 * f64::from(half), 16.0, 34.0);
            let look = if half == rank {
                Look::Wash(hue)
            } else {
                Look::Dashed
            };
            figure.rect(room, look);
        }
        // W2: its columns, side by side.
        for half in 0..2 {
            let room = Rect::new(268.0 + 36.0 * f64::from(half), y + 3.0, 34.0, 64.0);
            let look = if half == rank {
                Look::Wash(hue)
            } else {
                Look::Dashed
            };
            figure.rect(room, look);
        }
        figure.rect(Rect::new(408.0, y + 3.0, 16.0, 64.0), Look::Wash(hue));
        for (from, to) in [(118.0, 194.0), (226.0, 260.0), (346.0, 400.0)] {
            figure.arrow((from, y + 35.0), (to, y + 35.0), Hue::Ink);
        }
        figure.write(Text::new("relu", 156.0, y + 28.0).middle().soft());
        figure.write(Text::new(format!("rank {rank}"), 8.0, y + 96.0).bold());
        figure.write(Text::new("half of h, whole", 202.0, y + 96.0).middle());
        figure.write(Text::new("all of y, a part", 398.0, y + 96.0).middle());
    }
    figure.path("M432 71H450V183H432", Look::Outline(Hue::Ink));
    figure.write(Text::new("+", 462.0, 132.0).middle().bold());
    figure.write(Text::new("one all-reduce:", 232.0, 272.0).end().bold());
    figure.say("both ranks get the sum", 242.0, 272.0);
    figure
}
