//! Figures of the module on model files: GGUF, Q4_K, llama.cpp, graphs and engines.
//!
//! Offsets and bytes follow from the formats; `tests/content_numbers/formats.rs` works the lessons' numbers out again.

use super::Figure;
use crate::motion::Flow;
use crate::{Hue, Look, Rect, Text};

const FOLDER: &str = "miniaturization/formats";

/// In the order of their lessons.
pub fn all() -> Vec<Figure> {
    vec![
        ruler(),
        pages(),
        block(),
        scales(),
        pipeline(),
        fusion(),
        profile(),
        way(),
    ]
}

/// The smallest file of the lesson, in bytes from the left.
fn ruler() -> Figure {
    let mut figure = Figure::new(
        FOLDER,
        "lesson-01-gguf-ruler",
        "A GGUF file of 120 bytes to scale",
    )
    .argues(
        "Header, metadata, tensor entry, padding and data follow each other at bytes 0, 24, 57, 90 and 96. The data begins at a \
         multiple of 32.",
    )
    .high(226.0);
    let scale = 3.8;
    let left = 12.0;
    let pieces = [
        (0.0, 24.0, "header", Look::Wash(Hue::A)),
        (24.0, 57.0, "one pair", Look::Wash(Hue::B)),
        (57.0, 90.0, "tensor entry", Look::Wash(Hue::C)),
        (90.0, 96.0, "", Look::Dashed),
        (96.0, 120.0, "data", Look::Wash(Hue::D)),
    ];
    for (from, to, words, look) in pieces {
        let rect = Rect::new(left + from * scale, 34.0, (to - from) * scale, 44.0);
        match words.is_empty() {
            true => figure.rect(rect, look),
            false => figure.boxed(words, rect, look),
        }
    }
    for at in [0.0, 24.0, 57.0, 96.0, 120.0] {
        let x = left + at * scale;
        figure.rule((x, 78.0), (x, 86.0), Look::Outline(Hue::Line));
        let words = format!("{at}");
        figure.write(
            Text::new(words, x.clamp(18.0, 460.0), 102.0)
                .middle()
                .mono(),
        );
    }
    figure.write(
        Text::new("padding, 90 to 96", left + 93.0 * scale, 22.0)
            .middle()
            .soft(),
    );
    let lines = [
        ("header", "GGUF, version 3,", "1 tensor, 1 pair"),
        ("pair", "general.alignment = 32", ""),
        ("entry", "w: 6 numbers,", "F32, offset 0"),
        ("data", "six floats,", "from byte 96 = 3 × 32"),
    ];
    for (n, (name, what, more)) in lines.into_iter().enumerate() {
        let y = 134.0 + 24.0 * n as f64;
        figure.write(Text::new(name, 12.0, y).bold());
        figure.say(what, 84.0, y);
        if !more.is_empty() {
            figure.say(more, 230.0, y);
        }
    }
    figure
}

/// Pages of a mapped file, read when they are touched.
fn pages() -> Figure {
    let mut figure = Figure::new(FOLDER, "lesson-01-gguf-pages", "A mapped file").argues(
        "Two programs map one file. Only the pages that were touched are in memory, and both programs see the same ones.",
    )
    .high(250.0);
    let side = 24.0;
    let touched = [1, 2, 6];
    let column = |figure: &mut Figure, x: f64, look: fn(bool) -> Look| {
        for page in 0..8 {
            let cell = Rect::new(x, 34.0 + f64::from(page) * (side + 2.0), 74.0, side);
            figure.rect(cell, look(touched.contains(&page)));
        }
    };
    let row = |page: i32| 34.0 + f64::from(page) * (side + 2.0) + side / 2.0;
    figure.write(Text::new("program 1", 49.0, 22.0).middle().bold());
    figure.write(Text::new("program 2", 431.0, 22.0).middle().bold());
    figure.write(Text::new("memory", 240.0, 64.0).middle().bold());
    let promised = |is: bool| match is {
        true => Look::Outline(Hue::A),
        false => Look::Dashed,
    };
    column(&mut figure, 12.0, promised);
    column(&mut figure, 394.0, promised);
    for (n, page) in touched.into_iter().enumerate() {
        let y = 76.0 + 36.0 * n as f64;
        let cell = Rect::new(203.0, y, 74.0, side);
        figure.boxed(format!("page {page}"), cell, Look::Wash(Hue::A));
        figure.arrow((86.0, row(page)), (203.0, y + side / 2.0), Hue::Ink);
        figure.arrow((394.0, row(page)), (277.0, y + side / 2.0), Hue::Ink);
    }
    figure.write(
        Text::new("dashed: never touched,", 240.0, 214.0)
            .middle()
            .soft(),
    );
    figure.write(Text::new("so never read", 240.0, 234.0).middle().soft());
    figure
}

/// The 144 bytes of a super-block.
fn block() -> Figure {
    let mut figure = Figure::new(
        FOLDER,
        "lesson-02-q4k-block",
        "A Q4_K block of 144 bytes to scale",
    )
    .argues(
        "Two bytes of d, two of dmin, twelve of scales and minimums, and 128 of weights. Each 32 bytes of weights hold two groups \
         of 32: the low halves and the high halves.",
    )
    .high(258.0);
    let scale = 3.16;
    let left = 12.0;
    let strip =
        |from: f64, to: f64| Rect::new(left + from * scale, 44.0, (to - from) * scale, 30.0);
    figure.rect(strip(0.0, 2.0), Look::Full(Hue::B));
    figure.rect(strip(2.0, 4.0), Look::Full(Hue::D));
    figure.rect(strip(4.0, 16.0), Look::Wash(Hue::C));
    for chunk in 0..4 {
        let from = 16.0 + 32.0 * f64::from(chunk);
        figure.boxed("32 bytes", strip(from, from + 32.0), Look::Wash(Hue::A));
    }
    figure.write(Text::new("d, dmin", left, 16.0).mono());
    figure.rule(
        (left + 6.0, 20.0),
        (left + 6.0, 42.0),
        Look::Outline(Hue::Line),
    );
    figure.write(Text::new("12 bytes of scales", 84.0, 34.0));
    figure.rule(
        (82.0, 30.0),
        (left + 10.0 * scale, 42.0),
        Look::Outline(Hue::Line),
    );
    for (byte, x) in [(0.0, 16.0), (16.0, left + 16.0 * scale), (144.0, 460.0)] {
        figure.write(Text::new(format!("{byte}"), x, 92.0).middle().mono());
    }
    for chunk in 0..4 {
        let rect = strip(
            16.0 + 32.0 * f64::from(chunk),
            48.0 + 32.0 * f64::from(chunk),
        );
        let low = Rect::new(rect.x + 4.0, 150.0, rect.w - 8.0, 30.0);
        let high = Rect::new(rect.x + 4.0, 196.0, rect.w - 8.0, 30.0);
        figure.arrow((rect.cx(), 98.0), (rect.cx(), 150.0), Hue::Ink);
        figure.boxed(format!("group {}", 2 * chunk), low, Look::Outline(Hue::A));
        figure.boxed(
            format!("group {}", 2 * chunk + 1),
            high,
            Look::Outline(Hue::A),
        );
    }
    figure.write(Text::new("low", 12.0, 170.0).soft());
    figure.write(Text::new("high", 12.0, 216.0).soft());
    figure.write(Text::new("a group: 32 weights,", 62.0, 248.0));
    figure.write(Text::new("one scale, one minimum", 208.0, 248.0));
    figure
}

/// How sixteen numbers of six bits lie in twelve bytes.
fn scales() -> Figure {
    let mut figure = Figure::new(
        FOLDER,
        "lesson-02-q4k-scales",
        "Sixteen numbers of 6 bits in 12 bytes",
    )
    .argues(
        "Each byte is a row of eight bits, the top one left. Bytes 0 to 3 hold scales 0 to 3 in their low six bits, bytes 4 to 7 \
         minimums 0 to 3. Their top two bits are the top of scales and minimums 4 to 7, whose low four bits are in bytes 8 to 11.",
    )
    .high(356.0);
    let (left, bit, high) = (78.0, 27.0, 23.0);
    for byte in 0..12 {
        let y = 14.0 + f64::from(byte) * (high + 3.0) + f64::from(byte / 4) * 8.0;
        figure.write(
            Text::new(format!("byte {byte}"), 70.0, y + 16.0)
                .end()
                .mono(),
        );
        let j = byte % 4;
        let part = |from: f64, bits: f64| Rect::new(left + from * bit, y, bits * bit, high);
        match byte / 4 {
            0 => {
                figure.boxed("top", part(0.0, 2.0), Look::Wash(Hue::C));
                figure.boxed(format!("scale {j}"), part(2.0, 6.0), Look::Wash(Hue::A));
            }
            1 => {
                figure.boxed("top", part(0.0, 2.0), Look::Wash(Hue::D));
                figure.boxed(format!("minimum {j}"), part(2.0, 6.0), Look::Wash(Hue::B));
            }
            _ => {
                figure.boxed(
                    format!("min. {}, low", j + 4),
                    part(0.0, 4.0),
                    Look::Wash(Hue::D),
                );
                figure.boxed(
                    format!("scale {}, low", j + 4),
                    part(4.0, 4.0),
                    Look::Wash(Hue::C),
                );
            }
        }
    }
    let right = left + 8.0 * bit + 14.0;
    let notes = [
        (50.0, "top: bits 4 and 5", "of scales 4 to 7"),
        (162.0, "top: bits 4 and 5", "of minimums 4 to 7"),
        (274.0, "bits 0 to 3", "of groups 4 to 7"),
    ];
    for (y, first, second) in notes {
        figure.say(first, right, y);
        figure.say(second, right, y + 20.0);
    }
    figure
}

/// Three files and the two programs between them.
fn pipeline() -> Figure {
    let mut figure = Figure::new(
        FOLDER,
        "lesson-03-llama-cpp-pipeline",
        "From a checkpoint to a quantised file",
    )
    .argues(
        "A checkpoint of 13.5 GB becomes a GGUF of 13.5 GB by convert_hf_to_gguf.py, and that a GGUF of 4.08 GB by llama-quantize. \
         Widths are to scale.",
    )
    .high(216.0);
    let files = [
        ("checkpoint", "13.5 GB", 13.48, 16.0),
        ("GGUF, F16", "13.5 GB", 13.48, 88.0),
        ("GGUF, Q4_K_M", "4.08 GB", 4.08, 160.0),
    ];
    for (name, size, gigabytes, y) in files {
        let width = 16.0 * gigabytes;
        figure.rect(Rect::new(12.0, y, width, 34.0), Look::Wash(Hue::A));
        figure.write(Text::new(name, 240.0, y + 15.0).bold());
        figure.say(size, 240.0, y + 33.0);
    }
    for (y, program) in [(50.0, "convert_hf_to_gguf.py"), (122.0, "llama-quantize")] {
        figure.arrow((44.0, y), (44.0, y + 38.0), Hue::Ink);
        figure.write(Text::new(program, 56.0, y + 24.0).mono());
    }
    figure
}

/// Four operators and what a builder makes of them.
fn fusion() -> Figure {
    let mut figure = Figure::new(
        FOLDER,
        "lesson-04-onnx-tensorrt-fusion",
        "A graph before and after fusion",
    )
    .argues(
        "MatMul, bias, GELU and residual as four kernels write their results to memory and read them again, seven passes for the \
         last three. Fused they are one kernel with three passes.",
    )
    .high(306.0);
    figure.write(Text::new("as the graph says", 12.0, 20.0).bold());
    figure.write(Text::new("as it is built", 272.0, 20.0).bold());
    let names = ["MatMul", "Add bias", "GELU", "Add residual"];
    for (n, name) in names.into_iter().enumerate() {
        let y = 34.0 + 62.0 * n as f64;
        figure.boxed(name, Rect::new(12.0, y, 110.0, 32.0), Look::Wash(Hue::A));
        if n < 3 {
            figure.flow(
                (67.0, y + 32.0),
                (67.0, y + 62.0),
                Flow {
                    width: 7.0,
                    hue: Hue::B,
                },
            );
        }
    }
    for (n, words) in ["2 passes", "2 passes", "3 passes"].into_iter().enumerate() {
        figure.say(words, 134.0, 117.0 + 62.0 * n as f64);
    }
    figure.write(Text::new("7 passes", 134.0, 290.0).bold());
    figure.boxed(
        "MatMul",
        Rect::new(272.0, 34.0, 110.0, 32.0),
        Look::Wash(Hue::A),
    );
    figure.flow(
        (327.0, 66.0),
        (327.0, 96.0),
        Flow {
            width: 7.0,
            hue: Hue::B,
        },
    );
    let one = Rect::new(272.0, 96.0, 110.0, 156.0);
    figure.rect(one, Look::Wash(Hue::C));
    for (n, name) in names.into_iter().skip(1).enumerate() {
        figure.write(Text::new(name, one.cx(), 128.0 + 46.0 * n as f64).middle());
    }
    figure.say("residual", 400.0, 168.0);
    figure.arrow((446.0, 176.0), (382.0, 206.0), Hue::Ink);
    figure.write(Text::new("3 passes", 394.0, 290.0).bold());
    figure.say("2 in, 1 out:", 272.0, 290.0);
    figure
}

/// The range of shapes that an engine was built for.
fn profile() -> Figure {
    let mut figure = Figure::new(
        FOLDER,
        "lesson-04-onnx-tensorrt-profile",
        "A profile: least, best, largest",
    )
    .argues(
        "An engine built for batches from 1 to 32 with 8 as the best runs every batch in that range, chose its kernels for 8, and \
         refuses 64.",
    )
    .high(150.0);
    // A logarithmic axis: each doubling is as wide.
    let x = |batch: f64| 30.0 + 66.0 * batch.log2();
    figure.rect(
        Rect::new(x(1.0), 50.0, x(32.0) - x(1.0), 34.0),
        Look::Wash(Hue::A),
    );
    for batch in [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0] {
        figure.rule((x(batch), 84.0), (x(batch), 92.0), Look::Outline(Hue::Line));
        figure.write(
            Text::new(format!("{batch}"), x(batch), 110.0)
                .middle()
                .mono(),
        );
    }
    figure.write(Text::new("batch", 30.0, 138.0).soft());
    figure.rule((x(8.0), 44.0), (x(8.0), 84.0), Look::Outline(Hue::D));
    figure.write(Text::new("least", x(1.0) + 4.0, 36.0));
    figure.write(Text::new("best: kernels chosen", x(8.0), 36.0).middle());
    figure.write(Text::new("largest", x(32.0), 36.0).middle());
    figure.write(Text::new("error", x(64.0), 72.0).middle().hue(Hue::Bad));
    figure.write(Text::new("right, not fastest", x(2.6), 72.0).middle());
    figure
}

/// The eight questions that end the part.
fn way() -> Figure {
    let mut figure = Figure::new(
        "miniaturization/test",
        "eight-numbers-way",
        "Eight questions on the way of a weight",
    )
    .argues(
        "Four questions make a model smaller: the code of a weight, the code of zero, bits a weight, the format that fits. Four \
         account for it: two of four, an adapter, where the data begins, and a weight unpacked again.",
    )
    .high(196.0);
    let rows = [
        (
            "smaller",
            ["1 code", "2 zero", "3 bits", "4 format"],
            Hue::A,
        ),
        (
            "accounted for",
            ["5 two of four", "6 adapter", "7 data start", "8 weight"],
            Hue::C,
        ),
    ];
    for (n, (name, words, hue)) in rows.into_iter().enumerate() {
        let y = 40.0 + 96.0 * n as f64;
        let x = if n == 0 { 12.0 } else { 78.0 };
        figure.write(Text::new(name, x, y - 12.0).soft());
        for (k, cell) in Rect::new(12.0, y, 456.0, 38.0)
            .columns(4, 18.0)
            .into_iter()
            .enumerate()
        {
            figure.boxed(words[k], cell, Look::Wash(hue));
            if k > 0 {
                figure.arrow((cell.x - 18.0, y + 19.0), (cell.x, y + 19.0), Hue::Ink);
            }
        }
    }
    figure.rule((418.0, 78.0), (418.0, 96.0), Look::Outline(Hue::Ink));
    figure.rule((418.0, 96.0), (62.0, 96.0), Look::Outline(Hue::Ink));
    figure.arrow((62.0, 96.0), (62.0, 136.0), Hue::Ink);
    figure
}
