//! A warp at an instruction: what a finding can say about where it is and what it has in hand.
//!
//! References to the launch and the warp go in; places with threads, lines and values come out. The rule: it only reads.

use crate::report::Place;
use crate::report::ways::Ways;
use crate::vm::mem::{Target, target};
use crate::vm::split::Frame;
use crate::vm::{Env, Warp};
use cuda_ir::Elem;
use cuda_ir::{At, Code, Pc, VarPlace, VarType, Variable};

/// A warp at an instruction.
#[derive(Clone, Copy)]
pub struct Scene<'a> {
    /// The launch.
    pub env: &'a Env<'a>,
    /// The warp.
    pub warp: &'a Warp,
    /// The instruction, in the warp's code.
    pub pc: Pc,
    /// What the registers hold where they are not the warp's own, as in a gang of warps.
    pub held: Option<&'a dyn Held>,
}

/// Registers that are kept elsewhere than in a warp.
pub trait Held {
    /// What a place that is a register holds in a lane.
    fn bits(&self, place: VarPlace, lane: usize) -> Option<u64>;
}

/// How many values a place shows at most.
const SHOWN: usize = 6;

impl<'a> Scene<'a> {
    /// A warp that holds its own registers, at the instruction that it executes.
    pub fn of(env: &'a Env<'a>, warp: &'a Warp) -> Scene<'a> {
        Scene {
            env,
            warp,
            pc: warp.at,
            held: None,
        }
    }

    /// The code that the warp is in.
    pub fn code(&self) -> &'a Code {
        self.env.code(self.warp.code)
    }

    /// Where the instruction comes from.
    pub fn at(&self) -> At {
        self.code()
            .at
            .get(self.pc as usize)
            .copied()
            .unwrap_or_default()
    }

    /// The instruction's number among all code.
    pub fn flat(&self) -> usize {
        self.env.flat(self.warp.code, self.pc)
    }

    /// The place of one lane here, with the values that the line mentions.
    pub fn place(&self, lane: usize, note: &str) -> Place {
        let thread = self.warp.thread(lane);
        let mut place = self.env.place(self.flat(), thread, self.warp.block, note);
        place.values = self.values(lane);
        let calls = self.warp.frames.iter().rev();
        let saved = calls.filter_map(|frame| match frame {
            Frame::Call { saved, .. } => Some(saved),
            _ => None,
        });
        let mut ways = Ways::after(place.called);
        for saved in saved {
            let code = self.env.code(saved.code);
            let at = code.at.get(saved.pc as usize).copied();
            let name = self.env.code_name(saved.code);
            ways.call((code, name), at.unwrap_or_default());
        }
        place.called = ways.out();
        place
    }

    /// The variables that the instruction's line mentions, with their values in this lane.
    pub fn values(&self, lane: usize) -> Vec<(String, String)> {
        let mut out: Vec<(String, String)> = Vec::new();
        for v in self.mentioned().filter(|v| v.is_known()) {
            if out.len() < SHOWN && out.iter().all(|(name, _)| *name != v.name) {
                let value = self.bits(v.place, lane).map(|bits| self.text(v.elem, bits));
                // A pointer to the start of the buffer of its own name says nothing.
                let told = value.filter(|text| *text != v.name);
                out.extend(told.map(|text| (v.name.clone(), text)));
            }
        }
        out
    }

    /// The name of a pointer that the line mentions and that is null in this lane.
    pub fn null_pointer(&self, lane: usize) -> Option<&'a str> {
        let null =
            |v: &&Variable| v.elem == VarType::Pointer && self.bits(v.place, lane) == Some(0);
        self.mentioned().find(null).map(Variable::spelt)
    }

    fn mentioned(&self) -> impl Iterator<Item = &'a Variable> {
        let (code, line, pc) = (self.code(), self.at().line, self.pc);
        let from = code.mentions.partition_point(|m| m.0 < line);
        let here = code.mentions[from..]
            .iter()
            .take_while(move |m| m.0 == line);
        here.filter_map(|m| code.variables.get(m.1 as usize))
            .filter(move |v| v.from <= pc && pc < v.to)
    }

    /// What a place holds in a lane.
    pub(crate) fn bits(&self, place: VarPlace, lane: usize) -> Option<u64> {
        let w = self.warp;
        if let (Some(held), false) = (self.held, matches!(place, VarPlace::Local(_))) {
            return held.bits(place, lane);
        }
        match place {
            VarPlace::R(r) => w.g.r.get(r.0 as usize).map(|r| r[lane] as u64),
            VarPlace::D(d) => w.g.d.get(d.0 as usize).map(|d| d[lane]),
            VarPlace::P(p) => w.g.p.get(p.0 as usize).map(|p| (p >> lane & 1) as u64),
            VarPlace::Local(v) => {
                let (base, len) = *w.local.vars.get((w.locals_from + v.0 as u32) as usize)?;
                let row = base as usize / 4;
                let lo = w.local.rows.get(row)?[lane] as u64;
                let hi = if len >= 8 {
                    w.local.rows.get(row + 1)?[lane] as u64
                } else {
                    0
                };
                Some(lo | hi << 32)
            }
        }
    }

    fn text(&self, ty: VarType, bits: u64) -> String {
        match ty {
            VarType::Scalar(elem) => scalar(elem, bits),
            VarType::Pointer => self.pointer(bits),
        }
    }

    fn pointer(&self, address: u64) -> String {
        match target(address) {
            Target::Null(0) => "null".to_string(),
            Target::Null(n) => format!("null + {n} bytes"),
            Target::Wild => format!("{address:#x}"),
            Target::In(space, id, offset) => {
                let (name, elem, _) = self.env.name(space, id, self.warp);
                let size = elem.bytes() as i64;
                match (offset, offset % size) {
                    (0, _) => name,
                    (_, 0) => format!("{name} + {}", offset / size),
                    _ => format!("{name} + {offset} bytes"),
                }
            }
        }
    }
}

/// A scalar as the source would write it; where it is what memory holds that nobody wrote, it says so.
pub fn scalar(elem: Elem, bits: u64) -> String {
    const UNWRITTEN: u64 = 0xcdcd_cdcd_cdcd_cdcd;
    let shown = written(elem, bits);
    let same = match elem.bytes() {
        4 => bits as u32 == UNWRITTEN as u32,
        8 => bits == UNWRITTEN,
        _ => false,
    };
    match same {
        true => format!("{shown} (what unwritten memory holds)"),
        false => shown,
    }
}

fn written(elem: Elem, bits: u64) -> String {
    match elem {
        Elem::Bool => (bits & 0xff != 0).to_string(),
        Elem::I8 => (bits as i8).to_string(),
        Elem::U8 => (bits as u8).to_string(),
        Elem::I16 => (bits as i16).to_string(),
        Elem::U16 => (bits as u16).to_string(),
        Elem::I32 => (bits as i32).to_string(),
        Elem::U32 => (bits as u32).to_string(),
        Elem::I64 => (bits as i64).to_string(),
        Elem::U64 => bits.to_string(),
        Elem::F32 => format!("{:?}", f32::from_bits(bits as u32)),
        Elem::F64 => format!("{:?}", f64::from_bits(bits)),
    }
}

/// `(x, y, z)` of a thread or block, as findings write it.
pub fn triple(at: [u32; 3]) -> String {
    format!("({}, {}, {})", at[0], at[1], at[2])
}
