//! Functions that no program writes: default constructors, copies, moves, assignments and destructors, one part
//! after another, and the loops over arrays of objects.
//! In: a class and which of them; out: a function whose body is built here.
//! The rule: each part is made, copied or ended by its own class's function.
//! Next: bodies.rs for constructors and destructors that the program writes.

use super::construct::Given;
use super::{NOBODY, Owner};
use crate::check::op::constant;
use crate::check::{Checker, Declared, Lvalue, Side, Signature, Typed};
use crate::tree::{
    BinaryOp, Change, CompareOp, Const, Expr, ExprKind, FuncId, INDEX, Init, Place, PlaceKind,
    Space, Stmt, StmtKind, Var, VarId,
};
use crate::ty::{Qualified, Scalar, StructId, Type};
use cuda_source::source::Span;
use std::sync::Arc;

/// Which function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::check) enum Implicit {
    /// `T()`.
    New,
    /// `T(const T&)`.
    Copy,
    /// `T(T&&)`.
    Move,
    /// `operator=(const T&)`.
    Assign,
    /// `operator=(T&&)`.
    MoveAssign,
    /// `~T()`.
    Drop,
    /// All bytes zero.
    Zero,
    /// `T()` for each of `n` elements from a pointer on.
    NewMany,
    /// `~T()` for each of them, the last first.
    DropMany,
}

impl Implicit {
    fn many(self) -> bool {
        matches!(self, Implicit::NewMany | Implicit::DropMany)
    }
}

impl<'a> Checker<'a> {
    /// The implicit function of a class.
    pub(in crate::check) fn implicit(&mut self, id: StructId, kind: Implicit) -> Option<FuncId> {
        let class = self.classes.known.get(&id)?;
        if let Some(at) = class.made.get(&kind).copied() {
            return self.instance(at, Vec::new(), None);
        }
        let (name, space) = (self.types.get(id).name.clone(), class.space.clone());
        let short = class.ast.name.clone();
        let name = match kind {
            Implicit::Drop | Implicit::DropMany => format!("{name}::~{}", short.text),
            Implicit::Assign | Implicit::MoveAssign => format!("{name}::operator="),
            _ => format!("{name}::{}", short.text),
        };
        let at = self.functions.declared.len();
        self.functions.declared.push(Declared {
            ast: &NOBODY,
            name,
            space,
            template: None,
            special: false,
            prototype: None,
            earlier: None,
            side: Side::Both,
            span: short.span,
            extent: short.span,
            owner: Some(Owner {
                class: id,
                this: !kind.many(),
                constant: false,
                renamed: None,
                implicit: Some(kind),
                access: cuda_parse::ast::Access::Public,
            }),
        });
        if let Some(class) = self.classes.known.get_mut(&id) {
            class.made.insert(kind, at);
        }
        self.instance(at, Vec::new(), None)
    }

    /// The types of an implicit function.
    pub(in crate::check) fn implicit_signature(id: StructId, kind: Implicit) -> Signature {
        let this = |constant| Arc::new(Qualified::with_const(Type::Struct(id), constant));
        let (params, result) = match kind {
            Implicit::New | Implicit::Drop | Implicit::Zero => (Vec::new(), Type::Void),
            Implicit::Copy => (vec![Type::Reference(this(true))], Type::Void),
            Implicit::Move => (vec![Type::Rvalue(this(false))], Type::Void),
            Implicit::Assign => {
                let params = vec![Type::Reference(this(true))];
                (params, Type::Reference(this(false)))
            }
            Implicit::MoveAssign => {
                let params = vec![Type::Rvalue(this(false))];
                (params, Type::Reference(this(false)))
            }
            Implicit::NewMany | Implicit::DropMany => {
                (vec![Type::Pointer(this(false)), INDEX.into()], Type::Void)
            }
        };
        Signature { params, result }
    }

    /// The body of an implicit function; its parameters are entered already.
    pub(in crate::check) fn implicit_body(
        &mut self,
        id: StructId,
        kind: Implicit,
        span: Span,
    ) -> Vec<Stmt> {
        let mut out = Vec::new();
        match kind {
            Implicit::New => {
                self.make_parts(id, &[], span, &mut out);
                self.end_scope(0, span, &mut out);
            }
            Implicit::Zero => {
                if let Some(this) = self.this_object(span) {
                    self.clear_array(this.place, span, &mut out);
                }
            }
            Implicit::Drop => {
                self.set_tables(id, span, &mut out);
                self.parts_live(id, span);
                self.end_scope(0, span, &mut out);
            }
            Implicit::Copy | Implicit::Move => {
                self.copy_parts(id, kind == Implicit::Move, span, &mut out);
            }
            Implicit::Assign | Implicit::MoveAssign => {
                self.assign_parts(id, kind == Implicit::MoveAssign, span, &mut out);
                let this = self.this_pointer(span);
                let kind = StmtKind::Return(this);
                out.push(Stmt { kind, span });
            }
            Implicit::NewMany | Implicit::DropMany => self.each_object(id, kind, span, &mut out),
        }
        out
    }

    /// The parts of `*this`, each as a place.
    pub(super) fn parts(&mut self, id: StructId, span: Span) -> Vec<Place> {
        let n = self.types.get(id).fields.len() as u32;
        let Some(this) = self.this_object(span) else {
            return Vec::new();
        };
        let part = |at| crate::check::parts::field(&self.types, this.place.clone(), at, span);
        (0..n).filter_map(part).collect()
    }

    /// Notes that the parts of `*this` end where the function does.
    pub(super) fn parts_live(&mut self, id: StructId, span: Span) {
        if self.types.get(id).union {
            return;
        }
        for part in self.parts(id, span) {
            if self.drops(&part.ty) {
                self.body.cleanups.push(super::Living::Object(part, false));
            }
        }
    }

    fn other_parts(&mut self, id: StructId, moved: bool, span: Span) -> Vec<Lvalue> {
        let Some(other) = self.var_place(VarId(1), span) else {
            return Vec::new();
        };
        let n = self.types.get(id).fields.len() as u32;
        let part = |at| {
            let place = crate::check::parts::field(&self.types, other.place.clone(), at, span)?;
            Some(Lvalue {
                place,
                constant: !moved,
                known: None,
                expiring: moved,
            })
        };
        (0..n).filter_map(part).collect()
    }

    fn copy_parts(&mut self, id: StructId, moved: bool, span: Span, out: &mut Vec<Stmt>) {
        let (to, from) = (self.parts(id, span), self.other_parts(id, moved, span));
        let (table, bases) = (self.own_table(id), self.types.get(id).bases.len());
        for (at, (to, from)) in to.into_iter().zip(from).enumerate() {
            if at == bases {
                self.set_tables(id, span, out);
            }
            if Some(at) != table {
                self.copy_part(to, from, span, out);
            }
        }
        if self.types.get(id).fields.len() == bases {
            self.set_tables(id, span, out);
        }
    }

    /// Which part of a class is the pointer to its table of virtual functions.
    fn own_table(&self, id: StructId) -> Option<usize> {
        let table = self.classes.known.get(&id)?.table;
        table.map(|at| at as usize)
    }

    fn copy_part(&mut self, to: Place, from: Lvalue, span: Span, out: &mut Vec<Stmt>) {
        if let Type::Array(_, n) = to.ty {
            return self.each_element(n, [to, from.place.clone()], out, |c, [to, place], body| {
                let from = Lvalue { place, ..from };
                c.copy_part(to, from, span, body);
            });
        }
        let made = match self.class_of(&to.ty) {
            Some(id) if !self.copies_plain(&to.ty) => {
                self.construct_at(to, id, vec![Typed::Place(from)], Given::Direct, span)
            }
            _ => {
                let value = Expr {
                    ty: from.place.ty.clone(),
                    kind: ExprKind::Load(from.place),
                    span,
                };
                Some(self.store(to, value))
            }
        };
        if let Some(e) = made {
            let kind = StmtKind::Expr(e);
            out.push(Stmt { kind, span });
        }
    }

    fn assign_parts(&mut self, id: StructId, moved: bool, span: Span, out: &mut Vec<Stmt>) {
        let (to, from) = (self.parts(id, span), self.other_parts(id, moved, span));
        let table = self.own_table(id);
        for (at, (to, from)) in to.into_iter().zip(from).enumerate() {
            // An object stays what it is.
            if Some(at) != table {
                self.assign_part(to, from, span, out);
            }
        }
    }

    fn assign_part(&mut self, to: Place, from: Lvalue, span: Span, out: &mut Vec<Stmt>) {
        if let Type::Array(_, n) = to.ty {
            return self.each_element(n, [to, from.place.clone()], out, |c, [to, place], body| {
                let from = Lvalue { place, ..from };
                c.assign_part(to, from, span, body);
            });
        }
        let to = Lvalue::new(to, false);
        if let Some(e) = self.assign_typed(to, Typed::Place(from), span) {
            let kind = StmtKind::Expr(e);
            out.push(Stmt { kind, span });
        }
    }

    /// The same to each of `n` elements of two arrays.
    fn each_element(
        &mut self,
        n: u64,
        [to, from]: [Place; 2],
        out: &mut Vec<Stmt>,
        part: impl FnOnce(&mut Self, [Place; 2], &mut Vec<Stmt>),
    ) {
        let span = to.span;
        self.counted(n, span, out, |c, i, body| {
            if let (Some(to), Some(from)) = (index(&to, i), index(&from, i)) {
                part(c, [to, from], body);
            }
        });
    }

    /// `for (i = 0; i < n; i++) body`.
    fn counted(
        &mut self,
        n: u64,
        span: Span,
        out: &mut Vec<Stmt>,
        body: impl FnOnce(&mut Self, &Expr, &mut Vec<Stmt>),
    ) {
        let end = constant(Const::Int(n as i64), INDEX, span);
        self.counted_to(end, span, out, body);
    }

    fn counted_to(
        &mut self,
        end: Expr,
        span: Span,
        out: &mut Vec<Stmt>,
        body: impl FnOnce(&mut Self, &Expr, &mut Vec<Stmt>),
    ) {
        let var = self.add_var(counter(span));
        let place = Place {
            kind: PlaceKind::Var(var),
            ty: INDEX.into(),
            volatile: false,
            span,
        };
        let i = Expr {
            kind: ExprKind::Load(place.clone()),
            ty: INDEX.into(),
            span,
        };
        let mut inner = Vec::new();
        body(self, &i, &mut inner);
        let less = ExprKind::Compare(CompareOp::Lt, Box::new(i), Box::new(end));
        let cond = Expr {
            kind: less,
            ty: Type::BOOL,
            span,
        };
        let change = Change::Arithmetic {
            op: BinaryOp::Add,
            work: INDEX.into(),
            widen: None,
            narrow: None,
            operand: Box::new(constant(Const::Int(1), INDEX, span)),
        };
        let step = Expr {
            kind: ExprKind::Update {
                place,
                change,
                old: false,
            },
            ty: INDEX.into(),
            span,
        };
        let zero = constant(Const::Int(0), INDEX, span);
        let first = Stmt {
            kind: StmtKind::Declare {
                var,
                init: Init::Value(zero),
            },
            span,
        };
        let kind = StmtKind::Loop {
            init: vec![first],
            cond: Some(cond),
            step: Some(step),
            body: inner,
            unroll: false,
        };
        out.push(Stmt { kind, span });
    }

    /// Every element of an array zero.
    pub(super) fn zero_loop(&mut self, array: Place, n: u64, span: Span, out: &mut Vec<Stmt>) {
        self.counted(n, span, out, |c, i, body| {
            if let Some(to) = index(&array, i) {
                c.clear_array(to, span, body);
            }
        });
    }

    /// Makes or ends `n` objects in a row.
    fn each_object(&mut self, id: StructId, kind: Implicit, span: Span, out: &mut Vec<Stmt>) {
        let load = |c: &Self, at: u32| {
            let l = c.var_place(VarId(at), span)?;
            Some(Expr {
                ty: l.place.ty.clone(),
                kind: ExprKind::Load(l.place),
                span,
            })
        };
        let (Some(first), Some(n)) = (load(self, 0), load(self, 1)) else {
            return;
        };
        let size = self.types.get(id).size;
        let last = n.clone();
        self.counted_to(n, span, out, |c, i, body| {
            let at = match kind {
                Implicit::NewMany => i.clone(),
                // n - 1 - i
                _ => {
                    let one = constant(Const::Int(1), INDEX, span);
                    let minus = |a: Expr, b: Expr| Expr {
                        kind: ExprKind::Binary(BinaryOp::Sub, Box::new(a), Box::new(b)),
                        ty: INDEX.into(),
                        span,
                    };
                    minus(minus(last, one), i.clone())
                }
            };
            let pointer = Expr {
                ty: first.ty.clone(),
                kind: ExprKind::PtrAdd {
                    pointer: Box::new(first),
                    index: Box::new(at),
                    size,
                    minus: false,
                },
                span,
            };
            let place = Place {
                kind: PlaceKind::Deref(Box::new(pointer)),
                ty: Type::Struct(id),
                volatile: false,
                span,
            };
            let done = match kind {
                Implicit::NewMany => c.construct_at(place, id, Vec::new(), Given::Direct, span),
                _ => c.drop_at(place, span),
            };
            if let Some(e) = done {
                let kind = StmtKind::Expr(e);
                body.push(Stmt { kind, span });
            }
        });
    }
}

/// An element of an array that is a place.
fn index(array: &Place, i: &Expr) -> Option<Place> {
    let of = array.ty.element()?;
    Some(Place {
        kind: PlaceKind::Index(Box::new(array.clone()), Box::new(i.clone())),
        ty: of.ty.clone(),
        volatile: array.volatile,
        span: array.span,
    })
}

fn counter(span: Span) -> Var {
    Var {
        name: String::new(),
        ty: INDEX.into(),
        space: Space::Local,
        reference: false,
        address_taken: false,
        referenced: false,
        constant: false,
        volatile: false,
        restrict: false,
        align: Scalar::Long.size(),
        span,
        scope: span,
    }
}
