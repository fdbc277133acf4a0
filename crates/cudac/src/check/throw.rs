//! `throw` and `try`: host code alone has them.
//! In: what is thrown, and what handlers take; out: calls of the machine, which finds the handler, ends what has guards
//! and goes on after the `try`, whose value then says which handler it is.
//! The rule: types are numbers here. An exception carries the numbers of all that can catch it, its own type's first, each
//! with where in the object that part is; a handler has one number, and 0 is `...`.
//! Next: class/guard.rs for what ends on the way, ../host/throw.rs for the machine's side.

use super::class::{Given, Living};
use super::scope::Entity;
use super::{Checker, Lvalue, Typed, convert};
use crate::tree::{
    CompareOp, Const, Expr, ExprKind, FuncId, Init, Place, PlaceKind, Space, Stmt, StmtKind, SysFn,
    VarId,
};
use crate::ty::{Qualified, SIZE_T, StructId, Type};
use cuda_parse::ast;
use cuda_source::diag::{Code, Diag};
use cuda_source::source::Span;

/// What stands where the number of handlers would for a function that lets nothing out.
const NOTHING_PASSES: u32 = u32::MAX;

/// What g++ calls `std::string`.
const STRING: &str =
    "std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> >";

fn untyped() -> Type {
    Type::pointer_to(Qualified::plain(Type::Void))
}

impl<'a> Checker<'a> {
    /// `throw e`, of type `void`.
    pub(super) fn throw(&mut self, e: Option<&'a ast::Expr>, span: Span) -> Option<Expr> {
        self.only_host(no_exceptions(span).help("set a flag in memory, or call `__trap()`"))?;
        let Some(e) = e else {
            return Some(self.asked(SysFn::Rethrow, Vec::new(), span));
        };
        let typed = self.expr(e)?;
        let (ty, thrown) = match self.class_of(Self::type_of_typed(&typed)) {
            Some(id) => (Type::Struct(id), typed),
            None => {
                let value = self.value(typed)?;
                (value.ty.clone(), Typed::Value(value))
            }
        };
        let size = super::op::constant(Const::Int(self.types.size(&ty) as i64), SIZE_T, span);
        let align = super::op::constant(Const::Int(16), SIZE_T, span);
        let memory = Expr {
            kind: ExprKind::Sys(SysFn::Alloc, vec![size, align]),
            ty: untyped(),
            span,
        };
        let pointer = self.temporary_place(untyped(), span);
        let begin = self.store(pointer.clone(), memory);
        let load = Expr {
            kind: ExprKind::Load(pointer),
            ty: untyped(),
            span,
        };
        let place = self.place_at(load.clone(), &ty, span);
        let made = match ty {
            Type::Struct(id) => self.construct_at(place, id, vec![thrown], Given::Copy, span)?,
            _ => {
                let value = self.value(thrown)?;
                self.store(place, value)
            }
        };
        let ends = match self.class_of(&ty) {
            Some(id) if self.drops(&ty) => self.destructor(id),
            _ => None,
        };
        let what = self.what_of(&ty);
        let told = self.told(&ty, what.map_or(0, |(_, offset)| offset));
        let told = self.text_value(&told, span)?;
        let told = convert::force(&self.types, told, &untyped());
        let ends = self.code_or_null(ends, span);
        let what = self.code_or_null(what.map(|(func, _)| func), span);
        let thrown = self.asked(SysFn::Throw, vec![load, told, ends, what], span);
        Some(comma(begin, comma(made, thrown)))
    }

    /// The object of a type that an untyped pointer points at.
    fn place_at(&self, pointer: Expr, ty: &Type, span: Span) -> Place {
        let to = Type::pointer_to(Qualified::plain(ty.clone()));
        Place {
            kind: PlaceKind::Deref(Box::new(convert::force(&self.types, pointer, &to))),
            ty: ty.clone(),
            volatile: false,
            span,
        }
    }

    fn code_or_null(&mut self, func: Option<FuncId>, span: Span) -> Expr {
        let kind = match func {
            Some(func) => {
                self.templates.want(func);
                self.calls_to(func, span);
                ExprKind::FunctionAddress(func)
            }
            None => ExprKind::Const(Const::Null),
        };
        Expr {
            kind,
            ty: untyped(),
            span,
        }
    }

    /// The number of a type among those of exceptions and handlers.
    pub(super) fn type_number(&mut self, ty: &Type) -> u32 {
        let known = self.host.caught.iter().position(|t| t == ty);
        let at = known.unwrap_or_else(|| {
            self.host.caught.push(ty.clone());
            self.host.caught.len() - 1
        });
        at as u32 + 1
    }

    /// The same, if anything has asked for it.
    pub(super) fn number_of(&self, ty: &Type) -> Option<u32> {
        let at = self.host.caught.iter().position(|t| t == ty)?;
        Some(at as u32 + 1)
    }

    /// What the machine must know of an exception's type: which handlers take it, where its `what()` finds its object,
    /// and its name.
    fn told(&mut self, ty: &Type, what: u64) -> Vec<u8> {
        let mut takers = vec![(ty.clone(), 0)];
        match ty {
            Type::Struct(id) => self.bases_of(*id, 0, &mut takers),
            Type::Pointer(to) => {
                for to in [&to.ty, &Type::Void] {
                    for constant in [false, true] {
                        let taker = Qualified::with_const(to.clone(), constant);
                        takers.push((Type::pointer_to(taker), 0));
                    }
                }
                if to.constant {
                    takers.retain(|(ty, _)| ty.pointee().is_some_and(|to| to.constant));
                }
            }
            _ => {}
        }
        let mut bytes = (takers.len() as u32).to_le_bytes().to_vec();
        for (ty, offset) in takers {
            bytes.extend(self.type_number(&ty).to_le_bytes());
            bytes.extend((offset as u32).to_le_bytes());
        }
        bytes.extend((what as u32).to_le_bytes());
        bytes.extend(self.name_thrown(ty).bytes());
        bytes
    }

    /// A type as the message of g++'s library has it.
    fn name_thrown(&self, ty: &Type) -> String {
        match ty {
            Type::Pointer(to) => {
                let inner = self.name_thrown(&to.ty);
                let constant = if to.constant { " const" } else { "" };
                format!("{inner}{constant}*")
            }
            ty => {
                let known = self.class_of(ty).and_then(|id| self.classes.known.get(&id));
                let space = known.map_or("", |class| &class.space);
                match format!("{space}{}", self.types.show(ty)) {
                    name if name == "std::string" => STRING.to_string(),
                    name => name,
                }
            }
        }
    }

    pub(super) fn bases_of(&self, id: StructId, from: u64, out: &mut Vec<(Type, u64)>) {
        let class = self.types.get(id);
        for (base, field) in &class.bases {
            let offset = from + class.fields.get(*field as usize).map_or(0, |f| f.offset);
            out.push((Type::Struct(*base), offset));
            self.bases_of(*base, offset, out);
        }
    }

    /// The `what` of a class that `std::exception` is a base of, and where in the object it finds its own.
    fn what_of(&mut self, ty: &Type) -> Option<(FuncId, u64)> {
        let id = self.class_of(ty)?;
        let mut parts = vec![(ty.clone(), 0)];
        self.bases_of(id, 0, &mut parts);
        let standard = |(ty, _): &(Type, u64)| match ty {
            Type::Struct(id) => self.classes.known.get(id).is_some_and(|class| {
                class.space == "std::" && &*class.ast.name.text == "exception"
            }),
            _ => false,
        };
        if !parts.iter().any(standard) {
            return None;
        }
        let Some(Entity::Functions(list)) = self.member_of(id, "what") else {
            return None;
        };
        let at = *list.first()?;
        let owner = self.functions.declared[at].owner.as_ref()?.class;
        let (_, offset) = parts
            .into_iter()
            .find(|(ty, _)| *ty == Type::Struct(owner))?;
        Some((self.instance(at, Vec::new(), None)?, offset))
    }

    /// `try { … } catch (…) { … }`.
    pub(super) fn try_statement(&mut self, t: &'a ast::Try, span: Span, out: &mut Vec<Stmt>) {
        let diag = no_exceptions(span).help("set a flag in memory");
        if self.only_host(diag).is_none() {
            return;
        }
        let mut types = Vec::new();
        for clause in &t.catches {
            let taken = match &clause.param {
                Some(param) => match self.ty(&param.ty) {
                    Some(q) => Some(q),
                    None => return,
                },
                None => None,
            };
            types.push(taken);
        }
        let mut table = (types.len() as u32).to_le_bytes().to_vec();
        for taken in &types {
            let number = match taken {
                Some(q) => self.type_number(taken_type(&q.ty)),
                None => 0,
            };
            table.extend(number.to_le_bytes());
        }
        let Some(which) = self.begin_try(&table, span, out) else {
            return;
        };
        let body = self.held(Living::Try, span, |c, out| c.statements(&t.body.stmts, out));
        let mut handlers = Vec::new();
        for (clause, taken) in t.catches.iter().zip(types) {
            handlers.push(self.held(Living::Handler, clause.body.span, |c, out| {
                if let (Some(param), Some(q)) = (&clause.param, taken) {
                    c.caught(param, &q, out);
                }
                c.statements(&clause.body.stmts, out);
            }));
        }
        // The last handler needs no question.
        let mut other = handlers.pop().unwrap_or_default();
        while let Some(then) = handlers.pop() {
            let cond = is(which, handlers.len() as i64, span);
            let kind = StmtKind::If { cond, then, other };
            other = vec![Stmt { kind, span }];
        }
        let cond = is(which, -1, span);
        let kind = StmtKind::If {
            cond,
            then: body,
            other,
        };
        out.push(Stmt { kind, span });
    }

    /// Statements in a scope that something ends.
    fn held(
        &mut self,
        living: Living,
        span: Span,
        f: impl FnOnce(&mut Self, &mut Vec<Stmt>),
    ) -> Vec<Stmt> {
        self.open(span);
        let from = self.body.cleanups.len();
        self.body.cleanups.push(living);
        let mut out = Vec::new();
        f(self, &mut out);
        self.end_scope(from, span, &mut out);
        self.close();
        out
    }

    /// Takes note of handlers; the variable that says which of them is wanted, -1 at first.
    fn begin_try(&mut self, table: &[u8], span: Span, out: &mut Vec<Stmt>) -> Option<VarId> {
        let table = self.text_value(table, span)?;
        let table = convert::force(&self.types, table, &untyped());
        let id = self.temporary(Type::INT, span);
        self.forget_temporary(id);
        let kind = StmtKind::Declare {
            var: id,
            init: Init::Value(Expr {
                kind: ExprKind::Sys(SysFn::Try, vec![table]),
                ty: Type::INT,
                span,
            }),
        };
        out.push(Stmt { kind, span });
        Some(id)
    }

    /// What a handler calls what it has caught.
    fn caught(&mut self, param: &'a ast::Param, q: &Qualified, out: &mut Vec<Stmt>) -> Option<()> {
        let name = param.name.as_ref()?;
        let span = param.span;
        let taken = taken_type(&q.ty).clone();
        let caught = Expr {
            kind: ExprKind::Sys(SysFn::Caught, Vec::new()),
            ty: untyped(),
            span,
        };
        let place = self.place_at(caught, &taken, span);
        let mut later = Vec::new();
        let (var, init) = match q.ty.referred() {
            Some(to) => {
                let bound = self.reference_to(place, (**to).clone());
                let q = Qualified::plain(Type::Pointer(to.clone()));
                let mut var = self.blank_var(name, &q, Space::Local);
                var.reference = true;
                (var, Init::Value(bound))
            }
            None => {
                let mut var = self.blank_var(name, q, Space::Local);
                var.constant = q.constant;
                let from = Typed::Place(Lvalue::new(place, true));
                let init = match taken {
                    Type::Struct(id) if self.class_of(&taken).is_some() => {
                        later.push((id, from));
                        Init::None
                    }
                    _ => Init::Value(self.value(from)?),
                };
                (var, init)
            }
        };
        let reference = var.reference;
        let id = self.declare_var(var, name.span)?;
        let kind = StmtKind::Declare { var: id, init };
        out.push(Stmt { kind, span });
        let own = Place {
            kind: PlaceKind::Var(id),
            ty: taken.clone(),
            volatile: false,
            span,
        };
        for (class, from) in later {
            let made = self.construct_at(own.clone(), class, vec![from], Given::Copy, span)?;
            let kind = StmtKind::Expr(self.full(made));
            out.push(Stmt { kind, span });
        }
        if !reference {
            self.lives(own, out);
        }
        Some(())
    }

    /// A function of the program's that lets no exception out: what would leave it ends the program.
    pub(super) fn keep_in(&mut self, f: &ast::Function, span: Span, out: &mut Vec<Stmt>) {
        let destroys = matches!(f.name, ast::FunctionName::Destructor(_));
        if (f.is_noexcept || destroys && !span.is_system())
            && self.host.tries
            && self.in_host_code()
            && self
                .begin_try(&NOTHING_PASSES.to_le_bytes(), span, out)
                .is_some()
        {
            self.body.cleanups.push(Living::Try);
        }
    }
}

fn no_exceptions(span: Span) -> Diag {
    Diag::error(
        Code::WrongSide,
        span,
        "exceptions in device code do not exist",
    )
}

/// The type that a handler takes, references and `const` aside.
fn taken_type(ty: &Type) -> &Type {
    ty.referred().map_or(ty, |to| &to.ty)
}

/// Whether the variable has a value.
fn is(var: VarId, n: i64, span: Span) -> Expr {
    let value = Expr {
        kind: ExprKind::Load(Place {
            kind: PlaceKind::Var(var),
            ty: Type::INT,
            volatile: false,
            span,
        }),
        ty: Type::INT,
        span,
    };
    let n = super::op::constant(Const::Int(n), Type::INT, span);
    Expr {
        kind: ExprKind::Compare(CompareOp::Eq, Box::new(value), Box::new(n)),
        ty: Type::BOOL,
        span,
    }
}

/// One after the other; nothing of it is a value.
fn comma(first: Expr, then: Expr) -> Expr {
    let (ty, span) = (then.ty.clone(), then.span);
    Expr {
        kind: ExprKind::Comma(Box::new(first), Box::new(then)),
        ty,
        span,
    }
}
