//! PTX among a warp's lanes and a block's warps: shuffles, votes, barriers, tensor cores; and what does nothing here.
//! In: an instruction; out: statements; `false` for one that is not known.
//! The rule: a shuffle's packed bounds are read as CUDA's width; a fragment's registers are as the book lays them out.

use super::*;
use crate::builtin::AtomicOp;
use cuda_ir::mma::{MmaKind, MmaType};

impl Asm<'_, '_> {
    pub(super) fn warp_ptx(&mut self, s: &mut State, ins: &Instruction) -> Asked<bool> {
        let name = ins.name();
        match ins.parts[0].as_str() {
            "bar" | "barrier" if ins.has("warp") => {
                let mask = self.given(s, ins, 0, Scalar::UInt)?;
                self.call_for_effect(s, "__syncwarp", vec![mask])?;
            }
            "bar" | "barrier" if (ins.has("sync") || ins.has("arrive")) && !ins.has("cluster") => {
                return self.barrier(s, ins);
            }
            "bar" | "barrier" if ins.has("red") => return self.barrier_that_counts(s, ins),
            "membar" | "fence" if ins.has("cta") => {
                self.call_for_effect(s, "__threadfence_block", Vec::new())?;
            }
            "membar" | "fence" => self.call_for_effect(s, "__threadfence", Vec::new())?,
            "shfl" if ins.has("sync") => self.shfl(s, ins)?,
            "vote" if ins.has("sync") => self.vote(s, ins)?,
            "match" if name == "match.any.sync.b32" || name == "match.any.sync.b64" => {
                let value = self.given(s, ins, 1, type_of(ins)?)?;
                let mask = self.given(s, ins, 2, Scalar::UInt)?;
                let kind = ExprKind::Builtin(Builtin::MatchAny, vec![mask, value]);
                let value = s.expr(kind, Type::Scalar(Scalar::UInt));
                self.result(s, ins, value)?;
            }
            "activemask" => {
                let value = self.builtin_call(s, "__activemask", Vec::new())?;
                self.result(s, ins, value)?;
            }
            "redux" if ins.has("sync") => return self.redux(s, ins),
            "mma" if ins.has("sync") => return self.mma(s, ins),
            "nanosleep" | "pmevent" | "griddepcontrol" | "setmaxnreg" | "nop" => {}
            "trap" | "brkpt" => self.call_for_effect(s, "__trap", Vec::new())?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    pub(super) fn call_for_effect(&mut self, s: &mut State, name: &str, args: Vec<Expr>) -> Asked {
        let call = self.builtin_call(s, name, args)?;
        s.push(StmtKind::Expr(call));
        Ok(())
    }

    fn shfl(&mut self, s: &mut State, ins: &Instruction) -> Asked {
        if matches!(ins.operands.first(), Some(Operand::Pair(..))) {
            return Err("`shfl` with a predicate".to_string());
        }
        let (value, by) = (
            self.given(s, ins, 1, Scalar::UInt)?,
            self.given(s, ins, 2, Scalar::UInt)?,
        );
        let bounds = self.given(s, ins, 3, Scalar::UInt)?;
        let mask = self.given(s, ins, 4, Scalar::UInt)?;
        let what = match () {
            _ if ins.has("up") => Builtin::ShflUp,
            _ if ins.has("down") => Builtin::ShflDown,
            _ if ins.has("bfly") => Builtin::ShflXor,
            _ => Builtin::Shfl,
        };
        let by_type = if matches!(what, Builtin::ShflUp | Builtin::ShflDown) {
            Scalar::UInt
        } else {
            Scalar::Int
        };
        let by = conversion::force(&self.types, by, &Type::Scalar(by_type));
        // The segment's mask is in bits 8 to 12: 32 less the width.
        let eight = s.int(8, Scalar::Int);
        let segment = self.binary_of(s, BinaryOp::Shr, bounds, eight);
        let low = s.int(31, Scalar::UInt);
        let segment = self.binary_of(s, BinaryOp::And, segment, low);
        let all = s.int(32, Scalar::UInt);
        let width = self.binary_of(s, BinaryOp::Sub, all, segment);
        let width = conversion::force(&self.types, width, &Type::INT);
        let kind = ExprKind::Builtin(what, vec![mask, value, by, width]);
        let value = s.expr(kind, Type::Scalar(Scalar::UInt));
        self.result(s, ins, value)
    }

    fn vote(&mut self, s: &mut State, ins: &Instruction) -> Asked {
        let asked = self.given(s, ins, 1, Scalar::Bool)?;
        let asked = conversion::force(&self.types, asked, &Type::INT);
        let mask = self.given(s, ins, 2, Scalar::UInt)?;
        let name = match () {
            _ if ins.has("ballot") => "__ballot_sync",
            _ if ins.has("any") => "__any_sync",
            _ if ins.has("all") => "__all_sync",
            _ => return Err(format!("`{}`", ins.name())),
        };
        let value = self.builtin_call(s, name, vec![mask, asked])?;
        self.result(s, ins, value)
    }

    fn redux(&mut self, s: &mut State, ins: &Instruction) -> Asked<bool> {
        let ty = type_of(ins)?;
        let op = match ins.parts.get(2).map(String::as_str) {
            Some("add") => AtomicOp::Add,
            Some("min") => AtomicOp::Min,
            Some("max") => AtomicOp::Max,
            Some("and") => AtomicOp::And,
            Some("or") => AtomicOp::Or,
            Some("xor") => AtomicOp::Xor,
            _ => return Ok(false),
        };
        if ty.is_float() {
            return Ok(false);
        }
        let value = self.given(s, ins, 1, ty)?;
        let mask = self.given(s, ins, 2, Scalar::UInt)?;
        let kind = ExprKind::Builtin(Builtin::Reduce(op), vec![mask, value]);
        let value = s.expr(kind, Type::Scalar(ty));
        self.result(s, ins, value)?;
        Ok(true)
    }

    /// `mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {d}, {a}, {b}, {c}`.
    fn mma(&mut self, s: &mut State, ins: &Instruction) -> Asked<bool> {
        let Some(kind) = kind_of(ins) else {
            return Ok(false);
        };
        let word = match kind.from {
            MmaType::F64 => Scalar::Double,
            _ => Scalar::UInt,
        };
        let sum = match kind.to {
            MmaType::F32 => Scalar::Float,
            MmaType::F64 => Scalar::Double,
            MmaType::S32 => Scalar::Int,
            _ => Scalar::UInt,
        };
        let counts = [kind.a(), kind.b(), kind.c()];
        let mut args = Vec::new();
        for (k, count) in counts.into_iter().enumerate() {
            let operands = match ins.operands.get(k + 1) {
                Some(Operand::Vector(parts)) => parts.clone(),
                Some(one) => vec![one.clone()],
                None => return Ok(false),
            };
            if operands.len() != count {
                let which = ["a", "b", "c"][k];
                return Err(format!(
                    "`{}` with {} registers for {which} instead of {count}",
                    ins.name(),
                    operands.len()
                ));
            }
            let ty = if k == 2 { sum } else { word };
            for operand in &operands {
                args.push(self.read(s, operand, ty)?);
            }
        }
        let ty = match (sum, kind.c()) {
            (Scalar::Float, 4) => "float4",
            (Scalar::Int, 4) => "int4",
            (Scalar::Int, 2) => "int2",
            (Scalar::Double, 2) => "double2",
            (Scalar::UInt, 2) => "uint2",
            _ => return Ok(false),
        };
        let ty = self
            .types
            .predefined(ty)
            .map(Type::Struct)
            .ok_or("this result")?;
        let value = s.expr(ExprKind::Builtin(Builtin::Mma(kind), args), ty);
        let whole = self.kept(s, value);
        match ins.operands.first() {
            Some(Operand::Vector(parts)) => self.spread(s, whole, parts)?,
            _ => return Ok(false),
        }
        Ok(true)
    }
}

fn kind_of(ins: &Instruction) -> Option<MmaKind> {
    let shape = ins
        .parts
        .iter()
        .find(|p| p.starts_with('m') && p.contains('n') && p.contains('k'))?;
    let (m, rest) = shape[1..].split_once('n')?;
    let (n, k) = rest.split_once('k')?;
    let shape = (m.parse().ok()?, n.parse().ok()?, k.parse().ok()?);
    if !(ins.has("row") && ins.has("col")) || ins.has("sp") || ins.has("xor") {
        return None;
    }
    let types: Vec<MmaType> = ins.parts.iter().filter_map(|p| mma_type(p)).collect();
    let [to, a, b, c] = types.as_slice() else {
        return None;
    };
    let integers = matches!(a, MmaType::S8 | MmaType::U8) && matches!(b, MmaType::S8 | MmaType::U8);
    let eight = |ty: &MmaType| matches!(ty, MmaType::E4m3 | MmaType::E5m2);
    if (a != b && !integers && !(eight(a) && eight(b))) || to != c {
        return None;
    }
    let kind = MmaKind {
        m: shape.0,
        n: shape.1,
        k: shape.2,
        from: *a,
        other: *b,
        to: *to,
    };
    kind.is_known().then_some(kind)
}

fn mma_type(part: &str) -> Option<MmaType> {
    Some(match part {
        "f16" => MmaType::F16,
        "bf16" => MmaType::Bf16,
        "tf32" => MmaType::Tf32,
        "s8" => MmaType::S8,
        "u8" => MmaType::U8,
        "e4m3" => MmaType::E4m3,
        "e5m2" => MmaType::E5m2,
        "f64" => MmaType::F64,
        "f32" => MmaType::F32,
        "s32" => MmaType::S32,
        _ => return None,
    })
}
