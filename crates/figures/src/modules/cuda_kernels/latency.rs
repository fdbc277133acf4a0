//! Lesson 8: waiting that others fill, the four limits, and waves of blocks.

use super::FOLDER;
use crate::motion::Span;
use crate::{Figure, Hue, Look, Rect, Text};

/// One warp waits for memory most of its time; four fill the gap.
pub fn hiding() -> Figure {
    let mut figure = Figure::new(
        FOLDER,
        "lesson-08-latency-hiding",
        "One warp that waits, and four that fill each other's waiting",
    )
    .argues(
        "A warp issues a load, waits for hundreds of cycles, and issues the next. With one warp the memory has one request under \
         way. With four it has four at once, and delivers four times as much in the same time.",
    )
    .high(250.0);
    let axis = figure.axis(Rect::new(70.0, 206.0, 380.0, 0.0), (0.0, 12.0), &[], "time");
    let mut row = |y: f64, name: String, start: f64| {
        figure.say(name, 12.0, y + 16.0);
        for round in 0..2 {
            let at = start + 5.2 * f64::from(round);
            figure.span(
                axis,
                Span {
                    y,
                    height: 22.0,
                    from: at,
                    to: at + 0.3,
                },
                "",
                Look::Full(Hue::B),
            );
            figure.span(
                axis,
                Span {
                    y,
                    height: 22.0,
                    from: at + 0.4,
                    to: at + 5.0,
                },
                "a load under way",
                Look::Wash(Hue::A),
            );
        }
    };
    row(12.0, "alone".to_owned(), 0.2);
    for warp in 0..4 {
        row(
            62.0 + 34.0 * f64::from(warp),
            format!("warp {warp}"),
            0.2 + 0.4 * f64::from(warp),
        );
    }
    figure.rule((12.0, 48.0), (468.0, 48.0), Look::Outline(Hue::Line));
    figure.write(Text::new("solid: issues a load", 70.0, 228.0).hue(Hue::B));
    figure
}

/// The blocks that each of four limits allows, for 256 threads, 64 registers a thread and 16 KiB.
pub fn limits() -> Figure {
    let mut figure = Figure::new(
        FOLDER,
        "lesson-08-latency-limits",
        "Four limits on the blocks of an H100's multiprocessor",
    )
    .argues(
        "For blocks of 256 threads with 64 registers a thread and 16 KiB of shared memory the slots allow 32 blocks, shared memory \
         13, warps 8 and registers 4. The smallest decides: 4 blocks, 32 of 64 warps.",
    )
    .high(196.0);
    let axis = figure.axis(
        Rect::new(128.0, 150.0, 322.0, 0.0),
        (0.0, 33.0),
        &[
            (0.0, "0"),
            (8.0, "8"),
            (16.0, "16"),
            (24.0, "24"),
            (32.0, "32"),
        ],
        "blocks allowed",
    );
    let rows = [
        ("block slots", 32.0),
        ("shared memory", 13.0),
        ("warps", 8.0),
        ("registers", 4.0),
    ];
    for (at, (name, blocks)) in rows.into_iter().enumerate() {
        let y = 12.0 + 34.0 * at as f64;
        let decides = at == 3;
        figure.say(name, 12.0, y + 17.0);
        let look = if decides {
            Look::Wash(Hue::B)
        } else {
            Look::Wash(Hue::A)
        };
        figure.span(
            axis,
            Span {
                y,
                height: 24.0,
                from: 0.0,
                to: blocks,
            },
            "",
            look,
        );
        let told = if decides { "4 decides" } else { "" };
        figure.write(
            Text::new(told, axis.x(4.0) + 8.0, y + 17.0)
                .bold()
                .hue(Hue::B),
        );
    }
    for (at, (_, blocks)) in rows.into_iter().take(3).enumerate() {
        let y = 12.0 + 34.0 * at as f64;
        figure.write(Text::new(format!("{blocks}"), axis.x(blocks) - 6.0, y + 17.0).end());
    }
    figure
}

/// 700 blocks on 132 multiprocessors with room for 4 each: 528 at once, then 172.
pub fn waves() -> Figure {
    let mut figure = Figure::new(
        FOLDER,
        "lesson-08-latency-waves",
        "700 blocks on a device with room for 528",
    )
    .argues(
        "132 multiprocessors with room for 4 blocks each run 528 at once. 700 blocks take two waves; in the second only 172 places \
         are taken and 356 stand empty.",
    )
    .high(212.0);
    let axis = figure.axis(Rect::new(70.0, 168.0, 380.0, 0.0), (0.0, 2.1), &[], "time");
    let (top, high) = (14.0, 150.0);
    let share = 172.0 / 528.0 * high;
    figure.span(
        axis,
        Span {
            y: top,
            height: high,
            from: 0.02,
            to: 1.0,
        },
        "528 blocks",
        Look::Wash(Hue::A),
    );
    figure.span(
        axis,
        Span {
            y: top + high - share,
            height: share,
            from: 1.03,
            to: 2.0,
        },
        "172 blocks",
        Look::Wash(Hue::A),
    );
    figure.span(
        axis,
        Span {
            y: top,
            height: high - share - 4.0,
            from: 1.03,
            to: 2.0,
        },
        "356 places empty",
        Look::Dashed,
    );
    figure.write(Text::new("528", 62.0, top + 12.0).end().soft());
    figure.write(Text::new("places", 62.0, top + 30.0).end().soft());
    figure.write(Text::new("wave 1", axis.x(0.5), 190.0).middle());
    figure.write(Text::new("wave 2", axis.x(1.5), 190.0).middle());
    figure
}
