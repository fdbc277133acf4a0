//! The runs: sizes, quantisations and launches; what must come out is `oracle.rs`'.

use lab::{Arg, Case, Data, Elem, Expected, Seed, cover};

use super::oracle::{self, Quantisation};

/// Counts are taken where warps are full.
pub const ROUND: &str = "round";

/// Below, at and above four, a warp and a block: one to three elements are left over, or none.
const SIZES: [usize; 7] = [33, 257, 1, 3, 4, 31, 127];

/// The kernel's cases; a thread adds `each` neighbours.
pub fn of(seed: Seed, kernel: &'static str, each: usize) -> Vec<Case> {
    let case = |q, pairs: &[(i8, i8)]| case(kernel, each, q, pairs);
    let small = SIZES.map(|n| case(oracle::HALVES, &oracle::some_pairs(seed, n)));
    let mut cases = Vec::from(small);
    cases.push(case(oracle::DECIMALS, &oracle::some_pairs(seed, 1021)).reordered());
    cases.extend(oracle::ALL.map(|q| case(q, &oracle::every_pair())));
    cases.push(case(oracle::DECIMALS, &oracle::some_pairs(seed, 4096)).tag(ROUND));
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
pub fn timed(room: usize) -> Case {
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
