//! A fused multiply-add made while the program runs, for WebAssembly, whose modules cannot ask what the processor has.
//!
//! What goes out is a module's bytes ([`module`]), with the engine's "relaxed" multiply-add, which most engines have and nearly all processors
//! fuse; who embeds the machine makes a function of them where the engine accepts them, and hands it in ([`offer`]). The rule: it is taken only if it
//! gives the bits of [`math::fma_lanes`] on rows where a fused one and another differ, so no result depends on it. Without one, all goes by way
//! of double precision, at a quarter of the speed. A table's index becomes a function in [`level`](super::gang::level).

use super::lanes::Lanes32;
use super::math;
use super::scalar::NAN32;
use std::sync::OnceLock;

/// `out = a * b + c` on 32 lanes, rounded once, every NaN the canonical one.
pub type Fma = extern "C" fn(out: &mut Lanes32, a: &Lanes32, b: &Lanes32, c: &Lanes32);

static TAKEN: OnceLock<Fma> = OnceLock::new();

/// `a * b + c` on 32 lanes by the best way there is.
#[inline(always)]
pub fn fma(a: &Lanes32, b: &Lanes32, c: &Lanes32) -> Lanes32 {
    match TAKEN.get() {
        Some(fma) => {
            let mut out = [0; 32];
            fma(&mut out, a, b, c);
            out
        }
        None => math::fma_lanes(a, b, c),
    }
}

/// Takes a function for the rest of the program's time, if it gives the bits that it should; else `false`.
pub fn offer(fma: Fma) -> bool {
    is_exact(fma) && TAKEN.set(fma).is_ok()
}

/// Values where roundings, signs, the smallest and the greatest numbers show.
const EDGES: [u32; 20] = [
    0,
    0x8000_0000,
    1,
    0x8000_0003,
    0x007f_ffff,
    0x0080_0000,
    0x0080_0001,
    0x3f80_0000,
    0x3f80_0001,
    0x3f7f_ffff,
    0xbf80_0001,
    0x3fc0_0000,
    0x4b80_0001,
    0x3380_0000,
    0x7f7f_ffff,
    0xff7f_ffff,
    0x7f80_0000,
    0xff80_0000,
    0x7fc0_0000,
    0xffa0_0001,
];

fn is_exact(fma: Fma) -> bool {
    let mut state = 1u32;
    let mut draw = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        state ^ state >> 15
    };
    (0..192).all(|round| {
        let [a, b, c] = operands(round % 3, &mut draw);
        let mut out = [0; 32];
        fma(&mut out, &a, &b, &c);
        out == math::fma_lanes(&a, &b, &c)
    })
}

/// Three rows: of edges, of any floats, or two of numbers from 1 to 2 and their product rounded and negative, so that the sum is what one rounding keeps
/// and two lose.
fn operands(kind: u32, draw: &mut impl FnMut() -> u32) -> [Lanes32; 3] {
    let mut row = || {
        std::array::from_fn(|_| match (kind, draw()) {
            (0, bits) => EDGES[bits as usize % EDGES.len()],
            (1, bits) => bits,
            (_, bits) => bits >> 9 | 0x3f80_0000,
        })
    };
    let [a, b, c] = [row(), row(), row()];
    let product = |i: usize| f32::from_bits(a[i]) * f32::from_bits(b[i]);
    match kind {
        0 | 1 => [a, b, c],
        _ => [a, b, std::array::from_fn(|i| (-product(i)).to_bits())],
    }
}

/// The module: it imports `host.memory` and exports `fma`, with the parameters of [`Fma`] as addresses.
pub fn module() -> Vec<u8> {
    let mut out = b"\0asm\x01\0\0\0".to_vec();
    section(&mut out, 1, &[1, 0x60, 4, I32, I32, I32, I32, 0]);
    section(&mut out, 2, b"\x01\x04host\x06memory\x02\0\0");
    section(&mut out, 3, &[1, 0]);
    section(&mut out, 7, b"\x01\x03fma\0\0");
    let body = body();
    let mut code = vec![1];
    number(&mut code, body.len() as u32);
    code.extend(body);
    section(&mut out, 10, &code);
    out
}

const I32: u8 = 0x7f;
const V128: u8 = 0x7b;
const LOCAL_GET: u8 = 0x20;
const LOCAL_SET: u8 = 0x21;
const LOCAL_TEE: u8 = 0x22;
const END: u8 = 0x0b;
// What follows the byte that all vector instructions begin with.
const LOAD: u32 = 0x00;
const STORE: u32 = 0x0b;
const CONST: u32 = 0x0c;
const F32X4_EQ: u32 = 0x41;
const BITSELECT: u32 = 0x52;
const RELAXED_MADD: u32 = 0x105;

/// The function's locals and code: eight times four lanes, each loaded, computed, rid of other NaNs and stored.
fn body() -> Vec<u8> {
    const OUT: u8 = 0;
    let (nan, sum) = (4, 5);
    let mut to = vec![1, 2, V128];
    vector(&mut to, CONST);
    (0..4).for_each(|_| to.extend(NAN32.to_le_bytes()));
    to.extend([LOCAL_SET, nan]);
    for from in (0..128).step_by(16) {
        to.extend([LOCAL_GET, OUT]);
        for operand in 1..4 {
            to.extend([LOCAL_GET, operand]);
            access(&mut to, LOAD, from);
        }
        vector(&mut to, RELAXED_MADD);
        to.extend([LOCAL_TEE, sum, LOCAL_GET, nan]);
        to.extend([LOCAL_GET, sum, LOCAL_GET, sum]);
        vector(&mut to, F32X4_EQ);
        vector(&mut to, BITSELECT);
        access(&mut to, STORE, from);
    }
    to.push(END);
    to
}

fn vector(to: &mut Vec<u8>, op: u32) {
    to.push(0xfd);
    number(to, op);
}

/// A load or store of 16 bytes that lie at a multiple of 4.
fn access(to: &mut Vec<u8>, op: u32, offset: u32) {
    vector(to, op);
    number(to, 2);
    number(to, offset);
}

fn section(to: &mut Vec<u8>, id: u8, content: &[u8]) {
    to.push(id);
    number(to, content.len() as u32);
    to.extend(content);
}

/// Seven bits a byte, lowest first.
fn number(to: &mut Vec<u8>, mut value: u32) {
    while value >= 0x80 {
        to.push(value as u8 | 0x80);
        value >>= 7;
    }
    to.push(value as u8);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vm::scalar::canon32;

    extern "C" fn by_processor(out: &mut Lanes32, a: &Lanes32, b: &Lanes32, c: &Lanes32) {
        let f = f32::from_bits;
        *out = std::array::from_fn(|i| canon32(f(a[i]).mul_add(f(b[i]), f(c[i]))));
    }

    extern "C" fn twice_rounded(out: &mut Lanes32, a: &Lanes32, b: &Lanes32, c: &Lanes32) {
        let f = f32::from_bits;
        *out = std::array::from_fn(|i| canon32(f(a[i]) * f(b[i]) + f(c[i])));
    }

    extern "C" fn any_nan(out: &mut Lanes32, a: &Lanes32, b: &Lanes32, c: &Lanes32) {
        let f = f32::from_bits;
        *out = std::array::from_fn(|i| f(a[i]).mul_add(f(b[i]), f(c[i])).to_bits());
    }

    extern "C" fn flushes(out: &mut Lanes32, a: &Lanes32, b: &Lanes32, c: &Lanes32) {
        by_processor(out, a, b, c);
        for x in out {
            if *x & 0x7f80_0000 == 0 {
                *x &= 0x8000_0000;
            }
        }
    }

    #[test]
    fn only_a_function_with_the_same_bits_is_taken() {
        assert!(is_exact(by_processor));
        assert!(!is_exact(twice_rounded));
        assert!(!is_exact(any_nan));
        assert!(!is_exact(flushes));
    }

    #[test]
    fn a_module_is_made_of_sections_as_long_as_they_say() {
        let bytes = module();
        let mut at = 8;
        let mut ids = Vec::new();
        while at < bytes.len() {
            ids.push(bytes[at]);
            let (low, high) = (bytes[at + 1], bytes[at + 2]);
            let (len, head) = match low & 0x80 {
                0 => (usize::from(low), 2),
                _ => (usize::from(low & 0x7f) | usize::from(high) << 7, 3),
            };
            at += head + len;
        }
        assert_eq!((ids, at), (vec![1, 2, 3, 7, 10], bytes.len()));
    }
}
