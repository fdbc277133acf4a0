//! Names of types as g++ mangles them: the Itanium C++ ABI's, for what needs no reference back to an earlier part.
//! In: a type; out: its name, or nothing for what would need more than this knows. The rule: a class template's arguments
//! are numbers and built-in types; classes of functions, lambdas and the library's own templates have no name here.
//! Next: rtti.rs, which asks.

use super::Checker;
use crate::ty::{Scalar, StructId, Type};

impl Checker<'_> {
    /// A type's name as g++ mangles it; `None` for what would need more than this knows.
    pub(super) fn mangled(&self, ty: &Type) -> Option<String> {
        Some(match ty {
            Type::Void => "v".into(),
            Type::Scalar(s) => letter(*s).into(),
            Type::Pointer(to) => match &to.ty {
                Type::Function(f) if !f.variadic => {
                    let mut text = format!("PF{}", self.mangled_plain(&f.result)?);
                    for param in &f.params {
                        text.push_str(self.mangled_plain(param)?.as_str());
                    }
                    if f.params.is_empty() {
                        text.push('v');
                    }
                    text + "E"
                }
                inner => {
                    let volatile = if to.volatile { "V" } else { "" };
                    let constant = if to.constant { "K" } else { "" };
                    format!("P{volatile}{constant}{}", self.mangled(inner)?)
                }
            },
            Type::Array(of, n) if *n != crate::ty::UNSIZED => {
                format!("A{n}_{}", self.mangled(&of.ty)?)
            }
            Type::Struct(id) => self.mangled_class(*id)?,
            Type::Enum(id) => {
                let name = self.types.enums[id.0 as usize].name.clone();
                let space = self.names.enum_spaces.get(id).cloned().unwrap_or_default();
                nested(&space, &name, None)?
            }
            _ => return None,
        })
    }

    /// A type that no later one can refer back to.
    fn mangled_plain(&self, ty: &Type) -> Option<String> {
        matches!(ty, Type::Void | Type::Scalar(_))
            .then(|| self.mangled(ty))
            .flatten()
    }

    fn mangled_class(&self, id: StructId) -> Option<String> {
        use crate::ty::OriginArg;
        let s = self.types.get(id);
        let Some(class) = self.classes.known.get(&id) else {
            return nested("", &s.name, None).filter(|_| s.vector.is_some() || s.name == "dim3");
        };
        if class.space == "std::" && s.name == "string" {
            return Some("NSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE".into());
        }
        let apart = class.space.starts_with("std::") || class.closure.is_some();
        if apart || !class.around.is_empty() {
            return None;
        }
        let mut space = class.space.clone();
        if let Some(outer) = class.outer {
            let around = self.classes.known.get(&outer)?;
            let plain = around.outer.is_none() && self.types.get(outer).origin.is_none();
            space = format!("{space}{}::", around.ast.name.text);
            if !plain {
                return None;
            }
        }
        let mut args = None;
        if let Some(origin) = &s.origin {
            let mut text = "I".to_string();
            for arg in &origin.args {
                text.push_str(&match arg {
                    OriginArg::Type(q) if !q.constant => self.mangled_plain(&q.ty)?,
                    OriginArg::Value(n, Type::Scalar(of)) => {
                        let sign = if *n < 0 { "n" } else { "" };
                        format!("L{}{sign}{}E", letter(*of), n.unsigned_abs())
                    }
                    _ => return None,
                });
            }
            args = Some(text + "E");
        }
        nested(&space, &class.ast.name.text, args)
    }
}

/// A name in its namespaces.
fn nested(space: &str, name: &str, args: Option<String>) -> Option<String> {
    let plain = |name: &str| {
        let letters = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        (letters && !name.is_empty()).then(|| format!("{}{name}", name.len()))
    };
    let spaces: Option<Vec<String>> = space
        .split("::")
        .filter(|part| !part.is_empty())
        .map(plain)
        .collect();
    let spaces = spaces?;
    let own = plain(name)? + &args.unwrap_or_default();
    Some(match spaces.is_empty() {
        true => own,
        false => format!("N{}{own}E", spaces.concat()),
    })
}

fn letter(s: Scalar) -> &'static str {
    match s {
        Scalar::Bool => "b",
        Scalar::Char => "c",
        Scalar::SChar => "a",
        Scalar::UChar => "h",
        Scalar::Short => "s",
        Scalar::UShort => "t",
        Scalar::Int => "i",
        Scalar::UInt => "j",
        Scalar::Long => "l",
        Scalar::ULong => "m",
        Scalar::LongLong => "x",
        Scalar::ULongLong => "y",
        Scalar::Float => "f",
        Scalar::Double => "d",
        Scalar::LongDouble => "e",
    }
}
