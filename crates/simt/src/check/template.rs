//! Functions made concrete: prototypes joined to definitions, template arguments deduced, bodies checked.
//! In: a declaration and its template arguments; out: an instance, whose body is checked in its turn.
//! The rule: one instance for each set of arguments; a template that nobody asks for is never looked into.
//! Next: stmt.rs for bodies, call.rs for who asks.

use super::op::Purpose;
use super::scope::Entity;
use super::typex::header_scalar;
use super::{Body, Checker, Instance, Side, Signature, TemplateArg, Typed};
use crate::ast::{
    self, FunctionBody, SpecifierKind, TemplateParamKind, TypeExpr, TypeKind, specifier,
};
use crate::diag::{Code, Diag};
use crate::source::Span;
use crate::tree::{Const, ExprKind, FuncId, Function, Space, Var, VarId};
use crate::ty::{Qualified, Scalar, Type};
use std::collections::BTreeSet;

/// What template parameters stand for, in their order.
type Bindings = Vec<(String, Entity)>;

/// Instantiations beyond this many are a program that never stops making them.
const MOST_INSTANCES: usize = 500;

impl<'a> Checker<'a> {
    /// Joins each prototype to its definition, so that a function is one candidate.
    pub(super) fn merge_prototypes(&mut self) {
        let signatures: Vec<Option<Signature>> = (0..self.declared.len())
            .map(|at| {
                let d = &self.declared[at];
                let plain = d.template.is_none() && !d.special;
                if plain {
                    self.attempt(|c| c.signature(at, &[]))
                } else {
                    None
                }
            })
            .collect();
        let mut gone = BTreeSet::new();
        for j in 0..self.declared.len() {
            for i in 0..j {
                if gone.contains(&i) || !self.same_function(i, j, &signatures) {
                    continue;
                }
                let body = |at: usize| matches!(self.declared[at].ast.body, FunctionBody::Block(_));
                match (body(i), body(j)) {
                    (true, true) => self.defined_twice(i, j),
                    (true, false) => drop(gone.insert(j)),
                    (false, _) => {
                        self.declared[j].span = self.declared[i].span;
                        if self.declared[j].side == Side::Host {
                            self.declared[j].side = self.declared[i].side;
                        }
                        gone.insert(i);
                    }
                }
            }
        }
        for at in &gone {
            self.declared[*at].side = Side::Host;
            let name = self.declared[*at].name.clone();
            if let Some(named) = self.scopes.file(&name)
                && let Entity::Functions(list) = &mut named.entity
            {
                list.retain(|i| i != at);
            }
        }
    }

    fn same_function(&self, i: usize, j: usize, signatures: &[Option<Signature>]) -> bool {
        let (a, b) = (&self.declared[i], &self.declared[j]);
        if a.name != b.name || a.special || b.special {
            return false;
        }
        match (a.template, b.template) {
            (None, None) => match (&signatures[i], &signatures[j]) {
                (Some(a), Some(b)) => a.params == b.params,
                _ => false,
            },
            (Some(x), Some(y)) => {
                let one_body = matches!(a.ast.body, FunctionBody::None)
                    || matches!(b.ast.body, FunctionBody::None);
                one_body && x.len() == y.len() && a.ast.params.len() == b.ast.params.len()
            }
            _ => false,
        }
    }

    fn defined_twice(&mut self, i: usize, j: usize) {
        let (a, b) = (self.declared[i].clone(), self.declared[j].clone());
        if a.side == Side::Host && b.side == Side::Host {
            return;
        }
        let diag = Diag::error(
            Code::Redefinition,
            b.span,
            format!("`{}` is defined twice with the same parameters", b.name),
        );
        self.note(diag.label(a.span, "first here"));
    }

    /// What holds of a kernel or device function whatever its body.
    pub(super) fn check_placement(&mut self, at: usize) {
        let d = self.declared[at].clone();
        if d.side != Side::Kernel {
            return;
        }
        if let Some(s) = specifier(&d.ast.specifiers, &SpecifierKind::Device)
            .or(specifier(&d.ast.specifiers, &SpecifierKind::Host))
        {
            let diag = Diag::error(
                Code::BadKernel,
                s.span,
                format!("`{}` is `__global__` and cannot be more", d.name),
            );
            self.note(diag.help(
                "a kernel runs on the device and is launched from the host: `__global__` says both",
            ));
        }
        if let Some(span) = d.ast.variadic {
            self.error(Code::BadKernel, span, "a kernel cannot take `...`");
        }
    }

    /// The types of a declaration with its template parameters bound.
    pub(super) fn signature(
        &mut self,
        at: usize,
        bindings: &[(String, Entity)],
    ) -> Option<Signature> {
        let d = self.declared[at].clone();
        self.at_file(&d.space, |c| {
            c.bind_names(bindings);
            let mut params = Vec::new();
            for p in &d.ast.params {
                params.push(c.parameter_type(p)?.ty);
            }
            let result = match d.ast.result.kind {
                TypeKind::Auto => Type::Error,
                _ => c.ty(&d.ast.result)?.ty,
            };
            Some(Signature { params, result })
        })
    }

    fn bind_names(&mut self, bindings: &[(String, Entity)]) {
        self.scopes.push();
        for (name, entity) in bindings {
            self.scopes.declare(name, entity.clone(), Span::default());
        }
    }

    /// A parameter's type: arrays become pointers.
    fn parameter_type(&mut self, p: &'a ast::Param) -> Option<Qualified> {
        if p.pack {
            self.refuse(p.span, "parameter packs are", "write the parameters out");
            return None;
        }
        // `T a[16]` is `T *a`: the length says nothing and need not be known.
        if let TypeKind::Array(of, _) = &p.ty.kind {
            let of = self.ty(of)?;
            return Some(Qualified::plain(Type::pointer_to(of)));
        }
        let q = self.ty(&p.ty)?;
        if q.ty == Type::Void {
            self.error(Code::BadDeclaration, p.span, "a parameter cannot be `void`");
            return None;
        }
        Some(q)
    }

    /// The concrete function of a declaration; its body is checked later.
    pub(super) fn instance(
        &mut self,
        at: usize,
        bindings: Bindings,
        asked: Option<Span>,
    ) -> Option<FuncId> {
        let args: Vec<TemplateArg> = bindings.iter().map(|(_, e)| self.as_argument(e)).collect();
        if let Some(id) = self.made.get(&(at, args.clone())) {
            return Some(*id);
        }
        if self.instances.len() >= MOST_INSTANCES {
            let span = self.declared[at].span;
            self.error(
                Code::TemplateDepth,
                span,
                "too many instantiations: the template asks for itself again and again",
            );
            return None;
        }
        let signature = self.signature(at, &bindings)?;
        let mut name = self.declared[at].name.clone();
        if !args.is_empty() {
            let list: Vec<String> = args.iter().map(TemplateArg::show).collect();
            name = format!("{name}<{}>", list.join(", "));
        }
        let declared = self.specialised(at, &args).unwrap_or(at);
        let id = FuncId(self.instances.len() as u32);
        self.instances.push(Instance {
            declared,
            bindings: if declared == at { bindings } else { Vec::new() },
            name,
            signature,
            asked,
            begun: false,
            done: None,
            calls: BTreeSet::new(),
        });
        self.made.insert((at, args), id);
        self.pending.push_back(id);
        Some(id)
    }

    /// A full specialisation of a template for exactly these arguments.
    fn specialised(&mut self, at: usize, args: &[TemplateArg]) -> Option<usize> {
        let name = self.declared[at].name.clone();
        let params = self.declared[at].template?;
        for i in 0..self.declared.len() {
            let d = self.declared[i].clone();
            if !d.special || d.name != name {
                continue;
            }
            let Some(written) = &d.ast.template_args else {
                continue;
            };
            let bindings = self.at_file(&d.space, |c| c.attempt(|c| c.explicit(params, written)));
            let same = bindings.is_some_and(|b| {
                b.iter()
                    .map(|(_, e)| self.as_argument(e))
                    .collect::<Vec<_>>()
                    == args
            });
            if same {
                return Some(i);
            }
        }
        None
    }

    fn as_argument(&self, e: &Entity) -> TemplateArg {
        match e {
            Entity::Type(ty) => TemplateArg::Type(self.types.show(ty)),
            Entity::Constant(Const::Int(v), ty) => TemplateArg::Value(*v, self.types.show(ty)),
            _ => TemplateArg::Type(String::new()),
        }
    }

    /// Explicit arguments bound to the first parameters.
    fn explicit(
        &mut self,
        params: &'a [ast::TemplateParam],
        args: &'a [ast::TemplateArg],
    ) -> Option<Bindings> {
        let mut bindings: Bindings = Vec::new();
        for (p, arg) in params.iter().zip(args) {
            let entity = self.template_argument(p, arg, &bindings)?;
            bindings.push((
                p.name
                    .as_ref()
                    .map_or(String::new(), |n| n.text.to_string()),
                entity,
            ));
        }
        if let Some(extra) = args.get(params.len()) {
            let span = match extra {
                ast::TemplateArg::Type(t) => t.span,
                ast::TemplateArg::Expr(e) => e.span,
            };
            let n = params.len();
            self.error(
                Code::BadTemplateArgument,
                span,
                format!("the template has {n} parameters, and more arguments are given"),
            );
            return None;
        }
        Some(bindings)
    }

    fn template_argument(
        &mut self,
        p: &'a ast::TemplateParam,
        arg: &'a ast::TemplateArg,
        bound: &Bindings,
    ) -> Option<Entity> {
        match (&p.kind, arg) {
            _ if p.pack => {
                self.refuse(p.span, "parameter packs are", "write the parameters out");
                None
            }
            (TemplateParamKind::Type(_), ast::TemplateArg::Type(t)) => {
                Some(Entity::Type(self.ty(t)?.ty))
            }
            (TemplateParamKind::Type(_), ast::TemplateArg::Expr(e)) => {
                let ast::ExprKind::Name(path) = &super::expr::bare(e).kind else {
                    self.error(Code::BadTemplateArgument, e.span, "a type is needed here");
                    return None;
                };
                let name = super::typex::spelled(path);
                match self.lookup(&name, e.span) {
                    Some(Entity::Type(ty)) => Some(Entity::Type(ty)),
                    Some(Entity::Broken) => None,
                    None if self.header_type(&name).is_some() => {
                        self.header_type(&name).map(Entity::Type)
                    }
                    _ => {
                        self.error(
                            Code::BadTemplateArgument,
                            e.span,
                            format!("`{name}` is not a type, and a type is needed here"),
                        );
                        None
                    }
                }
            }
            (TemplateParamKind::Value(t, _), ast::TemplateArg::Expr(e)) => {
                let value = self.rvalue(e)?;
                self.value_argument(t, value, bound)
            }
            (TemplateParamKind::Value(..), ast::TemplateArg::Type(t)) => {
                self.error(
                    Code::BadTemplateArgument,
                    t.span,
                    "a value is needed here, and this is a type",
                );
                None
            }
            (TemplateParamKind::Template, _) => {
                self.refuse(
                    p.span,
                    "template template parameters are",
                    "use a type or an integer parameter",
                );
                None
            }
        }
    }

    fn value_argument(
        &mut self,
        t: &'a TypeExpr,
        value: crate::tree::Expr,
        bound: &Bindings,
    ) -> Option<Entity> {
        self.bind_names(bound);
        self.auto = Some(Qualified::plain(value.ty.clone()));
        let q = self.ty(t);
        self.auto = None;
        self.scopes.pop();
        let ty = q?.ty;
        let span = value.span;
        if !self.types.scalar(&ty).is_some_and(Scalar::is_integer) {
            let shown = self.types.show(&ty);
            self.refuse(
                t.span,
                &format!("template parameters of type `{shown}` are"),
                "use an integer, a `bool` or an enumeration",
            );
            return None;
        }
        let value = self.coerce(value, &ty, &Purpose::Other("this template argument"))?;
        match value.kind {
            ExprKind::Const(c @ Const::Int(_)) => Some(Entity::Constant(c, ty)),
            _ => {
                let diag = Diag::error(
                    Code::NotConstant,
                    span,
                    "a template argument must be known at compile time",
                );
                self.note(diag.help("make it `constexpr`, or pass it as an ordinary argument"));
                None
            }
        }
    }

    /// The instance that a call of a template means, or `None` if its arguments cannot be worked out.
    pub(super) fn deduce_call(
        &mut self,
        at: usize,
        explicit: Option<&'a [ast::TemplateArg]>,
        args: &[Typed],
        span: Span,
    ) -> Option<FuncId> {
        let d = self.declared[at].clone();
        let params = d.template?;
        let mut bindings = match explicit {
            Some(list) => self.attempt(|c| c.explicit(params, list))?,
            None => Vec::new(),
        };
        let mut found: Vec<Option<Entity>> = bindings.drain(..).map(|(_, e)| Some(e)).collect();
        found.resize(params.len(), None);
        for (p, arg) in d.ast.params.iter().zip(args) {
            self.unify_parameter(params, &p.ty, arg, &mut found);
        }
        for (i, p) in params.iter().enumerate() {
            let name = p
                .name
                .as_ref()
                .map_or(String::new(), |n| n.text.to_string());
            let entity = match found[i].take() {
                Some(e) => e,
                None => self.default_argument_of(p, &bindings, &d.space)?,
            };
            bindings.push((name, entity));
        }
        self.attempt(|c| c.instance(at, bindings, Some(span)))
    }

    fn default_argument_of(
        &mut self,
        p: &'a ast::TemplateParam,
        bound: &Bindings,
        space: &str,
    ) -> Option<Entity> {
        self.at_file(space, |c| {
            c.bind_names(bound);
            match &p.kind {
                TemplateParamKind::Type(Some(t)) => Some(Entity::Type(c.ty(t)?.ty)),
                TemplateParamKind::Value(t, Some(e)) => {
                    let value = c.rvalue(e)?;
                    c.value_argument(t, value, bound)
                }
                _ => None,
            }
        })
    }

    fn unify_parameter(
        &self,
        params: &[ast::TemplateParam],
        t: &TypeExpr,
        arg: &Typed,
        found: &mut [Option<Entity>],
    ) {
        if let TypeKind::LRef(inner) = &t.kind {
            let q = match arg {
                Typed::Place(l) => Qualified {
                    ty: l.place.ty.clone(),
                    constant: l.constant,
                    volatile: false,
                },
                Typed::Value(v) => Qualified::plain(v.ty.clone()),
            };
            return self.unify(params, inner, &q, found);
        }
        let q = Qualified::plain(self.as_value(arg).ty);
        if let TypeKind::Array(of, _) = &t.kind
            && let Some(to) = q.ty.pointee()
        {
            return self.unify(params, of, to, found);
        }
        self.unify(params, t, &q, found);
    }

    /// Binds the template parameters that occur in a written type so that it becomes `q`.
    fn unify(
        &self,
        params: &[ast::TemplateParam],
        t: &TypeExpr,
        q: &Qualified,
        found: &mut [Option<Entity>],
    ) {
        match (&t.kind, &q.ty) {
            (TypeKind::Named(path), ty) => {
                let Some(name) = path.plain() else { return };
                let at = params.iter().position(|p| {
                    matches!(p.kind, TemplateParamKind::Type(_))
                        && p.name.as_ref().is_some_and(|n| n.text == name.text)
                });
                if let Some(at) = at
                    && found[at].is_none()
                {
                    found[at] = Some(Entity::Type(ty.clone()));
                }
            }
            (TypeKind::Pointer(inner), Type::Pointer(to)) => {
                // `T*` from `const float*` makes T `const float`, which our types keep behind the pointer only.
                self.unify(params, inner, to, found);
            }
            (TypeKind::Array(inner, length), Type::Array(of, n)) => {
                self.unify(params, inner, of, found);
                if let Some(length) = length
                    && let ast::ExprKind::Name(path) = &length.kind
                    && let Some(name) = path.plain()
                {
                    let at = params
                        .iter()
                        .position(|p| p.name.as_ref().is_some_and(|p| p.text == name.text));
                    if let Some(at) = at
                        && found[at].is_none()
                    {
                        found[at] =
                            Some(Entity::Constant(Const::Int(*n as i64), Scalar::Int.into()));
                    }
                }
            }
            _ => {}
        }
    }

    /// Instantiates a kernel template named by the host: `tile<16, float>`.
    pub(super) fn instantiate_by_name(&mut self, text: &str) {
        let Some((name, rest)) = text.split_once('<') else {
            return;
        };
        let (name, list) = (name.trim(), rest.trim().trim_end_matches('>'));
        let Some(Entity::Functions(found)) = self.lookup(name, Span::default()) else {
            return;
        };
        let kernels = found.into_iter().filter(|at| {
            let d = &self.declared[*at];
            d.template.is_some() && d.side == Side::Kernel
        });
        let words: Vec<&str> = list
            .split(',')
            .map(str::trim)
            .filter(|w| !w.is_empty())
            .collect();
        for at in kernels.collect::<Vec<_>>() {
            if let Some(bindings) = self.bindings_by_name(at, &words, text) {
                self.check_placement(at);
                let span = self.declared[at].span;
                self.instance(at, bindings, Some(span));
            }
        }
    }

    fn bindings_by_name(&mut self, at: usize, words: &[&str], text: &str) -> Option<Bindings> {
        let d = self.declared[at].clone();
        let params = d.template?;
        let mut bindings: Bindings = Vec::new();
        for (i, p) in params.iter().enumerate() {
            let name = p
                .name
                .as_ref()
                .map_or(String::new(), |n| n.text.to_string());
            let entity = match (words.get(i), &p.kind) {
                (None, _) => self.default_argument_of(p, &bindings, &d.space),
                (Some(word), TemplateParamKind::Type(_)) => {
                    self.type_of_word(word).map(Entity::Type)
                }
                (Some(word), TemplateParamKind::Value(t, _)) => {
                    let value = self.value_of_word(word, d.span)?;
                    self.at_file(&d.space, |c| c.value_argument(t, value, &bindings))
                }
                _ => None,
            };
            let Some(entity) = entity else {
                let diag = Diag::error(
                    Code::BadTemplateArgument,
                    d.span,
                    format!(
                        "`{text}` is asked for, and its template arguments do not fit `{}`",
                        d.name
                    ),
                );
                self.note(diag);
                return None;
            };
            bindings.push((name, entity));
        }
        Some(bindings)
    }

    fn type_of_word(&mut self, word: &str) -> Option<Type> {
        let word = word.split_whitespace().collect::<Vec<_>>().join(" ");
        if let Some(inner) = word.strip_suffix('*') {
            return Some(Type::pointer_to(Qualified::plain(
                self.type_of_word(inner)?,
            )));
        }
        let scalar = Scalar::ALL.into_iter().find(|s| s.name() == word);
        let scalar = scalar.or(match word.as_str() {
            "unsigned" => Some(Scalar::UInt),
            "unsigned long long" => Some(Scalar::ULongLong),
            other => header_scalar(other),
        });
        if let Some(s) = scalar {
            return Some(s.into());
        }
        match self.lookup(&word, Span::default()) {
            Some(Entity::Type(ty)) => Some(ty),
            _ => self.types.predefined(&word).map(Type::Struct),
        }
    }

    fn value_of_word(&mut self, word: &str, span: Span) -> Option<crate::tree::Expr> {
        let constant = |v: i64, s: Scalar| Some(super::op::constant(Const::Int(v), s, span));
        match word {
            "true" => constant(1, Scalar::Bool),
            "false" => constant(0, Scalar::Bool),
            _ => match word.trim_end_matches(['u', 'U', 'l', 'L']).parse::<i64>() {
                Ok(v) if i32::try_from(v).is_ok() => constant(v, Scalar::Int),
                Ok(v) => constant(v, Scalar::Long),
                Err(_) => match self.lookup(word, Span::default()) {
                    Some(Entity::Constant(c, ty)) => Some(super::op::constant(c, ty, span)),
                    _ => None,
                },
            },
        }
    }

    /// Checks the body of an instance, once.
    pub(super) fn check_instance(&mut self, id: FuncId) {
        let instance = &mut self.instances[id.0 as usize];
        if std::mem::replace(&mut instance.begun, true) {
            return;
        }
        let instance = instance.clone();
        let d = self.declared[instance.declared].clone();
        let FunctionBody::Block(block) = &d.ast.body else {
            let name = &instance.name;
            let diag = Diag::error(
                Code::UnknownName,
                d.span,
                format!("`{name}` is declared but never defined"),
            );
            self.note(diag.help("give it a body"));
            return;
        };
        let inner = self.scopes.enter_function();
        let before = std::mem::replace(&mut self.space, d.space.clone());
        let depth = std::mem::take(&mut self.depth);
        let asked = instance.asked.map(|span| (span, instance.name.clone()));
        let result = if instance.signature.result == Type::Error {
            None
        } else {
            Some(instance.signature.result.clone())
        };
        let fresh = Body {
            result,
            kernel: d.side == Side::Kernel,
            asked,
            extent: d.extent,
            ends: vec![block.span.end],
            ..Body::default()
        };
        let outer = std::mem::replace(&mut self.body, fresh);
        self.bind_names(&instance.bindings);
        self.scopes.push();
        let function = self.function(&instance, &d, block);
        self.instances[id.0 as usize].calls = std::mem::take(&mut self.body.calls);
        if let Some(result) = self.body.result.clone() {
            self.instances[id.0 as usize].signature.result = result;
        }
        self.instances[id.0 as usize].done = Some(function);
        self.body = outer;
        self.depth = depth;
        self.space = before;
        self.scopes.leave_function(inner);
    }

    fn function(
        &mut self,
        instance: &Instance,
        d: &super::Declared<'a>,
        block: &'a ast::Block,
    ) -> Function {
        let kernel = d.side == Side::Kernel;
        if kernel && instance.signature.result != Type::Void {
            let diag = Diag::error(
                Code::BadKernel,
                d.ast.result.span,
                format!("`{}` is a kernel and must return `void`", d.name),
            );
            self.note(diag.help("a kernel hands its results over in memory"));
        }
        for (p, ty) in d.ast.params.iter().zip(&instance.signature.params) {
            self.parameter(p, ty, kernel);
        }
        let mut body = Vec::new();
        self.statements(&block.stmts, &mut body);
        let result = self.body.result.clone().unwrap_or(Type::Void);
        if !matches!(result, Type::Void | Type::Error)
            && !kernel
            && super::flow::falls_through(&body)
        {
            let end = Span::new(block.span.end.saturating_sub(1), block.span.end);
            let diag = Diag::warning(
                Code::MissingReturn,
                end,
                format!("`{}` can end here without a `return`", d.name),
            );
            let shown = self.types.show(&result);
            self.note(diag.label(d.span, format!("it returns `{shown}`")));
        }
        self.body.result = Some(result.clone());
        let result = match result {
            Type::Reference(to) => Type::Pointer(to),
            ty => ty,
        };
        Function {
            name: instance.name.clone(),
            kernel,
            result,
            params: d.ast.params.len() as u32,
            vars: std::mem::take(&mut self.body.vars),
            body,
            recursive: false,
            max_threads: self.launch_bounds(d),
            span: d.span,
            extent: d.extent,
        }
    }

    fn launch_bounds(&mut self, d: &super::Declared<'a>) -> Option<u32> {
        let bounds = specifier(&d.ast.specifiers, &SpecifierKind::LaunchBounds(Vec::new()))?;
        let SpecifierKind::LaunchBounds(args) = &bounds.kind else {
            return None;
        };
        let value = self.rvalue(args.first()?)?;
        let n = self.constant_integer(value, "`__launch_bounds__`")?;
        u32::try_from(n).ok().filter(|n| *n > 0)
    }

    fn parameter(&mut self, p: &'a ast::Param, ty: &Type, kernel: bool) {
        let name = p.name.clone().unwrap_or_else(|| ast::Ident {
            text: "".into(),
            span: p.span,
        });
        let written = self.attempt(|c| c.parameter_type(p));
        let q = match ty {
            Type::Reference(to) => {
                if kernel {
                    let diag =
                        Diag::error(Code::BadKernel, p.span, "a kernel cannot take a reference");
                    self.note(
                        diag.help("its arguments come from the host: pass a pointer or a value"),
                    );
                }
                Qualified::plain(Type::Pointer(to.clone()))
            }
            ty => Qualified {
                ty: ty.clone(),
                constant: written.as_ref().is_some_and(|q| q.constant),
                volatile: written.is_some_and(|q| q.volatile),
            },
        };
        let mut var: Var = self.blank_var(&name, &q, Space::Local);
        var.reference = matches!(ty, Type::Reference(_));
        let id = VarId(self.body.vars.len() as u32);
        if self.declare_var(var.clone(), name.span).is_none() {
            // Keep the numbering of parameters even after a mistake.
            debug_assert_eq!(id.0 as usize, self.body.vars.len());
            self.body.vars.push(var);
        }
    }
}

impl TemplateArg {
    /// As written between `<` and `>`.
    fn show(&self) -> String {
        match self {
            TemplateArg::Type(t) => t.clone(),
            TemplateArg::Value(v, ty) if ty == "bool" => (*v != 0).to_string(),
            TemplateArg::Value(v, _) => v.to_string(),
        }
    }
}
