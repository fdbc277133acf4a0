//! Loads and stores: from a register of addresses to bytes moved, with every lane accounted for.
//!
//! A memory instruction goes in; registers or memory come out changed. The rule: the usual case, all lanes sound in one
//! allocation, is one pass; otherwise lanes are taken by allocation, faulty ones are noted and read 0 or store
//! nothing, unless they come upon a buffer's padding, and the rest goes on. Probes see each group of sound lanes before
//! its bytes move.
//! Next: padding.rs for what is after the end of a buffer.

use super::Machine;
use super::fork::view::{Touch, is_outer};
use super::lanes::{Lanes32, Lanes64, blend};
use super::mask::{LANES, LaneMask};
use super::mem::{Fault, Group, Region, Shape, Share, Space, Why, closer, level, locate, pointer};
use super::smalls::{put_smalls, smalls};
use super::transfer::{Element, gather_rows, gather32, get, put, scatter_rows, scatter32};
use super::uniform::{locate_one, one_address};
use super::warp::Warp;
use crate::probe::scene::Scene;
use crate::probe::uninit::follow;
use crate::probe::{Access, Op, Probe, Values, bounds};
use cuda_ir::op::MemTy;
use cuda_ir::register::step_reads;
use cuda_ir::{D, Ins, R};

/// The most elements of one access: bytes.
pub const MOST_ELEMENTS: u8 = 16;

/// `dst` = one address for all lanes.
pub fn address(w: &mut Warp, dst: D, address: u64) {
    blend(&mut w.g.d[dst.0 as usize], &[address; LANES], w.active);
}

/// `dst` = the address of a local variable of the running code.
pub fn local_address(w: &mut Warp, dst: D, var: u16) {
    address(w, dst, pointer(Space::Local, w.locals_from + var as u32, 0));
}

/// Where the lanes of an access go: each to the address in its register, so many bytes further.
#[derive(Clone, Copy)]
pub struct MemoryOperand {
    /// The lanes' addresses.
    pub addr: D,
    /// What is added to each.
    pub offset: i32,
    /// Whether it is to be made as it stands, whatever else was read there.
    pub volatile: bool,
}

/// What each lane of a load or store moves.
#[derive(Clone, Copy)]
pub struct Elements {
    /// The type of one.
    pub ty: MemTy,
    /// How many lie one after the other.
    pub n: u8,
}

/// What an atomic touches.
#[derive(Clone, Copy)]
pub struct AtomicOperand {
    /// The lanes' addresses.
    pub addr: D,
    /// Bytes a lane.
    pub bytes: u32,
    /// Whether nothing depends on what was there.
    pub blind: bool,
}

/// What the lanes of an access ask for.
struct Ask<'a> {
    op: Op,
    bytes: u32,
    volatile: bool,
    /// An atomic of which nothing depends on what was there.
    blind: bool,
    values: Values<'a>,
}

impl Ask<'_> {
    fn touch(&self) -> Touch {
        Touch {
            op: self.op,
            bytes: self.bytes,
            volatile: self.volatile,
        }
    }
}

/// Cuts an access into sound groups, each shown to the probes and given to `act`; faulty lanes are noted.
#[inline(always)]
fn each_group<P: Probe>(
    cx: &mut Machine<'_, P>,
    w: &mut Warp,
    MemoryOperand { addr, offset, .. }: MemoryOperand,
    ask: &Ask<'_>,
    mut act: impl FnMut(&mut Machine<'_, P>, &mut Warp, &Group),
) {
    let m = w.active;
    let raw = &w.g.d[addr.0 as usize];
    let usual = |group: &Group| {
        ask.op == Op::Load || !matches!(group.region.space, Space::Symbol | Space::Host)
    };
    if let Some(address) = one_address(raw, m) {
        let address = address.wrapping_add(offset as i64 as u64);
        let group = locate_one(cx.mem.region(address, w), address, m, ask.bytes);
        if let Some(group) = group.filter(usual) {
            observe(cx, w, ask, &group);
            return act(cx, w, &group);
        }
    }
    let levelled;
    let addresses = if m.is_full() && offset == 0 {
        raw
    } else {
        levelled = level(raw, offset, m);
        &levelled
    };
    let region = cx.mem.region(addresses[m.lead()], w);
    match locate(region, addresses, m, ask.bytes) {
        Some(group) if usual(&group) => {
            observe(cx, w, ask, &group);
            act(cx, w, &group);
        }
        _ => {
            let addresses = *addresses;
            for (group, left) in groups(cx, w, &addresses, ask) {
                match left {
                    Some(region) => cx.mem.open_window(region),
                    None => observe(cx, w, ask, &group),
                }
                act(cx, w, &group);
                if let Some(region) = left.filter(|_| ask.op != Op::Load) {
                    cx.mem.close_window(region, &group, ask.bytes);
                }
            }
        }
    }
}

/// The groups of an access that is not the usual case, faulty lanes noted; those in the padding of a buffer with the
/// buffer that they left.
#[cold]
fn groups<P: Probe>(
    cx: &mut Machine<'_, P>,
    w: &Warp,
    addresses: &Lanes64,
    ask: &Ask<'_>,
) -> Vec<(Group, Option<Region>)> {
    let mut out = Vec::new();
    let mut left = w.active;
    let addresses = &addresses.map(|address| cx.mem.shared_around(address));
    while !left.is_empty() {
        let region = cx.mem.region(addresses[left.lead()], w);
        match closer(region, addresses, &mut left, ask.bytes) {
            Share::Sound(group) if ask.op != Op::Load && cx.mem.is_constant(group.region) => {
                let lead = group.mask.lead();
                let fault = Fault {
                    why: Why::Constant(group.region),
                    mask: group.mask,
                    address: addresses[lead],
                };
                note(cx, w, &fault, ask);
            }
            Share::Sound(group) => out.push((group, None)),
            Share::Faulty(fault) => {
                note(cx, w, &fault, ask);
                if let Some((group, region)) = cx.mem.past_end(&fault, addresses, ask.bytes) {
                    cx.mem.touch(&Group { region, ..group }, &ask.touch());
                    out.push((group, Some(region)));
                }
            }
        }
    }
    out
}

fn note<P: Probe>(cx: &mut Machine<'_, P>, w: &Warp, fault: &Fault, ask: &Ask<'_>) {
    let scene = Scene::of(cx.env, w);
    cx.probe.reach(&scene, fault.mask, &mut cx.found);
    cx.probe.fault(&scene, fault, (ask.op, ask.bytes));
    bounds::fault(fault, ask.op, ask.bytes, &scene, &mut cx.found);
}

/// Shows a group to the probes, and notes what it writes.
#[inline(always)]
fn observe<P: Probe>(cx: &mut Machine<'_, P>, w: &mut Warp, ask: &Ask<'_>, group: &Group) {
    let writes = ask.op != Op::Load;
    cx.mem.touch(group, &ask.touch());
    if P::ON {
        let unwritten = if ask.op == Op::Store || ask.blind {
            LaneMask::NONE
        } else {
            cx.mem.unwritten(group, ask.bytes, &w.local)
        };
        cx.mem.unknown(group, unwritten);
        let access = Access {
            op: ask.op,
            group,
            bytes: ask.bytes,
            volatile: ask.volatile,
            unwritten,
            values: ask.values,
            content: match group.region.space {
                Space::Local => &[],
                _ => cx.mem.bytes(group.region).0,
            },
            constant: group.region.space == Space::Symbol && cx.mem.is_constant(group.region),
        };
        let scene = Scene::of(cx.env, w);
        cx.probe.access(&access, &scene, &mut cx.found);
        if ask.op == Op::Load
            && !unwritten.is_empty()
            && let Some(u) = cx.probe.uninit()
        {
            let load = follow::Load {
                mem: &cx.mem,
                env: cx.env,
                group,
                held: None,
            };
            follow::loaded(u, load, w);
        }
    }
    let later = ask.op == Op::Atomic && cx.mem.is_part() && is_outer(group.region.space);
    if writes && !later && (P::ON || is_outer(group.region.space)) {
        cx.mem.note_written(group, ask.bytes, &mut w.local);
    }
    if P::ON
        && ask.op == Op::Store
        && w.g.undefined.is_some()
        && let Some(u) = cx.probe.uninit()
    {
        let watched = follow::Watched {
            uninit: u,
            env: cx.env,
            found: &mut cx.found,
        };
        follow::stored(watched, &mut cx.mem, w, group);
    }
}

/// Shows the probes a step of an index.
#[inline]
pub fn show_step<P: Probe>(cx: &mut Machine<'_, P>, w: &Warp, ins: &Ins) {
    let Some(read) = step_reads(ins) else { return };
    let scene = Scene::of(cx.env, w);
    let read = read.map(|r| &w.g.r[r.0 as usize]);
    cx.probe.step(&scene, w.active, read);
}

/// Follows undefined values through the instruction that is about to be executed.
#[cold]
pub fn follow<P: Probe>(cx: &mut Machine<'_, P>, w: &mut Warp) {
    if let Some(u) = cx.probe.uninit() {
        follow::step(u, cx.env, w, &mut cx.found);
    }
}

/// One 32-bit element a lane: the commonest load.
#[inline]
pub fn load_word<P: Probe>(cx: &mut Machine<'_, P>, w: &mut Warp, dst: R, at: MemoryOperand) {
    let mut out = [0; LANES];
    let ask = Ask {
        op: Op::Load,
        bytes: 4,
        volatile: at.volatile,
        blind: false,
        values: Values::None,
    };
    let m = w.active;
    each_group(cx, w, at, &ask, |cx, w, group| {
        let words = words(cx, w, group, 0, 4);
        if group.mask == m {
            out = words
        } else {
            blend(&mut out, &words, group.mask)
        }
    });
    blend(&mut w.g.r[dst.0 as usize], &out, m);
}

/// `n` elements of up to 32 bits a lane.
pub fn load<P: Probe>(
    cx: &mut Machine<'_, P>,
    w: &mut Warp,
    moved: Elements,
    dst: R,
    at: MemoryOperand,
) {
    match moved.n {
        ..=4 => load_up_to::<P, 4>(cx, w, moved, dst, at),
        _ => load_up_to::<P, { MOST_ELEMENTS as usize }>(cx, w, moved, dst, at),
    }
}

fn load_up_to<P: Probe, const MOST: usize>(
    cx: &mut Machine<'_, P>,
    w: &mut Warp,
    Elements { ty, n }: Elements,
    dst: R,
    at: MemoryOperand,
) {
    let n = (n as usize).clamp(1, MOST);
    let bytes = ty.bytes() * n as u32;
    let mut out = [[0; LANES]; MOST];
    let ask = Ask {
        op: Op::Load,
        bytes,
        volatile: at.volatile,
        blind: false,
        values: Values::None,
    };
    each_group(cx, w, at, &ask, |cx, w, group| {
        for (k, out) in out.iter_mut().enumerate().take(n) {
            let got = if ty == MemTy::B32 {
                words(cx, w, group, k as u32, bytes)
            } else {
                smalls(cx, w, group, ty, k as u32)
            };
            blend(out, &got, group.mask);
        }
    });
    for (k, out) in out.iter().enumerate().take(n) {
        blend(&mut w.g.r[dst.0 as usize + k], out, w.active);
    }
}

/// `n` elements of up to 32 bits a lane.
pub fn store<P: Probe>(
    cx: &mut Machine<'_, P>,
    w: &mut Warp,
    Elements { ty, n }: Elements,
    src: R,
    at: MemoryOperand,
) {
    let (n, from) = (n.clamp(1, MOST_ELEMENTS) as usize, src.0 as usize);
    if n == 1 {
        let values = [w.g.r[from]];
        return store_all(cx, w, ty, &values, at);
    }
    if n <= 4 {
        let mut values = [[0; LANES]; 4];
        values[..n].copy_from_slice(&w.g.r[from..from + n]);
        return store_all(cx, w, ty, &values[..n], at);
    }
    let mut values = [[0; LANES]; MOST_ELEMENTS as usize];
    values[..n].copy_from_slice(&w.g.r[from..from + n]);
    store_all(cx, w, ty, &values[..n], at);
}

#[inline(always)]
fn store_all<P: Probe>(
    cx: &mut Machine<'_, P>,
    w: &mut Warp,
    ty: MemTy,
    values: &[Lanes32],
    at: MemoryOperand,
) {
    let bytes = ty.bytes() * values.len() as u32;
    let ask = Ask {
        op: Op::Store,
        bytes,
        volatile: at.volatile,
        blind: false,
        values: Values::Words(values),
    };
    each_group(cx, w, at, &ask, |cx, w, group| {
        for (k, v) in (0..).zip(values) {
            let element = Element { ty, k };
            if cx.mem.logs(group.region) {
                log_words(cx, group, element, bytes, v);
                continue;
            }
            match (ty, group.region.space) {
                (MemTy::B32, Space::Local) => scatter_rows(&mut w.local.rows, group, k, v),
                (MemTy::B32, _) => scatter32(cx.mem.bytes_mut(group.region).0, group, k, bytes, v),
                _ => put_smalls(cx, w, group, element, v),
            }
        }
    });
}

/// Puts a store down in the log: an element of each lane, which stores so many bytes in all.
#[inline]
pub fn log_words<P>(
    cx: &mut Machine<'_, P>,
    group: &Group,
    Element { ty, k }: Element,
    stride: u32,
    values: &Lanes32,
) {
    if let Some((slot, log)) = cx.mem.log(group.region) {
        match ty {
            MemTy::B32 => log.words(slot, group, (k, stride), values),
            _ => log.smalls(slot, group, (ty.bytes(), k * ty.bytes()), values),
        }
    }
}

/// `n` 64-bit elements a lane.
pub fn load64<P: Probe>(cx: &mut Machine<'_, P>, w: &mut Warp, n: u8, dst: D, at: MemoryOperand) {
    let n = n.clamp(1, 2) as usize;
    let mut out = [[0u64; LANES]; 2];
    let ask = Ask {
        op: Op::Load,
        bytes: 8 * n as u32,
        volatile: at.volatile,
        blind: false,
        values: Values::None,
    };
    each_group(cx, w, at, &ask, |cx, w, group| {
        for (k, out) in out.iter_mut().enumerate().take(n) {
            let got = doubles(cx, w, group, k as u32);
            blend(out, &got, group.mask);
        }
    });
    for (k, out) in out.iter().enumerate().take(n) {
        blend(&mut w.g.d[dst.0 as usize + k], out, w.active);
    }
}

/// `n` 64-bit elements a lane.
pub fn store64<P: Probe>(cx: &mut Machine<'_, P>, w: &mut Warp, n: u8, src: D, at: MemoryOperand) {
    let (n, from) = (n.clamp(1, 2) as usize, src.0 as usize);
    let mut values = [[0u64; LANES]; 2];
    values[..n].copy_from_slice(&w.g.d[from..from + n]);
    let values = &values[..n];
    let ask = Ask {
        op: Op::Store,
        bytes: 8 * n as u32,
        volatile: at.volatile,
        blind: false,
        values: Values::Doubles(values),
    };
    each_group(cx, w, at, &ask, |cx, w, group| {
        for (k, v) in (0..).zip(values) {
            put_doubles(cx, w, group, k, v);
        }
    });
}

/// Cuts an atomic into groups; `act` gets each. A blind one is not asked for what was there.
pub fn atomic<P: Probe>(
    cx: &mut Machine<'_, P>,
    w: &mut Warp,
    AtomicOperand { addr, bytes, blind }: AtomicOperand,
    act: impl FnMut(&mut Machine<'_, P>, &mut Warp, &Group),
) {
    let ask = Ask {
        op: Op::Atomic,
        bytes,
        volatile: false,
        blind,
        values: Values::None,
    };
    let at = MemoryOperand {
        addr,
        offset: 0,
        volatile: false,
    };
    each_group(cx, w, at, &ask, act);
}

/// The words of all lanes, `k` past each lane's start.
#[inline(always)]
pub fn words<P>(cx: &Machine<'_, P>, w: &Warp, group: &Group, k: u32, stride: u32) -> Lanes32 {
    match group.region.space {
        Space::Local => gather_rows(&w.local.rows, group, k),
        _ => gather32(cx.mem.bytes(group.region).0, group, k, stride),
    }
}

/// The 64-bit values of all lanes, `k` past each lane's start.
pub fn doubles<P>(cx: &Machine<'_, P>, w: &Warp, group: &Group, k: u32) -> Lanes64 {
    if group.region.space == Space::Local {
        let (lo, hi) = (
            gather_rows(&w.local.rows, group, 2 * k),
            gather_rows(&w.local.rows, group, 2 * k + 1),
        );
        return std::array::from_fn(|i| (hi[i] as u64) << 32 | lo[i] as u64);
    }
    let bytes = cx.mem.bytes(group.region).0;
    if group.shape == Shape::Same {
        return [u64::from_le_bytes(get(bytes, group.at[0] + 8 * k)); LANES];
    }
    let mut values = [0; LANES];
    if group.runs_of(8) && k == 0 {
        for half in [0, LANES / 2] {
            let from = bytes.get(group.at[half] as usize..).unwrap_or(&[]);
            let places = values[half..].iter_mut().zip(from.as_chunks::<8>().0);
            let half = places.take(LANES / 2);
            half.for_each(|(value, bytes)| *value = u64::from_le_bytes(*bytes));
        }
        return values;
    }
    for (value, at) in values.iter_mut().zip(&group.at) {
        *value = u64::from_le_bytes(get(bytes, at + 8 * k));
    }
    values
}

/// Stores 64-bit values, `k` past each lane's start.
pub fn put_doubles<P>(
    cx: &mut Machine<'_, P>,
    w: &mut Warp,
    group: &Group,
    k: u32,
    values: &Lanes64,
) {
    if group.region.space == Space::Local {
        scatter_rows(&mut w.local.rows, group, 2 * k, &values.map(|v| v as u32));
        scatter_rows(
            &mut w.local.rows,
            group,
            2 * k + 1,
            &values.map(|v| (v >> 32) as u32),
        );
        return;
    }
    if cx.mem.logs(group.region) {
        if let Some((slot, log)) = cx.mem.log(group.region) {
            log.doubles(slot, group, k, values);
        }
        return;
    }
    let bytes = cx.mem.bytes_mut(group.region).0;
    if group.runs_of(8) && k == 0 {
        for half in [0, LANES / 2] {
            let to = bytes.get_mut(group.at[half] as usize..);
            let places = to.unwrap_or(&mut []).as_chunks_mut::<8>().0.iter_mut();
            let half = places.zip(&values[half..]).take(LANES / 2);
            half.for_each(|(place, value)| *place = value.to_le_bytes());
        }
        return;
    }
    group
        .mask
        .lanes()
        .for_each(|i| put(bytes, group.at[i] + 8 * k, values[i].to_le_bytes()));
}
