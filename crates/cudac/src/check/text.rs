//! String literals: their bytes as a variable that nobody may change, and arrays of characters that begin as one.
//! In: the text; out: a place, or one value for each character.
//! The rule: one variable for each distinct text; device code may read it too.
//! Next: hostcode.rs for other variables of the host, braces.rs for first values.

use super::convert::{Fit, Why};
use super::{Checker, Lvalue, Typed, convert};
use crate::tree::{Const, Expr, ExprKind, Global, GlobalId, Place, PlaceKind, Space};
use crate::ty::{Qualified, Scalar, Type};
use cuda_parse::ast;
use cuda_source::diag::{Code, Diag};
use cuda_source::source::Span;

impl<'a> Checker<'a> {
    /// `"text"`.
    pub(super) fn string_literal(&mut self, text: &[u8], span: Span) -> Option<Typed> {
        let id = self.text(text, span);
        Some(Typed::Place(Lvalue::new(self.text_place(id, span)?, true)))
    }

    /// A text as a value, `const char*`.
    pub(super) fn text_value(&mut self, text: &[u8], span: Span) -> Option<Expr> {
        let typed = self.string_literal(text, span)?;
        self.value(typed)
    }

    /// How well a value becomes another type without being asked; C++ of old lets a text be a `char*`, and so does nvcc.
    pub(super) fn becomes(&self, from: &Expr, to: &Type) -> Result<Fit, Why> {
        let plain = Qualified::plain(Scalar::Char.into());
        let null = matches!(from.kind, ExprKind::Const(Const::Null | Const::Int(0)));
        if self.fits_member_pointer(&from.ty, null, to) {
            return Ok(match from.ty == *to {
                true => Fit::Exact,
                false => Fit::Convert,
            });
        }
        match convert::implicit(&self.types, from, to) {
            Err(Why::LosesConst)
                if to.pointee().is_some_and(|to| *to == plain) && self.is_text(from) =>
            {
                Ok(Fit::Convert)
            }
            Err(Why::OtherPointer) if self.is_in_c(from.span) && fits_in_c(&from.ty, to) => {
                Ok(Fit::Convert)
            }
            other => other,
        }
    }

    /// Whether a place is in a text in C.
    pub(super) fn is_in_c(&self, at: Span) -> bool {
        let is_inside = |text: &Span| text.contains(at.start);
        self.texts.in_c.iter().any(is_inside)
    }

    /// Whether a value is a text as written.
    fn is_text(&self, e: &Expr) -> bool {
        let (ExprKind::Decay(place) | ExprKind::Load(place)) = &e.kind else {
            return false;
        };
        let PlaceKind::Global(id) = place.kind else {
            return false;
        };
        let global = self.globals.all.get(id.0 as usize);
        global.is_some_and(|g| g.name.is_empty() && g.space == Space::Host)
    }

    fn text_place(&self, id: GlobalId, span: Span) -> Option<Place> {
        Some(Place {
            kind: PlaceKind::Global(id),
            ty: self.globals.all.get(id.0 as usize)?.ty.clone(),
            volatile: false,
            span,
        })
    }

    fn text(&mut self, text: &[u8], span: Span) -> GlobalId {
        if let Some(id) = self.host.texts.get(text) {
            return *id;
        }
        let id = GlobalId(self.globals.all.len() as u32);
        let mut bytes = text.to_vec();
        bytes.push(0);
        let of = Qualified::with_const(Scalar::Char.into(), true);
        self.globals.all.push(Global {
            name: String::new(),
            ty: Type::array_of(of, bytes.len() as u64),
            space: Space::Host,
            managed: false,
            unchanging: false,
            bytes,
            addresses: Vec::new(),
            span,
        });
        self.globals.constant.insert(id);
        self.globals.constexpr.insert(id);
        self.host.texts.insert(text.to_vec(), id);
        id
    }

    /// `char name[] = "text"`: one value for each character; true if every element got one, nothing if this is no array
    /// of characters or no text.
    pub(super) fn text_parts(
        &mut self,
        e: &ast::Expr,
        place: &Place,
        parts: &mut Vec<(Place, Expr)>,
    ) -> Option<Option<bool>> {
        let ast::ExprKind::Str(text) = &unbraced(e, &place.ty).kind else {
            return None;
        };
        let Type::Array(of, n) = &place.ty else {
            return None;
        };
        let Type::Scalar(s @ (Scalar::Char | Scalar::SChar | Scalar::UChar)) = of.ty else {
            return None;
        };
        if text.len() as u64 >= n.saturating_add(1).max(1) && text.len() as u64 > *n {
            let message = format!(
                "this text has {} characters, and there is room for {n}",
                text.len()
            );
            self.note(Diag::error(Code::BadInitialiser, e.span, message));
            return Some(None);
        }
        let whole = text.len() as u64 + 1 >= *n;
        let ended = text.iter().copied().chain([0]).take(*n as usize);
        for (i, c) in ended.enumerate() {
            let to = super::parts::element(place, i as u64)?;
            let value = i64::from(match s {
                Scalar::UChar => i16::from(c),
                _ => i16::from(c as i8),
            });
            parts.push((to, super::op::constant(Const::Int(value), s, e.span)));
        }
        Some(Some(whole))
    }
}

/// `{"text"}` means `"text"` where an array of characters is wanted.
pub(super) fn unbraced<'e>(e: &'e ast::Expr, ty: &Type) -> &'e ast::Expr {
    let characters = matches!(ty, Type::Array(of, _)
        if matches!(of.ty, Type::Scalar(Scalar::Char | Scalar::SChar | Scalar::UChar)));
    match &super::expr::bare(e).kind {
        ast::ExprKind::Braces(items) if characters => match items.as_slice() {
            [only] if matches!(super::expr::bare(&only.value).kind, ast::ExprKind::Str(_)) => {
                super::expr::bare(&only.value)
            }
            _ => e,
        },
        ast::ExprKind::Braces(_) => e,
        _ => super::expr::bare(e),
    }
}

/// Whether a pointer becomes another in C: one that is `void *`, or to integers of the same size, of which the compiler warns.
fn fits_in_c(from: &Type, to: &Type) -> bool {
    let (Some(from), Some(to)) = (from.pointee(), to.pointee()) else {
        return false;
    };
    let drops = from.constant && !to.constant || from.volatile && !to.volatile;
    match (&from.ty, &to.ty) {
        (Type::Void, _) => true,
        (Type::Scalar(a), Type::Scalar(b)) if !drops => {
            a.is_integer() && b.is_integer() && a.size() == b.size()
        }
        _ => false,
    }
}
