//! The loop that executes operations, one after the other, until something needs the machine around it.
//!
//! A frame's operations and slots, memory and fuel go in; slots and memory come out changed, with the reason to stop. The
//! rule: what is common and cannot fail is done here; calls, system calls, faults and the end of fuel are the caller's.
//! Values are kept zero-extended in slots of 64 bits; a truth value is 0 or 1.

use super::calls::Frames;
use super::loop_vectorizer::Strip;
use super::op::{Op, Slot};
use super::rand::Rand;
use super::view::View;
use cuda_ir::Pc;
use cuda_ir::op::{AtomOp, MemTy, PredOp};
use cuda_ir::pointer::{Space, pointer};
use warp::vm::atomic::{update32, update64};
use warp::vm::intrinsic::{intrinsic32, intrinsic64};
use warp::vm::scalar;

/// Why execution stopped. The program counter is one past the operation, except after [`Stop::Fuel`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stop {
    /// The fuel is used up.
    Fuel,
    Call(u32),
    CallPointer(u32, u64),
    Return,
    Sys(u32),
    Print(u32),
    Trap(u32),
    /// A loop that can be executed in strips.
    Strip(u32),
    /// An access that no allocation covers; nothing was loaded or stored.
    Access,
    /// An integer division by zero; the result is in its register.
    Division,
    /// What only a kernel can do.
    Kernel,
}

/// How many slots there are from a frame's first on: as many as a [`Slot`] can name, so that none need be looked for.
pub(super) const WINDOW: usize = 1 << 16;
/// The slots from a frame's first on.
pub(super) type Window = [u64; WINDOW];

/// What operations need besides memory.
pub(super) struct Around<'f> {
    pub frames: Frames<'f>,
    pub rand: &'f mut Rand,
    /// The addresses of the module's variables.
    pub globals: &'f [u64],
}

#[inline(always)]
fn get(slots: &Window, at: Slot) -> u64 {
    slots[at as usize]
}

#[inline(always)]
fn get32(slots: &Window, at: Slot) -> u32 {
    get(slots, at) as u32
}

#[inline(always)]
fn set(slots: &mut Window, at: Slot, value: u64) {
    slots[at as usize] = value;
}

#[inline(always)]
fn float(a: u32) -> f32 {
    f32::from_bits(a)
}

#[inline(always)]
fn double(a: u64) -> f64 {
    f64::from_bits(a)
}

#[inline(always)]
fn plus(base: u64, offset: i32) -> u64 {
    base.wrapping_add(offset as i64 as u64)
}

/// `base + index * scale`, the index being of 64 bits or of 32 with a sign.
#[inline(always)]
pub(super) fn element(base: u64, index: u64, long: bool, scale: u32) -> u64 {
    let index = if long {
        index
    } else {
        index as i32 as i64 as u64
    };
    base.wrapping_add(index.wrapping_mul(scale as u64))
}

/// `a * b + c` as an index of words.
#[inline(always)]
pub(super) fn word(base: u64, a: u64, b: u64, c: u64) -> u64 {
    let index = (a as u32).wrapping_mul(b as u32).wrapping_add(c as u32);
    element(base, index as u64, false, 4)
}

/// Executes the innermost call, those that it makes and those that it returns to, until something stops it; `steps` counts up to
/// `limit`.
#[inline(never)]
pub(super) fn advance(
    around: &mut Around<'_>,
    view: &mut View<'_>,
    steps: &mut u64,
    limit: u64,
) -> Stop {
    let mut count = *steps;
    let stop = 'calls: loop {
        let Some((open, slots)) = around.frames.innermost() else {
            break Stop::Return;
        };
        let flat = &*open.flat;
        let locals_from = open.locals_from;
        let mut at = open.pc as usize;
        let ops = &flat.ops[..];
        let stop = loop {
            let Some(op) = ops.get(at) else {
                break Stop::Return;
            };
            at += 1;
            count += 1;
            match *op {
                Op::Mov { d, a } => set(slots, d, get(slots, a)),
                Op::Const { d, value } => set(slots, d, value as u64),
                Op::Add32 { d, a, b } => {
                    let sum = get32(slots, a).wrapping_add(get32(slots, b));
                    set(slots, d, sum as u64);
                }
                Op::Sub32 { d, a, b } => {
                    let difference = get32(slots, a).wrapping_sub(get32(slots, b));
                    set(slots, d, difference as u64);
                }
                Op::Mul32 { d, a, b } => {
                    let product = get32(slots, a).wrapping_mul(get32(slots, b));
                    set(slots, d, product as u64);
                }
                Op::Mad { d, a, b, c } => {
                    let product = get32(slots, a).wrapping_mul(get32(slots, b));
                    set(slots, d, product.wrapping_add(get32(slots, c)) as u64);
                }
                Op::FAdd32 { d, a, b } => {
                    let sum = float(get32(slots, a)) + float(get32(slots, b));
                    set(slots, d, scalar::canon32(sum) as u64);
                }
                Op::FSub32 { d, a, b } => {
                    let difference = float(get32(slots, a)) - float(get32(slots, b));
                    set(slots, d, scalar::canon32(difference) as u64);
                }
                Op::FDiv32 { d, a, b } => {
                    let quotient = float(get32(slots, a)) / float(get32(slots, b));
                    set(slots, d, scalar::canon32(quotient) as u64);
                }
                Op::MulAdd32 { d, a, b, c } => {
                    let product = float(get32(slots, a)) * float(get32(slots, b));
                    let sum = product + float(get32(slots, c));
                    set(slots, d, scalar::canon32(sum) as u64);
                }
                Op::FMul32 { d, a, b } => {
                    let product = float(get32(slots, a)) * float(get32(slots, b));
                    set(slots, d, scalar::canon32(product) as u64);
                }
                Op::Fma32 { d, a, b, c } => {
                    let value = scalar::fma32(get32(slots, a), get32(slots, b), get32(slots, c));
                    set(slots, d, value as u64);
                }
                Op::Add64 { d, a, b } => {
                    let sum = get(slots, a).wrapping_add(get(slots, b));
                    set(slots, d, sum);
                }
                Op::Sub64 { d, a, b } => {
                    let difference = get(slots, a).wrapping_sub(get(slots, b));
                    set(slots, d, difference);
                }
                Op::Mul64 { d, a, b } => {
                    let product = get(slots, a).wrapping_mul(get(slots, b));
                    set(slots, d, product);
                }
                Op::FSub64 { d, a, b } => {
                    let difference = double(get(slots, a)) - double(get(slots, b));
                    set(slots, d, scalar::canon64(difference));
                }
                Op::FDiv64 { d, a, b } => {
                    let quotient = double(get(slots, a)) / double(get(slots, b));
                    set(slots, d, scalar::canon64(quotient));
                }
                Op::MulAdd64 { d, a, b, c } => {
                    let product = double(get(slots, a)) * double(get(slots, b));
                    let sum = product + double(get(slots, c));
                    set(slots, d, scalar::canon64(sum));
                }
                Op::FAdd64 { d, a, b } => {
                    let sum = double(get(slots, a)) + double(get(slots, b));
                    set(slots, d, scalar::canon64(sum));
                }
                Op::FMul64 { d, a, b } => {
                    let product = double(get(slots, a)) * double(get(slots, b));
                    set(slots, d, scalar::canon64(product));
                }
                Op::Fma64 { d, a, b, c } => {
                    let value = scalar::fma64(get(slots, a), get(slots, b), get(slots, c));
                    set(slots, d, value);
                }
                Op::IndexS {
                    d,
                    base,
                    index,
                    scale,
                } => {
                    let address = element(get(slots, base), get(slots, index), false, scale);
                    set(slots, d, address);
                }
                Op::IndexL {
                    d,
                    base,
                    index,
                    scale,
                } => {
                    let address = element(get(slots, base), get(slots, index), true, scale);
                    set(slots, d, address);
                }
                Op::IndexU {
                    d,
                    base,
                    index,
                    scale,
                } => {
                    let offset = (get32(slots, index) as u64).wrapping_mul(scale as u64);
                    set(slots, d, get(slots, base).wrapping_add(offset));
                }
                Op::Sext { d, a } => set(slots, d, get32(slots, a) as i32 as i64 as u64),
                Op::JumpUnlessLtS { d, a, b, to } => {
                    let holds = (get32(slots, a) as i32) < (get32(slots, b) as i32);
                    set(slots, d, holds as u64);
                    at = if holds { at } else { to as usize };
                }
                Op::JumpUnless32 { op, d, a, b, to } => {
                    let holds = scalar::cmp32(op, get32(slots, a), get32(slots, b));
                    set(slots, d, holds as u64);
                    at = if holds { at } else { to as usize };
                }
                Op::JumpUnless64 { op, d, a, b, to } => {
                    let holds = scalar::cmp64(op, get(slots, a), get(slots, b));
                    set(slots, d, holds as u64);
                    at = if holds { at } else { to as usize };
                }
                Op::Ld32 { d, addr, offset } => {
                    match view.load::<4>(plus(get(slots, addr), offset)) {
                        Some(bytes) => set(slots, d, u32::from_le_bytes(bytes) as u64),
                        None => break Stop::Access,
                    }
                }
                Op::St32 { s, addr, offset } => {
                    let bytes = get32(slots, s).to_le_bytes();
                    if !view.store(plus(get(slots, addr), offset), bytes) {
                        break Stop::Access;
                    }
                }
                Op::LdAt {
                    d,
                    base,
                    index,
                    scale,
                    long,
                    double,
                } => {
                    let address = element(get(slots, base), get(slots, index), long, scale);
                    match one(view, address, double) {
                        Some(value) => set(slots, d, value),
                        None => break Stop::Access,
                    }
                }
                Op::StAt {
                    s,
                    base,
                    index,
                    scale,
                    long,
                    double,
                } => {
                    let address = element(get(slots, base), get(slots, index), long, scale);
                    if !put(view, address, get(slots, s), double) {
                        break Stop::Access;
                    }
                }
                Op::LdVia {
                    d,
                    holder,
                    index,
                    scale,
                    offset,
                    long,
                    double,
                } => {
                    let holder = plus(get(slots, holder), offset);
                    let index = (get(slots, index), long, scale as u32);
                    let Some(address) = through(view, holder, index) else {
                        break Stop::Access;
                    };
                    match one(view, address, double) {
                        Some(value) => set(slots, d, value),
                        None => break Stop::Access,
                    }
                }
                Op::StVia {
                    s,
                    holder,
                    index,
                    scale,
                    offset,
                    long,
                    double,
                } => {
                    let holder = plus(get(slots, holder), offset);
                    let index = (get(slots, index), long, scale as u32);
                    let Some(address) = through(view, holder, index) else {
                        break Stop::Access;
                    };
                    if !put(view, address, get(slots, s), double) {
                        break Stop::Access;
                    }
                }
                Op::LdMad { d, base, a, b, c } => {
                    let [base, a, b, c] = [base, a, b, c].map(|slot| get(slots, slot));
                    match view.load::<4>(word(base, a, b, c)) {
                        Some(bytes) => set(slots, d, u32::from_le_bytes(bytes) as u64),
                        None => break Stop::Access,
                    }
                }
                Op::StMad { s, base, a, b, c } => {
                    let [base, a, b, c] = [base, a, b, c].map(|slot| get(slots, slot));
                    if !view.store(word(base, a, b, c), get32(slots, s).to_le_bytes()) {
                        break Stop::Access;
                    }
                }
                Op::Ld64 { d, addr, offset } => {
                    match view.load::<8>(plus(get(slots, addr), offset)) {
                        Some(bytes) => set(slots, d, u64::from_le_bytes(bytes)),
                        None => break Stop::Access,
                    }
                }
                Op::St64 { s, addr, offset } => {
                    let bytes = get(slots, s).to_le_bytes();
                    if !view.store(plus(get(slots, addr), offset), bytes) {
                        break Stop::Access;
                    }
                }
                Op::Bin32 { op, d, a, b } => {
                    let (x, y) = (get32(slots, a), get32(slots, b));
                    set(slots, d, scalar::bin32(op, x, y) as u64);
                    if y == 0 && scalar::divides32(op) {
                        break Stop::Division;
                    }
                }
                Op::Bin64 { op, d, a, b } => {
                    let (x, y) = (get(slots, a), get(slots, b));
                    set(slots, d, scalar::bin64(op, x, y));
                    if y == 0 && scalar::divides64(op) {
                        break Stop::Division;
                    }
                }
                Op::Un32 { op, d, a } => set(slots, d, scalar::un32(op, get32(slots, a)) as u64),
                Op::Un64 { op, d, a } => set(slots, d, scalar::un64(op, get(slots, a))),
                Op::Math32 { f, d, a } => set(slots, d, scalar::math32(f, get32(slots, a)) as u64),
                Op::Math64 { f, d, a } => set(slots, d, scalar::math64(f, get(slots, a))),
                Op::Intrinsic32 { op, d, a, b, c } => {
                    let (x, y, z) = (get32(slots, a), get32(slots, b), get32(slots, c));
                    set(slots, d, intrinsic32(op, x, y, z) as u64);
                }
                Op::Intrinsic64 { op, d, a, b, c } => {
                    let (x, y, z) = (get(slots, a), get(slots, b), get(slots, c));
                    set(slots, d, intrinsic64(op, x, y, z));
                }
                Op::Count64 { op, d, a } => {
                    set(slots, d, scalar::count64(op, get(slots, a)) as u64)
                }
                Op::Cvt32 { op, d, a } => set(slots, d, scalar::cvt32(op, get32(slots, a)) as u64),
                Op::Widen { op, d, a } => set(slots, d, scalar::widen(op, get32(slots, a))),
                Op::Narrow { op, d, a } => set(slots, d, scalar::narrow(op, get(slots, a)) as u64),
                Op::Cvt64 { op, d, a } => set(slots, d, scalar::cvt64(op, get(slots, a))),
                Op::Pack { d, lo, hi } => {
                    let value = get(slots, hi) << 32 | get32(slots, lo) as u64;
                    set(slots, d, value);
                }
                Op::Cmp32 { op, d, a, b } => {
                    let holds = scalar::cmp32(op, get32(slots, a), get32(slots, b));
                    set(slots, d, holds as u64);
                }
                Op::Cmp64 { op, d, a, b } => {
                    let holds = scalar::cmp64(op, get(slots, a), get(slots, b));
                    set(slots, d, holds as u64);
                }
                Op::Class32 { class, d, a } => {
                    set(slots, d, scalar::class32(class, get32(slots, a)) as u64)
                }
                Op::Class64 { class, d, a } => {
                    set(slots, d, scalar::class64(class, get(slots, a)) as u64)
                }
                Op::Pred { op, d, a, b } => {
                    let (x, y) = (get(slots, a), get(slots, b));
                    let value = match op {
                        PredOp::And => x & y,
                        PredOp::Or => x | y,
                        PredOp::Xor => x ^ y,
                        PredOp::AndNot => x & !y & 1,
                    };
                    set(slots, d, value);
                }
                Op::Not { d, a } => set(slots, d, get(slots, a) ^ 1),
                Op::Truth { d, a } => set(slots, d, (get32(slots, a) != 0) as u64),
                Op::Select { d, cond, a, b } => {
                    let from = if get(slots, cond) != 0 { a } else { b };
                    set(slots, d, get(slots, from));
                }
                Op::Load {
                    ty,
                    n,
                    d,
                    addr,
                    offset,
                } => {
                    if !load(
                        slots,
                        view,
                        Elements { ty, n },
                        d,
                        plus(get(slots, addr), offset),
                    ) {
                        break Stop::Access;
                    }
                }
                Op::Store {
                    ty,
                    n,
                    s,
                    addr,
                    offset,
                } => {
                    if !store(
                        slots,
                        view,
                        Elements { ty, n },
                        s,
                        plus(get(slots, addr), offset),
                    ) {
                        break Stop::Access;
                    }
                }
                Op::Load64 { n, d, addr, offset } => {
                    if !load64(slots, view, n, d, plus(get(slots, addr), offset)) {
                        break Stop::Access;
                    }
                }
                Op::Store64 { n, s, addr, offset } => {
                    if !store64(slots, view, n, s, plus(get(slots, addr), offset)) {
                        break Stop::Access;
                    }
                }
                Op::Atom {
                    op,
                    double,
                    d,
                    addr,
                    a,
                    b,
                } => {
                    let [addr, a, b] = [addr, a, b].map(|slot| get(slots, slot));
                    let Some(old) = atom(view, op, double, addr, [a, b]) else {
                        break Stop::Access;
                    };
                    if let Some(d) = d {
                        set(slots, d, old);
                    }
                }
                Op::Local { d, var } => {
                    let address = pointer(Space::Stack, locals_from + var as u32, 0);
                    set(slots, d, address);
                }
                Op::Rand { d } => set(slots, d, around.rand.draw() as u64),
                Op::Wide { d, index } => {
                    let value = flat.wide.get(index as usize).copied().unwrap_or(0);
                    set(slots, d, value);
                }
                Op::Global { d, var } => {
                    let address = around.globals.get(var as usize).copied().unwrap_or(0);
                    set(slots, d, address);
                }
                Op::Jump { to } => at = to as usize,
                Op::Back { to } => {
                    if count >= limit {
                        at -= 1;
                        break Stop::Fuel;
                    }
                    at = to as usize;
                }
                Op::Next {
                    i,
                    step,
                    bound,
                    d,
                    to,
                } => {
                    if count >= limit {
                        at -= 1;
                        break Stop::Fuel;
                    }
                    let next = get32(slots, i).wrapping_add(get32(slots, step));
                    set(slots, i, next as u64);
                    let holds = (next as i32) < (get32(slots, bound) as i32);
                    set(slots, d, holds as u64);
                    at = if holds { to as usize } else { at };
                }
                Op::Again32 { op, d, a, b, to } => {
                    if count >= limit {
                        at -= 1;
                        break Stop::Fuel;
                    }
                    let holds = scalar::cmp32(op, get32(slots, a), get32(slots, b));
                    set(slots, d, holds as u64);
                    at = if holds { to as usize } else { at };
                }
                Op::Again64 { op, d, a, b, to } => {
                    if count >= limit {
                        at -= 1;
                        break Stop::Fuel;
                    }
                    let holds = scalar::cmp64(op, get(slots, a), get(slots, b));
                    set(slots, d, holds as u64);
                    at = if holds { to as usize } else { at };
                }
                Op::JumpUnless { cond, to } => {
                    at = if get(slots, cond) != 0 {
                        at
                    } else {
                        to as usize
                    };
                }
                Op::Strip { strip } => {
                    if flat.strips.get(strip as usize).is_some_and(Strip::due) {
                        break Stop::Strip(strip);
                    }
                }
                Op::Call { site } => break Stop::Call(site),
                Op::CallPointer { site, target } => {
                    break Stop::CallPointer(site, get(slots, target));
                }
                Op::Return => break Stop::Return,
                Op::Sys { site } => break Stop::Sys(site),
                Op::Print { site } => break Stop::Print(site),
                Op::Trap { message } => break Stop::Trap(message),
                Op::Kernel => break Stop::Kernel,
            }
        };
        around.frames.came(at as Pc);
        // While bytes are out of their places, each call of its own has to take some away.
        let plain = view.guard.is_none() && count < limit;
        let goes_on = match stop {
            Stop::Call(site) if plain => around.frames.call(view.stack, site, None),
            Stop::CallPointer(site, to) if plain => {
                around.frames.call_pointer(view.stack, site, to)
            }
            Stop::Return if plain => around.frames.give_back(view.stack),
            _ => false,
        };
        if !goes_on {
            break 'calls stop;
        }
    };
    *steps = count;
    stop
}

/// A word, or two.
#[inline(always)]
fn one(view: &View<'_>, address: u64, double: bool) -> Option<u64> {
    match double {
        true => view.load::<8>(address).map(u64::from_le_bytes),
        false => Some(u32::from_le_bytes(view.load::<4>(address)?) as u64),
    }
}

/// The address of an element of what the pointer at a place leads to: index, whether it has 64 bits, bytes an element.
#[inline(always)]
fn through(view: &View<'_>, at: u64, (index, long, scale): (u64, bool, u32)) -> Option<u64> {
    let base = u64::from_le_bytes(view.load::<8>(at)?);
    Some(element(base, index, long, scale))
}

#[inline(always)]
fn put(view: &mut View<'_>, address: u64, value: u64, double: bool) -> bool {
    match double {
        true => view.store(address, value.to_le_bytes()),
        false => view.store(address, (value as u32).to_le_bytes()),
    }
}

/// An atomic: what was there before.
fn atom(view: &mut View<'_>, op: AtomOp, double: bool, at: u64, [a, b]: [u64; 2]) -> Option<u64> {
    let bytes = if double { 8 } else { op.bytes() as usize };
    let place = view.range_mut(at, bytes as u64)?;
    let old = place
        .iter()
        .rev()
        .fold(0u64, |all, byte| all << 8 | u64::from(*byte));
    let new = match double {
        true => update64(op, old, a, b),
        false => u64::from(update32(op, old as u32, a as u32, b as u32)),
    };
    place.copy_from_slice(new.to_le_bytes().get(..bytes)?);
    Some(old)
}

/// The value of a small element.
pub(super) fn extend(ty: MemTy, raw: u32) -> u64 {
    (match ty {
        MemTy::S8 => raw as i8 as i32 as u32,
        MemTy::U8 => raw & 0xff,
        MemTy::S16 => raw as i16 as i32 as u32,
        MemTy::U16 => raw & 0xffff,
        MemTy::B32 => raw,
    }) as u64
}

/// What a load or store moves.
#[derive(Clone, Copy)]
pub(super) struct Elements {
    /// The type of one.
    pub ty: MemTy,
    /// How many lie one after the other.
    pub n: u8,
}

/// Elements of less than 64 bits; mostly one, of one byte or two.
#[inline]
fn load(
    slots: &mut Window,
    view: &View<'_>,
    Elements { ty, n }: Elements,
    d: Slot,
    address: u64,
) -> bool {
    let size = ty.bytes();
    let one = match (size, n) {
        (1, 1) => view.load::<1>(address).map(|bytes| u32::from(bytes[0])),
        (2, 1) => view
            .load::<2>(address)
            .map(|bytes| u32::from(u16::from_le_bytes(bytes))),
        _ => return load_row(slots, view, Elements { ty, n }, d, address),
    };
    let Some(raw) = one else {
        return false;
    };
    set(slots, d, extend(ty, raw));
    true
}

fn load_row(
    slots: &mut Window,
    view: &View<'_>,
    Elements { ty, n }: Elements,
    d: Slot,
    address: u64,
) -> bool {
    let size = ty.bytes();
    let Some(bytes) = view.range(address, size as u64 * n as u64) else {
        return false;
    };
    for (k, element) in (0..n as Slot).zip(bytes.chunks_exact(size as usize)) {
        let raw = element
            .iter()
            .rev()
            .fold(0u32, |all, b| all << 8 | *b as u32);
        set(slots, d.wrapping_add(k), extend(ty, raw));
    }
    true
}

#[inline]
fn store(
    slots: &Window,
    view: &mut View<'_>,
    Elements { ty, n }: Elements,
    s: Slot,
    address: u64,
) -> bool {
    let size = ty.bytes();
    let value = get32(slots, s);
    match (size, n) {
        (1, 1) => view.store(address, [value as u8]),
        (2, 1) => view.store(address, (value as u16).to_le_bytes()),
        _ => store_row(slots, view, Elements { ty, n }, s, address),
    }
}

fn store_row(
    slots: &Window,
    view: &mut View<'_>,
    Elements { ty, n }: Elements,
    s: Slot,
    address: u64,
) -> bool {
    let size = ty.bytes();
    let Some(bytes) = view.range_mut(address, size as u64 * n as u64) else {
        return false;
    };
    for (k, element) in (0..n as Slot).zip(bytes.chunks_exact_mut(size as usize)) {
        element.copy_from_slice(&get32(slots, s.wrapping_add(k)).to_le_bytes()[..size as usize]);
    }
    true
}

fn load64(slots: &mut Window, view: &View<'_>, n: u8, d: Slot, address: u64) -> bool {
    let Some(bytes) = view.range(address, 8 * n as u64) else {
        return false;
    };
    for (k, element) in (0..n as Slot).zip(bytes.as_chunks::<8>().0) {
        set(slots, d.wrapping_add(k), u64::from_le_bytes(*element));
    }
    true
}

fn store64(slots: &Window, view: &mut View<'_>, n: u8, s: Slot, address: u64) -> bool {
    let Some(bytes) = view.range_mut(address, 8 * n as u64) else {
        return false;
    };
    for (k, element) in (0..n as Slot).zip(bytes.as_chunks_mut::<8>().0) {
        *element = get(slots, s.wrapping_add(k)).to_le_bytes();
    }
    true
}
