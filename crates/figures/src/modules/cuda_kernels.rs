//! Figures of the module on CUDA kernels, a file a lesson.

mod few_bits;
mod host_side;
mod latency;
mod memory;
mod rope;
mod shared;
mod shuffles;
mod threads;
mod tiling;
mod warps;

use super::Figure;
use crate::{Hue, Look, Rect, Text};

const FOLDER: &str = "miniaturization/cuda-kernels";

/// In the order of their lessons.
pub fn all() -> Vec<Figure> {
    vec![
        threads::grid(),
        threads::square(),
        guard(),
        host_side::timeline(),
        memory::hierarchy(),
        memory::accesses(),
        shared::barrier(),
        shared::banks(),
        tiling::frames(),
        warps::divergence(),
        shuffles::steps(),
        latency::hiding(),
        latency::limits(),
        latency::waves(),
        few_bits::wrap(),
        few_bits::nibbles(),
        rope::pair(),
    ]
}

/// n = 1,000 in blocks of 256: four blocks, and 24 threads of the last one have no element.
fn guard() -> Figure {
    let (n, block, blocks) = (1000usize, 256usize, 4usize);
    let surplus = block * blocks - n;
    let mut figure = Figure::new(
        FOLDER,
        "lesson-01-threads-guard",
        "1,000 elements in blocks of 256",
    )
    .argues(
        "Four blocks of 256 are 1,024 threads for 1,000 elements. In the last warp of the last block 8 threads have an element \
         and 24 have none: without the guard they would touch memory past the end.",
    )
    .high(236.0);
    for (at, rect) in Rect::new(12.0, 8.0, 456.0, 98.0)
        .columns(blocks, 8.0)
        .into_iter()
        .enumerate()
    {
        let room = figure.block(rect, &format!("block {at}"));
        // A warp a row: eight of them, as bars.
        for (warp, row) in room.rows(block / 32, 2.0).into_iter().enumerate() {
            let last = at == blocks - 1 && warp == block / 32 - 1;
            let look = if last {
                Look::Wash(Hue::B)
            } else {
                Look::Full(Hue::A)
            };
            figure.rect(row, look);
        }
    }
    figure.arrow((410.0, 106.0), (410.0, 136.0), Hue::Soft);
    figure.write(Text::new("warp 7 of block 3", 12.0, 134.0).bold());
    let lanes = figure.warp(34.0, 146.0, 11.0, |lane| {
        if lane < 32 - surplus {
            Look::Full(Hue::A)
        } else {
            Look::Hollow
        }
    });
    let edge = lanes.x + (32 - surplus) as f64 * 13.0;
    figure.bracket((lanes.x, edge - 3.0), 164.0, "i = 992 … 999");
    figure.bracket(
        (edge + 1.0, lanes.right()),
        164.0,
        &format!("{surplus} threads, no element"),
    );
    figure.write(
        Text::new("if (i < n)", edge + 1.0, 218.0)
            .mono()
            .hue(Hue::B),
    );
    figure.write(Text::new("keeps them out", edge + 95.0, 218.0));
    figure
}
