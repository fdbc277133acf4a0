//! Calls: of functions of the program, of the language, and of types.
//! In: a callee and arguments; out: a call with exact argument types, or what it stands for.
//! The rule: user functions and built-ins of one name compete as overloads; each argument is visited once.
//! Next: overload.rs for the choice, template.rs for deduction, builtin.rs for the table.

use super::coerce::Purpose;
use super::expr::bare;
use super::misfit::NotMeant;
use super::op::constant;
use super::overload::{Candidate, Choice};
use super::scope::Entity;
use super::typex::spelled;
use super::{Checker, Side, Typed};
use crate::builtin;
use crate::builtin::Overload;
use crate::tree::{Args, Conversion, Expr, ExprKind, FuncId};
use crate::ty::Type;
use cuda_parse::ast::{self, ExprKind as A, SpecifierKind, specifier};
use cuda_source::diag::{Code, Diag};
use cuda_source::source::Span;

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

/// A call being resolved.
pub(super) struct Call<'c> {
    /// As written.
    pub name: &'c str,
    /// The callee.
    pub callee: Span,
    /// All of it.
    pub span: Span,
    /// Whether its arguments stand in braces, so that they are evaluated in their order.
    pub ordered: bool,
}

/// One thing a call may mean.
pub(super) enum Target {
    /// A function of the program.
    User(FuncId),
    /// One of the language.
    Language(Overload),
}

/// The functions that a call may mean.
pub(super) struct Meanings<'l> {
    /// Those of the name that can be meant where the call stands.
    pub usable: Vec<usize>,
    /// All of the name: whether all are templates of our own headers counts, and messages speak of them.
    pub all: &'l [usize],
    /// Whether the language's own functions of the name are among them.
    pub language: bool,
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
            A::Member(m) => return self.member_call(m, args, span),
            A::PointedMember(m) => return self.call_pointed(m, args, span),
            _ => {
                let typed = self.expr(callee)?;
                return self.call_value(typed, args, span);
            }
        };
        let name = spelled(path);
        let call = Call {
            name: &name,
            callee: path.span,
            span,
            ordered: false,
        };
        if name.starts_with("__")
            && let Some(done) = self.type_trait(&name, args, span)
        {
            return done.map(Typed::Value);
        }
        if let Some((name, list)) = self.atomics_of_the_host(&name) {
            let typed = self.arguments_for(args, &list, None)?;
            let call = Call {
                name: &name,
                ..call
            };
            return self.call_overloads(&call, &list, None, typed);
        }
        if let Some(done) = self.assigned_as_base(path, args, span) {
            return done;
        }
        let found = self.resolve(path).map(|found| self.for_this_side(found));
        match found {
            Some(Entity::Functions(list))
                if self.ours_for_the_host(&list, &name)
                    || self.redeclares(&list, &name)
                    || self.makes_vector(&name, &list, args.len()) =>
            {
                self.call_predefined(&call, args)
            }
            Some(Entity::Functions(list)) => {
                let explicit = path.last().args.as_deref();
                let typed = self.arguments_for(args, &list, explicit)?;
                if list
                    .iter()
                    .any(|at| self.functions.declared[*at].owner.is_some())
                {
                    return self.call_own(&call, &list, explicit, typed);
                }
                self.call_overloads(&call, &list, explicit, typed)
            }
            Some(Entity::Type(ty)) if self.class_of(&ty.ty).is_some() => {
                let Type::Struct(id) = ty.ty else { return None };
                let typed = self.constructor_arguments(args, id)?;
                self.construct_class(id, typed, super::class::Given::Direct, span)
                    .map(Typed::Value)
            }
            Some(Entity::Type(ty)) => {
                let values = self.values_of(args.iter());
                self.construct_called(&ty.ty, values?, span)
                    .map(Typed::Value)
            }
            Some(Entity::Broken) => None,
            Some(Entity::ClassTemplate(at)) => {
                let list: Vec<&'a ast::Expr> = args.iter().collect();
                let Some(Type::Struct(id)) = self.deduce_written(at, (&list, false), span) else {
                    let message =
                        format!("the template arguments of `{name}` cannot be worked out");
                    let diag = Diag::error(Code::BadTemplateArgument, path.span, message);
                    self.note(diag.help(format!("write `{name}<…>(…)`")));
                    return None;
                };
                let typed = self.constructor_arguments(args, id)?;
                self.construct_class(id, typed, super::class::Given::Direct, span)
                    .map(Typed::Value)
            }
            Some(_) => {
                let typed = self.name(path)?;
                self.call_value(typed, args, span)
            }
            None => match self.beside_written(path, args) {
                Some(list) => {
                    let explicit = path.last().args.as_deref();
                    let typed = self.arguments_for(args, &list, explicit)?;
                    self.call_overloads(&call, &list, explicit, typed)
                }
                None => self.call_predefined(&call, args),
            },
        }
    }

    pub(super) fn arguments(&mut self, args: &'a [ast::Expr]) -> Option<Vec<Typed>> {
        let (mut typed, mut whole) = (Vec::new(), true);
        for e in args {
            whole &= self.each_expanded(e, &mut typed, Self::expr).is_some();
        }
        whole.then_some(typed)
    }

    /// A call of one of several functions and built-ins.
    pub(super) fn call_overloads(
        &mut self,
        call: &Call,
        list: &[usize],
        explicit: Option<&'a [ast::TemplateArg]>,
        args: Vec<Typed>,
    ) -> Option<Typed> {
        let mut list = list.to_vec();
        let twin = |at: &usize| self.functions.declared[*at].space == "__simt_device::";
        if explicit.is_none() && !list.iter().any(twin) {
            self.beside(call.name, &args, &mut list);
        }
        let list = &list[..];
        let here = self.body.side;
        if !list.iter().any(|at| here.calls(self.side_of(*at)))
            && !builtin::lookup(call.name).is_empty()
        {
            self.called_on_device(call)?;
        }
        let usable = self.usable(call, list)?;
        let meanings = Meanings {
            usable,
            all: list,
            language: true,
        };
        match self.resolve_overload(call, meanings, explicit, &args)? {
            Target::User(id) => self.call_target(call, id, None, args),
            Target::Language(o) => self.call_language(call, &o, args).map(Typed::Value),
        }
    }

    /// What a call means among the functions that it may mean.
    pub(super) fn resolve_overload(
        &mut self,
        call: &Call,
        meanings: Meanings<'_>,
        explicit: Option<&'a [ast::TemplateArg]>,
        args: &[Typed],
    ) -> Option<Target> {
        let (usable, list) = (meanings.usable, meanings.all);
        let mut candidates = Vec::new();
        let mut targets = Vec::new();
        let mut not_meant = NotMeant::default();
        // Of our own headers' templates and the language's functions of the same name, the language's are meant.
        let ours = list.iter().all(|at| self.is_template_of_ours(*at));
        if !self.spend(usable.len(), call.callee) {
            return None;
        }
        let templates = usable
            .iter()
            .any(|at| self.functions.declared[*at].template.is_some());
        for at in usable {
            let template = self.functions.declared[at].template.is_some();
            // `f<int>(x)` means a template.
            if explicit.is_some() && templates && !template {
                continue;
            }
            let id = if template {
                match self.compare_functions(|c| c.deduce_call(at, explicit, args, call.callee)) {
                    Ok(id) => id,
                    Err(why) => {
                        self.keep_not_meant(&mut not_meant, at, why);
                        continue;
                    }
                }
            } else {
                self.compare_functions(|c| c.instance(at, Vec::new(), None))?
            };
            let params = self.templates.instances[id.0 as usize]
                .signature
                .params
                .clone();
            let defaults = (0..params.len())
                .filter(|n| self.functions.declared[at].default(*n).is_some())
                .count();
            candidates.push(Candidate {
                required: params.len() - defaults.min(params.len()),
                params,
                template,
                weights: self.weights(at, args.len()),
                formula: self.formula_of(id),
                object: false,
                variadic: self.functions.declared[at].ast.variadic.is_some(),
                declared: self.shown_place(at),
            });
            targets.push(Target::User(id));
        }
        if explicit.is_none() && meanings.language {
            for o in self.language(call.name, args) {
                candidates.push(Candidate {
                    params: o.params.clone(),
                    required: o.required,
                    template: list.is_empty() || !ours,
                    weights: Vec::new(),
                    formula: None,
                    object: false,
                    variadic: false,
                    declared: None,
                });
                targets.push(Target::Language(o));
            }
        }
        match self.choose(args, &candidates) {
            Choice::One(at) => Some(targets.swap_remove(at)),
            Choice::Tie(a, b) => {
                // The language's own functions are no templates.
                let language = |n: &usize| matches!(targets[*n], Target::Language(_));
                let user = |n: usize| candidates[n].template && !language(&n);
                match (language(&a) && user(b), user(a) && language(&b)) {
                    (true, _) => return Some(targets.swap_remove(a)),
                    (_, true) => return Some(targets.swap_remove(b)),
                    _ => {}
                }
                self.ambiguous(call, args, &candidates[a], &candidates[b]);
                None
            }
            Choice::None => {
                if self.budget.exhausted.is_some() || not_meant.any && self.too_many_instances() {
                    // That has been said.
                } else if not_meant.any
                    && (candidates.is_empty() || super::misfit::makes_memory(call.name))
                {
                    self.cannot_deduce(call, list, explicit, not_meant);
                } else {
                    self.no_overload(call, args.to_vec(), &candidates, &not_meant);
                }
                None
            }
        }
    }

    /// Whether a function is a template of our own headers.
    fn is_template_of_ours(&self, at: usize) -> bool {
        self.functions.declared[at].span.is_system()
            && self.functions.declared[at].template.is_some()
    }

    /// Whether these are functions of our own headers for host code alone where device code has its own of that name.
    fn ours_for_the_host(&self, list: &[usize], name: &str) -> bool {
        if self.body.side == Side::Host || builtin::lookup(name).is_empty() {
            return false;
        }
        let ours = |at: &usize| {
            let declared = &self.functions.declared[*at];
            declared.side == Side::Host && declared.span.is_system() && declared.owner.is_none()
        };
        !list.is_empty() && list.iter().all(ours)
    }

    /// In device code, what stands there for functions of our own headers that are the host's: `memcpy` and its kin.
    fn for_this_side(&mut self, found: Entity) -> Entity {
        let Entity::Functions(list) = &found else {
            return found;
        };
        let hosts = |at: &usize| {
            let declared = &self.functions.declared[*at];
            declared.side == Side::Host && declared.span.is_system() && declared.owner.is_none()
        };
        if self.body.side == Side::Host || list.is_empty() || !list.iter().all(hosts) {
            return found;
        }
        let short = self.functions.declared[list[0]].name.rsplit("::").next();
        let twin = format!("__simt_device::{}", short.unwrap_or_default());
        match self
            .names
            .scopes
            .file(&twin)
            .map(|named| named.entity.clone())
        {
            Some(twin @ Entity::Functions(_)) => twin,
            _ => found,
        }
    }

    /// Whether these only declare once more what the language has: `int min(int, int);`.
    fn redeclares(&self, list: &[usize], name: &str) -> bool {
        let only_declared = |at: &usize| {
            let declared = &self.functions.declared[*at];
            !matches!(declared.ast.body, ast::FunctionBody::Block(_))
                && declared.template.is_none()
                && declared.owner.is_none()
                && !declared.span.is_system()
        };
        !builtin::lookup(name).is_empty() && list.iter().all(only_declared)
    }

    /// The functions of a name that code here may call; says why if there are none.
    pub(super) fn usable(&mut self, call: &Call, list: &[usize]) -> Option<Vec<usize>> {
        let builtins = !builtin::lookup(call.name).is_empty();
        let here = self.body.side;
        let callable: Vec<usize> = list
            .iter()
            .copied()
            .filter(|at| self.body.unevaluated > 0 || here.calls(self.side_of(*at)))
            .collect();
        let heard = self.names.forward.get(call.name);
        let heard = heard.is_some_and(|first| !first.is_behind(call.callee));
        let before: Vec<usize> = callable
            .iter()
            .copied()
            .filter(|at| {
                heard
                    || !self.functions.declared[*at].span.is_behind(call.callee)
                    || self.body.asked.is_some()
                    || self.functions.declared[*at].owner.is_some()
            })
            .collect();
        if !before.is_empty() || builtins || list.is_empty() {
            return Some(before);
        }
        let at = *callable.first().or(list.first())?;
        let (span, side, name) = (
            self.functions.declared[at].span,
            self.side_of(at),
            call.name,
        );
        let host = here == Side::Host;
        let diag = match side {
            Side::Kernel if host => Diag::error(Code::KernelCall, call.callee, format!("`{name}` is a kernel: it is launched, not called"))
                .label(span, "it is `__global__`")
                .help(format!("write `{name}<<<blocks, threads>>>(…)`")),
            Side::Kernel => Diag::error(Code::KernelCall, call.callee, format!("`{name}` is a kernel and cannot be called from device code"))
                .label(span, "it is `__global__`")
                .help("put the shared part in a `__device__` function that both use"),
            Side::Host if !host => self.host_called(at, call.callee, name),
            Side::Device if host => self.device_called(at, call.callee, name),
            _ => Diag::error(Code::UnknownName, call.callee, format!("`{name}` is declared only further down"))
                .label(span, "here")
                .help("move it above its first use, or declare it there: the same line with `;` for the body"),
        };
        self.note(diag);
        None
    }

    /// The arguments of a call of a function, converted, with those that its parameters have by default.
    pub(super) fn passed(
        &mut self,
        call: &Call,
        id: FuncId,
        mut args: Vec<Typed>,
    ) -> Option<Vec<Expr>> {
        let given = args.len();
        let params = self.templates.instances[id.0 as usize]
            .signature
            .params
            .clone();
        let more = args.split_off(given.min(params.len()));
        let mut values = self.pass(args, &params, call.name)?;
        self.let_handles_pass(id, &values, &params);
        for (n, param) in params.iter().enumerate().skip(given) {
            values.push(self.default_argument(id, n, param, call)?);
        }
        let mut promoted = Vec::with_capacity(more.len());
        for arg in more {
            promoted.push(self.promoted(arg, call)?);
        }
        let d = &self.functions.declared[self.templates.instances[id.0 as usize].declared];
        if d.ast.variadic.is_some() && d.outside().is_none() {
            values.push(self.pass_more(promoted, call.span)?);
        } else {
            values.append(&mut promoted);
        }
        Some(values)
    }

    pub(super) fn call_user(
        &mut self,
        call: &Call,
        id: FuncId,
        this: Option<Expr>,
        args: Vec<Typed>,
    ) -> Option<Typed> {
        let at = self.templates.instances[id.0 as usize].declared;
        if self.body.unevaluated == 0 {
            self.templates.want(id);
            self.calls_to(id, call.callee);
            self.note_side(id, call.callee, call.name);
        }
        let with_object = this.is_some();
        let leading = Self::leading(call, with_object);
        let mut values: Vec<Expr> = this.into_iter().collect();
        values.append(&mut self.passed(call, id, args)?);
        if let Some(what) = self.functions.declared[at].outside() {
            let result = self.templates.instances[id.0 as usize]
                .signature
                .result
                .clone();
            return self
                .call_outside(call, what, values, result)
                .map(Typed::Value);
        }
        let d = &self.functions.declared[at];
        let open = super::returns::form_of(&d.ast.result).is_some();
        let constexpr = specifier(&d.ast.specifiers, &SpecifierKind::Constexpr).is_some();
        let all_constant =
            !with_object && values.iter().all(|v| matches!(v.kind, ExprKind::Const(_)));
        if open || (constexpr && all_constant) {
            self.check_instance(id);
        }
        if constexpr
            && all_constant
            && let Some(c) = self.evaluate(id, &values)
        {
            let ty = self.templates.instances[id.0 as usize]
                .signature
                .result
                .clone();
            return Some(Typed::Value(constant(c, ty, call.span)));
        }
        let result = self.templates.instances[id.0 as usize]
            .signature
            .result
            .clone();
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
            Type::Reference(ref to) | Type::Rvalue(ref to) => {
                let ty = Type::pointer_to((**to).clone());
                let pointer = Expr {
                    kind: ExprKind::Call(id, Args::new(values, leading)),
                    ty,
                    span: call.span,
                };
                let mut typed = self.pointee_place(pointer, (**to).clone(), call.span)?;
                if let (Typed::Place(l), Type::Rvalue(_)) = (&mut typed, &result) {
                    l.expiring = true;
                }
                Some(typed)
            }
            ty => Some(Typed::Value(Expr {
                kind: ExprKind::Call(id, Args::new(values, leading)),
                ty,
                span: call.span,
            })),
        }
    }

    /// How many of a call's arguments are evaluated in their order before the others.
    fn leading(call: &Call, with_object: bool) -> usize {
        if call.ordered {
            return usize::MAX;
        }
        match call.name.rsplit("::").next().unwrap_or(call.name) {
            "operator<<" | "operator>>" => usize::MAX,
            "operator()" | "operator[]" | "operator->" => usize::from(with_object),
            name if name.starts_with("operator") => 0,
            _ => usize::from(with_object),
        }
    }

    fn default_argument(
        &mut self,
        id: FuncId,
        n: usize,
        param: &Type,
        call: &Call,
    ) -> Option<Expr> {
        let instance = self.templates.instances[id.0 as usize].clone();
        let d = self.functions.declared[instance.declared].clone();
        let written = d.default(n)?;
        let value = self.in_scope_of(instance.declared, true, |c| {
            c.bind_names(&instance.bindings);
            let purpose = Purpose::Argument(n + 1, d.name.clone());
            match param {
                Type::Reference(_) | Type::Rvalue(_) => {
                    let typed = match (&written.kind, param.referred()) {
                        (A::Braces(_), Some(to)) => {
                            Typed::Value(c.value_from_braces(written, &to.ty)?)
                        }
                        _ => c.expr(written)?,
                    };
                    c.bind(typed, param, &purpose)
                }
                param if matches!(written.kind, A::Braces(_)) => {
                    c.value_from_braces(written, param)
                }
                param => {
                    let typed = c.expr(written)?;
                    c.convert_typed(typed, param, &purpose)
                }
            }
        })?;
        Some(Expr {
            span: call.span,
            ..value
        })
    }

    /// Functions that stand beside the types of a call's arguments, where the name itself means nothing.
    fn beside_written(&mut self, path: &'a ast::Path, args: &'a [ast::Expr]) -> Option<Vec<usize>> {
        let name = path.plain_name()?;
        if !builtin::lookup(name).is_empty() {
            return None;
        }
        let typed: Option<Vec<Typed>> = args.iter().map(|e| self.typed_quietly(e)).collect();
        let mut list = Vec::new();
        self.beside(name, &typed?, &mut list);
        if list.is_empty() {
            // `sort(v.begin(), v.end())`: an iterator stands beside its container's class, though ours is a pointer.
            let rows = args.iter().filter_map(row_of);
            let rows: Vec<Typed> = rows.filter_map(|e| self.typed_quietly(e)).collect();
            self.beside(name, &rows, &mut list);
        }
        (!list.is_empty()).then_some(list)
    }

    /// A call by its bare name of a function of the class being checked.
    fn call_own(
        &mut self,
        call: &Call,
        list: &[usize],
        explicit: Option<&'a [ast::TemplateArg]>,
        args: Vec<Typed>,
    ) -> Option<Typed> {
        let object = match self.this_pointer(call.callee) {
            Some(_) => self.this_object(call.callee),
            None => None,
        };
        let class = self.functions.declared[list[0]]
            .owner
            .as_ref()
            .map(|o| o.class);
        let object = object.filter(|o| match (&o.place.ty, class) {
            (Type::Struct(id), Some(class)) => self.base_path(*id, class).is_some(),
            _ => false,
        });
        self.call_with_object(call, object, list, explicit, args)
    }
}

/// The container whose iterator an argument is as written: `v` of `v.begin() + 3`.
fn row_of(e: &ast::Expr) -> Option<&ast::Expr> {
    match &super::expr::bare(e).kind {
        A::Binary(_, left, ..) => row_of(left),
        A::Call(callee, _) => match &super::expr::bare(callee).kind {
            A::Member(m) if matches!(&*m.member.name.text, "begin" | "end" | "cbegin" | "cend") => {
                Some(&m.base)
            }
            _ => None,
        },
        _ => None,
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
