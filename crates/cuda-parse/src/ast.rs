//! A program as written: what `parse` makes of the tokens, with the source range of every node.
//!
//! Rules: nothing is resolved here (a [`Path`] is only names) and nothing is lost that a later stage may want
//! to refuse by name; a declarator is already applied, so a type reads from the outside in (`int *a[4]` is an
//! array of pointers to `int`); a declaration of several variables is several [`Variable`]s; a struct or enum
//! defined inside another declaration comes out as an item of its own, before it. Literals have their values.
//! The height of any tree is bounded by `parse::MAX_NESTING`, so walking it by recursion is safe.
//! Next: `parse/mod.rs` makes these, `check` turns them into `tree::Unit`.

mod decl;
mod expr;
pub mod print;
mod stmt;
mod template;
mod types;

use std::sync::Arc;

use cuda_source::source::Span;

pub use decl::*;
pub use expr::*;
pub use stmt::*;
pub use template::*;
pub use types::*;

/// The text of a name; cheap to clone.
pub type Text = Arc<str>;

/// A whole file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Unit {
    /// In the order of the file.
    pub items: Vec<Item>,
    /// Whether there is a `try` in it.
    pub tries: bool,
    /// Where `struct S` in the midst of a declaration is the first that is heard of `S`: it declares it.
    pub mentioned: Vec<Ident>,
    /// Concepts before `auto` where nothing asks whether they hold: of results.
    pub unasked: Vec<Span>,
    /// Texts in C, whose compiler takes `void *` for any pointer and lets jumps pass first values.
    pub in_c: Vec<Span>,
    /// Where the program's further texts are.
    pub units: Vec<Span>,
}

/// A name where it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ident {
    /// The name.
    pub text: Text,
    /// Where. A name that the parser had to make (`<unnamed struct>`) covers what it stands for.
    pub span: Span,
}

/// How the name of a struct begins that something else of that name hides: `struct list`, beside a function `list`.
pub const TAG: &str = "struct ";

/// A name, possibly qualified: `x`, `std::max<int>`, `::k`.
#[derive(Clone, Debug, PartialEq)]
pub struct Path {
    /// Whether it begins with `::`.
    pub global: bool,
    /// At least one.
    pub segments: Vec<Segment>,
    /// The whole of it.
    pub span: Span,
}

impl Path {
    /// The name if nothing qualifies it and it has no template arguments.
    pub fn plain(&self) -> Option<&Ident> {
        match self.segments.as_slice() {
            [only] if !self.global && only.args.is_none() => Some(&only.name),
            _ => None,
        }
    }

    /// The name if nothing qualifies it; it may have template arguments.
    pub fn plain_name(&self) -> Option<&str> {
        match self.segments.as_slice() {
            [only] if !self.global => Some(&only.name.text),
            _ => None,
        }
    }

    /// The last segment: the name proper.
    pub fn last(&self) -> &Segment {
        &self.segments[self.segments.len() - 1]
    }
}

/// One name of a path.
#[derive(Clone, Debug, PartialEq)]
pub struct Segment {
    /// The name.
    pub name: Ident,
    /// `<…>` after it, if any; may be empty.
    pub args: Option<Vec<TemplateArg>>,
}

/// One argument of `<…>`. A bare name is an `Expr` unless it is known to be a type: `check` decides.
#[derive(Clone, Debug, PartialEq)]
pub enum TemplateArg {
    /// Surely a type: `float`, `const T *`.
    Type(TypeExpr),
    /// A constant expression, or a name that may turn out to be a type.
    Expr(Expr),
}
