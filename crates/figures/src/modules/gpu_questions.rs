//! Figures of the question pages on GPU acceleration.
//!
//! Lengths are to scale; `tests/content_numbers/gpu_questions.rs` works the numbers out again.

use super::Figure;
use crate::{Hue, Look, Rect, Text};

const FOLDER: &str = "gpu-acceleration/gpu-acceleration";

/// In the order of their pages.
pub fn all() -> Vec<Figure> {
    vec![bytes(), two_ways(), mask()]
}

/// Bytes, their words, and how they look.
type Piece = (f64, &'static str, Look);

/// Bytes of memory traffic for each weight, in three designs.
fn bytes() -> Figure {
    let mut figure = Figure::new(
        FOLDER,
        "questions-2-backend-bytes",
        "Bytes moved for a weight, to scale",
    )
    .argues(
        "A kernel that unpacks Q4_K as it multiplies moves 0.5625 bytes for each weight. FP16 moves 2. Unpacking into memory and \
         multiplying from there moves 4.5625: 0.5625 read, 2 written, 2 read again.",
    )
    .high(226.0);
    let (left, scale) = (12.0, 96.0);
    let rows: [(&str, &str, &[Piece]); 3] = [
        (
            "Q4_K, kernel unpacks",
            "0.5625 bytes",
            &[(0.5625, "", Look::Wash(Hue::A))],
        ),
        ("FP16", "2 bytes", &[(2.0, "read", Look::Wash(Hue::C))]),
        (
            "Q4_K, unpacked to memory",
            "4.5625 bytes",
            &[
                (0.5625, "", Look::Wash(Hue::A)),
                (2.0, "FP16 written", Look::Wash(Hue::B)),
                (2.0, "FP16 read", Look::Wash(Hue::C)),
            ],
        ),
    ];
    for (n, (name, total, pieces)) in rows.into_iter().enumerate() {
        let y = 34.0 + 72.0 * n as f64;
        figure.write(Text::new(name, left, y - 10.0).bold());
        figure.write(Text::new(total, 450.0, y - 10.0).end());
        let mut x = left;
        for (bytes, words, look) in pieces {
            let rect = Rect::new(x, y, bytes * scale, 32.0);
            match words.is_empty() {
                true => figure.rect(rect, *look),
                false => figure.boxed(*words, rect, *look),
            }
            x += bytes * scale;
        }
    }
    figure
}

/// Eight GPUs on one request at a time, and on eight.
fn two_ways() -> Figure {
    let mut figure = Figure::new(
        FOLDER,
        "questions-4-multi-gpu-two-ways",
        "Eight GPUs as one, and as eight",
    )
    .argues(
        "Split over eight GPUs a request takes 14 ms, so the first answer is there at 14 ms and three are done at 42. As copies, \
         each GPU takes 50 ms and eight answers are there at 50.",
    )
    .high(322.0);
    let (left, scale) = (12.0, 8.8);
    let x = |ms: f64| left + ms * scale;
    figure.write(Text::new("split: one after another", left, 18.0).bold());
    for n in 0..3 {
        let from = 14.0 * f64::from(n);
        let rect = Rect::new(x(from), 30.0, 14.0 * scale - 2.0, 32.0);
        figure.boxed(format!("request {}", n + 1), rect, Look::Wash(Hue::A));
    }
    figure.rect(Rect::new(x(42.0), 30.0, 8.0 * scale, 32.0), Look::Dashed);
    figure.write(Text::new("copied: eight at a time", left, 94.0).bold());
    for n in 0..8 {
        let y = 104.0 + 22.0 * f64::from(n);
        let rect = Rect::new(x(0.0), y, 50.0 * scale, 19.0);
        figure.boxed(format!("request {}", n + 1), rect, Look::Wash(Hue::C));
    }
    for ms in [0.0, 14.0, 28.0, 42.0, 50.0] {
        figure.rule((x(ms), 284.0), (x(ms), 290.0), Look::Outline(Hue::Line));
        figure.write(
            Text::new(format!("{ms}"), x(ms).max(18.0), 308.0)
                .middle()
                .mono(),
        );
    }
    figure.write(Text::new("ms", 420.0, 308.0).middle().soft());
    figure
}

/// A warp of 64 lanes, and a mask of 32 bits over it.
fn mask() -> Figure {
    let mut figure = Figure::new(
        FOLDER,
        "questions-5-backends-mask",
        "64 lanes and a mask of 32 bits",
    )
    .argues(
        "A warp of 64 lanes in two rows. A vote kept in 32 bits holds the first row and loses the second; a sum by shuffles that \
         stops after five steps adds each row alone.",
    )
    .high(174.0);
    let (left, side) = (12.0, 14.2);
    let rows = [
        (40.0, "lanes 0 to 31: kept", true),
        (108.0, "lanes 32 to 63: lost", false),
    ];
    for (y, words, kept) in rows {
        figure.write(Text::new(words, left, y - 10.0).bold());
        for lane in 0..32 {
            let rect = Rect::new(left + f64::from(lane) * side, y, side - 2.0, side - 2.0);
            figure.rect(
                rect,
                if kept {
                    Look::Full(Hue::A)
                } else {
                    Look::Hollow
                },
            );
        }
    }
    figure.write(Text::new("sum after five steps: s1", left, 74.0));
    figure.write(Text::new("sum after five steps: s2", left, 142.0));
    figure.write(Text::new("the sixth step adds both", left, 166.0).soft());
    figure
}
