//! Arrays whose length is known only when host code runs: `float row[n];`, which GCC has and nvcc lets through.
//! In: such a declaration; out: a pointer to memory that the end of the scope gives back, and what the array measures.
//! The rule: `sizeof`, `&` and `for (x : row)` see the array and not the pointer. Where an inner length is open, `m[i][j]`
//! is worked out from the lengths as they were when `m` was declared, and the pointer alone leads to nothing.
//! Next: init.rs for other variables.

mod objects;

use super::class::Living;
use super::expr::bare;
use super::op::constant;
use super::scope::Entity;
use super::{Checker, Lvalue, Side, Typed, convert};
use crate::tree::{
    BinaryOp, Const, Conversion, Expr, ExprKind, INDEX, Init, Place, PlaceKind, Stmt, StmtKind,
    SysFn, VarId,
};
use crate::ty::{Qualified, SIZE_T, Scalar, StructId, Type, UNSIZED};
use cuda_parse::ast::{self, ExprKind as A, TypeExpr, TypeKind};
use cuda_source::diag::Code;
use cuda_source::source::Span;

/// Such a declaration: what its elements are, and every length written up to the last that is no constant.
pub(super) struct Open<'a> {
    of: &'a TypeExpr,
    lengths: Vec<&'a ast::Expr>,
}

/// Such an array of a function: the variables that hold what it measures.
#[derive(Clone, Debug)]
pub(super) struct OpenArray {
    /// How many bytes it is.
    bytes: VarId,
    /// How many elements one step of each index but the last goes over.
    rows: Vec<VarId>,
    /// Their class and how many objects there are, if they have destructors.
    objects: Option<(StructId, VarId)>,
}

/// The elements of such an array whose memory is there.
#[derive(Clone, Copy)]
struct Elements<'e> {
    /// Their type.
    of: &'e Type,
    /// What holds the address of the first.
    begun: &'e Place,
}

impl<'a> Checker<'a> {
    /// The elements and the lengths of a declared array of which a length is no constant.
    pub(super) fn open_length(&mut self, v: &'a ast::Variable) -> Option<Open<'a>> {
        if self.body.side != Side::Host || matches!(v.init, Some(ast::Init::Parens(..))) {
            return None;
        }
        let (mut of, mut written, mut known) = (&v.ty, Vec::new(), 0);
        let mut open = None;
        while let TypeKind::Array(inner, Some(length)) = &of.kind {
            written.push(&**length);
            of = inner;
            let literal = matches!(bare(length).kind, A::Int(..));
            if literal || self.is_fixed_length(length)? {
                continue;
            }
            known = written.len();
            open = Some(of);
        }
        written.truncate(known);
        let (of, lengths) = (open?, written);
        Some(Open { of, lengths })
    }

    /// Whether a length is a constant; `None` where it is no length.
    fn is_fixed_length(&mut self, length: &'a ast::Expr) -> Option<bool> {
        let value = self.attempt(|c| c.rvalue(length))?;
        let whole = self.types.scalar(&value.ty).is_some_and(|s| s.is_integer());
        let value = self.folded(value);
        whole.then_some(matches!(value.kind, ExprKind::Const(_)))
    }

    /// Declares it.
    pub(super) fn open_array(
        &mut self,
        v: &'a ast::Variable,
        open: Open<'a>,
        out: &mut Vec<Stmt>,
    ) -> Option<()> {
        let span = v.span;
        let of = self.ty(open.of)?;
        let mut counts = Vec::new();
        for length in &open.lengths {
            let typed = self.expr(length)?;
            let n = self.plain_operand(typed, None, false)?;
            let n = self.index(n, "the length of an array")?;
            counts.push(self.hidden_variable(Typed::Value(n), out)?);
        }
        let mut rows = Vec::new();
        let mut all = load(&variable(*counts.last()?, INDEX.into(), span));
        for n in counts[..counts.len() - 1].iter().rev() {
            let row = self.hidden_variable(Typed::Value(all), out)?;
            rows.insert(0, row);
            let n = load(&variable(*n, INDEX.into(), span));
            all = times(n, load(&variable(row, INDEX.into(), span)));
        }
        let count = self.hidden_variable(Typed::Value(all), out)?;
        let count = load(&variable(count, INDEX.into(), span));
        let size = constant(Const::Int(self.types.size(&of.ty) as i64), INDEX, span);
        let bytes = convert::force(&self.types, times(count.clone(), size), &SIZE_T.into());
        let bytes = self.hidden_variable(Typed::Value(bytes), out)?;
        let id = self.open_variable(v, &of, (bytes, rows.is_empty()), out)?;
        let objects = self.open_objects(&of.ty, count.clone(), out);
        let open = OpenArray {
            bytes,
            rows,
            objects,
        };
        self.body.open_arrays.insert(id, open);
        let ty = self.var_place(id, span)?.place.ty;
        let place = variable(id, ty, span);
        self.body
            .cleanups
            .push(Living::Object(place.clone(), false));
        self.open_init(v, (&place, &of.ty), count, out)?;
        self.guard_open(&place, span, out);
        Some(())
    }

    /// The pointer that stands for the array.
    fn open_variable(
        &mut self,
        v: &ast::Variable,
        of: &Qualified,
        (bytes, flat): (VarId, bool),
        out: &mut Vec<Stmt>,
    ) -> Option<VarId> {
        let span = v.span;
        let align = self.types.align(&of.ty).max(16) as i64;
        let align = constant(Const::Int(align), SIZE_T, span);
        let size = load(&variable(bytes, SIZE_T.into(), span));
        let memory = Expr {
            kind: ExprKind::Sys(SysFn::Alloc, vec![size, align]),
            ty: Type::pointer_to(Qualified::plain(Type::Void)),
            span,
        };
        let to = match flat {
            true => of.clone(),
            // Only indices know how long a row is.
            false => Qualified::plain(Type::array_of(of.clone(), UNSIZED)),
        };
        let pointer = Type::pointer_to(to);
        let var = self.blank(v, &Qualified::plain(pointer.clone()));
        let id = self.declare_var(var, v.name.span)?;
        let init = Init::Value(as_pointer(memory, pointer));
        let kind = StmtKind::Declare { var: id, init };
        out.push(Stmt { kind, span });
        Some(id)
    }

    /// What its elements begin as: what braces give, and zeros after it.
    fn open_init(
        &mut self,
        v: &'a ast::Variable,
        (place, of): (&Place, &Type),
        count: Expr,
        out: &mut Vec<Stmt>,
    ) -> Option<()> {
        let span = v.span;
        let items: &'a [ast::BraceItem] = match &v.init {
            Some(ast::Init::Equals(e) | ast::Init::Braces(e)) => match &e.kind {
                A::Braces(items) => items,
                _ => {
                    let message = "an array is set by a list in braces";
                    self.error(Code::BadInitialiser, e.span, message);
                    return None;
                }
            },
            _ => &[],
        };
        if self.begins_plain(of) && v.init.is_none() {
            return Some(());
        }
        let rows = match place.kind {
            PlaceKind::Var(id) => self.body.open_arrays.get(&id).map(|open| open.rows.clone()),
            _ => None,
        };
        let rows = rows.unwrap_or_default();
        if !items.is_empty() && !rows.is_empty() && !self.begins_plain(of) {
            return self.no_rows_of_values(v.name.span);
        }
        let first = as_pointer(load(place), Type::pointer_to(Qualified::plain(of.clone())));
        let begun = self.temporary_place(first.ty.clone(), span);
        let mut all = self.store(begun.clone(), first);
        if !self.begins_plain(of) {
            let args: Vec<&'a ast::Expr> = items.iter().map(|i| &i.value).collect();
            let made = self.new_begun(&begun, count, of, &args, span)??;
            all = super::class::comma(all, made);
        } else {
            let bytes = times(
                count,
                constant(Const::Int(self.types.size(of) as i64), INDEX, span),
            );
            let bytes = convert::force(&self.types, bytes, &SIZE_T.into());
            let void = Type::pointer_to(Qualified::plain(Type::Void));
            let zero = constant(Const::Int(0), Scalar::Int, span);
            let given = vec![as_pointer(load(&begun), void.clone()), zero, bytes];
            let cleared = Expr {
                kind: ExprKind::Sys(SysFn::Memset, given),
                ty: void,
                span,
            };
            all = super::class::comma(all, cleared);
            let mut stores = Vec::new();
            let elements = Elements { of, begun: &begun };
            self.row_values(items, elements, &rows, None, &mut stores)?;
            for store in stores {
                all = super::class::comma(all, store);
            }
        }
        let all = self.full(all);
        self.declare_temporaries(out.len(), 0, out);
        let kind = StmtKind::Expr(all);
        out.push(Stmt { kind, span });
        Some(())
    }

    fn no_rows_of_values<T>(&mut self, span: Span) -> Option<T> {
        let what = "values for an array of rows whose length is not constant are";
        let help = "set its elements in a loop, or give each row braces of its own";
        self.refuse(span, what, help);
        None
    }

    /// The values of braces, each row in its own, from an index on; `rows` are what one step of each index goes over.
    fn row_values(
        &mut self,
        items: &'a [ast::BraceItem],
        elements: Elements<'_>,
        rows: &[VarId],
        from: Option<Expr>,
        stores: &mut Vec<Expr>,
    ) -> Option<()> {
        let Elements { of, begun } = elements;
        for (at, item) in items.iter().enumerate() {
            let span = item.value.span;
            let mut at = constant(Const::Int(at as i64), INDEX, span);
            if let Some(row) = rows.first() {
                at = times(at, load(&variable(*row, INDEX.into(), span)));
            }
            if let Some(from) = &from {
                at = binary(BinaryOp::Add, from.clone(), at);
            }
            match (rows, &item.value.kind) {
                ([_, rest @ ..], A::Braces(inner)) => {
                    self.row_values(inner, elements, rest, Some(at), stores)?;
                }
                ([_, ..], _) => return self.no_rows_of_values(span),
                // The memory is clear, so that what braces leave out is zero.
                ([], A::Braces(_)) if matches!(of, Type::Array(..)) => {
                    let place = behind(self.stepped(load(begun), at));
                    let mut parts = Vec::new();
                    self.braces(&item.value, place, of, &mut parts)?;
                    let set = parts.into_iter();
                    let set = set.map(|(place, value)| self.store(place, value));
                    stores.extend(set.collect::<Vec<_>>());
                }
                ([], _) => {
                    let value = self.value_for(&item.value, of)?;
                    let pointer = self.stepped(load(begun), at);
                    stores.push(self.store(behind(pointer), value));
                }
            }
        }
        Some(())
    }

    /// A pointer so many elements on.
    fn stepped(&self, pointer: Expr, index: Expr) -> Expr {
        let (ty, span) = (pointer.ty.clone(), pointer.span);
        let size = ty.pointee().map_or(0, |to| self.types.size(&to.ty));
        let (pointer, index) = (Box::new(pointer), Box::new(index));
        Expr {
            kind: ExprKind::PtrAdd {
                pointer,
                index,
                size,
                minus: false,
            },
            ty,
            span,
        }
    }

    /// Such an array with rows and the indices behind its name: `m[i][j]`.
    fn open_rows(&mut self, e: &'a ast::Expr) -> Option<(VarId, OpenArray, Vec<&'a ast::Expr>)> {
        if self.body.open_arrays.is_empty() {
            return None;
        }
        let (mut e, mut indices) = (bare(e), Vec::new());
        while let A::Index(base, at) = &e.kind {
            indices.insert(0, &**at);
            e = bare(base);
        }
        let A::Name(path) = &e.kind else {
            return None;
        };
        let Some(Entity::Local(id)) = self.resolve(path) else {
            return None;
        };
        let open = self.body.open_arrays.get(&id)?.clone();
        Some((id, open, indices))
    }

    /// `m[i][j]`, or `m[i]` as the address of a row's first element.
    pub(super) fn open_element(&mut self, e: &'a ast::Expr, span: Span) -> Option<Option<Typed>> {
        let (id, open, indices) = self.open_rows(e)?;
        if open.rows.is_empty() || indices.len() > open.rows.len() + 1 {
            return None;
        }
        Some(self.row_element(id, &open, &indices, span))
    }

    fn row_element(
        &mut self,
        id: VarId,
        open: &OpenArray,
        indices: &[&'a ast::Expr],
        span: Span,
    ) -> Option<Typed> {
        let mut sum: Option<Expr> = None;
        for (level, at) in indices.iter().enumerate() {
            let typed = self.expr(at)?;
            let at = self.plain_operand(typed, None, false)?;
            let mut at = self.index(at, "an index")?;
            if let Some(row) = open.rows.get(level) {
                at = times(at, load(&variable(*row, INDEX.into(), span)));
            }
            sum = Some(match sum {
                Some(sum) => binary(BinaryOp::Add, sum, at),
                None => at,
            });
        }
        let place = self.var_place(id, span)?;
        let whole = self.value(Typed::Place(place))?;
        let rows = whole.ty.clone();
        let of = rows.pointee()?.ty.element()?.clone();
        let pointer = as_pointer(whole, Type::pointer_to(of));
        let pointer = self.stepped(pointer, sum?);
        Some(match open.rows.len() + 1 - indices.len() {
            0 => {
                let constant = pointer.ty.pointee().is_some_and(|to| to.constant);
                Typed::Place(Lvalue::new(behind(pointer), constant))
            }
            1 => Typed::Value(pointer),
            _ => Typed::Value(as_pointer(pointer, rows)),
        })
    }

    /// `sizeof m`, `sizeof m[0]`.
    pub(super) fn open_size(&mut self, e: &'a ast::Expr, span: Span) -> Option<Expr> {
        let (id, open, indices) = self.open_rows(e)?;
        if indices.is_empty() {
            return Some(load(&variable(open.bytes, SIZE_T.into(), span)));
        }
        let row = open.rows.get(indices.len() - 1)?;
        let ty = self.var_place(id, span)?.place.ty;
        let of = ty.pointee()?.ty.element()?.ty.clone();
        let size = constant(Const::Int(self.types.size(&of) as i64), INDEX, span);
        let bytes = times(load(&variable(*row, INDEX.into(), span)), size);
        Some(convert::force(&self.types, bytes, &SIZE_T.into()))
    }

    /// The first and the last of what `for (x : row)` walks.
    pub(super) fn open_ends(
        &mut self,
        object: &Lvalue,
        span: Span,
    ) -> Option<Option<(Typed, Typed)>> {
        let PlaceKind::Var(id) = object.place.kind else {
            return None;
        };
        let open = self.body.open_arrays.get(&id)?.clone();
        if !open.rows.is_empty() {
            let help = "walk its rows by an index";
            self.refuse(
                span,
                "`for (x : m)` over rows whose length is not constant is",
                help,
            );
            return Some(None);
        }
        let first = load(&object.place);
        let of = first.ty.pointee().map_or(1, |to| self.types.size(&to.ty));
        let bytes = load(&variable(open.bytes, SIZE_T.into(), span));
        let bytes = convert::force(&self.types, bytes, &INDEX.into());
        let size = constant(Const::Int(of.max(1) as i64), INDEX, span);
        let last = self.stepped(first.clone(), binary(BinaryOp::Div, bytes, size));
        Some(Some((Typed::Value(first), Typed::Value(last))))
    }

    /// Whether a place is such an array.
    pub(super) fn is_open_array(&self, place: &Place) -> bool {
        matches!(place.kind, PlaceKind::Var(id) if self.body.open_arrays.contains_key(&id))
    }
}

/// The arrays of a function whose length is known when it runs, by their variables.
pub(super) type OpenArrays = sorted::SortedMap<VarId, OpenArray>;

fn variable(id: VarId, ty: Type, span: Span) -> Place {
    Place {
        kind: PlaceKind::Var(id),
        ty,
        volatile: false,
        span,
    }
}

fn behind(pointer: Expr) -> Place {
    let to = pointer.ty.pointee().cloned();
    Place {
        ty: to.as_ref().map_or(Type::Error, |to| to.ty.clone()),
        volatile: to.is_some_and(|to| to.volatile),
        span: pointer.span,
        kind: PlaceKind::Deref(Box::new(pointer)),
    }
}

fn as_pointer(e: Expr, ty: Type) -> Expr {
    let span = e.span;
    Expr {
        kind: ExprKind::Convert(Conversion::Pointer, Box::new(e)),
        ty,
        span,
    }
}

fn binary(op: BinaryOp, a: Expr, b: Expr) -> Expr {
    let span = a.span;
    Expr {
        kind: ExprKind::Binary(op, Box::new(a), Box::new(b)),
        ty: INDEX.into(),
        span,
    }
}

fn times(a: Expr, b: Expr) -> Expr {
    binary(BinaryOp::Mul, a, b)
}

fn load(place: &Place) -> Expr {
    Expr {
        kind: ExprKind::Load(place.clone()),
        ty: place.ty.clone(),
        span: place.span,
    }
}
