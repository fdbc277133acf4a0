//! Lab C06: adding quantised vectors in 8 bits. A lab's checks and cases; its words are in `lab.md`.
//!
//! Values are whole numbers, so all comparisons are exact; `oracle.rs` says for which scales that is fair. Every pair of values
//! is added three times: where halves are real, where rounding is never in doubt, and where only a sum in 8 bits overflows.

use lab::{
    Accesses, Against, Arg, Case, Data, Elem, Expected, Measured, PartSpec, accesses, cover, loads,
    part, stores,
};

mod oracle;

use oracle::Quantisation;

const ROUND: &str = "round";

/// The parts of the lab.
pub fn parts() -> Vec<PartSpec> {
    let plain = part(
        "plain",
        "__global__ void qvadd(const signed char* a, const signed char* b, signed char* c, \
         float sa, float sb, float sc, int n)",
    )
    .correct("every sum is rounded and clamped as asked, for every pair of values");
    let plain = moved_once(plain).cases(|| cases("qvadd", 1));
    let zeros = part(
        "zero-points",
        "__global__ void qvadd_zero(const signed char* a, const signed char* b, signed char* c, \
         float sa, float sb, float sc, int za, int zb, int zc, int n)",
    )
    .correct("every sum is right with zero-points, for every pair of values");
    let zeros = moved_once(zeros).cases(|| cases("qvadd_zero", 1));
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
                case: timed,
                against: Against::Copy(|case: &Case| 3 * case["n"]),
                at_least: 0.48,
            },
        )
        .cases(|| cases("qvadd_char4", 4));
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

/// Below, at and above four, a warp and a block: one to three elements are left over, or none.
const SIZES: [usize; 7] = [33, 257, 1, 3, 4, 31, 127];

/// The kernel's cases; a thread adds `each` neighbours.
fn cases(kernel: &'static str, each: usize) -> Vec<Case> {
    let case = |q, pairs: &[(i8, i8)]| case(kernel, each, q, pairs);
    let small = SIZES.map(|n| case(oracle::HALVES, &oracle::some_pairs(n)));
    let mut cases = Vec::from(small);
    cases.push(case(oracle::DECIMALS, &oracle::some_pairs(1021)).reordered());
    cases.extend(oracle::ALL.map(|q| case(q, &oracle::every_pair())));
    cases.push(case(oracle::DECIMALS, &oracle::some_pairs(4096)).tag(ROUND));
    cases
}

fn case(kernel: &'static str, each: usize, q: Quantisation, pairs: &[(i8, i8)]) -> Case {
    let has_zeros = kernel != "qvadd";
    let q = if has_zeros { q } else { q.without_zeros() };
    let (n, [sa, sb, sc], [za, zb, zc]) = (pairs.len(), q.scales, q.zeros);
    let (a, b): (Vec<i8>, Vec<i8>) = pairs.iter().copied().unzip();
    let sums: Vec<i8> = pairs.iter().map(|&(a, b)| q.sum(a, b)).collect();
    let case = Case::new(format!("n = {n}, scales {sa}, {sb}, {sc}"), kernel)
        .launch([cover(n.div_ceil(each), 256), 1, 1], [256, 1, 1])
        .buffer("a", Data::i8(&a))
        .buffer("b", Data::i8(&b))
        .buffer("c", Data::fresh(Elem::I8, n));
    let case = case.float("sa", sa).float("sb", sb).float("sc", sc);
    let zeros = [("za", za), ("zb", zb), ("zc", zc)].into_iter();
    let case = zeros
        .filter(|_| has_zeros)
        .fold(case, |case, (name, zero)| case.arg(name, Arg::I32(zero)));
    case.int("n", n)
        .expect("c", Expected::exact(Data::i8(&sums)), &[])
}

/// A sum to be timed, whose three buffers fill so many bytes.
fn timed(room: usize) -> Case {
    let n = (room / 3).max(1024);
    let vector = || Data::fresh(Elem::I8, n);
    let case = Case::new(format!("n = {n}"), "qvadd_char4")
        .launch([cover(n.div_ceil(4), 256), 1, 1], [256, 1, 1])
        .buffer("a", vector())
        .buffer("b", vector())
        .buffer("c", vector());
    let q = oracle::DECIMALS;
    let scales = ["sa", "sb", "sc"].into_iter().zip(q.scales);
    let case = scales.fold(case, |case, (name, scale)| case.float(name, scale));
    let zeros = ["za", "zb", "zc"].into_iter().zip(q.zeros);
    zeros
        .fold(case, |case, (name, zero)| case.arg(name, Arg::I32(zero)))
        .int("n", n)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_adds_every_pair_in_all_three_ways() {
        for part in parts() {
            let cases = (part.cases)();
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
