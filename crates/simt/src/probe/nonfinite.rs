//! NaN and infinity where they first arise, on request.
//!
//! **Definition.** An addition, subtraction, product, quotient, remainder, fused multiply-add, function of the maths library or
//! narrowing, in `float` or `double`, that gives a NaN or an infinity in a lane where all its operands are finite; and one that
//! gives a NaN of infinities. What is handed on from there is not reported. **Cannot see:** `__half`, `bfloat16` and fp8
//! arithmetic, tensor cores, and numbers that come so from memory. **Can be unwanted:** an infinity may be what the program
//! wants; that is why it is on request. It is looked for warp by warp, so a run takes longer.

use super::found::Words;
use super::scene::Scene;
use crate::ir::op::{Bin32, Bin64, Narrow};
use crate::ir::{D, Ins, R};
use crate::lower::value::Reg;
use crate::report::FindingKind;
use crate::vm::lanes::Registers;
use crate::vm::mask::LANES;
use crate::vm::warp::single;
use crate::vm::{Machine, Warp};

use super::Probe;

/// Executes an instruction, and notes the lanes in which it makes the first NaN or infinity.
pub fn watched<P: Probe>(cx: &mut Machine<'_, P>, w: &mut Warp, ins: &Ins, used: u64) {
    let Some((to, from)) = floats(ins) else {
        return single(cx, w, ins, used);
    };
    let before = from.map(|reg| read(&w.g, reg));
    single(cx, w, ins, used);
    let after = read(&w.g, to);
    let active = w.active;
    let made = active.lanes().filter(|lane| {
        let from = before.map(|row| row[*lane]);
        let (nan, infinite) = (after[*lane].is_nan(), after[*lane].is_infinite());
        let finite = from.iter().all(|x| x.is_finite());
        finite && (nan || infinite) || nan && !from.iter().any(|x| x.is_nan())
    });
    let made: Vec<usize> = made.collect();
    let Some(&lane) = made.first() else { return };
    let scene = Scene::of(cx.env, w);
    let span = scene.at().span;
    let count = made.len() as u32;
    cx.found
        .note(FindingKind::NonFinite, (span, span), count, || {
            words(&scene, lane, after[lane], before.map(|row| row[lane]))
        });
}

/// What floating-point arithmetic writes and reads; where it reads less than three, the last again.
fn floats(ins: &Ins) -> Option<(Reg, [Reg; 3])> {
    let one = |dst: R, a: R| (Reg::R(dst), [Reg::R(a); 3]);
    let wide = |dst: D, a: D| (Reg::D(dst), [Reg::D(a); 3]);
    Some(match *ins {
        Ins::Bin32 {
            op:
                Bin32::FAdd
                | Bin32::FSub
                | Bin32::FMul
                | Bin32::FDiv
                | Bin32::FRem
                | Bin32::FPow
                | Bin32::FHypot,
            dst,
            a,
            b,
        } => (Reg::R(dst), [Reg::R(a), Reg::R(b), Reg::R(b)]),
        Ins::Bin64 {
            op:
                Bin64::FAdd
                | Bin64::FSub
                | Bin64::FMul
                | Bin64::FDiv
                | Bin64::FRem
                | Bin64::FPow
                | Bin64::FHypot,
            dst,
            a,
            b,
        } => (Reg::D(dst), [Reg::D(a), Reg::D(b), Reg::D(b)]),
        Ins::Fma { dst, a, b, c } => (Reg::R(dst), [Reg::R(a), Reg::R(b), Reg::R(c)]),
        Ins::Fma64 { dst, a, b, c } => (Reg::D(dst), [Reg::D(a), Reg::D(b), Reg::D(c)]),
        Ins::Math { dst, a, .. } => one(dst, a),
        Ins::Math64 { dst, a, .. } => wide(dst, a),
        Ins::Narrow {
            op: Narrow::F64ToF32,
            dst,
            a,
        } => (Reg::R(dst), [Reg::D(a); 3]),
        _ => return None,
    })
}

fn read(g: &Registers, reg: Reg) -> [f64; LANES] {
    match reg {
        Reg::R(r) => g.r[r.0 as usize].map(|bits| f64::from(f32::from_bits(bits))),
        Reg::D(d) => g.d[d.0 as usize].map(f64::from_bits),
        Reg::P(_) => [0.0; LANES],
    }
}

fn words(scene: &Scene<'_>, lane: usize, made: f64, from: [f64; 3]) -> Words {
    let name = |x: f64| match x {
        x if x.is_nan() => "NaN".to_string(),
        x if x.is_infinite() && x > 0.0 => "infinity".to_string(),
        x if x.is_infinite() => "minus infinity".to_string(),
        x if f64::from(x as f32) == x => format!("{:?}", x as f32),
        x => format!("{x:?}"),
    };
    let [a, b, c] = from;
    let of = match scene.code().ins.get(scene.pc as usize) {
        Some(Ins::Fma { .. } | Ins::Fma64 { .. }) => {
            format!("{} * {} + {}", name(a), name(b), name(c))
        }
        Some(Ins::Bin32 { .. } | Ins::Bin64 { .. }) => format!("{} and {}", name(a), name(b)),
        _ => name(a),
    };
    let help = match made.is_nan() {
        true => {
            "0 / 0, infinity - infinity, 0 * infinity, and the root or logarithm of a negative number are no number: test the operands before"
        }
        false => {
            "a quotient by 0 or a result beyond the type's range is infinite: test the divisor, or subtract the greatest before `exp`"
        }
    };
    Words {
        message: format!("{} is first made here, of {of}", name(made)),
        places: vec![scene.place(lane, "made here")],
        help: Some(help.to_string()),
    }
}
