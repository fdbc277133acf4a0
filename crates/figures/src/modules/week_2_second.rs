//! Figures of the second half of week 2: shapes of products, waves of tiles, the ring, other silicon.

use super::Figure;
use crate::machine::Lattice;
use crate::motion::Span;
use crate::{Hue, Look, Rect, Text};

const FOLDER: &str = "hardware-foundations/week-2";

/// In the order of their lessons.
pub fn all() -> Vec<Figure> {
    vec![
        shape(),
        waves(),
        two_cards(),
        split_layer(),
        ring(),
        link_share(),
        memory_turns(),
        peel(),
        by_the_watt(),
        floors(),
    ]
}

/// One row of tokens and eight against the same weights.
fn shape() -> Figure {
    let side = 9.0;
    let (k, n) = (8, 16);
    let mut figure = Figure::new(
        FOLDER,
        "lesson-05-gemm-gemv-shape",
        "One row of tokens and eight against the same weights",
    )
    .argues(
        "A product with one row of tokens and a product with eight read the same matrix of weights. The second does eight \
         times the arithmetic with them, so its work for each byte is eight times as large.",
    )
    .high(232.0);
    for (left, rows, name) in [(8.0, 1, "M = 1: GEMV"), (248.0, 8, "M = 8: GEMM")] {
        let right = left + k as f64 * side + 8.0;
        figure.write(Text::new(name, left, 18.0).bold());
        figure.say("weights", left + 4.0, 62.0);
        figure.write(Text::new("K × N", left + 4.0, 82.0).soft());
        let weights = figure.cells(
            Lattice {
                x: right,
                y: 30.0,
                side,
                columns: n,
                rows: k,
            },
            |_, _| Look::Wash(Hue::A),
        );
        let below = weights.bottom() + 8.0;
        let tokens = figure.cells(
            Lattice {
                x: left,
                y: below,
                side,
                columns: k,
                rows,
            },
            |_, _| Look::Full(Hue::B),
        );
        figure.cells(
            Lattice {
                x: right,
                y: below,
                side,
                columns: n,
                rows,
            },
            |_, _| Look::Full(Hue::D),
        );
        let said = tokens.bottom() + 20.0;
        figure.write(Text::new("tokens", left, said).soft());
        figure.write(Text::new("results", right, said).soft());
    }
    figure.say("each weight used once", 8.0, 161.0);
    figure.say("each weight used 8 times", 248.0, 224.0);
    figure
}

/// Tiles of 128 x 128 of a product with 11,008 columns on 132 multiprocessors.
fn waves() -> Figure {
    let (slots, columns) = (132usize, 86usize);
    let mut figure = Figure::new(
        FOLDER,
        "lesson-05-gemm-gemv-waves",
        "Tiles of one product on 132 multiprocessors",
    )
    .argues(
        "The result has 86 columns of tiles. With 128 rows 86 of 132 multiprocessors work. With 256 rows the 172 tiles take two \
         waves, and the second fills 40. With 384 rows they take two waves as well, nearly full: the last 128 rows cost no time.",
    )
    .high(330.0);
    figure.write(Text::new("first wave", 8.0, 16.0).soft());
    figure.write(Text::new("second wave", 254.0, 16.0).soft());
    for (at, rows) in [1usize, 2, 3].into_iter().enumerate() {
        let top = 40.0 + 98.0 * at as f64;
        let tiles = rows * columns;
        let taken = tiles.div_ceil(slots);
        let busy = (100.0 * tiles as f64 / (taken * slots) as f64).round();
        figure.write(Text::new(format!("M = {}: {tiles} tiles", rows * 128), 8.0, top).bold());
        figure.write(Text::new(format!("{busy} % of slots busy"), 472.0, top).end());
        for wave in 0..taken {
            let full = tiles.saturating_sub(wave * slots).min(slots);
            let left = 8.0 + 246.0 * wave as f64;
            figure.cells(
                Lattice {
                    x: left,
                    y: top + 8.0,
                    side: 10.0,
                    columns: 22,
                    rows: 6,
                },
                |column, row| {
                    if row * 22 + column < full {
                        Look::Full(Hue::A)
                    } else {
                        Look::Hollow
                    }
                },
            );
        }
    }
    figure
}

/// A step of the 3B at batch 1: what was measured on one card, and the floor of another.
fn two_cards() -> Figure {
    let mut figure = Figure::new(
        FOLDER,
        "lesson-05-gemm-gemv-two-cards",
        "A step of a 3B model on two cards",
    )
    .argues(
        "On the RTX 5080 a step takes 12.1 ms, of which 6.4 ms are the weights at full bandwidth. On an H100 the weights need 1.8 ms; \
         what a step takes there was not measured, so 12.1 ms must not be set against 1.8.",
    )
    .high(186.0);
    let axis = figure.axis(
        Rect::new(16.0, 140.0, 440.0, 0.0),
        (0.0, 14.0),
        &[
            (0.0, "0"),
            (2.0, "2"),
            (4.0, "4"),
            (6.0, "6"),
            (8.0, "8"),
            (10.0, "10"),
            (12.0, "12"),
        ],
        "ms a step",
    );
    figure.write(Text::new("RTX 5080: 12.1 ms", 16.0, 18.0).bold());
    figure.span(
        axis,
        Span {
            y: 26.0,
            height: 36.0,
            from: 0.0,
            to: 6.43,
        },
        "weights: 6.4",
        Look::Wash(Hue::A),
    );
    figure.span(
        axis,
        Span {
            y: 26.0,
            height: 36.0,
            from: 6.43,
            to: 12.1,
        },
        "all the rest: 5.7",
        Look::Wash(Hue::B),
    );
    figure.write(Text::new("H100, computed", 16.0, 86.0).bold());
    figure.span(
        axis,
        Span {
            y: 94.0,
            height: 36.0,
            from: 0.0,
            to: 1.84,
        },
        "1.8",
        Look::Wash(Hue::A),
    );
    figure.span(
        axis,
        Span {
            y: 94.0,
            height: 36.0,
            from: 1.84,
            to: 12.1,
        },
        "rest: not measured here",
        Look::Dashed,
    );
    figure
}

/// A layer split over two GPUs, and where they add up.
fn split_layer() -> Figure {
    let mut figure = Figure::new(
        FOLDER,
        "lesson-06-all-reduce-layer",
        "A layer split over two GPUs",
    )
    .argues(
        "Each GPU holds half of every matrix of a layer. It works alone up to the end of attention's output matrix, and again up to \
         the end of the feed-forward block. At both places it holds a partial sum of full size, and the GPUs add up: two all-reduces a layer.",
    )
    .high(226.0);
    let parts = [
        ("Q, K, V:", "half the", "heads"),
        ("output", "matrix:", "half"),
        ("gate, up:", "half the", "columns"),
        ("down:", "half the", "rows"),
    ];
    let lefts = [12.0, 100.0, 240.0, 328.0];
    for (gpu, top) in [(0, 52.0), (1, 134.0)] {
        for ((one, two, three), left) in parts.into_iter().zip(lefts) {
            let rect = Rect::new(left, top, 80.0, 66.0);
            figure.rect(rect, Look::Wash(if gpu == 0 { Hue::A } else { Hue::C }));
            for (row, words) in [one, two, three].into_iter().enumerate() {
                figure.write(Text::new(words, rect.cx(), top + 20.0 + 18.0 * row as f64).middle());
            }
        }
        for left in [92.0, 320.0] {
            figure.arrow((left, top + 33.0), (left + 8.0, top + 33.0), Hue::Ink);
        }
    }
    for (left, gpus) in [(192.0, [52.0, 134.0]), (420.0, [52.0, 134.0])] {
        let sum = Rect::new(left, 52.0, 36.0, 148.0);
        figure.rect(sum, Look::Wash(Hue::B));
        figure.write(
            Text::new("+", sum.cx(), sum.cy() + 8.0)
                .middle()
                .sized(24.0),
        );
        for top in gpus {
            figure.arrow((left - 12.0, top + 33.0), (left, top + 33.0), Hue::Ink);
            if left < 300.0 {
                figure.arrow(
                    (left + 36.0, top + 33.0),
                    (left + 48.0, top + 33.0),
                    Hue::Ink,
                );
            }
        }
    }
    figure.write(Text::new("all-reduce", 210.0, 44.0).middle().bold());
    figure.write(Text::new("all-reduce", 468.0, 44.0).end().bold());
    figure.write(Text::new("GPU 0", 12.0, 44.0).bold());
    figure.write(Text::new("GPU 1", 12.0, 219.0).bold());
    figure.write(Text::new("attention", 92.0, 16.0).middle().soft());
    figure.write(Text::new("feed-forward", 320.0, 16.0).middle().soft());
    figure
}

/// The ring all-reduce of four GPUs: how many parts are summed in each piece, after each step.
fn ring() -> Figure {
    let gpus = 4usize;
    let side = 26.0;
    let mut figure = Figure::new(
        FOLDER,
        "lesson-06-all-reduce-ring",
        "A ring all-reduce of four GPUs in six steps",
    )
    .argues(
        "Each GPU cuts its message into four pieces. In each of three steps it sends one piece to its right neighbour, which adds it: then \
         each GPU has one piece with all four parts. Three more steps hand the finished pieces round. Each GPU has sent six quarters.",
    )
    .high(358.0);
    // Parts in the piece `row` of each GPU, and whether it has just come.
    let mut parts = vec![vec![1usize; gpus]; gpus];
    for step in 0..2 * gpus - 1 {
        let mut came = vec![vec![false; gpus]; gpus];
        if step > 0 {
            let before = parts.clone();
            for (gpu, has) in before.iter().enumerate() {
                let to = (gpu + 1) % gpus;
                let piece = (gpu + 1 + 2 * gpus - step) % gpus;
                parts[to][piece] = has[piece] + usize::from(step < gpus);
                came[to][piece] = true;
            }
        }
        let (column, row) = (step % 4, step / 4);
        let left = 8.0 + 120.0 * column as f64;
        let top = 30.0 + 154.0 * row as f64;
        let name = if step == 0 {
            "start".to_owned()
        } else {
            format!("step {step}")
        };
        figure.write(Text::new(name, left, top - 8.0).bold());
        for gpu in 0..gpus {
            for piece in 0..gpus {
                let cell = Rect::new(
                    left + gpu as f64 * side,
                    top + piece as f64 * side,
                    side - 2.0,
                    side - 2.0,
                );
                let look = match (came[gpu][piece], parts[gpu][piece] == gpus) {
                    (true, _) => Look::Wash(Hue::B),
                    (false, true) => Look::Wash(Hue::Good),
                    (false, false) => Look::Hollow,
                };
                figure.boxed(parts[gpu][piece].to_string(), cell, look);
            }
        }
    }
    figure.bracket((128.0, 470.0), 138.0, "each piece is added on");
    figure.bracket((8.0, 350.0), 292.0, "sums are handed round");
    figure.write(Text::new("each GPU", 368.0, 204.0));
    figure.write(Text::new("has sent six", 368.0, 224.0));
    figure.write(Text::new("quarters:", 368.0, 244.0));
    figure.write(Text::new("1.5 × S", 368.0, 264.0).bold());
    figure.write(Text::new("column: a GPU", 8.0, 350.0).soft());
    figure.write(Text::new("row: a piece", 128.0, 350.0).soft());
    figure.write(Text::new("number: parts in the sum", 248.0, 350.0).soft());
    figure
}

/// What the links add to prefill and to decode.
fn link_share() -> Figure {
    let mut figure = Figure::new(
        FOLDER,
        "lesson-06-all-reduce-share",
        "What the links add on eight H100",
    )
    .argues(
        "For a 70B on eight H100 the all-reduces add 27 to 35 % to a prefill of 65,536 tokens, by their bytes. They add 30 to 61 % to a \
         decode step of 32 requests, by the fixed time of 160 messages.",
    )
    .high(196.0);
    let axis = figure.axis(
        Rect::new(12.0, 150.0, 440.0, 0.0),
        (0.0, 1.65),
        &[(0.0, "0"), (0.5, "50"), (1.0, "100"), (1.5, "150")],
        "% of time without links",
    );
    figure.write(Text::new("prefill, 65,536 tokens", 12.0, 18.0).bold());
    figure.write(Text::new("+27 … 35 %: bytes", 462.0, 18.0).end());
    figure.span(
        axis,
        Span {
            y: 26.0,
            height: 34.0,
            from: 0.0,
            to: 1.0,
        },
        "compute: 2.34 s",
        Look::Wash(Hue::A),
    );
    figure.span(
        axis,
        Span {
            y: 26.0,
            height: 34.0,
            from: 1.0,
            to: 1.27,
        },
        "",
        Look::Wash(Hue::B),
    );
    figure.span(
        axis,
        Span {
            y: 26.0,
            height: 34.0,
            from: 1.27,
            to: 1.35,
        },
        "",
        Look::Dashed,
    );
    figure.write(Text::new("decode, 32 requests", 12.0, 88.0).bold());
    figure.write(Text::new("+30 … 61 %: latency", 462.0, 88.0).end());
    figure.span(
        axis,
        Span {
            y: 96.0,
            height: 34.0,
            from: 0.0,
            to: 1.0,
        },
        "weights: 5.3 ms",
        Look::Wash(Hue::A),
    );
    figure.span(
        axis,
        Span {
            y: 96.0,
            height: 34.0,
            from: 1.0,
            to: 1.30,
        },
        "",
        Look::Wash(Hue::B),
    );
    figure.span(
        axis,
        Span {
            y: 96.0,
            height: 34.0,
            from: 1.30,
            to: 1.61,
        },
        "",
        Look::Dashed,
    );
    figure
}

/// How often a second a device can read the whole of its memory.
fn memory_turns() -> Figure {
    let mut figure = Figure::new(
        FOLDER,
        "lesson-07-other-silicon-turns",
        "How often a second each chip reads its whole memory",
    )
    .argues(
        "Bandwidth over capacity is the number of times that a chip can read all of its memory in a second, and so the most tokens a second of \
         a model that fills it: 1.6 to 3.2 for big memories of LPDDR, 25 to 60 for cards, hundreds of thousands for chips that hold SRAM only.",
    )
    .high(318.0);
    let rows = [
        ("M3 Ultra", 819.0, 512.0, Hue::B),
        ("Jetson Thor", 273.0, 128.0, Hue::B),
        ("AGX Orin", 204.8, 64.0, Hue::B),
        ("A100 80 GB", 2039.0, 80.0, Hue::A),
        ("H100 SXM5", 3350.0, 80.0, Hue::A),
        ("RTX 5080", 960.0, 16.0, Hue::A),
        ("Groq LPU", 80_000.0, 0.23, Hue::C),
        ("WSE-3", 21_000_000.0, 44.0, Hue::C),
    ];
    let axis = figure.axis(
        Rect::new(104.0, 272.0, 300.0, 0.0),
        (0.0, 6.0),
        &[
            (0.0, "1"),
            (1.0, "10"),
            (2.0, "100"),
            (3.0, "1,000"),
            (4.0, "10⁴"),
            (5.0, "10⁵"),
            (6.0, "10⁶"),
        ],
        "whole reads a second",
    );
    for (at, (name, bandwidth, capacity, hue)) in rows.into_iter().enumerate() {
        let turns: f64 = bandwidth / capacity;
        let top = 8.0 + 32.0 * at as f64;
        figure.write(Text::new(name, 96.0, top + 18.0).end());
        let bar = figure.span(
            axis,
            Span {
                y: top,
                height: 24.0,
                from: 0.0,
                to: turns.log10(),
            },
            "",
            Look::Wash(hue),
        );
        let said = if turns < 10.0 {
            format!("{turns:.1}")
        } else if turns < 1000.0 {
            format!("{turns:.0}")
        } else {
            format!("{},000", (turns / 1000.0).round())
        };
        figure.say(said, bar.right() + 8.0, top + 18.0);
    }
    figure
}

/// From the number on the sheet to one that compares.
fn peel() -> Figure {
    let mut figure = Figure::new(
        FOLDER,
        "lesson-07-other-silicon-peel",
        "From the printed number of AGX Orin to its FP16",
    )
    .argues(
        "The sheet of the AGX Orin prints 275 TOPS. Without the two fixed-function accelerators the GPU has 170; without sparsity 85; and in \
         FP16 in place of INT8 42.6, the number to hold against the 989 of an H100.",
    )
    .high(232.0);
    let rows = [
        ("the sheet", 275.0, "275 TOPS", "INT8, sparse, with DLA"),
        ("GPU alone", 170.0, "170 TOPS", "less 105 of the DLA"),
        ("dense", 85.0, "85 TOPS", "half: no zeros skipped"),
        ("FP16", 42.6, "42.6 TFLOPS", "half: twice the bits"),
    ];
    for (at, (name, value, said, why)) in rows.into_iter().enumerate() {
        let top = 8.0 + 56.0 * at as f64;
        figure.write(Text::new(name, 96.0, top + 19.0).end().bold());
        let look = if at == 3 {
            Look::Wash(Hue::Good)
        } else {
            Look::Wash(Hue::A)
        };
        let bar = Rect::new(106.0, top, value, 26.0);
        figure.rect(bar, look);
        figure.say(said, bar.right() + 8.0, top + 18.0);
        figure.write(Text::new(why, 106.0, top + 43.0).soft());
    }
    figure
}

/// Arithmetic and bandwidth by the watt, of cards and of whole computers.
fn by_the_watt() -> Figure {
    let mut figure = Figure::new(
        FOLDER,
        "lesson-07-other-silicon-watt",
        "Arithmetic and bandwidth by the watt",
    )
    .argues(
        "A card's watts leave the computer out. As a card the H100 has 1.41 TFLOPS and 4.79 GB/s a watt; with its share of a DGX it has 0.78 \
         and 2.63, beside 0.71 and 3.41 of an AGX Orin, which is a whole computer.",
    )
    .high(260.0);
    // Name, TFLOPS in 16 bits (FP32 for the Mac), GB/s, watts, and whether they are a whole computer's.
    let rows = [
        ("H100, the card", 989.0, 3350.0, 700.0, false),
        ("L4, the card", 121.0, 300.0, 72.0, false),
        ("H100 in a DGX", 989.0, 3350.0, 1275.0, true),
        ("AGX Orin", 42.6, 204.8, 60.0, true),
        ("Jetson Thor", 258.5, 273.0, 130.0, true),
        ("Mac, M2 Ultra", 27.2, 800.0, 295.0, true),
    ];
    figure.write(Text::new("TFLOPS a watt", 130.0, 18.0).bold());
    figure.write(Text::new("GB/s a watt", 310.0, 18.0).bold());
    for (at, (name, tflops, bandwidth, watts, whole)) in rows.into_iter().enumerate() {
        let top = if whole { 66.0 } else { 30.0 } + 32.0 * at as f64;
        let look = Look::Wash(if whole { Hue::B } else { Hue::A });
        figure.write(Text::new(name, 120.0, top + 17.0).end());
        for (left, value, scale) in [
            (130.0, tflops / watts, 55.0),
            (310.0, bandwidth / watts, 22.0),
        ] {
            let bar = Rect::new(left, top, value * scale, 22.0);
            figure.rect(bar, look);
            figure.say(format!("{value:.2}"), bar.right() + 8.0, top + 16.0);
        }
    }
    figure.rule((12.0, 102.0), (468.0, 102.0), Look::Outline(Hue::Line));
    figure.write(Text::new("cards alone", 12.0, 18.0).soft());
    figure.write(Text::new("whole computers", 12.0, 122.0).soft());
    figure
}

/// Three floors and what was measured above them.
fn floors() -> Figure {
    let mut figure = Figure::new(
        FOLDER,
        "before-the-lab-floors",
        "Three floors and what was measured",
    )
    .argues(
        "A 3B in BF16 on an RTX 5080 has a floor of 6.4 ms and took 1.9 times that. In another harness a 7B on an A100 took 4.0 times its floor in \
         FP16 and 5.4 times in 4 bits: the fixed part of a step weighs more, the smaller the floor is.",
    )
    .high(252.0);
    let axis = figure.axis(
        Rect::new(16.0, 206.0, 440.0, 0.0),
        (0.0, 31.0),
        &[
            (0.0, "0"),
            (5.0, "5"),
            (10.0, "10"),
            (15.0, "15"),
            (20.0, "20"),
            (25.0, "25"),
        ],
        "ms a step",
    );
    let rows = [
        ("3B BF16, RTX 5080", 6.43, 12.1, "6.4", "× 1.9"),
        ("7B FP16, A100", 6.61, 26.3, "6.6", "× 4.0"),
        ("7B in 4 bits, A100", 1.91, 10.3, "", "× 5.4"),
    ];
    for (at, (name, floor, measured, said, factor)) in rows.into_iter().enumerate() {
        let top = 26.0 + 66.0 * at as f64;
        figure.write(Text::new(name, 16.0, top - 8.0).bold());
        figure.span(
            axis,
            Span {
                y: top,
                height: 34.0,
                from: 0.0,
                to: floor,
            },
            said,
            Look::Wash(Hue::A),
        );
        figure.span(
            axis,
            Span {
                y: top,
                height: 34.0,
                from: floor,
                to: measured,
            },
            "rest",
            Look::Wash(Hue::B),
        );
        figure.write(Text::new(factor, 464.0, top + 23.0).end());
    }
    figure
}
