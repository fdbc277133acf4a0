//! What several parts ask, each once.

use lab::{Against, Case, Measured, PartSpec, doubles, fast_functions, loads, stores};

use super::cases::ROUND;
use super::oracle;

/// The result is right where the angle is exact.
pub fn far(part: PartSpec) -> PartSpec {
    part.property(
        "far",
        "where the angle is exact, the result is too: 2⁻²⁰ of the pair, at any position",
        oracle::error_where_exact,
    )
}

/// Each number is read once and written once.
pub fn once(part: PartSpec) -> PartSpec {
    part.budget(
        "read-once",
        "each number is read once",
        loads().of("x").elements().on(ROUND).no_more_than(numbers),
    )
    .budget(
        "written-once",
        "each number is written once",
        stores().of("x").elements().on(ROUND).no_more_than(numbers),
    )
}

/// `float` is enough, and nothing is computed in `double`.
pub fn in_float(part: PartSpec) -> PartSpec {
    part.budget(
        "doubles",
        "nothing is computed in `double`, which is many times slower on most cards",
        doubles().on(ROUND).no_more_than(0.0),
    )
}

/// Sine and cosine of every pair are fast ones.
pub fn fast(part: PartSpec) -> PartSpec {
    part.budget(
        "fast",
        "each sine and cosine is a fast one, of the special-function unit",
        fast_functions().on(ROUND).at_least(numbers, numbers),
    )
}

/// Both ways in whole sectors.
pub fn whole_sectors(part: PartSpec) -> PartSpec {
    part.budget(
        "loads",
        "x is read in whole sectors",
        loads().of("x").sectors().on(ROUND).at_most(4.0, 4.1),
    )
    .budget(
        "stores",
        "x is written in whole sectors",
        stores().of("x").sectors().on(ROUND).at_most(4.0, 4.1),
    )
}

/// All numbers of x.
fn numbers(case: &Case) -> u64 {
    case["tokens"] * case["heads"] * case["dim"]
}

/// The title of what a GPU times.
pub const SPEED: &str = "on a GPU, as far as memory lets it";

/// Every number is read once and written once: 8 bytes each.
pub fn as_a_copy(case: fn(usize) -> Case) -> Measured {
    Measured {
        case,
        against: Against::Copy(|case: &Case| 8 * case["tokens"] * case["heads"] * case["dim"]),
        at_least: 0.5,
    }
}
