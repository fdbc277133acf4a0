//! Inline PTX: an `asm` statement becomes ordinary statements of the tree.
//! In: a template with its operands; out: a variable for each operand and register, an assignment for each instruction,
//! and the outputs stored last.
//! The rule: an instruction means what the PTX book says, through built-ins and operators that the language has anyway; one
//! that is not known is refused by name. Registers are untyped: an instruction reads their bits as its own type.
//! Next: arith.rs, convert.rs, memory.rs and warp.rs for the instructions; ptx.rs for the form.

mod arith;
mod barrier;
mod convert;
mod half;
mod host;
mod memory;
mod warp;

use super::op::constant;
use super::{Checker, Lvalue, Typed, convert as conversion};
use crate::builtin::{self, Builtin};
use crate::tree::{
    Axis, BinaryOp, CompareOp, Const, Expr, ExprKind, Init, Place, PlaceKind, Special, Stmt,
    StmtKind, SysFn, UnaryOp, VarId,
};
use crate::ty::{Qualified, Scalar, Type};
use cuda_parse::ast;
use cuda_parse::ptx::{self, Instruction, Line, Operand};
use cuda_source::diag::Code;
use cuda_source::source::Span;
use std::collections::HashMap;
use std::ops::{Deref, DerefMut};

/// What is not modelled, in words that "is" can follow.
type Asked<T = ()> = Result<T, String>;

/// The registers of one `asm` statement and what it has become so far.
struct State {
    given: Vec<VarId>,
    named: HashMap<String, VarId>,
    /// The operands that are numbers.
    numbers: HashMap<usize, Expr>,
    span: Span,
    out: Vec<Stmt>,
}

impl<'a> Checker<'a> {
    /// `asm(…);`
    pub(super) fn asm_statement(&mut self, asm: &'a ast::Asm, span: Span, out: &mut Vec<Stmt>) {
        if self.on_host() && self.host_instruction(asm, span, out) {
            return;
        }
        let mut state = State::new(span);
        let Some(targets) = self.asm_operands(asm, &mut state) else {
            return;
        };
        let lines = match ptx::parse(&asm.template) {
            Ok(lines) => lines,
            Err(what) => return self.no_ptx(&what, &targets, span),
        };
        for line in &lines {
            let done = match line {
                Line::Declare { ty, names } => Asm(self).registers(&mut state, ty, names),
                Line::Do(ins) => Asm(self).guarded(&mut state, ins),
            };
            if let Err(what) = done {
                return self.no_ptx(&what, &targets, span);
            }
        }
        for (place, var) in targets {
            let value = state.load(self, var);
            let value = Asm(self).as_type_of(value, &place.place.ty);
            let to = place.place.clone();
            self.set(&to);
            state.assign(to, value);
        }
        out.append(&mut state.out);
    }

    /// Refuses an instruction; its outputs have values from then on.
    fn no_ptx(&mut self, what: &str, targets: &[(Lvalue, VarId)], span: Span) {
        targets.iter().for_each(|(place, _)| self.set(&place.place));
        let help = "use the intrinsic or plain C++ for it";
        self.refuse(span, &format!("{what} in inline PTX is"), help);
    }

    /// A variable for each operand; the outputs' places with theirs.
    fn asm_operands(
        &mut self,
        asm: &'a ast::Asm,
        state: &mut State,
    ) -> Option<Vec<(Lvalue, VarId)>> {
        let mut targets = Vec::new();
        for operand in &asm.outputs {
            let typed = self.expr(&operand.expr)?;
            let ty = self.asm_type(&operand.constraint, operand.expr.span)?;
            let Typed::Place(place) = typed else {
                self.error(
                    Code::NotAssignable,
                    operand.expr.span,
                    "an output of `asm` is a variable or an element",
                );
                return None;
            };
            if !self.writable(&place, operand.expr.span, "write to") {
                return None;
            }
            let first = if operand.constraint.starts_with('+') {
                let value = self.value(Typed::Place(place.clone()))?;
                Some(Asm(self).as_scalar(value, ty))
            } else {
                None
            };
            let var = state.declare(self, ty, first);
            targets.push((place, var));
            state.given.push(var);
        }
        for operand in &asm.inputs {
            let value = self.rvalue(&operand.expr)?;
            let ty = self.asm_type(&operand.constraint, operand.expr.span)?;
            let value = Asm(self).as_scalar(value, ty);
            if operand.constraint == "n" && matches!(value.kind, ExprKind::Const(_)) {
                state.numbers.insert(state.given.len(), value.clone());
            }
            let var = state.declare(self, ty, Some(value));
            state.given.push(var);
        }
        Some(targets)
    }

    fn asm_type(&mut self, constraint: &str, span: Span) -> Option<Scalar> {
        let letter = constraint.trim_start_matches(['=', '+', '&']);
        Some(match letter {
            "r" => Scalar::UInt,
            "l" => Scalar::ULong,
            "f" => Scalar::Float,
            "d" => Scalar::Double,
            "h" => Scalar::UShort,
            "n" => Scalar::Long,
            _ => {
                self.refuse(
                    span,
                    &format!("the constraint `{constraint}` is"),
                    "h, r, l, f, d and n are known: 16, 32 and 64 bits, float, double, a number",
                );
                return None;
            }
        })
    }
}

/// The checker at work on an `asm` statement.
struct Asm<'c, 'a>(&'c mut Checker<'a>);

impl<'a> Deref for Asm<'_, 'a> {
    type Target = Checker<'a>;

    fn deref(&self) -> &Checker<'a> {
        self.0
    }
}

impl<'a> DerefMut for Asm<'_, 'a> {
    fn deref_mut(&mut self) -> &mut Checker<'a> {
        self.0
    }
}

impl Asm<'_, '_> {
    fn registers(&mut self, state: &mut State, ty: &str, names: &[String]) -> Asked {
        let s = scalar(ty).ok_or_else(|| format!("the register type `.{ty}`"))?;
        for name in names {
            let zero = constant(Const::Int(0), Scalar::Int, state.span);
            let zero = self.as_scalar(zero, s);
            let var = state.declare(self, s, Some(zero));
            state.named.insert(name.clone(), var);
        }
        Ok(())
    }

    /// An instruction under its predicate.
    fn guarded(&mut self, state: &mut State, ins: &Instruction) -> Asked {
        let Some((predicate, negated)) = &ins.guard else {
            return self.instruction(state, ins);
        };
        let mut cond = self.read(state, predicate, Scalar::Bool)?;
        if *negated {
            cond = state.expr(ExprKind::Not(Box::new(cond)), Type::BOOL);
        }
        let before = std::mem::take(&mut state.out);
        let done = self.instruction(state, ins);
        let then = std::mem::replace(&mut state.out, before);
        let kind = StmtKind::If {
            cond,
            then,
            other: Vec::new(),
        };
        state.push(kind);
        done
    }

    fn instruction(&mut self, state: &mut State, ins: &Instruction) -> Asked {
        let known = self.arithmetic_ptx(state, ins)?
            || self.convert_ptx(state, ins)?
            || self.memory_ptx(state, ins)?
            || self.warp_ptx(state, ins)?;
        if known {
            Ok(())
        } else {
            Err(format!("`{}`", ins.name()))
        }
    }

    // ---- operands ----

    /// An operand's bits as a type.
    fn read(&mut self, state: &State, operand: &Operand, s: Scalar) -> Asked<Expr> {
        let value = match operand {
            Operand::Given(n) if state.numbers.contains_key(n) => state.numbers[n].clone(),
            Operand::Given(n) => {
                let var = state
                    .given
                    .get(*n)
                    .ok_or_else(|| format!("`%{n}`, which the statement has not,"))?;
                state.load(self, *var)
            }
            Operand::Register(name) => match state.named.get(name) {
                Some(var) => state.load(self, *var),
                None => return Err(format!("the name `{name}`")),
            },
            Operand::Special(name) => self.special_register(state, name)?,
            Operand::Int(n) => {
                let wide = constant(Const::Int(*n), Scalar::Long, state.span);
                return Ok(conversion::force(&self.types, wide, &Type::Scalar(s)));
            }
            Operand::Single(bits) => {
                constant(Const::F32(f32::from_bits(*bits)), Scalar::Float, state.span)
            }
            Operand::Double(bits) => {
                let wide = constant(
                    Const::F64(f64::from_bits(*bits)),
                    Scalar::Double,
                    state.span,
                );
                match s {
                    Scalar::Float => return Ok(conversion::force(&self.types, wide, &Type::FLOAT)),
                    _ => wide,
                }
            }
            Operand::Not(inner) => {
                let inner = self.read(state, inner, Scalar::Bool)?;
                state.expr(ExprKind::Not(Box::new(inner)), Type::BOOL)
            }
            _ => return Err("this kind of operand".to_string()),
        };
        Ok(self.as_scalar(value, s))
    }

    /// Operand `n` of an instruction.
    fn given(&mut self, state: &State, ins: &Instruction, n: usize, s: Scalar) -> Asked<Expr> {
        let operand = ins
            .operands
            .get(n)
            .ok_or_else(|| format!("`{}` with so few operands", ins.name()))?;
        self.read(state, operand, s)
    }

    /// Sets an operand to a value, whose bits are kept where the types differ.
    fn write(&mut self, state: &mut State, operand: &Operand, value: Expr) -> Asked {
        let var = match operand {
            Operand::Given(n) => state.given.get(*n).copied(),
            Operand::Register(name) => state.named.get(name).copied(),
            Operand::Sink => {
                state.push(StmtKind::Expr(value));
                return Ok(());
            }
            _ => None,
        };
        let var = var.ok_or("this kind of result")?;
        let ty = self.body.vars[var.0 as usize].ty.clone();
        let value = self.as_type_of(value, &ty);
        let place = state.place(self, var);
        state.assign(place, value);
        Ok(())
    }

    /// Sets an instruction's first operand.
    fn result(&mut self, state: &mut State, ins: &Instruction, value: Expr) -> Asked {
        let operand = ins.operands.first().ok_or("no result")?;
        self.write(state, operand, value)
    }

    fn special_register(&mut self, state: &State, name: &str) -> Asked<Expr> {
        let axis = match name.rsplit_once('.').map(|(_, axis)| axis) {
            Some("y") => Axis::Y,
            Some("z") => Axis::Z,
            _ => Axis::X,
        };
        let which = match name.split('.').next().unwrap_or("") {
            "tid" => Special::ThreadIdx,
            "ctaid" => Special::BlockIdx,
            "ntid" => Special::BlockDim,
            "nctaid" => Special::GridDim,
            other => {
                let name = match other {
                    "laneid" => "__simt_laneid",
                    "warpid" => "__simt_warpid",
                    "lanemask_eq" => "__simt_lanemask_eq",
                    "lanemask_lt" => "__simt_lanemask_lt",
                    "lanemask_le" => "__simt_lanemask_le",
                    "lanemask_gt" => "__simt_lanemask_gt",
                    "lanemask_ge" => "__simt_lanemask_ge",
                    "clock" | "clock_hi" | "clock64" | "globaltimer" | "globaltimer_lo" => {
                        "clock64"
                    }
                    "smid" | "cluster_ctarank" | "gridid" => {
                        return Ok(constant(Const::Int(0), Scalar::UInt, state.span));
                    }
                    "nsmid" | "cluster_nctarank" => {
                        return Ok(constant(Const::Int(1), Scalar::UInt, state.span));
                    }
                    "nwarpid" => return Ok(constant(Const::Int(64), Scalar::UInt, state.span)),
                    _ => return Err(format!("the register `%{name}`")),
                };
                return self.builtin_call(state, name, Vec::new());
            }
        };
        Ok(super::specials::special(which, axis, state.span))
    }

    // ---- values ----

    /// A value's bits as another scalar: integers are cut or extended by their sign, an integer and a float of one size
    /// share bits.
    fn as_scalar(&mut self, value: Expr, s: Scalar) -> Expr {
        let to = Type::Scalar(s);
        self.as_type_of(value, &to)
    }

    fn as_type_of(&mut self, value: Expr, to: &Type) -> Expr {
        let (Some(a), Some(b)) = (self.types.scalar(&value.ty), self.types.scalar(to)) else {
            return conversion::force(&self.types, value, to);
        };
        if a.is_float() == b.is_float() {
            return conversion::force(&self.types, value, to);
        }
        if a == Scalar::Bool || b == Scalar::Bool {
            return conversion::force(&self.types, value, to);
        }
        // One of the two is a float: the same bits, in an integer of its size first.
        let of_size = |bytes: u64| {
            if bytes == 8 {
                Scalar::ULong
            } else {
                Scalar::UInt
            }
        };
        let span = value.span;
        let bits = |value: Expr, ty: Scalar| Expr {
            kind: ExprKind::Builtin(Builtin::Bits, vec![value]),
            ty: Type::Scalar(ty),
            span,
        };
        if a.is_float() {
            let whole = bits(value, of_size(a.size()));
            conversion::force(&self.types, whole, to)
        } else {
            let whole = conversion::force(&self.types, value, &Type::Scalar(of_size(b.size())));
            bits(whole, b)
        }
    }

    /// A call of a function of the language, by name; arguments are given their parameters' types.
    fn builtin_call(&mut self, state: &State, name: &str, args: Vec<Expr>) -> Asked<Expr> {
        let all = builtin::lookup(name);
        let fits = |o: &&builtin::Overload| {
            o.params.len() >= args.len() && o.params.iter().zip(&args).all(|(p, a)| *p == a.ty)
        };
        let o = all
            .iter()
            .find(fits)
            .or(all.first())
            .ok_or_else(|| format!("`{name}`"))?;
        let mut values: Vec<Expr> = args
            .into_iter()
            .zip(&o.params)
            .map(|(arg, param)| conversion::force(&self.types, arg, param))
            .collect();
        for n in values.len()..o.params.len() {
            values.push(constant(o.default(n), o.params[n].clone(), state.span));
        }
        Ok(state.expr(ExprKind::Builtin(o.what, values), o.result.clone()))
    }

    fn binary_of(&self, state: &State, op: BinaryOp, a: Expr, b: Expr) -> Expr {
        let ty = a.ty.clone();
        state.expr(ExprKind::Binary(op, Box::new(a), Box::new(b)), ty)
    }

    /// The value in a variable of its own, to be read more than once.
    fn kept(&mut self, state: &mut State, value: Expr) -> VarId {
        let ty = value.ty.clone();
        let var = self.temporary(ty, state.span);
        state.push(StmtKind::Declare {
            var,
            init: Init::Value(value),
        });
        var
    }
}

impl State {
    fn new(span: Span) -> State {
        State {
            given: Vec::new(),
            named: HashMap::new(),
            numbers: HashMap::new(),
            span,
            out: Vec::new(),
        }
    }

    fn expr(&self, kind: ExprKind, ty: Type) -> Expr {
        Expr {
            kind,
            ty,
            span: self.span,
        }
    }

    fn int(&self, n: i64, s: Scalar) -> Expr {
        constant(Const::Int(n), s, self.span)
    }

    fn push(&mut self, kind: StmtKind) {
        self.out.push(Stmt {
            kind,
            span: self.span,
        });
    }

    fn declare(&mut self, c: &mut Checker<'_>, s: Scalar, first: Option<Expr>) -> VarId {
        let var = c.temporary(Type::Scalar(s), self.span);
        let first = first.unwrap_or_else(|| {
            let zero = constant(Const::Int(0), Scalar::Int, self.span);
            conversion::force(&c.types, zero, &Type::Scalar(s))
        });
        self.push(StmtKind::Declare {
            var,
            init: Init::Value(first),
        });
        var
    }

    fn place(&self, c: &Checker<'_>, var: VarId) -> Place {
        Place {
            kind: PlaceKind::Var(var),
            ty: c.body.vars[var.0 as usize].ty.clone(),
            volatile: false,
            span: self.span,
        }
    }

    fn load(&self, c: &Checker<'_>, var: VarId) -> Expr {
        let place = self.place(c, var);
        let ty = place.ty.clone();
        self.expr(ExprKind::Load(place), ty)
    }

    fn assign(&mut self, place: Place, value: Expr) {
        let ty = place.ty.clone();
        let value = Box::new(value);
        let kind = ExprKind::Assign { place, value };
        let e = self.expr(kind, ty);
        self.push(StmtKind::Expr(e));
    }
}

/// The scalar that a PTX type is kept as; 16-bit floats are unsigned shorts.
fn scalar(ty: &str) -> Option<Scalar> {
    Some(match ty {
        "pred" => Scalar::Bool,
        "b8" | "u8" => Scalar::UChar,
        "s8" => Scalar::SChar,
        "b16" | "u16" | "f16" | "bf16" => Scalar::UShort,
        "s16" => Scalar::Short,
        "b32" | "u32" | "f16x2" | "bf16x2" | "tf32" => Scalar::UInt,
        "s32" => Scalar::Int,
        "b64" | "u64" => Scalar::ULong,
        "s64" => Scalar::Long,
        "f32" => Scalar::Float,
        "f64" => Scalar::Double,
        _ => return None,
    })
}

/// The type at the end of an instruction's name.
fn type_of(ins: &Instruction) -> Asked<Scalar> {
    ins.parts
        .last()
        .and_then(|ty| scalar(ty))
        .ok_or_else(|| format!("`{}`", ins.name()))
}

fn pointer(ty: Type) -> Type {
    Type::pointer_to(Qualified::plain(ty))
}
