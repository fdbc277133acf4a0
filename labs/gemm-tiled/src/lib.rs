//! Lab C12: matrix multiplication through shared-memory tiles. A lab's data in; nothing runs here.
//!
//! The oracle sums in double precision. A result may be off by `4 · K · 2⁻²⁴ · Σ|aᵢbᵢ|`, the bound for a chain of K
//! rounded additions. Each dimension in turn is no multiple of the tile, and some are smaller than one.

use lab::{
    Bound, Case, CheckDef, Data, Expected, KernelSpec, Lab, Metric, Part, Seeded,
    compare::sum_tolerance, cover,
};

/// The lab.
pub static LAB: Lab = Lab {
    id: "gemm-tiled",
    title: "Shared-memory tiling",
    goal: "derive how many elements a tiled product loads, and write it with correct edges and barriers",
    requires: &["transpose"],
    minutes: 75,
    file: "gemm-tiled.cu",
    kernel: include_str!("../../../kernels/gemm-tiled.cu"),
    hints: include_str!("../hints.md"),
    wrong: &[
        ("round-only.cu", include_str!("../wrong/round-only.cu")),
        ("one-past.cu", include_str!("../wrong/one-past.cu")),
        (
            "forgets-the-sum.cu",
            include_str!("../wrong/forgets-the-sum.cu"),
        ),
        (
            "skips-the-edge.cu",
            include_str!("../wrong/skips-the-edge.cu"),
        ),
        (
            "no-second-barrier.cu",
            include_str!("../wrong/no-second-barrier.cu"),
        ),
        ("leaves-early.cu", include_str!("../wrong/leaves-early.cu")),
        ("turned-tile.cu", include_str!("../wrong/turned-tile.cu")),
        ("loads-twice.cu", include_str!("../wrong/loads-twice.cu")),
    ],
    parts: &[TILE32, TILE16],
};

const LESSON: &str = "miniaturization/cuda-kernels/lesson-04-tiling.md";
const PARAMS: &[(&str, &str)] = &[
    ("const float*", "A"),
    ("const float*", "B"),
    ("float*", "C"),
    ("int", "M"),
    ("int", "N"),
    ("int", "K"),
];
const ROUND: &str = "round";
const EDGE: &str = "edge";

const TILE32: Part = Part {
    id: "tile32",
    title: "Tiles of 32 × 32",
    task: "Write `gemm_tiled32`: each block fills a tile of A and one of B together, and uses each element 32 times.",
    lesson: LESSON,
    kernels: &[KernelSpec {
        name: "gemm_tiled32",
        params: PARAMS,
    }],
    checks: &[
        CheckDef::COMPILES,
        CORRECT,
        CheckDef::BOUNDS,
        CheckDef::BARRIERS,
        CheckDef::RACE_FREE,
        CheckDef::INITIALISED,
        CheckDef::ORDER,
        CheckDef::budget(
            "loads",
            "M·N·K·(1/32 + 1/32) elements are loaded",
            Metric::LoadedElements(""),
            ROUND,
            |c| loads(c, 32),
        ),
        CheckDef::budget(
            "edge-loads",
            "at 33 × 33 × 33 nothing outside is loaded",
            Metric::LoadedElements(""),
            EDGE,
            |c| loads(c, 32),
        ),
        SECTORS,
        CheckDef::budget(
            "two-barriers",
            "two barriers for each step along K",
            Metric::BarriersPerBlock,
            ROUND,
            |c| barriers(c, 32),
        ),
        CheckDef::budget(
            "shared",
            "two tiles of shared memory",
            Metric::SharedBytes,
            ROUND,
            |_| Bound::at_most(8192.0, 8448.0),
        ),
        BANKS,
    ],
    cases: || cases("gemm_tiled32", 32),
};

const TILE16: Part = Part {
    id: "tile16",
    title: "Tiles of 16 × 16",
    task: "Write `gemm_tiled16`: the same with blocks of 16 × 16, a quarter of the shared memory and twice the loads.",
    lesson: LESSON,
    kernels: &[KernelSpec {
        name: "gemm_tiled16",
        params: PARAMS,
    }],
    checks: &[
        CheckDef::COMPILES,
        CORRECT,
        CheckDef::BOUNDS,
        CheckDef::BARRIERS,
        CheckDef::RACE_FREE,
        CheckDef::INITIALISED,
        CheckDef::ORDER,
        CheckDef::budget(
            "loads",
            "M·N·K·(1/16 + 1/16) elements are loaded",
            Metric::LoadedElements(""),
            ROUND,
            |c| loads(c, 16),
        ),
        SECTORS,
        CheckDef::budget(
            "two-barriers",
            "two barriers for each step along K",
            Metric::BarriersPerBlock,
            ROUND,
            |c| barriers(c, 16),
        ),
        CheckDef::budget(
            "shared",
            "two tiles of shared memory",
            Metric::SharedBytes,
            ROUND,
            |_| Bound::at_most(2048.0, 2176.0),
        ),
        BANKS,
    ],
    cases: || cases("gemm_tiled16", 16),
};

const CORRECT: CheckDef =
    CheckDef::correct("every element is right within the rounding bound, at every shape");
const SECTORS: CheckDef = CheckDef::budget(
    "sectors",
    "loads use whole sectors",
    Metric::LoadSectors(""),
    ROUND,
    |_| Bound::at_most(4.0, 4.5),
);
const BANKS: CheckDef = CheckDef::budget(
    "banks",
    "one pass over the banks for each access",
    Metric::BankPasses,
    ROUND,
    |_| Bound::at_most(1.0, 1.0),
);

/// Each row of tiles reads all of its rows of A once for each column of tiles, and the other way round.
fn loads(case: &Case, tile: u64) -> Bound {
    let (m, n, k) = (case.int_of("M"), case.int_of("N"), case.int_of("K"));
    let elements = (m * k * n.div_ceil(tile) + k * n * m.div_ceil(tile)) as f64;
    Bound::at_most(elements, elements)
}

fn barriers(case: &Case, tile: u64) -> Bound {
    Bound::exactly(2.0 * case.int_of("K").div_ceil(tile) as f64)
}

fn cases(kernel: &'static str, tile: u32) -> Vec<Case> {
    let shapes = [
        (17, 31, 33),
        (31, 33, 17),
        (33, 17, 31),
        (32, 32, 32),
        (1, 33, 40),
        (33, 1, 64),
        (1, 1, 1),
        (5, 7, 0),
    ];
    let mut cases: Vec<Case> = shapes
        .iter()
        .map(|&shape| case(kernel, tile, shape))
        .collect();
    cases.push(case(kernel, tile, (33, 33, 33)).tag(EDGE).reordered());
    cases.push(case(kernel, tile, (64, 64, 64)).tag(ROUND));
    cases
}

fn case(kernel: &'static str, tile: u32, (m, n, k): (usize, usize, usize)) -> Case {
    let mut seeded = Seeded::new((m * 10_000 + n * 100 + k) as u64);
    let (a, b) = (seeded.units(m * k), seeded.units(k * n));
    let (values, tolerances) = product(&a, &b, (m, n, k));
    Case::new(format!("M = {m}, N = {n}, K = {k}"), kernel)
        .launch([cover(n, tile), cover(m, tile), 1], [tile, tile, 1])
        .buffer("A", Data::F32(a))
        .buffer("B", Data::F32(b))
        .buffer("C", Data::EmptyF32(m * n))
        .int("M", m)
        .int("N", n)
        .int("K", k)
        .expect(
            "C",
            Expected::Near { values, tolerances },
            &[("row", m), ("column", n)],
        )
}

/// The oracle: sums in double precision, and how far off each may be.
fn product(a: &[f32], b: &[f32], (m, n, k): (usize, usize, usize)) -> (Vec<f64>, Vec<f64>) {
    let element = |row: usize, col: usize| {
        let terms = (0..k).map(|i| f64::from(a[row * k + i]) * f64::from(b[i * n + col]));
        let (sum, magnitude) = terms.fold((0.0, 0.0), |(s, g), term| (s + term, g + term.abs()));
        (sum, sum_tolerance(k, magnitude))
    };
    (0..m * n).map(|i| element(i / n, i % n)).unzip()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oracle_multiplies() {
        // | 1 2 |   | 5 6 |   | 19 22 |
        // | 3 4 | * | 7 8 | = | 43 50 |
        let (values, tolerances) = product(&[1.0, 2.0, 3.0, 4.0], &[5.0, 6.0, 7.0, 8.0], (2, 2, 2));
        assert_eq!(values, [19.0, 22.0, 43.0, 50.0]);
        assert_eq!(tolerances[0], 8.0 * 19.0 / 16_777_216.0 + 1e-30);
        assert_eq!(product(&[], &[], (1, 1, 0)).0, [0.0]);
    }

    #[test]
    fn the_load_budget_is_the_formula_where_tiles_fit() {
        let round = case("gemm_tiled32", 32, (64, 64, 64));
        assert_eq!(loads(&round, 32).ideal, 64.0 * 64.0 * 64.0 * (2.0 / 32.0));
        let edge = case("gemm_tiled32", 32, (33, 33, 33));
        assert_eq!(loads(&edge, 32).ideal, 2.0 * 33.0 * 33.0 * 2.0);
    }

    #[test]
    fn the_teaching_is_sound() {
        assert_eq!(
            lab::verify(&LAB, &mut lab::Simulated::new()),
            Vec::<String>::new()
        );
    }
}
