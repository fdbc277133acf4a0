//! Lesson 6: a branch, lane by lane and instruction by instruction.

use super::FOLDER;
use crate::machine::Lattice;
use crate::{Figure, Hue, Look, Text};

/// A warp of mixed kinds issues both sides; one of a single kind issues one.
pub fn divergence() -> Figure {
    let mut figure = Figure::new(
        FOLDER,
        "lesson-06-warps-divergence",
        "Lanes of a warp at a branch, in time",
    )
    .argues(
        "Where kinds alternate the warp issues three instructions for the lanes of one kind, while the others are switched off, \
         then three for the rest. Where all lanes have one kind it issues three and is done.",
    )
    .high(244.0);
    let (side, top) = (17.0, 40.0);
    // Column 0 is the test, 1 to 3 the one side, 4 to 6 the other, 7 what comes after.
    let mixed = figure.cells(
        Lattice {
            x: 62.0,
            y: top,
            side,
            columns: 8,
            rows: 8,
        },
        |column, lane| match column {
            0 | 7 => Look::Full(Hue::Soft),
            1..=3 if lane % 2 == 0 => Look::Full(Hue::A),
            4..=6 if lane % 2 == 1 => Look::Full(Hue::B),
            _ => Look::Hollow,
        },
    );
    let sorted = figure.cells(
        Lattice {
            x: 300.0,
            y: top,
            side,
            columns: 5,
            rows: 8,
        },
        |column, _| match column {
            0 | 4 => Look::Full(Hue::Soft),
            _ => Look::Full(Hue::A),
        },
    );
    for lane in 0..8usize {
        let y = top + side * lane as f64 + 13.0;
        figure.write(Text::new(format!("{lane}"), 52.0, y).end().soft());
    }
    figure.write(Text::new("lane", 52.0, 26.0).end().soft());
    figure.write(Text::new("kinds alternate", mixed.x, 26.0).bold());
    figure.write(Text::new("one kind", sorted.x, 26.0).bold());
    let below = mixed.bottom() + 6.0;
    figure.bracket((mixed.x + side, mixed.x + 4.0 * side - 3.0), below, "ReLU");
    figure.bracket(
        (mixed.x + 4.0 * side, mixed.x + 7.0 * side - 3.0),
        below,
        "SiLU",
    );
    figure.bracket(
        (sorted.x + side, sorted.x + 4.0 * side - 3.0),
        below,
        "ReLU",
    );
    figure.arrow(
        (mixed.x, below + 40.0),
        (mixed.right(), below + 40.0),
        Hue::Soft,
    );
    figure.write(Text::new("instructions issued: 8", mixed.x, below + 58.0));
    figure.arrow(
        (sorted.x, below + 40.0),
        (sorted.right(), below + 40.0),
        Hue::Soft,
    );
    figure.write(Text::new("5", sorted.x, below + 58.0));
    figure
}
