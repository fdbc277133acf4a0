//! Declarators: what stands around a declared name, applied to the type before it.
//!
//! A declarator reads from the name outwards and is written around it, so it is read into a list of wraps in the
//! order in which they apply to the type: pointers from left to right, then `[]` and `()` from right to left,
//! then what is in parentheses. `int *(*f)(float)[2]` and its like come out right without a special case. A list
//! that ends with a function's parameters declares a function.
//! Next: `decl.rs` makes items of these.

use super::scopes::NameKind;
use super::{Parsed, Parser};
use crate::ast::{
    Cv, Expr, FunctionName, FunctionType, Ident, Param, Path, Specifier, SpecifierKind,
    TemplateArg, TypeExpr, TypeKind,
};
use cuda_source::diag::{Code, Diag};
use cuda_source::source::Span;
use cuda_source::token::{Keyword, LexKind, Punct};

/// How many wraps one declarator may have.
const MAX_WRAPS: usize = 32;

/// A declarator read and applied.
pub(super) struct Declared {
    pub(super) name: Option<DeclName>,
    /// The type; for a function, its result.
    pub(super) ty: TypeExpr,
    /// The parameters, if it declares a function.
    pub(super) function: Option<FunctionParts>,
    /// Words of the declaration that stand behind a `*` or `&`: `float & __device__ at(int i)`.
    pub(super) said: Vec<Specifier>,
    pub(super) span: Span,
}

/// What is declared.
pub(super) struct DeclName {
    pub(super) qualifier: Option<Path>,
    pub(super) name: FunctionName,
    pub(super) template_args: Option<Vec<TemplateArg>>,
}

/// The parameters of a function and what may stand after them.
pub(super) struct FunctionParts {
    pub(super) params: Vec<Param>,
    pub(super) variadic: Option<Span>,
    pub(super) is_const: bool,
    pub(super) is_noexcept: bool,
    /// `requires e` after the list.
    pub(super) requires: Option<Box<Expr>>,
    /// `override`, `final`.
    pub(super) after: Vec<Specifier>,
    pub(super) trailing: Option<TypeExpr>,
}

enum Wrap {
    Pointer(Cv, Span),
    LRef(Span),
    RRef(Span),
    Array(Option<Expr>, Span),
    Function(FunctionParts, Span),
    MemberPointer(Path, Span),
    /// No wrap: a word of the declaration, on its way to [`Declared::said`].
    Said(Specifier),
}

/// Which declarators may stand somewhere.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Naming {
    /// Must have a name: a variable, a function.
    Named,
    /// Must not: a type by itself.
    Abstract,
    /// May: a parameter.
    Either,
}

impl Parser<'_> {
    /// A type by itself: specifiers and a declarator without a name.
    pub(super) fn type_name(&mut self) -> Parsed<TypeExpr> {
        let specs = self.specs()?;
        let base = match specs.ty {
            Some(ty) => ty,
            None => match self.kind() {
                // Only a type can stand here.
                LexKind::Ident | LexKind::Punct(Punct::ColonColon) => self.named_type()?,
                _ => return Err(self.expected("a type")),
            },
        };
        Ok(self.declarator(base, Naming::Abstract, false)?.ty)
    }

    /// A declarator around a type. `parens_init` says that `(…)` after a name may be an initialiser.
    pub(super) fn declarator(
        &mut self,
        base: TypeExpr,
        naming: Naming,
        parens_init: bool,
    ) -> Parsed<Declared> {
        let start = self.span();
        let mut wraps = Vec::new();
        let name = self.nested(|p| p.wraps(&mut wraps, naming, parens_init))?;
        if wraps.len() > MAX_WRAPS {
            let message = "this declarator is too long";
            return Err(self.error(Code::TooDeep, self.since(start), message));
        }
        let mut said = Vec::new();
        wraps.retain(|wrap| match wrap {
            Wrap::Said(word) => {
                said.push(word.clone());
                false
            }
            _ => true,
        });
        let function = match wraps.pop() {
            Some(Wrap::Function(parts, _)) if naming == Naming::Named => Some(parts),
            Some(last) => {
                wraps.push(last);
                None
            }
            None => None,
        };
        let mut ty = base;
        for wrap in wraps {
            ty = self.apply(wrap, ty);
        }
        let mut declared = Declared {
            name,
            ty,
            function,
            said,
            span: self.since(start),
        };
        if let Some(parts) = &mut declared.function
            && let Some(trailing) = parts.trailing.take()
        {
            declared.ty = trailing;
        }
        Ok(declared)
    }

    fn wraps(
        &mut self,
        wraps: &mut Vec<Wrap>,
        naming: Naming,
        parens_init: bool,
    ) -> Parsed<Option<DeclName>> {
        while let Some(wrap) = self.opt_prefix() {
            wraps.push(wrap);
            let mut said = Vec::new();
            let any = naming == Naming::Named;
            while (any || self.is_word(Keyword::Attribute)) && self.attribute(&mut said)? {}
            wraps.extend(said.into_iter().map(Wrap::Said));
        }
        self.saw_pack |= naming == Naming::Either && self.take(Punct::Ellipsis);
        let mut inner = Vec::new();
        let name = if self.opens_group(naming) {
            let open = self.bump();
            let name = self.nested(|p| p.wraps(&mut inner, naming, false))?;
            self.close(Punct::RParen, open)?;
            name
        } else if naming == Naming::Abstract {
            None
        } else {
            self.opt_declared_name()?
        };
        if name.is_none() && naming == Naming::Named {
            return Err(self.expected("a name to declare"));
        }
        let mut suffixes = Vec::new();
        let mut ignored = Vec::new();
        loop {
            if self.is(Punct::LBracket) && !self.is_ahead(1, Punct::LBracket) {
                suffixes.push(self.array_suffix()?);
            } else if self.is(Punct::LParen)
                && (!inner.is_empty() || self.opens_params(naming, parens_init))
            {
                suffixes.push(self.function_suffix()?);
            } else if name.is_none() || !self.attribute(&mut ignored)? {
                break;
            }
        }
        wraps.extend(suffixes.into_iter().rev());
        wraps.extend(inner);
        Ok(name)
    }

    /// A type with the pointers and references written after it.
    pub(super) fn prefixes(&mut self, mut ty: TypeExpr) -> TypeExpr {
        while let Some(wrap) = self.opt_prefix() {
            ty = self.apply(wrap, ty);
        }
        ty
    }

    /// A type with the lengths in brackets written after it.
    pub(super) fn array_suffixes(&mut self, mut ty: TypeExpr) -> Parsed<TypeExpr> {
        let mut suffixes = Vec::new();
        while self.is(Punct::LBracket) {
            suffixes.push(self.array_suffix()?);
        }
        for wrap in suffixes.into_iter().rev() {
            ty = self.apply(wrap, ty);
        }
        Ok(ty)
    }

    fn is_member_pointer(&self) -> bool {
        self.member_pointer_at(self.at)
    }

    /// `C::*`, the declarator of a pointer to a member.
    pub(super) fn member_pointer_at(&self, at: usize) -> bool {
        let punct = |at: usize, punct| self.token_at(at).kind == LexKind::Punct(punct);
        self.look_path(at).is_some_and(|look| {
            punct(look.end, Punct::ColonColon) && punct(look.end + 1, Punct::Star)
        })
    }

    /// `*` or `&` or `&&` with the qualifiers after it.
    fn opt_prefix(&mut self) -> Option<Wrap> {
        let start = self.span();
        let kind = self.kind();
        if kind == LexKind::Ident && self.is_member_pointer() {
            let of = self.path().ok()?;
            self.bump();
            self.bump();
            return Some(Wrap::MemberPointer(of, self.since(start)));
        }
        if !matches!(
            kind,
            LexKind::Punct(Punct::Star | Punct::Amp | Punct::AmpAmp)
        ) {
            return None;
        }
        self.bump();
        let mut cv = Cv::default();
        while self.cv_word(&mut cv) {}
        let span = self.since(start);
        Some(match kind {
            LexKind::Punct(Punct::Star) => Wrap::Pointer(cv, span),
            LexKind::Punct(Punct::Amp) => Wrap::LRef(span),
            _ => Wrap::RRef(span),
        })
    }

    /// Whether `(` at hand groups a declarator, rather than beginning parameters or an initialiser.
    fn opens_group(&self, naming: Naming) -> bool {
        if !self.is(Punct::LParen) {
            return false;
        }
        match self.kind_ahead(1) {
            LexKind::Punct(Punct::Star | Punct::Amp | Punct::AmpAmp | Punct::LParen) => true,
            LexKind::Ident if self.member_pointer_at(self.at + 1) => true,
            LexKind::Ident => naming == Naming::Named && !self.begins_type_at(self.at + 1),
            _ => false,
        }
    }

    /// Whether `(` at hand begins the parameters of a function.
    fn opens_params(&self, naming: Naming, parens_init: bool) -> bool {
        let first = self.at + 1;
        let empty = self.is_ahead(1, Punct::RParen);
        match naming {
            Naming::Named if parens_init => {
                empty || self.begins_param(first) || self.is_ahead(1, Punct::Ellipsis)
            }
            // `__device__ Cell c(0.5f);`: a parameter cannot begin like that.
            Naming::Named => !self.is_literal_ahead(1),
            _ => empty || self.begins_param(first) || self.is_ahead(1, Punct::Ellipsis),
        }
    }

    /// Whether a number, a text or their like stands there.
    fn is_literal_ahead(&self, by: usize) -> bool {
        matches!(
            self.kind_ahead(by),
            LexKind::Number
                | LexKind::Str
                | LexKind::Char
                | LexKind::Punct(Punct::Minus)
                | LexKind::Keyword(
                    Keyword::True | Keyword::False | Keyword::Nullptr | Keyword::NullU
                )
        )
    }

    fn begins_param(&self, at: usize) -> bool {
        let kind = self.token_at(at).kind;
        if let LexKind::Keyword(word) = kind {
            let call = word.is_type()
                && self.token_at(at + 1).kind == LexKind::Punct(Punct::LParen)
                && !self.is_grouped_declarator(at + 1);
            return matches!(word, Keyword::GridConstant | Keyword::Register)
                || self.begins_type_at(at) && !call;
        }
        if !self.begins_type_at(at) {
            return self.is_unknown_pointer(at);
        }
        self.look_path(at).is_some_and(|look| {
            let value = matches!(
                self.token_at(look.end).kind,
                LexKind::Punct(Punct::LParen | Punct::LBrace | Punct::Dot)
            );
            !value || self.is_grouped_declarator(look.end)
        })
    }

    /// `Unknown *name` followed by `,` or `)`: a parameter of a type that nobody declared.
    fn is_unknown_pointer(&self, at: usize) -> bool {
        let Some(look) = self.look_path(at).filter(|look| look.kind.is_none()) else {
            return false;
        };
        if self
            .scopes
            .is_value_inside(&self.token_at(look.end - 1).text)
        {
            return false;
        }
        let mut at = look.end;
        while matches!(
            self.token_at(at).kind,
            LexKind::Punct(Punct::Star | Punct::Amp)
        ) {
            at += 1;
        }
        let name = self.token_at(at);
        at > look.end
            && name.kind == LexKind::Ident
            && self.scopes.find(&name.text).is_none()
            && matches!(
                self.token_at(at + 1).kind,
                LexKind::Punct(Punct::Comma | Punct::RParen)
            )
    }

    /// The name that is declared: plain, qualified, an operator or a destructor.
    fn opt_declared_name(&mut self) -> Parsed<Option<DeclName>> {
        let start = self.span();
        let mut segments = Vec::new();
        let global = self.is(Punct::ColonColon) && self.take(Punct::ColonColon);
        loop {
            if self.is_word(Keyword::Operator) {
                let name = self.operator_name()?;
                let qualifier = self.qualifier(global, segments, start);
                let template_args = match self.is(Punct::Lt) {
                    true => Some(self.template_args()?),
                    false => None,
                };
                return Ok(Some(DeclName {
                    qualifier,
                    name,
                    template_args,
                }));
            }
            if self.is(Punct::Tilde) && self.kind_ahead(1) == LexKind::Ident {
                self.bump();
                let name = FunctionName::Destructor(self.ident("a name")?);
                let qualifier = self.qualifier(global, segments, start);
                return Ok(Some(DeclName {
                    qualifier,
                    name,
                    template_args: None,
                }));
            }
            let Some(name) = self.opt_ident() else {
                return if segments.is_empty() && !global {
                    Ok(None)
                } else {
                    Err(self.expected("a name"))
                };
            };
            let kind = self.scopes.find(&name.text);
            let specialised = self.is(Punct::Lt)
                && kind != Some(NameKind::Value)
                && self.look_args(self.at, kind).is_some();
            let args = if specialised {
                Some(self.template_args()?)
            } else {
                None
            };
            if !self.take(Punct::ColonColon) {
                let qualifier = self.qualifier(global, segments, start);
                let name = FunctionName::Plain(name);
                return Ok(Some(DeclName {
                    qualifier,
                    name,
                    template_args: args,
                }));
            }
            segments.push(crate::ast::Segment { name, args });
        }
    }

    fn qualifier(
        &self,
        global: bool,
        segments: Vec<crate::ast::Segment>,
        start: Span,
    ) -> Option<Path> {
        (!segments.is_empty()).then(|| Path {
            global,
            segments,
            span: self.since(start),
        })
    }

    /// `operator+`, `operator()`, `operator float`.
    pub(super) fn operator_name(&mut self) -> Parsed<FunctionName> {
        let start = self.bump();
        if self.begins_type() {
            let specs = self.specs()?;
            let Some(mut ty) = specs.ty else {
                return Err(self.expected("a type"));
            };
            ty = self.prefixes(ty);
            return Ok(FunctionName::Conversion(Box::new(ty), self.since(start)));
        }
        let text = match self.kind() {
            LexKind::Ident => {
                // `operator T` where `T` is not known as a type.
                let ty = self.named_type()?;
                let ty = self.prefixes(ty);
                return Ok(FunctionName::Conversion(Box::new(ty), self.since(start)));
            }
            LexKind::Keyword(Keyword::New | Keyword::Delete)
                if self.is_ahead(1, Punct::LBracket) =>
            {
                let text = format!("{}[]", self.token().text);
                self.bump();
                self.bump();
                self.bump();
                return Ok(FunctionName::Operator(text.into(), self.since(start)));
            }
            LexKind::Punct(Punct::LParen) if self.is_ahead(1, Punct::RParen) => "()".into(),
            LexKind::Punct(Punct::LBracket) if self.is_ahead(1, Punct::RBracket) => "[]".into(),
            LexKind::Punct(
                Punct::LParen
                | Punct::RParen
                | Punct::LBracket
                | Punct::RBracket
                | Punct::LBrace
                | Punct::RBrace
                | Punct::Semi,
            ) => return Err(self.expected("an operator")),
            LexKind::Punct(_) | LexKind::Keyword(Keyword::New | Keyword::Delete) => {
                self.token().text.clone()
            }
            LexKind::Str => {
                self.bump();
                let suffix = self.ident("a suffix")?;
                let text = format!("\"\"{}", suffix.text);
                return Ok(FunctionName::Operator(text.into(), self.since(start)));
            }
            _ => return Err(self.expected("an operator")),
        };
        self.bump();
        if matches!(&*text, "()" | "[]") {
            self.bump();
        }
        Ok(FunctionName::Operator(text, self.since(start)))
    }

    fn array_suffix(&mut self) -> Parsed<Wrap> {
        let open = self.bump();
        let angle_ends = std::mem::replace(&mut self.angle_ends, false);
        let length = if self.is(Punct::RBracket) {
            Ok(None)
        } else {
            self.assignment().map(Some)
        };
        self.angle_ends = angle_ends;
        let length = length?;
        self.close(Punct::RBracket, open)?;
        Ok(Wrap::Array(length, self.since(open)))
    }

    fn function_suffix(&mut self) -> Parsed<Wrap> {
        let open = self.bump();
        let (params, variadic) = self.params(open)?;
        let mut parts = FunctionParts {
            params,
            variadic,
            is_const: false,
            is_noexcept: false,
            requires: None,
            after: Vec::new(),
            trailing: None,
        };
        let mut ignored = Vec::new();
        loop {
            let from = self.at;
            match self.kind() {
                LexKind::Keyword(Keyword::Const) => {
                    parts.is_const = true;
                    self.bump();
                }
                LexKind::Keyword(Keyword::Volatile)
                | LexKind::Punct(Punct::Amp | Punct::AmpAmp) => {
                    self.bump();
                }
                LexKind::Keyword(Keyword::Noexcept) => {
                    self.bump();
                    // Of a condition only `true` is looked at.
                    parts.is_noexcept = match self.is(Punct::LParen) {
                        true => self.kind_ahead(1) == LexKind::Keyword(Keyword::True),
                        false => true,
                    };
                    if self.is(Punct::LParen) {
                        self.skip_balanced();
                    }
                }
                LexKind::Ident if matches!(&*self.token().text, "override" | "final") => {
                    let kind = match &*self.token().text {
                        "final" => SpecifierKind::Final,
                        _ => SpecifierKind::Override,
                    };
                    let span = self.bump();
                    parts.after.push(Specifier { kind, span });
                }
                LexKind::Punct(Punct::Arrow) => {
                    self.bump();
                    parts.trailing = Some(self.type_name()?);
                }
                LexKind::Keyword(Keyword::Attribute | Keyword::LaunchBounds) => {
                    self.attribute(&mut ignored)?;
                }
                LexKind::Keyword(Keyword::Throw) if self.is_ahead(1, Punct::LParen) => {
                    self.bump();
                    self.skip_balanced();
                }
                LexKind::Keyword(Keyword::Requires) => {
                    parts.requires = self.opt_requires()?;
                }
                LexKind::Punct(Punct::LBracket) if self.is_ahead(1, Punct::LBracket) => {
                    self.attribute(&mut ignored)?;
                }
                _ => break,
            }
            self.must_advance(from);
        }
        Ok(Wrap::Function(parts, self.since(open)))
    }

    /// The parameters after `(`, which is `open`, and the `)`.
    pub(super) fn params(&mut self, open: Span) -> Parsed<(Vec<Param>, Option<Span>)> {
        let lone_void = self.is_word(Keyword::Void) && self.is_ahead(1, Punct::RParen);
        if lone_void {
            self.bump();
        }
        let mut variadic = None;
        let mut params: Vec<Param> = Vec::new();
        while !self.is(Punct::RParen) && !self.is_end() {
            if self.is(Punct::Ellipsis) {
                variadic = Some(self.bump());
                break;
            }
            params.push(self.nested(Self::param)?);
            if self.is(Punct::Ellipsis) {
                continue;
            }
            if self.begins_type() {
                let place = self.before().after();
                let message = format!("expected `,` between parameters, found {}", self.found());
                let diag = Diag::error(Code::Expected, place, message);
                self.say(diag.fix(place, ","));
                continue;
            }
            if !self.take(Punct::Comma) {
                break;
            }
            if self.is(Punct::RParen) {
                return Err(self.expected("a parameter"));
            }
        }
        self.close(Punct::RParen, open)?;
        Ok((params, variadic))
    }

    pub(super) fn param(&mut self) -> Parsed<Param> {
        let start = self.span();
        let specs = self.specs()?;
        let Some(base) = specs.ty else {
            return Err(self.param_without_type());
        };
        self.saw_pack = false;
        let declared = self.declarator(base, Naming::Either, false)?;
        let pack = std::mem::take(&mut self.saw_pack);
        let name = match declared.name {
            Some(DeclName {
                qualifier: None,
                name: FunctionName::Plain(name),
                template_args: None,
            }) => Some(name),
            Some(other) => {
                let span = other.name.span();
                return Err(self.error(Code::BadDeclaration, span, "this cannot name a parameter"));
            }
            None => None,
        };
        let default = match self.take(Punct::Eq) {
            true => Some(Box::new(self.initialiser_clause()?)),
            false => None,
        };
        let specifiers = specs.specifiers;
        Ok(Param {
            ty: declared.ty,
            specifiers,
            name,
            default,
            pack,
            span: self.since(start),
        })
    }

    fn param_without_type(&mut self) -> super::Broken {
        if self.kind() == LexKind::Ident {
            let message = format!("the parameter `{}` has no type", self.token().text);
            return self.error(Code::BadDeclaration, self.span(), message);
        }
        self.expected("a parameter")
    }

    fn apply(&mut self, wrap: Wrap, ty: TypeExpr) -> TypeExpr {
        let (kind, cv, span) = match wrap {
            Wrap::Pointer(cv, span) => (TypeKind::Pointer(Box::new(ty)), cv, span),
            Wrap::MemberPointer(of, span) => (
                TypeKind::MemberPointer(Box::new((of, ty))),
                Cv::default(),
                span,
            ),
            Wrap::LRef(span) => (TypeKind::LRef(Box::new(ty)), Cv::default(), span),
            Wrap::RRef(span) => (TypeKind::RRef(Box::new(ty)), Cv::default(), span),
            Wrap::Array(length, span) => (
                TypeKind::Array(Box::new(ty), length.map(Box::new)),
                Cv::default(),
                span,
            ),
            Wrap::Function(parts, span) => {
                let FunctionParts {
                    params,
                    variadic,
                    trailing,
                    is_const,
                    ..
                } = parts;
                let result = trailing.unwrap_or(ty);
                let function = FunctionType {
                    result,
                    params,
                    variadic: variadic.is_some(),
                    is_const,
                };
                (TypeKind::Function(Box::new(function)), Cv::default(), span)
            }
            // Taken out before.
            Wrap::Said(_) => return ty,
        };
        TypeExpr { kind, cv, span }
    }
}

/// The plain name of what is declared, if it has one.
pub(super) fn plain_name(declared: &Declared) -> Option<&Ident> {
    match declared.name.as_ref().map(|name| &name.name) {
        Some(FunctionName::Plain(name)) => Some(name),
        _ => None,
    }
}
