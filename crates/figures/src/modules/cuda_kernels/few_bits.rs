//! Lesson 9: what a cast does, and what four bits mean.

use super::FOLDER;
use crate::{Figure, Hue, Look, Rect, Text};

/// 254 in 8 bits: −2 by a cast, 127 by saturation.
pub fn wrap() -> Figure {
    let mut figure = Figure::new(
        FOLDER,
        "lesson-09-few-bits-wrap",
        "254 stored in 8 bits, by a cast and by saturation",
    )
    .argues(
        "The range of a signed byte ends at 127. A cast of 254 takes 256 away and lands on −2, in the middle of the range; a \
         saturating store stops at 127, the nearest value there is.",
    )
    .high(190.0);
    let axis = figure.axis(
        Rect::new(24.0, 112.0, 424.0, 0.0),
        (-140.0, 270.0),
        &[(-128.0, "−128"), (0.0, "0"), (127.0, "127"), (254.0, "254")],
        "",
    );
    let band = Rect::new(axis.x(-128.0), 98.0, axis.x(127.0) - axis.x(-128.0), 14.0);
    figure.rect(band, Look::Wash(Hue::A));
    figure.write(
        Text::new("what 8 bits hold", axis.x(-64.0), 160.0)
            .middle()
            .hue(Hue::A),
    );
    let (from, wraps, stays) = (axis.x(254.0), axis.x(-2.0), axis.x(127.0));
    figure.circle((from, 112.0), 4.0, Look::Full(Hue::Ink));
    figure.path(
        &format!("M{from} 104C{from} 10 {wraps} 10 {wraps} 88"),
        Look::Outline(Hue::Bad),
    );
    figure.arrow((wraps, 84.0), (wraps, 96.0), Hue::Bad);
    figure.write(
        Text::new("cast: − 256, gives −2", axis.x(126.0), 22.0)
            .middle()
            .hue(Hue::Bad),
    );
    figure.path(
        &format!(
            "M{} 104C{} 62 {stays} 62 {stays} 90",
            from - 8.0,
            from - 8.0
        ),
        Look::Outline(Hue::Good),
    );
    figure.arrow((stays, 86.0), (stays, 96.0), Hue::Good);
    figure.write(
        Text::new("saturate: 127", axis.x(189.0), 94.0)
            .middle()
            .hue(Hue::Good),
    );
    figure
}

/// One byte, two nibbles, three readings of each.
pub fn nibbles() -> Figure {
    let mut figure = Figure::new(
        FOLDER,
        "lesson-09-few-bits-nibbles",
        "The two nibbles of 0xB4 and what they can mean",
    )
    .argues(
        "The byte 0xB4 holds the nibbles 1011 and 0100. Read unsigned they are 11 and 4, in two's complement −5 and 4, in offset \
         binary 3 and −4. The format must say which.",
    )
    .high(222.0);
    let (left, side) = (170.0, 34.0);
    figure.write(Text::new("0xB4", 24.0, 40.0).mono().bold());
    for (at, bit) in "10110100".chars().enumerate() {
        let hue = if at < 4 { Hue::A } else { Hue::C };
        let cell = Rect::new(left + at as f64 * side, 20.0, side - 2.0, 30.0);
        figure.rect(cell, Look::Wash(hue));
        figure.write(Text::new(bit.to_string(), cell.cx(), 40.0).middle().mono());
    }
    let middles = [left + 2.0 * side - 1.0, left + 6.0 * side - 1.0];
    figure.bracket((left, left + 4.0 * side - 3.0), 56.0, "high nibble");
    figure.bracket(
        (left + 4.0 * side + 1.0, left + 8.0 * side - 2.0),
        56.0,
        "low nibble",
    );
    let rows = [
        ("unsigned", "11", "4"),
        ("two's complement", "−5", "4"),
        ("offset binary, q − 8", "3", "−4"),
    ];
    for (at, (name, high, low)) in rows.into_iter().enumerate() {
        let y = 118.0 + 36.0 * at as f64;
        figure.rule(
            (24.0, y - 22.0),
            (442.0, y - 22.0),
            Look::Outline(Hue::Line),
        );
        figure.say(name, 24.0, y);
        figure.write(Text::new(high, middles[0], y).middle().bold());
        figure.write(Text::new(low, middles[1], y).middle().bold());
    }
    figure
}
