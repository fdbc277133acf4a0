//! Figures of the lessons on memory, on fitting a model, and on several GPUs.
//!
//! Sizes and times to scale; `tests/content_numbers/gpu_fitting.rs` works the lessons' numbers out again.

use super::Figure;
use crate::{Hue, Look, Rect, Text};

const FOLDER: &str = "gpu-acceleration/gpu-acceleration";

/// In the order of their lessons.
pub fn all() -> Vec<Figure> {
    vec![paths(), streams(), cards(), outside(), split(), bubble()]
}

/// The ways from the host's memory to the device's.
fn paths() -> Figure {
    let mut figure = Figure::new(
        FOLDER,
        "lesson-05-gpu-memory-paths",
        "Four kinds of memory and the ways between them",
    )
    .argues(
        "Pageable host memory is copied into a pinned buffer of the driver first, then over the bus. Pinned memory goes over the \
         bus at once. Managed pages move when they are touched. The bus has 63 GB/s a direction, device memory 3,350.",
    )
    .high(310.0);
    figure.write(Text::new("host", 80.0, 20.0).middle().bold());
    figure.write(Text::new("PCIe 5", 245.0, 20.0).middle().bold());
    figure.write(Text::new("device", 400.0, 20.0).middle().bold());
    let host = |y: f64| Rect::new(8.0, y, 144.0, 34.0);
    figure.boxed("pageable", host(34.0), Look::Outline(Hue::A));
    figure.boxed("driver's buffer", host(106.0), Look::Wash(Hue::B));
    figure.boxed("pinned", host(178.0), Look::Wash(Hue::B));
    figure.boxed("managed", host(250.0), Look::Outline(Hue::C));
    figure.arrow((80.0, 68.0), (80.0, 106.0), Hue::Ink);
    figure.say("the CPU copies", 92.0, 92.0);
    let device = Rect::new(336.0, 34.0, 136.0, 250.0);
    figure.rect(device, Look::Wash(Hue::A));
    for (y, words) in [(123.0, "63 GB/s"), (195.0, "63 GB/s")] {
        figure.arrow((152.0, y), (336.0, y), Hue::Ink);
        figure.write(Text::new(words, 245.0, y - 8.0).middle());
    }
    figure.arrow((244.0, 267.0), (336.0, 267.0), Hue::C);
    figure.arrow((244.0, 267.0), (152.0, 267.0), Hue::C);
    figure.write(Text::new("pages, if touched", 245.0, 259.0).middle());
    let kernels = Rect::new(354.0, 64.0, 100.0, 34.0);
    figure.boxed("kernels", kernels, Look::Outline(Hue::Ink));
    figure.arrow((404.0, 152.0), (404.0, 98.0), Hue::Ink);
    figure.write(Text::new("3,350 GB/s", 404.0, 172.0).middle());
    figure.write(Text::new("device memory", 404.0, 228.0).middle());
    figure
}

/// One buffer used twice: in one stream, in two, and in two with an event.
fn streams() -> Figure {
    let mut figure = Figure::new(
        FOLDER,
        "lesson-05-gpu-memory-streams",
        "One buffer used twice, in the order of streams",
    )
    .argues(
        "In one stream the second fill runs behind the first add. In another stream it may run while the first add still reads, \
         unless that stream waits for an event recorded behind the add.",
    )
    .high(372.0);
    let (left, unit, high) = (84.0, 92.0, 30.0);
    let bar = |from: f64, y: f64| Rect::new(left + from * unit, y, unit - 4.0, high);
    let name = |figure: &mut Figure, words: &str, y: f64| {
        figure.write(Text::new(words, left - 10.0, y + 20.0).end().soft());
    };
    figure.write(Text::new("One stream: in order", 8.0, 18.0).bold());
    name(&mut figure, "host", 30.0);
    figure.rule(
        (left + 26.0, 30.0),
        (left + 26.0, 60.0),
        Look::Outline(Hue::Bad),
    );
    figure.say("takes it back here", left + 34.0, 50.0);
    name(&mut figure, "stream a", 68.0);
    for (at, words) in [(0.0, "fill 1"), (1.0, "add 1")] {
        figure.boxed(words, bar(at, 68.0), Look::Wash(Hue::A));
    }
    for (at, words) in [(2.0, "fill 2"), (3.0, "add 2")] {
        figure.boxed(words, bar(at, 68.0), Look::Wash(Hue::B));
    }
    figure.write(Text::new("Two streams: a race", 8.0, 140.0).bold());
    name(&mut figure, "stream a", 152.0);
    name(&mut figure, "stream b", 188.0);
    for (at, words) in [(0.0, "fill 1"), (1.0, "add 1")] {
        figure.boxed(words, bar(at, 152.0), Look::Wash(Hue::A));
    }
    figure.boxed("fill 2", bar(1.0, 188.0), Look::Wash(Hue::Bad));
    figure.boxed("add 2", bar(2.0, 188.0), Look::Wash(Hue::B));
    figure.say("writes what add 1 reads", left + unit, 236.0);
    figure.write(Text::new("Two streams and an event", 8.0, 268.0).bold());
    name(&mut figure, "stream a", 280.0);
    name(&mut figure, "stream b", 330.0);
    for (at, words) in [(0.0, "fill 1"), (1.0, "add 1")] {
        figure.boxed(words, bar(at, 280.0), Look::Wash(Hue::A));
    }
    for (at, words) in [(2.1, "fill 2"), (3.1, "add 2")] {
        figure.boxed(words, bar(at, 330.0), Look::Wash(Hue::B));
    }
    let end = left + 2.0 * unit - 4.0;
    figure.arrow((end, 310.0), (end + 24.0, 330.0), Hue::Good);
    figure.say("event", end + 30.0, 318.0);
    figure
}

/// Weights of a 70B and cards that hold them or not, to scale.
fn cards() -> Figure {
    let mut figure = Figure::new(
        FOLDER,
        "lesson-06-fit-a-model-cards",
        "Weights of a 70B beside cards, to scale",
    )
    .argues(
        "138 GB of weights exceed two cards of 40 GB and fit two of 80 or four of 40. 41.4 GB exceed one card of 40 and fit one \
         of 80.",
    )
    .high(364.0);
    let (left, scale, high) = (12.0, 2.7, 22.0);
    let strip =
        |from: f64, wide: f64, y: f64| Rect::new(left + from * scale, y, wide * scale - 2.0, high);
    let rows = [
        (
            26.0,
            "Weights in FP16: 138 GB",
            137.95,
            vec![
                ("2 × 40 GB: too small", 2, 40.0),
                ("2 × 80 GB", 2, 80.0),
                ("4 × 40 GB", 4, 40.0),
            ],
        ),
        (
            238.0,
            "In Q4_K_M: 41.4 GB",
            41.4,
            vec![("1 × 40 GB: too small", 1, 40.0), ("1 × 80 GB", 1, 80.0)],
        ),
    ];
    for (top, format, gigabytes, sets) in rows {
        let bar = strip(0.0, gigabytes, top);
        figure.rect(bar, Look::Full(Hue::A));
        figure.write(Text::new(format, left, top - 6.0).bold());
        for (n, (words, count, size)) in sets.into_iter().enumerate() {
            let y = top + 50.0 + 50.0 * n as f64;
            let fits = f64::from(count) * size > gigabytes;
            let look = match fits {
                true => Look::Outline(Hue::Good),
                false => Look::Outline(Hue::Bad),
            };
            for card in 0..count {
                figure.rect(strip(f64::from(card) * size, size, y), look);
            }
            figure.write(Text::new(words, left, y - 6.0).soft());
        }
    }
    figure
}

/// Eighty layers in two places, and the time that each part takes.
fn outside() -> Figure {
    let mut figure = Figure::new(
        FOLDER,
        "lesson-06-fit-a-model-split",
        "Eighty layers on a GPU and a CPU",
    )
    .argues(
        "20 of 80 layers are on the GPU and take 22 ms of a token, the 60 on the CPU take 501 ms. Times are to scale.",
    )
    .high(206.0);
    figure.write(Text::new("80 layers", 12.0, 18.0).bold());
    for layer in 0..80 {
        let (row, column) = (layer / 40, layer % 40);
        let cell = Rect::new(
            12.0 + 11.4 * f64::from(column),
            28.0 + 24.0 * f64::from(row),
            9.4,
            20.0,
        );
        let look = match layer < 20 {
            true => Look::Full(Hue::A),
            false => Look::Wash(Hue::B),
        };
        figure.rect(cell, look);
    }
    figure.say("20 on the GPU, 34.2 GB", 12.0, 96.0);
    figure.write(Text::new("60 on the CPU, 102.7 GB", 466.0, 96.0).end());
    figure.write(Text::new("a token takes", 12.0, 132.0).bold());
    let scale = 454.0 / 523.0;
    let gpu = Rect::new(12.0, 142.0, 22.0 * scale, 30.0);
    figure.rect(gpu, Look::Full(Hue::A));
    figure.boxed(
        "501 ms",
        Rect::new(gpu.right() + 1.0, 142.0, 501.0 * scale, 30.0),
        Look::Wash(Hue::B),
    );
    figure.say("22 ms", 12.0, 192.0);
    figure
}

/// A feed-forward block cut by columns, then by rows, with its numbers.
fn split() -> Figure {
    let mut figure = Figure::new(
        FOLDER,
        "lesson-07-multi-gpu-split",
        "A feed-forward block over two GPUs",
    )
    .argues(
        "Each GPU has all of x, two of four columns of A and two of four rows of B. It finishes its two middle numbers alone and \
         ends with a part of y. The parts (3, 0) and (2, 2) are added to (5, 2).",
    )
    .high(300.0);
    let side = 30.0;
    let gpus: [(&str, Hue, f64, [[&str; 4]; 5]); 2] = [
        (
            "GPU 0",
            Hue::A,
            44.0,
            [
                ["1", "2", "", ""],
                ["1", "−3", "1", "1"],
                ["3", "0", "", ""],
                ["1", "0", "2", "1"],
                ["3", "0", "", ""],
            ],
        ),
        (
            "GPU 1",
            Hue::B,
            152.0,
            [
                ["1", "2", "", ""],
                ["2", "0", "−2", "1"],
                ["0", "2", "", ""],
                ["0", "1", "1", "1"],
                ["2", "2", "", ""],
            ],
        ),
    ];
    let columns = [
        (8.0, "x"),
        (104.0, "A"),
        (200.0, "middle"),
        (296.0, "B"),
        (392.0, "part"),
    ];
    for (x, words) in columns {
        figure.write(Text::new(words, x + side, 18.0).middle().bold());
    }
    for (name, hue, top, parts) in gpus {
        figure.write(Text::new(name, 8.0, top + 2.0).soft());
        for (n, (part, (x, _))) in parts.iter().zip(columns).enumerate() {
            let tall = n == 1 || n == 3;
            let y = if tall {
                top + 8.0
            } else {
                top + 8.0 + side / 2.0
            };
            let look = match n {
                0 => Look::Outline(Hue::Ink),
                4 => Look::Outline(hue),
                _ => Look::Wash(hue),
            };
            for (at, words) in part
                .iter()
                .enumerate()
                .filter(|(_, words)| !words.is_empty())
            {
                let (row, column) = ((at / 2) as f64, (at % 2) as f64);
                let cell = Rect::new(x + column * side, y + row * side, side - 2.0, side - 2.0);
                figure.boxed(*words, cell, look);
            }
            if n < 4 {
                let mid = top + 8.0 + side - 1.0;
                figure.arrow((x + 2.0 * side + 4.0, mid), (x + 92.0, mid), Hue::Line);
            }
        }
    }
    figure.say("columns 0, 1 and 2, 3", 62.0, 248.0);
    figure.say("rows 0, 1 and 2, 3", 268.0, 248.0);
    figure.write(Text::new("all-reduce:", 300.0, 284.0).end());
    figure.write(Text::new("(3, 0) + (2, 2) = (5, 2)", 308.0, 284.0).bold());
    figure
}

/// A pipeline of four stages with one batch, and with four micro-batches.
fn bubble() -> Figure {
    let mut figure = Figure::new(
        FOLDER,
        "lesson-07-multi-gpu-bubble",
        "Four stages of a pipeline in time",
    )
    .argues(
        "One batch keeps one of four stages busy in each step. Four micro-batches need seven steps, and 16 of 28 cells are busy.",
    )
    .high(372.0);
    let (left, wide, high) = (76.0, 54.0, 30.0);
    for (top, count, words) in [
        (34.0, 1, "One batch: 4 of 16 busy"),
        (214.0, 4, "Four: 16 of 28 busy"),
    ] {
        figure.write(Text::new(words, 8.0, top - 14.0).bold());
        for stage in 0..4 {
            let y = top + f64::from(stage) * (high + 4.0);
            figure.write(Text::new(format!("GPU {stage}"), left - 10.0, y + 20.0).end());
            for step in 0..(count + 3) {
                let cell = Rect::new(left + f64::from(step) * wide, y, wide - 4.0, high);
                let batch = step - stage;
                match (0..count).contains(&batch) {
                    true => figure.boxed(format!("{}", batch + 1), cell, Look::Wash(Hue::A)),
                    false => figure.rect(cell, Look::Dashed),
                }
            }
        }
    }
    figure.say("time", left + 7.0 * wide - 34.0, 368.0);
    figure
}
