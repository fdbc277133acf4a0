//! The runs: numbers and blocks, and what must come out.

use lab::{Case, Data, Elem, Expected, Layout, Seed, cover};

use super::blocks::{Q4_K, Q8_1, alike, numbers, quantised, weights};
use super::oracle::{Sum, product};

/// Counts are taken where blocks of threads are full.
pub const ROUND: &str = "round";

/// The runs of part `quantize`: a warp a block of 32 numbers.
pub fn quantize(seed: Seed) -> Vec<Case> {
    let case = |blocks| numbers_to_blocks(seed, blocks);
    vec![
        case(5),
        case(1),
        case(8),
        case(9),
        case(24),
        case(11).reordered(),
        case(64).tag(ROUND),
    ]
}

fn numbers_to_blocks(seed: Seed, blocks: usize) -> Case {
    let x = numbers(&mut seed.numbers(blocks as u64), blocks);
    let right = x.chunks_exact(32).flat_map(quantised).collect();
    Case::new(format!("n = {}", 32 * blocks), "quantize_q8_1")
        .launch([cover(blocks, 8), 1, 1], [256, 1, 1])
        .buffer("x", Data::f32(&x))
        .buffer("q", Data::unwritten(Layout::Record(&Q8_1), blocks))
        .int("n", 32 * blocks)
        .expect(
            "q",
            Expected::exact(Data::records(&Q8_1, right)),
            &[("block", blocks)],
        )
}

/// The runs of a product: a warp a row.
pub fn gemv(seed: Seed, kernel: &'static str) -> Vec<Case> {
    let case = |rows, cols| rows_times_x(seed, kernel, (rows, cols));
    vec![
        case(7, 256),
        case(1, 256),
        case(5, 768),
        case(9, 1024),
        case(11, 512).reordered(),
        case(16, 1024).tag(ROUND),
    ]
}

fn rows_times_x(seed: Seed, kernel: &'static str, (rows, cols): (usize, usize)) -> Case {
    let mut seeded = seed.numbers((rows * 10_000 + cols) as u64);
    let blocks = cols / 256;
    let w = weights(&mut seeded, rows * blocks);
    let x = alike(&mut seeded, cols / 32);
    let x: Vec<u8> = x.chunks_exact(32).flat_map(quantised).collect();
    let of_rows = w.chunks_exact(blocks * Q4_K.bytes);
    let sums: Vec<Sum> = of_rows.map(|row| product(row, &x)).collect();
    let values = sums.iter().map(|sum| sum.value).collect();
    let bounds = sums.iter().map(|sum| sum.tolerance(blocks)).collect();
    Case::new(format!("rows = {rows}, cols = {cols}"), kernel)
        .launch([cover(rows, 8), 1, 1], [256, 1, 1])
        .buffer("W", Data::records(&Q4_K, w))
        .buffer("x", Data::records(&Q8_1, x))
        .buffer("y", Data::fresh(Elem::F32, rows))
        .int("rows", rows)
        .int("cols", cols)
        .expect(
            "y",
            Expected::bounded(Elem::F32, values, bounds),
            &[("row", rows)],
        )
}
