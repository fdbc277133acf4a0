//! Host code: which functions of it are checked, and what it has in the host's memory.
//! In: the file after its device code is done; out: its host functions, the variables they share, and the function that
//! gives those their first values before `main`.
//! The rule: every host function of the program's own text is checked, those of headers when they are called. A
//! variable whose first value is a constant has it in its bytes; any other gets it at startup, in the order of the text.
//! Next: statics.rs for memory and first values, side.rs for who may call whom, global.rs for variables of the device,
//! text.rs for string literals.

use sorted::{SortedMap, SortedSet};

use super::assign::root_kind;
use super::body::Body;
use super::global::only_declares;
use super::{Checker, Side, global};
use crate::check::expr::Expect;
use crate::check::typex::Placeholders;
use crate::tree::{
    Const, Expr, ExprKind, FuncId, Function, GlobalId, Place, PlaceKind, Space, Stmt, StmtKind,
    SysFn,
};
use crate::ty::{Qualified, Type, UNSIZED};
use cuda_parse::ast::{self, FunctionBody, ItemKind, SpecifierKind, specifier};
use cuda_source::diag::{Code, Diag};
use cuda_source::source::Span;

/// What a check knows of host code.
#[derive(Debug, Default)]
pub(super) struct HostCode<'a> {
    /// Device code is done, and what is said from here on is about host code.
    pub phase: bool,
    /// The variables of the file.
    variables: Vec<HostVariable<'a>>,
    /// Whether the program has a `try`: if not, nothing needs to be ended when something is thrown.
    pub tries: bool,
    /// The types of exceptions and handlers, in order of their numbers.
    pub caught: Vec<Type>,
    /// String literals.
    pub texts: SortedMap<Vec<u8>, GlobalId>,
    /// The startup function's variables and calls.
    body: Body<'a>,
    /// What it does for headers of ours, and then for the program.
    first: Vec<Stmt>,
    then: Vec<Stmt>,
}

/// A variable of the file, or a static member of a class, that is the host's.
#[derive(Debug)]
struct HostVariable<'a> {
    ast: &'a ast::Variable,
    space: String,
    owner: Option<super::class::Owner<'a>>,
    /// Its memory, once it was asked for; nothing inside if it cannot be.
    id: Option<Option<GlobalId>>,
}

impl<'a> HostCode<'a> {
    /// Takes note of a variable; its number.
    pub(super) fn enter(
        &mut self,
        ast: &'a ast::Variable,
        space: &str,
        owner: Option<super::class::Owner<'a>>,
    ) -> usize {
        self.variables.push(HostVariable {
            ast,
            space: space.to_string(),
            owner,
            id: None,
        });
        self.variables.len() - 1
    }
}

/// What the startup function calls, and the tables of virtual functions that it gives objects.
type Startup = (SortedSet<FuncId>, SortedSet<(crate::ty::StructId, usize)>);

/// `return 0;`, which `main` may leave out.
pub(super) fn end_of_main(span: Span) -> Stmt {
    let zero = super::op::constant(Const::Int(0), Type::INT, span);
    Stmt {
        kind: StmtKind::Return(Some(zero)),
        span,
    }
}

impl<'a> Checker<'a> {
    /// Checks the host functions of the program's own text, and what they call.
    pub(super) fn check_host_code(&mut self) {
        self.host.phase = true;
        self.body.side = Side::Host;
        for at in 0..self.items.len() {
            if let ItemKind::Variable(v) = self.items[at].kind
                && !v.span.is_system()
                && !global::on_device(&v.specifiers)
            {
                let space = self.items[at].space.clone();
                if v.qualifier.is_some() && !self.names.is_of_space(v, &space) {
                    self.static_of_class(v, &space);
                    continue;
                }
                let key = format!("{space}{}", v.name.text);
                // What `extern` only declares is the variable that is defined further down.
                let means = self.names.scopes.file(&key).map(|n| n.entity.clone());
                let other = match means {
                    Some(super::scope::Entity::Item(i)) => i != at,
                    Some(super::scope::Entity::Host(n)) => {
                        !std::ptr::eq(self.host.variables[n].ast, &**v)
                    }
                    _ => false,
                };
                if other && only_declares(v) {
                    continue;
                }
                self.look_at(at);
                if let Some(super::scope::Entity::Host(n)) =
                    self.names.scopes.file(&key).map(|n| n.entity.clone())
                    && std::ptr::eq(self.host.variables[n].ast, &**v)
                {
                    self.host_variable(n);
                }
            }
        }
        for at in 0..self.functions.declared.len() {
            let d = &self.functions.declared[at];
            let wanted = self.side_of(at) == Side::Host
                && !d.span.is_system()
                && d.template.is_none()
                && !d.special
                && matches!(d.ast.body, FunctionBody::Block(_));
            if wanted {
                self.instance(at, Vec::new(), None);
            }
        }
        self.body.side = Side::Device;
        self.check_pending();
    }

    /// A class's static variable that is defined outside it: it begins when the program does, whether or not it is named.
    fn static_of_class(&mut self, v: &'a ast::Variable, space: &str) {
        let Some(path) = &v.qualifier else { return };
        let class = self.at_file(space, |c| c.resolve(path));
        let Some(super::scope::Entity::Type(q)) = class else {
            return;
        };
        match self.member_of_type(&q.ty, &v.name.text) {
            Some(super::scope::Entity::Host(n)) => drop(self.host_variable(n)),
            Some(_) => {}
            None => {
                let (class, name) = (self.types.show(&q.ty), &v.name.text);
                let message = format!("`{class}` has no member `{name}`");
                self.error(Code::NoSuchMember, v.name.span, message);
            }
        }
    }

    /// A function that is somewhere else, and that the program can do without until it calls it.
    pub(super) fn undefined(&mut self, instance: &super::Instance, span: Span) -> Option<Function> {
        let text = format!(
            "`{}` is declared but never defined; if another file defines it, name that file as well",
            instance.name
        );
        let message = self.text_value(text.as_bytes(), span)?;
        let kind = ExprKind::Sys(SysFn::Fail, vec![message]);
        let ends = Expr {
            kind,
            ty: Type::Void,
            span,
        };
        let outer = std::mem::take(&mut self.body);
        for ty in &instance.signature.params {
            let reference = ty.referred().is_some();
            let ty = match ty.referred() {
                Some(to) => Type::Pointer(to.clone()),
                None => ty.clone(),
            };
            let id = self.temporary(ty, span);
            if let Some(var) = self.var_mut(id) {
                var.reference = reference;
            }
        }
        let vars = std::mem::replace(&mut self.body, outer).vars;
        let result = match instance.signature.result.referred() {
            Some(to) => Type::Pointer(to.clone()),
            None => instance.signature.result.clone(),
        };
        Some(Function {
            host: true,
            result,
            params: vars.len() as u32,
            vars,
            body: vec![Stmt {
                kind: StmtKind::Expr(ends),
                span,
            }],
            span,
            extent: span,
            ..super::missing(instance.name.clone())
        })
    }

    /// Whether code here may use a variable of the host: host code may, and device code a `constexpr` array or object.
    pub(super) fn may_use_host(&mut self, at: usize, name: &str, span: Span) -> bool {
        let v = self.host.variables[at].ast;
        match self.body.side {
            Side::Host => true,
            Side::Both => self.only_host(host_reached(name, span)).is_some(),
            Side::Kernel | Side::Device => {
                specifier(&v.specifiers, &SpecifierKind::Constexpr).is_some()
                    && matches!(
                        v.ty.kind,
                        ast::TypeKind::Array(..) | ast::TypeKind::Named(_)
                    )
            }
        }
    }

    /// The memory of a variable of the host.
    pub(super) fn host_variable(&mut self, at: usize) -> Option<GlobalId> {
        let known = &mut self.host.variables[at];
        if let Some(id) = known.id {
            return id;
        }
        known.id = Some(None);
        let (v, space, owner) = (known.ast, known.space.clone(), known.owner.clone());
        let mut id = None;
        self.settle(|c| {
            id = c.at_startup(&space, v.span, |c, out| match owner {
                Some(owner) => c.in_class(owner.class, |c| {
                    c.rename_parameters(&owner);
                    c.make_host_variable(at, v, out)
                }),
                None => c.make_host_variable(at, v, out),
            });
        });
        self.host.variables[at].id = Some(id);
        id
    }

    /// Checks something as part of the startup function.
    fn at_startup<T>(
        &mut self,
        space: &str,
        span: Span,
        f: impl FnOnce(&mut Self, &mut Vec<Stmt>) -> T,
    ) -> T {
        let startup = std::mem::take(&mut self.host.body);
        let outer = std::mem::replace(&mut self.body, startup);
        self.body.side = Side::Host;
        self.body.unevaluated = outer.unevaluated;
        let inner = self.names.scopes.enter_function();
        let before = std::mem::replace(&mut self.names.space, space.to_string());
        let mut out = Vec::new();
        self.names.scopes.push();
        let result = f(self, &mut out);
        self.names.scopes.pop();
        self.names.space = before;
        self.names.scopes.leave_function(inner);
        self.host.body = std::mem::replace(&mut self.body, outer);
        match span.is_system() {
            true => self.host.first.append(&mut out),
            false => self.host.then.append(&mut out),
        }
        result
    }

    /// Warns of host code that uses its own copy of a variable of the device as if it were the device's.
    pub(super) fn warn_of_copy(&mut self, place: &Place) {
        if let Some(name) = self.device_variable_in_host_code(place) {
            let message = format!(
                "`{name}` is a variable of the device: host code has a copy of its own here, which begins as 0"
            );
            self.warn_once_of_copy(
                place,
                message,
                "`cudaMemcpyFromSymbol` and `cudaMemcpyToSymbol` reach the device's; one that is `const` has its value on both sides",
            );
        }
    }

    /// Warns of host code that takes the address of its own copy, by which no kernel and no `cudaMemcpy` reaches the device's.
    pub(super) fn warn_of_copys_address(&mut self, place: &Place) {
        if let Some(name) = self.device_variable_in_host_code(place) {
            let message = format!(
                "the address of `{name}` in host code is that of the host's own copy: on a GPU `cudaMemcpy` and `cudaMemset` refuse it, and \
                 kernels cannot reach it"
            );
            self.warn_once_of_copy(
                place,
                message,
                "`cudaGetSymbolAddress` gives the device's; `cudaMemcpyToSymbol` and `cudaMemcpyFromSymbol` take the variable itself",
            );
        }
    }

    /// A function of the program's own that takes a `const void *` may hand it to `cudaMemcpyToSymbol`, which knows variables of the device by
    /// the address of the host's copy: of such an argument nothing is said.
    pub(super) fn let_handles_pass(&mut self, id: FuncId, values: &[Expr], params: &[Type]) {
        let at = self.templates.instances[id.0 as usize].declared;
        if self.body.side != Side::Host || self.functions.declared[at].span.is_system() {
            return;
        }
        let handle = Qualified::with_const(Type::Void, true);
        for (value, _) in values
            .iter()
            .zip(params)
            .filter(|(_, ty)| ty.pointee() == Some(&handle))
        {
            let here = |d: &Diag| d.code == Code::HostCopy && value.span.contains(d.span.start);
            self.said.diags.retain(|d| !here(d));
        }
    }

    /// The name of the variable of the device that a place is in, where this is host code that has a copy of it.
    fn device_variable_in_host_code(&self, place: &Place) -> Option<String> {
        let PlaceKind::Global(id) = *root_kind(place) else {
            return None;
        };
        if self.body.side != Side::Host || self.body.unevaluated > 0 || place.span.is_system() {
            return None;
        }
        let g = self.globals.all.get(id.0 as usize)?;
        let copied = g.space != Space::Host && !g.managed && !g.unchanging;
        copied.then(|| g.name.clone())
    }

    fn warn_once_of_copy(&mut self, place: &Place, message: String, help: &'static str) {
        if !self.said.diags.iter().any(|d| d.message == message) {
            let diag = Diag::warning(Code::HostCopy, place.span, message);
            self.note(diag.help(help));
        }
    }

    fn make_host_variable(
        &mut self,
        at: usize,
        v: &'a ast::Variable,
        out: &mut Vec<Stmt>,
    ) -> Option<GlobalId> {
        let q = self.host_type(v)?;
        if let Some(to) = q.ty.referred().cloned() {
            return self.file_reference(v, &q.ty, to, out);
        }
        let id = self.new_global(&v.name, &q, Space::Host)?;
        // Its own first value may speak of it.
        self.host.variables[at].id = Some(Some(id));
        self.first_value(v, &q, id, out)?;
        Some(id)
    }

    /// A reference that lives as long as the program: a pointer, set before `main`.
    pub(super) fn file_reference(
        &mut self,
        v: &'a ast::Variable,
        reference: &Type,
        to: std::sync::Arc<Qualified>,
        out: &mut Vec<Stmt>,
    ) -> Option<GlobalId> {
        let written = match &v.init {
            Some(ast::Init::Equals(e)) => Some(e),
            Some(ast::Init::Parens(list, _)) => list.first(),
            Some(ast::Init::Braces(e)) => match &e.kind {
                ast::ExprKind::Braces(items) => items.first().map(|i| &i.value),
                _ => Some(e),
            },
            None => None,
        };
        let Some(written) = written else {
            let message = "a reference needs a value to begin with";
            self.error(Code::BadInitialiser, v.name.span, message);
            return None;
        };
        let typed = self.expected(written, Expect::Place)?;
        let purpose = super::coerce::Purpose::Init(v.name.text.to_string());
        let pointer = self.bind(typed, reference, &purpose)?;
        if let ExprKind::AddressOf(place) = &pointer.kind
            && super::assign::root(place).is_some()
        {
            let help = "give the value a variable of its own, and refer to that";
            self.refuse(
                v.span,
                "references that live on to what is no variable are",
                help,
            );
            return None;
        }
        let q = Qualified::plain(Type::Pointer(to));
        let id = self.new_global(&v.name, &q, Space::Host)?;
        self.globals.references.insert(id);
        let place = Place {
            kind: PlaceKind::Global(id),
            ty: q.ty,
            volatile: false,
            span: v.name.span,
        };
        out.push(store(place, pointer, v.span));
        Some(id)
    }

    pub(super) fn host_type(&mut self, v: &'a ast::Variable) -> Option<Qualified> {
        let value = match &v.init {
            Some(ast::Init::Equals(e)) if super::init::has_auto(&v.ty) => {
                // A lambda is of the class here that it is of when it becomes the first value.
                self.body.deducing += 1;
                let ty = self.type_of(e);
                self.body.deducing -= 1;
                Some(ty?)
            }
            _ => None,
        };
        let auto = value.map(|ty| match ty {
            Type::Array(of, _) => Qualified::plain(Type::Pointer(of)),
            ty => Qualified::plain(ty),
        });
        let q = self.variable_type_with(v, &Placeholders { auto, class: None })?;
        let shown = self.types.show(&q.ty);
        self.concrete(&q.ty, v.name.span)?;
        if q.ty == Type::Void || matches!(q.ty, Type::Array(_, UNSIZED)) {
            let message = format!("`{}` cannot be `{shown}`", v.name.text);
            self.error(Code::BadShape, v.name.span, message);
            return None;
        }
        Some(q)
    }

    /// The startup function, if there is anything for it to do.
    pub(super) fn startup_function(&mut self) -> (Option<Function>, Startup) {
        let mut body = std::mem::take(&mut self.host.first);
        body.append(&mut self.host.then);
        let own = std::mem::take(&mut self.host.body);
        let reaches = (own.calls.into_keys().collect(), own.tables);
        if body.is_empty() {
            return (None, reaches);
        }
        let (span, vars) = (body[0].span, own.vars);
        let function = Function {
            name: "the first values of the file's variables".to_string(),
            host: true,
            vars,
            body,
            span,
            extent: span,
            ..super::missing(String::new())
        };
        (Some(function), reaches)
    }
}

/// Device code asks for a variable of the host.
pub(super) fn host_reached(name: &str, span: Span) -> Diag {
    let message = format!("`{name}` is a variable of the host: device code cannot reach it");
    Diag::error(Code::WrongSide, span, message).help("pass it as an argument, make it `constexpr` if it never changes, or declare it `__constant__` or `__device__`")
}

/// `place = value;`
pub(super) fn store(place: Place, value: Expr, span: Span) -> Stmt {
    let ty = place.ty.clone();
    let kind = ExprKind::Assign {
        place,
        value: Box::new(value),
    };
    Stmt {
        kind: StmtKind::Expr(Expr { kind, ty, span }),
        span,
    }
}
