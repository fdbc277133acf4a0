//! Bit fields: how wide one is, what its values become in arithmetic, and that it has no address.
//! In: a field as written, or a place; out: its width. The rule: a value of a bit field is of the field's type, but promotes
//! to `int` where that holds all its values; what is stored is cut to the width.
//! Next: ty/bits.rs for where they lie.

use super::{Checker, Lvalue, Typed};
use crate::tree::{Expr, ExprKind, Place, PlaceKind};
use crate::ty::{Bits, Qualified, Scalar, Type, Types};
use cuda_parse::ast;
use cuda_source::diag::{Code, Diag};
use cuda_source::source::Span;

/// Where a place is a bit field.
pub(super) fn bits_of(types: &Types, place: &Place) -> Option<Bits> {
    match &place.kind {
        PlaceKind::Field(of, at) => match &of.ty {
            Type::Struct(id) => types.get(*id).fields.get(*at as usize)?.bits,
            _ => None,
        },
        PlaceKind::Then(_, place) => bits_of(types, place),
        _ => None,
    }
}

/// An integer cut to so many bits, as a bit field of its type keeps it.
pub(super) fn cut(scalar: Scalar, width: u32, value: i64) -> i64 {
    if width >= 64 || scalar == Scalar::Bool {
        return value;
    }
    let away = 64 - width;
    match scalar.is_signed() {
        true => value << away >> away,
        false => ((value as u64) << away >> away) as i64,
    }
}

impl<'a> Checker<'a> {
    /// The width of a bit field; `Some(None)` for another field.
    pub(super) fn bit_width(&mut self, v: &'a ast::Variable, q: &Qualified) -> Option<Option<u32>> {
        let Some(written) = v.bits.as_deref() else {
            return Some(None);
        };
        let scalar = self.types.scalar(&q.ty).filter(|s| s.is_integer());
        let Some(scalar) = scalar else {
            let shown = self.types.show(&q.ty);
            let message = format!("a bit field holds an integer, not `{shown}`");
            self.error(Code::BadDeclaration, v.ty.span, message);
            return None;
        };
        let value = self.rvalue(written)?;
        let width = self.constant_integer(value, "the width of a bit field")?;
        let unnamed = v.name.text.is_empty();
        let (most, span) = (scalar.size() * 8, written.span);
        if width < 0 || width == 0 && !unnamed {
            let message = format!("a bit field has a width of 1 or more, and this is {width}");
            let diag = Diag::error(Code::BadShape, span, message);
            self.note(diag.help("one of width 0 has no name, and begins a new unit"));
            return None;
        }
        if width > i128::from(most) {
            let help = format!("`{}` has {most} bits", scalar.name());
            self.refuse(span, "bit fields wider than their type are", &help);
            return None;
        }
        Some(Some(width as u32))
    }

    /// Where a value was read or stored, if that is a bit field.
    fn bits_of_value(&self, e: &Expr) -> Option<Bits> {
        match &e.kind {
            ExprKind::Load(place)
            | ExprKind::Assign { place, .. }
            | ExprKind::Update { place, .. } => bits_of(&self.types, place),
            ExprKind::Field(of, at) => match &of.ty {
                Type::Struct(id) => self.types.get(*id).fields.get(*at as usize)?.bits,
                _ => None,
            },
            _ => None,
        }
    }

    /// What an operand of arithmetic counts as: a bit field whose values all fit `int` is one.
    pub(super) fn bits_promoted(&self, e: &Expr, scalar: Scalar) -> Scalar {
        let Some(bits) = self.bits_of_value(e) else {
            return scalar;
        };
        let fits = bits.width < 32 || bits.width == 32 && scalar.is_signed();
        let plain = matches!(e.ty, Type::Scalar(_)) && scalar.is_integer();
        if fits && plain { Scalar::Int } else { scalar }
    }

    /// Says that a bit field has no address; `None` if the place is one.
    pub(super) fn has_address(&mut self, place: &Place, span: Span) -> Option<()> {
        if bits_of(&self.types, place).is_none() {
            return Some(());
        }
        let what = self.describe(place);
        let message = format!("{what} is a bit field: it has no address and no reference to it");
        let diag = Diag::error(Code::NotAssignable, span, message);
        self.note(diag.help("copy it to a variable first, and back after"));
        None
    }

    /// What a reference is bound to: of a bit field its value, if it is only read.
    pub(super) fn bound_bits(&mut self, typed: Typed, reads: bool) -> Option<Typed> {
        let Typed::Place(Lvalue { place, .. }) = &typed else {
            return Some(typed);
        };
        if bits_of(&self.types, place).is_none() {
            return Some(typed);
        }
        let (place, span) = (place.clone(), place.span);
        if !reads {
            self.has_address(&place, span)?;
        }
        self.value(typed).map(Typed::Value)
    }
}
