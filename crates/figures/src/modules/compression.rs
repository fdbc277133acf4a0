//! Figures of the module on pruning, distillation and low-rank adaptation.
//!
//! Which weights a mask keeps follows from `kept`, so that each grid keeps half; the lesson's numbers are worked out again
//! in `tests/content_numbers/compression.rs`.

use super::Figure;
use crate::{Hue, Look, Rect, Text};

const FOLDER: &str = "miniaturization/compression";

/// In the order of their lessons.
pub fn all() -> Vec<Figure> {
    vec![masks(), rounds(), pair(), paths()]
}

/// Whether each of three ways of pruning keeps the weight at a column and row of sixteen by eight.
fn kept(way: usize, column: usize, row: usize) -> bool {
    // Places that look thrown, half of each row.
    let thrown = (column * 7 + row * 5 + column * row) % 16;
    match way {
        0 => {
            let smaller = |other: usize| (other * 7 + row * 5 + other * row) % 16;
            let before = (0..16)
                .filter(|other| (smaller(*other), *other) < (thrown, column))
                .count();
            before < 8
        }
        1 => [0, 2, 3, 6].contains(&row),
        _ => {
            let pair = [[0, 3], [1, 2], [0, 1], [1, 3], [2, 3], [0, 2]];
            pair[(column / 4 * 5 + row * 7) % 6].contains(&(column % 4))
        }
    }
}

/// The same matrix with half of its weights, three times.
fn masks() -> Figure {
    let mut figure = Figure::new(
        FOLDER,
        "lesson-01-pruning-masks",
        "Half of the weights, in three patterns",
    )
    .argues(
        "A matrix of eight rows and sixteen columns with half of its weights kept: anywhere, in whole rows, and two of every \
         four neighbours. Whole rows leave a smaller dense matrix; two of four is a pattern that tensor cores skip; scattered \
         zeros are neither.",
    )
    .high(346.0);
    let words = [
        ("unstructured", "anywhere", "same size, same time"),
        ("structured", "whole rows", "a smaller matrix"),
        ("2:4", "two of every four", "9/16 of the bytes"),
    ];
    let side = 12.0;
    for (way, (name, what, gain)) in words.into_iter().enumerate() {
        let y = 12.0 + 114.0 * way as f64;
        for row in 0..8 {
            for column in 0..16 {
                let gap = (column / 4) as f64 * 3.0;
                let cell = Rect::new(
                    12.0 + column as f64 * (side + 1.0) + gap,
                    y + row as f64 * (side + 1.0),
                    side,
                    side,
                );
                let look = match kept(way, column, row) {
                    true => Look::Full(Hue::A),
                    false => Look::Hollow,
                };
                figure.rect(cell, look);
            }
        }
        figure.write(Text::new(name, 252.0, y + 24.0).bold());
        figure.say(what, 252.0, y + 48.0);
        figure.write(Text::new(gain, 252.0, y + 72.0).soft());
    }
    figure
}

/// Prune, train, measure, and again; what is left after each round.
fn rounds() -> Figure {
    let mut figure = Figure::new(FOLDER, "lesson-01-pruning-rounds", "Pruning in rounds").argues(
        "Take away the smallest fifth of the weights, train again, measure, and repeat until the loss is too large. After six \
         rounds 26 per cent of the weights are left.",
    )
    .high(262.0);
    let boxes = [
        ("take the least fifth", 12.0),
        ("train again", 184.0),
        ("measure", 328.0),
    ];
    let widths = [148.0, 120.0, 140.0];
    for ((words, x), width) in boxes.into_iter().zip(widths) {
        figure.boxed(words, Rect::new(x, 14.0, width, 34.0), Look::Wash(Hue::A));
    }
    figure.arrow((160.0, 31.0), (184.0, 31.0), Hue::Ink);
    figure.arrow((304.0, 31.0), (328.0, 31.0), Hue::Ink);
    figure.rule((398.0, 48.0), (398.0, 76.0), Look::Outline(Hue::Ink));
    figure.rule((398.0, 76.0), (86.0, 76.0), Look::Outline(Hue::Ink));
    figure.arrow((86.0, 76.0), (86.0, 48.0), Hue::Ink);
    figure.write(
        Text::new("while the loss is small", 242.0, 94.0)
            .middle()
            .soft(),
    );
    let base = 232.0;
    for round in 0..7 {
        let left = 0.8_f64.powi(round);
        let x = 12.0 + 66.0 * f64::from(round);
        let height = 100.0 * left;
        figure.rect(
            Rect::new(x, base - height, 50.0, height),
            Look::Wash(Hue::A),
        );
        let share = format!("{:.0} %", 100.0 * left);
        figure.write(Text::new(share, x + 25.0, base - height - 5.0).middle());
        let name = match round {
            0 => "all".to_owned(),
            round => format!("{round}"),
        };
        figure.write(Text::new(name, x + 25.0, base + 20.0).middle().soft());
    }
    figure
}

/// Teacher and student at one input.
fn pair() -> Figure {
    let mut figure = Figure::new(FOLDER, "lesson-02-distillation-pair", "Teacher and student").argues(
        "One input goes to both models. Both lists of scores are divided by the temperature and made into shares. The student's \
         shares are held against the teacher's and against the label; only the student is changed.",
    )
    .high(282.0);
    figure.boxed("input", Rect::new(12.0, 112.0, 62.0, 34.0), Look::Hollow);
    let teacher = Rect::new(106.0, 14.0, 112.0, 76.0);
    let student = Rect::new(122.0, 168.0, 80.0, 42.0);
    figure.boxed("teacher", teacher, Look::Wash(Hue::A));
    figure.boxed("student", student, Look::Wash(Hue::C));
    figure.arrow((74.0, 124.0), (106.0, 70.0), Hue::Ink);
    figure.arrow((74.0, 134.0), (122.0, 182.0), Hue::Ink);
    for (y, from, hue, words) in [
        (52.0, 218.0, Hue::A, "soft targets p"),
        (189.0, 202.0, Hue::C, "its shares q"),
    ] {
        figure.arrow((from, y), (250.0, y), Hue::Ink);
        figure.boxed(
            "÷ T, softmax",
            Rect::new(250.0, y - 17.0, 106.0, 34.0),
            Look::Hollow,
        );
        figure.write(Text::new(words, 364.0, y + 5.0).hue(hue));
    }
    figure.boxed(
        "KL(p, q) × T²",
        Rect::new(330.0, 104.0, 130.0, 34.0),
        Look::Outline(Hue::D),
    );
    figure.arrow((410.0, 62.0), (410.0, 104.0), Hue::Ink);
    figure.arrow((410.0, 176.0), (410.0, 138.0), Hue::Ink);
    figure.boxed("label", Rect::new(12.0, 236.0, 62.0, 34.0), Look::Hollow);
    figure.boxed(
        "cross-entropy, T = 1",
        Rect::new(250.0, 236.0, 190.0, 34.0),
        Look::Outline(Hue::D),
    );
    figure.arrow((74.0, 253.0), (250.0, 253.0), Hue::Ink);
    figure.arrow((180.0, 210.0), (250.0, 242.0), Hue::Ink);
    figure
}

/// The frozen matrix and the thin pair beside it.
fn paths() -> Figure {
    let mut figure = Figure::new(FOLDER, "lesson-03-lora-paths", "A matrix and its adapter").argues(
        "The input goes through the frozen matrix of 2,048 by 8,192 and, beside it, through A of 16 rows and B of 16 columns. \
         The results are added. A and B have 163,840 weights, the matrix 16,777,216.",
    )
    .high(252.0);
    figure.boxed("x: 2,048", Rect::new(12.0, 108.0, 82.0, 34.0), Look::Hollow);
    let matrix = Rect::new(146.0, 14.0, 160.0, 112.0);
    figure.rect(matrix, Look::Wash(Hue::A));
    figure.write(Text::new("W₀, frozen", matrix.cx(), 60.0).middle().bold());
    figure.write(Text::new("16,777,216", matrix.cx(), 82.0).middle());
    figure.rect(Rect::new(146.0, 184.0, 64.0, 9.0), Look::Full(Hue::C));
    figure.rect(Rect::new(256.0, 148.0, 9.0, 80.0), Look::Full(Hue::C));
    figure.write(Text::new("A: 32,768", 146.0, 214.0));
    figure.write(Text::new("B: 131,072", 276.0, 224.0));
    figure.write(Text::new("16 numbers", 170.0, 174.0).soft());
    figure.arrow((94.0, 118.0), (146.0, 70.0), Hue::Ink);
    figure.arrow((94.0, 132.0), (146.0, 184.0), Hue::Ink);
    figure.arrow((210.0, 188.0), (256.0, 188.0), Hue::Ink);
    figure.circle((390.0, 116.0), 14.0, Look::Outline(Hue::Ink));
    figure.write(Text::new("+", 390.0, 121.0).middle().bold());
    figure.arrow((306.0, 70.0), (378.0, 108.0), Hue::Ink);
    figure.arrow((265.0, 188.0), (381.0, 127.0), Hue::Ink);
    figure.arrow((404.0, 116.0), (430.0, 116.0), Hue::Ink);
    figure.write(Text::new("y", 436.0, 121.0).bold());
    figure.write(Text::new("8,192", 408.0, 146.0).soft());
    figure.write(Text::new("thin pair, trained: 1 %", 146.0, 244.0).hue(Hue::C));
    figure
}
