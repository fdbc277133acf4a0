//! Templates as written: their parameters, what is asked of them, and what they are of.
//! The rule: the parser's output, as all of `ast`; nothing here is resolved.
//! Next: `decl.rs` for what a template may be of.

use super::{Expr, Ident, Item, Path, TypeExpr};
use cuda_source::source::Span;

/// `template<…>` and what it is of.
#[derive(Clone, Debug, PartialEq)]
pub struct Template {
    /// The parameters; none for a full specialisation.
    pub params: Vec<TemplateParam>,
    /// `requires e` after them; of a function it is [`Function::requires`].
    pub requires: Option<Box<Expr>>,
    /// A function, struct, alias, variable, or another template.
    pub item: Item,
    /// `template<…>` itself.
    pub span: Span,
}

/// A parameter of a template.
#[derive(Clone, Debug, PartialEq)]
pub struct TemplateParam {
    /// The name, if it has one.
    pub name: Option<Ident>,
    /// Type, value or template.
    pub kind: TemplateParamKind,
    /// Whether it is a pack.
    pub pack: bool,
    /// The concept before its name, which must hold of it.
    pub concept: Option<Box<ConceptUse>>,
    /// All of it.
    pub span: Span,
}

/// `C<int>` before the name of a template parameter or before `auto`.
#[derive(Clone, Debug, PartialEq)]
pub struct ConceptUse {
    /// As written.
    pub written: Path,
    /// The same with what it is asked of: `C<T, int>`; of a pack `(C<Ts, int> && ...)`.
    pub asks: Expr,
}

impl TemplateParam {
    /// Whether the parser made it for a parameter whose type is `auto`; no program can write its name.
    pub fn is_invented(&self) -> bool {
        self.name
            .as_ref()
            .is_some_and(|name| name.text.starts_with(INVENTED))
    }
}

/// How the names of template parameters begin that stand for `auto`.
pub const INVENTED: &str = "auto#";

/// The kinds of template parameter.
#[derive(Clone, Debug, PartialEq)]
pub enum TemplateParamKind {
    /// `typename T`, `class T`, perhaps with a default.
    Type(Option<TypeExpr>),
    /// `int N`, perhaps with a default.
    Value(TypeExpr, Option<Expr>),
    /// `template<…> class C`, with its own parameters and perhaps a default.
    Template(Vec<TemplateParam>, Option<Path>),
}
