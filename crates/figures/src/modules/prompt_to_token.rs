//! Figures of the module from a prompt to a token: its first two lessons. The others are in `prompt_to_token_second.rs`.
//!
//! Numbers follow from the shape of Qwen2.5 3B; `tests/content_numbers/prompt_to_token.rs` works the lessons' numbers out again.

use super::Figure;
use crate::{Hue, Look, Rect, Text};

pub(super) const FOLDER: &str = "hardware-foundations/prompt-to-token";
/// Weights of Qwen2.5 3B in billions: matrices, biases and norms.
const BILLIONS: f64 = 3.085_938_688;

/// In the order of their lessons.
pub fn all() -> Vec<Figure> {
    vec![
        token_loop(),
        layer(),
        weights(),
        heads(),
        one_weight(),
        passes(),
        floors(),
    ]
}

/// Text, numbers, rows, layers, scores, the next token, and round again.
fn token_loop() -> Figure {
    let mut figure = Figure::new(
        FOLDER,
        "lesson-01-one-token-loop",
        "From text to the next token",
    )
    .argues(
        "Text is cut into tokens, each token has an id, each id picks a row of 2,048 numbers, 36 layers change the rows, and \
         the last row gives a score to each of 151,936 tokens. The best is appended, and the next pass begins.",
    )
    .high(312.0);
    figure.write(Text::new("text, cut into tokens", 14.0, 16.0).soft());
    let (last, end) = columns(&mut figure);
    figure.rect(Rect::new(end, 24.0, 62.0, 25.0), Look::Dashed);
    figure.write(Text::inside("Paris", Rect::new(end, 24.0, 62.0, 25.0)).mono());
    for (words, y) in [
        ("their ids", 68.0),
        ("2,048 numbers", 112.0),
        ("for each token", 130.0),
    ] {
        figure.write(Text::new(words, end + 2.0, y).soft());
    }
    let layers = Rect::new(14.0, 162.0, 276.0, 34.0);
    for k in 1..3 {
        let off = 5.0 * f64::from(k);
        let (right, bottom) = (layers.right() + off, layers.bottom() + off);
        let edge = format!("M{right} {}V{bottom}H{}", layers.y + off, layers.x + off);
        figure.path(&edge, Look::Outline(Hue::A));
    }
    figure.rect(layers, Look::Wash(Hue::A));
    figure.write(Text::inside("36 layers of one shape", layers).bold());
    figure.arrow((last, 208.0), (last, 232.0), Hue::Ink);
    figure.write(
        Text::new("the last row goes on", last - 12.0, 226.0)
            .end()
            .soft(),
    );
    scores(&mut figure);
    let best = Rect::new(332.0, 242.0, 116.0, 25.0);
    figure.rect(best, Look::Wash(Hue::D));
    figure.write(Text::inside("12095 Paris", best).mono());
    figure.arrow((298.0, 254.0), (330.0, 254.0), Hue::Ink);
    figure.path("M448 254H466V36H400", Look::Outline(Hue::Ink));
    figure.arrow((400.0, 36.0), (end + 64.0, 36.0), Hue::Ink);
    figure.write(Text::new("appended: the", 448.0, 286.0).end().soft());
    figure.write(Text::new("next pass begins", 448.0, 304.0).end().soft());
    figure
}

/// A column for each token: word, number, row of values. Gives the middle of the last one and where a next would begin.
fn columns(figure: &mut Figure) -> (f64, f64) {
    let (mut x, mut last) = (14.0, 0.0);
    for (word, width, number) in [
        ("The", 42.0, "785"),
        ("capital", 76.0, "6722"),
        ("of", 38.0, "315"),
        ("France", 68.0, "9625"),
        ("is", 38.0, "374"),
    ] {
        let word_box = Rect::new(x, 24.0, width, 25.0);
        last = word_box.cx();
        figure.rect(word_box, Look::Outline(Hue::Ink));
        figure.write(Text::inside(word, word_box).mono());
        figure.write(Text::new(number, last, 68.0).middle().mono());
        figure.arrow((last, 74.0), (last, 92.0), Hue::Soft);
        for cell in Rect::new(last - 9.0, 94.0, 18.0, 44.0).rows(4, 0.0) {
            figure.rect(cell, Look::Wash(Hue::A));
        }
        figure.arrow((last, 140.0), (last, 160.0), Hue::Soft);
        x += width + 6.0;
    }
    (last, x)
}

/// Some of the scores, one of them far above the others.
fn scores(figure: &mut Figure) {
    let heights = [
        6.0, 12.0, 4.0, 9.0, 30.0, 7.0, 15.0, 5.0, 10.0, 3.0, 8.0, 6.0,
    ];
    for (k, height) in heights.into_iter().enumerate() {
        let look = if height > 20.0 {
            Look::Full(Hue::D)
        } else {
            Look::Hollow
        };
        let x = 74.0 + 18.0 * k as f64;
        figure.rect(Rect::new(x, 266.0 - height, 12.0, height), look);
    }
    figure.rule((66.0, 266.0), (292.0, 266.0), Look::Outline(Hue::Ink));
    figure.write(Text::new("151,936 scores, one", 66.0, 286.0).soft());
    figure.write(Text::new("for each token", 66.0, 304.0).soft());
}

/// One layer: two blocks beside the hidden state, with the shape of each matrix.
fn layer() -> Figure {
    let mut figure = Figure::new(
        FOLDER,
        "lesson-01-one-token-layer",
        "One layer of Qwen2.5 3B with its shapes",
    )
    .argues(
        "The hidden state runs straight down. Attention takes a copy, uses four matrices of 9.4 million weights together and adds \
         its result. The FFN takes a copy, uses three matrices of 67.6 million weights and adds its result.",
    )
    .high(454.0);
    figure.write(Text::new("2,048 numbers", 10.0, 18.0));
    figure.path("M30 26V426M26 26V426", Look::Outline(Hue::Ink));
    for (top, title, sum) in [
        (34.0, "Attention", "9.4 million weights"),
        (244.0, "FFN", "67.6 million weights"),
    ] {
        figure.rect(Rect::new(62.0, top, 410.0, 186.0), Look::Outline(Hue::Line));
        figure.write(Text::new(title, 76.0, top + 22.0).bold());
        figure.write(Text::new(sum, 460.0, top + 22.0).end().soft());
        figure.arrow((28.0, top + 47.0), (75.0, top + 47.0), Hue::Ink);
    }
    matrices(&mut figure);
    for (y, words) in [
        (118.0, "heads mix: no weights"),
        (328.0, "multiplied: no weights"),
    ] {
        let step = Rect::new(76.0, y, 384.0, 36.0);
        figure.boxed(words, step, Look::Dashed);
        figure.arrow((268.0, y + 36.0), (268.0, y + 59.0), Hue::Soft);
    }
    for y in [193.0, 403.0] {
        figure.arrow((76.0, y), (38.0, y), Hue::Ink);
        figure.circle((28.0, y), 9.0, Look::Outline(Hue::Ink));
        figure.rule((21.0, y), (35.0, y), Look::Outline(Hue::Ink));
    }
    figure.arrow((28.0, 424.0), (28.0, 444.0), Hue::Ink);
    figure.write(Text::new("on: still 2,048 numbers", 46.0, 448.0).soft());
    figure
}

/// The seven matrices of a layer, and where the first ones lead.
fn matrices(figure: &mut Figure) {
    for (x, y, width, words, hue) in [
        (76.0, 66.0, 134.0, "Q 2,048 × 2,048", Hue::B),
        (216.0, 66.0, 119.0, "K 2,048 × 256", Hue::B),
        (341.0, 66.0, 119.0, "V 2,048 × 256", Hue::B),
        (76.0, 178.0, 384.0, "O 2,048 × 2,048", Hue::B),
        (76.0, 276.0, 189.0, "gate 2,048 × 11,008", Hue::A),
        (271.0, 276.0, 189.0, "up 2,048 × 11,008", Hue::A),
        (76.0, 388.0, 384.0, "down 11,008 × 2,048", Hue::A),
    ] {
        let matrix = Rect::new(x, y, width, 30.0);
        figure.boxed(words, matrix, Look::Wash(hue));
        if y == 66.0 || y == 276.0 {
            figure.arrow((matrix.cx(), y + 30.0), (matrix.cx(), y + 51.0), Hue::Soft);
        }
    }
}

/// A hundred squares for all weights.
fn weights() -> Figure {
    let mut figure = Figure::new(
        FOLDER,
        "lesson-01-one-token-weights",
        "Of 100 weights, 79 are in the FFN",
    )
    .argues(
        "A hundred squares stand for the weights of Qwen2.5 3B: 79 are in the feed-forward networks, 11 in attention and 10 in the \
         embedding table.",
    )
    .high(280.0);
    let rows = Rect::new(10.0, 6.0, 266.0, 266.0).rows(10, 4.0);
    let cells = rows.into_iter().flat_map(|row| row.columns(10, 4.0));
    for (k, cell) in cells.enumerate() {
        let hue = match k {
            0..79 => Hue::A,
            79..90 => Hue::B,
            _ => Hue::C,
        };
        figure.rect(cell, Look::Wash(hue));
    }
    for (y, title, sum) in [
        (92.0, "79 in the FFN", "36 × 67.6 million"),
        (203.0, "11 in attention", "36 × 9.4 million"),
        (251.0, "10 in the table", "151,936 × 2,048"),
    ] {
        figure.write(Text::new(title, 300.0, y).bold());
        figure.write(Text::new(sum, 300.0, y + 20.0).soft());
    }
    figure
}

/// Sixteen query heads over two pairs of key and value heads.
fn heads() -> Figure {
    let mut figure = Figure::new(
        FOLDER,
        "lesson-01-one-token-heads",
        "16 query heads share 2 heads of keys and values",
    )
    .argues(
        "The 2,048 query values are 16 heads of 128. The 256 keys are 2 heads of 128, and so are the 256 values. Query heads 0 to 7 \
         use the first pair, 8 to 15 the second.",
    )
    .high(236.0);
    figure.write(Text::new("Q: 16 heads of 128", 16.0, 18.0).bold());
    let groups = [Hue::A, Hue::B];
    for (k, head) in Rect::new(16.0, 28.0, 448.0, 26.0)
        .columns(16, 4.0)
        .into_iter()
        .enumerate()
    {
        figure.boxed(k.to_string(), head, Look::Wash(groups[k / 8]));
        let to = [128.0, 352.0][k / 8] + ((k % 8) as f64 - 3.5) * 9.0;
        let ends = ((head.cx(), 54.0), (to, 112.0));
        figure.rule(ends.0, ends.1, Look::Outline(Hue::Soft));
    }
    for (y, words) in [(112.0, "K: 2 heads of 128"), (178.0, "V: 2 heads of 128")] {
        for (group, hue) in groups.into_iter().enumerate() {
            let x = 64.0 + 224.0 * group as f64;
            figure.rect(Rect::new(x, y, 128.0, 28.0), Look::Wash(hue));
        }
        figure.write(Text::new(words, 240.0, y + 48.0).middle().bold());
    }
    figure
}

/// Which cells are lit: a row, or one of its columns.
struct Lit {
    row: usize,
    column: Option<usize>,
    hue: Hue,
}

/// Cells of one size; the ones of a row, or one cell of it, are lit.
fn grid(figure: &mut Figure, at: (f64, f64), columns: usize, Lit { row, column, hue }: Lit) {
    for (r, c) in (0..6).flat_map(|r| (0..columns).map(move |c| (r, c))) {
        let lit = r == row && column.is_none_or(|one| one == c);
        let look = if lit {
            Look::Full(hue)
        } else {
            Look::Outline(Hue::Line)
        };
        let (x, y) = (at.0 + 15.0 * c as f64, at.1 + 15.0 * r as f64);
        figure.rect(Rect::new(x, y, 12.0, 12.0), look);
    }
}

/// Which numbers one weight meets, with many tokens and with one.
fn one_weight() -> Figure {
    let mut figure = Figure::new(
        FOLDER,
        "lesson-02-prefill-decode-one-weight",
        "How often a loaded weight is used",
    )
    .argues(
        "In prefill a weight that was loaded once meets its number in every token of the prompt. In decode there is one token, so \
         the same load is used once.",
    )
    .high(292.0);
    for (top, tokens, title, used) in [
        (0.0, 10, "Prefill: many tokens", "1 load, a use a token"),
        (148.0, 1, "Decode: one token", "1 load, 1 use"),
    ] {
        figure.write(Text::new(title, 14.0, top + 18.0).bold());
        figure.write(Text::new(used, 466.0, top + 18.0).end());
        let (y, wide) = (top + 32.0, 15.0 * f64::from(tokens));
        let apart = if tokens == 1 { 30.0 } else { 0.0 };
        let (left, equals) = (140.0 + apart, 140.0 + 2.0 * apart + wide + 13.0);
        let right = equals + 15.0 + apart;
        let tokens = tokens as usize;
        grid(
            &mut figure,
            (14.0, y),
            6,
            Lit {
                row: 2,
                column: Some(3),
                hue: Hue::D,
            },
        );
        grid(
            &mut figure,
            (left, y),
            tokens,
            Lit {
                row: 3,
                column: None,
                hue: Hue::A,
            },
        );
        grid(
            &mut figure,
            (right, y),
            tokens,
            Lit {
                row: 2,
                column: None,
                hue: Hue::C,
            },
        );
        for (sign, x) in [("×", 122.0 + apart / 2.0), ("=", equals)] {
            figure.write(Text::new(sign, x, y + 48.0).middle());
        }
        let names = [
            ("weights", 57.0),
            (
                if tokens == 1 { "token" } else { "tokens" },
                left + wide / 2.0 - 1.0,
            ),
            ("result", right + wide / 2.0 - 1.0),
        ];
        for (name, x) in names {
            figure.write(Text::new(name, x, y + 107.0).middle().soft());
        }
    }
    figure
}

/// Five passes of a request: what each reads and what it carries.
fn passes() -> Figure {
    let mut figure = Figure::new(
        FOLDER,
        "lesson-02-prefill-decode-passes",
        "Every pass reads every weight",
    )
    .argues(
        "Five passes of one request. The first carries the 512 tokens of the prompt, the others one token each, and each of the five \
         reads the same 6.17 GB of weights.",
    )
    .high(280.0);
    figure.write(Text::new("reads", 80.0, 16.0).soft());
    figure.write(Text::new("carries", 284.0, 16.0).soft());
    let mut top = 26.0;
    for pass in 0..5 {
        let (name, high, tokens) = if pass == 0 {
            ("prefill", 74.0, 512)
        } else {
            ("decode", 36.0, 1)
        };
        let middle = top + high / 2.0;
        let read = Rect::new(80.0, middle - 18.0, 176.0, 36.0);
        figure.write(Text::new(name, 10.0, middle + 5.0).bold());
        figure.boxed("6.17 GB of weights", read, Look::Wash(Hue::A));
        let mut dots = String::new();
        for k in 0..tokens {
            let x = 284.0 + 4.5 * f64::from(k % 32);
            let y = middle - 2.25 * f64::from(tokens / 32) + 4.5 * f64::from(k / 32);
            dots += &format!("M{x} {y}h1.8v1.8h-1.8z");
        }
        figure.path(&dots, Look::Full(Hue::C));
        let (x, words) = if pass == 0 {
            (434.0, "512")
        } else {
            (300.0, "1 token")
        };
        figure.write(Text::new(words, x, middle + 5.0));
        top += high + 8.0;
    }
    figure
}

/// The two bounds of each phase on one card, to scale.
fn floors() -> Figure {
    let (gigabytes, peak, bandwidth) = (2.0 * BILLIONS, 112.6, 960.0);
    let read = gigabytes / bandwidth * 1000.0;
    let mut figure = Figure::new(
        FOLDER,
        "lesson-02-prefill-decode-floors",
        "Two bounds, and which one each phase meets",
    )
    .argues(
        "On an RTX 5080, reading the weights of Qwen2.5 3B takes 6.4 ms in both phases. The arithmetic of 512 prompt tokens takes \
         28.1 ms, so prefill waits for arithmetic. That of one token takes 0.05 ms, so decode waits for memory. Measured elsewhere \
         for a decode step: 12.1 ms.",
    )
    .high(256.0);
    let x = |ms: f64| 120.0 + ms * 9.4;
    for (top, tokens, title, told) in [
        (0.0, 512.0, "Prefill, 512 tokens", "waits for arithmetic"),
        (116.0, 1.0, "Decode, one token", "waits for memory"),
    ] {
        figure.write(Text::new(title, 12.0, top + 18.0).bold());
        let compute = gigabytes * tokens / peak;
        let names = [
            "read 6.17 GB",
            if tokens > 1.0 {
                "3.16 TFLOP"
            } else {
                "6.17 GFLOP"
            },
        ];
        for (k, (ms, name)) in [read, compute].into_iter().zip(names).enumerate() {
            let y = top + 32.0 + 34.0 * k as f64;
            let hue = if ms > read.min(compute) {
                Hue::D
            } else {
                Hue::A
            };
            let bar = Rect::new(120.0, y, (x(ms) - 120.0).max(2.0), 26.0);
            figure.rect(bar, Look::Wash(hue));
            figure.write(Text::new(name, 112.0, y + 18.0).end().soft());
            let decimals = if ms < 1.0 { 2 } else { 1 };
            let words = format!("{ms:.decimals$} ms");
            if !(1.0..=20.0).contains(&ms) {
                figure.write(Text::new(words, bar.right() + 8.0, y + 18.0));
            } else {
                figure.write(Text::inside(words, bar));
            }
        }
        figure.rule(
            (120.0, top + 26.0),
            (120.0, top + 98.0),
            Look::Outline(Hue::Ink),
        );
        figure.write(Text::new(told, 466.0, top + 18.0).end());
    }
    figure.rule((x(12.1), 140.0), (x(12.1), 212.0), Look::Dashed);
    figure.write(Text::new("measured: 12.1 ms", x(12.1) + 10.0, 167.0));
    figure.write(Text::new("hatched: what decides", 12.0, 246.0).soft());
    figure
}
