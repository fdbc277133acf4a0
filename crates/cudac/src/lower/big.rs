//! Large structs: a value of one is the address of memory that holds it, and is copied by whoever keeps it.
//!
//! In: values, places and results of a type that [`is_big`]; out: copies, and loops of them. The rule: memory that is a
//! value is copied before anything else is evaluated, so that it cannot change meanwhile; a function stores its result
//! where its caller says.

use super::Lowering;
use super::pieces;
use super::place::Spot;
use super::value::{Leaf, Reg, RegisterKind, Value, flat_leaves, is_big, leaves};
use crate::tree::{Expr, Place, PlaceKind, SysFn, Type};
use cuda_ir::Elem;
use cuda_ir::op::{Bin32, Cmp32};
use cuda_ir::sys::SysSite;
use cuda_ir::{D, Ins, LocalVar, P, R};

/// The most loads or stores that are written out one after another.
const MOST_UNROLLED: u64 = 128;

impl Lowering<'_> {
    /// Registers for a value that is going to be made: for a large one the address of memory of its own.
    pub(super) fn fresh_value(&mut self, ty: &Type) -> Value {
        match is_big(self.types, ty) {
            true => vec![Reg::D(self.room(ty))],
            false => self.out.fresh_leaves(&leaves(self.types, ty)),
        }
    }

    /// The address of memory for a value.
    fn room(&mut self, ty: &Type) -> D {
        let span = self.out.span;
        let spot = self.local(LocalVar {
            name: String::new(),
            bytes: self.types.size(ty),
            align: self.types.align(ty).min(16) as u32,
            elem: Elem::U8,
            parts: None,
            span,
            in_registers: false,
            until: u32::MAX,
        });
        match spot {
            Spot::Memory { base, .. } => base,
            Spot::Registers(_) => D(u16::MAX),
        }
    }

    /// A value where what `later` says cannot change it.
    pub(super) fn kept(&mut self, value: Value, ty: &Type, later: bool) -> Value {
        if later && is_big(self.types, ty) {
            let own = self.fresh_value(ty);
            self.copy_value(own[0].d(), &value, ty);
            return own;
        }
        value
            .into_iter()
            .map(|reg| self.steady(reg, later))
            .collect()
    }

    /// Copies a large value to an address.
    pub(super) fn copy_value(&mut self, to: D, value: &[Reg], ty: &Type) {
        let Some(from) = value.first().map(|reg| reg.d()) else {
            return;
        };
        if to == from {
            return;
        }
        let bytes = self.types.used(ty);
        if self.host {
            let bytes = self.out.const64(bytes);
            return self.on_bytes(SysFn::Memmove, (to, Elem::U64), Reg::D(from), bytes);
        }
        let width = pieces::width(self.types, ty, bytes);
        if bytes / width <= MOST_UNROLLED {
            let parts = flat_leaves(self.types, ty);
            for k in 0..bytes / width {
                let mark = self.out.mark();
                let padding = pieces::padding(&parts, (k * width, width));
                self.copy_row(to, from, (k * width, width), padding);
                self.out.release(mark);
            }
            return;
        }
        self.repeat(bytes / width, |c, i| {
            let (source, target) = (c.indexed(from, i, width), c.indexed(to, i, width));
            c.copy_row(target, source, (0, width), 0);
        });
    }

    fn indexed(&mut self, base: D, index: R, width: u64) -> D {
        let dst = self.out.d();
        self.out.emit(Ins::Index {
            dst,
            base,
            index,
            scale: width as u32,
            signed: false,
        });
        dst
    }

    /// Copies so many bytes from some offset on, by one access each way.
    fn copy_row(&mut self, to: D, from: D, (at, width): (u64, u64), padding: u16) {
        let row = pieces::row(at, width);
        let value = self.load_group(from, 0, &row, false);
        self.out.padding = padding;
        self.store_group(to, 0, &row, (&value, false));
        self.out.padding = 0;
    }

    fn put(&mut self, to: D, offset: u64, leaf: Leaf, value: Reg) {
        let (addr, offset) = self.reach(to, offset as i64);
        self.out.emit(match value {
            Reg::D(src) => Ins::St64 {
                n: 1,
                volatile: false,
                src,
                addr,
                offset,
            },
            other => Ins::St {
                ty: leaf.memory(),
                n: 1,
                volatile: false,
                src: other.r(),
                addr,
                offset,
            },
        });
    }

    /// A system call on bytes: `memmove` or `memset`.
    fn on_bytes(&mut self, what: SysFn, (to, kind): (D, Elem), with: Reg, bytes: D) {
        let second = match with {
            Reg::R(_) => Elem::I32,
            _ => kind,
        };
        let result = self.out.d();
        self.out.sys.push(SysSite {
            what,
            args: vec![
                (super::outside::param(Reg::D(to)), Elem::U64),
                (super::outside::param(with), second),
                (super::outside::param(Reg::D(bytes)), Elem::U64),
            ],
            results: vec![super::outside::param(Reg::D(result))],
        });
        let site = self.out.sys.len() as u32 - 1;
        self.out.emit(Ins::Sys { site });
    }

    /// Sets the bytes of a variable to zero.
    pub(super) fn clear(&mut self, spot: &Spot, ty: &Type, place: &Place) {
        let parts = flat_leaves(self.types, ty);
        if let Spot::Memory { .. } = spot
            && (self.host && parts.len() > 8 || parts.len() as u64 > MOST_UNROLLED)
        {
            let to = self.pointer_to(spot);
            let bytes = self.types.size(ty);
            if self.host {
                let bytes = self.out.const64(bytes);
                let zero = Reg::R(self.out.const32(0));
                return self.on_bytes(SysFn::Memset, (to, Elem::U64), zero, bytes);
            }
            let width = self.types.align(ty).min(8);
            let leaf = piece(width);
            let zero = self.bits(leaf, 0);
            return self.repeat(bytes / width, |c, i| {
                let target = c.indexed(to, i, width);
                c.put(target, 0, leaf, zero);
            });
        }
        let zeros: Vec<Reg> = parts.iter().map(|(_, leaf)| self.bits(*leaf, 0)).collect();
        self.store_flat(spot, ty, &zeros, place);
    }

    /// A loop of `n` turns.
    fn repeat(&mut self, n: u64, mut turn: impl FnMut(&mut Self, R)) {
        let mark = self.out.mark();
        let (i, more) = (self.out.r(), self.out.p());
        let zero = self.out.const32(0);
        let most = self.out.const32(u32::try_from(n).unwrap_or(u32::MAX));
        let one = self.out.const32(1);
        self.out.emit(Ins::Mov { dst: i, a: zero });
        self.out.begin_loop();
        self.test_below(more, i, most);
        let inner = self.out.mark();
        turn(self, i);
        self.out.release(inner);
        self.out.loop_step();
        self.out.emit(Ins::Bin32 {
            op: Bin32::Add,
            dst: i,
            a: i,
            b: one,
        });
        self.out.end();
        self.out.release(mark);
    }

    fn test_below(&mut self, cond: P, i: R, most: R) {
        self.out.emit(Ins::Cmp32 {
            op: Cmp32::LtU,
            dst: cond,
            a: i,
            b: most,
        });
        self.out.emit(Ins::LoopTest { cond });
    }

    /// A large struct from one value a field.
    pub(super) fn big_aggregate(&mut self, parts: &[Expr], ty: &Type) -> Value {
        let own = self.fresh_value(ty);
        let Type::Struct(id) = ty else { return own };
        let fields = &self.types.get(*id).fields;
        let offsets: Vec<i64> = fields.iter().map(|f| f.offset as i64).collect();
        for (n, (part, offset)) in parts.iter().zip(offsets).enumerate() {
            let mark = self.out.mark();
            let value = self.expr(part);
            let base = own[0].d();
            let spot = Spot::Memory { base, offset };
            let place = nowhere(&part.ty, part);
            match self.bit_field_of(&spot, (*id, n as u32), &place) {
                Some(field) => drop(self.store_bits(&field, value[0])),
                None => self.store(&spot, &part.ty, &value, &place),
            }
            self.out.release(mark);
        }
        own
    }

    /// A field of a large struct that is a value.
    pub(super) fn big_field(&mut self, e: &Expr, n: u32, whole: &Expr) -> Value {
        let value = self.expr(e);
        let Type::Struct(id) = &e.ty else {
            return value;
        };
        let offset = self
            .types
            .get(*id)
            .fields
            .get(n as usize)
            .map_or(0, |f| f.offset as i64);
        let base = value[0].d();
        let spot = Spot::Memory { base, offset };
        let place = nowhere(&whole.ty, whole);
        if let Some(field) = self.bit_field_of(&spot, (*id, n), &place) {
            return vec![self.load_bits(&field)];
        }
        self.load_spot(&spot, &whole.ty, &place)
    }

    /// The leaves of a value, a large one loaded from where it is.
    pub(super) fn flat(&mut self, value: Value, ty: &Type) -> Value {
        match (is_big(self.types, ty), value.as_slice()) {
            (true, [base]) => {
                let base = base.d();
                let parts = flat_leaves(self.types, ty);
                let mut regs = Vec::with_capacity(parts.len());
                for (offset, leaf) in parts {
                    let (addr, offset) = self.reach(base, offset as i64);
                    regs.push(self.load_leaf(addr, offset, leaf));
                }
                regs
            }
            _ => value,
        }
    }

    fn load_leaf(&mut self, addr: D, offset: i32, leaf: Leaf) -> Reg {
        let volatile = false;
        match leaf.kind() {
            RegisterKind::D => {
                let dst = self.out.d();
                self.out.emit(Ins::Ld64 {
                    n: 1,
                    volatile,
                    dst,
                    addr,
                    offset,
                });
                Reg::D(dst)
            }
            kind => {
                let dst = self.out.r();
                self.out.emit(Ins::Ld {
                    ty: leaf.memory(),
                    n: 1,
                    volatile,
                    dst,
                    addr,
                    offset,
                });
                if kind == RegisterKind::R {
                    return Reg::R(dst);
                }
                let truth = self.out.p();
                self.out.emit(Ins::ToPred { dst: truth, a: dst });
                Reg::P(truth)
            }
        }
    }
}

/// What bytes are copied as.
fn piece(width: u64) -> Leaf {
    use crate::tree::Scalar::*;
    Leaf::Scalar(match width {
        8 => ULong,
        4 => UInt,
        2 => UShort,
        _ => UChar,
    })
}

/// A place that only says what is stored there and where in the source.
fn nowhere(ty: &Type, e: &Expr) -> Place {
    Place {
        kind: PlaceKind::Var(crate::tree::VarId(0)),
        ty: ty.clone(),
        volatile: false,
        span: e.span,
    }
}
