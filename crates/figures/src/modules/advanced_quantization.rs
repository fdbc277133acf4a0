//! Figures of advanced quantisation: what is fixed when, rounding in a graph, GPTQ, moved scales, and NF4.
//!
//! Places follow from the lessons' own numbers, which `tests/content_numbers/advanced_quantization.rs` works out again.

use super::Figure;
use crate::{Hue, Look, Rect, Text};

const FOLDER: &str = "miniaturization/advanced-quantization";

/// In the order of their lessons.
pub fn all() -> Vec<Figure> {
    vec![
        pipeline(),
        graph(),
        columns(),
        ellipse(),
        channels(),
        quantiles(),
        blocks(),
    ]
}

/// What is decided once, and what for each input.
fn pipeline() -> Figure {
    let mut figure = Figure::new(
        FOLDER,
        "lesson-01-ptq-pipeline",
        "What is fixed offline, and what at run time",
    )
    .argues(
        "Weights become codes offline in both schemes. Static: the ranges of activations come from samples offline, and run time only \
         divides and rounds. Dynamic: run time finds each row's largest value first.",
    )
    .high(262.0);
    figure.write(Text::new("offline, once", 110.0, 18.0).middle().bold());
    figure.write(
        Text::new("run time, each input", 360.0, 18.0)
            .middle()
            .bold(),
    );
    figure.rule((238.0, 8.0), (238.0, 254.0), Look::Dashed);
    for (y, left, right, name) in [
        (
            30.0,
            ["weights", "codes, scales"],
            ["", "read codes"],
            "both",
        ),
        (
            112.0,
            ["samples", "ranges: s, z"],
            ["", "round with s, z"],
            "static",
        ),
        (194.0, ["", ""], ["largest: s", "round with s"], "dynamic"),
    ] {
        figure.write(Text::new(name, 10.0, y + 12.0).soft());
        let boxes = [
            (Rect::new(10.0, y + 18.0, 84.0, 34.0), left[0]),
            (Rect::new(118.0, y + 18.0, 108.0, 34.0), left[1]),
            (Rect::new(250.0, y + 18.0, 84.0, 34.0), right[0]),
            (Rect::new(356.0, y + 18.0, 114.0, 34.0), right[1]),
        ];
        let mut before: Option<Rect> = None;
        for (room, words) in boxes {
            if words.is_empty() {
                continue;
            }
            let hue = if room.x < 238.0 { Hue::A } else { Hue::B };
            figure.boxed(words, room, Look::Wash(hue));
            if let Some(before) = before {
                let from = (before.right() + 2.0, room.cy());
                figure.arrow(from, (room.x - 2.0, room.cy()), Hue::Ink);
            }
            before = Some(room);
        }
    }
    figure
}

/// Rounding in the middle of a graph, on the way there and back.
fn graph() -> Figure {
    let mut figure = Figure::new(
        FOLDER,
        "lesson-02-qat-graph",
        "A fake quantiser in a graph, forward and backward",
    )
    .argues(
        "Forward, the weight is rounded to the grid and the layer computes with what comes back. Backward, the gradient reaches the \
         rounding, whose slope is 0: it would end there. Straight through, it passes unchanged to the weight.",
    )
    .high(232.0);
    let row = [
        (Rect::new(12.0, 58.0, 84.0, 46.0), "weight w"),
        (Rect::new(142.0, 58.0, 96.0, 46.0), "round"),
        (Rect::new(284.0, 58.0, 70.0, 46.0), "layer"),
        (Rect::new(400.0, 58.0, 68.0, 46.0), "loss"),
    ];
    figure.write(Text::new("forward", 12.0, 24.0).bold());
    for (k, (room, words)) in row.into_iter().enumerate() {
        let look = if k == 1 {
            Look::Wash(Hue::B)
        } else {
            Look::Outline(Hue::Ink)
        };
        figure.boxed(words, room, look);
        if k > 0 {
            figure.arrow(
                (row[k - 1].0.right() + 3.0, 81.0),
                (room.x - 3.0, 81.0),
                Hue::Ink,
            );
        }
    }
    for (x, words) in [(119.0, "0.44"), (261.0, "0.50")] {
        figure.write(Text::new(words, x, 50.0).middle().mono());
    }
    figure.write(Text::new("backward", 12.0, 134.0).bold());
    for (from, to) in [(434.0, 322.0), (316.0, 206.0)] {
        figure.arrow((from, 150.0), (to, 150.0), Hue::D);
    }
    figure.rule((186.0, 143.0), (200.0, 157.0), Look::Outline(Hue::Bad));
    figure.rule((186.0, 157.0), (200.0, 143.0), Look::Outline(Hue::Bad));
    figure.write(Text::new("slope 0: ends", 176.0, 155.0).end());
    figure.arrow((434.0, 196.0), (322.0, 196.0), Hue::Good);
    figure.arrow((316.0, 196.0), (206.0, 196.0), Hue::Good);
    figure.arrow((200.0, 196.0), (60.0, 196.0), Hue::Good);
    figure.write(Text::new("straight on: slope 1", 60.0, 220.0));
    figure
}

/// Columns from left to right: done, being rounded, and those that take the error over.
fn columns() -> Figure {
    let mut figure = Figure::new(
        FOLDER,
        "lesson-03-gptq-columns",
        "Columns are rounded from left to right",
    )
    .argues(
        "Three moments of a matrix of eight columns. The columns on the left are rounded and stay; one is rounded now; its error is \
         spread over those on its right, which are still real numbers.",
    )
    .high(262.0);
    for (k, now) in [0usize, 3, 6].into_iter().enumerate() {
        let y = 12.0 + 76.0 * k as f64;
        for column in 0..8 {
            let room = Rect::new(70.0 + 46.0 * column as f64, y, 40.0, 34.0);
            let look = match column.cmp(&now) {
                std::cmp::Ordering::Less => Look::Full(Hue::A),
                std::cmp::Ordering::Equal => Look::Wash(Hue::B),
                std::cmp::Ordering::Greater => Look::Outline(Hue::Ink),
            };
            figure.rect(room, look);
            if column > now {
                let from = 90.0 + 46.0 * now as f64;
                let (to, below) = (room.cx(), y + 40.0 + 3.0 * (column - now) as f64);
                let line = format!("M{from} {}V{below}H{to}V{}", y + 36.0, y + 42.0);
                figure.path(&line, Look::Outline(Hue::Soft));
                figure.arrow((to, y + 46.0), (to, y + 37.0), Hue::Soft);
            }
        }
        figure.write(Text::new(format!("step {}", now + 1), 10.0, y + 22.0));
    }
    for (x, look, words) in [
        (10.0, Look::Full(Hue::A), "rounded"),
        (112.0, Look::Wash(Hue::B), "rounded now"),
        (242.0, Look::Outline(Hue::Ink), "takes over its error"),
    ] {
        figure.rect(Rect::new(x, 238.0, 16.0, 16.0), look);
        figure.write(Text::new(words, x + 22.0, 251.0).soft());
    }
    figure
}

/// Lines of equal loss around two weights, and the four ways to round them.
fn ellipse() -> Figure {
    let mut figure = Figure::new(
        FOLDER,
        "lesson-03-gptq-ellipse",
        "Four ways to round two weights, and what each loses",
    )
    .argues(
        "Around (0.4, 0.4) the lines of equal loss are long ellipses that lean from top left to bottom right. The nearest corner, (0, 0), \
         loses 0.576; the two corners along the ellipse, (0, 1) and (1, 0), lose 0.136; (1, 1) loses 1.296.",
    )
    .high(312.0);
    let at = |x: f64, y: f64| (200.0 + 110.0 * x, 205.0 - 110.0 * y);
    for k in 0..2 {
        let v = f64::from(k);
        figure.rule(at(-0.5, v), at(1.65, v), Look::Outline(Hue::Line));
        figure.rule(at(v, -0.5), at(v, 1.5), Look::Outline(Hue::Line));
    }
    for (loss, hue) in [(0.136, Hue::Good), (0.576, Hue::Bad)] {
        figure.path(&equal_loss(loss, at), Look::Outline(hue));
    }
    let (x, y) = at(0.4, 0.4);
    figure.circle((x, y), 5.0, Look::Full(Hue::A));
    figure.write(Text::new("w", x + 9.0, y + 5.0).bold());
    for ((a, b), words, (dx, dy)) in [
        ((0.0, 0.0), "0.576", (-10.0, 20.0)),
        ((1.0, 0.0), "0.136", (9.0, 21.0)),
        ((0.0, 1.0), "0.136", (-10.0, -10.0)),
        ((1.0, 1.0), "1.296", (9.0, -10.0)),
    ] {
        let (x, y) = at(a, b);
        figure.circle((x, y), 5.0, Look::Full(Hue::Ink));
        let text = Text::new(words, x + dx, y + dy);
        figure.write(if dx < 0.0 { text.end() } else { text });
    }
    figure.write(Text::new("first weight", 388.0, 210.0).soft());
    figure.write(Text::new("second weight", 212.0, 24.0).soft());
    figure.write(Text::new("equal loss", 472.0, 290.0).end().soft());
    figure
}

/// The ellipse of one loss: along (1, 1) it is 1.8 times the square of the distance, along (1, -1) 0.2 times.
fn equal_loss(loss: f64, at: impl Fn(f64, f64) -> (f64, f64)) -> String {
    let half = std::f64::consts::FRAC_1_SQRT_2;
    let mut path = String::new();
    for k in 0..72 {
        let angle = f64::from(k) * std::f64::consts::TAU / 72.0;
        let u = angle.cos() * f64::sqrt(loss / 1.8);
        let v = angle.sin() * f64::sqrt(loss / 0.2);
        let (x, y) = at(0.4 + half * (u + v), 0.4 + half * (u - v));
        path += &format!("{}{x:.1} {y:.1}", if k == 0 { "M" } else { "L" });
    }
    path + "Z"
}

/// The largest values of four channels, before and after they are scaled.
fn channels() -> Figure {
    let mut figure = Figure::new(
        FOLDER,
        "lesson-04-awq-smoothquant-channels",
        "One channel's size, moved from activations to weights",
    )
    .argues(
        "Before: the first channel of the activations is 64, its weights are 0.25. After dividing the one and multiplying the other \
         by 16, both are 4, and the product is the same.",
    )
    .high(252.0);
    for (k, (title, x, w)) in [
        ("before", [64.0, 1.0, 1.0, 1.0], [0.25, 1.0, 0.5, 0.75]),
        ("after: s = 16", [4.0, 1.0, 1.0, 1.0], [4.0, 1.0, 0.5, 0.75]),
    ]
    .into_iter()
    .enumerate()
    {
        let left = 16.0 + 240.0 * k as f64;
        figure.write(Text::new(title, left, 18.0).bold());
        for (row, (name, values, base)) in [("max |X|", x, 170.0), ("max |W|", w, 216.0)]
            .into_iter()
            .enumerate()
        {
            figure.rule((left, base), (left + 200.0, base), Look::Outline(Hue::Line));
            for (channel, value) in values.into_iter().enumerate() {
                let high = 2.0 * value;
                let bar = Rect::new(left + 50.0 * channel as f64, base - high, 28.0, high);
                figure.rect(bar, Look::Wash([Hue::A, Hue::B][row]));
                let label = format!("{value}");
                figure.write(Text::new(label, bar.cx(), base - high - 6.0).middle());
            }
            figure.write(Text::new(name, left + 200.0, base + 18.0).end().soft());
        }
    }
    figure.write(Text::new("four channels each", 16.0, 246.0).soft());
    figure
}

/// The inverse of the bell's cumulated share, by bisection.
fn quantile(share: f64) -> f64 {
    let below = |x: f64| {
        // Simpson's rule from 0 to x.
        let n = 200;
        let step = x / f64::from(n);
        let bell = |t: f64| (-0.5 * t * t).exp() / f64::sqrt(std::f64::consts::TAU);
        let inner: f64 = (1..n)
            .map(|k| if k % 2 == 1 { 4.0 } else { 2.0 } * bell(step * f64::from(k)))
            .sum();
        0.5 + step / 3.0 * (bell(0.0) + inner + bell(x))
    };
    let (mut low, mut high) = (-4.0, 4.0);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if below(middle) < share {
            low = middle;
        } else {
            high = middle;
        }
    }
    0.5 * (low + high)
}

/// Sixteen levels: seven below 0, 0, eight above, closer where the bell is high.
fn quantiles() -> Figure {
    let mut figure = Figure::new(
        FOLDER,
        "lesson-05-qlora-quantiles",
        "The sixteen levels of NF4 under a bell",
    )
    .argues(
        "Seven levels lie below 0, one is 0, eight lie above. They are dense in the middle, where most weights are, and end at −1 and 1.",
    )
    .high(236.0);
    let end = quantile(0.967_708_3);
    let at = |x: f64| 240.0 + 215.0 * x;
    let high = |x: f64| 180.0 - 150.0 * (-0.5 * (x * end).powi(2)).exp();
    let mut curve = String::new();
    for k in 0..=80 {
        let x = -1.05 + 2.1 * f64::from(k) / 80.0;
        curve += &format!(
            "{}{:.1} {:.1}",
            if k == 0 { "M" } else { "L" },
            at(x),
            high(x)
        );
    }
    figure.path(&curve, Look::Outline(Hue::Soft));
    figure.rule((14.0, 180.0), (466.0, 180.0), Look::Outline(Hue::Ink));
    let shares = |n: u32| {
        (0..n).map(move |k| 0.967_708_3 + (0.5 - 0.967_708_3) * f64::from(k) / f64::from(n))
    };
    let below = shares(7).map(|share| -quantile(share) / end);
    let above = shares(8).map(|share| quantile(share) / end);
    for level in below.chain(above) {
        let hue = if level < 0.0 { Hue::A } else { Hue::B };
        figure.rule(
            (at(level), 180.0),
            (at(level), high(level)),
            Look::Outline(hue),
        );
    }
    figure.path(
        &format!("M{} 180V{}", at(0.0), high(0.0)),
        Look::Outline(Hue::Ink),
    );
    for (x, words) in [(-1.0, "−1"), (0.0, "0"), (1.0, "1")] {
        figure.write(Text::new(words, at(x), 198.0).middle());
    }
    figure.write(Text::new("7 levels below 0", 20.0, 222.0).hue(Hue::A));
    figure.write(Text::new("8 above", 460.0, 222.0).end().hue(Hue::B));
    figure.write(Text::new("0 itself", 240.0, 222.0).middle());
    figure
}

/// Blocks of 64 codes with a scale each, and 256 scales with one of their own.
fn blocks() -> Figure {
    let mut figure = Figure::new(
        FOLDER,
        "lesson-05-qlora-blocks",
        "Scales of blocks, and a scale of scales",
    )
    .argues(
        "Each block of 64 codes of 4 bits has a scale. 256 such scales, made 8 bits each, share one number of 32 bits.",
    )
    .high(262.0);
    for (k, y) in [0usize, 1, 2].into_iter().zip([30.0, 78.0, 150.0]) {
        for cell in 0..16 {
            let look = if cell == 8 {
                Look::Dashed
            } else {
                Look::Wash(Hue::A)
            };
            figure.rect(Rect::new(14.0 + 15.0 * cell as f64, y, 13.0, 26.0), look);
        }
        figure.arrow((258.0, y + 13.0), (282.0, y + 13.0), Hue::Soft);
        figure.boxed(
            "8 bits",
            Rect::new(286.0, y, 62.0, 26.0),
            Look::Wash(Hue::B),
        );
        let line = format!("M350 {}H372V103", y + 13.0);
        figure.path(&line, Look::Outline(Hue::Soft));
        if k == 1 {
            figure.write(Text::new("⋮", 128.0, 134.0).middle());
            figure.write(Text::new("⋮", 316.0, 134.0).middle());
        }
    }
    figure.arrow((372.0, 103.0), (394.0, 103.0), Hue::Soft);
    figure.boxed(
        "32 bits",
        Rect::new(398.0, 90.0, 70.0, 26.0),
        Look::Wash(Hue::C),
    );
    figure.write(Text::new("64 codes of 4 bits", 14.0, 20.0));
    figure.write(Text::new("scale", 286.0, 20.0));
    figure.write(Text::new("scale of scales", 472.0, 76.0).end());
    figure.write(Text::new("256 blocks", 150.0, 134.0).soft());
    figure.write(Text::new("4 bits", 14.0, 200.0).soft());
    figure.write(Text::new("+ 8/64 = 0.125", 286.0, 200.0).soft());
    figure.write(
        Text::new("+ 32/(64 · 256) = 0.002", 472.0, 226.0)
            .end()
            .soft(),
    );
    figure.write(
        Text::new("= 4.127 bits a weight", 472.0, 252.0)
            .end()
            .bold(),
    );
    figure
}
