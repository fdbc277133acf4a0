//! The rows of the device's lesser functions: names in families, with a letter for each direction of rounding, each order,
//! each width.
//!
//! In: a taker of rows; out: its rows, in the shorthand of table.rs (`h` is unsigned short, `c` unsigned char, `p`
//! `const void*`, `P` `void*`). The rule: a name stands here as CUDA's headers have it.
//! Next: ir/intrinsic.rs for what each does.

use super::AtomicOp as A;
use super::Builtin::{self as B, *};
use super::{Math2, Moded as M};
use cuda_ir::intrinsic::Intrinsic::{self as I, *};
use cuda_ir::intrinsic::{Arith, Order, Rounding, Simd as S};
use cuda_ir::op::Scope;
use cuda_ir::op::{CopyStep as C, LaneSet, Special};

/// Takes names, types and what `T` stands for, meaning.
type Add<'a> = &'a mut dyn FnMut(&str, (&'static str, &'static str, B));

const DIRECTIONS: [(&str, Rounding); 3] = [
    ("rz", Rounding::Zero),
    ("ru", Rounding::Up),
    ("rd", Rounding::Down),
];

/// Gives every row.
pub(super) fn rows(add: Add) {
    rounded(add);
    small_floats(add);
    mathematics(add);
    integers(add);
    video(add);
    warp(add);
}

fn rounded(add: Add) {
    for (letter, how) in DIRECTIONS {
        let mut both = |name: &str, one: &'static str, two: &'static str, op: I| {
            add(&format!("__f{name}_{letter}"), (one, "", Intrinsic(op)));
            add(&format!("__d{name}_{letter}"), (two, "", Intrinsic(op)));
        };
        both("add", "f:ff", "d:dd", AddTo(how));
        both("sub", "f:ff", "d:dd", SubTo(how));
        both("mul", "f:ff", "d:dd", MulTo(how));
        both("div", "f:ff", "d:dd", DivTo(how));
        both("sqrt", "f:f", "d:d", SqrtTo(how));
        both("rcp", "f:f", "d:d", RcpTo(how));
        add(
            &format!("__fmaf_{letter} __fmaf_ieee_{letter}"),
            ("f:fff", "", Intrinsic(FmaTo(how))),
        );
        add(
            &format!("__fma_{letter}"),
            ("d:ddd", "", Intrinsic(FmaTo(how))),
        );
        add(
            &format!("__ll2double_{letter}"),
            ("d:j", "", Intrinsic(S64ToDouble(how))),
        );
        add(
            &format!("__ull2double_{letter}"),
            ("d:J", "", Intrinsic(U64ToDouble(how))),
        );
    }
    add("__fmaf_ieee_rn", ("f:fff", "", Fma));
}

fn small_floats(add: Add) {
    let mut one = |name: &str, types: &'static str, what: B| add(name, (types, "", what));
    one("__simt_half_from_float", "h:fi", B::Moded(M::FloatToHalf));
    one("__simt_half_from_double", "h:di", B::Moded(M::DoubleToHalf));
    one("__simt_bf16_from_float", "h:fi", B::Moded(M::FloatToBfloat));
    one(
        "__simt_bf16_from_double",
        "h:di",
        B::Moded(M::DoubleToBfloat),
    );
    one("__simt_half_to_float", "f:h", Intrinsic(FromHalf));
    one("__simt_bf16_to_float", "f:h", Intrinsic(FromBfloat));
    for (name, op) in [
        ("add", Arith::Add),
        ("sub", Arith::Sub),
        ("mul", Arith::Mul),
    ] {
        one(&format!("__simt_half_{name}"), "h:hh", Intrinsic(Half(op)));
        one(
            &format!("__simt_bf16_{name}"),
            "h:hh",
            Intrinsic(Bfloat(op)),
        );
    }
    one("__simt_half_fma", "h:hhh", Intrinsic(HalfFma));
    one("__simt_bf16_fma", "h:hhh", Intrinsic(BfloatFma));
    one("__simt_fp8_from_float", "c:fii", Intrinsic(ToFp8));
    one("__simt_fp8_to_float", "f:ci", Intrinsic(FromFp8));
    one("__simt_tf32 __nv_float_to_tf32", "f:f", Intrinsic(Tf32));
    one("__simt_atomic_add_half", "h:*hh", AtomicSmall(false));
    one("__simt_atomic_add_bf16", "h:*hh", AtomicSmall(true));
    one("atomicCAS", "h:*hhh", Atomic(A::Cas, Scope::Device));
}

fn mathematics(add: Add) {
    let mut real = |name: &str, types: (&'static str, &'static str), what: B| {
        add(name, (types.0, "", what));
        add(&format!("{name}f"), (types.1, "", what));
    };
    for (name, op) in [
        ("logb", Logb),
        ("erfinv", Erfinv),
        ("erfcinv", Erfcinv),
        ("erfcx", Erfcx),
        ("normcdf", Normcdf),
        ("normcdfinv", Normcdfinv),
        ("j0", J0),
        ("j1", J1),
        ("y0", Y0),
        ("y1", Y1),
        ("cyl_bessel_i0", CylI0),
        ("cyl_bessel_i1", CylI1),
        ("rcbrt", Rcbrt),
        ("tanpi", TanPi),
    ] {
        real(name, ("F:F", "f:f"), Intrinsic(op));
    }
    real("ilogb", ("i:F", "i:f"), Intrinsic(Ilogb));
    real("nextafter", ("F:FF", "f:ff"), Intrinsic(NextAfter));
    real("rhypot", ("F:FF", "f:ff"), Intrinsic(Rhypot));
    real("norm3d", ("F:FFF", "f:fff"), Intrinsic(Norm3));
    real("rnorm3d", ("F:FFF", "f:fff"), Intrinsic(Rnorm3));
    real("jn", ("F:iF", "f:if"), Intrinsic(Jn));
    real("yn", ("F:iF", "f:if"), Intrinsic(Yn));
    real("frexp", ("F:F*i", "f:f*i"), Both(Fraction, Exponent));
    real("remquo", ("F:FF*i", "f:ff*i"), Both(Remainder, Quotient));
    real("modf", ("F:F*F", "f:f*f"), B::Modf);
    real("lround", ("l:F", "l:f"), RoundToInt);
    real("llround", ("j:F", "j:f"), RoundToInt);
    real("scalbln", ("F:Fl", "f:fl"), B::Ldexp);
    real("fdivide", ("F:FF", "f:ff"), B::Math2(Math2::DivRn));
}

fn integers(add: Add) {
    let mut one = |name: &str, types: &'static str, op: I| add(name, (types, "", Intrinsic(op)));
    one("__builtin_ctz", "i:u", TrailingZeros);
    one("__builtin_ctzl __builtin_ctzll", "i:J", TrailingZeros);
    one("__hadd", "i:ii", Average(true, false));
    one("__rhadd", "i:ii", Average(true, true));
    one("__uhadd", "u:uu", Average(false, false));
    one("__urhadd", "u:uu", Average(false, true));
    one("__byte_perm", "u:uuu", BytePerm);
    one("__dp4a", "i:iii", Dp4a(true, true));
    one("__dp4a", "u:uuu", Dp4a(false, false));
    one("__simt_dp4a_su", "i:iii", Dp4a(true, false));
    one("__simt_dp4a_us", "i:iii", Dp4a(false, true));
    for (name, high) in [("__dp2a_lo", false), ("__dp2a_hi", true)] {
        one(name, "i:iii", Dp2a(true, true, high));
        one(name, "u:uuu", Dp2a(false, false, high));
    }
    one("__funnelshift_lc", "u:uuu", FunnelLeftClamp);
    one("__funnelshift_rc", "u:uuu", FunnelRightClamp);
    one("__isGlobal", "u:p", IsSpace(1));
    one("__isShared", "u:p", IsSpace(3));
    one("__isLocal", "u:p", IsSpace(4));
    add("__builtin_popcount", ("i:u", "", Popc));
    add(
        "__builtin_popcountl __builtin_popcountll",
        ("i:J", "", Popc),
    );
    add("__builtin_clz", ("i:i", "", Clz));
    add("__builtin_clzl __builtin_clzll", ("i:j", "", Clz));
    add("__builtin_ffs", ("i:i", "", Ffs));
    add("__builtin_ffsll", ("i:j", "", Ffs));
    for (name, op) in [
        ("add", A::Add),
        ("sub", A::Sub),
        ("and", A::And),
        ("or", A::Or),
        ("xor", A::Xor),
    ] {
        let name = format!("__sync_fetch_and_{name}");
        add(&name, ("T:*TT", "iulLjJ", Atomic(op, Scope::Device)));
    }
    let pointed = "iulLjJ";
    add(
        "__sync_val_compare_and_swap",
        ("T:*TTT", pointed, Atomic(A::Cas, Scope::Device)),
    );
    add(
        "__sync_lock_test_and_set",
        ("T:*TT", pointed, Atomic(A::Exch, Scope::Device)),
    );
    add("__builtin_trap __debugbreak", ("v:", "", Trap));
    add("__debugsync", ("v:", "", SyncThreads));
    add("clock", ("l:", "", B::Clock));
    add("clock64 __globaltimer", ("j:", "", B::Clock));
    add("__brkpt", ("v:", "", Trap));
    add("__prof_trigger", ("v:i", "", Nanosleep));
    add("__builtin_unreachable __simt_nothing", ("v:", "", Nothing));
}

fn video(add: Add) {
    let plain = [
        ("add", S::Add),
        ("addss", S::AddSs),
        ("addus", S::AddUs),
        ("sub", S::Sub),
        ("subss", S::SubSs),
        ("subus", S::SubUs),
        ("absdiffs", S::AbsDiffS),
        ("absdiffu", S::AbsDiffU),
        ("avgs", S::AvgS),
        ("avgu", S::AvgU),
        ("haddu", S::HaddU),
        ("maxs", S::MaxS),
        ("maxu", S::MaxU),
        ("mins", S::MinS),
        ("minu", S::MinU),
        ("sads", S::SadS),
        ("sadu", S::SadU),
    ];
    let single = [
        ("abs", S::Abs),
        ("absss", S::AbsSs),
        ("neg", S::Neg),
        ("negss", S::NegSs),
    ];
    let orders = [
        ("eq", Order::Eq, false),
        ("ne", Order::Ne, false),
        ("lts", Order::Lt, true),
        ("ltu", Order::Lt, false),
        ("les", Order::Le, true),
        ("leu", Order::Le, false),
        ("gts", Order::Gt, true),
        ("gtu", Order::Gt, false),
        ("ges", Order::Ge, true),
        ("geu", Order::Ge, false),
    ];
    for (count, bytes) in [(4, true), (2, false)] {
        let mut one = |name: String, types: &'static str, op: S| {
            add(
                &format!("__v{name}{count}"),
                (types, "", Intrinsic(Simd(bytes, op))),
            );
        };
        plain
            .iter()
            .for_each(|(name, op)| one(name.to_string(), "u:uu", *op));
        single
            .iter()
            .for_each(|(name, op)| one(name.to_string(), "u:u", *op));
        for (name, order, signed) in orders {
            one(format!("cmp{name}"), "u:uu", S::Cmp(order, signed));
            one(format!("set{name}"), "u:uu", S::Set(order, signed));
        }
    }
}

fn warp(add: Add) {
    let lanes = [
        ("__simt_laneid", Special::LaneId),
        ("__simt_warpid", Special::WarpId),
        ("__simt_lanemask_eq", Special::LaneMask(LaneSet::Equal)),
        ("__simt_lanemask_lt", Special::LaneMask(LaneSet::Less)),
        (
            "__simt_lanemask_le",
            Special::LaneMask(LaneSet::LessOrEqual),
        ),
        ("__simt_lanemask_gt", Special::LaneMask(LaneSet::Greater)),
        (
            "__simt_lanemask_ge",
            Special::LaneMask(LaneSet::GreaterOrEqual),
        ),
    ];
    for (name, what) in lanes {
        add(name, ("u:", "", B::Lane(what)));
    }
    add("__cvta_generic_to_shared", ("L:p", "", B::ToShared));
    add("__cvta_shared_to_generic", ("P:L", "", B::FromShared));
    add("__simt_to_shared", ("L:L", "", B::ToShared));
    add("__simt_from_shared", ("L:L", "", B::FromShared));
    add(
        "__cvta_generic_to_global __cvta_generic_to_local __cvta_generic_to_constant",
        ("L:p", "", Bits),
    );
    add(
        "__cvta_global_to_generic __cvta_local_to_generic __cvta_constant_to_generic",
        ("P:L", "", Bits),
    );
    add("__simt_cp_async", ("v:Ppi", "", B::CopyAsync));
    add("__simt_copies_begin", ("v:", "", Copies(C::Begin)));
    add(
        "__simt_copies_begin_at_barrier",
        ("v:", "", Copies(C::BeginAtBarrier)),
    );
    add("__simt_copies_end", ("v:", "", Copies(C::End)));
    add("__simt_copies_commit", ("v:", "", Copies(C::Commit)));
    add("__simt_copies_wait", ("v:i", "", Copies(C::Wait)));
    add("__simt_copies_wait_all", ("v:", "", Copies(C::WaitAll)));
    add("__simt_copies_arrive", ("v:", "", Copies(C::Arrive)));
    add("__simt_grid_sync", ("v:", "", B::GridSync));
    let named = |waits| ("v:uu", "", B::NamedBarrier { waits });
    add("__simt_bar_sync", named(true));
    add("__simt_bar_arrive", named(false));
    add("__match_any_sync", ("u:uT", "iulLjJfd", MatchAny));
    add("__match_all_sync", ("u:uT*i", "iulLjJfd", MatchAll));
}
