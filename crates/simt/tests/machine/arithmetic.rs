//! Arithmetic and conversions, bit for bit.

use crate::build::{Build, words};
use proptest::prelude::*;
use simt::ir::op::{Bin32, Cvt32, MathFn, Narrow, Rounding, Un32, Widen};
use simt::ir::{Ins, R};
use simt::launch::{Arg, Elem, Init, Memory};

/// Applies an instruction to 32 values a warp: `f` gets sources and makes the result.
fn apply(inputs: &[&[u32]], f: impl Fn(&mut Build, &[R]) -> R) -> Vec<u32> {
    let n = inputs[0].len();
    let mut memory = Memory::new();
    let mut k = Build::new();
    let mut args = Vec::new();
    let t = k.global_index();
    let mut values = Vec::new();
    for (i, input) in inputs.iter().enumerate() {
        let p = k.pointer(&format!("in{i}"));
        args.push(Arg::Buffer(memory.alloc(
            "in",
            Elem::U32,
            n,
            Init::Bytes(words(input.iter().copied())),
        )));
        values.push(k.load(p, t));
    }
    let out = k.pointer("out");
    let result = f(&mut k, &values);
    k.store(out, t, result);
    let out = memory.alloc("out", Elem::U32, n, Init::Uninit);
    args.push(Arg::Buffer(out));
    let report = k.run(&mut memory, 1, n as u32, &args);
    assert!(report.findings.is_empty(), "{:#?}", report.findings);
    memory.u32s(out)
}

fn one(f: impl Fn(&mut Build, R) -> R, x: u32) -> u32 {
    apply(&[&[x]], |k, v| f(k, v[0]))[0]
}

fn cvt(op: Cvt32) -> impl Fn(&mut Build, R) -> R {
    move |k, a| {
        let dst = k.r();
        k.put(Ins::Cvt32 { op, dst, a });
        dst
    }
}

#[test]
fn floats_to_integers_saturate() {
    let f = f32::to_bits;
    let int = |x: f32| one(cvt(Cvt32::F32ToS32(Rounding::Zero)), f(x)) as i32;
    assert_eq!(
        (int(1.9), int(-1.9), int(3e9), int(-3e9), int(f32::NAN)),
        (1, -1, i32::MAX, i32::MIN, 0)
    );
    let uint = |x: f32| one(cvt(Cvt32::F32ToU32(Rounding::Zero)), f(x));
    assert_eq!(
        (uint(1.9), uint(-1.9), uint(5e9), uint(f32::NAN)),
        (1, 0, u32::MAX, 0)
    );
    let near = |x: f32| one(cvt(Cvt32::F32ToS32(Rounding::Near)), f(x)) as i32;
    assert_eq!((near(2.5), near(3.5), near(-2.5)), (2, 4, -2));
    let (down, up) = (
        Cvt32::F32ToS32(Rounding::Down),
        Cvt32::F32ToS32(Rounding::Up),
    );
    assert_eq!(
        (one(cvt(down), f(-1.5)) as i32, one(cvt(up), f(-1.5)) as i32),
        (-2, -1)
    );
    assert_eq!(one(cvt(Cvt32::S8), 0x1ff) as i32, -1);
    assert_eq!(one(cvt(Cvt32::S32ToF32), 16_777_217), f(16_777_216.0));
    assert_eq!(one(cvt(Cvt32::U32ToF32), u32::MAX), f(4_294_967_296.0));
}

#[test]
fn wide_conversions() {
    let through = |x: f32| {
        let wide = move |k: &mut Build, a: R| {
            let (d, dst) = (k.d(), k.r());
            k.put(Ins::Widen {
                op: Widen::F32ToS64(Rounding::Zero),
                dst: d,
                a,
            });
            k.put(Ins::Narrow {
                op: Narrow::Hi,
                dst,
                a: d,
            });
            dst
        };
        one(wide, x.to_bits())
    };
    assert_eq!(through(f32::NAN), 0x8000_0000);
    assert_eq!(through(1e30), 0x7fff_ffff);
    assert_eq!(through(-1.0), 0xffff_ffff);
}

fn bin(op: Bin32, a: u32, b: u32) -> u32 {
    apply(&[&[a], &[b]], |k, v| k.bin(op, v[0], v[1]))[0]
}

#[test]
fn integers_wrap_and_shift_as_ptx_says() {
    assert_eq!(bin(Bin32::Add, u32::MAX, 2), 1);
    assert_eq!(bin(Bin32::DivS, i32::MIN as u32, u32::MAX), i32::MIN as u32);
    assert_eq!(bin(Bin32::RemS, i32::MIN as u32, u32::MAX), 0);
    assert_eq!(bin(Bin32::RemS, -7i32 as u32, 3) as i32, -1);
    assert_eq!(
        (
            bin(Bin32::Shl, 1, 31),
            bin(Bin32::Shl, 1, 32),
            bin(Bin32::ShrU, 8, 40)
        ),
        (1 << 31, 0, 0)
    );
    assert_eq!(bin(Bin32::ShrS, -8i32 as u32, 99) as i32, -1);
    assert_eq!(bin(Bin32::MulHiS, -1i32 as u32, 2) as i32, -1);
    assert_eq!(bin(Bin32::MulHiU, u32::MAX, u32::MAX), u32::MAX - 1);
}

#[test]
fn nan_is_canonical_and_min_max_prefer_numbers() {
    let (nan, f) = (0xffc1_2345, f32::to_bits);
    assert_eq!(bin(Bin32::FAdd, nan, f(1.0)), 0x7fff_ffff);
    assert_eq!(bin(Bin32::FMin, nan, f(1.0)), f(1.0));
    assert_eq!(bin(Bin32::FMax, f(1.0), nan), f(1.0));
    assert_eq!(bin(Bin32::FMin, f(0.0), f(-0.0)), f(-0.0));
    assert_eq!(bin(Bin32::FMax, f(-0.0), f(0.0)), f(0.0));
    assert_eq!(bin(Bin32::FMax, f(0.0), f(-0.0)), f(0.0));
    assert_eq!(bin(Bin32::FMin, f(-0.0), f(0.0)), f(-0.0));
    assert_eq!(bin(Bin32::FMin, nan, nan), 0x7fff_ffff);
}

#[test]
fn saturate_and_round() {
    let un = |op: Un32, x: f32| {
        f32::from_bits(one(
            |k, a| {
                let dst = k.r();
                k.put(Ins::Un32 { op, dst, a });
                dst
            },
            x.to_bits(),
        ))
    };
    assert_eq!(
        (
            un(Un32::Saturate, 1.5),
            un(Un32::Saturate, -1.0),
            un(Un32::Saturate, f32::NAN)
        ),
        (1.0, 0.0, 0.0)
    );
    assert_eq!(
        (
            un(Un32::Round, 2.5),
            un(Un32::Rint, 2.5),
            un(Un32::Round, -2.5)
        ),
        (3.0, 2.0, -3.0)
    );
}

fn math(f: MathFn, xs: &[f32]) -> Vec<f32> {
    let bits: Vec<u32> = xs.iter().map(|x| x.to_bits()).collect();
    let out = apply(&[&bits], |k, v| {
        let dst = k.r();
        k.put(Ins::Math { f, dst, a: v[0] });
        dst
    });
    out.into_iter().map(f32::from_bits).collect()
}

#[test]
fn fast_sine_keeps_its_bound_and_its_growth() {
    let near: Vec<f32> = (0..1000)
        .map(|i| (i as f32 / 500.0 - 1.0) * std::f32::consts::PI)
        .collect();
    let worst = |xs: &[f32], f: MathFn, exact: fn(f64) -> f64| {
        let got = math(f, xs);
        xs.iter()
            .zip(got)
            .map(|(x, y)| (y as f64 - exact(*x as f64)).abs())
            .fold(0.0, f64::max)
    };
    assert!(worst(&near, MathFn::FastSin, f64::sin) < 2f64.powf(-21.4));
    assert!(worst(&near, MathFn::FastCos, f64::cos) < 2f64.powf(-21.1));
    for size in [2048.0f32, 131_072.0] {
        let far: Vec<f32> = (0..1000).map(|i| size + i as f32 * 0.37).collect();
        let error = worst(&far, MathFn::FastSin, f64::sin);
        assert!(
            error > 1e-8 * size as f64 && error < 1e-7 * size as f64,
            "{size}: {error}"
        );
        assert!(
            worst(&far, MathFn::Sin, f64::sin) < 1e-7,
            "the accurate one stays accurate"
        );
    }
}

#[test]
fn functions_at_known_points() {
    assert_eq!(
        math(MathFn::Exp, &[0.0, 1.0, -200.0, 200.0]),
        [1.0, std::f32::consts::E, 0.0, f32::INFINITY]
    );
    assert_eq!(
        math(MathFn::SinPi, &[1.0, 0.5, -0.5, 1.5, 2.0]),
        [0.0, 1.0, -1.0, -1.0, 0.0]
    );
    assert_eq!(
        math(MathFn::CosPi, &[1.0, 0.5, 0.0, 1.5, 2.0]),
        [-1.0, 0.0, 1.0, 0.0, 1.0]
    );
    assert_eq!(math(MathFn::Rsqrt, &[4.0, 0.0]), [0.5, f32::INFINITY]);
    assert_eq!(math(MathFn::Log2, &[8.0, 0.0]), [3.0, f32::NEG_INFINITY]);
    assert_eq!(math(MathFn::FastLog2, &[8.0, 1.0]), [3.0, 0.0]);
    assert_eq!(math(MathFn::Tgamma, &[5.0]), [24.0]);
    assert_eq!(math(MathFn::Sqrt, &[2.0]), [std::f32::consts::SQRT_2]);
}

fn fma(xs: &[u32], ys: &[u32], zs: &[u32]) -> Vec<u32> {
    apply(&[xs, ys, zs], |k, v| {
        let dst = k.r();
        k.put(Ins::Fma {
            dst,
            a: v[0],
            b: v[1],
            c: v[2],
        });
        dst
    })
}

#[test]
fn fma_rounds_once_where_two_roundings_differ() {
    let f = f32::to_bits;
    // The exact sum lies a hair off halfway between two floats; `double` rounds the hair away.
    let (x, y, z) = (
        f(1.0 + f32::EPSILON),
        f(1.0 + f32::EPSILON),
        f(f32::EPSILON / 2.0 * 1.000_000_1),
    );
    assert_eq!(
        fma(&[x], &[y], &[z])[0],
        f(f32::from_bits(x).mul_add(f32::from_bits(y), f32::from_bits(z)))
    );
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn fma_is_the_correctly_rounded_one(lanes in prop::collection::vec((any::<u32>(), any::<u32>(), any::<u32>()), 32)) {
        let col = |i: usize| -> Vec<u32> { lanes.iter().map(|l| [l.0, l.1, l.2][i]).collect() };
        check_fma(&col(0), &col(1), &col(2));
    }

    #[test]
    fn fma_is_correct_near_halfway_and_below_normal(
        lanes in prop::collection::vec((0u32..1 << 12, 0u32..1 << 12, -30i32..30, -150i32..-20), 32)
    ) {
        let x: Vec<u32> = lanes.iter().map(|l| (1.0 + l.0 as f32 / 4096.0).to_bits()).collect();
        let y: Vec<u32> = lanes.iter().map(|l| (1.0 + l.1 as f32 / 4096.0).to_bits()).collect();
        let z: Vec<u32> = lanes.iter().map(|l| (2f32.powi(l.2) * (1.0 + f32::EPSILON)).to_bits()).collect();
        check_fma(&x, &y, &z);
        let tiny: Vec<u32> = lanes.iter().map(|l| (2f32.powi(l.3) * 1.5).to_bits()).collect();
        check_fma(&tiny, &tiny, &z);
        check_fma(&x, &tiny, &tiny);
    }
}

fn check_fma(x: &[u32], y: &[u32], z: &[u32]) {
    let f = f32::from_bits;
    for (i, got) in fma(x, y, z).into_iter().enumerate() {
        let want = f(x[i]).mul_add(f(y[i]), f(z[i]));
        let want = if want.is_nan() {
            0x7fff_ffff
        } else {
            want.to_bits()
        };
        assert_eq!(got, want, "{:?} * {:?} + {:?}", f(x[i]), f(y[i]), f(z[i]));
    }
}
