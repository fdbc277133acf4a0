//! Figures of the results of week 2: shares of kernels, multiprocessors with work, times beside their floor.

use super::Figure;
use crate::machine::Lattice;
use crate::motion::Span;
use crate::{Hue, Look, Rect, Text};

const FOLDER: &str = "hardware-foundations/week-2";
/// Multiprocessors of the card.
const MULTIPROCESSORS: usize = 84;

/// In the order of their pages.
pub fn all() -> Vec<Figure> {
    vec![shares(), multiprocessors(), below_the_floor()]
}

/// Which kernels took the time at two batches.
fn shares() -> Figure {
    let mut figure = Figure::new(
        FOLDER,
        "results-1-inventory-shares",
        "Shares of kernel time at batch 1 and 32",
    )
    .argues(
        "At batch 1 two kernels for a matrix times a vector take 66.5 % of the time and one for tensor cores 14.3 %. At batch 32 the first \
         are gone, and products on tensor cores take about 81 %. Attention takes 2.2 and 3.4 %.",
    )
    .high(262.0);
    let axis = figure.axis(
        Rect::new(16.0, 140.0, 440.0, 0.0),
        (0.0, 100.0),
        &[
            (0.0, "0"),
            (25.0, "25"),
            (50.0, "50"),
            (75.0, "75"),
            (100.0, "100"),
        ],
        "% of kernel time",
    );
    let vector = Look::Wash(Hue::B);
    let tensor = Look::Wash(Hue::A);
    let attention = Look::Full(Hue::C);
    let rows: [(&str, &[(f64, &str, Look)]); 2] = [
        (
            "batch 1",
            &[
                (47.2, "GEMV: 47.2", vector),
                (19.3, "19.3", vector),
                (14.3, "14.3", tensor),
                (2.2, "", attention),
                (17.0, "17.0", Look::Dashed),
            ],
        ),
        (
            "batch 32",
            &[
                (34.4, "GEMM: 34.4", tensor),
                (23.1, "23.1", tensor),
                (15.2, "15.2", tensor),
                (8.3, "8.3", tensor),
                (3.4, "", attention),
                (15.6, "15.6", Look::Dashed),
            ],
        ),
    ];
    for (at, (name, parts)) in rows.into_iter().enumerate() {
        let top = 26.0 + 60.0 * at as f64;
        figure.write(Text::new(name, 16.0, top - 8.0).bold());
        let mut from = 0.0;
        for (share, words, look) in parts {
            let span = Span {
                y: top,
                height: 30.0,
                from,
                to: from + share,
            };
            figure.span(axis, span, words, *look);
            from += share;
        }
    }
    let keys = [
        (16.0, 202.0, "matrix times vector", vector),
        (250.0, 202.0, "products, tensor cores", tensor),
        (16.0, 232.0, "attention: 2.2 and 3.4", attention),
        (250.0, 232.0, "not listed", Look::Dashed),
    ];
    for (left, top, words, look) in keys {
        figure.rect(Rect::new(left, top, 22.0, 16.0), look);
        figure.say(words, left + 30.0, top + 13.0);
    }
    figure
}

/// How many multiprocessors had work, on average over a launch.
fn multiprocessors() -> Figure {
    let mut figure = Figure::new(
        FOLDER,
        "results-2-speed-of-light-busy",
        "Multiprocessors with work in one attention launch",
    )
    .argues(
        "Over the time of one launch 1.6 of 84 multiprocessors had work at batch 1, and 45.2 at batch 32. The launch took 6.78 and 7.90 \
         microseconds: more requests filled multiprocessors that stood empty.",
    )
    .high(196.0);
    for (left, name, busy, time, said) in [
        (8.0, "batch 1", 1.62, "6.78 µs", "1.6 of 84 with work"),
        (252.0, "batch 32", 45.16, "7.90 µs", "45.2 of 84 with work"),
    ] {
        figure.write(Text::new(name, left, 18.0).bold());
        figure.write(Text::new(time, left + 208.0, 18.0).end());
        let columns = 14;
        figure.cells(
            Lattice {
                x: left,
                y: 30.0,
                side: 15.0,
                columns,
                rows: MULTIPROCESSORS / columns,
            },
            |column, row| {
                let at = (row * columns + column) as f64;
                if at + 1.0 <= busy {
                    Look::Full(Hue::A)
                } else if at < busy {
                    Look::Wash(Hue::A)
                } else {
                    Look::Hollow
                }
            },
        );
        figure.say(said, left, 146.0);
    }
    figure.write(Text::new("square: a multiprocessor", 8.0, 182.0).soft());
    figure.write(Text::new("means over a launch", 252.0, 182.0).soft());
    figure
}

/// Times of the products with few rows, and the least time from device memory.
fn below_the_floor() -> Figure {
    let rows = [
        (1, 68.7),
        (2, 39.5),
        (4, 39.6),
        (8, 40.9),
        (16, 43.3),
        (32, 36.0),
        (64, 36.6),
        (128, 66.0),
    ];
    let mut figure = Figure::new(
        FOLDER,
        "results-3-roofline-floor",
        "Measured times beside the time to read the weights",
    )
    .argues(
        "To read 45.1 MB of weights from device memory takes 47.0 microseconds. Products with 2 to 64 rows took 36.0 to 43.3: their weights \
         came from the L2 cache. With one row it took 68.7, longer than with two.",
    )
    .high(334.0);
    let axis = figure.axis(
        Rect::new(84.0, 280.0, 372.0, 0.0),
        (0.0, 76.0),
        &[(0.0, "0"), (20.0, "20"), (40.0, "40"), (60.0, "60")],
        "µs a product",
    );
    for (at, (m, time)) in rows.into_iter().enumerate() {
        let top = 34.0 + 30.0 * at as f64;
        figure.write(Text::new(format!("M = {m}"), 76.0, top + 16.0).end());
        let look = if time < 47.0 {
            Look::Wash(Hue::B)
        } else {
            Look::Wash(Hue::A)
        };
        let span = Span {
            y: top,
            height: 22.0,
            from: 0.0,
            to: time,
        };
        figure.span(axis, span, &format!("{time:.1}"), look);
    }
    let floor = axis.x(47.0);
    figure.rule((floor, 24.0), (floor, 280.0), Look::Outline(Hue::Ink));
    figure.write(Text::new("read once: 47.0", floor, 16.0).middle().bold());
    figure
}
