//! Calls: of functions of the program, of the language, and of types.
//! In: a callee and arguments; out: a call with exact argument types, or what it stands for.
//! The rule: user functions and built-ins of one name compete as overloads; each argument is visited once.
//! Next: overload.rs for the choice, template.rs for deduction, builtin.rs for the table.

use super::builtin::{self, Builtin, Overload};
use super::op::{Purpose, constant};
use super::overload::{Candidate, Choice};
use super::scope::Entity;
use super::typex::spelled;
use super::{Checker, Side, Typed, expr::bare};
use crate::ast::{self, ExprKind as A, SpecifierKind, specifier};
use crate::diag::{Code, Diag};
use crate::source::Span;
use crate::tree::{Const, Conversion, Expr, ExprKind, FuncId, PlaceKind};
use crate::ty::{Scalar, Type};

/// Callable names that are in no table, for suggestions.
pub(super) const EXTRA: [&str; 9] = [
    "__ldg",
    "__ldcs",
    "__ldcg",
    "__stcs",
    "make_float2",
    "make_float3",
    "make_float4",
    "make_int4",
    "warpSize",
];

/// Loads with a cache hint, which are plain loads here.
const LOADS: [&str; 6] = ["__ldg", "__ldca", "__ldcg", "__ldcs", "__ldlu", "__ldcv"];
/// Stores with a cache hint.
const STORES: [&str; 4] = ["__stcs", "__stcg", "__stwb", "__stwt"];

/// A call being resolved.
struct Call<'c> {
    name: &'c str,
    /// The callee.
    callee: Span,
    /// All of it.
    span: Span,
}

/// One thing a call may mean.
enum Target {
    User(FuncId),
    Language(Overload),
}

impl<'a> Checker<'a> {
    /// `f(args)`.
    pub(super) fn call(
        &mut self,
        f: &'a ast::Expr,
        args: &'a [ast::Expr],
        span: Span,
    ) -> Option<Typed> {
        let callee = bare(f);
        let path = match &callee.kind {
            A::Name(path) => path,
            A::Member(m) => {
                let base = self.expr(&m.base)?;
                let _ = base;
                let what = format!("`{}`: methods of structs are", m.member.name.text);
                self.refuse(
                    m.member.name.span,
                    &what,
                    "make it a `__device__` function that takes the struct",
                );
                return None;
            }
            A::Lambda(_) => {
                self.refuse(
                    callee.span,
                    "lambdas are",
                    "make it a `__device__` function",
                );
                return None;
            }
            _ => {
                self.error(Code::NotCallable, callee.span, "this is not a function");
                return None;
            }
        };
        let name = spelled(path);
        let call = Call {
            name: &name,
            callee: path.span,
            span,
        };
        match self.lookup(&name, path.span) {
            Some(Entity::Functions(list)) => {
                let typed = self.arguments(args)?;
                let explicit = path.last().args.as_deref();
                self.call_overloads(&call, &list, explicit, typed)
            }
            Some(Entity::Type(ty)) => {
                let values: Option<Vec<Expr>> = args.iter().map(|a| self.rvalue(a)).collect();
                self.construct_typed(&ty, values?, span).map(Typed::Value)
            }
            Some(Entity::Broken) => None,
            Some(Entity::Refused(what)) => {
                self.refuse(
                    path.span,
                    &format!("`{name}`: {what}"),
                    "write it out for the type you need",
                );
                None
            }
            Some(_) => {
                self.error(
                    Code::NotCallable,
                    path.span,
                    format!("`{name}` is not a function"),
                );
                None
            }
            None => self.call_predefined(&call, args),
        }
    }

    fn arguments(&mut self, args: &'a [ast::Expr]) -> Option<Vec<Typed>> {
        let typed: Vec<Option<Typed>> = args.iter().map(|a| self.expr(a)).collect();
        typed.into_iter().collect()
    }

    /// A name that the program does not declare.
    fn call_predefined(&mut self, call: &Call, args: &'a [ast::Expr]) -> Option<Typed> {
        let (name, span) = (call.name, call.span);
        if let Some(ty) = self.header_type(name) {
            let values: Option<Vec<Expr>> = args.iter().map(|a| self.rvalue(a)).collect();
            return self.construct_typed(&ty, values?, span).map(Typed::Value);
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
            return self.hinted_load(call, args);
        }
        if STORES.contains(&name) {
            return self.hinted_store(call, args).map(Typed::Value);
        }
        match name {
            "assert" => return self.assertion(call, args).map(Typed::Value),
            "__builtin_expect" if args.len() == 2 => {
                return self.rvalue(&args[0]).map(Typed::Value);
            }
            "__builtin_assume" if args.len() == 1 => {
                let value = self.rvalue(&args[0])?;
                let value = constant(Const::Int(0), Scalar::Int, value.span);
                return Some(Typed::Value(to_void(value, span)));
            }
            _ => {}
        }
        if builtin::lookup(name).is_empty() {
            // The arguments may have mistakes of their own.
            args.iter().for_each(|a| drop(self.expr(a)));
            self.unknown(name, call.callee);
            return None;
        }
        let typed = self.arguments(args)?;
        self.call_overloads(call, &[], None, typed)
    }

    fn hinted_load(&mut self, call: &Call, args: &'a [ast::Expr]) -> Option<Typed> {
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

    fn hinted_store(&mut self, call: &Call, args: &'a [ast::Expr]) -> Option<Expr> {
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

    fn assertion(&mut self, call: &Call, args: &'a [ast::Expr]) -> Option<Expr> {
        let Some(first) = args.first() else {
            self.wrong_count(call, 1, 0, None);
            return None;
        };
        let cond = self.rvalue(first)?;
        let cond = self.truth(cond)?;
        let text = match args.get(1).map(|e| &e.kind) {
            Some(A::Str(bytes)) => String::from_utf8_lossy(bytes).into_owned(),
            _ => String::new(),
        };
        Some(Expr {
            kind: ExprKind::Assert(Box::new(cond), text),
            ty: Type::Void,
            span: call.span,
        })
    }

    /// A call of one of several functions and built-ins.
    fn call_overloads(
        &mut self,
        call: &Call,
        list: &[usize],
        explicit: Option<&'a [ast::TemplateArg]>,
        args: Vec<Typed>,
    ) -> Option<Typed> {
        let mut candidates = Vec::new();
        let mut targets = Vec::new();
        let mut undeduced = false;
        for at in self.usable(call, list)? {
            let template = self.declared[at].template.is_some();
            let id = if template {
                match self.deduce_call(at, explicit, &args, call.callee) {
                    Some(id) => id,
                    None => {
                        undeduced = true;
                        continue;
                    }
                }
            } else {
                self.instance(at, Vec::new(), None)?
            };
            let params = self.instances[id.0 as usize].signature.params.clone();
            let defaults = self.declared[at]
                .ast
                .params
                .iter()
                .filter(|p| p.default.is_some())
                .count();
            candidates.push(Candidate {
                required: params.len() - defaults.min(params.len()),
                params,
                template,
            });
            targets.push(Target::User(id));
        }
        if explicit.is_none() {
            for o in self.language(call.name, &args) {
                candidates.push(Candidate {
                    params: o.params.clone(),
                    required: o.required,
                    template: true,
                });
                targets.push(Target::Language(o));
            }
        }
        match self.choose(&args, &candidates) {
            Choice::One(at) => match targets.swap_remove(at) {
                Target::User(id) => self.call_user(call, id, args),
                Target::Language(o) => self.call_language(call, &o, args).map(Typed::Value),
            },
            Choice::Tie(a, b) => {
                self.ambiguous(call, &args, &candidates[a], &candidates[b]);
                None
            }
            Choice::None => {
                if !(undeduced && candidates.is_empty()) || !self.cannot_deduce(call, list) {
                    self.no_overload(call, args, &candidates);
                }
                None
            }
        }
    }

    /// The functions of a name that device code may call here; says why if there are none.
    fn usable(&mut self, call: &Call, list: &[usize]) -> Option<Vec<usize>> {
        let builtins = !builtin::lookup(call.name).is_empty();
        let is = |c: &Self, at: usize, side| c.declared[at].side == side;
        let device: Vec<usize> = list
            .iter()
            .copied()
            .filter(|at| is(self, *at, Side::Device) || is(self, *at, Side::Both))
            .collect();
        let before: Vec<usize> = device
            .iter()
            .copied()
            .filter(|at| {
                self.declared[*at].span.start <= call.callee.start || self.body.asked.is_some()
            })
            .collect();
        if !before.is_empty() || builtins || list.is_empty() {
            return Some(before);
        }
        let d = &self.declared[*device.first().or(list.first())?];
        let (span, side, name) = (d.span, d.side, call.name);
        let diag = match side {
            Side::Kernel => Diag::error(Code::KernelCall, call.callee, format!("`{name}` is a kernel and cannot be called from device code"))
                .label(span, "it is `__global__`")
                .help("put the shared part in a `__device__` function that both use"),
            Side::Host => Diag::error(Code::WrongSide, call.callee, format!("`{name}` runs on the host: device code cannot call it"))
                .label(span, "declared without `__device__`")
                .help("write `__device__` (or `__host__ __device__`) before it"),
            _ => Diag::error(Code::UnknownName, call.callee, format!("`{name}` is declared only further down"))
                .label(span, "here")
                .help("move it above its first use, or declare it there: the same line with `;` for the body"),
        };
        self.note(diag);
        None
    }

    /// The built-ins of a name; for the functions of <cmath> only the version that the arguments ask for.
    fn language(&self, name: &str, args: &[Typed]) -> Vec<Overload> {
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
            found.retain(|o| o.params.first() == Some(&Type::Scalar(wanted)));
        }
        if name.starts_with("std::m") && args.len() == 2 {
            let (a, b) = (self.as_value(&args[0]).ty, self.as_value(&args[1]).ty);
            found.retain(|o| a == b || o.params.first() != o.params.get(1));
            found.retain(|_| a == b);
        }
        found
    }

    fn call_language(&mut self, call: &Call, o: &Overload, args: Vec<Typed>) -> Option<Expr> {
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
        self.warn_mask(o.what, &values);
        Some(Expr {
            kind: ExprKind::Builtin(o.what, values),
            ty: o.result.clone(),
            span: call.span,
        })
    }

    /// `&s` given to `sincosf` does not count as taking the address: the function only stores through it.
    fn result_address(&mut self, what: Builtin, n: usize, arg: &Typed) -> Option<Expr> {
        if n == 0
            || !matches!(
                what,
                Builtin::Sincos | Builtin::Sincospi | Builtin::FastSincos
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
    fn warn_mask(&mut self, what: Builtin, values: &[Expr]) {
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
            let diag = Diag::warning(Code::BadBuiltin, first.span, "the mask names no lane");
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
            let diag = Diag::error(
                Code::BadBuiltin,
                *span,
                format!("the width of a shuffle is a power of two up to 32, not {w}"),
            );
            self.note(diag);
        }
    }

    fn call_user(&mut self, call: &Call, id: FuncId, args: Vec<Typed>) -> Option<Typed> {
        self.body.calls.insert(id);
        let at = self.instances[id.0 as usize].declared;
        let given = args.len();
        let mut values = Vec::new();
        let params = self.instances[id.0 as usize].signature.params.clone();
        for (n, (arg, param)) in args.into_iter().zip(&params).enumerate() {
            let purpose = Purpose::Argument(n + 1, call.name.into());
            values.push(match param {
                Type::Reference(to) => self.bind(arg, to, &purpose)?,
                param => {
                    let value = self.value(arg)?;
                    self.coerce(value, param, &purpose)?
                }
            });
        }
        for (n, param) in params.iter().enumerate().skip(given) {
            values.push(self.default_argument(id, n, param, call)?);
        }
        let d = &self.declared[at];
        let open = matches!(d.ast.result.kind, ast::TypeKind::Auto);
        let constexpr = specifier(&d.ast.specifiers, &SpecifierKind::Constexpr).is_some();
        let all_constant = values.iter().all(|v| matches!(v.kind, ExprKind::Const(_)));
        if open || (constexpr && all_constant) {
            self.check_instance(id);
        }
        if constexpr
            && all_constant
            && let Some(c) = self.evaluate(id, &values)
        {
            let ty = self.instances[id.0 as usize].signature.result.clone();
            return Some(Typed::Value(constant(c, ty, call.span)));
        }
        let result = self.instances[id.0 as usize].signature.result.clone();
        match result {
            Type::Error => {
                let name = call.name;
                let diag = Diag::error(
                    Code::BadDeclaration,
                    call.callee,
                    format!("`{name}` is called before its `auto` result is known"),
                );
                self.note(diag.help("write the result type"));
                None
            }
            Type::Reference(to) => {
                let ty = Type::pointer_to((*to).clone());
                let pointer = Expr {
                    kind: ExprKind::Call(id, values),
                    ty,
                    span: call.span,
                };
                self.pointee_place(pointer, (*to).clone(), call.span)
            }
            ty => Some(Typed::Value(Expr {
                kind: ExprKind::Call(id, values),
                ty,
                span: call.span,
            })),
        }
    }

    fn default_argument(
        &mut self,
        id: FuncId,
        n: usize,
        param: &Type,
        call: &Call,
    ) -> Option<Expr> {
        let instance = self.instances[id.0 as usize].clone();
        let d = self.declared[instance.declared].clone();
        let written = d.ast.params.get(n)?.default.as_deref()?;
        let value = self.at_file(&d.space, |c| {
            c.scopes.push();
            for (name, entity) in &instance.bindings {
                c.scopes.declare(name, entity.clone(), Span::default());
            }
            let value = c.rvalue(written)?;
            c.coerce(value, param, &Purpose::Argument(n + 1, d.name.clone()))
        })?;
        Some(Expr {
            span: call.span,
            ..value
        })
    }

    /// An operator that the program defines for its structs: `None` if it does not.
    pub(super) fn user_operator(
        &mut self,
        name: &str,
        args: Vec<Typed>,
        span: Span,
    ) -> Option<Option<Typed>> {
        let Some(Entity::Functions(list)) = self.lookup(name, span) else {
            return None;
        };
        let call = Call {
            name,
            callee: span,
            span,
        };
        Some(self.call_overloads(&call, &list, None, args))
    }

    fn wrong_count(&mut self, call: &Call, wanted: usize, given: usize, declared: Option<Span>) {
        let s = if wanted == 1 { "" } else { "s" };
        let verb = if given == 1 { "is" } else { "are" };
        let message = format!(
            "`{}` takes {wanted} argument{s}, and {given} {verb} given",
            call.name
        );
        let mut diag = Diag::error(Code::WrongArguments, call.span, message);
        if let Some(span) = declared {
            diag = diag.label(span, "declared here");
        }
        self.note(diag);
    }

    fn show_list(&self, types: impl Iterator<Item = Type>) -> String {
        types
            .map(|t| format!("`{}`", self.types.show(&t)))
            .collect::<Vec<_>>()
            .join(", ")
    }

    fn ambiguous(&mut self, call: &Call, args: &[Typed], a: &Candidate, b: &Candidate) {
        let given = self.show_list(args.iter().map(|a| self.as_value(a).ty));
        let (a, b) = (
            self.show_list(a.params.iter().cloned()),
            self.show_list(b.params.iter().cloned()),
        );
        let message = format!(
            "`{}` of ({given}) could mean the one of ({a}) or of ({b})",
            call.name
        );
        let diag = Diag::error(Code::Ambiguous, call.span, message);
        self.note(diag.help(
            "give both arguments the same type, with a cast or a literal's suffix (`0.0f`, `0u`)",
        ));
    }

    fn cannot_deduce(&mut self, call: &Call, list: &[usize]) -> bool {
        let Some(at) = list.first() else { return false };
        let span = self.declared[*at].span;
        let diag = Diag::error(
            Code::CannotDeduce,
            call.callee,
            format!(
                "the template arguments of `{}` cannot be worked out from this call",
                call.name
            ),
        )
        .label(span, "declared here")
        .help(format!("name them: `{}<…>(…)`", call.name));
        self.note(diag);
        true
    }

    fn no_overload(&mut self, call: &Call, args: Vec<Typed>, candidates: &[Candidate]) {
        if let [only] = candidates {
            return self.explain_one(call, args, only);
        }
        let fitting: Vec<&Candidate> = candidates
            .iter()
            .filter(|c| (c.required..=c.params.len()).contains(&args.len()))
            .collect();
        let given = self.show_list(args.iter().map(|a| self.as_value(a).ty));
        if fitting.is_empty() {
            if let Some(first) = candidates.first() {
                self.wrong_count(call, first.required, args.len(), None);
            }
            return;
        }
        if let [only] = fitting.as_slice() {
            let only = (*only).clone();
            return self.explain_one(call, args, &only);
        }
        if call.name.starts_with("std::m") {
            let diag = Diag::error(
                Code::NoOverload,
                call.span,
                format!(
                    "`{}` needs two values of one type, and these are {given}",
                    call.name
                ),
            );
            return self.note(diag.help(format!(
                "cast one of them, or use `{}` without `std::`",
                call.name.trim_start_matches("std::")
            )));
        }
        let message = format!(
            "no `{}` takes {}",
            call.name,
            if given.is_empty() {
                "no arguments".into()
            } else {
                given
            }
        );
        let lists: Vec<String> = fitting
            .iter()
            .take(8)
            .map(|c| {
                format!(
                    "({})",
                    self.show_list(c.params[..c.required].iter().cloned())
                        .replace('`', "")
                )
            })
            .collect();
        let diag = Diag::error(Code::NoOverload, call.span, message);
        self.note(diag.help(format!("it takes {}", lists.join(" or "))));
    }

    fn explain_one(&mut self, call: &Call, args: Vec<Typed>, only: &Candidate) {
        if !(only.required..=only.params.len()).contains(&args.len()) {
            return self.wrong_count(
                call,
                only.required.max(args.len().min(only.params.len())),
                args.len(),
                None,
            );
        }
        for (n, (arg, param)) in args.into_iter().zip(&only.params).enumerate() {
            let purpose = Purpose::Argument(n + 1, call.name.into());
            match param {
                Type::Reference(to) => drop(self.bind(arg, to, &purpose)),
                param => {
                    if let Some(value) = self.value(arg) {
                        self.coerce(value, param, &purpose);
                    }
                }
            }
        }
    }
}

/// An expression whose value is dropped.
pub(super) fn to_void(e: Expr, span: Span) -> Expr {
    Expr {
        kind: ExprKind::Convert(Conversion::Void, Box::new(e)),
        ty: Type::Void,
        span,
    }
}
