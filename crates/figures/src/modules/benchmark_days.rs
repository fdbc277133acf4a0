//! Figures of the day that compares two formats on one card.
//!
//! Gigabytes and milliseconds are those of its pages; `tests/content_numbers/benchmark_days.rs` works them out again.

use super::Figure;
use crate::motion::Flow;
use crate::{Hue, Look, Rect, Text};

const FOLDER: &str = "benchmark-days/quantised-vs-bf16";

/// In the order of their tiers.
pub fn all() -> Vec<Figure> {
    vec![card(), round(), budgets(), paths()]
}

/// What the engine makes of its share of the card, for both models.
fn card() -> Figure {
    let mut figure = Figure::new(
        FOLDER,
        "tier-1-card",
        "One card, two models: the same use, another cut",
    )
    .argues(
        "Of 16 GB the engine takes 14.4 with either model. With BF16 weights 10.3 GB of that are cache, with 4-bit weights 12.3. What is \
         in use does not tell the two apart.",
    )
    .high(292.0);
    let scale = 28.0;
    for (row, (name, weights, cache)) in [("BF16", 3.09, 10.31), ("4 bits", 1.15, 12.252)]
        .into_iter()
        .enumerate()
    {
        let top = 12.0 + 112.0 * row as f64;
        figure.write(Text::new(name, 12.0, top + 14.0).bold());
        let mut left = 16.0;
        for (wide, look) in [
            (weights, Look::Wash(Hue::A)),
            (1.0, Look::Wash(Hue::C)),
            (cache, Look::Wash(Hue::D)),
            (1.6, Look::Dashed),
        ] {
            let part = Rect::new(left, top + 24.0, wide * scale, 44.0);
            figure.rect(part, look);
            left = part.right();
        }
        let words = format!("weights {weights} GB");
        figure.write(Text::new(words, 16.0, top + 90.0));
        let words = format!("cache {cache:.1} GB");
        let middle = 16.0 + (weights + 1.0 + cache / 2.0) * scale;
        figure.write(Text::new(words, middle, top + 51.0).middle().bold());
        figure.write(Text::new("left free", 464.0, top + 90.0).end().soft());
        figure.write(Text::new("to work in", 214.0, top + 90.0).soft());
        figure.rect(Rect::new(194.0, top + 79.0, 13.0, 13.0), Look::Wash(Hue::C));
    }
    figure.bracket((16.0, 16.0 + 14.4 * scale), 236.0, "in use, both: 14.4 GB");
    figure.write(
        Text::new("what nvidia-smi shows", 217.0, 282.0)
            .middle()
            .soft(),
    );
    figure
}

/// Rounds of sixteen requests: they start together, the last one ends the round.
fn round() -> Figure {
    let mut figure = Figure::new(
        FOLDER,
        "tier-2-round",
        "Rounds: a warm-up, then five that count",
    )
    .argues(
        "Sixteen requests of a round start at one moment. The round ends with the last answer, and its throughput is all tokens over that \
         time. The first round is kept and not counted.",
    )
    .high(304.0);
    // The lengths of one round's answers, for the eye.
    let ends = [
        58, 61, 59, 64, 60, 57, 62, 66, 60, 59, 63, 58, 61, 60, 59, 62,
    ];
    for (n, left) in (0..6).map(|n| (n, 16.0 + 76.0 * f64::from(n))) {
        let warm = n == 0;
        let slow = if warm { 1.06 } else { 1.0 };
        for (at, end) in ends.into_iter().enumerate() {
            let end = ends[(at + 5 * n as usize) % 16].max(end - 3);
            let bar = Rect::new(left, 48.0 + 10.0 * at as f64, f64::from(end) * slow, 6.0);
            figure.rect(
                bar,
                if warm {
                    Look::Hollow
                } else {
                    Look::Full(Hue::A)
                },
            );
        }
        let words = if warm { "0".to_owned() } else { n.to_string() };
        figure.write(Text::new(words, left + 30.0, 34.0).middle().bold());
    }
    figure.write(Text::new("round", 16.0, 16.0).soft());
    figure.arrow((16.0, 218.0), (470.0, 218.0), Hue::Soft);
    figure.write(Text::new("time", 466.0, 238.0).end().soft());
    figure.write(Text::new("warm-up:", 16.0, 240.0));
    figure.write(Text::new("kept, not counted", 16.0, 258.0));
    figure.write(Text::new("1 to 5: 80 answers", 168.0, 258.0).bold());
    figure.write(Text::new("p95 is the 76th of them", 168.0, 280.0));
    figure
}

/// p95 of the sample against both promises.
fn budgets() -> Figure {
    let mut figure = Figure::new(FOLDER, "tier-3-budgets", "p95 against the promise").argues(
        "In the model behind the sample data the chat's promise of 3,000 ms is kept by both formats, and the batch's promise of 6,000 ms by \
         4 bits alone.",
    )
    .high(300.0);
    let scale = 0.046;
    for (group, (name, promise, bars)) in [
        (
            "Chat, 16 at once",
            3000.0,
            [("BF16", 2683.0), ("4 bits", 1575.0)],
        ),
        (
            "Batch, 32 at once",
            6000.0,
            [("BF16", 7197.0), ("4 bits", 4980.0)],
        ),
    ]
    .into_iter()
    .enumerate()
    {
        let top = 10.0 + 132.0 * group as f64;
        figure.write(Text::new(name, 12.0, top + 14.0).bold());
        for (row, (format, ms)) in bars.into_iter().enumerate() {
            let y = top + 34.0 + 40.0 * row as f64;
            figure.write(Text::new(format, 12.0, y + 20.0));
            let kept = ms < promise;
            let look = Look::Wash(if kept { Hue::Good } else { Hue::Bad });
            let bar = Rect::new(70.0, y, ms * scale, 30.0);
            figure.rect(bar, look);
            let words = format!("{} ms", thousands(ms));
            let at = (bar.right()).max(if kept { 70.0 + promise * scale } else { 0.0 }) + 8.0;
            if at < 400.0 {
                figure.write(Text::new(words, at, y + 20.0).bold());
            } else {
                figure.write(Text::new(words, bar.right() - 130.0, y + 20.0).end().bold());
            }
        }
        let x = 70.0 + promise * scale;
        figure.rule((x, top + 26.0), (x, top + 110.0), Look::Outline(Hue::Ink));
        let words = format!("promise {} ms", thousands(promise));
        figure.write(Text::new(words, x - 20.0, top + 20.0));
    }
    figure.write(Text::new("a model, not measured", 12.0, 286.0).soft());
    figure.write(Text::new("crossed: not kept", 466.0, 286.0).end().soft());
    figure
}

/// `2683` as `2,683`.
fn thousands(ms: f64) -> String {
    format!("{},{:03}", ms as u32 / 1000, ms as u32 % 1000)
}

/// What three formats move, and what they multiply in.
fn paths() -> Figure {
    let mut figure = Figure::new(
        FOLDER,
        "tier-4-paths",
        "What is moved, and what is multiplied",
    )
    .argues(
        "BF16 moves 2 bytes a weight and multiplies at 48 TFLOPS. Four bits move 0.52, are unpacked on the chip and multiplied at the same \
         48. FP8 moves 1 byte and multiplies at 96.",
    )
    .high(286.0);
    figure.write(Text::new("device memory", 16.0, 18.0).soft());
    figure.write(Text::new("on the chip", 316.0, 18.0).middle().soft());
    figure.write(Text::new("TFLOPS", 466.0, 18.0).end().soft());
    for (row, (name, bytes, hue, unpacks, core, rate)) in [
        ("BF16", 2.0, Hue::A, false, "16-bit cores", "48"),
        ("4 bits", 0.52, Hue::D, true, "16-bit cores", "48"),
        ("FP8", 1.0, Hue::C, false, "8-bit cores", "96"),
    ]
    .into_iter()
    .enumerate()
    {
        let top = 34.0 + 84.0 * row as f64;
        let from = Rect::new(16.0, top, 76.0, 48.0);
        figure.boxed(name, from, Look::Wash(hue));
        let chip = Rect::new(326.0, top, 96.0, 48.0);
        figure.boxed(core, chip, Look::Outline(Hue::Ink));
        let end = if unpacks {
            let unpack = Rect::new(214.0, top + 4.0, 74.0, 40.0);
            figure.boxed("unpack", unpack, Look::Dashed);
            figure.arrow((288.0, top + 24.0), (326.0, top + 24.0), Hue::Ink);
            214.0
        } else {
            326.0
        };
        let flow = Flow {
            width: 9.0 * bytes,
            hue,
        };
        figure.flow((98.0, top + 24.0), (end - 4.0, top + 24.0), flow);
        figure.write(Text::new(format!("{bytes} B a weight"), 100.0, top + 64.0));
        figure.write(Text::new(rate, 466.0, top + 29.0).end().bold());
    }
    figure
}
