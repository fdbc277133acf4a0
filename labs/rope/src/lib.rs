//! Lab C10: rotary position embedding in four versions, and in both pairings. A lab's data in; nothing runs here.
//!
//! The oracle turns each pair in double precision, from the same single-precision frequencies that the kernel gets.
//! A pair may be off by `‖pair‖ · (angle · 2⁻²³ + 2⁻²⁰)`: a single-precision product rounds the angle, and sine, cosine
//! and the arithmetic round once each. Where the frequency is 1 the angle is a whole number and exact, so there the
//! first term falls away: that is what the check `far` looks at, at position 131,071. Fast maths gets `oracle::FAST`.

mod oracle;

use lab::{
    Bound, Case, CheckDef, Data, Expected, KernelSpec, Kind, Lab, Metric, Part, Seeded, cover,
};
use oracle::{Accuracy, Pairing};

/// The lab.
pub static LAB: Lab = Lab {
    id: "rope",
    title: "A real kernel: rotary embedding",
    goal: "take a kernel from right to fast in four steps, and show that it stays right at large positions",
    requires: &["vector-add"],
    minutes: 90,
    file: "rope.cu",
    kernel: include_str!("../../../kernels/rope.cu"),
    hints: include_str!("../hints.md"),
    wrong: &[
        ("overwritten.cu", include_str!("../wrong/overwritten.cu")),
        ("one-past.cu", include_str!("../wrong/one-past.cu")),
        ("no-guard.cu", include_str!("../wrong/no-guard.cu")),
        (
            "unsynced-turn.cu",
            include_str!("../wrong/unsynced-turn.cu"),
        ),
        (
            "small-positions-only.cu",
            include_str!("../wrong/small-positions-only.cu"),
        ),
        (
            "index-as-position.cu",
            include_str!("../wrong/index-as-position.cu"),
        ),
        ("scalar.cu", include_str!("../wrong/scalar.cu")),
        (
            "turn-per-head.cu",
            include_str!("../wrong/turn-per-head.cu"),
        ),
        ("neighbours.cu", include_str!("../wrong/neighbours.cu")),
    ],
    parts: &[V0, V1, V2, V3, HALF],
};

const LESSON: &str = "miniaturization/cuda-kernels/lesson-07-rope.md";
const PARAMS: &[(&str, &str)] = &[
    ("float*", "x"),
    ("const int*", "pos"),
    ("const float*", "inv_freq"),
    ("int", "tokens"),
    ("int", "heads"),
    ("int", "dim"),
];
const ROUND: &str = "round";

const CORRECT: CheckDef =
    CheckDef::correct("every pair is turned by its angle, up to position 131,071");
const FAR: CheckDef = CheckDef::new(
    "far",
    "where the angle is exact, the result is too: 2⁻²⁰ of the pair, at any position",
    Kind::Property(oracle::error_where_exact),
);
const LOADS: CheckDef = CheckDef::budget(
    "loads",
    "x is read in whole sectors",
    Metric::LoadSectors("x"),
    ROUND,
    |_| Bound::at_most(4.0, 4.1),
);
const STORES: CheckDef = CheckDef::budget(
    "stores",
    "x is written in whole sectors",
    Metric::StoreSectors("x"),
    ROUND,
    |_| Bound::at_most(4.0, 4.1),
);
const READ_ONCE: CheckDef = CheckDef::budget(
    "read-once",
    "each number is read once",
    Metric::LoadedElements("x"),
    ROUND,
    elements,
);
const WRITTEN_ONCE: CheckDef = CheckDef::budget(
    "written-once",
    "each number is written once",
    Metric::StoredElements("x"),
    ROUND,
    elements,
);

/// All numbers of x, no more.
fn elements(case: &Case) -> Bound {
    let all = (case.int_of("tokens") * case.int_of("heads") * case.int_of("dim")) as f64;
    Bound::at_most(all, all)
}

const V0: Part = Part {
    id: "v0",
    title: "A thread for each token",
    task: "Write `rope_v0`: one thread turns all pairs of all heads of its token.",
    lesson: LESSON,
    kernels: &[KernelSpec {
        name: "rope_v0",
        params: PARAMS,
    }],
    checks: &[
        CheckDef::COMPILES,
        CORRECT,
        CheckDef::BOUNDS,
        FAR,
        CheckDef::new(
            "norm",
            "turning leaves a pair's length alone",
            Kind::Property(oracle::norm_change),
        ),
        CheckDef::budget(
            "price",
            "what far-apart lanes cost is seen",
            Metric::LoadSectors("x"),
            ROUND,
            |_| Bound::at_most(4.0, 32.0),
        ),
    ],
    cases: || {
        cases(
            "rope_v0",
            Pairing::Neighbours,
            oracle::EXACT,
            |tokens, _, _| (tokens, 64),
        )
    },
};

const V1: Part = Part {
    id: "v1",
    title: "A thread for each pair",
    task: "Write `rope_v1`: tokens × heads × dim / 2 threads, neighbouring threads on neighbouring pairs.",
    lesson: LESSON,
    kernels: &[KernelSpec {
        name: "rope_v1",
        params: PARAMS,
    }],
    checks: &[
        CheckDef::COMPILES,
        CORRECT,
        CheckDef::BOUNDS,
        CheckDef::RACE_FREE,
        CheckDef::INITIALISED,
        CheckDef::ORDER,
        FAR,
        READ_ONCE,
        WRITTEN_ONCE,
        CheckDef::budget(
            "loads",
            "lanes lie close together",
            Metric::LoadSectors("x"),
            ROUND,
            |_| Bound::at_most(4.0, 8.0),
        ),
        CheckDef::budget(
            "stores",
            "lanes lie close together, writing too",
            Metric::StoreSectors("x"),
            ROUND,
            |_| Bound::at_most(4.0, 8.0),
        ),
    ],
    cases: || cases("rope_v1", Pairing::Neighbours, oracle::EXACT, pairs),
};

const V2: Part = Part {
    id: "v2",
    title: "Fast maths, and its price",
    task: "Write `rope_v2` with `__sincosf`, and find the position at which it would no longer pass as v1.",
    lesson: LESSON,
    kernels: &[KernelSpec {
        name: "rope_v2",
        params: PARAMS,
    }],
    checks: &[
        CheckDef::COMPILES,
        CheckDef::correct("every pair is turned by its angle, within the bound of fast maths"),
        CheckDef::BOUNDS,
        CheckDef::new(
            "far",
            "the error at large positions is measured, and within angle · 2⁻²¹ of the pair",
            Kind::Property(oracle::error_of_fast_maths),
        ),
        CheckDef::new(
            "norm",
            "turning leaves a pair's length alone, even so",
            Kind::Property(oracle::norm_change),
        ),
        READ_ONCE,
        WRITTEN_ONCE,
    ],
    cases: || cases("rope_v2", Pairing::Neighbours, oracle::FAST, pairs),
};

const V3: Part = Part {
    id: "v3",
    title: "Whole vectors, shared angles",
    task: "Write `rope_v3`: tokens × dim / 4 threads, `float4` loads and stores, one sine and cosine for all heads.",
    lesson: LESSON,
    kernels: &[KernelSpec {
        name: "rope_v3",
        params: PARAMS,
    }],
    checks: &[
        CheckDef::COMPILES,
        CORRECT,
        CheckDef::BOUNDS,
        CheckDef::RACE_FREE,
        CheckDef::INITIALISED,
        CheckDef::ORDER,
        FAR,
        LOADS,
        STORES,
        READ_ONCE,
        WRITTEN_ONCE,
        CheckDef::budget(
            "angles",
            "each angle's sine and cosine once, not once a head, and no power function",
            Metric::SpecialFunctions,
            ROUND,
            |c| {
                let angles = (c.int_of("tokens") * c.int_of("dim") / 2) as f64;
                Bound::at_most(2.0 * angles, 2.0 * angles)
            },
        ),
    ],
    cases: v3_cases,
};

const HALF: Part = Part {
    id: "half",
    title: "The other pairing",
    task: "Write `rope_half`: pair j is (x[j], x[j + dim / 2]), a thread for each pair.",
    lesson: LESSON,
    kernels: &[KernelSpec {
        name: "rope_half",
        params: PARAMS,
    }],
    checks: &[
        CheckDef::COMPILES,
        CORRECT,
        CheckDef::BOUNDS,
        CheckDef::RACE_FREE,
        CheckDef::INITIALISED,
        CheckDef::ORDER,
        FAR,
        LOADS,
        STORES,
        READ_ONCE,
        WRITTEN_ONCE,
    ],
    cases: || cases("rope_half", Pairing::Halves, oracle::EXACT, pairs),
};

/// How many threads a launch needs for so many tokens, heads and numbers a head, and in blocks of how many.
type Threads = fn(usize, usize, usize) -> (usize, u32);

fn pairs(tokens: usize, heads: usize, dim: usize) -> (usize, u32) {
    (tokens * heads * dim / 2, 128)
}

fn cases(
    kernel: &'static str,
    pairing: Pairing,
    accuracy: Accuracy,
    threads: Threads,
) -> Vec<Case> {
    let case = |tokens: usize, heads: usize, dim: usize| {
        Shape { tokens, heads, dim }.case(kernel, pairing, accuracy, threads)
    };
    vec![
        case(3, 1, 6),
        case(1, 1, 2),
        case(5, 3, 10),
        case(33, 2, 16),
        case(4, 2, 80).reordered(),
        case(32, 2, 64).tag(ROUND),
    ]
}

fn v3_cases() -> Vec<Case> {
    let threads: Threads = |tokens, _, dim| (tokens * dim / 4, 128);
    let case = |tokens: usize, heads: usize, dim: usize| {
        Shape { tokens, heads, dim }.case("rope_v3", Pairing::Neighbours, oracle::EXACT, threads)
    };
    vec![
        case(3, 1, 12),
        case(1, 1, 4),
        case(5, 3, 20),
        case(33, 2, 16),
        case(4, 2, 80).reordered(),
        case(32, 2, 64).tag(ROUND),
    ]
}

#[derive(Clone, Copy)]
struct Shape {
    tokens: usize,
    heads: usize,
    dim: usize,
}

/// Positions that matter: the first two, the end of a usual context and of a long one; then others, in no order.
const POSITIONS: [i32; 8] = [131_071, 0, 4_095, 1, 77, 8_192, 2_047, 100_003];

impl Shape {
    fn case(
        self,
        kernel: &'static str,
        pairing: Pairing,
        accuracy: Accuracy,
        threads: Threads,
    ) -> Case {
        let Shape { tokens, heads, dim } = self;
        let x =
            Seeded::new((tokens * 10_000 + heads * 1_000 + dim) as u64).units(tokens * heads * dim);
        let pos: Vec<i32> = (0..tokens)
            .map(|t| (POSITIONS[t % 8] - 3 * (t / 8) as i32).max(0))
            .collect();
        let inv_freq = oracle::inv_freq(dim);
        let turned = oracle::Rope {
            x: &x,
            pos: &pos,
            inv_freq: &inv_freq,
            heads,
            dim,
            pairing,
            accuracy,
        }
        .turn();
        let (needed, per_block) = threads(tokens, heads, dim);
        Case::new(
            format!("tokens = {tokens}, heads = {heads}, dim = {dim}"),
            kernel,
        )
        .launch([cover(needed, per_block), 1, 1], [per_block, 1, 1])
        .buffer("x", Data::F32(x))
        .buffer("pos", Data::I32(pos))
        .buffer("inv_freq", Data::F32(inv_freq))
        .int("tokens", tokens)
        .int("heads", heads)
        .int("dim", dim)
        .expect(
            "x",
            Expected::Near {
                values: turned.values,
                tolerances: turned.tolerances,
            },
            &[("token", tokens), ("head", heads), ("element", dim)],
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_meets_the_positions_that_matter() {
        for part in LAB.parts {
            let cases = (part.cases)();
            for wanted in [0, 1, 4_095, 131_071] {
                let meets = |c: &Case| matches!(c.data_of("pos"), Some(Data::I32(p)) if p.contains(&wanted));
                assert!(cases.iter().any(meets), "{} at {wanted}", part.id);
            }
        }
    }

    #[test]
    fn the_teaching_is_sound() {
        assert_eq!(
            lab::verify(&LAB, &mut lab::Simulated::new()),
            Vec::<String>::new()
        );
    }
}
