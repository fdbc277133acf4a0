//! Figures of week 2, hardware in numbers: the hierarchy, the map of traffic, tensor cores, generations.
//!
//! Numbers are those of the lessons' tables; `tests/content_numbers/week_2.rs` works them out again.

use super::Figure;
use crate::machine::Lattice;
use crate::motion::Flow;
use crate::{Hue, Look, Rect, Text};

const FOLDER: &str = "hardware-foundations/week-2";

/// In the order of their lessons.
pub fn all() -> Vec<Figure> {
    vec![
        levels(),
        per_clock(),
        latency(),
        techniques(),
        passes(),
        fragment(),
        sparse(),
        lines(),
        growth(),
    ]
}

/// An arrow's width for a bandwidth in TB/s: three units a decade, since the bandwidths span four of them.
fn broad(bandwidth: f64) -> f64 {
    3.0 * (bandwidth.log10() + 1.7)
}

/// The six levels of an H100, from the arithmetic outwards.
fn levels() -> Figure {
    let mut figure = Figure::new(
        FOLDER,
        "lesson-01-hierarchy-levels",
        "Six levels of memory around an H100's arithmetic",
    )
    .argues(
        "Inside a multiprocessor registers feed the arithmetic at 371 TB/s and shared memory feeds registers at 30.9 TB/s. The \
         L2 cache feeds all 132 multiprocessors at 6.65 TB/s. Outside the chip device memory gives 3.35 TB/s, another GPU 0.45 \
         and the host 0.063: each step away from the arithmetic costs bandwidth. Arrows are wider by a step a decade.",
    )
    .high(366.0);
    let chip = Rect::new(6.0, 6.0, 468.0, 236.0);
    figure.rect(chip, Look::Outline(Hue::Line));
    figure.write(Text::new("the chip", 386.0, 26.0).soft());
    let sm = Rect::new(20.0, 34.0, 440.0, 102.0);
    figure.rect(sm, Look::Outline(Hue::Ink));
    figure.write(Text::new("one of 132 SMs", 30.0, 54.0).bold());
    let places = [
        Rect::new(32.0, 68.0, 90.0, 56.0),
        Rect::new(190.0, 68.0, 96.0, 56.0),
        Rect::new(354.0, 68.0, 96.0, 56.0),
    ];
    figure.boxed("arithmetic", places[0], Look::Outline(Hue::Soft));
    two_lines(&mut figure, places[1], ("registers", "256 KiB"), Hue::A);
    two_lines(&mut figure, places[2], ("shared, L1", "228 KiB"), Hue::B);
    for (from, to, bandwidth, words) in [
        (places[1], places[0], 371.0, "371"),
        (places[2], places[1], 30.9, "30.9"),
    ] {
        let y = from.cy() + 8.0;
        figure.flow(
            (from.x - 3.0, y),
            (to.right() + 3.0, y),
            Flow {
                width: broad(bandwidth),
                hue: Hue::Ink,
            },
        );
        let x = f64::midpoint(from.x, to.right());
        figure.write(Text::new(words, x, 84.0).middle());
    }
    let l2 = Rect::new(20.0, 186.0, 440.0, 42.0);
    figure.boxed("L2 cache, 50 MB", l2, Look::Wash(Hue::C));
    figure.flow(
        (402.0, 183.0),
        (402.0, 139.0),
        Flow {
            width: broad(6.65),
            hue: Hue::Ink,
        },
    );
    figure.write(Text::new("6.65 to all SMs", 386.0, 168.0).end());
    figure.write(Text::new("arrows: TB/s", 30.0, 168.0).soft());
    for (rect, words, bandwidth, told) in [
        (
            Rect::new(20.0, 304.0, 190.0, 54.0),
            ("device memory", "80 GB"),
            3.35,
            "3.35",
        ),
        (
            Rect::new(226.0, 304.0, 116.0, 54.0),
            ("another GPU", "NVLink 4"),
            0.45,
            "0.45",
        ),
        (
            Rect::new(358.0, 304.0, 116.0, 54.0),
            ("the host", "PCIe 5"),
            0.063,
            "0.063",
        ),
    ] {
        two_lines(&mut figure, rect, words, Hue::D);
        let x = rect.cx();
        figure.flow(
            (x, 301.0),
            (x, 231.0),
            Flow {
                width: broad(bandwidth),
                hue: Hue::Ink,
            },
        );
        figure.write(Text::new(told, x + 12.0, 274.0));
    }
    figure
}

/// A box with a name and, below it, a size.
fn two_lines(figure: &mut Figure, rect: Rect, (name, size): (&str, &str), hue: Hue) {
    figure.rect(rect, Look::Wash(hue));
    let y = rect.cy();
    figure.write(Text::new(name, rect.cx(), y - 4.0).middle().bold());
    figure.write(Text::new(size, rect.cx(), y + 15.0).middle());
}

/// What one multiprocessor gets in a clock, on a logarithmic scale, with the factor of each step.
fn per_clock() -> Figure {
    let rows = [
        ("registers", 1536.0, "1,536", Hue::A, "÷ 12"),
        ("shared, L1", 128.0, "128", Hue::B, "÷ 4.6"),
        ("L2 cache", 27.5, "27.5", Hue::C, "÷ 2"),
        ("device memory", 13.9, "13.9", Hue::D, "÷ 7.4"),
        ("NVLink", 1.86, "1.9", Hue::D, "÷ 7.1"),
        ("PCIe", 0.26, "0.26", Hue::D, ""),
    ];
    let mut figure = Figure::new(
        FOLDER,
        "lesson-01-hierarchy-per-clock",
        "Bytes that reach one multiprocessor in a clock",
    )
    .argues(
        "On a scale of powers of ten: in one clock a multiprocessor takes 1,536 bytes from its registers, 128 from shared \
         memory, and as its share of the chip's 27.5 from L2, 13.9 from device memory, 1.9 over NVLink and 0.26 over PCIe. The \
         steps are factors of 12, 4.6, 2, 7.4 and 7.1.",
    )
    .high(254.0);
    figure.write(Text::new("bytes a clock, one SM", 132.0, 20.0).bold());
    figure.write(Text::new("step", 468.0, 20.0).end().soft());
    for (at, (name, bytes, words, hue, step)) in rows.into_iter().enumerate() {
        let y = 32.0 + 37.0 * at as f64;
        figure.write(Text::new(name, 122.0, y + 18.0).end());
        let long = 56.0 * (f64::log10(bytes) + 1.0);
        figure.rect(Rect::new(132.0, y, long, 26.0), Look::Wash(hue));
        figure.write(Text::new(words, 132.0 + long + 8.0, y + 18.0).bold());
        if !step.is_empty() {
            figure.write(Text::new(step, 468.0, y + 36.0).end().soft());
        }
    }
    figure
}

/// Waits on one scale.
fn latency() -> Figure {
    let scale = 456.0 / 660.0;
    let mut figure = Figure::new(
        FOLDER,
        "lesson-01-hierarchy-latency",
        "Waits for one load, in cycles, on one scale",
    )
    .argues(
        "A register's result comes after 4 cycles, shared memory's after 29, the L2's after 265, device memory's after 480 to \
         660. One wait for device memory is as long as 120 waits for a register.",
    )
    .high(228.0);
    let rows = [
        ("a register: 4 cycles", 4.0, 4.0, Hue::A),
        ("shared memory: 29", 29.0, 29.0, Hue::B),
        ("L2 cache: 265", 265.0, 265.0, Hue::C),
        ("device memory: 480–660", 480.0, 660.0, Hue::D),
    ];
    for (at, (words, least, most, hue)) in rows.into_iter().enumerate() {
        let y = 6.0 + 48.0 * at as f64;
        figure.say(words, 12.0, y + 14.0);
        let sure = Rect::new(12.0, y + 21.0, least * scale, 20.0);
        if most > least {
            let rest = Rect::new(sure.right(), sure.y, (most - least) * scale, 20.0);
            figure.rect(rest, Look::Dashed);
        }
        let look = if least < 50.0 {
            Look::Full(hue)
        } else {
            Look::Wash(hue)
        };
        figure.rect(sure, look);
    }
    let axis = Rect::new(12.0, 202.0, 446.0, 0.0);
    figure.arrow((axis.x, axis.y), (470.0, axis.y), Hue::Soft);
    for cycles in [0.0, 120.0, 240.0, 360.0, 480.0, 600.0] {
        let x = 12.0 + cycles * scale;
        figure.rule((x, axis.y), (x, axis.y + 5.0), Look::Outline(Hue::Soft));
        let words = Text::new(format!("{cycles}"), x, axis.y + 19.0).soft();
        figure.write(if cycles > 0.0 { words.middle() } else { words });
    }
    figure
}

/// Seven techniques where they act: what they take away, add, or only spread.
fn techniques() -> Figure {
    let mut figure = Figure::new(
        FOLDER,
        "lesson-02-traffic-map-techniques",
        "Seven techniques on one map of memory",
    )
    .argues(
        "Between the chip and its memory FlashAttention and fusion take whole arrows away, and weights in few bits make an arrow \
         thin. A KV cache puts an arrow there in place of arithmetic. Paging arranges what lies in memory, tensor parallelism \
         splits it over two memories, and serving in two places adds a copy between them: these three take no byte away.",
    )
    .high(414.0);
    let chip = Rect::new(12.0, 8.0, 330.0, 66.0);
    figure.rect(chip, Look::Outline(Hue::Ink));
    figure.write(Text::new("chip: registers, shared", 24.0, 34.0).bold());
    figure.write(Text::new("and L2", 24.0, 54.0).bold());
    let other = Rect::new(378.0, 8.0, 92.0, 66.0);
    figure.rect(other, Look::Outline(Hue::Ink));
    figure.write(Text::new("chip of", 424.0, 36.0).middle().bold());
    figure.write(Text::new("a 2nd GPU", 424.0, 56.0).middle().bold());
    let memory = Rect::new(12.0, 190.0, 330.0, 84.0);
    figure.rect(memory, Look::Wash(Hue::A));
    figure.write(Text::new("device memory", 24.0, 212.0).bold());
    let second = Rect::new(378.0, 190.0, 92.0, 84.0);
    figure.rect(second, Look::Wash(Hue::A));
    figure.write(Text::new("its", 424.0, 226.0).middle().bold());
    figure.write(Text::new("memory", 424.0, 246.0).middle().bold());
    gone(&mut figure, 40.0, "1");
    gone(&mut figure, 118.0, "2");
    let (wide, thin) = (Rect::new(184.0, 78.0, 32.0, 108.0), 32.0 / 3.85);
    figure.rect(wide, Look::Dashed);
    figure.flow(
        (200.0, 186.0),
        (200.0, 80.0),
        Flow {
            width: thin,
            hue: Hue::Good,
        },
    );
    mark(&mut figure, 236.0, 134.0, "3");
    figure.flow(
        (286.0, 186.0),
        (286.0, 78.0),
        Flow {
            width: 6.0,
            hue: Hue::Bad,
        },
    );
    mark(&mut figure, 310.0, 134.0, "4");
    for page in 0..8 {
        let cell = Rect::new(24.0 + 26.0 * f64::from(page), 226.0, 22.0, 34.0);
        figure.rect(
            cell,
            if page % 3 == 1 {
                Look::Hollow
            } else {
                Look::Full(Hue::Soft)
            },
        );
    }
    mark(&mut figure, 252.0, 243.0, "5");
    figure.rule((424.0, 186.0), (424.0, 78.0), Look::Outline(Hue::Soft));
    figure.rule((342.0, 208.0), (378.0, 208.0), Look::Outline(Hue::Soft));
    mark(&mut figure, 360.0, 168.0, "6");
    figure.flow(
        (344.0, 254.0),
        (376.0, 254.0),
        Flow {
            width: 6.0,
            hue: Hue::Bad,
        },
    );
    mark(&mut figure, 360.0, 292.0, "7");
    for (at, (what, words)) in [
        ("takes away", "1 FlashAttention, 2 fusion"),
        ("thins", "3 weights in 4 bits"),
        ("adds", "4 KV cache, 7 phases apart"),
        ("only spreads", "5 paging, 6 tensor parallel"),
    ]
    .into_iter()
    .enumerate()
    {
        let y = 330.0 + 24.0 * at as f64;
        figure.write(Text::new(what, 116.0, y).end().bold());
        // Two labels a row, so that each is short.
        let (first, rest) = words.split_once(", ").unwrap_or((words, ""));
        figure.say(first, 130.0, y);
        if !rest.is_empty() {
            figure.say(rest, 290.0, y);
        }
    }
    figure
}

/// An arrow between chip and memory that a technique takes away.
fn gone(figure: &mut Figure, x: f64, number: &str) {
    figure.rect(Rect::new(x - 12.0, 82.0, 24.0, 100.0), Look::Dashed);
    let cross = format!("M{} 122l24 20m0 -20l-24 20", x - 12.0);
    figure.path(&cross, Look::Outline(Hue::Bad));
    mark(figure, x + 30.0, 134.0, number);
}

/// A number in a circle.
fn mark(figure: &mut Figure, x: f64, y: f64, number: &str) {
    figure.circle((x, y), 11.0, Look::Outline(Hue::Ink));
    figure.write(Text::new(number, x, y + 5.0).middle().bold());
}

/// Passes over device memory of a residual sum and its norm: two kernels, and one.
fn passes() -> Figure {
    let mut figure = Figure::new(
        FOLDER,
        "lesson-02-traffic-map-passes",
        "Passes over memory: two kernels and one",
    )
    .argues(
        "As two kernels the sum reads x and r and writes h, the norm reads h again and writes y: five passes. As one kernel h \
         stays in registers and is only written: four passes. Fusion spares the one read, no more, because the next layer needs h.",
    )
    .high(262.0);
    for (y, kernels) in [
        (8.0, vec![("add", 58.0, 190.0), ("norm", 306.0, 110.0)]),
        (140.0, vec![("add_norm", 58.0, 358.0)]),
    ] {
        for (name, x, w) in kernels {
            let rect = Rect::new(x, y, w, 30.0);
            figure.rect(rect, Look::Wash(Hue::B));
            figure.write(Text::inside(name, rect).mono());
        }
        let memory = Rect::new(12.0, y + 84.0, 404.0, 24.0);
        figure.boxed("device memory", memory, Look::Wash(Hue::A));
    }
    let arrows = [
        (
            8.0,
            [
                ("x", 84.0, true),
                ("r", 140.0, true),
                ("h", 212.0, false),
                ("h", 332.0, true),
                ("y", 388.0, false),
            ]
            .as_slice(),
        ),
        (
            140.0,
            [
                ("x", 84.0, true),
                ("r", 140.0, true),
                ("h", 212.0, false),
                ("y", 388.0, false),
            ]
            .as_slice(),
        ),
    ];
    for (y, all) in arrows {
        for (name, x, up) in all {
            let (low, high) = ((*x, y + 82.0), (*x, y + 32.0));
            let (from, to) = if *up { (low, high) } else { (high, low) };
            figure.flow(
                from,
                to,
                Flow {
                    width: 6.0,
                    hue: Hue::Ink,
                },
            );
            figure.write(Text::new(*name, x + 10.0, y + 64.0).mono());
        }
        figure.write(
            Text::new(format!("{}", all.len()), 446.0, y + 58.0)
                .middle()
                .sized(24.0)
                .bold(),
        );
        figure.write(Text::new("passes", 446.0, y + 78.0).middle());
    }
    figure.rule((332.0, 222.0), (332.0, 172.0), Look::Dashed);
    figure.write(Text::new("h is kept", 322.0, 192.0).end().soft());
    figure
}

/// What lane 5 of a warp holds of `mma.sync.m16n8k16`.
fn fragment() -> Figure {
    let lane = 5;
    let (group, pair) = (lane / 4, lane % 4 * 2);
    let mut figure = Figure::new(
        FOLDER,
        "lesson-03-tensor-cores-fragment",
        "What lane 5 holds of a tensor core's tile",
    )
    .argues(
        "One instruction of a warp multiplies A, 16 by 16, with B, 16 by 8, and adds to C, 16 by 8. Lane 5 holds 8 numbers of A, \
         4 of B and 4 of C: the 32 lanes hold the three tiles together, none of them a row or a column of its own.",
    )
    .high(412.0);
    let own = |is: bool, hue: Hue| {
        if is {
            Look::Full(hue)
        } else {
            Look::Outline(Hue::Line)
        }
    };
    let near = |at: usize| at % 8 / 2 == pair / 2;
    let b = figure.cells(
        Lattice {
            x: 208.0,
            y: 8.0,
            side: 12.0,
            columns: 8,
            rows: 16,
        },
        |column, row| own(column == group && near(row), Hue::B),
    );
    let a = figure.cells(
        Lattice {
            x: 8.0,
            y: 212.0,
            side: 12.0,
            columns: 16,
            rows: 16,
        },
        |column, row| own(row % 8 == group && near(column), Hue::A),
    );
    let c = figure.cells(
        Lattice {
            x: 208.0,
            y: 212.0,
            side: 12.0,
            columns: 8,
            rows: 16,
        },
        |column, row| own(row % 8 == group && column / 2 == pair / 2, Hue::C),
    );
    for (tile, name, share) in [
        (b, "B, 16 × 8", "4 a lane, 16 bits"),
        (c, "C, 16 × 8", "4 a lane, 32 bits"),
    ] {
        figure.write(Text::new(name, tile.right() + 14.0, tile.cy() - 2.0).bold());
        figure.say(share, tile.right() + 14.0, tile.cy() + 18.0);
    }
    figure.write(Text::new("A, 16 × 16", a.x, 178.0).bold());
    figure.say("8 a lane, 16 bits", a.x, 198.0);
    figure.write(Text::new("filled: lane 5", a.x, 32.0).bold());
    figure.say("2,048 multiply-adds", a.x, 60.0);
    figure.say("in one instruction", a.x, 80.0);
    figure
}

/// Two of four neighbouring weights are zero: half the multiplications, nine sixteenths of the bytes.
fn sparse() -> Figure {
    let kept = [[0, 3], [1, 2], [0, 1], [1, 3]];
    let mut figure = Figure::new(
        FOLDER,
        "lesson-03-tensor-cores-sparse",
        "2:4 sparsity: what is stored and multiplied",
    )
    .argues(
        "Of every four neighbouring weights two must be zero. Stored are the other two and, for each, 2 bits that say where it \
         was. The tensor core picks the matching inputs and multiplies 8 times in place of 16: the printed peak counts all 16.",
    )
    .high(184.0);
    figure.write(Text::new("16 weights, 8 are zero", 12.0, 20.0).bold());
    for (group, pair) in kept.iter().enumerate() {
        let x = 12.0 + 116.0 * group as f64;
        for place in 0..4 {
            let cell = Rect::new(x + 26.0 * place as f64, 32.0, 24.0, 24.0);
            if pair.contains(&place) {
                figure.rect(cell, Look::Full(Hue::A));
            } else {
                figure.boxed("0", cell, Look::Hollow);
            }
        }
        for (at, place) in pair.iter().enumerate() {
            let to = Rect::new(x + 26.0 + 26.0 * at as f64, 98.0, 24.0, 24.0);
            figure.rect(to, Look::Full(Hue::A));
            let from = x + 26.0 * *place as f64 + 12.0;
            figure.rule((from, 58.0), (to.cx(), 96.0), Look::Outline(Hue::Line));
            let bits = format!("{place:02b}");
            figure.write(Text::new(bits, to.cx(), 142.0).middle().mono().sized(14.0));
        }
    }
    figure.write(Text::new("stored: 8 weights", 12.0, 172.0).bold());
    figure.say("and 2 bits: its place", 150.0, 172.0);
    figure
}

/// Every positive value of E4M3, in order.
fn e4m3() -> Vec<f64> {
    (1..127)
        .map(|bits: i32| {
            let (exponent, fraction) = (bits >> 3, f64::from(bits & 7));
            if exponent == 0 {
                fraction / 512.0
            } else {
                (1.0 + fraction / 8.0) * f64::powi(2.0, exponent - 7)
            }
        })
        .collect()
}

/// The values that 8 bits can hold, as integers and as floating point, up to one largest value.
fn lines() -> Figure {
    let mut figure = Figure::new(
        FOLDER,
        "lesson-03-tensor-cores-lines",
        "The positive values of INT8 and of FP8",
    )
    .argues(
        "Both formats have about 126 positive values below the same largest value. INT8 spreads them evenly. FP8 E4M3 has them \
         crowded near zero and sparse near the top: below a fourteenth of the largest value its steps are finer than INT8's, \
         above it they are coarser.",
    )
    .high(204.0);
    let (left, long) = (12.0, 456.0);
    let rows: [(&str, f64, Vec<f64>, Hue); 2] = [
        (
            "INT8: 127 even steps",
            34.0,
            (1..128).map(|q| f64::from(q) / 127.0).collect(),
            Hue::A,
        ),
        (
            "FP8 E4M3: 126 values",
            112.0,
            e4m3().iter().map(|v| v / 448.0).collect(),
            Hue::B,
        ),
    ];
    for (name, y, values, hue) in rows {
        figure.write(Text::new(name, left + long, y - 10.0).end().bold());
        let ticks: String = values
            .iter()
            .map(|v| format!("M{:.1} {y}v28", left + v * long))
            .collect();
        figure.path(&ticks, Look::Outline(hue));
        figure.rule(
            (left, y + 28.0),
            (left + long, y + 28.0),
            Look::Outline(Hue::Soft),
        );
    }
    let same = left + long / 14.0;
    figure.rule((same, 24.0), (same, 146.0), Look::Dashed);
    figure.write(Text::new("0", left, 162.0).soft());
    figure.write(Text::new("1/14", same, 162.0).middle().soft());
    figure.write(
        Text::new("the largest value", left + long, 162.0)
            .end()
            .soft(),
    );
    figure.say("left of 1/14: FP8 finer", left, 192.0);
    figure.write(Text::new("right of it: INT8 finer", left + long, 192.0).end());
    figure
}

/// What grew from an H100 to a B200, and by how much.
fn growth() -> Figure {
    let rows = [
        ("FP4, for FP8", 9000.0 / 1979.0, "4.55", Hue::B),
        ("bandwidth", 8000.0 / 3350.0, "2.39", Hue::A),
        ("FP8 arithmetic", 4500.0 / 1979.0, "2.27", Hue::B),
        ("BF16 arithmetic", 2250.0 / 989.0, "2.28", Hue::B),
        ("memory", 180.0 / 80.0, "2.25", Hue::A),
        ("NVLink", 2.0, "2.00", Hue::C),
        ("power", 1000.0 / 700.0, "1.43", Hue::D),
    ];
    let mut figure = Figure::new(
        FOLDER,
        "lesson-04-generations-growth",
        "What grew from an H100 to a B200",
    )
    .argues(
        "Bandwidth grew 2.39 times, arithmetic in FP8 2.27 and in BF16 2.28 times, memory 2.25, NVLink 2, power 1.43. Only one \
         bar stands out: FP4 arithmetic, which the H100 has not, against its FP8.",
    )
    .high(266.0);
    let (left, unit) = (136.0, 60.0);
    for (at, (name, factor, words, hue)) in rows.into_iter().enumerate() {
        let y = 8.0 + 32.0 * at as f64;
        figure.write(Text::new(name, left - 10.0, y + 17.0).end());
        let bar = Rect::new(left, y, factor * unit, 24.0);
        figure.rect(bar, Look::Wash(hue));
        figure.write(Text::new(format!("× {words}"), bar.right() + 8.0, y + 17.0).bold());
    }
    figure.rule(
        (left + unit, 4.0),
        (left + unit, 234.0),
        Look::Outline(Hue::Soft),
    );
    figure.write(Text::new("H100 = 1", left + unit, 254.0).middle().soft());
    figure
}
