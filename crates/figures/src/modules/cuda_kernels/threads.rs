//! Lesson 1: a launch taken apart, and a square block cut into warps.

use super::FOLDER;
use crate::machine::Lattice;
use crate::{Figure, Hue, Look, Rect, Text};

/// Element 778 of a launch with blocks of 256: block 3, warp 0, lane 10.
pub fn grid() -> Figure {
    let (block, blocks, lane) = (256usize, 4usize, 10usize);
    let element = 3 * block + lane;
    let mut figure = Figure::new(
        FOLDER,
        "lesson-01-threads-grid",
        "From a grid to one lane and its element",
    )
    .argues(
        "A grid of four blocks has eight warps of 32 lanes in each block. Lane 10 of warp 0 of block 3 is the thread with \
         i = 3 times 256 plus 10 = 778, and it owns element 778 of the array.",
    )
    .high(284.0);
    figure.write(Text::new("grid", 12.0, 20.0).bold());
    figure.write(Text::new("4 blocks, 1,024 threads", 60.0, 20.0).soft());
    for (at, rect) in Rect::new(12.0, 30.0, 456.0, 98.0)
        .columns(blocks, 8.0)
        .into_iter()
        .enumerate()
    {
        let room = figure.block(rect, &format!("block {at}"));
        for (warp, row) in room.rows(block / 32, 2.0).into_iter().enumerate() {
            let mine = at == blocks - 1 && warp == 0;
            let look = if mine {
                Look::Full(Hue::B)
            } else {
                Look::Wash(Hue::A)
            };
            figure.rect(row, look);
        }
    }
    figure.arrow((410.0, 128.0), (410.0, 152.0), Hue::Soft);
    figure.write(Text::new("warp 0 of block 3", 34.0, 154.0).bold());
    figure.write(Text::new("32 lanes", 180.0, 154.0).soft());
    let lanes = figure.warp(34.0, 164.0, 11.0, |k| {
        if k == lane {
            Look::Full(Hue::B)
        } else {
            Look::Wash(Hue::A)
        }
    });
    let x = lanes.x + lane as f64 * 13.0 + 5.5;
    figure.arrow((x, 178.0), (x, 222.0), Hue::B);
    figure.write(Text::new("lane 10", x + 10.0, 195.0));
    figure.write(Text::new(format!("i = 3 · 256 + 10 = {element}"), x + 10.0, 214.0).mono());
    let word = element % 8;
    let left = x - (word as f64 + 0.5) * 18.0;
    figure.sector(left, 226.0, 18.0, |k| {
        if k == word {
            Look::Full(Hue::B)
        } else {
            Look::Hollow
        }
    });
    figure.write(Text::new(format!("x[{element}]"), x, 264.0).middle().mono());
    figure.write(Text::new("elements in memory", left + 156.0, 240.0).soft());
    figure
}

/// The threads of a 16 x 16 block by warp; thread (5, 3) is lane 21 of warp 1.
pub fn square() -> Figure {
    let (width, asked) = (16usize, (5usize, 3usize));
    let mut figure = Figure::new(
        FOLDER,
        "lesson-01-threads-square",
        "A block of 16 by 16 threads, cut into warps",
    )
    .argues(
        "Threads are numbered along x first. A row has 16 threads, so each warp of 32 takes two rows; thread (5, 3) has number \
         3 times 16 plus 5 = 53 and is lane 21 of warp 1.",
    )
    .high(312.0);
    figure.write(Text::new("threadIdx.x", 60.0, 20.0).mono());
    figure.arrow((166.0, 15.0), (216.0, 15.0), Hue::Soft);
    figure.write(Text::new("y", 26.0, 52.0).mono());
    figure.arrow((30.0, 60.0), (30.0, 110.0), Hue::Soft);
    let (left, top, side) = (60.0, 34.0, 16.0);
    figure.cells(
        Lattice {
            x: left,
            y: top,
            side,
            columns: width,
            rows: 16,
        },
        |x, y| {
            let warp = (y * width + x) / 32;
            if (x, y) == asked {
                Look::Full(Hue::B)
            } else if warp % 2 == 0 {
                Look::Wash(Hue::A)
            } else {
                Look::Wash(Hue::C)
            }
        },
    );
    let right = left + side * width as f64;
    for warp in 0..8usize {
        let y = top + side * (2 * warp) as f64;
        figure.path(
            &format!("M{} {}h6v{}h-6", right + 3.0, y + 2.0, side * 2.0 - 6.0),
            Look::Outline(Hue::Soft),
        );
        figure.say(format!("warp {warp}"), right + 16.0, y + side + 4.0);
    }
    let t = asked.1 * width + asked.0;
    let note = right + 78.0;
    figure.write(Text::new("(5, 3)", note, top + 44.0).bold());
    figure.say(format!("number {t}"), note, top + 64.0);
    figure.say(format!("lane {}", t % 32), note, top + 84.0);
    figure
}
