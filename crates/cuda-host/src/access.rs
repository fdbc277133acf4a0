//! Operations whose access failed: what they wanted, and what they get instead.
//!
//! The operation before the program counter goes in; the accesses that it is made of are told one by one. The rule: a load
//! that failed gives 0, a store is dropped; `fault` knows the words, and which failures end the program.

use super::exec::{element, word};
use super::fault::Failed;
use super::machine::{End, Machine};
use super::op::{Op, Slot};

impl Machine<'_> {
    /// The operation before the program counter could not reach its memory.
    pub fn access_fault(&mut self) -> Result<(), End> {
        let Some(op) = self.last_op() else {
            return Ok(());
        };
        let accesses = self.accesses(&op);
        let raced = |failed: &Failed| self.host_touches(failed.address, failed.bytes, failed.store);
        if accesses.iter().map(raced).filter(|raced| *raced).count() > 0 {
            self.again();
            return Ok(());
        }
        if accesses.iter().any(|failed| self.reads_unwritten(failed)) {
            self.again();
            return Ok(());
        }
        for failed in accesses {
            let there = self.view().range(failed.address, failed.bytes).is_some();
            if !there || failed.store {
                self.failed(&failed)?;
            }
        }
        match op {
            Op::Ld32 { d, .. }
            | Op::Ld64 { d, .. }
            | Op::LdAt { d, .. }
            | Op::LdVia { d, .. }
            | Op::LdMad { d, .. }
            | Op::Atom { d: Some(d), .. } => self.set_raw(d, 0),
            Op::Load { n, d, .. } | Op::Load64 { n, d, .. } => {
                (0..n as u16).for_each(|k| self.set_raw(d + k, 0))
            }
            _ => {}
        }
        Ok(())
    }

    /// What an operation accesses, in order.
    fn accesses(&mut self, op: &Op) -> Vec<Failed> {
        let at = |address: Slot, offset: i32, bytes: u64, store: bool| Failed {
            address: self.raw(address).wrapping_add(offset as i64 as u64),
            bytes,
            store,
        };
        let size = |double: bool| if double { 8 } else { 4 };
        vec![match *op {
            Op::Ld32 { addr, offset, .. } => at(addr, offset, 4, false),
            Op::St32 { addr, offset, .. } => at(addr, offset, 4, true),
            Op::Ld64 { addr, offset, .. } => at(addr, offset, 8, false),
            Op::St64 { addr, offset, .. } => at(addr, offset, 8, true),
            Op::Atom {
                op, double, addr, ..
            } => {
                let bytes = if double { 8 } else { u64::from(op.bytes()) };
                at(addr, 0, bytes, true)
            }
            Op::Load {
                ty,
                n,
                addr,
                offset,
                ..
            } => at(addr, offset, ty.bytes() as u64 * n as u64, false),
            Op::Store {
                ty,
                n,
                addr,
                offset,
                ..
            } => at(addr, offset, ty.bytes() as u64 * n as u64, true),
            Op::Load64 {
                n, addr, offset, ..
            } => at(addr, offset, 8 * n as u64, false),
            Op::Store64 {
                n, addr, offset, ..
            } => at(addr, offset, 8 * n as u64, true),
            Op::LdAt {
                base,
                index,
                scale,
                long,
                double,
                ..
            }
            | Op::StAt {
                base,
                index,
                scale,
                long,
                double,
                ..
            } => Failed {
                address: element(self.raw(base), self.raw(index), long, scale),
                bytes: size(double),
                store: matches!(op, Op::StAt { .. }),
            },
            Op::LdMad { base, a, b, c, .. } | Op::StMad { base, a, b, c, .. } => Failed {
                address: word(self.raw(base), self.raw(a), self.raw(b), self.raw(c)),
                bytes: 4,
                store: matches!(op, Op::StMad { .. }),
            },
            Op::LdVia {
                holder,
                index,
                scale,
                offset,
                long,
                double,
                ..
            }
            | Op::StVia {
                holder,
                index,
                scale,
                offset,
                long,
                double,
                ..
            } => {
                let held = at(holder, offset, 8, false);
                let index = self.raw(index);
                let base = self.view().load::<8>(held.address);
                let base = base.map_or(0, u64::from_le_bytes);
                let element = Failed {
                    address: element(base, index, long, scale as u32),
                    bytes: size(double),
                    store: matches!(op, Op::StVia { .. }),
                };
                return vec![held, element];
            }
            _ => return Vec::new(),
        }]
    }
}
