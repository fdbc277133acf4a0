//! Lab C03: shared memory and bank conflicts, by transposing a matrix. A lab's data in; nothing runs here.
//!
//! A transpose only moves bits, so the comparison is exact. Shapes are square and not, one row, one column, and one
//! beside a tile in each direction.

use lab::{Bound, Case, CheckDef, Data, Expected, KernelSpec, Lab, Metric, Part, Seeded, cover};

/// The lab.
pub static LAB: Lab = Lab {
    id: "transpose",
    title: "Shared memory and bank conflicts",
    goal: "stage a tile through shared memory, place the barrier, and remove every bank conflict",
    requires: &["vector-add"],
    minutes: 60,
    file: "transpose.cu",
    kernel: include_str!("../../../kernels/transpose.cu"),
    hints: include_str!("../hints.md"),
    wrong: &[
        ("one-past.cu", include_str!("../wrong/one-past.cu")),
        (
            "reads-columns.cu",
            include_str!("../wrong/reads-columns.cu"),
        ),
        ("square-guard.cu", include_str!("../wrong/square-guard.cu")),
        ("no-barrier.cu", include_str!("../wrong/no-barrier.cu")),
        (
            "guarded-barrier.cu",
            include_str!("../wrong/guarded-barrier.cu"),
        ),
        ("two-barriers.cu", include_str!("../wrong/two-barriers.cu")),
        ("still-naive.cu", include_str!("../wrong/still-naive.cu")),
        ("unpadded.cu", include_str!("../wrong/unpadded.cu")),
    ],
    parts: &[NAIVE, TILE, PADDED],
};

const LESSON: &str = "miniaturization/cuda-kernels/lesson-03-shared.md";
const PARAMS: &[(&str, &str)] = &[
    ("const float*", "in"),
    ("float*", "out"),
    ("int", "rows"),
    ("int", "cols"),
];
const ROUND: &str = "round";

const LOADS: CheckDef = CheckDef::budget(
    "loads",
    "reads of `in` use whole sectors",
    Metric::LoadSectors("in"),
    ROUND,
    |_| Bound::at_most(4.0, 4.5),
);
const STORES: CheckDef = CheckDef::budget(
    "stores",
    "writes of `out` fill whole sectors",
    Metric::StoreSectors("out"),
    ROUND,
    |_| Bound::at_most(4.0, 4.5),
);
const ONE_BARRIER: CheckDef = CheckDef::budget(
    "one-barrier",
    "one barrier a tile is enough",
    Metric::BarriersPerBlock,
    ROUND,
    |_| Bound::exactly(1.0),
);
const SHARED: CheckDef = CheckDef::budget(
    "shared",
    "a tile and its padding, no more",
    Metric::SharedBytes,
    ROUND,
    |_| Bound::at_most(4096.0, 4224.0),
);

const NAIVE: Part = Part {
    id: "naive",
    title: "Straight across",
    task: "Write `transpose_naive`: `out[c][r] = in[r][c]`, one element a thread, reading along rows.",
    lesson: LESSON,
    kernels: &[KernelSpec {
        name: "transpose_naive",
        params: PARAMS,
    }],
    checks: &[
        CheckDef::COMPILES,
        CheckDef::correct("every element is in its place, at every shape"),
        CheckDef::BOUNDS,
        LOADS,
        CheckDef::budget(
            "price",
            "what the writes cost is seen",
            Metric::StoreSectors("out"),
            ROUND,
            |_| Bound::at_most(4.0, 32.0),
        ),
    ],
    cases: || cases("transpose_naive"),
};

const TILE: Part = Part {
    id: "tile",
    title: "Turned around in shared memory",
    task: "Write `transpose_tile`: through a 32 × 32 tile, so that reads and writes both go along rows.",
    lesson: LESSON,
    kernels: &[KernelSpec {
        name: "transpose_tile",
        params: PARAMS,
    }],
    checks: &[
        CheckDef::COMPILES,
        CheckDef::correct("every element is in its place, at every shape"),
        CheckDef::BOUNDS,
        CheckDef::BARRIERS,
        CheckDef::RACE_FREE,
        CheckDef::INITIALISED,
        CheckDef::ORDER,
        LOADS,
        STORES,
        ONE_BARRIER,
        SHARED,
        CheckDef::budget(
            "price",
            "what the banks cost is seen",
            Metric::BankPasses,
            ROUND,
            |_| Bound::at_most(1.0, 32.0),
        ),
    ],
    cases: || cases("transpose_tile"),
};

const PADDED: Part = Part {
    id: "padded",
    title: "No bank conflict",
    task: "Write `transpose_padded`: the same, and a column of the tile lies in 32 different banks.",
    lesson: LESSON,
    kernels: &[KernelSpec {
        name: "transpose_padded",
        params: PARAMS,
    }],
    checks: &[
        CheckDef::COMPILES,
        CheckDef::correct("every element is in its place, at every shape"),
        CheckDef::BOUNDS,
        CheckDef::BARRIERS,
        CheckDef::RACE_FREE,
        CheckDef::INITIALISED,
        CheckDef::ORDER,
        LOADS,
        STORES,
        ONE_BARRIER,
        SHARED,
        CheckDef::budget(
            "banks",
            "one pass over the banks for each access",
            Metric::BankPasses,
            ROUND,
            |_| Bound::at_most(1.0, 1.0),
        ),
    ],
    cases: || cases("transpose_padded"),
};

fn cases(kernel: &'static str) -> Vec<Case> {
    let shapes = [
        (31, 33),
        (33, 31),
        (32, 32),
        (17, 65),
        (1, 37),
        (37, 1),
        (1, 1),
    ];
    let mut cases: Vec<Case> = shapes
        .iter()
        .map(|&(rows, cols)| case(kernel, rows, cols))
        .collect();
    cases.push(case(kernel, 65, 33).reordered());
    cases.push(case(kernel, 64, 96).tag(ROUND));
    cases
}

fn case(kernel: &'static str, rows: usize, cols: usize) -> Case {
    let input = Seeded::new((rows * 1000 + cols) as u64).units(rows * cols);
    let expected = transpose(&input, rows, cols);
    Case::new(format!("{rows} × {cols}"), kernel)
        .launch([cover(cols, 32), cover(rows, 32), 1], [32, 32, 1])
        .buffer("in", Data::F32(input))
        .buffer("out", Data::EmptyF32(rows * cols))
        .int("rows", rows)
        .int("cols", cols)
        .expect(
            "out",
            Expected::Exact(expected),
            &[("row", cols), ("column", rows)],
        )
}

/// The oracle.
fn transpose(input: &[f32], rows: usize, cols: usize) -> Vec<f32> {
    (0..rows * cols)
        .map(|i| input[(i % rows) * cols + i / rows])
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oracle_transposes() {
        assert_eq!(
            transpose(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0], 2, 3),
            [1.0, 4.0, 2.0, 5.0, 3.0, 6.0]
        );
        assert_eq!(transpose(&[1.0, 2.0, 3.0], 1, 3), [1.0, 2.0, 3.0]);
    }

    #[test]
    fn the_teaching_is_sound() {
        assert_eq!(
            lab::verify(&LAB, &mut lab::Simulated::new()),
            Vec::<String>::new()
        );
    }
}
