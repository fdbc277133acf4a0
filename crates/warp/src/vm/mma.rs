//! The tensor cores' products.
//!
//! Rows of registers go in, rows of registers come out. The rule: fragments lie as the PTX book shows them, four
//! neighbouring lanes to a row of A and a column of B; products are exact and summed in `double`, with one rounding at the
//! end, so that the order of the sum does not matter. Integers wrap.

use super::lanes::{Lanes32, Lanes64, Registers, blend};
use super::mask::{LANES, LaneMask};
use super::scalar::{canon32, canon64};
use super::small_float::{bfloat_to_float, fp8_to_float, half_near, half_to_float};
use cuda_ir::mma::{MmaKind, MmaType};
use cuda_ir::{D, Ins, R};

/// The largest side of a matrix here.
const SIDE: usize = 32;

type Matrix = [[f64; SIDE]; 16];

/// Element `e` of a 32-bit register.
fn element(word: u32, e: usize, ty: MmaType) -> f64 {
    let half = word >> (16 * (e & 1)) & 0xffff;
    let byte = (word >> (8 * (e & 3))) as u8;
    match ty {
        MmaType::F16 => f32::from_bits(half_to_float(half)) as f64,
        MmaType::Bf16 => f32::from_bits(bfloat_to_float(half)) as f64,
        // The unit looks at the upper 19 bits alone.
        MmaType::Tf32 => f32::from_bits(word & 0xffff_e000) as f64,
        MmaType::S8 => byte as i8 as f64,
        MmaType::U8 => byte as f64,
        MmaType::E4m3 | MmaType::E5m2 => {
            f32::from_bits(fp8_to_float(byte as u32, ty == MmaType::E5m2)) as f64
        }
        _ => 0.0,
    }
}

/// A by rows (`tall` has a second register eight rows further), or B by columns.
fn gather(rows: &[Lanes32], ty: MmaType, tall: bool) -> Matrix {
    let mut out = [[0.0; SIDE]; 16];
    let run = ty.to_a_register();
    for (j, lanes) in rows.iter().enumerate() {
        let (down, along) = if tall { (8 * (j & 1), j >> 1) } else { (0, j) };
        for (lane, word) in lanes.iter().enumerate() {
            let row = (lane >> 2) + down;
            let first = 4 * run * along + (lane & 3) * run;
            for e in 0..run {
                out[row & 15][(first + e) & 31] = element(*word, e, ty);
            }
        }
    }
    out
}

/// `d = a * b + c` in 32-bit registers.
pub fn mma(g: &mut Registers, kind: MmaKind, [dst, a, b, c]: [R; 4], m: LaneMask) {
    let rows = |from: R, n: usize| &g.r[from.0 as usize..from.0 as usize + n];
    let k = kind.k as usize;
    let left = gather(rows(a, kind.a()), kind.from, kind.m == 16);
    let right = gather(rows(b, kind.b()), kind.other, false);
    let sums = rows(c, kind.c()).to_vec();
    let mut out = sums.clone();
    for lane in 0..LANES {
        let (group, four) = (lane >> 2, lane & 3);
        for i in 0..kind.m as usize / 4 {
            let (row, column) = (group + 8 * (i >> 1), 2 * four + (i & 1));
            let products = left[row & 15].iter().zip(&right[column & 15]).take(k);
            let sum: f64 = products.map(|(x, y)| x * y).sum();
            match kind.to {
                MmaType::S32 => out[i][lane] = sums[i][lane].wrapping_add(sum as i64 as u32),
                MmaType::F16 => {
                    let shift = 16 * (i & 1);
                    let old = half_to_float(sums[i / 2][lane] >> shift & 0xffff);
                    let new = sum + f32::from_bits(old) as f64;
                    let word = &mut out[i / 2][lane];
                    *word = *word & !(0xffff << shift) | half_near(canon32(new as f32)) << shift;
                }
                _ => {
                    let old = f32::from_bits(sums[i][lane]) as f64;
                    out[i][lane] = canon32((sum + old) as f32);
                }
            }
        }
    }
    for (k, lanes) in out.iter().enumerate() {
        blend(&mut g.r[dst.0 as usize + k], lanes, m);
    }
}

/// `m8n8k4` in `double`.
pub fn mma64(g: &mut Registers, [dst, a, b, c]: [D; 4], m: LaneMask) {
    let reg = |d: D, k: usize| g.d[d.0 as usize + k];
    let (left, right) = (reg(a, 0), reg(b, 0));
    let mut out: [Lanes64; 2] = [reg(c, 0), reg(c, 1)];
    for lane in 0..LANES {
        let (row, four) = (lane >> 2, lane & 3);
        for (i, sums) in out.iter_mut().enumerate() {
            let column = 2 * four + i;
            let mut sum = f64::from_bits(sums[lane]);
            for k in 0..4 {
                let (x, y) = (left[4 * row + k], right[4 * column + k]);
                sum = libm::fma(f64::from_bits(x), f64::from_bits(y), sum);
            }
            sums[lane] = canon64(sum);
        }
    }
    for (k, lanes) in out.iter().enumerate() {
        blend(&mut g.d[dst.0 as usize + k], lanes, m);
    }
}

/// An element of a product in floating point, beside what it was made of.
pub struct Element {
    /// The lane that has it.
    pub lane: usize,
    /// Its value.
    pub made: f64,
    /// What the products were added to.
    pub was: f64,
    /// The row of A and the column of B.
    pub factors: Vec<f64>,
}

/// The elements of a product that was just made, by the registers before and after it.
pub fn elements(was: &Registers, now: &Registers, ins: &Ins) -> Vec<Element> {
    match *ins {
        Ins::Mma { kind, dst, a, b, c } if kind.to != MmaType::S32 => {
            let rows = |from: R, n: usize| &was.r[from.0 as usize..from.0 as usize + n];
            let left = gather(rows(a, kind.a()), kind.from, kind.m == 16);
            let right = gather(rows(b, kind.b()), kind.other, false);
            let (m, k) = (kind.m as usize, kind.k as usize);
            let one = |lane: usize, i: usize| {
                let (row, column) = ((lane >> 2) + 8 * (i >> 1), 2 * (lane & 3) + (i & 1));
                let number = |g: &Registers, from: R| match kind.to {
                    MmaType::F16 => element(g.r[from.0 as usize + i / 2][lane], i, MmaType::F16),
                    _ => f64::from(f32::from_bits(g.r[from.0 as usize + i][lane])),
                };
                Element {
                    lane,
                    made: number(now, dst),
                    was: number(was, c),
                    factors: [&left[row & 15][..k], &right[column & 15][..k]].concat(),
                }
            };
            let all = (0..LANES).flat_map(|lane| (0..m / 4).map(move |i| (lane, i)));
            all.map(|(lane, i)| one(lane, i)).collect()
        }
        Ins::Mma64 { dst, a, b, c } => {
            let reg = |g: &Registers, d: D, k: usize| g.d[d.0 as usize + k].map(f64::from_bits);
            let (left, right) = (reg(was, a, 0), reg(was, b, 0));
            let one = |lane: usize, i: usize| {
                let (row, column) = (lane >> 2, 2 * (lane & 3) + i);
                Element {
                    lane,
                    made: reg(now, dst, i)[lane],
                    was: reg(was, c, i)[lane],
                    factors: [&left[4 * row..][..4], &right[4 * column..][..4]].concat(),
                }
            };
            let all = (0..LANES).flat_map(|lane| [(lane, 0), (lane, 1)]);
            all.map(|(lane, i)| one(lane, i)).collect()
        }
        _ => Vec::new(),
    }
}
