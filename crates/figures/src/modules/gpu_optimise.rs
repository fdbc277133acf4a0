//! Figures of the lessons on backends and on the loop of optimising.
//!
//! Shares follow from bytes, rates and bandwidths; `tests/content_numbers/gpu_optimise.rs` works the lessons' numbers out again.

use super::Figure;
use crate::motion::Span;
use crate::{Hue, Look, Rect, Text};

const FOLDER: &str = "gpu-acceleration/gpu-acceleration";

/// In the order of their lessons.
pub fn all() -> Vec<Figure> {
    vec![stacks(), share(), cycle(), buffers()]
}

/// Sources, compilers and devices of the five backends.
fn stacks() -> Figure {
    let mut figure = Figure::new(
        FOLDER,
        "lesson-08-backends-stacks",
        "Five ways from a kernel's source to a device",
    )
    .argues(
        "CUDA and HIP compile the same files with two compilers for NVIDIA and AMD. SYCL, Metal and Vulkan have sources of their \
         own. Vulkan's code becomes machine code in the driver of any maker's card.",
    )
    .high(268.0);
    for (x, words) in [(12.0, "source"), (178.0, "compiler"), (344.0, "device")] {
        figure.write(Text::new(words, x, 20.0).bold());
    }
    let row = |n: f64| 34.0 + 46.0 * n;
    let (box_wide, high) = (124.0, 34.0);
    figure.boxed(
        ".cu files",
        Rect::new(12.0, row(0.0), box_wide, row(1.0) - row(0.0) + high),
        Look::Wash(Hue::A),
    );
    let rows = [
        ("", "nvcc", "NVIDIA", Hue::A),
        ("", "clang, ROCm", "AMD", Hue::A),
        ("SYCL", "icpx", "Intel", Hue::B),
        ("Metal", "Apple's", "Apple", Hue::C),
        ("GLSL", "glslc, driver", "any maker's", Hue::D),
    ];
    for (n, (source, compiler, device, hue)) in rows.into_iter().enumerate() {
        let y = row(n as f64);
        if !source.is_empty() {
            figure.boxed(source, Rect::new(12.0, y, box_wide, high), Look::Wash(hue));
        }
        figure.boxed(
            compiler,
            Rect::new(178.0, y, box_wide, high),
            Look::Outline(Hue::Ink),
        );
        figure.boxed(device, Rect::new(344.0, y, box_wide, high), Look::Wash(hue));
        figure.arrow((136.0, y + high / 2.0), (178.0, y + high / 2.0), Hue::Ink);
        figure.arrow((302.0, y + high / 2.0), (344.0, y + high / 2.0), Hue::Ink);
    }
    figure
}

/// Tokens a second, and what they are of the bandwidth.
fn share() -> Figure {
    let mut figure = Figure::new(
        FOLDER,
        "lesson-08-backends-share",
        "Tokens a second, and share of the bandwidth",
    )
    .argues(
        "The RTX 5090 makes most tokens a second, 221, and draws 47 % of its bandwidth. The RX 9070 XT makes 104 by Vulkan and \
         draws 82 %. Its file is the larger one.",
    )
    .high(214.0);
    let rows = [
        ("HIP, RX 9070 XT", 4.68, 91.1, 640.0, Hue::B),
        ("Vulkan, RX 9070 XT", 4.68, 104.3, 640.0, Hue::D),
        ("Vulkan, RTX 5090", 3.56, 221.1, 1792.0, Hue::D),
        ("Metal, M2 Ultra", 3.56, 88.5, 800.0, Hue::C),
        ("SYCL, Arc A770", 3.56, 55.0, 560.0, Hue::A),
    ];
    let (left, right) = (158.0, 322.0);
    figure.write(Text::new("tokens a second", left, 18.0).bold());
    figure.write(Text::new("share [%]", right, 18.0).bold());
    for (n, (name, gib, rate, bandwidth, hue)) in rows.into_iter().enumerate() {
        let y = 30.0 + 36.0 * n as f64;
        figure.write(Text::new(name, left - 8.0, y + 17.0).end());
        let share = 100.0 * gib * 1.073_741_824 * rate / bandwidth;
        let bars = [
            (left, rate * 0.46, format!("{rate}")),
            (right, share * 1.1, format!("{share:.0}")),
        ];
        for (x, wide, words) in bars {
            figure.rect(Rect::new(x, y, wide, 24.0), Look::Wash(hue));
            figure.say(words, x + wide + 8.0, y + 17.0);
        }
    }
    figure
}

/// The loop: floor, measure, one hypothesis, one change.
fn cycle() -> Figure {
    let mut figure = Figure::new(
        FOLDER,
        "lesson-09-optimise-loop",
        "The loop of optimising a kernel",
    )
    .argues(
        "Work out the floor, measure, and compare. If the rest is worth it, name one cause with its counter, change one thing, \
         and measure again. If not, stop.",
    )
    .high(262.0);
    let boxes = [
        ("floor: bytes, operations", 12.0, 14.0),
        ("measure the time", 12.0, 84.0),
        ("one cause, its counter", 262.0, 154.0),
        ("one change", 12.0, 154.0),
    ];
    for (words, x, y) in boxes {
        figure.boxed(words, Rect::new(x, y, 200.0, 36.0), Look::Wash(Hue::A));
    }
    figure.boxed(
        "time over floor × share",
        Rect::new(262.0, 84.0, 200.0, 36.0),
        Look::Wash(Hue::B),
    );
    figure.arrow((112.0, 50.0), (112.0, 84.0), Hue::Ink);
    figure.arrow((212.0, 102.0), (262.0, 102.0), Hue::Ink);
    figure.arrow((362.0, 120.0), (362.0, 154.0), Hue::Ink);
    figure.arrow((262.0, 172.0), (212.0, 172.0), Hue::Ink);
    figure.arrow((112.0, 154.0), (112.0, 120.0), Hue::Ink);
    figure.arrow((362.0, 84.0), (362.0, 50.0), Hue::Ink);
    figure.boxed(
        "stop",
        Rect::new(312.0, 14.0, 100.0, 36.0),
        Look::Outline(Hue::Ink),
    );
    figure.write(Text::new("not worth it", 374.0, 72.0).soft());
    figure.write(Text::new("worth it", 374.0, 142.0).soft());
    figure.write(Text::new("Then ask twice:", 12.0, 220.0).bold());
    figure.say("Did the counter fall?", 140.0, 220.0);
    figure.say("Did the time fall, too?", 140.0, 244.0);
    figure
}

/// Four tiles with one buffer and with two.
fn buffers() -> Figure {
    let mut figure = Figure::new(
        FOLDER,
        "lesson-09-optimise-buffers",
        "Four tiles with one buffer, and with two",
    )
    .argues(
        "A load takes 3 units and the arithmetic on it 2. With one buffer they take turns, 20 units. With two, each load but the \
         first runs beside the arithmetic of the tile before, 14 units.",
    )
    .high(286.0);
    let axis = figure.axis(
        Rect::new(76.0, 240.0, 384.0, 0.0),
        (0.0, 20.0),
        &[
            (0.0, "0"),
            (5.0, "5"),
            (10.0, "10"),
            (14.0, "14"),
            (20.0, "20"),
        ],
        "time",
    );
    let at = |y: f64, from: f64, to: f64| Span {
        y,
        height: 28.0,
        from,
        to,
    };
    figure.write(Text::new("one buffer", 76.0, 20.0).bold());
    figure.write(Text::new("two buffers", 76.0, 136.0).bold());
    for (words, y) in [
        ("load", 30.0),
        ("compute", 66.0),
        ("load", 146.0),
        ("compute", 182.0),
    ] {
        figure.write(Text::new(words, 68.0, y + 19.0).end());
    }
    for n in 0..4 {
        let (tile, begin) = (n.to_string(), 5.0 * f64::from(n));
        figure.span(
            axis,
            at(30.0, begin, begin + 3.0),
            &tile,
            Look::Wash(Hue::A),
        );
        figure.span(
            axis,
            at(66.0, begin + 3.0, begin + 5.0),
            &tile,
            Look::Wash(Hue::B),
        );
        let begin = 3.0 * f64::from(n);
        figure.span(
            axis,
            at(146.0, begin, begin + 3.0),
            &tile,
            Look::Wash(Hue::A),
        );
        figure.span(
            axis,
            at(182.0, begin + 3.0, begin + 5.0),
            &tile,
            Look::Wash(Hue::B),
        );
    }
    figure.rule((axis.x(14.0), 182.0), (axis.x(14.0), 240.0), Look::Dashed);
    figure
}
