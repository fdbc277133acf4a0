//! What an address is made from, and whether two accesses may be to the same memory.
//!
//! In: the registers of addresses; out: the variable or parameter that each begins at. The rule is that of a compiler for
//! devices: different variables are apart, kinds of memory are apart, and what a `__restrict__` parameter points at is apart from what any other
//! points at. Unsure is "may be the same".

use super::flow::{Flow, Source};
use super::value::Reg;
use cuda_ir::op::{Bin64, Special};
use cuda_ir::operands::operands;
use cuda_ir::{D, Ins, Pc, R};
use std::cell::RefCell;
use std::collections::HashMap;

/// How a kernel's parameter points.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Pointed {
    /// `__restrict__`.
    pub alone: bool,
    /// At what is `const`.
    pub constant: bool,
}

/// What is known from outside the code.
pub(super) struct Given<'g> {
    /// The kernel's parameters that are pointers.
    pub pointers: &'g HashMap<D, Pointed>,
    /// By number, which module-scope variables are `__constant__`.
    pub constants: &'g [bool],
    /// By number, which shared variables have their size from the launch: they all begin at one place.
    pub dynamic: &'g [bool],
}

/// Where an address begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Root {
    /// It is none, but a distance.
    Number,
    Parameter(D, Pointed),
    Global {
        id: u32,
        constant: bool,
    },
    Shared {
        id: u16,
        dynamic: bool,
    },
    Local(u16),
    Unknown,
}

impl Root {
    /// Whether no code of the launch can write there.
    pub(super) fn is_constant(self) -> bool {
        match self {
            Root::Parameter(_, how) => how.alone && how.constant,
            Root::Global { constant, .. } => constant,
            _ => false,
        }
    }

    /// Whether accesses that begin at the two may meet.
    pub(super) fn meets(self, other: Root) -> bool {
        use Root::*;
        match (self, other) {
            (Parameter(a, x), Parameter(b, y)) => a == b || !(x.alone || y.alone),
            (Parameter(_, how), Global { .. }) | (Global { .. }, Parameter(_, how)) => !how.alone,
            (Global { id: a, .. }, Global { id: b, .. }) => a == b,
            (Shared { id: a, dynamic: x }, Shared { id: b, dynamic: y }) => a == b || x && y,
            (Local(a), Local(b)) => a == b,
            (Unknown | Number, _) | (_, Unknown | Number) => true,
            _ => false,
        }
    }
}

/// Longest chain of steps that is followed.
const DEPTH: u32 = 48;

/// An access to memory.
#[derive(Clone, Copy)]
pub(super) struct Site {
    pub pc: Pc,
    pub addr: D,
    pub offset: i32,
    /// Bytes of an element, and how many; the whole of an atomic.
    pub shape: (u32, u8),
    pub root: Root,
    /// Neither volatile nor atomic.
    pub plain: bool,
}

/// The memory accesses of some code.
pub(super) struct Alias<'f, 'c> {
    pub flow: &'f Flow<'c>,
    given: Given<'f>,
    /// By instruction, where the address that it makes begins.
    roots: RefCell<HashMap<Pc, Root>>,
}

impl<'f, 'c> Alias<'f, 'c> {
    pub(super) fn new(flow: &'f Flow<'c>, given: Given<'f>) -> Alias<'f, 'c> {
        Alias {
            flow,
            given,
            roots: RefCell::default(),
        }
    }

    /// The access that an instruction makes.
    pub(super) fn site(&self, pc: Pc) -> Option<Site> {
        let (addr, offset, shape, plain) = match *self.flow.code.ins.get(pc as usize)? {
            Ins::Ld {
                ty,
                n,
                volatile,
                addr,
                offset,
                ..
            }
            | Ins::St {
                ty,
                n,
                volatile,
                addr,
                offset,
                ..
            } => (addr, offset, (ty.bytes(), n), !volatile),
            Ins::Ld64 {
                n,
                volatile,
                addr,
                offset,
                ..
            }
            | Ins::St64 {
                n,
                volatile,
                addr,
                offset,
                ..
            } => (addr, offset, (8, n), !volatile),
            Ins::Atom { addr, .. } => (addr, 0, (4, 1), false),
            Ins::Atom64 { addr, .. } => (addr, 0, (8, 1), false),
            _ => return None,
        };
        Some(Site {
            pc,
            addr,
            offset,
            shape,
            root: self.root(addr, pc),
            plain,
        })
    }

    /// Where the address in a register begins.
    fn root(&self, reg: D, pc: Pc) -> Root {
        self.root_within(reg, pc, DEPTH)
    }

    fn root_within(&self, reg: D, pc: Pc, depth: u32) -> Root {
        let (at, ins) = match self.flow.source(Reg::D(reg), pc) {
            Source::From(at, ins) if depth > 0 => (at, ins),
            Source::Entry => {
                let how = self.given.pointers.get(&reg);
                return how.map_or(Root::Number, |how| Root::Parameter(reg, *how));
            }
            _ => return Root::Unknown,
        };
        let known = self.roots.borrow().get(&at).copied();
        known.unwrap_or_else(|| {
            let root = self.made(at, ins, depth - 1);
            self.roots.borrow_mut().insert(at, root);
            root
        })
    }

    /// Where the address that an instruction makes begins.
    fn made(&self, at: Pc, ins: &Ins, depth: u32) -> Root {
        let of = |reg| self.root_within(reg, at, depth);
        match *ins {
            Ins::Mov64 { a, .. } => of(a),
            Ins::Index { base, .. } => of(base),
            Ins::Bin64 {
                op: Bin64::Add,
                a,
                b,
                ..
            } => match (of(a), of(b)) {
                (Root::Number, other) | (other, Root::Number) => other,
                _ => Root::Unknown,
            },
            Ins::Bin64 {
                op: Bin64::Sub,
                a,
                b,
                ..
            } => match (of(a), of(b)) {
                (root, Root::Number) => root,
                _ => Root::Unknown,
            },
            Ins::Bin64 {
                op: Bin64::Mul | Bin64::Shl,
                ..
            }
            | Ins::Widen { .. } => Root::Number,
            Ins::Select64 { a, b, .. } => match (of(a), of(b)) {
                (a, b) if a == b => a,
                _ => Root::Unknown,
            },
            Ins::SharedAddr { var, .. } => Root::Shared {
                id: var.0,
                dynamic: flag(self.given.dynamic, var.0.into()),
            },
            Ins::LocalAddr { var, .. } => Root::Local(var.0),
            Ins::GlobalAddr { var, .. } => Root::Global {
                id: var.0,
                constant: flag(self.given.constants, var.0 as usize),
            },
            _ => Root::Unknown,
        }
    }

    /// Whether two accesses are certainly of the same bytes, where what their addresses are made from does not change from one to the other.
    pub(super) fn is_same(&self, a: &Site, b: &Site) -> bool {
        let shape = (a.offset, a.shape) == (b.offset, b.shape);
        shape && self.is_equal((Reg::D(a.addr), a.pc), (Reg::D(b.addr), b.pc), DEPTH)
    }

    fn is_equal(&self, (a, a_at): (Reg, Pc), (b, b_at): (Reg, Pc), depth: u32) -> bool {
        match (self.flow.source(a, a_at), self.flow.source(b, b_at)) {
            (Source::Entry, Source::Entry) => a == b,
            (Source::From(x, _), Source::From(y, _)) if x == y => true,
            (Source::From(x, first), Source::From(y, second)) if depth > 0 => {
                let ((one, from), (other, to)) = (bare(first), bare(second));
                one == other
                    && is_pure(first)
                    && from.len() == to.len()
                    && (from.iter().zip(&to))
                        .all(|(a, b)| self.is_equal((*a, x), (*b, y), depth / 4))
            }
            _ => false,
        }
    }
}

impl Alias<'_, '_> {
    /// By number, the local variables whose addresses may be elsewhere than in accesses and in steps of addresses.
    pub(super) fn escaping(&self) -> Vec<bool> {
        let code = self.flow.code;
        let none = vec![false; code.locals.len()];
        if none.is_empty() {
            return none;
        }
        let (mut lost, mut moved, mut unsure) = (none.clone(), none, false);
        for (pc, ins) in (0..).zip(&code.ins) {
            let list = match ins {
                Ins::Mov64 { .. } => &mut moved,
                _ => &mut lost,
            };
            for reg in self.values(ins) {
                match self.root(reg, pc) {
                    Root::Local(id) => {
                        list.get_mut(usize::from(id))
                            .into_iter()
                            .for_each(|l| *l = true);
                    }
                    Root::Unknown => unsure = true,
                    _ => {}
                }
            }
            unsure |= self.site(pc).is_some_and(|site| site.root == Root::Unknown);
        }
        let moved = moved.into_iter().map(|moved| moved && unsure);
        lost.iter_mut()
            .zip(moved)
            .for_each(|(lost, moved)| *lost |= moved);
        lost
    }

    /// The 64-bit values that an instruction takes, but for the address of its access and what an address is made from.
    fn values(&self, ins: &Ins) -> Vec<D> {
        let code = self.flow.code;
        match *ins {
            Ins::Bin64 { .. } | Ins::Index { .. } => Vec::new(),
            Ins::Call { site } | Ins::CallPointer { site, .. } => {
                let site = code.calls.get(site as usize);
                site.map_or(Vec::new(), |s| s.args64.iter().map(|(_, d)| *d).collect())
            }
            Ins::Print { site } => {
                let site = code.prints.get(site as usize);
                site.map_or(Vec::new(), |s| wide(&s.args).collect())
            }
            Ins::Sys { site } => {
                let site = code.sys.get(site as usize);
                site.map_or(Vec::new(), |s| wide(&s.args).collect())
            }
            _ => {
                let mut list: Vec<D> = reads(ins).into_iter().filter_map(Reg::wide).collect();
                // An address that is also stored stands there twice.
                if let Some(at) =
                    address(ins).and_then(|addr| list.iter().rposition(|d| *d == addr))
                {
                    list.remove(at);
                }
                list
            }
        }
    }
}

fn wide(args: &[(cuda_ir::ParamReg, cuda_ir::Elem)]) -> impl Iterator<Item = D> {
    args.iter().filter_map(|(reg, _)| match reg {
        cuda_ir::ParamReg::D(d) => Some(*d),
        _ => None,
    })
}

/// The register that an access takes its address from.
pub(super) fn address(ins: &Ins) -> Option<D> {
    match *ins {
        Ins::Ld { addr, .. }
        | Ins::Ld64 { addr, .. }
        | Ins::St { addr, .. }
        | Ins::St64 { addr, .. }
        | Ins::Atom { addr, .. }
        | Ins::Atom64 { addr, .. } => Some(addr),
        _ => None,
    }
}

fn flag(list: &[bool], at: usize) -> bool {
    list.get(at).copied().unwrap_or(false)
}

/// The instruction without its registers, and those that it reads.
fn bare(ins: &Ins) -> (Ins, Vec<Reg>) {
    use cuda_ir::operands::Operand;
    let (mut ins, mut reads) = (*ins, Vec::new());
    operands(&mut ins, &mut |operand| {
        if let (reg, count, false) = operand.parts() {
            reads.extend(
                (0..u16::from(count)).map(|k| Reg::new(reg.kind(), reg.number().wrapping_add(k))),
            );
        }
        match operand {
            Operand::R { reg, .. } => *reg = R(0),
            Operand::D { reg, .. } => *reg = D(0),
            Operand::P { reg, .. } => *reg = cuda_ir::P(0),
        }
    });
    (ins, reads)
}

/// The registers that an instruction reads.
pub(super) fn reads(ins: &Ins) -> Vec<Reg> {
    bare(ins).1
}

/// Whether the result depends on nothing but what is read, and nothing else happens.
pub(super) fn is_pure(ins: &Ins) -> bool {
    match ins {
        Ins::Special { what, .. } => !matches!(what, Special::Clock | Special::ClockHigh),
        Ins::FuncAddr { .. }
        | Ins::SharedAddr { .. }
        | Ins::LocalAddr { .. }
        | Ins::GlobalAddr { .. }
        | Ins::ToShared { .. }
        | Ins::FromShared { .. } => true,
        _ => ins.computes(),
    }
}
