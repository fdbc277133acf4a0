//! Functions made concrete: prototypes joined to definitions, signatures, instances and their bodies.
//! In: a declaration and what its template parameters stand for; out: a function of the tree.
//! The rule: one instance for each set of arguments; a template that nobody asks for is never looked into.
//! Next: template.rs for where the arguments come from, stmt.rs for bodies.

use sorted::{SortedMap, SortedSet};

use super::body::Body;
use super::class::{alike, parts_of};
use super::returns::form_of;
use super::scope::{Address, Entity};
use super::template::Bindings;
use super::{Checker, Instance, Side, Signature, TemplateArg, hostcode};
use crate::tree::{Const, FuncId, Function, Space, Var};
use crate::ty::{Qualified, Type};
use cuda_parse::ast::{self, FunctionBody, SpecifierKind, TypeKind, specifier};
use cuda_source::diag::{Code, Diag};
use cuda_source::source::Span;

/// Instantiations beyond this many are a program that never stops making them.
const MOST_INSTANCES: usize = 20_000;
/// How deep instances of templates may ask for others. NVIDIA's compiler takes 900.
const MOST_DEEP: u32 = 1000;
/// What an instance takes beside its arguments, and what each of those does, in bytes.
const INSTANCE: u64 = 4000;
const ARGUMENT: u64 = 300;

impl<'a> Checker<'a> {
    /// Joins each prototype to its definition, so that a function is one candidate.
    pub(super) fn merge_prototypes(&mut self) {
        let mut first: SortedMap<String, usize> = SortedMap::new();
        let mut gone = SortedSet::new();
        for j in 0..self.functions.declared.len() {
            let Some(key) = self.likeness(j) else {
                continue;
            };
            let Some(i) = first.insert(key.clone(), j) else {
                continue;
            };
            let body =
                |at: usize| matches!(self.functions.declared[at].ast.body, FunctionBody::Block(_));
            match (body(i), body(j)) {
                (true, true) if self.functions.declared[j].template.is_some() => {}
                (true, true) => self.defined_twice(i, j),
                (true, false) => {
                    gone.insert(j);
                    first.insert(key, i);
                }
                (false, _) => {
                    let before = self.functions.declared[i].clone();
                    let after = &mut self.functions.declared[j];
                    after.span = before.span;
                    after.prototype = Some(before.ast);
                    after.earlier = before.template;
                    if after.side == Side::Host {
                        after.side = before.side;
                    }
                    gone.insert(i);
                }
            }
        }
        for at in &gone {
            self.functions.declared[*at].side = Side::Host;
        }
        let names: SortedSet<String> = gone
            .iter()
            .map(|at| self.functions.declared[*at].name.clone())
            .collect();
        for name in names {
            if let Some(named) = self.names.scopes.file(&name)
                && let Entity::Functions(list) = &mut named.entity
            {
                list.retain(|at| !gone.contains(at));
            }
        }
    }

    /// What two declarations of one function have in common: its name and parameter types; of a template, how many
    /// parameters there are, and how those of the template are written.
    fn likeness(&mut self, at: usize) -> Option<String> {
        let d = self.functions.declared[at].clone();
        if d.special {
            return None;
        }
        if let Some(params) = d.template {
            let heads = alike::template_heads(d.ast, params).join(", ");
            return Some(format!("{}<{heads}>({})", d.name, d.ast.params.len()));
        }
        let signature = self.attempt(|c| c.signature(at, &[]))?;
        let params: Vec<String> = signature
            .params
            .iter()
            .map(|t| self.types.show(t))
            .collect();
        Some(format!("{}({})", d.name, params.join(", ")))
    }

    pub(super) fn defined_twice(&mut self, i: usize, j: usize) {
        let (a, b) = (
            self.functions.declared[i].clone(),
            self.functions.declared[j].clone(),
        );
        if a.side == Side::Host && b.side == Side::Host && b.span.is_system() {
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
        let d = self.functions.declared[at].clone();
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
        let d = self.functions.declared[at].clone();
        if let Some(owner) = &d.owner
            && let Some(kind) = owner.implicit
        {
            return Some(Self::implicit_signature(owner.class, kind));
        }
        self.in_scope_of(at, false, |c| {
            c.bind_names(bindings);
            let mut params = Vec::new();
            for p in &d.ast.params {
                if p.pack {
                    let packs = c.packs_of_type(&p.ty);
                    let types = c.each_member(&packs, p.span, |c| c.parameter_type(p))?;
                    params.extend(types.into_iter().map(|q| q.ty));
                } else {
                    params.push(c.parameter_type(p)?.ty);
                }
            }
            if says_decltype(&d.ast.result) {
                // `-> decltype(a + b)` speaks of the parameters.
                c.parameters(&d.ast.params, &params);
            }
            if let ast::FunctionName::Conversion(t, _) = &d.ast.name {
                let result = c.ty(t)?.ty;
                return Some(Signature { params, result });
            }
            let result = match d.ast.result.kind {
                _ if form_of(&d.ast.result).is_some() => Type::Error,
                _ => c.ty(&d.ast.result)?.ty,
            };
            Some(Signature { params, result })
        })
    }

    pub(super) fn bind_names(&mut self, bindings: &[(String, Entity)]) {
        self.names.scopes.push();
        self.spend(
            bindings.iter().map(|(_, e)| members_of(e)).sum(),
            Span::default(),
        );
        for (name, entity) in bindings {
            self.names
                .scopes
                .declare(name, entity.clone(), Span::default());
        }
    }

    /// A parameter's type: arrays become pointers.
    pub(super) fn parameter_type(&mut self, p: &'a ast::Param) -> Option<Qualified> {
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
        self.concrete(&q.ty, p.span)?;
        match q.ty {
            Type::Function(_) => Some(Qualified::plain(Type::pointer_to(q))),
            // An array by the name of its type.
            Type::Array(of, _) => {
                let mut of = (*of).clone();
                of.constant |= q.constant;
                of.volatile |= q.volatile;
                Some(Qualified::plain(Type::pointer_to(of)))
            }
            _ => Some(q),
        }
    }

    /// Whether templates have been made concrete so often that they must be asking for themselves; says so once.
    pub(super) fn too_many_instances(&mut self) -> bool {
        if self.body.made_by < MOST_DEEP && self.templates.instantiations < MOST_INSTANCES {
            return false;
        }
        if let Some(last) = self.templates.instances.last() {
            let span = self.functions.declared[last.declared].span;
            let message = match self.body.made_by < MOST_DEEP {
                true => format!(
                    "templates make more than {MOST_INSTANCES} functions, the last of them here"
                ),
                false => format!(
                    "this template asks for another instance of itself again and again, more than {MOST_DEEP} deep"
                ),
            };
            let diag = Diag::error(Code::TemplateDepth, span, message);
            self.give_up(diag.help("end it with `if constexpr`, or write a loop"));
        }
        true
    }

    /// The concrete function of a declaration; its body is checked later.
    pub(super) fn instance(
        &mut self,
        at: usize,
        bindings: Bindings,
        asked: Option<Span>,
    ) -> Option<FuncId> {
        let made = self.instance_or_unmet(at, bindings, asked);
        made.map_err(|unmet| unmet.into_iter().for_each(|diag| self.note(*diag)))
            .ok()
    }

    /// The same; where what the declaration asks of its arguments does not hold, what is to be said of that.
    pub(super) fn instance_or_unmet(
        &mut self,
        at: usize,
        bindings: Bindings,
        asked: Option<Span>,
    ) -> Result<FuncId, Option<Box<Diag>>> {
        let args: Vec<TemplateArg> = bindings.iter().map(|(_, e)| self.as_argument(e)).collect();
        if let Some(id) = self.templates.made.get(&(at, args.clone())).copied() {
            self.templates.want(id);
            return Ok(id);
        }
        let parts: usize = args.iter().map(parts_of).sum();
        let place = asked.unwrap_or(self.functions.declared[at].span);
        if !self.spend(1 + parts, place) {
            return Err(None);
        }
        self.meets(at, &bindings, asked)?;
        if !self.hold(INSTANCE + ARGUMENT * parts as u64, place) {
            return Err(None);
        }
        let signature = self.signature(at, &bindings).ok_or(None)?;
        let asked = asked.map(|span| self.learners(span));
        let mut name = self.functions.declared[at].name.clone();
        if !args.is_empty() {
            let list: Vec<String> = args.iter().map(|a| self.show_argument(a)).collect();
            name = format!("{name}<{}>", list.join(", "));
        }
        let declared = self.specialised(at, &args, &signature).unwrap_or(at);
        let before = self.templates.instantiations;
        self.templates.instantiations += usize::from(!args.is_empty());
        let id = FuncId(self.templates.instances.len() as u32);
        self.templates.instances.push(Instance {
            declared,
            bindings: if declared == at { bindings } else { Vec::new() },
            name,
            signature,
            asked,
            made_by: self.body.made_by + u32::from(self.templates.instantiations > before),
            begun: false,
            wanted: false,
            done: None,
            calls: SortedMap::new(),
            callers: SortedMap::new(),
            tables: SortedSet::new(),
            bound: Default::default(),
            addressed: false,
            withheld: Vec::new(),
        });
        self.templates.made.insert((at, args), id);
        self.templates.want(id);
        Ok(id)
    }

    /// Runs something that only compares functions.
    pub(super) fn compare_functions<T>(&mut self, f: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.templates.comparing, true);
        let result = f(self);
        self.templates.comparing = before;
        result
    }

    /// A full specialisation of a template for exactly these arguments: those that it does not write follow from its
    /// types, so it is the one whose types are those of the instance.
    fn specialised(
        &mut self,
        at: usize,
        args: &[TemplateArg],
        signature: &Signature,
    ) -> Option<usize> {
        let params = self.functions.declared[at].template?;
        let key = self.special_key(at);
        for i in self
            .templates
            .specials
            .get(&key)
            .cloned()
            .unwrap_or_default()
        {
            let d = self.functions.declared[i].clone();
            let own = self.attempt(|c| c.signature(i, &[]));
            if own
                .as_ref()
                .is_some_and(|own| own.params.len() != signature.params.len())
            {
                continue;
            }
            let written = match &d.ast.template_args {
                Some(written) => self.in_scope_of(i, false, |c| {
                    c.attempt(|c| c.explicit(params, written, &d.space))
                }),
                None => Some(Vec::new()),
            };
            let Some(written) = written else {
                continue;
            };
            let written: Vec<TemplateArg> =
                written.iter().map(|(_, e)| self.as_argument(e)).collect();
            let fits =
                written == args || args.starts_with(&written) && own.as_ref() == Some(signature);
            if fits {
                return Some(i);
            }
        }
        None
    }

    /// A template argument as written between `<` and `>`.
    pub(super) fn show_argument(&self, arg: &TemplateArg) -> String {
        match arg {
            TemplateArg::Type(q) => self.types.show_qualified(q),
            TemplateArg::Value(v, Type::BOOL) => (*v != 0).to_string(),
            TemplateArg::Value(at, Type::Error) => {
                let template = self.classes.templates.get(*at as usize);
                template.map_or(String::new(), |t| t.name.clone())
            }
            TemplateArg::Value(v, ty @ (Type::Pointer(_) | Type::Reference(_))) => {
                self.show_address(Address::of_number(*v, ty))
            }
            TemplateArg::Value(v, _) => v.to_string(),
            TemplateArg::Pack(list) => {
                let list: Vec<String> = list.iter().map(|a| self.show_argument(a)).collect();
                list.join(", ")
            }
        }
    }

    fn show_address(&self, address: Address) -> String {
        match address {
            Address::Function(id) => self.templates.instances[id.0 as usize].name.clone(),
            Address::Global(id) => format!("&{}", self.globals.all[id.0 as usize].name),
            Address::Null => "nullptr".into(),
        }
    }

    pub(super) fn as_argument(&self, e: &Entity) -> TemplateArg {
        match e {
            Entity::Type(ty) => TemplateArg::Type(ty.clone()),
            Entity::Constant(Const::Int(v), ty) => TemplateArg::Value(*v, ty.clone()),
            Entity::Address(address, ty) => TemplateArg::Value(address.number(), ty.clone()),
            Entity::Pack(list) => {
                TemplateArg::Pack(list.iter().map(|e| self.as_argument(e)).collect())
            }
            // Numbers of types that no number has.
            Entity::ClassTemplate(at) => TemplateArg::Value(*at as i64, Type::Error),
            Entity::OtherTemplate(at) => TemplateArg::Value(*at as i64, Type::Void),
            _ => TemplateArg::Type(Qualified::plain(Type::Error)),
        }
    }

    /// Checks the body of an instance, once.
    pub(super) fn check_instance(&mut self, id: FuncId) {
        let instance = &mut self.templates.instances[id.0 as usize];
        if std::mem::replace(&mut instance.begun, true) {
            return;
        }
        instance.wanted = true;
        let comparing = std::mem::take(&mut self.templates.comparing);
        let span = self.functions.declared[self.templates.instances[id.0 as usize].declared].span;
        self.deeper(16, span, |c| {
            c.check_body(id);
            Some(())
        });
        self.templates.comparing = comparing;
    }

    fn check_body(&mut self, id: FuncId) {
        let instance = &self.templates.instances[id.0 as usize];
        let instance = instance.clone();
        let d = self.functions.declared[instance.declared].clone();
        if d.outside().is_some() {
            return;
        }
        let implicit = d.owner.as_ref().and_then(|o| o.implicit);
        let none = None;
        let block = match &d.ast.body {
            FunctionBody::Block(block) => Some(block),
            FunctionBody::Default if d.owner.is_some() => none,
            _ => {
                if self.host.phase && self.side_of(instance.declared) == Side::Host {
                    let stub = self.undefined(&instance, d.span);
                    self.templates.instances[id.0 as usize].done = stub;
                    return;
                }
                let name = &instance.name;
                let diag = Diag::error(
                    Code::UnknownName,
                    d.span,
                    format!("`{name}` is declared but never defined"),
                );
                let side = std::mem::take(&mut self.body.side);
                if self.host.phase {
                    self.body.side = Side::Host;
                }
                self.note(
                    diag.help("give it a body; if another file has it, name that file as well"),
                );
                self.body.side = side;
                return;
            }
        };
        let _ = implicit;
        let inner = self.names.scopes.enter_function();
        let before = std::mem::replace(&mut self.names.space, d.space.clone());
        let depth = std::mem::take(&mut self.budget.depth);
        let learner = self.said.learner;
        if let Some(span) = instance.asked.filter(|span| !span.is_system()) {
            self.said.learner = span;
        }
        let asked = instance.asked.map(|span| (span, instance.name.clone()));
        let result = if instance.signature.result == Type::Error {
            None
        } else {
            Some(instance.signature.result.clone())
        };
        let fresh = Body {
            result,
            declared: Some(instance.declared),
            kernel: d.side == Side::Kernel,
            side: self.side_of(instance.declared),
            may_be_unused: self.may_be_unused(instance.declared),
            name: d.name.rsplit("::").next().unwrap_or_default().to_string(),
            form: form_of(&d.ast.result).unwrap_or_default(),
            asked,
            made_by: instance.made_by,
            extent: d.extent,
            ends: vec![block.map_or(d.extent.end, |b| b.span.end)],
            ..Body::default()
        };
        let outer = std::mem::replace(&mut self.body, fresh);
        if let Some(owner) = &d.owner {
            self.enter_class(owner.class);
            self.rename_parameters(owner);
        }
        self.bind_names(&instance.bindings);
        self.names.scopes.push();
        let lent = self.functions.lent.len();
        let function = self.function(&instance, &d, block);
        self.take_back_defaults(lent);
        self.ask_of_result(d.ast);
        let calls = std::mem::take(&mut self.body.calls);
        for called in calls.keys() {
            self.templates.want(*called);
        }
        self.templates.instances[id.0 as usize].calls = calls;
        self.templates.instances[id.0 as usize].withheld = std::mem::take(&mut self.body.withheld);
        self.templates.instances[id.0 as usize].callers = std::mem::take(&mut self.body.callers);
        self.templates.instances[id.0 as usize].tables = std::mem::take(&mut self.body.tables);
        self.templates.instances[id.0 as usize].bound = std::mem::take(&mut self.body.bound);
        if let Some(result) = self.body.result.clone() {
            self.templates.instances[id.0 as usize].signature.result = result;
        }
        self.say_doubles(&function.body);
        self.templates.instances[id.0 as usize].done = Some(function);
        self.body = outer;
        self.budget.depth = depth;
        self.said.learner = learner;
        self.names.space = before;
        self.names.scopes.leave_function(inner);
    }

    /// Says if the result that was worked out does not meet the concept before its `auto`.
    fn ask_of_result(&mut self, f: &'a ast::Function) {
        let (Some(asks), Some(result)) = (&f.result_asks, self.body.result.clone()) else {
            return;
        };
        let result = match &result {
            Type::Reference(to) | Type::Rvalue(to) => Qualified::plain(to.ty.clone()),
            ty => Qualified::plain(ty.clone()),
        };
        let span = asks.written.span;
        drop(
            self.names
                .scopes
                .declare(ast::RESULT, Entity::Type(result), span),
        );
        let last = &asks.written.last().name.text;
        let message = format!("the result does not meet `{last}`");
        if let Some(Some(diag)) = self.static_assertion(&asks.asks, Some(&message)) {
            self.note(diag);
        }
    }

    /// Says so if a kernel's parameters take more than a launch can carry.
    fn check_parameters_fit(&mut self, instance: &Instance, d: &super::Declared<'a>) {
        /// CUDA's limit since 12.1, on devices since compute capability 7.0.
        const MOST: u64 = 32_764;
        let mut bytes = 0u64;
        for ty in &instance.signature.params {
            let align = self.types.align(ty).max(1);
            bytes = bytes
                .next_multiple_of(align)
                .saturating_add(self.types.size(ty));
        }
        if bytes <= MOST {
            return;
        }
        let message = format!(
            "the parameters of `{}` take {bytes} bytes, and CUDA carries at most {MOST} to a kernel",
            d.name
        );
        let diag = Diag::error(Code::BadKernel, d.span, message);
        self.note(diag.help("copy what is large to memory from `cudaMalloc` or to a `__constant__` variable, and hand over a pointer"));
    }

    pub(super) fn function(
        &mut self,
        instance: &Instance,
        d: &super::Declared<'a>,
        block: Option<&'a ast::Block>,
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
        if kernel {
            self.check_parameters_fit(instance, d);
        }
        let main = d.name == "main" && self.body.side == Side::Host;
        let result = &instance.signature.result;
        if main && !matches!(result, Type::Void | Type::Error) && *result != Type::INT {
            let shown = self.types.show(result);
            let diag = Diag::error(
                Code::BadDeclaration,
                d.ast.result.span,
                format!("`main` returns `{shown}`, and must return `int`"),
            );
            self.note(diag.help("what it returns is the program's exit status"));
        }
        let own = self.own_parameters(d, instance);
        self.parameters(&d.ast.params, &instance.signature.params);
        if let Some(span) = d.ast.variadic {
            self.take_more(span);
        }
        let mut body = Vec::new();
        let errors = self.said.diags.iter().filter(|d| d.is_error()).count();
        let params = self.body.vars.len() as u32;
        self.whole_body(d, block, own, &mut body);
        let whole = errors == self.said.diags.iter().filter(|d| d.is_error()).count();
        let host = self.body.side == Side::Host;
        if let (true, "main", Some(block)) = (host, d.name.as_str(), block) {
            body.push(hostcode::end_of_main(Span::at(block.span.end)));
        }
        let result = self.body.result.clone().unwrap_or(Type::Void);
        if !matches!(result, Type::Void | Type::Error)
            && !kernel
            && whole
            && !self.body.torn
            && super::flow::falls_through(&body)
            && let Some(block) = block
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
            Type::Reference(to) | Type::Rvalue(to) => Type::Pointer(to),
            ty => ty,
        };
        Function {
            name: instance.name.clone(),
            kernel,
            result,
            params,
            vars: std::mem::take(&mut self.body.vars),
            body,
            recursive: false,
            host,
            entry: host
                && d.template.is_none()
                && d.owner.is_none()
                && !d.special
                && !d.span.is_system(),
            max_threads: self.launch_bounds(d),
            span: d.span,
            extent: d.extent,
        }
    }

    pub(super) fn launch_bounds(&mut self, d: &super::Declared<'a>) -> Option<u32> {
        let bounds = specifier(&d.ast.specifiers, &SpecifierKind::LaunchBounds(Vec::new()))?;
        let SpecifierKind::LaunchBounds(args) = &bounds.kind else {
            return None;
        };
        let value = self.rvalue(args.first()?)?;
        let n = self.constant_integer(value, "`__launch_bounds__`")?;
        u32::try_from(n).ok().filter(|n| *n > 0)
    }

    /// Enters the parameters of a function; those of a pack share a name.
    pub(super) fn parameters(&mut self, list: &'a [ast::Param], types: &[Type]) {
        let mut types = types.iter();
        for p in list {
            if !p.pack {
                if let Some(ty) = types.next() {
                    let var = self.parameter(p, ty);
                    self.declare_var(var, p.name.as_ref().map_or(p.span, |n| n.span));
                }
                continue;
            }
            let packs = self.packs_of_type(&p.ty);
            let n = packs.first().map_or(0, |(_, members)| members.len());
            let mut members = Vec::new();
            for (at, ty) in types.by_ref().take(n).enumerate() {
                let var = self.with_member(&packs, at, |c| c.parameter(p, ty));
                members.push(Entity::Local(self.add_var(var)));
            }
            if let Some(name) = &p.name {
                self.names
                    .scopes
                    .declare(&name.text, Entity::Pack(members), name.span);
            }
        }
    }

    fn parameter(&mut self, p: &'a ast::Param, ty: &Type) -> Var {
        let name = p.name.clone().unwrap_or_else(|| ast::Ident {
            text: "".into(),
            span: p.span,
        });
        let written = self.attempt(|c| c.parameter_type(p));
        let q = match ty {
            Type::Reference(to) | Type::Rvalue(to) => Qualified::plain(Type::Pointer(to.clone())),
            ty => Qualified {
                ty: ty.clone(),
                constant: written.as_ref().is_some_and(|q| q.constant),
                volatile: written.is_some_and(|q| q.volatile),
            },
        };
        let mut var: Var = self.blank_var(&name, &q, Space::Local);
        var.reference = ty.referred().is_some();
        var.restrict = p.ty.cv.is_restrict;
        var
    }
}

/// How many members a pack has; anything else is none.
fn members_of(entity: &Entity) -> usize {
    match entity {
        Entity::Pack(list) => list.len(),
        _ => 0,
    }
}

/// Whether a result type asks about an expression.
fn says_decltype(t: &ast::TypeExpr) -> bool {
    match &t.kind {
        TypeKind::Decltype(_) | TypeKind::Bare(_) | TypeKind::Inside(_) => true,
        TypeKind::Pointer(t) | TypeKind::LRef(t) | TypeKind::RRef(t) => says_decltype(t),
        TypeKind::Named(path) => path
            .segments
            .iter()
            .flat_map(|s| s.args.iter().flatten())
            .any(|arg| matches!(arg, ast::TemplateArg::Type(t) if says_decltype(t))),
        _ => false,
    }
}
