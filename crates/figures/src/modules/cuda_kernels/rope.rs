//! Lesson 10: a pair that turns.

use super::FOLDER;
use crate::{Figure, Hue, Look, Text};

/// A pair before and after, on a circle of its own length; three frequencies beside it.
pub fn pair() -> Figure {
    let mut figure = Figure::new(
        FOLDER,
        "lesson-10-rope-pair",
        "A pair of numbers turned by an angle",
    )
    .argues(
        "A pair (x, y) is an arrow. Rotary embedding turns it by the position times the pair's frequency and leaves its length as \
         it is. Pairs further back in the head turn more slowly: with d = 128 \
         pair 8 by 0.32 and pair 16 by 0.1 of the angle of pair 0.",
    )
    .high(226.0);
    let turn = |figure: &mut Figure, (cx, cy): (f64, f64), radius: f64, angle: f64| {
        figure.circle((cx, cy), radius, Look::Outline(Hue::Line));
        let start = 0.35f64;
        let at = |angle: f64, r: f64| (cx + r * angle.cos(), cy - r * angle.sin());
        figure.arrow((cx, cy), at(start, radius), Hue::A);
        figure.arrow((cx, cy), at(start + angle, radius), Hue::B);
        let (from, to) = (at(start, radius * 0.45), at(start + angle, radius * 0.45));
        let r = radius * 0.45;
        figure.path(
            &format!(
                "M{:.1} {:.1}A{r:.1} {r:.1} 0 0 0 {:.1} {:.1}",
                from.0, from.1, to.0, to.1
            ),
            Look::Outline(Hue::Soft),
        );
    };
    turn(&mut figure, (110.0, 112.0), 84.0, 1.5);
    figure.write(Text::new("(x, y)", 196.0, 76.0).mono().hue(Hue::A));
    figure.write(Text::new("(x', y')", 40.0, 22.0).mono().hue(Hue::B));
    figure.write(Text::new("θ", 126.0, 70.0).mono());
    figure.write(Text::new("θ = p · f", 110.0, 216.0).middle().mono());
    for (at, (name, angle)) in [("pair 0", 1.5), ("pair 8", 0.47), ("pair 16", 0.15)]
        .into_iter()
        .enumerate()
    {
        let cx = 290.0 + 76.0 * at as f64;
        turn(&mut figure, (cx, 112.0), 30.0, angle);
        figure.write(Text::new(name, cx, 166.0).middle());
    }
    figure.write(
        Text::new("slower along the head", 366.0, 192.0)
            .middle()
            .soft(),
    );
    figure
}
