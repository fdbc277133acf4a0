//! Lesson 5: tiles of a product move along K.

use super::FOLDER;
use crate::machine::Lattice;
use crate::{Figure, Hue, Look, Text};

/// Four steps along K of the block that owns one tile of C.
pub fn frames() -> Figure {
    let mut figure = Figure::new(
        FOLDER,
        "lesson-05-tiling-frames",
        "One block's tiles in four steps along K",
    )
    .argues(
        "One block owns one tile of C and stays there. In each step it loads the next tile of A, moving right, and the next tile of \
         B, moving down, and adds their product. After K over T steps its tile of C is done.",
    )
    .high(178.0);
    let (side, mine) = (12.5, (2usize, 1usize));
    for step in 0..4usize {
        let x = 8.0 + 119.0 * step as f64;
        let (c, y) = (x + 56.0, 76.0);
        figure.cells(
            Lattice {
                x,
                y,
                side,
                columns: 4,
                rows: 4,
            },
            |column, row| {
                if (column, row) == (step, mine.1) {
                    Look::Full(Hue::A)
                } else if row == mine.1 && column < step {
                    Look::Wash(Hue::A)
                } else {
                    Look::Outline(Hue::Line)
                }
            },
        );
        figure.cells(
            Lattice {
                x: c,
                y: y - 56.0,
                side,
                columns: 4,
                rows: 4,
            },
            |column, row| {
                if (column, row) == (mine.0, step) {
                    Look::Full(Hue::B)
                } else if column == mine.0 && row < step {
                    Look::Wash(Hue::B)
                } else {
                    Look::Outline(Hue::Line)
                }
            },
        );
        figure.cells(
            Lattice {
                x: c,
                y,
                side,
                columns: 4,
                rows: 4,
            },
            |column, row| {
                if (column, row) == mine {
                    Look::Full(Hue::C)
                } else {
                    Look::Outline(Hue::Line)
                }
            },
        );
        if step == 0 {
            figure.write(Text::new("A", x + 4.0, y - 6.0).bold().hue(Hue::A));
            figure.write(Text::new("B", c - 16.0, y - 44.0).bold().hue(Hue::B));
            figure.write(Text::new("C", c + 20.0, y + 66.0).bold().hue(Hue::C));
        }
        figure.write(Text::new(format!("step {step}"), c, y + 92.0).middle());
    }
    figure
}
