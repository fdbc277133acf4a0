//! Lesson 7: five shuffles over 32 lanes.

use super::FOLDER;
use crate::{Figure, Hue, Look, Text};

/// Which lanes still hold a part of the sum after each step.
pub fn steps() -> Figure {
    let mut figure = Figure::new(
        FOLDER,
        "lesson-07-shuffles-steps",
        "A warp sums 32 numbers in five shuffles",
    )
    .argues(
        "In each step the lanes of the lower half add what the lanes of the upper half hold: distance 16, 8, 4, 2, 1. After five \
         steps lane 0 holds the sum of all 32, and no memory took part.",
    )
    .high(316.0);
    let (left, side) = (10.0, 9.0);
    let middle = |lane: usize| left + lane as f64 * 11.0 + side / 2.0;
    let mut holders = 32usize;
    for step in 0..6usize {
        let y = 20.0 + 48.0 * step as f64;
        figure.threads((left, y), side, 32, |lane| {
            if lane < holders {
                Look::Full(Hue::A)
            } else {
                Look::Hollow
            }
        });
        let told = format!("{holders} hold{}", if holders == 1 { "s it" } else { "" });
        figure.write(Text::new(told, 376.0, y + 10.0).bold());
        let half = holders / 2;
        if half == 0 {
            break;
        }
        // The first and the last lane of the half that is read.
        let mut ends = vec![half, holders - 1];
        ends.dedup();
        for from in ends {
            figure.arrow(
                (middle(from), y + side + 3.0),
                (middle(from - half), y + 45.0),
                Hue::B,
            );
        }
        figure.write(Text::new(format!("distance {half}"), 376.0, y + 36.0).hue(Hue::B));
        holders = half;
    }
    figure.write(Text::new("lane 0 has the sum", left, 290.0 + 14.0));
    figure
}
