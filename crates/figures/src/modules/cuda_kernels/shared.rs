//! Lesson 4: a barrier in time, and a column of a tile on the banks.

use super::FOLDER;
use crate::machine::Lattice;
use crate::motion::Span;
use crate::{Figure, Hue, Look, Rect, Text};

/// Four warps fill at their own pace, wait, and go on together.
pub fn barrier() -> Figure {
    let mut figure = Figure::new(
        FOLDER,
        "lesson-04-shared-barrier",
        "Four warps and a barrier in time",
    )
    .argues(
        "Warps of a block fill their cells at different times. The barrier holds the early ones until the last has come, so \
         that nobody reads a cell before it is filled.",
    )
    .high(200.0);
    let axis = figure.axis(Rect::new(70.0, 158.0, 380.0, 0.0), (0.0, 10.0), &[], "time");
    for (warp, fill) in [3.0, 4.4, 2.4, 5.5].into_iter().enumerate() {
        let y = 30.0 + 32.0 * warp as f64;
        figure.say(format!("warp {warp}"), 12.0, y + 17.0);
        figure.span(
            axis,
            Span {
                y,
                height: 24.0,
                from: 0.2,
                to: fill,
            },
            "fill",
            Look::Wash(Hue::A),
        );
        if fill < 5.5 {
            figure.span(
                axis,
                Span {
                    y,
                    height: 24.0,
                    from: fill + 0.1,
                    to: 5.5,
                },
                "",
                Look::Dashed,
            );
        }
        figure.span(
            axis,
            Span {
                y,
                height: 24.0,
                from: 5.8,
                to: 9.4,
            },
            "use",
            Look::Wash(Hue::C),
        );
    }
    let x = axis.x(5.65);
    figure.rule((x, 22.0), (x, 158.0), Look::Outline(Hue::B));
    figure.write(
        Text::new("__syncthreads()", x, 16.0)
            .middle()
            .mono()
            .hue(Hue::B),
    );
    figure.write(Text::new("broken frame: waits", 70.0, 182.0).soft());
    figure
}

/// Column 0 of a tile whose rows are 32 words apart, and 33.
pub fn banks() -> Figure {
    let mut figure = Figure::new(
        FOLDER,
        "lesson-04-shared-banks",
        "A column of a tile on the 32 banks, without and with padding",
    )
    .argues(
        "With rows of 32 words every element of a column lies in one bank, and a warp that reads it takes 32 passes. With rows \
         of 33 words each row begins one bank further, the column lies in 32 different banks, and one pass serves it.",
    )
    .high(338.0);
    let panels = [
        (32usize, "float t[32][32]", "one bank: 32 passes", Hue::Bad),
        (33, "float t[32][33]", "32 banks: 1 pass", Hue::Good),
    ];
    for (at, (pitch, code, told, hue)) in panels.into_iter().enumerate() {
        let y = 10.0 + 166.0 * at as f64;
        figure.write(Text::new(code, 24.0, y + 12.0).mono());
        figure.write(Text::new(told, 438.0, y + 12.0).end().hue(hue).bold());
        let rect = figure.banks(
            Lattice {
                x: 24.0,
                y: y + 22.0,
                side: 11.0,
                columns: 32,
                rows: 9,
            },
            |bank, row| {
                // Row r of the tile has its column 0 in word `pitch * r`.
                let column = (0..32).any(|r| (pitch * r) % 32 == bank && pitch * r / 32 == row);
                if column {
                    Look::Full(hue)
                } else {
                    Look::Hollow
                }
            },
        );
        for bank in [0usize, 8, 16, 24, 31] {
            let x = rect.x + bank as f64 * 13.0 + 5.5;
            figure.write(
                Text::new(format!("{bank}"), x, rect.bottom() + 17.0)
                    .middle()
                    .soft(),
            );
        }
    }
    figure.write(Text::new("bank; 9 of 32 rows drawn", 24.0, 330.0).soft());
    figure
}
