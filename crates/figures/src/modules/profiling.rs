//! Figures of the module on profiling: times that repeat, timelines, kernel reports, quantised models.
//!
//! Times are made by the formula of `kernels/examples/samples.cu`; bytes and rates are those of the lessons, and
//! `tests/content_numbers/profiling.rs` works them out again.

use super::Figure;
use crate::motion::{Flow, Span};
use crate::{Hue, Look, Rect, Text};

const FOLDER: &str = "miniaturization/profiling";

/// In the order of their lessons.
pub fn all() -> Vec<Figure> {
    vec![
        protocol(),
        samples(),
        step(),
        usage(),
        order(),
        transposes(),
        pairs(),
        forecast(),
        histograms(),
    ]
}

/// Warm-up, rounds between events, and buffers in turn.
fn protocol() -> Figure {
    let mut figure = Figure::new(
        FOLDER,
        "lesson-01-measure-first-protocol",
        "A timing that repeats",
    )
    .argues(
        "One round warms up and is thrown away. Five rounds of 200 launches follow, each between two events, and the median of \
         the five is kept. Launches take the buffers in turn, so that a buffer has left the cache before it is used again.",
    )
    .high(244.0);
    figure.write(Text::new("rounds of 200 launches", 12.0, 20.0).bold());
    let rounds = Rect::new(12.0, 34.0, 456.0, 34.0).columns(6, 8.0);
    for (n, rect) in rounds.iter().enumerate() {
        match n {
            0 => figure.boxed("warm-up", *rect, Look::Dashed),
            n => figure.boxed(format!("{n}"), *rect, Look::Wash(Hue::A)),
        }
        if n > 0 {
            for x in [rect.x, rect.right()] {
                figure.rule((x, 28.0), (x, 74.0), Look::Outline(Hue::Ink));
            }
        }
    }
    figure.bracket(
        (rounds[1].x, rounds[5].right()),
        80.0,
        "events at both ends",
    );
    figure.write(Text::new("launches of one round", 12.0, 140.0).bold());
    let names = ["A", "B", "C", "A", "B", "C", "A", "…"];
    let hues = [Hue::B, Hue::C, Hue::D];
    for (n, (name, rect)) in names
        .into_iter()
        .zip(Rect::new(12.0, 154.0, 456.0, 34.0).columns(8, 6.0))
        .enumerate()
    {
        let look = match name {
            "…" => Look::Dashed,
            _ => Look::Wash(hues[n % 3]),
        };
        figure.boxed(name, rect, look);
        if n == 0 || n == 3 {
            figure.rule(
                (rect.cx(), 190.0),
                (rect.cx(), 202.0),
                Look::Outline(Hue::Soft),
            );
        }
    }
    let columns = Rect::new(12.0, 154.0, 456.0, 34.0).columns(8, 6.0);
    figure.bracket(
        (columns[0].cx(), columns[3].cx()),
        202.0,
        "B and C in between",
    );
    figure
}

/// The times of `samples.cu`, by its own formula.
fn made() -> Vec<f32> {
    let mut noise = 1u32;
    let mut random = || {
        noise = noise.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (noise >> 8) as f32 / (1 << 24) as f32
    };
    let mut times = Vec::new();
    for n in 0..200 {
        let mut time = 40.0 + random();
        if random() < 0.06 {
            time += 20.0 * random();
        }
        if n < 5 {
            time += (80 >> n) as f32;
        }
        times.push(time);
    }
    times
}

/// 200 times in order, and what is said of them.
fn samples() -> Figure {
    let mut figure = Figure::new(
        FOLDER,
        "lesson-01-measure-first-samples",
        "200 times of one kernel",
    )
    .argues(
        "The first five times are up to three times as long as the rest: the warm-up. Of the others, nearly all lie between 40 \
         and 41 microseconds, and a few reach up to 60. The median is where nearly all of them are; the mean is not.",
    )
    .high(290.0);
    let times = made();
    let mut sorted = times.clone();
    sorted.sort_by(f32::total_cmp);
    let mean = times.iter().sum::<f32>() / times.len() as f32;
    let place = |time: f32| 236.0 - 210.0 * f64::from((time / 38.0).log2()) / 1.75;
    let room = Rect::new(46.0, 236.0, 300.0, 0.0);
    let axis = figure.axis(
        room,
        (0.0, 200.0),
        &[
            (0.0, "0"),
            (50.0, "50"),
            (100.0, "100"),
            (150.0, "150"),
            (200.0, "200"),
        ],
        "the times in order",
    );
    figure.rule((46.0, 16.0), (46.0, 236.0), Look::Outline(Hue::Soft));
    for time in [40.0f32, 60.0, 80.0, 120.0] {
        let y = place(time);
        figure.rule((41.0, y), (46.0, y), Look::Outline(Hue::Soft));
        figure.write(Text::new(format!("{time:.0}"), 38.0, y + 5.0).end().soft());
    }
    for (n, time) in times.iter().enumerate() {
        let look = match n < 5 {
            true => Look::Full(Hue::Bad),
            false => Look::Full(Hue::A),
        };
        figure.circle((axis.x(n as f64 + 0.5), place(*time)), 2.0, look);
    }
    figure.say("the first five warm up", 66.0, place(84.0));
    let lines = [
        (sorted[189], 186.0, "p95, 49.0 µs", Hue::D),
        (mean, 208.0, "mean, 41.8 µs", Hue::B),
        (sorted[99], 230.0, "p50, 40.5 µs", Hue::Ink),
    ];
    for (time, label, words, hue) in lines {
        let y = place(time);
        figure.rule((46.0, y), (346.0, y), Look::Outline(hue));
        figure.rule((346.0, y), (356.0, label - 5.0), Look::Outline(hue));
        figure.say(words, 360.0, label);
    }
    figure.write(Text::new("µs", 54.0, 24.0).soft());
    figure
}

/// A piece of a decode step: ranges, the host's calls, the device's kernels.
fn step() -> Figure {
    let mut figure = Figure::new(
        FOLDER,
        "lesson-02-two-profilers-step",
        "A stretch of a decode step as a timeline",
    )
    .argues(
        "The host puts in one kernel after the other, and each call takes longer than the kernel it starts. So the device waits \
         between short kernels, and at the end waits for sampling on the host.",
    )
    .high(232.0);
    let rows = [("range", 40.0), ("host", 86.0), ("device", 132.0)];
    for (name, y) in rows {
        figure.write(Text::new(name, 12.0, y + 20.0).bold());
    }
    let axis = figure.axis(
        Rect::new(76.0, 182.0, 376.0, 0.0),
        (0.0, 100.0),
        &[],
        "time",
    );
    let at = |y: f64, from: f64, to: f64| Span {
        y,
        height: 30.0,
        from,
        to,
    };
    figure.span(
        axis,
        at(40.0, 0.0, 72.0),
        "layer 35",
        Look::Outline(Hue::Ink),
    );
    figure.span(
        axis,
        at(40.0, 74.0, 100.0),
        "sampling",
        Look::Outline(Hue::Ink),
    );
    for (n, from) in [0.0, 14.0, 28.0, 42.0, 56.0].into_iter().enumerate() {
        figure.span(axis, at(86.0, from, from + 12.0), "", Look::Wash(Hue::C));
        let long = if n == 3 { 20.0 } else { 5.0 };
        let begin = from + 13.0 + if n == 4 { 7.0 } else { 0.0 };
        figure.span(axis, at(132.0, begin, begin + long), "", Look::Wash(Hue::A));
        figure.arrow(
            (axis.x(from + 11.0), 116.0),
            (axis.x(begin + 0.6), 132.0),
            Hue::Soft,
        );
    }
    figure.span(axis, at(86.0, 82.0, 100.0), "host", Look::Wash(Hue::D));
    for (from, to) in [(18.5, 27.0), (32.5, 41.0), (46.5, 55.0)] {
        figure.span(axis, at(132.0, from, to - 0.5), "", Look::Dashed);
    }
    figure.span(axis, at(132.0, 82.0, 100.0), "idle", Look::Dashed);
    figure.write(Text::new("dashed: device waits", 76.0, 222.0).soft());
    figure.write(Text::new("arrows: what starts what", 76.0, 24.0).soft());
    figure
}

/// The trace of the worked example: time to the right, multiprocessors upwards.
fn usage() -> Figure {
    let mut figure = Figure::new(
        FOLDER,
        "lesson-02-two-profilers-util",
        "Any kernel, and all multiprocessors",
    )
    .argues(
        "Four kernels in a millisecond on a card with 84 multiprocessors. At 89 % of the time some kernel runs. Of the area, all \
         multiprocessors' time, the kernels fill 52.7 %.",
    )
    .high(292.0);
    let axis = figure.axis(
        Rect::new(52.0, 216.0, 400.0, 0.0),
        (0.0, 1000.0),
        &[
            (0.0, "0"),
            (200.0, "200"),
            (430.0, "430"),
            (610.0, "610"),
            (700.0, "700"),
            (1000.0, "1,000"),
        ],
        "",
    );
    let (top, bottom, most) = (32.0, 216.0, 84.0);
    let up = |sms: f64| bottom - sms / most * (bottom - top);
    figure.rect(Rect::new(52.0, top, 400.0, bottom - top), Look::Dashed);
    figure.write(Text::new("84", 44.0, top + 6.0).end().soft());
    figure.write(Text::new("0", 44.0, bottom + 2.0).end().soft());
    figure.write(Text::new("multiprocessors in use", 52.0, 20.0).bold());
    let kernels = [
        (0.0, 180.0, 0.0, 8.0, "", Hue::A),
        (200.0, 430.0, 0.0, 40.0, "k2: 40", Hue::B),
        (400.0, 610.0, 40.0, 80.0, "k3: 40", Hue::C),
        (700.0, 1000.0, 0.0, 84.0, "k4: 84", Hue::D),
    ];
    for (from, to, low, high, words, hue) in kernels {
        let rect = Rect::new(
            axis.x(from),
            up(high),
            axis.x(to) - axis.x(from),
            up(low) - up(high),
        );
        match words.is_empty() {
            true => figure.rect(rect, Look::Wash(hue)),
            false => figure.boxed(words, rect, Look::Wash(hue)),
        }
    }
    figure.write(Text::new("k1: 8", 60.0, 188.0));
    for (from, to) in [(0.0, 180.0), (200.0, 610.0), (700.0, 1000.0)] {
        let rect = Rect::new(axis.x(from), 246.0, axis.x(to) - axis.x(from), 12.0);
        figure.rect(rect, Look::Full(Hue::Ink));
    }
    figure.write(Text::new("any kernel: 890 µs, 89 %", 52.0, 280.0));
    figure
}

/// The five questions to a report.
fn order() -> Figure {
    let mut figure = Figure::new(
        FOLDER,
        "lesson-03-kernel-report-order",
        "A kernel report, read in five steps",
    )
    .argues(
        "First which bound is near, then whether memory moves more than it must, whether enough warps are resident, what warps \
         wait for, and whether tensor cores work. Each answer says whether the next question matters.",
    )
    .high(316.0);
    let steps = [
        ("1", "Speed of Light", "bound by what?", Hue::A),
        ("2", "Memory Workload", "more than it must?", Hue::B),
        ("3", "Occupancy", "enough warps?", Hue::C),
        ("4", "Warp State", "waiting for what?", Hue::D),
        ("5", "Compute Workload", "tensor cores at work?", Hue::A),
    ];
    for (n, (number, section, question, hue)) in steps.into_iter().enumerate() {
        let y = 12.0 + 62.0 * n as f64;
        figure.boxed(
            number,
            Rect::new(12.0, y, 36.0, 40.0),
            Look::Outline(Hue::Ink),
        );
        figure.boxed(section, Rect::new(60.0, y, 168.0, 40.0), Look::Wash(hue));
        figure.say(question, 244.0, y + 25.0);
        if n < 4 {
            figure.arrow((30.0, y + 40.0), (30.0, y + 62.0), Hue::Ink);
        }
    }
    figure.write(Text::new("by neither: go to 3", 330.0, 61.0).soft());
    figure
}

/// Least times of three transpositions, by what sets them.
fn transposes() -> Figure {
    let mut figure = Figure::new(
        FOLDER,
        "lesson-03-kernel-report-transposes",
        "Three transpositions of 1,024 × 1,024 floats on an A100",
    )
    .argues(
        "Sectors between multiprocessors and cache fall from 36 to 8 MiB with the tile. The tile without padding adds 7.10 µs of \
         passes over the banks, more than the 4.11 µs that device memory needs; with padding they are 0.43 µs.",
    )
    .high(300.0);
    let versions = [
        ("naive", 36.0, 0.0),
        ("tile", 8.0, 7.101),
        ("padded", 8.0, 0.430),
    ];
    figure.write(Text::new("moved in sectors", 84.0, 22.0).bold());
    figure.write(Text::new("passes over banks", 300.0, 22.0).bold());
    for (n, (name, sectors, shared)) in versions.into_iter().enumerate() {
        let y = 40.0 + 74.0 * n as f64;
        figure.write(Text::new(name, 12.0, y + 26.0).bold());
        figure.rect(Rect::new(84.0, y, 5.0 * sectors, 40.0), Look::Wash(Hue::A));
        figure.say(format!("{sectors:.0} MiB"), 84.0, y + 58.0);
        if shared > 0.0 {
            figure.rect(Rect::new(300.0, y, 22.0 * shared, 40.0), Look::Wash(Hue::D));
            figure.say(format!("{shared:.2} µs"), 300.0, y + 58.0);
        } else {
            figure.write(Text::new("none", 300.0, y + 26.0).soft());
        }
    }
    let x = 300.0 + 22.0 * 4.11;
    figure.rule((x, 100.0), (x, 248.0), Look::Outline(Hue::Ink));
    figure.write(Text::new("4.11 µs: device memory,", 300.0, 270.0));
    figure.write(Text::new("8 MiB at 2,039 GB/s", 300.0, 290.0));
    figure
}

/// Kernels of two 8-bit products in a row, with pairs that vanished and with pairs that stayed.
fn pairs() -> Figure {
    let mut figure = Figure::new(
        FOLDER,
        "lesson-04-quantised-profile-pairs",
        "Two products in 8 bits on a timeline",
    )
    .argues(
        "When the pairs are folded into the products there are two kernels, and bytes between them are 8-bit. Where pairs stayed, \
         the products run in 16 bits and four small kernels stand around them.",
    )
    .high(238.0);
    figure.write(Text::new("as hoped: pairs inside", 12.0, 22.0).bold());
    let good = [("INT8 product", 118.0), ("INT8 product", 118.0)];
    let mut x = 12.0;
    for (name, wide) in good {
        figure.boxed(name, Rect::new(x, 36.0, wide, 38.0), Look::Wash(Hue::Good));
        x += wide + 8.0;
    }
    figure.flow(
        (12.0, 92.0),
        (x - 8.0, 92.0),
        Flow {
            width: 5.0,
            hue: Hue::B,
        },
    );
    figure.write(Text::new("8 bits between them", x + 8.0, 97.0).soft());
    figure.write(Text::new("as found: pairs stayed", 12.0, 138.0).bold());
    let bad = [
        ("Q", 30.0, Hue::Bad),
        ("DQ", 36.0, Hue::Bad),
        ("FP16 product", 144.0, Hue::A),
        ("Q", 30.0, Hue::Bad),
        ("DQ", 36.0, Hue::Bad),
        ("FP16 product", 144.0, Hue::A),
    ];
    let mut x = 12.0;
    for (name, wide, hue) in bad {
        let rect = Rect::new(x, 152.0, wide, 38.0);
        match hue {
            Hue::Bad => figure.boxed(name, rect, Look::Outline(Hue::Bad)),
            hue => figure.boxed(name, rect, Look::Wash(hue)),
        }
        x += wide + 7.0;
    }
    figure.flow(
        (12.0, 208.0),
        (x - 7.0, 208.0),
        Flow {
            width: 10.0,
            hue: Hue::B,
        },
    );
    figure.write(Text::new("16 bits between them", 12.0, 234.0).soft());
    figure
}

/// A step of a 3B at batch 1: what four bits leave of it.
fn forecast() -> Figure {
    let mut figure = Figure::new(
        FOLDER,
        "lesson-04-quantised-profile-forecast",
        "One decode step, in three versions",
    )
    .argues(
        "Of 12.1 ms in BF16, 9.4 are products. In four bits, unpacked inside the product, they take 3.1 ms and the rest stays: \
         5.8 ms. Unpacked by a kernel of its own they take 20.1 ms, and the step is slower than BF16.",
    )
    .high(226.0);
    let steps = [
        ("BF16", 9.41, 12.1, "12.1 ms"),
        ("INT4, fused", 3.15, 5.84, "5.8 ms"),
        ("INT4, apart", 20.07, 22.76, "22.8 ms"),
    ];
    let scale = 16.2;
    for (n, (name, products, all, words)) in steps.into_iter().enumerate() {
        let y = 30.0 + 58.0 * n as f64;
        figure.write(Text::new(name, 12.0, y - 6.0).bold());
        figure.rect(
            Rect::new(12.0, y, scale * products, 28.0),
            Look::Wash(Hue::A),
        );
        figure.rect(
            Rect::new(12.0 + scale * products, y, scale * (all - products), 28.0),
            Look::Wash(Hue::B),
        );
        figure.say(words, 20.0 + scale * all, y + 19.0);
    }
    figure.rect(Rect::new(12.0, 194.0, 16.0, 16.0), Look::Wash(Hue::A));
    figure.say("products", 36.0, 207.0);
    figure.rect(Rect::new(132.0, 194.0, 16.0, 16.0), Look::Wash(Hue::B));
    figure.say("the rest, 2.7 ms in each", 156.0, 207.0);
    figure
}

/// The bell's share below `x` standard deviations.
fn below(x: f64) -> f64 {
    // The sum of small slices is exact enough for a picture.
    let slices = 2000;
    let from = -6.0;
    let wide = (x - from) / f64::from(slices);
    (0..slices)
        .map(|n| {
            let at = from + (f64::from(n) + 0.5) * wide;
            (-at * at / 2.0).exp() * wide
        })
        .sum::<f64>()
        / (2.0 * std::f64::consts::PI).sqrt()
}

/// Histograms of three steps with a range that was fixed at the first.
fn histograms() -> Figure {
    let mut figure = Figure::new(
        FOLDER,
        "lesson-04-quantised-profile-histograms",
        "Activations that outgrow their range",
    )
    .argues(
        "The range was fixed at three standard deviations of the first histogram. Later the activations spread to 1.5 and 3 times \
         that, and the share outside the range, which is clipped, grows from 0.3 to 4.6 and 31.7 %.",
    )
    .high(306.0);
    let rows = [
        ("step 0", 3.0, "0.3 % outside"),
        ("step 2,000", 2.0, "4.6 % outside"),
        ("step 6,000", 1.0, "31.7 % outside"),
    ];
    let (middle, range) = (228.0, 66.0);
    let bins = 28;
    let wide = 4.0 * range / f64::from(bins);
    for (n, (name, deviations, words)) in rows.into_iter().enumerate() {
        let ground = 88.0 + 86.0 * n as f64;
        let deviation = range / deviations;
        for bin in 0..bins {
            let left = middle - 2.0 * range + f64::from(bin) * wide;
            let (from, to) = (
                (left - middle) / deviation,
                (left + wide - middle) / deviation,
            );
            let share = if from < -6.0 {
                0.0
            } else {
                below(to.min(6.0)) - below(from.min(6.0))
            };
            let high = 400.0 * share;
            let outside = (left + wide / 2.0 - middle).abs() > range;
            let look = match outside {
                true => Look::Wash(Hue::Bad),
                false => Look::Full(Hue::A),
            };
            if high > 0.4 {
                figure.rect(Rect::new(left, ground - high, wide - 1.5, high), look);
            }
        }
        figure.rule(
            (middle - 2.0 * range, ground),
            (middle + 2.0 * range, ground),
            Look::Outline(Hue::Soft),
        );
        figure.write(Text::new(name, 12.0, ground - 12.0).bold());
        figure.say(words, 366.0, ground - 12.0);
    }
    for x in [middle - range, middle + range] {
        figure.rule((x, 14.0), (x, 272.0), Look::Outline(Hue::Ink));
    }
    figure.write(Text::new("−α", middle - range, 292.0).middle());
    figure.write(Text::new("α", middle + range, 292.0).middle());
    figure.write(Text::new("the range", middle, 292.0).middle().soft());
    figure
}
