//! What memory is called: allocations, pointers in variables, and the values that a line mentions.
//!
//! An address or a line goes in; names come out, as the source would write them. The rule: what has no name is told by where it
//! was made.

use super::calls::Open;
use super::machine::Machine;
use cuda_ir::parts::Pointee;
use cuda_ir::pointer::{OFFSET_BITS, Space, Target, target};
use cuda_ir::{VarPlace, VarType, Variable};
use warp::launch::{Elem, HostKind};
use warp::probe::scene::scalar;

impl Machine<'_> {
    /// What to call an allocation in a sentence.
    pub fn allocation_name(&self, space: Space, id: u32) -> String {
        let i = id as usize;
        match space {
            Space::Global | Space::Symbol => {
                let list = if space == Space::Global {
                    &self.memory.buffers
                } else {
                    &self.memory.symbols
                };
                match list.get(i) {
                    Some(a) if a.name.is_empty() => format!(
                        "allocation #{} of {} bytes, made on line {}",
                        i + 1,
                        a.bytes.len(),
                        a.line
                    ),
                    Some(a) => format!("`{}`", a.name),
                    None => "no allocation".to_string(),
                }
            }
            Space::Host => match self.memory.hosted.blocks.get(i) {
                Some(b) if b.kind == HostKind::Literal => "the string literal".to_string(),
                Some(b) if b.name.is_empty() => format!("the memory allocated on line {}", b.line),
                Some(b) => format!("`{}`", b.name),
                None => "no allocation".to_string(),
            },
            Space::Stack => {
                let var = self.local(id).and_then(|(code, at)| code.locals.get(at));
                var.map_or("a local variable".to_string(), |v| format!("`{}`", v.name))
            }
            Space::Shared | Space::Local => "a kernel's memory".to_string(),
        }
    }

    /// The pointer at an address, in a variable of the stack or of the file, as the source would write it; and what it leads to.
    pub fn pointer_at(&self, address: u64) -> Option<(String, Pointee)> {
        let Target::In(space, id, offset) = target(address) else {
            return None;
        };
        let (name, elem, parts) = match space {
            Space::Stack => {
                let (code, at) = self.local(id)?;
                let var = code.locals.get(at)?;
                (var.name.as_str(), var.elem, &var.parts)
            }
            Space::Host => {
                let block = self.memory.hosted.blocks.get(id as usize)?;
                if block.kind != HostKind::Variable {
                    return None;
                }
                (&*block.name, Elem::U8, &block.parts)
            }
            _ => return None,
        };
        let mut name = name.to_string();
        if name.is_empty() {
            return None;
        }
        let offset = u64::try_from(offset).ok()?;
        if let Some(parts) = parts {
            let to = parts.pointer_at(offset, &mut name)?.as_ref().clone();
            return Some((name, to));
        }
        // A handle may be a number.
        let size = self.size_of(space, id)?;
        match (elem, size) {
            (_, 8) if offset == 0 => {}
            (Elem::U64, _) if offset % 8 == 0 => name = format!("{name}[{}]", offset / 8),
            _ => return None,
        }
        Some((name, Pointee::default()))
    }

    /// The pointer on the running line that leads to an address.
    pub fn pointer_name(&self, address: u64) -> Option<String> {
        let (open, at) = self.scene()?;
        let mut vars = self.mentioned(open, at.line);
        let pointers = |v: &&Variable| v.elem == VarType::Pointer;
        let found = vars.find(|v| {
            pointers(v)
                && self
                    .bits(open, v)
                    .is_some_and(|bits| bits >> OFFSET_BITS == address >> OFFSET_BITS)
        });
        found.map(|v| v.spelt().to_string())
    }

    fn mentioned<'s>(&'s self, open: &'s Open, line: u32) -> impl Iterator<Item = &'s Variable> {
        let (code, pc) = (self.code(open.func), self.pc(open));
        let from = code.mentions.partition_point(|m| m.0 < line);
        let here = code.mentions.get(from..).unwrap_or_default().iter();
        here.take_while(move |m| m.0 == line)
            .filter_map(|m| code.variables.get(m.1 as usize))
            .filter(move |v| v.from <= pc && pc < v.to)
    }

    /// A variable's bits, in the innermost call.
    fn bits(&self, open: &Open, v: &Variable) -> Option<u64> {
        if !self
            .calls
            .last()
            .is_some_and(|last| std::ptr::eq(last, open))
        {
            return None;
        }
        Some(match v.place {
            VarPlace::R(r) => self.slot(cuda_ir::ParamReg::R(r)),
            VarPlace::D(d) => self.slot(cuda_ir::ParamReg::D(d)),
            VarPlace::P(p) => self.slot(cuda_ir::ParamReg::P(p)),
            VarPlace::Local(id) => {
                let bytes = self.stack.start_of(self.first_local(open) + id.0 as u32)?;
                bytes
                    .iter()
                    .take(8)
                    .rev()
                    .fold(0, |all, b| all << 8 | *b as u64)
            }
        })
    }

    /// The values that a line mentions.
    pub fn values(&self, open: &Open, line: u32) -> Vec<(String, String)> {
        let mut out: Vec<(String, String)> = Vec::new();
        for v in self.mentioned(open, line).filter(|v| v.is_known()) {
            let (Some(bits), true) = (self.bits(open, v), out.len() < 6) else {
                continue;
            };
            if out.iter().any(|(name, _)| *name == v.name) {
                continue;
            }
            let text = match v.elem {
                VarType::Scalar(elem) => scalar(elem, bits),
                VarType::Pointer if bits == 0 => "null".to_string(),
                VarType::Pointer => continue,
            };
            out.push((v.name.clone(), text));
        }
        out
    }
}
