//! Lab C12: matrix multiplication through shared-memory tiles. A lab's checks and cases; its words are in `lab.md`.
//!
//! The oracle sums in double precision. A result may be off by `4 · K · 2⁻²⁴ · Σ|aᵢbᵢ|`, the bound for a chain of K
//! rounded additions. Each dimension in turn is no multiple of the tile, and some are smaller than one.

mod cases;

use lab::{Against, Case, Measured, PartSpec, barriers, loads, part, shared};

use cases::{EDGE, ROUND};

/// The parts of the lab.
pub fn parts() -> Vec<PartSpec> {
    let tile32 = part(
        "tile32",
        "__global__ void gemm_tiled32(const float* A, const float* B, float* C, int M, int N, int K)",
    );
    let tile32 = product_of_tiles(tile32)
        .budget(
            "loads",
            "M·N·K·(1/32 + 1/32) elements are loaded",
            loads()
                .elements()
                .on(ROUND)
                .no_more_than(|c: &Case| loaded(c, 32)),
        )
        .budget(
            "edge-loads",
            "at 33 × 33 × 33 nothing outside is loaded",
            loads()
                .elements()
                .on(EDGE)
                .no_more_than(|c: &Case| loaded(c, 32)),
        );
    let tile16 = part(
        "tile16",
        "__global__ void gemm_tiled16(const float* A, const float* B, float* C, int M, int N, int K)",
    );
    let tile16 = product_of_tiles(tile16).budget(
        "loads",
        "M·N·K·(1/16 + 1/16) elements are loaded",
        loads()
            .elements()
            .on(ROUND)
            .no_more_than(|c: &Case| loaded(c, 16)),
    );
    vec![
        through_shared(tile32, 32)
            .measured(
                "speed",
                SPEED,
                of_the_arithmetic(|room| cases::timed("gemm_tiled32", 32, room)),
            )
            .cases(|seed| cases::of(seed, "gemm_tiled32", 32)),
        through_shared(tile16, 16)
            .measured(
                "speed",
                SPEED,
                of_the_arithmetic(|room| cases::timed("gemm_tiled16", 16, room)),
            )
            .cases(|seed| cases::of(seed, "gemm_tiled16", 16)),
    ]
}

const SPEED: &str = "on a GPU, a part of its arithmetic is used";

/// A product has 2·M·N·K operations.
fn of_the_arithmetic(case: fn(usize) -> Case) -> Measured {
    Measured {
        case,
        against: Against::MultiplyAdd(|case: &Case| 2 * case["M"] * case["N"] * case["K"]),
        at_least: 0.08,
    }
}

fn product_of_tiles(part: PartSpec) -> PartSpec {
    part.correct("every element is right within the rounding bound, at every shape")
        .sound()
}

/// What two tiles of `tile` × `tile` floats cost; a column of padding each is allowed.
fn through_shared(part: PartSpec, tile: u64) -> PartSpec {
    let floats = |columns: u64| (2 * 4 * tile * columns) as f64;
    part.budget(
        "sectors",
        "loads use whole sectors",
        loads().sectors().on(ROUND).at_most(4.0, 4.5),
    )
    .budget(
        "two-barriers",
        "two barriers for each step along K",
        barriers()
            .on(ROUND)
            .exactly(move |c: &Case| 2 * c["K"].div_ceil(tile)),
    )
    .budget(
        "shared",
        "two tiles of shared memory",
        shared()
            .allocated()
            .on(ROUND)
            .at_most(floats(tile), floats(tile + 1)),
    )
    .budget(
        "banks",
        "one pass over the banks for each access",
        shared().passes().on(ROUND).no_more_than(1.0),
    )
}

/// Each row of tiles reads all of its rows of A once for each column of tiles, and the other way round.
fn loaded(case: &Case, tile: u64) -> u64 {
    let (m, n, k) = (case["M"], case["N"], case["K"]);
    m * k * n.div_ceil(tile) + k * n * m.div_ceil(tile)
}

#[cfg(test)]
mod tests {
    use super::*;
    use lab::Seed;

    #[test]
    fn the_load_budget_is_the_formula_where_tiles_fit() {
        let tiled = cases::Tiled {
            kernel: "gemm_tiled32",
            tile: 32,
        };
        let round = cases::case(Seed::default(), tiled, (64, 64, 64));
        assert_eq!(loaded(&round, 32), 64 * 64 * 64 * 2 / 32);
        let edge = cases::case(Seed::default(), tiled, (33, 33, 33));
        assert_eq!(loaded(&edge, 32), 2 * 33 * 33 * 2);
    }
}
