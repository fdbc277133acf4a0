//! Literals with a suffix of a library's or the program's: `10ms`, `"text"s`, `2.5_km`.
//! In: the literal and the suffix; out: a call of `operator""ms`.
//! The rule: a whole number is `unsigned long long` for it, any other `long double`, a text its address and length.
//! Next: call.rs.

use super::call::Call;
use super::op::constant;
use super::scope::Entity;
use super::{Checker, Typed, convert};
use crate::tree::Const;
use crate::ty::{SIZE_T, Scalar};
use cuda_parse::ast::{self, ExprKind as A};
use cuda_source::diag::{Code, Diag};
use cuda_source::source::Span;

impl<'a> Checker<'a> {
    pub(super) fn suffixed(
        &mut self,
        literal: &'a ast::Expr,
        suffix: &ast::Ident,
        span: Span,
    ) -> Option<Typed> {
        let name = format!("operator\"\"{}", suffix.text);
        let list = self.suffix_functions(&name, span);
        if list.is_empty() {
            let message = format!("nothing here says what the suffix `{}` means", suffix.text);
            let diag = Diag::error(Code::UnknownName, span, message);
            let help = match &*suffix.text {
                "h" | "min" | "s" | "ms" | "us" | "ns" if !matches!(literal.kind, A::Str(_)) => {
                    "include `<chrono>` and write `using namespace std::chrono_literals;`"
                }
                "s" => "write `using namespace std::string_literals;`",
                "sv" => "write `using namespace std::string_view_literals;`",
                _ => {
                    "declare the operator with this suffix, or call a function that makes the value"
                }
            };
            self.note(diag.help(help));
            return None;
        };
        let mut args = vec![self.expr(literal)?];
        match &literal.kind {
            A::Int(_) | A::Float(_) => {
                let widest = match literal.kind {
                    A::Int(_) => Scalar::ULongLong,
                    _ => Scalar::LongDouble,
                };
                let value = self.value(args.pop()?)?;
                let wide = convert::force(&self.types, value, &widest.into());
                args.push(Typed::Value(self.folded(wide)));
            }
            A::Str(text) => {
                let length = Const::Int(text.len() as i64);
                args.push(Typed::Value(constant(length, SIZE_T, span)));
            }
            _ => {}
        }
        let call = Call {
            name: &name,
            callee: span,
            span,
            ordered: false,
        };
        self.call_overloads(&call, &list, None, args)
    }

    /// The operators of a suffix: `s` is a text's in one namespace and a duration's in another.
    fn suffix_functions(&mut self, name: &str, span: Span) -> Vec<usize> {
        let mut list = match self.lookup(name, span) {
            Some(Entity::Functions(list)) => list,
            _ => Vec::new(),
        };
        for space in self.names.usings.clone() {
            if let Some(Entity::Functions(more)) = self.lookup(&format!("{space}{name}"), span) {
                list.extend(more);
            }
        }
        list.sort_unstable();
        list.dedup();
        list
    }
}
