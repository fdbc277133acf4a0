//! Lab C01: threads, blocks and the guard. A lab's data in; nothing runs here.
//!
//! The oracle of `fill` is the index itself, that of the sums is one rounded addition, so all comparisons are exact.
//! Sizes stand at, below and above a warp and a block, with 0, a prime, and more elements than the grid has threads.

use lab::{Bound, Case, CheckDef, Data, Expected, KernelSpec, Lab, Metric, Part, Seeded, cover};

/// The lab.
pub static LAB: Lab = Lab {
    id: "vector-add",
    title: "Threads, blocks and the guard",
    goal: "say which element a thread owns, cover any size, and keep the surplus threads out of memory",
    requires: &[],
    minutes: 40,
    file: "vector-add.cu",
    kernel: include_str!("../../../kernels/vector-add.cu"),
    hints: include_str!("../hints.md"),
    wrong: &[
        (
            "first-block-only.cu",
            include_str!("../wrong/first-block-only.cu"),
        ),
        ("one-past.cu", include_str!("../wrong/one-past.cu")),
        ("no-guard.cu", include_str!("../wrong/no-guard.cu")),
        (
            "unsynced-fetch.cu",
            include_str!("../wrong/unsynced-fetch.cu"),
        ),
        ("never-ends.cu", include_str!("../wrong/never-ends.cu")),
        ("chunks.cu", include_str!("../wrong/chunks.cu")),
        (
            "trusts-the-order.cu",
            include_str!("../wrong/trusts-the-order.cu"),
        ),
        (
            "everybody-everything.cu",
            include_str!("../wrong/everybody-everything.cu"),
        ),
    ],
    parts: &[FILL, VADD, STRIDE],
};

const LESSON: &str = "miniaturization/cuda-kernels/lesson-01-threads.md";
const SUM: &[(&str, &str)] = &[
    ("const float*", "a"),
    ("const float*", "b"),
    ("float*", "c"),
    ("int", "n"),
];
const ROUND: &str = "round";
const SHIFTED: &str = "shifted";

const FILL: Part = Part {
    id: "fill",
    title: "Every element its own index",
    task: "Write `fill_index`: `out[i]` becomes `i` for each of the n elements, one element a thread.",
    lesson: LESSON,
    kernels: &[KernelSpec {
        name: "fill_index",
        params: &[("int*", "out"), ("int", "n")],
    }],
    checks: &[
        CheckDef::COMPILES,
        CheckDef::correct("every element holds its index, at every size"),
        CheckDef::BOUNDS,
        CheckDef::budget(
            "once",
            "every element is stored once",
            Metric::StoredElements("out"),
            ROUND,
            |c| Bound::exactly(c.int_of("n") as f64),
        ),
        CheckDef::budget(
            "sectors",
            "stores fill whole sectors",
            Metric::StoreSectors("out"),
            ROUND,
            |_| Bound::at_most(4.0, 4.0),
        ),
    ],
    cases: fill_cases,
};

const VADD: Part = Part {
    id: "vadd",
    title: "The guard",
    task: "Write `vadd`: `c[i] = a[i] + b[i]`, one element a thread; the launch has n threads or a few more.",
    lesson: LESSON,
    kernels: &[KernelSpec {
        name: "vadd",
        params: SUM,
    }],
    checks: &[
        CheckDef::COMPILES,
        CheckDef::correct("every sum is right, at every size and block size"),
        CheckDef::BOUNDS,
        CheckDef::RACE_FREE,
        CheckDef::INITIALISED,
        CheckDef::ORDER,
        CheckDef::budget(
            "sectors",
            "all three streams use whole sectors",
            Metric::Sectors,
            ROUND,
            |_| Bound::at_most(4.0, 4.0),
        ),
        CheckDef::budget(
            "shifted",
            "one element's offset costs one sector more",
            Metric::LoadSectors("a"),
            SHIFTED,
            |_| Bound::at_most(5.0, 5.0),
        ),
        CheckDef::budget(
            "bytes",
            "12 bytes move for each element",
            Metric::GlobalBytes,
            ROUND,
            |c| Bound::exactly(12.0 * c.int_of("n") as f64),
        ),
        CheckDef::budget(
            "lanes",
            "no lane idles at a round size",
            Metric::LaneEfficiency,
            ROUND,
            |_| Bound::at_least(100.0, 99.0),
        ),
    ],
    cases: vadd_cases,
};

const STRIDE: Part = Part {
    id: "stride",
    title: "Any grid, any size",
    task: "Write `vadd_stride`: the same sums with any number of threads, also fewer than elements.",
    lesson: LESSON,
    kernels: &[KernelSpec {
        name: "vadd_stride",
        params: SUM,
    }],
    checks: &[
        CheckDef::COMPILES,
        CheckDef::correct("every sum is right, with more and with fewer threads than elements"),
        CheckDef::BOUNDS,
        CheckDef::RACE_FREE,
        CheckDef::INITIALISED,
        CheckDef::ORDER,
        CheckDef::budget(
            "sectors",
            "all three streams use whole sectors",
            Metric::Sectors,
            ROUND,
            |_| Bound::at_most(4.0, 4.0),
        ),
        CheckDef::budget(
            "bytes",
            "12 bytes move for each element",
            Metric::GlobalBytes,
            ROUND,
            |c| Bound::exactly(12.0 * c.int_of("n") as f64),
        ),
    ],
    cases: stride_cases,
};

/// Beside a warp and a block, a prime, one and none; those come first that say most when they fail.
const SIZES: [usize; 9] = [33, 257, 31, 32, 255, 256, 1009, 1, 0];

fn fill_cases() -> Vec<Case> {
    let case = |n: usize, threads: u32| {
        Case::new(format!("n = {n}, blocks of {threads}"), "fill_index")
            .launch([cover(n, threads), 1, 1], [threads, 1, 1])
            .buffer("out", Data::EmptyI32(n))
            .int("n", n)
            .expect("out", Expected::I32((0..n as i32).collect()), &[])
    };
    let mut cases: Vec<Case> = SIZES.iter().map(|&n| case(n, 256)).collect();
    cases.push(case(1000, 96));
    cases.push(case(1024, 256).tag(ROUND));
    cases
}

fn vadd_cases() -> Vec<Case> {
    let mut cases: Vec<Case> = SIZES
        .iter()
        .map(|&n| sum("vadd", n, cover(n, 256), 256, 0))
        .collect();
    cases.extend([32, 64, 1024].map(|threads| sum("vadd", 777, cover(777, threads), threads, 0)));
    cases.push(sum("vadd", 1009, 8, 128, 0).reordered());
    cases.push(sum("vadd", 1024, 4, 256, 0).tag(ROUND));
    cases.push(sum("vadd", 1024, 4, 256, 1).tag(SHIFTED));
    cases
}

fn stride_cases() -> Vec<Case> {
    let mut cases: Vec<Case> = SIZES
        .iter()
        .map(|&n| sum("vadd_stride", n, 2, 64, 0))
        .collect();
    cases.push(sum("vadd_stride", 257, 1, 32, 0));
    cases.push(sum("vadd_stride", 1000, 3, 96, 0).reordered());
    cases.push(sum("vadd_stride", 100, 4, 256, 0));
    cases.push(sum("vadd_stride", 2048, 4, 128, 0).tag(ROUND));
    cases
}

/// `c = a + b` on n seeded elements; the pointer `a` is `skip` elements into its buffer.
fn sum(kernel: &'static str, n: usize, blocks: u32, threads: u32, skip: usize) -> Case {
    let mut seeded = Seeded::new(n as u64 * 64 + skip as u64);
    let (a, b) = (seeded.units(n + skip), seeded.units(n));
    let expected = add(&a[skip..], &b);
    let shifted = if skip > 0 { ", a + 1" } else { "" };
    Case::new(
        format!("n = {n}, {blocks} × {threads} threads{shifted}"),
        kernel,
    )
    .launch([blocks, 1, 1], [threads, 1, 1])
    .buffer_after("a", Data::F32(a), skip)
    .buffer("b", Data::F32(b))
    .buffer("c", Data::EmptyF32(n))
    .int("n", n)
    .expect("c", Expected::Exact(expected), &[])
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
        let case = sum("vadd", 3, 1, 32, 1);
        let (Some(Data::F32(a)), Some(Data::F32(b))) = (case.data_of("a"), case.data_of("b"))
        else {
            unreachable!("both are floats");
        };
        assert_eq!((a.len(), b.len()), (4, 3));
        assert_eq!(
            case.outputs[0].expected,
            Expected::Exact(vec![a[1] + b[0], a[2] + b[1], a[3] + b[2]])
        );
    }

    #[test]
    fn the_teaching_is_sound() {
        assert_eq!(
            lab::verify(&LAB, &mut lab::Simulated::new()),
            Vec::<String>::new()
        );
    }
}
