//! Calls of the language's own functions.
//! In: a name that the program does not declare; out: a built-in with exact argument types, or what it stands for
//! (a construction, a load, a store).
//! The rule: what is neither in the table nor refused by name is unknown.
//! Next: builtin.rs for the table, call.rs for overloads.

use super::call::{Call, to_void};
use super::coerce::Purpose;
use super::op::constant;
use super::{Checker, Typed, convert, konst, refuse};
use crate::builtin;
use crate::builtin::{Builtin, Overload};
use crate::tree::{Const, Expr, ExprKind, PlaceKind};
use crate::ty::{Qualified, Scalar, Type};
use cuda_parse::ast;
use cuda_source::diag::{Code, Diag};

impl<'a> Checker<'a> {
    pub(super) fn call_language(
        &mut self,
        call: &Call,
        o: &Overload,
        args: Vec<Typed>,
    ) -> Option<Expr> {
        let mut values = Vec::with_capacity(o.params.len());
        for (n, (arg, param)) in args.into_iter().zip(&o.params).enumerate() {
            let value = match self.result_address(o.what, n, &arg) {
                Some(address) => address,
                None => self.value(arg)?,
            };
            values.push(self.coerce(value, param, &Purpose::Argument(n + 1, call.name.into()))?);
        }
        for n in values.len()..o.params.len() {
            values.push(constant(o.default(n), o.params[n].clone(), call.span));
        }
        if matches!(o.what, Builtin::Min | Builtin::Max | Builtin::Math2(_)) {
            // `max(int, unsigned)` and its kin compute in the type of the result.
            values = values
                .into_iter()
                .map(|v| convert::force(&self.types, v, &o.result))
                .collect();
        }
        self.warn_mask(o.what, &values);
        let ours = call.callee.is_system() && super::side::serves_both(o.what);
        if super::side::needs_device(o.what) && !ours {
            self.only_device(call.callee, call.name)?;
        }
        if let Some(c) = folded(o, &values) {
            return Some(constant(c, o.result.clone(), call.span));
        }
        Some(Expr {
            kind: ExprKind::Builtin(o.what, values),
            ty: o.result.clone(),
            span: call.span,
        })
    }

    /// The built-ins of a name; for the functions of <cmath> only the version that the arguments ask for.
    pub(super) fn language(&self, name: &str, args: &[Typed]) -> Vec<Overload> {
        let mut found = builtin::lookup(name);
        if found.iter().any(|o| o.real) {
            let single = args
                .iter()
                .zip(found[0].params.iter())
                .all(|(arg, param)| *param != Type::FLOAT || self.as_value(arg).ty == Type::FLOAT);
            let wanted = if single {
                Scalar::Float
            } else {
                Scalar::Double
            };
            found.retain(|o| o.params.contains(&Type::Scalar(wanted)));
        }
        let long = Type::Scalar(Scalar::LongDouble);
        if args.iter().any(|arg| *Self::type_of_typed(arg) == long) {
            found = found.into_iter().map(lengthened).collect();
        }
        if name.starts_with("std::m") && args.len() == 2 {
            let (a, b) = (self.as_value(&args[0]).ty, self.as_value(&args[1]).ty);
            found.retain(|o| a == b || o.params.first() != o.params.get(1));
            found.retain(|_| a == b);
        }
        found
    }

    /// `&s` given to `sincosf` does not count as taking the address: the function only stores through it.
    pub(super) fn result_address(&mut self, what: Builtin, n: usize, arg: &Typed) -> Option<Expr> {
        if n == 0
            || !matches!(
                what,
                Builtin::Sincos
                    | Builtin::Sincospi
                    | Builtin::FastSincos
                    | Builtin::Both(..)
                    | Builtin::Modf
                    | Builtin::MatchAll
            )
        {
            return None;
        }
        let Typed::Value(e) = arg else { return None };
        let ExprKind::AddressOf(place) = &e.kind else {
            return None;
        };
        if let PlaceKind::Var(id) = place.kind
            && let Some(var) = self.var_mut(id)
            && !var.referenced
        {
            var.address_taken = true;
        }
        Some(e.clone())
    }

    /// A shuffle that no lane takes part in.
    pub(super) fn warn_mask(&mut self, what: Builtin, values: &[Expr]) {
        let masked = matches!(
            what,
            Builtin::Shfl
                | Builtin::ShflUp
                | Builtin::ShflDown
                | Builtin::ShflXor
                | Builtin::Any
                | Builtin::All
                | Builtin::Ballot
        );
        if let Some(first) = values.first()
            && masked
            && matches!(first.kind, ExprKind::Const(Const::Int(0)))
        {
            let diag = Diag::warning(Code::BadMask, first.span, "the mask names no lane");
            self.note(diag.help("`0xffffffff` is all 32"));
        }
        let width = values.get(3);
        if let Some(Expr {
            kind: ExprKind::Const(Const::Int(w)),
            span,
            ..
        }) = width
            && matches!(
                what,
                Builtin::Shfl | Builtin::ShflUp | Builtin::ShflDown | Builtin::ShflXor
            )
            && !matches!(w, 1 | 2 | 4 | 8 | 16 | 32)
        {
            let diag = Diag::warning(
                Code::BadMask,
                *span,
                format!("the width of a shuffle is a power of two up to 32, not {w}"),
            );
            self.note(diag);
        }
    }

    /// Whether a call is of the language's `make_float4` and not of the program's functions of that name: it gives one
    /// value a component, and none of the program's takes so many.
    pub(super) fn makes_vector(&self, name: &str, list: &[usize], given: usize) -> bool {
        let vector = name
            .strip_prefix("make_")
            .and_then(|rest| self.types.predefined(rest));
        vector.is_some_and(|id| self.types.get(id).fields.len() == given)
            && !list
                .iter()
                .any(|at| self.functions.declared[*at].ast.params.len() == given)
    }

    /// A name that the program does not declare.
    pub(super) fn call_predefined(&mut self, call: &Call, args: &'a [ast::Expr]) -> Option<Typed> {
        let (name, span) = (call.name, call.span);
        if let Some(ty) = self.header_type(name) {
            let values: Option<Vec<Expr>> = args.iter().map(|a| self.rvalue(a)).collect();
            return self.construct_called(&ty, values?, span).map(Typed::Value);
        }
        if let Some(id) = name
            .strip_prefix("make_")
            .and_then(|rest| self.types.predefined(rest))
        {
            let values: Option<Vec<Expr>> = args.iter().map(|a| self.rvalue(a)).collect();
            let values = values?;
            let n = self.types.get(id).fields.len();
            if values.len() != n {
                self.wrong_count(call, n, values.len(), None);
                return None;
            }
            return self
                .construct(&Type::Struct(id), values, span)
                .map(Typed::Value);
        }
        if LOADS.contains(&name) {
            self.called_on_device(call)?;
            return self.hinted_load(call, args);
        }
        if STORES.contains(&name) {
            self.called_on_device(call)?;
            return self.hinted_store(call, args).map(Typed::Value);
        }
        match name {
            "assert" => return self.assertion(call, args).map(Typed::Value),
            "__simt_va_start" => return self.more_begins(call).map(Typed::Value),
            "printf" | "std::printf" => return self.print(call, args).map(Typed::Value),
            "__builtin_expect" if args.len() == 2 => {
                return self.rvalue(&args[0]).map(Typed::Value);
            }
            "__builtin_assume_aligned" if args.len() >= 2 => {
                let pointer = self.rvalue(&args[0])?;
                let to = Type::pointer_to(Qualified::plain(Type::Void));
                return Some(Typed::Value(convert::force(&self.types, pointer, &to)));
            }
            "__builtin_assume" | "__assume" if args.len() == 1 => {
                let value = self.rvalue(&args[0])?;
                let value = constant(Const::Int(0), Scalar::Int, value.span);
                return Some(Typed::Value(to_void(value, span)));
            }
            _ => {}
        }
        if builtin::lookup(name).is_empty() {
            if refuse::lookup(name).is_none() {
                // The arguments may have mistakes of their own.
                args.iter().for_each(|a| drop(self.expr(a)));
            }
            self.unknown(name, call.callee);
            return None;
        }
        let typed = self.arguments(args)?;
        self.call_overloads(call, &[], None, typed)
    }

    pub(super) fn hinted_load(&mut self, call: &Call, args: &'a [ast::Expr]) -> Option<Typed> {
        let [address] = args else {
            self.wrong_count(call, 1, args.len(), None);
            return None;
        };
        let pointer = self.rvalue(address)?;
        let Some(to) = pointer.ty.pointee().cloned() else {
            let found = self.types.show(&pointer.ty);
            let diag = Diag::error(
                Code::NotAPointer,
                pointer.span,
                format!("`{}` takes an address, and this is `{found}`", call.name),
            );
            self.note(diag.help("`&x[i]` or `x + i`"));
            return None;
        };
        let place = self.pointee_place(pointer, to, call.span)?;
        self.value(place).map(Typed::Value)
    }

    pub(super) fn hinted_store(&mut self, call: &Call, args: &'a [ast::Expr]) -> Option<Expr> {
        let [address, value] = args else {
            self.wrong_count(call, 2, args.len(), None);
            return None;
        };
        let (pointer, value) = (self.rvalue(address), self.rvalue(value));
        let (pointer, value) = (pointer?, value?);
        let to = pointer.ty.pointee().cloned()?;
        let Typed::Place(target) = self.pointee_place(pointer, to, call.span)? else {
            return None;
        };
        let store = self.assign(target, value, call.span)?;
        Some(to_void(store, call.span))
    }

    pub(super) fn assertion(&mut self, call: &Call, args: &'a [ast::Expr]) -> Option<Expr> {
        let Some(first) = args.first() else {
            self.wrong_count(call, 1, 0, None);
            return None;
        };
        let cond = self.rvalue(first)?;
        let cond = self.truth(cond)?;
        Some(Expr {
            kind: ExprKind::Assert(Box::new(cond)),
            ty: Type::Void,
            span: call.span,
        })
    }
}

/// Loads with a cache hint, which are plain loads here.
const LOADS: [&str; 6] = ["__ldg", "__ldca", "__ldcg", "__ldcs", "__ldlu", "__ldcv"];

/// Stores with a cache hint.
const STORES: [&str; 4] = ["__stcs", "__stcg", "__stwb", "__stwt"];

/// A function of `double`s as that of `long double`s, which does the same.
fn lengthened(o: Overload) -> Overload {
    let long = |ty: Type| match ty {
        Type::Scalar(Scalar::Double) => Type::Scalar(Scalar::LongDouble),
        other => other,
    };
    Overload {
        params: o.params.into_iter().map(long).collect(),
        result: long(o.result),
        ..o
    }
}

/// The few built-ins whose value on constants is a constant: bits seen as another type (`INFINITY` is made so), and
/// `min` and `max` of integers.
fn folded(o: &Overload, values: &[Expr]) -> Option<Const> {
    let of = |e: &Expr| match (&e.kind, &e.ty) {
        (ExprKind::Const(c), Type::Scalar(s)) => Some((*c, *s)),
        _ => None,
    };
    let (first, ty) = of(values.first()?)?;
    let Type::Scalar(result) = o.result else {
        return None;
    };
    match o.what {
        Builtin::Bits => Some(match (first, result) {
            (Const::F32(v), to) => konst::of_integer(i128::from(v.to_bits()), to),
            (Const::F64(v), to) => konst::of_integer(i128::from(v.to_bits()), to),
            (Const::Int(v), Scalar::Float) => Const::F32(f32::from_bits(v as u32)),
            (Const::Int(v), Scalar::Double | Scalar::LongDouble) => {
                Const::F64(f64::from_bits(v as u64))
            }
            _ => return None,
        }),
        Builtin::Min | Builtin::Max => {
            let (second, _) = of(values.get(1)?)?;
            let (a, b) = (konst::integer(first, ty)?, konst::integer(second, ty)?);
            Some(konst::of_integer(
                if o.what == Builtin::Min {
                    a.min(b)
                } else {
                    a.max(b)
                },
                ty,
            ))
        }
        _ => None,
    }
}
