//! Lab C01: threads, blocks and the guard. A lab's checks and cases; its words are in `lab.md`, nothing runs here.
//!
//! The oracle of `fill` is the index itself, that of the sums is one rounded addition, so all comparisons are exact.
//! Sizes stand at, below and above a warp and a block, with 0, a prime, and more elements than the grid has threads.

mod cases;

use lab::{Against, Case, Measured, PartSpec, accesses, lane_efficiency, loads, part, stores};

use cases::{ROUND, SHIFTED};

/// The parts of the lab.
pub fn parts() -> Vec<PartSpec> {
    let fill = part("fill", "__global__ void fill_index(int* out, int n)")
        .correct("every element holds its index, at every size")
        .bounds()
        .budget(
            "once",
            "every element is stored once",
            stores().of("out").elements().on(ROUND).exactly(elements),
        )
        .budget(
            "sectors",
            "stores fill whole sectors",
            stores().of("out").sectors().on(ROUND).no_more_than(4.0),
        )
        .cases(|_| cases::fill());
    let vadd = part(
        "vadd",
        "__global__ void vadd(const float* a, const float* b, float* c, int n)",
    )
    .correct("every sum is right, at every size and block size")
    .sound_without_barriers()
    .budget(
        "sectors",
        "all three streams use whole sectors",
        accesses().sectors().on(ROUND).no_more_than(4.0),
    )
    .budget(
        "shifted",
        "one element's offset costs one sector more",
        loads().of("a").sectors().on(SHIFTED).no_more_than(5.0),
    )
    .budget(
        "bytes",
        "12 bytes move for each element",
        accesses().bytes().on(ROUND).exactly(three_streams),
    )
    .budget(
        "lanes",
        "no lane idles at a round size",
        lane_efficiency().on(ROUND).at_least(100.0, 99.0),
    )
    .measured(
        "speed",
        SPEED,
        as_a_copy(|room| cases::timed("vadd", room, u32::MAX)),
    )
    .cases(cases::vadd)
    .hidden_cases(cases::hidden);
    let stride = part(
        "stride",
        "__global__ void vadd_stride(const float* a, const float* b, float* c, int n)",
    )
    .correct("every sum is right, with more and with fewer threads than elements")
    .sound_without_barriers()
    .budget(
        "sectors",
        "all three streams use whole sectors",
        accesses().sectors().on(ROUND).no_more_than(4.0),
    )
    .budget(
        "bytes",
        "12 bytes move for each element",
        accesses().bytes().on(ROUND).exactly(three_streams),
    )
    .measured(
        "speed",
        SPEED,
        as_a_copy(|room| cases::timed("vadd_stride", room, 4096)),
    )
    .cases(cases::stride);
    vec![fill, vadd, stride]
}

const SPEED: &str = "on a GPU, not far from a copy";

/// A sum moves 12 bytes an element, and nothing else of it takes time.
fn as_a_copy(case: fn(usize) -> Case) -> Measured {
    Measured {
        case,
        against: Against::Copy(three_streams),
        at_least: 0.6,
    }
}

fn elements(case: &Case) -> u64 {
    case["n"]
}

/// Two reads and a write of 4 bytes an element.
fn three_streams(case: &Case) -> u64 {
    12 * case["n"]
}
