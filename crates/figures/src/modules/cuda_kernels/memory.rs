//! Lesson 3: the places where data lives, and what eight ways of reading touch.

use super::FOLDER;
use crate::{Figure, Hue, Look, Rect, Text};

/// Four levels, from a thread outwards.
pub fn hierarchy() -> Figure {
    let mut figure = Figure::new(
        FOLDER,
        "lesson-03-memory-hierarchy",
        "Four places for data on an H100, from near to far",
    )
    .argues(
        "The nearer a place is, the smaller it is and the fewer threads share it: registers answer in about 4 cycles and belong \
         to one thread; device memory answers in about 480 and belongs to all.",
    )
    .high(262.0);
    let levels = [
        ("registers", "256 KiB an SM", "one thread", "4", Hue::A),
        (
            "shared memory, L1",
            "256 KiB an SM",
            "one block; one SM",
            "30",
            Hue::B,
        ),
        ("L2 cache", "50 MB", "all SMs", "260", Hue::C),
        (
            "device memory",
            "80 GB",
            "all SMs, host copies",
            "480",
            Hue::D,
        ),
    ];
    figure.write(Text::new("seen by", 250.0, 18.0).soft());
    figure.write(Text::new("cycles", 468.0, 18.0).end().soft());
    for (at, (name, size, scope, cycles, hue)) in levels.into_iter().enumerate() {
        let y = 28.0 + 58.0 * at as f64;
        let rect = Rect::new(12.0, y, 148.0 + 26.0 * at as f64, 48.0);
        figure.rect(rect, Look::Wash(hue));
        figure.write(Text::new(name, 22.0, y + 20.0).bold());
        figure.say(size, 22.0, y + 39.0);
        figure.say(scope, 250.0, y + 29.0);
        figure.write(Text::new(cycles, 468.0, y + 29.0).end().bold());
        if at > 0 {
            figure.arrow((60.0, y - 10.0), (60.0, y), Hue::Soft);
        }
    }
    figure
}

/// One way of reading: the code, what it comes to, and the words touched.
struct Access {
    code: &'static str,
    told: &'static str,
    word: fn(usize) -> usize,
    words: usize,
}

/// The sectors that a warp's request touches, for each line of `kernels/examples/accesses.cu`.
pub fn accesses() -> Figure {
    let one = |code, told, word| Access {
        code,
        told,
        word,
        words: 1,
    };
    let rows = [
        one("x[i]", "4 sectors, all used", |lane| lane),
        one("x[i + 1]", "5 sectors, 80 % used", |lane| lane + 1),
        one("x[2 * i]", "8 sectors, half used", |lane| 2 * lane),
        one("x[3 * i]", "12 sectors, a third", |lane| 3 * lane),
        one("x[8 * i]", "32 sectors, an eighth", |lane| 8 * lane),
        one("x[1024 * i]", "32, far apart, an eighth", |lane| 8 * lane),
        one("x[0]", "1 sector for all lanes", |_| 0),
        Access {
            code: "float4 at i",
            told: "16 sectors, all used",
            word: |lane| 4 * lane,
            words: 4,
        },
    ];
    let mut figure = Figure::new(
        FOLDER,
        "lesson-03-memory-accesses",
        "The sectors that one request of a warp touches",
    )
    .argues(
        "A request costs the number of distinct 32-byte sectors that its 32 lanes touch: 4 for neighbouring floats, one more when \
         they begin in the middle of a sector, 32 as soon as the stride is 8 floats or more. A float4 a lane touches 16 and uses \
         all of each.",
    )
    .high(346.0);
    let mut y = 16.0;
    for row in rows {
        figure.write(Text::new(row.code, 10.0, y).mono());
        figure.write(Text::new(row.told, 470.0, y).end());
        y = touched(&mut figure, y + 7.0, &row) + 22.0;
    }
    figure
}

/// A row of sectors, 16 to a line, with the words that are used; gives where it ends.
fn touched(figure: &mut Figure, top: f64, row: &Access) -> f64 {
    let mut used = vec![false; 8 * 32];
    for lane in 0..32 {
        for k in 0..row.words {
            used[(row.word)(lane) + k] = true;
        }
    }
    let sectors: Vec<&[bool]> = used.chunks(8).filter(|s| s.contains(&true)).collect();
    let (word, height) = (3.25, 10.0);
    for (at, sector) in sectors.iter().enumerate() {
        let x = 10.0 + (at % 16) as f64 * (word * 8.0 + 3.0);
        let y = top + (at / 16) as f64 * (height + 4.0);
        let mut k = 0;
        while k < 8 {
            let run = sector[k..].iter().take_while(|w| **w).count();
            if run > 0 {
                let cell = Rect::new(x + k as f64 * word, y, run as f64 * word, height);
                figure.cornered(cell, 0.5, Look::Full(Hue::A));
            }
            k += run.max(1);
        }
        figure.cornered(
            Rect::new(x, y, word * 8.0, height),
            1.0,
            Look::Outline(Hue::Soft),
        );
    }
    top + sectors.len().div_ceil(16) as f64 * (height + 4.0) - 4.0
}
