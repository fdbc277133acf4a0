//! PTX's accesses to memory: loads, stores, atomics, copies, matrices by rows.
//! In: an instruction; out: statements that access memory through pointers; `false` for one of another family.
//! The rule: an address is what the state space in the name says: a generic pointer's bits, or an offset in the block's
//! shared memory. What releases has a fence before it, a load that acquires one after it; hints to caches and the other orders change nothing here.

use super::*;
use crate::builtin::AtomicOp;
use cuda_ir::op::Scope;

impl Asm<'_, '_> {
    pub(super) fn memory_ptx(&mut self, s: &mut State, ins: &Instruction) -> Asked<bool> {
        if matches!(ins.parts[0].as_str(), "st" | "atom" | "red") {
            self.released(s, ins)?;
        }
        match ins.parts[0].as_str() {
            "ld" | "ldu" => {
                self.ld(s, ins)?;
                if ins.has("acquire") {
                    self.call_for_effect(s, fence_of(ins), Vec::new())?;
                }
            }
            "st" => self.st(s, ins)?,
            "atom" | "red" if !ins.has("async") => return self.atom(s, ins),
            "cp" if ins.has("async") && !ins.has("bulk") && !ins.has("mbarrier") => {
                self.cp_async(s, ins)?
            }
            "ldmatrix" | "stmatrix" if ins.has("b16") && !ins.has("m16n8") => {
                self.matrix_rows(s, ins)?
            }
            "prefetch" | "prefetchu" | "createpolicy" | "applypriority" | "discard" => {}
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// What an access that releases has before it: all that its thread did is seen by whoever sees the access.
    fn released(&mut self, s: &mut State, ins: &Instruction) -> Asked {
        if !ins.has("release") && !ins.has("acq_rel") {
            return Ok(());
        }
        self.call_for_effect(s, fence_of(ins), Vec::new())
    }

    /// The bits of a generic pointer.
    fn address(&mut self, s: &mut State, ins: &Instruction, n: usize) -> Asked<Expr> {
        let Some(Operand::Address(base, offset)) = ins.operands.get(n) else {
            return Err(format!("`{}` without an address in brackets", ins.name()));
        };
        let shared = ins.parts.iter().any(|p| p.starts_with("shared"));
        // `cp.async` has both spaces in its name: the destination's first.
        let shared = shared && !(ins.parts[0] == "cp" && n == 1);
        let base = self.read(s, base, Scalar::ULong)?;
        let base = if shared {
            self.builtin_call(s, "__simt_from_shared", vec![base])?
        } else {
            base
        };
        if *offset == 0 {
            return Ok(base);
        }
        let by = s.int(*offset, Scalar::ULong);
        Ok(self.binary_of(s, BinaryOp::Add, base, by))
    }

    /// What an address points at, as a type.
    fn spot(&mut self, s: &mut State, ins: &Instruction, n: usize, ty: &Type) -> Asked<Place> {
        let bits = self.address(s, ins, n)?;
        let to = pointer(ty.clone());
        let kind = ExprKind::Convert(crate::tree::Conversion::IntToPointer, Box::new(bits));
        let at = s.expr(kind, to);
        let ordered = ["volatile", "relaxed", "acquire", "release", "mmio"];
        Ok(Place {
            kind: PlaceKind::Deref(Box::new(at)),
            ty: ty.clone(),
            volatile: ordered.iter().any(|o| ins.has(o)),
            span: s.span,
        })
    }

    /// The vector type of so many elements.
    fn vector_type(&self, ty: Scalar, n: usize) -> Asked<Type> {
        let stem = match ty {
            Scalar::Float => "float",
            Scalar::Double => "double",
            Scalar::UInt => "uint",
            Scalar::Int => "int",
            Scalar::UShort => "ushort",
            Scalar::Short => "short",
            Scalar::UChar => "uchar",
            Scalar::SChar => "char",
            Scalar::ULong => "ulonglong",
            _ => "longlong",
        };
        let id = self.types.predefined(&format!("{stem}{n}"));
        id.map(Type::Struct)
            .ok_or_else(|| format!("a vector of {n}"))
    }

    fn count(ins: &Instruction) -> usize {
        match () {
            _ if ins.has("v2") => 2,
            _ if ins.has("v4") => 4,
            _ if ins.has("v8") => 8,
            _ => 1,
        }
    }

    fn ld(&mut self, s: &mut State, ins: &Instruction) -> Asked {
        let (ty, n) = (type_of(ins)?, Self::count(ins));
        if n == 1 {
            let place = self.spot(s, ins, 1, &Type::Scalar(ty))?;
            let value = s.expr(ExprKind::Load(place), Type::Scalar(ty));
            return self.result(s, ins, value);
        }
        let vector = self.vector_type(ty, n)?;
        let place = self.spot(s, ins, 1, &vector)?;
        let value = s.expr(ExprKind::Load(place), vector);
        let whole = self.kept(s, value);
        let Some(Operand::Vector(parts)) = ins.operands.first() else {
            return Err("a vector load into one register".to_string());
        };
        self.spread(s, whole, parts)
    }

    /// The fields of a variable into operands.
    pub(super) fn spread(&mut self, s: &mut State, whole: VarId, parts: &[Operand]) -> Asked {
        let place = s.place(self, whole);
        let Type::Struct(id) = place.ty else {
            return match parts {
                [only] => {
                    let value = s.load(self, whole);
                    self.write(s, only, value)
                }
                _ => Err("so many results".to_string()),
            };
        };
        let fields: Vec<Type> = self
            .types
            .get(id)
            .fields
            .iter()
            .map(|f| f.ty.ty.clone())
            .collect();
        if fields.len() < parts.len() {
            return Err("so many results".to_string());
        }
        for (k, (operand, ty)) in parts.iter().zip(fields).enumerate() {
            let field = Place {
                kind: PlaceKind::Field(Box::new(place.clone()), k as u32),
                ty: ty.clone(),
                volatile: false,
                span: s.span,
            };
            let value = s.expr(ExprKind::Load(field), ty);
            self.write(s, operand, value)?;
        }
        Ok(())
    }

    fn st(&mut self, s: &mut State, ins: &Instruction) -> Asked {
        let (ty, n) = (type_of(ins)?, Self::count(ins));
        if n == 1 {
            let place = self.spot(s, ins, 0, &Type::Scalar(ty))?;
            let value = self.given(s, ins, 1, ty)?;
            s.assign(place, value);
            return Ok(());
        }
        let vector = self.vector_type(ty, n)?;
        let Some(Operand::Vector(parts)) = ins.operands.get(1) else {
            return Err("a vector store of one register".to_string());
        };
        let values = parts
            .iter()
            .map(|part| {
                let value = self.read(s, part, ty)?;
                // `longlong4` and its kin have the language's `long long`.
                Ok(match ty {
                    Scalar::ULong => {
                        conversion::force(&self.types, value, &Type::Scalar(Scalar::ULongLong))
                    }
                    Scalar::Long => {
                        conversion::force(&self.types, value, &Type::Scalar(Scalar::LongLong))
                    }
                    _ => value,
                })
            })
            .collect::<Asked<Vec<_>>>()?;
        if values.len() != n {
            return Err("a vector store of another length".to_string());
        }
        let place = self.spot(s, ins, 0, &vector)?;
        let value = s.expr(ExprKind::Aggregate(values), vector);
        s.assign(place, value);
        Ok(())
    }

    fn atom(&mut self, s: &mut State, ins: &Instruction) -> Asked<bool> {
        let reduces = ins.parts[0] == "red";
        let at = if reduces { 0 } else { 1 };
        let ops = [
            "add", "min", "max", "and", "or", "xor", "exch", "cas", "inc", "dec",
        ];
        let Some(op) = ops.into_iter().find(|op| ins.has(op)) else {
            return Ok(false);
        };
        if Self::count(ins) > 1 {
            return Ok(false);
        }
        let small = ins.parts.last().map_or("", String::as_str);
        if small.contains("f16") {
            return self.atom_half(s, ins, at, small);
        }
        let ty = type_of(ins)?;
        if ty.size() < 4 && op != "cas" {
            return Ok(false);
        }
        let code = match op {
            "add" => AtomicOp::Add,
            "min" => AtomicOp::Min,
            "max" => AtomicOp::Max,
            "and" => AtomicOp::And,
            "or" => AtomicOp::Or,
            "xor" => AtomicOp::Xor,
            "exch" => AtomicOp::Exch,
            "cas" => AtomicOp::Cas,
            "inc" => AtomicOp::Inc,
            _ => AtomicOp::Dec,
        };
        let mut args = vec![self.pointer_to(s, ins, at, ty)?];
        for n in at + 1..ins.operands.len().min(at + if op == "cas" { 3 } else { 2 }) {
            args.push(self.given(s, ins, n, ty)?);
        }
        let value = s.expr(
            ExprKind::Builtin(Builtin::Atomic(code, scope_of(ins)), args),
            Type::Scalar(ty),
        );
        if reduces {
            s.push(StmtKind::Expr(value));
        } else {
            self.result(s, ins, value)?;
        }
        Ok(true)
    }

    fn pointer_to(
        &mut self,
        s: &mut State,
        ins: &Instruction,
        n: usize,
        ty: Scalar,
    ) -> Asked<Expr> {
        let bits = self.address(s, ins, n)?;
        let kind = ExprKind::Convert(crate::tree::Conversion::IntToPointer, Box::new(bits));
        Ok(s.expr(kind, pointer(Type::Scalar(ty))))
    }

    /// Additions to one or two 16-bit floats.
    fn atom_half(&mut self, s: &mut State, ins: &Instruction, at: usize, ty: &str) -> Asked<bool> {
        if !ins.has("add") {
            return Ok(false);
        }
        let (pair, bfloat) = (ty.ends_with("x2"), ty.starts_with("bf"));
        let whole = if pair { Scalar::UInt } else { Scalar::UShort };
        let value = self.given(s, ins, at + 1, whole)?;
        let value = self.kept(s, value);
        let base = self.address(s, ins, at)?;
        let base = self.kept(s, base);
        let mut old = s.int(0, whole);
        for k in 0..if pair { 2 } else { 1 } {
            let by = s.int(2 * k, Scalar::ULong);
            let bits = self.binary_of(s, BinaryOp::Add, s.load(self, base), by);
            let kind = ExprKind::Convert(crate::tree::Conversion::IntToPointer, Box::new(bits));
            let to = s.expr(kind, pointer(Type::Scalar(Scalar::UShort)));
            let shift = s.int(16 * k, Scalar::Int);
            let part = conversion::force(
                &self.types,
                s.load(self, value),
                &Type::Scalar(Scalar::UInt),
            );
            let part = self.binary_of(s, BinaryOp::Shr, part, shift.clone());
            let part = conversion::force(&self.types, part, &Type::Scalar(Scalar::UShort));
            let kind = ExprKind::Builtin(Builtin::AtomicSmall(bfloat), vec![to, part]);
            let was = s.expr(kind, Type::Scalar(Scalar::UShort));
            let was = conversion::force(&self.types, was, &Type::Scalar(whole));
            if pair {
                let was = self.binary_of(s, BinaryOp::Shl, was, shift);
                old = self.binary_of(s, BinaryOp::Or, old, was);
            } else {
                old = was;
            }
        }
        if ins.parts[0] == "red" {
            s.push(StmtKind::Expr(old));
        } else {
            self.result(s, ins, old)?;
        }
        Ok(true)
    }

    /// Copies are made at once; that they are waited for is for the probes.
    fn cp_async(&mut self, s: &mut State, ins: &Instruction) -> Asked {
        if ins.has("commit_group") {
            return self.call_for_effect(s, "__simt_copies_commit", Vec::new());
        }
        if ins.has("wait_all") {
            return self.call_for_effect(s, "__simt_copies_wait_all", Vec::new());
        }
        if ins.has("wait_group") {
            let left = self.given(s, ins, 0, Scalar::Int)?;
            return self.call_for_effect(s, "__simt_copies_wait", vec![left]);
        }
        let (to, from) = (self.address(s, ins, 0)?, self.address(s, ins, 1)?);
        let size = self.given(s, ins, 2, Scalar::Int)?;
        let ExprKind::Const(Const::Int(bytes)) = size.kind else {
            return Err("`cp.async` of a size that is no constant".to_string());
        };
        let zeros = matches!(ins.operands.get(3), Some(op) if !matches!(op, Operand::Int(n) if *n == bytes));
        if zeros && !ins.has("cache_hint") && !ins.parts.iter().any(|p| p == "L2::cache_hint") {
            let given = self.given(s, ins, 3, Scalar::Int)?;
            let zero = s.int(0, Scalar::Int);
            let kind = ExprKind::Compare(CompareOp::Ne, Box::new(given), Box::new(zero));
            let some = s.expr(kind, Type::BOOL);
            let to = self.kept(s, to);
            let copy = self.copy_call(s, s.load(self, to), from, bytes);
            let mut clear = vec![self.builtin_call(s, "__simt_copies_begin", Vec::new())?];
            clear.extend(self.clear(s, to, bytes)?);
            clear.push(self.builtin_call(s, "__simt_copies_end", Vec::new())?);
            let stmt = |e| Stmt {
                kind: StmtKind::Expr(e),
                span: s.span,
            };
            let kind = StmtKind::If {
                cond: some,
                then: vec![stmt(copy)],
                other: clear.into_iter().map(stmt).collect(),
            };
            s.push(kind);
            return Ok(());
        }
        let copy = self.copy_call(s, to, from, bytes);
        s.push(StmtKind::Expr(copy));
        Ok(())
    }

    fn copy_call(&self, s: &State, to: Expr, from: Expr, bytes: i64) -> Expr {
        let size = s.int(bytes, Scalar::Int);
        s.expr(
            ExprKind::Builtin(Builtin::CopyAsync, vec![to, from, size]),
            Type::Void,
        )
    }

    /// Zeros in so many bytes.
    fn clear(&mut self, s: &mut State, to: VarId, bytes: i64) -> Asked<Vec<Expr>> {
        let word = Type::Scalar(Scalar::UInt);
        Ok((0..bytes / 4)
            .map(|k| {
                let by = s.int(4 * k, Scalar::ULong);
                let bits = self.binary_of(s, BinaryOp::Add, s.load(self, to), by);
                let kind = ExprKind::Convert(crate::tree::Conversion::IntToPointer, Box::new(bits));
                let at = s.expr(kind, pointer(word.clone()));
                let place = Place {
                    kind: PlaceKind::Deref(Box::new(at)),
                    ty: word.clone(),
                    volatile: false,
                    span: s.span,
                };
                let value = Box::new(s.int(0, Scalar::UInt));
                s.expr(ExprKind::Assign { place, value }, word.clone())
            })
            .collect())
    }

    /// `ldmatrix`, `stmatrix`.
    fn matrix_rows(&mut self, s: &mut State, ins: &Instruction) -> Asked {
        let n = ["x1", "x2", "x4"].into_iter().find(|x| ins.has(x));
        let n: usize = n.and_then(|x| x[1..].parse().ok()).unwrap_or(1);
        let trans = ins.has("trans");
        let loads = ins.parts[0] == "ldmatrix";
        let registers = match ins.operands.get(if loads { 0 } else { 1 }) {
            Some(Operand::Vector(parts)) => parts.clone(),
            Some(one) => vec![one.clone()],
            None => Vec::new(),
        };
        if registers.len() != n {
            return Err(format!("`{}` with another number of registers", ins.name()));
        }
        let address = self.address(s, ins, if loads { 1 } else { 0 })?;
        if !loads {
            let mut args = vec![address];
            for operand in &registers {
                args.push(self.read(s, operand, Scalar::UInt)?);
            }
            let kind = ExprKind::Builtin(Builtin::StMatrix { trans }, args);
            let store = s.expr(kind, Type::Void);
            s.push(StmtKind::Expr(store));
            return Ok(());
        }
        let ty = match n {
            1 => Type::Scalar(Scalar::UInt),
            n => self.vector_type(Scalar::UInt, n)?,
        };
        let count = n as u8;
        let kind = ExprKind::Builtin(Builtin::LdMatrix { count, trans }, vec![address]);
        let value = s.expr(kind, ty);
        let whole = self.kept(s, value);
        self.spread(s, whole, &registers)
    }
}

/// Among whom an instruction is atomic.
fn scope_of(ins: &Instruction) -> Scope {
    match ins.has("cta") {
        true => Scope::Block,
        false => Scope::Device,
    }
}

/// The fence of an instruction's scope.
fn fence_of(ins: &Instruction) -> &'static str {
    match scope_of(ins) {
        Scope::Block => "__threadfence_block",
        Scope::Device => "__threadfence",
    }
}
