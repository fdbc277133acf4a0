//! Types as a person writes them, for messages and for the names of instances.
//! In: a type; out: `const float*`, `float[16][16]`, `float (*)(int)`. The rule: what is shown could be written.

use super::{Qualified, Type, Types, UNSIZED};
use std::fmt::Write as _;

impl Types {
    /// The type as a person writes it: `const float*`, `float[16][16]`.
    pub fn show(&self, ty: &Type) -> String {
        let (mut base, mut dims) = (ty, String::new());
        while let Type::Array(of, n) = base {
            match *n {
                UNSIZED => dims.push_str("[]"),
                n => drop(write!(dims, "[{n}]")),
            }
            base = &of.ty;
        }
        let lead = match ty {
            Type::Array(of, _) if innermost(of).constant => "const ",
            _ => "",
        };
        let name = match base {
            Type::Error => "<unknown>".into(),
            Type::Void => "void".into(),
            Type::Scalar(s) => s.name().into(),
            Type::Pointer(to) if to.ty == Type::Struct(Types::NULLPTR) => "nullptr_t".into(),
            Type::Pointer(to) => self.show_behind(to, "*"),
            Type::Reference(to) => self.show_behind(to, "&"),
            Type::Rvalue(to) => self.show_behind(to, "&&"),
            Type::Struct(id) => self.get(*id).name.clone(),
            Type::Enum(id) => {
                let name = &self.enums[id.0 as usize].name;
                if name.is_empty() {
                    "enum".into()
                } else {
                    name.clone()
                }
            }
            Type::Array(..) => String::new(),
            Type::Overloads(_) => "overloaded function".into(),
            Type::Function(f) => {
                let params: Vec<String> = f.params.iter().map(|p| self.show(p)).collect();
                format!("{} ({})", self.show(&f.result), params.join(", "))
            }
        };
        format!("{lead}{name}{dims}")
    }

    /// The same with qualifiers.
    pub fn show_qualified(&self, q: &Qualified) -> String {
        let body = self.show(&q.ty);
        let mut marks = String::new();
        if q.constant && !body.starts_with("const ") {
            marks.push_str("const ");
        }
        if q.volatile {
            marks.push_str("volatile ");
        }
        match &q.ty {
            Type::Pointer(_) => format!("{body} {}", marks.trim_end())
                .trim_end()
                .to_string(),
            _ => marks + &body,
        }
    }

    fn show_behind(&self, to: &Qualified, mark: &str) -> String {
        match &to.ty {
            Type::Array(..) => {
                let text = self.show_qualified(to);
                let at = text.find('[').unwrap_or(text.len());
                format!("{}({mark}){}", &text[..at], &text[at..])
            }
            Type::Function(f) => {
                let params: Vec<String> = f.params.iter().map(|p| self.show(p)).collect();
                format!("{} ({mark})({})", self.show(&f.result), params.join(", "))
            }
            _ => format!("{}{mark}", self.show_qualified(to)),
        }
    }
}

fn innermost(mut q: &Qualified) -> &Qualified {
    while let Type::Array(of, _) = &q.ty {
        q = of;
    }
    q
}
