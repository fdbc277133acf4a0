//! NaN and infinity where they first arise, on request.
//!
//! **Definition.** An addition, subtraction, product, quotient, remainder, fused multiply-add, function of the maths library (the fast
//! ones too), atomic addition, narrowing or product of matrices, in `double`, `float`, `__half` or `__nv_bfloat16`, that gives a NaN or an infinity in a lane where all
//! its operands are finite (of a matrix, its row, its column and what they are added to); and one that gives a NaN of infinities. What is handed on from there is not reported. Of two numbers side by
//! side (`__half2`) each is looked at. **Cannot see:** what becomes fp8, and numbers that come so from memory. **Can be unwanted:** an
//! infinity may be what the program wants; that is why it is on request. It is looked for warp by warp, so a run takes longer.

use super::found::Words;
use super::scene::Scene;
use crate::report::FindingKind;
use crate::vm::lanes::Registers;
use crate::vm::mask::LANES;
use crate::vm::mma;
use crate::vm::small_float;
use crate::vm::warp::single;
use crate::vm::{Machine, Warp};
use cuda_ir::intrinsic::Intrinsic;
use cuda_ir::op::{AtomOp, Bin32, Bin64, Narrow};
use cuda_ir::register::Reg;
use cuda_ir::{D, Ins, R};

use super::Probe;

/// How a number lies in the low bits of a register.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// `double`.
    Double,
    /// `float`.
    Float,
    /// `__half`.
    Half,
    /// `__nv_bfloat16`.
    Bfloat,
}

impl Form {
    fn number(self, bits: u64) -> f64 {
        let word = bits as u32;
        match self {
            Form::Double => f64::from_bits(bits),
            Form::Float => f64::from(f32::from_bits(word)),
            Form::Half => f64::from(f32::from_bits(small_float::half_to_float(word))),
            Form::Bfloat => f64::from(f32::from_bits(small_float::bfloat_to_float(word))),
        }
    }
}

/// How the operands make the result, for the message.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Operands {
    One,
    Two,
    Three,
    MulAdd,
    /// So many products are added to the first.
    Products(usize),
}

/// What a floating-point instruction writes and reads; where it reads less than three, the last again.
struct Made {
    to: (Reg, Form),
    of: Form,
    from: [Reg; 3],
    how: Operands,
}

/// Executes an instruction, and notes the lanes in which it makes the first NaN or infinity.
pub fn watched<P: Probe>(cx: &mut Machine<'_, P>, w: &mut Warp, ins: &Ins, used: u64) {
    if matches!(ins, Ins::Mma { .. } | Ins::Mma64 { .. }) {
        return products(cx, w, ins, used);
    }
    let Some(made) = floats(ins) else {
        return single(cx, w, ins, used);
    };
    let before = made.from.map(|reg| read(&w.g, reg, made.of));
    single(cx, w, ins, used);
    let after = read(&w.g, made.to.0, made.to.1);
    let from = |lane: usize| before.map(|row| row[lane]);
    let lanes = w.active.lanes();
    let lanes: Vec<usize> = lanes
        .filter(|lane| is_first(after[*lane], &from(*lane)))
        .collect();
    if let Some(&lane) = lanes.first() {
        let arisen = Arisen {
            lane,
            count: lanes.len(),
            made: after[lane],
            from: from(lane),
            how: made.how,
        };
        note(cx, w, arisen);
    }
}

/// The same for a product of matrices, element by element.
fn products<P: Probe>(cx: &mut Machine<'_, P>, w: &mut Warp, ins: &Ins, used: u64) {
    let before = w.g.clone();
    single(cx, w, ins, used);
    let mut made = mma::elements(&before, &w.g, ins);
    made.retain(|e| w.active.has(e.lane) && arises(e.made, e.factors.iter().chain([&e.was])));
    if let Some(first) = made.first() {
        let arisen = Arisen {
            lane: first.lane,
            count: made.len(),
            made: first.made,
            from: [first.was; 3],
            how: Operands::Products(first.factors.len() / 2),
        };
        note(cx, w, arisen);
    }
}

/// Looks at what an atomic addition of one lane found, added and put there.
pub fn added<P: Probe>(
    cx: &mut Machine<'_, P>,
    w: &Warp,
    lane: usize,
    form: Form,
    [was, by, new]: [u64; 3],
) {
    let (was, by, new) = (form.number(was), form.number(by), form.number(new));
    let from = [was, by, by];
    if is_first(new, &from) {
        let arisen = Arisen {
            lane,
            count: 1,
            made: new,
            from,
            how: Operands::Two,
        };
        note(cx, w, arisen);
    }
}

/// In what form an atomic adds numbers of so many bytes in registers.
pub fn adds(op: AtomOp, bytes: u32) -> Option<Form> {
    match (op, bytes) {
        (AtomOp::FAdd, 8) => Some(Form::Double),
        (AtomOp::FAdd, _) => Some(Form::Float),
        (AtomOp::HalfAdd, _) => Some(Form::Half),
        (AtomOp::BfloatAdd, _) => Some(Form::Bfloat),
        _ => None,
    }
}

fn is_first(made: f64, from: &[f64; 3]) -> bool {
    arises(made, from.iter())
}

fn arises<'f>(made: f64, from: impl Iterator<Item = &'f f64>) -> bool {
    let (finite, nan) = from.fold((true, false), |(finite, nan), x| {
        (finite & x.is_finite(), nan | x.is_nan())
    });
    finite && !made.is_finite() || made.is_nan() && !nan
}

/// A NaN or an infinity that was made of finite numbers.
struct Arisen {
    /// The first lane that made one.
    lane: usize,
    /// How many lanes did.
    count: usize,
    /// What it made.
    made: f64,
    /// Of what; where that is less than three numbers, the last again.
    from: [f64; 3],
    how: Operands,
}

#[cold]
fn note<P: Probe>(cx: &mut Machine<'_, P>, w: &Warp, arisen: Arisen) {
    let scene = Scene::of(cx.env, w);
    let span = scene.at().span;
    let kind = FindingKind::NonFinite;
    cx.found.note(kind, (span, span), arisen.count as u32, || {
        words(&scene, &arisen)
    });
}

fn floats(ins: &Ins) -> Option<Made> {
    let alike = |to: Reg, of: Form, from: [Reg; 3], how: Operands| Made {
        to: (to, of),
        of,
        from,
        how,
    };
    let one = |dst: R, a: R| alike(Reg::R(dst), Form::Float, [Reg::R(a); 3], Operands::One);
    let wide = |dst: D, a: D| alike(Reg::D(dst), Form::Double, [Reg::D(a); 3], Operands::One);
    Some(match *ins {
        Ins::Bin32 {
            op:
                Bin32::FAdd
                | Bin32::FSub
                | Bin32::FMul
                | Bin32::FDiv
                | Bin32::FRem
                | Bin32::FPow
                | Bin32::FHypot
                | Bin32::FDim
                | Bin32::FastDiv
                | Bin32::FastPow,
            dst,
            a,
            b,
        } => {
            let from = [Reg::R(a), Reg::R(b), Reg::R(b)];
            alike(Reg::R(dst), Form::Float, from, Operands::Two)
        }
        Ins::Bin64 {
            op:
                Bin64::FAdd
                | Bin64::FSub
                | Bin64::FMul
                | Bin64::FDiv
                | Bin64::FRem
                | Bin64::FPow
                | Bin64::FHypot
                | Bin64::FDim,
            dst,
            a,
            b,
        } => {
            let from = [Reg::D(a), Reg::D(b), Reg::D(b)];
            alike(Reg::D(dst), Form::Double, from, Operands::Two)
        }
        Ins::Fma { dst, a, b, c } => {
            let from = [a, b, c].map(Reg::R);
            alike(Reg::R(dst), Form::Float, from, Operands::MulAdd)
        }
        Ins::Fma64 { dst, a, b, c } => {
            let from = [a, b, c].map(Reg::D);
            alike(Reg::D(dst), Form::Double, from, Operands::MulAdd)
        }
        Ins::Math { dst, a, .. } => one(dst, a),
        Ins::Math64 { dst, a, .. } => wide(dst, a),
        Ins::Narrow {
            op: Narrow::F64ToF32,
            dst,
            a,
        } => Made {
            to: (Reg::R(dst), Form::Float),
            ..wide(D(0), a)
        },
        Ins::Intrinsic { op, dst, a, b, c } => {
            lesser(op, (Reg::R(dst), Form::Float), [a, b, c].map(Reg::R))?
        }
        Ins::Intrinsic64 { op, dst, a, b, c } => {
            lesser(op, (Reg::D(dst), Form::Double), [a, b, c].map(Reg::D))?
        }
        _ => return None,
    })
}

/// The lesser functions, on numbers of this form unless they say otherwise.
fn lesser(op: Intrinsic, (to, form): (Reg, Form), from: [Reg; 3]) -> Option<Made> {
    use Intrinsic::*;
    let (result, of, how) = match op {
        ToHalf(_) | DoubleToHalf(_) => (Form::Half, form, Operands::One),
        ToBfloat(_) | DoubleToBfloat(_) => (Form::Bfloat, form, Operands::One),
        DoubleToFloat(_) => (Form::Float, form, Operands::One),
        Half(_) => (Form::Half, Form::Half, Operands::Two),
        HalfFma => (Form::Half, Form::Half, Operands::MulAdd),
        Bfloat(_) => (Form::Bfloat, Form::Bfloat, Operands::Two),
        BfloatFma => (Form::Bfloat, Form::Bfloat, Operands::MulAdd),
        AddTo(_) | SubTo(_) | MulTo(_) | DivTo(_) | NextAfter | Remainder | Rhypot => {
            (form, form, Operands::Two)
        }
        FmaTo(_) => (form, form, Operands::MulAdd),
        Norm3 | Rnorm3 => (form, form, Operands::Three),
        SqrtTo(_) | RcpTo(_) | Logb | Erfinv | Erfcinv | Erfcx | Normcdf | Normcdfinv | J0 | J1
        | Y0 | Y1 | CylI0 | CylI1 | Rcbrt | TanPi => (form, form, Operands::One),
        _ => return None,
    };
    let [a, b, _] = from;
    let from = match how {
        Operands::One => [a; 3],
        Operands::Two => [a, b, b],
        Operands::Three | Operands::MulAdd | Operands::Products(_) => from,
    };
    Some(Made {
        to: (to, result),
        of,
        from,
        how,
    })
}

fn read(g: &Registers, reg: Reg, form: Form) -> [f64; LANES] {
    match reg {
        Reg::R(r) => g.r[r.0 as usize].map(|bits| form.number(u64::from(bits))),
        Reg::D(d) => g.d[d.0 as usize].map(|bits| form.number(bits)),
        Reg::P(_) => [0.0; LANES],
    }
}

fn words(scene: &Scene<'_>, arisen: &Arisen) -> Words {
    let &Arisen { lane, made, .. } = arisen;
    let [a, b, c] = arisen.from;
    let name = |x: f64| match x {
        x if x.is_nan() => "NaN".to_string(),
        x if x.is_infinite() && x > 0.0 => "infinity".to_string(),
        x if x.is_infinite() => "minus infinity".to_string(),
        x if f64::from(x as f32) == x => format!("{:?}", x as f32),
        x => format!("{x:?}"),
    };
    let of = match arisen.how {
        Operands::One => name(a),
        Operands::Two => format!("{} and {}", name(a), name(b)),
        Operands::Three => format!("{}, {} and {}", name(a), name(b), name(c)),
        Operands::MulAdd => format!("{} * {} + {}", name(a), name(b), name(c)),
        Operands::Products(n) => format!("{n} products added to {}", name(a)),
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
