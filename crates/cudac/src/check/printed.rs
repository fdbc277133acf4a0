//! What a `printf` or one of its kin is given, held against what its format asks for.
//!
//! The arguments of a call, after C's promotions, go in; warnings come out, as `gcc -Wformat` and nvcc's #181 have them. The rule: what the
//! two compilers let pass in silence passes here (the sign, `%x` of an `int`, `long` for `long long`), and a format that is not written out in the
//! call is not looked at.
//! Next: outside.rs, which asks; `format::conversions` for what a format says.

use super::Checker;
use super::outside::Outside;
use crate::tree::{Const, Expr, ExprKind, PlaceKind, Space, SysFn};
use crate::ty::{Scalar, Type};
use cuda_ir::format::{Asked, conversions};
use cuda_source::diag::{Code, Diag};
use cuda_source::source::Span;

/// What a conversion wants of its argument.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted {
    /// An integer of so many bytes.
    Integer(u64),
    Real,
    LongReal,
    Text,
    Pointer,
}

impl Wanted {
    fn of(one: &Asked) -> Option<Wanted> {
        Some(match one.letter {
            b'd' | b'i' | b'u' | b'o' | b'x' | b'X' => Wanted::Integer(u64::from(one.size.max(4))),
            b'c' => Wanted::Integer(4),
            b'a' | b'A' | b'e' | b'E' | b'f' | b'F' | b'g' | b'G' if one.long_double => {
                Wanted::LongReal
            }
            b'a' | b'A' | b'e' | b'E' | b'f' | b'F' | b'g' | b'G' => Wanted::Real,
            b's' => Wanted::Text,
            b'p' => Wanted::Pointer,
            _ => return None,
        })
    }

    fn words(self) -> &'static str {
        match self {
            Wanted::Integer(8) => "an integer of 64 bits",
            Wanted::Integer(_) => "an `int`",
            Wanted::Real => "a `double`",
            Wanted::LongReal => "a `long double`",
            Wanted::Text => "a pointer to characters",
            Wanted::Pointer => "a pointer",
        }
    }
}

impl Checker<'_> {
    /// Looks at the arguments of a call that prints by a format: all of them, the fixed ones first.
    pub(super) fn check_printed(&mut self, what: Outside, values: &[Expr], call: Span) {
        let fixed = match what {
            Outside::Print => 1,
            Outside::Sys(SysFn::Fprintf | SysFn::Sprintf) => 2,
            Outside::Sys(SysFn::Snprintf) => 3,
            Outside::Sys(_) => return,
        };
        let Some((format, given)) = values.get(fixed - 1).zip(values.get(fixed..)) else {
            return;
        };
        let Some(text) = self.text_of(format).filter(|_| !call.is_system()) else {
            return;
        };
        let mut given = given.iter();
        let mut missing: Vec<String> = Vec::new();
        let asked = conversions(&text);
        for one in &asked {
            for _ in 0..one.stars {
                match given.next() {
                    Some(value) => self.check_star(one, value),
                    None => missing.push(one.text.clone()),
                }
            }
            let Some(wanted) = Wanted::of(one) else {
                return self.no_conversion(one, format.span);
            };
            match given.next() {
                Some(value) => self.check_one(one, wanted, value),
                None => missing.push(one.text.clone()),
            }
        }
        missing.dedup();
        if !missing.is_empty() {
            let names: Vec<String> = missing.iter().map(|text| format!("`{text}`")).collect();
            let have = if names.len() == 1 { "has" } else { "have" };
            let message = format!("{} of this format {have} no argument", names.join(" and "));
            let diag = Diag::warning(Code::FormatMisfit, format.span, message);
            self.note(diag.help("what is printed for it is not defined: add the argument, or take the conversion away; `%%` prints a `%`"));
        }
        if let Some(extra) = given.next() {
            let message = match asked.len() {
                0 => "the format has no conversion, so this is not printed".to_string(),
                _ => "no conversion of the format is left for this argument: it is not printed"
                    .to_string(),
            };
            self.note(Diag::warning(Code::FormatMisfit, extra.span, message));
        }
    }

    /// The text of a format that is written out in the call.
    fn text_of(&self, format: &Expr) -> Option<Vec<u8>> {
        let (ExprKind::Decay(place) | ExprKind::Load(place)) = &format.kind else {
            return None;
        };
        let PlaceKind::Global(id) = place.kind else {
            return None;
        };
        let global = self.globals.all.get(id.0 as usize)?;
        let written = global.name.is_empty() && global.space == Space::Host;
        let text = written.then(|| global.bytes.split(|b| *b == 0).next());
        text.flatten().map(<[u8]>::to_vec)
    }

    /// What is no conversion, or none that is carried out; what follows it cannot be counted.
    fn no_conversion(&mut self, one: &Asked, format: Span) {
        let text = &one.text;
        let (message, help) = match one.letter {
            b'n' => (
                format!("`{text}` stores nothing here, and CUDA's `printf` does not have it"),
                "`snprintf` and `strlen` tell how long a text is",
            ),
            b'$' => (
                format!(
                    "`{text}…` names its argument by number, which is not carried out here, and CUDA's `printf` does not have it"
                ),
                "give the arguments in the order in which they are printed",
            ),
            0 => (
                format!("the format ends within `{text}`"),
                "`%%` prints a `%`",
            ),
            _ => (format!("`{text}` is no conversion"), "`%%` prints a `%`"),
        };
        self.note(Diag::warning(Code::FormatMisfit, format, message).help(help));
    }

    fn check_star(&mut self, one: &Asked, value: &Expr) {
        let scalar = self.types.scalar(&value.ty);
        if !scalar.is_some_and(|s| s.is_integer() && s.size() == 4) {
            let (text, found) = (&one.text, self.shown(value));
            let message = format!("the `*` of `{text}` takes an `int`, and this is {found}");
            self.note(Diag::warning(Code::FormatMisfit, value.span, message));
        }
    }

    fn check_one(&mut self, one: &Asked, wanted: Wanted, value: &Expr) {
        let null = matches!(value.kind, ExprKind::Const(Const::Null));
        let fits = match (&value.ty, wanted) {
            (Type::Error | Type::Overloads(_), _) => true,
            (Type::Pointer(to), Wanted::Text) => {
                let bytes = [Scalar::Char, Scalar::SChar, Scalar::UChar];
                null || bytes.iter().any(|s| to.ty == Type::Scalar(*s))
            }
            (Type::Pointer(_), wanted) => wanted == Wanted::Pointer,
            (ty, wanted) => match (self.types.scalar(ty), wanted) {
                (Some(Scalar::LongDouble), wanted) => wanted == Wanted::LongReal,
                (Some(s), Wanted::Real) => s.is_float(),
                (Some(s), Wanted::Integer(size)) => s.is_integer() && s.size() == size,
                (Some(_), _) => null,
                (None, _) => true,
            },
        };
        if fits {
            return;
        }
        let (text, found) = (&one.text, self.shown(value));
        let message = format!("`{text}` takes {}, and this is {found}", wanted.words());
        let mut diag = Diag::warning(Code::FormatMisfit, value.span, message);
        if let Some(fitting) = self.conversion_for(one, value) {
            diag = diag.help(format!("write `{fitting}`"));
        }
        self.note(diag);
    }

    /// The type of an argument in words: what it was before it was promoted.
    fn shown(&self, value: &Expr) -> String {
        let value = match &value.kind {
            ExprKind::Convert(_, from) if from.span == value.span => from,
            _ => value,
        };
        let shown = self.types.show(&value.ty);
        let an = if shown.starts_with(['u', 'i']) {
            "an"
        } else {
            "a"
        };
        format!("{an} `{shown}`")
    }

    /// The conversion that an argument needs, with the flags and the width of the one that is there.
    fn conversion_for(&self, one: &Asked, value: &Expr) -> Option<String> {
        let fitting = match &value.ty {
            Type::Pointer(to) if to.ty == Type::Scalar(Scalar::Char) => "s",
            Type::Pointer(_) => "p",
            ty => match self.types.scalar(ty)? {
                Scalar::LongDouble => "Lf",
                s if s.is_float() => match one.letter {
                    b'e' | b'g' | b'a' => return None,
                    _ => "f",
                },
                Scalar::Int => "d",
                Scalar::UInt => "u",
                Scalar::Long => "ld",
                Scalar::ULong => "zu",
                Scalar::LongLong => "lld",
                Scalar::ULongLong => "llu",
                _ => return None,
            },
        };
        let integer = fitting.ends_with(['d', 'u']);
        let hexadecimal = matches!(one.letter, b'x' | b'X' | b'o') && integer;
        let letter = (one.letter as char).to_string();
        let fitting = match hexadecimal {
            true => fitting.replace(['d', 'u'], &letter),
            false => fitting.to_string(),
        };
        let before = one.text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
        Some(format!("{before}{fitting}"))
    }
}
