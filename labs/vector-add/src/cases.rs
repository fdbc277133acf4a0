//! The runs and their oracles: what each launch is given, and what must come out.

use lab::{Case, Data, Elem, Expected, Seed, cover};

/// Counts are taken where every thread has an element.
pub const ROUND: &str = "round";
/// Counts are taken where a warp's reads begin 4 bytes after a sector.
pub const SHIFTED: &str = "shifted";

/// Warp instructions of a run: several times what one thread takes that adds the longest vectors alone.
const FUEL: u64 = 500_000;

/// Beside a warp and a block, a prime, one and none; those come first that say most when they fail.
const SIZES: [usize; 9] = [33, 257, 31, 32, 255, 256, 1009, 1, 0];

/// The runs of part `fill`.
pub fn fill() -> Vec<Case> {
    let case = |n: usize, threads: u32| {
        let indices: Vec<i32> = (0..n as i32).collect();
        Case::new(format!("n = {n}, blocks of {threads}"), "fill_index")
            .launch([cover(n, threads), 1, 1], [threads, 1, 1])
            .buffer("out", Data::fresh(Elem::I32, n))
            .int("n", n)
            .fuel(FUEL)
            .expect("out", Expected::exact(Data::i32(&indices)), &[])
    };
    let mut cases: Vec<Case> = SIZES.iter().map(|&n| case(n, 256)).collect();
    cases.push(case(1000, 96));
    cases.push(case(1024, 256).tag(ROUND));
    cases
}

/// The runs of part `vadd`.
pub fn vadd(seed: Seed) -> Vec<Case> {
    let sum = |n, (blocks, threads), skip| sum(seed, "vadd", n, Grid { blocks, threads }, skip);
    let sizes = SIZES.iter();
    let mut cases: Vec<Case> = sizes.map(|&n| sum(n, (cover(n, 256), 256), 0)).collect();
    cases.extend([32, 64, 1024].map(|threads| sum(777, (cover(777, threads), threads), 0)));
    cases.push(sum(1009, (8, 128), 0).reordered());
    cases.push(sum(1024, (4, 256), 0).tag(ROUND));
    cases.push(sum(1024, (4, 256), 1).tag(SHIFTED));
    cases
}

/// The runs of part `stride`.
pub fn stride(seed: Seed) -> Vec<Case> {
    let case = |n, blocks, threads| sum(seed, "vadd_stride", n, Grid { blocks, threads }, 0);
    let mut cases: Vec<Case> = SIZES.iter().map(|&n| case(n, 2, 64)).collect();
    cases.push(case(257, 1, 32));
    cases.push(case(1000, 3, 96).reordered());
    cases.push(case(100, 4, 256));
    cases.push(case(2048, 4, 128).tag(ROUND));
    cases
}

/// The runs of part `vadd` that only grading makes: sizes between those of the others and beyond them.
pub fn hidden(seed: Seed) -> Vec<Case> {
    let mut drawn = seed.numbers(u64::MAX);
    let mut case = |from: u64, to: u64| {
        let n = (from + drawn.below(to - from)) as usize;
        let threads = 32 * (1 + drawn.below(16)) as u32;
        let blocks = cover(n, threads);
        sum(seed, "vadd", n, Grid { blocks, threads }, 0)
    };
    vec![
        case(2, 31),
        case(258, 1009),
        case(1025, 4096),
        case(4097, 10_000),
    ]
}

/// Blocks in a row, and threads of each.
struct Grid {
    blocks: u32,
    threads: u32,
}

/// `c = a + b` on n seeded elements; the pointer `a` is `skip` elements into its buffer.
fn sum(
    seed: Seed,
    kernel: &'static str,
    n: usize,
    Grid { blocks, threads }: Grid,
    skip: usize,
) -> Case {
    let mut seeded = seed.numbers(n as u64 * 64 + skip as u64);
    let (a, b) = (seeded.units(n + skip), seeded.units(n));
    let expected = add(&a[skip..], &b);
    let shifted = if skip > 0 { ", a + 1" } else { "" };
    Case::new(
        format!("n = {n}, {blocks} × {threads} threads{shifted}"),
        kernel,
    )
    .launch([blocks, 1, 1], [threads, 1, 1])
    .buffer_after("a", Data::f32(&a), skip)
    .buffer("b", Data::f32(&b))
    .buffer("c", Data::fresh(Elem::F32, n))
    .int("n", n)
    .fuel(FUEL)
    .expect("c", Expected::exact(Data::f32(&expected)), &[])
}

/// A sum to be timed, whose three buffers fill so many bytes, by `blocks` blocks at most.
pub fn timed(kernel: &'static str, room: usize, blocks: u32) -> Case {
    let n = (room / 12).max(256);
    let vector = || Data::fresh(Elem::F32, n);
    Case::new(format!("n = {n}"), kernel)
        .launch([cover(n, 256).min(blocks), 1, 1], [256, 1, 1])
        .buffer("a", vector())
        .buffer("b", vector())
        .buffer("c", vector())
        .int("n", n)
}

/// The oracle: one correctly rounded addition each.
fn add(a: &[f32], b: &[f32]) -> Vec<f32> {
    a.iter().zip(b).map(|(a, b)| a + b).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oracle_adds() {
        assert_eq!(add(&[1.5, -2.0, 1e8], &[0.25, 2.0, 1.0]), [1.75, 0.0, 1e8]);
    }

    #[test]
    fn the_shifted_case_expects_the_sums_from_the_second_element_on() {
        let case = sum(
            Seed::default(),
            "vadd",
            3,
            Grid {
                blocks: 1,
                threads: 32,
            },
            1,
        );
        let (a, b) = (case.numbers_of("a"), case.numbers_of("b"));
        assert_eq!((a.len(), b.len()), (4, 3));
        let sums: Vec<f32> = (0..3).map(|i| a[i + 1] as f32 + b[i] as f32).collect();
        assert_eq!(case.outputs[0].expected, Expected::exact(Data::f32(&sums)));
    }
}
