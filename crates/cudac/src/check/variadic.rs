//! Arguments for `...` of the program's own functions.
//! In: what is given beyond the parameters; out: an array of eight bytes each, whose address is one more argument; and
//! `va_start`, which is that address.
//! The rule: each is promoted as C says, then stands in eight bytes of its own. What reads them (`va_arg`, `vprintf`) knows
//! their types by itself.
//! Next: call.rs for calls, outside.rs for functions of headers that take `...`.

use super::call::Call;
use super::parts::element;
use super::{Checker, Typed, convert};
use crate::tree::{Const, Conversion, Expr, ExprKind, INDEX, Place, PlaceKind, Space};
use crate::ty::{Qualified, Scalar, Type};
use cuda_parse::ast;
use cuda_source::diag::{Code, Diag};
use cuda_source::source::Span;

/// What a function with `...` has for it.
fn list() -> Type {
    Type::pointer_to(Qualified::plain(Scalar::Char.into()))
}

impl<'a> Checker<'a> {
    /// The parameter that stands for `...`.
    pub(super) fn take_more(&mut self, span: Span) {
        let name = ast::Ident {
            text: "".into(),
            span,
        };
        let var = self.blank_var(&name, &Qualified::plain(list()), Space::Local);
        self.body.more = Some(self.add_var(var));
    }

    /// The argument for `...`: where the values are.
    pub(super) fn pass_more(&mut self, more: Vec<Expr>, span: Span) -> Option<Expr> {
        if more.is_empty() {
            return Some(Expr {
                kind: ExprKind::Const(Const::Null),
                ty: list(),
                span,
            });
        }
        let slot = Qualified::plain(INDEX.into());
        let array = Type::array_of(slot.clone(), more.len() as u64);
        let place = self.temporary_place(array, span);
        self.take_address(&place);
        let mut stored: Option<Expr> = None;
        for (n, value) in more.into_iter().enumerate() {
            let to = element(&place, n as u64)?;
            let one = match &value.ty {
                Type::Scalar(s) if s.is_float() => {
                    let address = self.reference_to(to, slot.clone());
                    let double = Type::pointer_to(Qualified::plain(Scalar::Double.into()));
                    let to = Place {
                        kind: PlaceKind::Deref(Box::new(convert::force(
                            &self.types,
                            address,
                            &double,
                        ))),
                        ty: Scalar::Double.into(),
                        volatile: false,
                        span,
                    };
                    self.store(to, value)
                }
                Type::Pointer(_) => {
                    let kind = ExprKind::Convert(Conversion::PointerToInt, Box::new(value));
                    let ty = INDEX.into();
                    self.store(to, Expr { kind, ty, span })
                }
                _ => {
                    let value = convert::force(&self.types, value, &INDEX.into());
                    self.store(to, value)
                }
            };
            stored = Some(match stored {
                Some(before) => join(before, one),
                None => one,
            });
        }
        let start = Expr {
            kind: ExprKind::Decay(place),
            ty: Type::pointer_to(slot),
            span,
        };
        let start = convert::force(&self.types, start, &list());
        Some(match stored {
            Some(stored) => join(stored, start),
            None => start,
        })
    }

    /// `va_start`: where the arguments for `...` are.
    pub(super) fn more_begins(&mut self, call: &Call) -> Option<Expr> {
        let Some(id) = self.body.more else {
            let message = "`va_start` belongs in a function that takes `...`";
            self.note(Diag::error(Code::UnknownName, call.span, message));
            return None;
        };
        let place = self.var_place(id, call.span)?;
        self.value(Typed::Place(place))
    }
}

fn join(first: Expr, then: Expr) -> Expr {
    let (ty, span) = (then.ty.clone(), then.span);
    Expr {
        kind: ExprKind::Comma(Box::new(first), Box::new(then)),
        ty,
        span,
    }
}
