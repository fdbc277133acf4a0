//! What a recorder looks up: the line and the variables of each instruction, and names of memory.
//!
//! A launch's code goes in once; numbers come out. The rule: tables are in order of the code, kernel first, as instructions are numbered.

use super::super::scene::Scene;
use super::super::{Op, bank, pieces};
use crate::report::trace::{TracedAllocation, TracedSite, TracedVariable};
use crate::vm::Env;
use crate::vm::mem::{Group, Region, Space, Target, target};
use cuda_ir::cost::cost as price;
use cuda_ir::operands::operands;
use cuda_ir::parts::Parts;
use cuda_ir::register::Reg;
use cuda_ir::{At, Code, Ins, Pc, VarPlace, Variable};
use std::collections::BTreeMap;
use std::ops::Range;

/// An instruction, as steps see it.
#[derive(Clone, Copy, Default)]
pub struct Instruction {
    /// Its line in the main text, or that of the call which led to it; 0 if there is none.
    pub line: u32,
    /// Whether it is one.
    pub issued: bool,
    /// Whether a step may begin with it: it is one, and none of those that are made before all others whatever line asks for them.
    pub begins: bool,
    /// Where the variables that it may write end in the list of all.
    writes: u32,
}

/// The tables.
pub struct Sites {
    instructions: Vec<Instruction>,
    /// Variables that instructions may write, instruction by instruction.
    pub writes: Vec<u32>,
    variables: Vec<(u32, Variable)>,
    numbers: BTreeMap<(Space, u32), u32>,
    sites: BTreeMap<usize, u32>,
}

impl Sites {
    /// Of a launch.
    pub fn new(env: &Env<'_>) -> Sites {
        let mut sites = Sites {
            instructions: Vec::with_capacity(env.flat_len()),
            writes: Vec::new(),
            variables: Vec::new(),
            numbers: BTreeMap::new(),
            sites: BTreeMap::new(),
        };
        for code in 0..=env.module.functions.len() as u32 {
            sites.add(code, env.code(code));
        }
        sites
    }

    fn add(&mut self, number: u32, code: &Code) {
        let first = self.variables.len();
        let known = code.variables.iter().filter(|v| v.is_known());
        self.variables.extend(known.map(|v| (number, v.clone())));
        let mut by_place: BTreeMap<[u16; 2], Vec<u32>> = BTreeMap::new();
        let mut by_start: BTreeMap<Pc, Vec<u32>> = BTreeMap::new();
        for (k, (_, v)) in self.variables.iter().enumerate().skip(first) {
            by_start.entry(v.from).or_default().push(k as u32);
            let place = match v.place {
                VarPlace::R(r) => [0, r.0],
                VarPlace::D(d) => [1, d.0],
                VarPlace::P(p) => [2, p.0],
                VarPlace::Local(_) => continue,
            };
            by_place.entry(place).or_default().push(k as u32);
        }
        for (pc, ins) in code.ins.iter().enumerate() {
            let after = pc as Pc + 1;
            let from = self.writes.len();
            operands(&mut ins.clone(), &mut |operand| {
                let (reg, count, written) = operand.parts();
                let (kind, reg) = match reg {
                    Reg::R(r) => (0, r.0),
                    Reg::D(d) => (1, d.0),
                    Reg::P(p) => (2, p.0),
                };
                let regs = (0..u16::from(count)).map(|k| [kind, reg + k]);
                let named = regs.filter_map(|place| by_place.get(&place)).flatten();
                let here = named.filter(|k| {
                    let (_, v) = &self.variables[**k as usize];
                    written && v.from <= after && after <= v.to
                });
                self.writes.extend(here);
            });
            let begun = by_start.get(&after).into_iter().flatten();
            self.writes.extend(begun);
            self.writes[from..].sort_unstable();
            let at = code.at.get(pc).copied().unwrap_or_default();
            let issued = price(ins).issued && !at.part && !at.upper;
            self.instructions.push(Instruction {
                line: line(code, at),
                issued,
                begins: issued && !is_first(ins),
                writes: self.writes.len() as u32,
            });
        }
    }

    /// The variables.
    pub fn variables(&self) -> Vec<TracedVariable> {
        let told = |(code, v): &(u32, Variable)| TracedVariable {
            name: v.name.clone(),
            ty: v.elem,
            code: *code,
            from: v.from,
            to: v.to,
        };
        self.variables.iter().map(told).collect()
    }

    /// An instruction by its number among all.
    pub fn of(&self, flat: usize) -> Instruction {
        self.instructions.get(flat).copied().unwrap_or_default()
    }

    /// Which of the writes are an instruction's.
    pub fn written(&self, flat: usize) -> Range<usize> {
        let from = flat
            .checked_sub(1)
            .map_or(0, |before| self.of(before).writes);
        from as usize..self.of(flat).writes as usize
    }

    /// Where a variable is.
    pub fn place(&self, variable: u32) -> VarPlace {
        self.variables[variable as usize].1.place
    }

    /// The variables that are known before an instruction.
    pub fn known(&self, code: u32, pc: Pc) -> Vec<u32> {
        let all = self.variables.iter().enumerate();
        let here = all.filter(|(_, (of, v))| *of == code && v.from <= pc && pc < v.to);
        here.map(|(k, _)| k as u32).collect()
    }

    /// Of these those in memory.
    pub fn in_memory(&self, code: u32, pc: Pc) -> Vec<u32> {
        let mut known = self.known(code, pc);
        known.retain(|k| matches!(self.place(*k), VarPlace::Local(_)));
        known
    }

    /// The number of the instruction that a warp is at among those which access memory.
    pub fn site(
        &mut self,
        scene: &Scene<'_>,
        (op, bytes): (Op, u32),
        list: &mut Vec<TracedSite>,
    ) -> u32 {
        let flat = scene.flat();
        let line = self.of(flat).line;
        *self.sites.entry(flat).or_insert_with(|| {
            list.push(TracedSite {
                span: scene.at().span,
                line,
                op,
                bytes,
            });
            list.len() as u32 - 1
        })
    }

    /// The number of an allocation among those that are named.
    pub fn allocation(
        &mut self,
        (scene, list): (&Scene<'_>, &mut Vec<TracedAllocation>),
        region: Region,
    ) -> u32 {
        let id = (region.space, region.id);
        let number = *self.numbers.entry(id).or_insert_with(|| {
            let (name, elem, _) = scene.env.name(region.space, region.id, scene.warp);
            let parts = scene.env.parts(region, scene.warp);
            list.push(TracedAllocation {
                name,
                space: region.space,
                elem,
                strides: strides(parts.as_deref(), elem.bytes() as u64),
                base: region.base,
            });
            list.len() as u32 - 1
        });
        let base = &mut list[number as usize].base;
        *base = region.base.max(*base);
        number
    }

    /// The one allocation that all of these lanes point into, and the bytes from its start.
    pub fn pointed(
        &mut self,
        (scene, list): (&Scene<'_>, &mut Vec<TracedAllocation>),
        bits: &[u64; 32],
        lanes: u32,
    ) -> Option<(u32, [u32; 32])> {
        let mut offsets = [0; 32];
        let mut into = None;
        for lane in (0..32).filter(|lane| lanes >> lane & 1 == 1) {
            let Target::In(space, id, offset) = target(bits[lane]) else {
                return None;
            };
            if *into.get_or_insert((space, id)) != (space, id) {
                return None;
            }
            offsets[lane] = i32::try_from(offset).ok()? as u32;
        }
        let (space, id) = into?;
        // Where it begins is known once it is accessed.
        let region = Region {
            space,
            id,
            base: 0,
            len: 0,
        };
        Some((self.allocation((scene, list), region), offsets))
    }
}

/// Whether it is one that the compiler puts at the beginning of the code.
fn is_first(ins: &Ins) -> bool {
    matches!(
        ins,
        Ins::Special { .. }
            | Ins::SharedAddr { .. }
            | Ins::LocalAddr { .. }
            | Ins::GlobalAddr { .. }
    )
}

/// The line that an instruction counts for.
fn line(code: &Code, at: At) -> u32 {
    if at.span.is_main() && !at.library {
        return at.line;
    }
    let main = |call: &&cuda_ir::caller::Caller| call.span.is_main();
    code.callers(at).find(main).map_or(0, |call| call.line)
}

/// How many bytes lie between two rows of an array, slowest first, and between two elements.
fn strides(parts: Option<&Parts>, elem: u64) -> Vec<u64> {
    let mut out = Vec::new();
    let mut parts = parts;
    while let Some(Parts::Row(bytes, of)) = parts {
        out.push(*bytes);
        parts = Some(of.as_ref());
    }
    if out.is_empty() {
        out.push(elem.max(1));
    }
    out
}

/// Sectors or passes of a request, and as few as they can be.
pub fn cost(group: &Group, bytes: u32) -> (u32, u32) {
    let (tidy, many);
    let list = match pieces::tidy(group, bytes) {
        Some((list, n)) => {
            tidy = list;
            &tidy[..n]
        }
        None => {
            many = pieces::Pieces::new(&group.at, bytes);
            many.list()
        }
    };
    match group.region.space {
        Space::Shared if pieces::one_pass(list) => (1, 1),
        Space::Shared => bank::passes(group, bytes),
        Space::Global | Space::Symbol => {
            (pieces::sectors(list, 0), pieces::bytes(list).div_ceil(32))
        }
        _ => (0, 0),
    }
}
