//! Lab C06: adding quantised vectors in 8 bits. A lab's checks and cases; its words are in `lab.md`.
//!
//! Values are whole numbers, so all comparisons are exact; `oracle.rs` says for which scales that is fair. Every pair of values
//! is added three times: where halves are real, where rounding is never in doubt, and where only a sum in 8 bits overflows.

mod cases;
mod oracle;

use lab::{Accesses, Against, Case, Measured, PartSpec, accesses, loads, part, stores};

use cases::ROUND;

/// The parts of the lab.
pub fn parts() -> Vec<PartSpec> {
    let plain = part(
        "plain",
        "__global__ void qvadd(const signed char* a, const signed char* b, signed char* c, \
         float sa, float sb, float sc, int n)",
    )
    .correct("every sum is rounded and clamped as asked, for every pair of values");
    let plain = moved_once(plain).cases(|seed| cases::of(seed, "qvadd", 1));
    let zeros = part(
        "zero-points",
        "__global__ void qvadd_zero(const signed char* a, const signed char* b, signed char* c, \
         float sa, float sb, float sc, int za, int zb, int zc, int n)",
    )
    .correct("every sum is right with zero-points, for every pair of values");
    let zeros = moved_once(zeros).cases(|seed| cases::of(seed, "qvadd_zero", 1));
    let char4 = part(
        "char4",
        "__global__ void qvadd_char4(const signed char* a, const signed char* b, signed char* c, \
         float sa, float sb, float sc, int za, int zb, int zc, int n)",
    )
    .correct("every sum is right, at every size and for every pair of values");
    let char4 = moved_once(char4);
    let char4 = at_once(
        char4,
        "requests-a",
        "a warp reads 128 values of a at once",
        loads().of("a"),
    );
    let char4 = at_once(
        char4,
        "requests-b",
        "a warp reads 128 values of b at once",
        loads().of("b"),
    );
    let char4 = at_once(
        char4,
        "requests-c",
        "a warp stores 128 values of c at once",
        stores().of("c"),
    );
    let char4 = char4
        .measured(
            "speed",
            "on a GPU, half as quick as a copy or better",
            Measured {
                case: cases::timed,
                against: Against::Copy(|case: &Case| 3 * case["n"]),
                at_least: 0.48,
            },
        )
        .cases(|seed| cases::of(seed, "qvadd_char4", 4));
    vec![plain, zeros, char4]
}

/// What all parts ask beside right sums: soundness, whole sectors, and no byte more than once.
fn moved_once(part: PartSpec) -> PartSpec {
    part.sound()
        .budget(
            "loads",
            "a and b are read in whole sectors",
            loads().sectors().on(ROUND).at_most(4.0, 4.5),
        )
        .budget(
            "stores",
            "c is written in whole sectors",
            stores().sectors().on(ROUND).at_most(4.0, 4.5),
        )
        .budget(
            "bytes",
            "3 bytes move for each element, where floats take 12",
            accesses().bytes().on(ROUND).exactly(|c: &Case| 3 * c["n"]),
        )
}

/// One request for 32 lanes of 4 values.
fn at_once(part: PartSpec, id: &'static str, title: &'static str, of: Accesses) -> PartSpec {
    let requests = of.requests().on(ROUND).exactly(|c: &Case| c["n"] / 128);
    part.budget(id, title, requests)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_adds_every_pair_in_all_three_ways() {
        for part in parts() {
            let cases = (part.cases)(lab::Seed::default());
            let full = cases.iter().filter(|case| case["n"] == 65_536);
            let scales: Vec<&str> = full
                .filter_map(|c| c.name.split("scales ").nth(1))
                .collect();
            let asked = ["0.5, 0.25, 0.5", "0.031, 0.047, 0.059", "0.5, 0.5, 1"];
            assert_eq!(scales, asked, "{}", part.id);
            let sizes = [1, 3, 4, 31, 33, 127, 257, 1021, 4096];
            assert!(
                sizes
                    .iter()
                    .all(|n| cases.iter().any(|case| case["n"] == *n)),
                "{}",
                part.id
            );
        }
    }
}
