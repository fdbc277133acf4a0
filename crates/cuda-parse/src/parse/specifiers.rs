//! The words before a declarator: storage, CUDA's words, `const`, and the type they name together.
//!
//! Rules: the words stand in any order (`unsigned long const long` is a type); a struct or enum defined here
//! goes to [`Parser::defined`] and leaves its name; a type that is missing is the caller's to judge.
//! Next: `declarator.rs` applies `*`, `&`, `[]` and `()` to the type.

use super::scopes::NameKind;
use super::{Broken, Parsed, Parser};
use crate::ast::{
    Builtin, Cv, Expr, ExprKind, FunctionName, Ident, Path, Segment, Specifier, SpecifierKind,
    TemplateArg, Text, TypeExpr, TypeKind,
};
use cuda_source::diag::{Code, Diag};
use cuda_source::source::Span;
use cuda_source::token::{Keyword, LexKind, Punct};

/// What stands before the declarators of one declaration.
pub(super) struct Specs {
    pub(super) specifiers: Vec<Specifier>,
    /// The type, if one was named.
    pub(super) ty: Option<TypeExpr>,
    /// Where `typedef` stood.
    pub(super) typedef: Option<Span>,
    pub(super) span: Span,
}

/// How often each word of a fundamental type was said.
#[derive(Default)]
struct Words {
    signed: u8,
    unsigned: u8,
    short: u8,
    long: u8,
    /// The one that is no mere adjective.
    base: Option<Keyword>,
    span: Option<Span>,
    doubled: bool,
}

impl Parser<'_> {
    /// Reads specifiers for as long as there are any.
    pub(super) fn specs(&mut self) -> Parsed<Specs> {
        let start = self.span();
        let mut specs = Specs {
            specifiers: Vec::new(),
            ty: None,
            typedef: None,
            span: start,
        };
        let mut words = Words::default();
        let mut cv = Cv::default();
        loop {
            let from = self.at;
            if specs.ty.is_some() && self.on_new_line() && self.follows(Punct::RBrace) {
                break; // the `;` of a struct's definition is missing
            }
            if self.cv_word(&mut cv) || self.attribute(&mut specs.specifiers)? {
                continue;
            }
            match self.kind() {
                LexKind::Keyword(Keyword::Typedef) => specs.typedef = Some(self.bump()),
                LexKind::Keyword(Keyword::Decltype)
                    if specs.ty.is_none()
                        && words.is_empty()
                        && self.is_ahead(1, Punct::LParen)
                        && self.kind_ahead(2) == LexKind::Keyword(Keyword::Auto) =>
                {
                    let start = self.bump();
                    self.skip_balanced();
                    specs.ty = Some(TypeExpr {
                        kind: TypeKind::DecltypeAuto,
                        cv: Cv::default(),
                        span: self.since(start),
                    });
                }
                LexKind::Ident | LexKind::Punct(Punct::ColonColon)
                    if specs.ty.is_none() && words.is_empty() && self.is_constrained_auto() =>
                {
                    specs.ty = Some(self.constrained_auto()?);
                }
                LexKind::Keyword(Keyword::Auto) if words.is_empty() && specs.ty.is_none() => {
                    let span = self.bump();
                    specs.ty = Some(TypeExpr {
                        kind: TypeKind::Auto,
                        cv: Cv::default(),
                        span,
                    });
                }
                LexKind::Keyword(word) if word.is_type() => words.add(word, self.bump()),
                LexKind::Keyword(word) if specs.ty.is_none() && words.is_empty() => {
                    match self.opt_type_word(word)? {
                        Some(ty) => specs.ty = Some(ty),
                        None => break,
                    }
                }
                LexKind::Ident | LexKind::Punct(Punct::ColonColon)
                    if specs.ty.is_none() && words.is_empty() && self.names_a_type() =>
                {
                    if self.mend(
                        Code::UnknownTypeName,
                        "is not known as a type",
                        begins_specifier,
                    ) {
                        continue;
                    }
                    specs.ty = Some(self.named_type()?);
                }
                _ => break,
            }
            self.must_advance(from);
        }
        if let Some(ty) = self.fundamental(&words) {
            specs.ty = Some(ty);
        }
        specs.span = self.since(start);
        if let Some(ty) = &mut specs.ty {
            ty.cv.is_const |= cv.is_const;
            ty.cv.is_volatile |= cv.is_volatile;
        }
        Ok(specs)
    }

    /// Whether the token before the one at hand is this.
    pub(super) fn follows(&self, punct: Punct) -> bool {
        self.at > 0 && self.token_at(self.at - 1).kind == LexKind::Punct(punct)
    }

    /// Whether the name at hand is to be read as the type of a declaration.
    fn names_a_type(&self) -> bool {
        if self.is_outer_constructor() {
            return false;
        }
        let Some(look) = self.look_path(self.at) else {
            return false;
        };
        match look.kind {
            Some(NameKind::Type | NameKind::TypeTemplate) => true,
            Some(_) => false,
            None => !matches!(
                self.token_at(look.end).kind,
                LexKind::Punct(
                    Punct::LParen | Punct::Eq | Punct::Semi | Punct::Comma | Punct::LBracket
                ) | LexKind::End
            ),
        }
    }

    /// `const`, `volatile`, `__restrict__`.
    pub(super) fn cv_word(&mut self, cv: &mut Cv) -> bool {
        match self.kind() {
            LexKind::Keyword(Keyword::Const | Keyword::ConstU) => cv.is_const = true,
            LexKind::Keyword(Keyword::Volatile | Keyword::VolatileU) => cv.is_volatile = true,
            LexKind::Keyword(Keyword::Restrict | Keyword::RestrictV) => cv.is_restrict = true,
            _ => return false,
        }
        self.bump();
        true
    }

    /// One word or attribute that is no part of the type, if one is at hand.
    pub(super) fn attribute(&mut self, out: &mut Vec<Specifier>) -> Parsed<bool> {
        let start = self.span();
        if self.is_word(Keyword::Attribute) {
            self.gnu_attributes(out)?;
            return Ok(true);
        }
        let kind = match self.kind() {
            LexKind::Keyword(word) => match plain_specifier(word) {
                Some(kind) => {
                    self.bump();
                    if word == Keyword::Extern && self.kind() == LexKind::Str {
                        self.bump();
                    }
                    if word == Keyword::Explicit && self.is(Punct::LParen) {
                        self.skip_balanced();
                    }
                    kind
                }
                None => match self.argument_specifier(word)? {
                    Some(kind) => kind,
                    None => return Ok(false),
                },
            },
            LexKind::Punct(Punct::LBracket) if self.is_ahead(1, Punct::LBracket) => {
                self.skip_balanced();
                SpecifierKind::Ignored
            }
            _ => return Ok(false),
        };
        out.push(Specifier {
            kind,
            span: self.since(start),
        });
        Ok(true)
    }

    /// A specifier with arguments.
    fn argument_specifier(&mut self, word: Keyword) -> Parsed<Option<SpecifierKind>> {
        match word {
            Keyword::LaunchBounds => {
                self.bump();
                let open = self.expect(Punct::LParen)?;
                let args = self.list(open, Punct::RParen, |p| p.assignment())?;
                Ok(Some(SpecifierKind::LaunchBounds(args)))
            }
            Keyword::Align | Keyword::Alignas => {
                self.bump();
                let open = self.expect(Punct::LParen)?;
                let kind = if self.begins_type() {
                    SpecifierKind::AlignAs(Box::new(self.type_name()?))
                } else {
                    SpecifierKind::Align(Box::new(self.assignment()?))
                };
                self.close(Punct::RParen, open)?;
                Ok(Some(kind))
            }
            Keyword::Declspec => {
                self.bump();
                if self.is(Punct::LParen) {
                    self.skip_balanced();
                }
                Ok(Some(SpecifierKind::Ignored))
            }
            _ => Ok(None),
        }
    }

    /// A type that a keyword begins: `struct S`, `enum { … }`, `decltype(e)`, `typename T::x`.
    fn opt_type_word(&mut self, word: Keyword) -> Parsed<Option<TypeExpr>> {
        match word {
            Keyword::Struct | Keyword::Class | Keyword::Union => self.struct_specifier().map(Some),
            Keyword::Enum => self.enum_specifier().map(Some),
            Keyword::Typename => {
                self.bump();
                if self.is_word(Keyword::Decltype) {
                    return self.opt_type_word(Keyword::Decltype);
                }
                self.named_type().map(Some)
            }
            Keyword::Decltype => {
                let start = self.bump();
                let open = self.expect(Punct::LParen)?;
                let angle_ends = std::mem::replace(&mut self.angle_ends, false);
                let inner = self.expression();
                self.angle_ends = angle_ends;
                let inner = inner?;
                self.close(Punct::RParen, open)?;
                let mut ty = TypeExpr {
                    kind: TypeKind::Decltype(Box::new(inner)),
                    cv: Cv::default(),
                    span: self.since(start),
                };
                if self.is(Punct::ColonColon) && self.kind_ahead(1) == LexKind::Ident {
                    self.bump();
                    let path = self.path()?;
                    ty.kind = TypeKind::Inside(Box::new((ty.clone(), path)));
                    ty.span = self.since(start);
                }
                Ok(Some(ty))
            }
            Keyword::Typeof | Keyword::TypeofG | Keyword::TypeofV => self.type_of().map(Some),
            _ => Ok(None),
        }
    }

    /// `__typeof__(e)`, GCC's, which knows no references; `__typeof__(T)` is `T`.
    fn type_of(&mut self) -> Parsed<TypeExpr> {
        let start = self.bump();
        let open = self.expect(Punct::LParen)?;
        let angle_ends = std::mem::replace(&mut self.angle_ends, false);
        let ty = match self.begins_type() {
            true => self.type_name(),
            false => self.expression().map(|e| TypeExpr {
                kind: TypeKind::Bare(Box::new(e)),
                cv: Cv::default(),
                span: start,
            }),
        };
        self.angle_ends = angle_ends;
        let mut ty = ty?;
        self.close(Punct::RParen, open)?;
        ty.span = self.since(start);
        Ok(ty)
    }

    /// A type that is a name.
    pub(super) fn named_type(&mut self) -> Parsed<TypeExpr> {
        let path = self.path()?;
        let span = path.span;
        Ok(TypeExpr {
            kind: TypeKind::Named(path),
            cv: Cv::default(),
            span,
        })
    }

    /// A path: `a`, `::a::b<int>::c`.
    pub(super) fn path(&mut self) -> Parsed<Path> {
        let start = self.span();
        let global = self.take(Punct::ColonColon);
        let mut segments = Vec::new();
        loop {
            let name = match self.is_word(Keyword::Operator) || self.is(Punct::Tilde) {
                true => self.special_name()?,
                false => self.ident("a name")?,
            };
            let qualified = global || !segments.is_empty();
            let kind = match qualified {
                true => self.scopes.find_inner(&name.text),
                false => self.scopes.find(&name.text),
            };
            let opens = self.is(Punct::Lt) && self.look_args(self.at, kind).is_some();
            let args = if opens {
                Some(self.template_args()?)
            } else {
                None
            };
            segments.push(Segment { name, args });
            let goes_on = self.is(Punct::ColonColon)
                && (matches!(
                    self.kind_ahead(1),
                    LexKind::Ident | LexKind::Keyword(Keyword::Template | Keyword::Operator)
                ) || self.is_ahead(1, Punct::Tilde) && self.kind_ahead(2) == LexKind::Ident);
            if !goes_on {
                break;
            }
            self.bump();
            self.take_word(Keyword::Template);
        }
        Ok(Path {
            global,
            segments,
            span: self.since(start),
        })
    }

    /// `operator+` or `~S` where a name can stand, as one name.
    pub(super) fn special_name(&mut self) -> Parsed<Ident> {
        let start = self.span();
        if self.take(Punct::Tilde) {
            let name = self.ident("a name")?;
            return Ok(Ident {
                text: format!("~{}", name.text).into(),
                span: self.since(start),
            });
        }
        let text: Text = match self.operator_name()? {
            FunctionName::Operator(op, _) => format!("operator{op}").into(),
            FunctionName::Conversion(ty, _) => {
                format!("operator {}", crate::ast::print::type_name(&ty)).into()
            }
            _ => "operator".into(),
        };
        Ok(Ident {
            text,
            span: self.since(start),
        })
    }

    /// `<…>`
    pub(super) fn template_args(&mut self) -> Parsed<Vec<TemplateArg>> {
        let open = self.expect(Punct::Lt)?;
        self.nested(|p| {
            let outer = std::mem::replace(&mut p.angle_ends, true);
            let mut longest = 0;
            let mut args = Vec::new();
            let mut result = Ok(());
            while !matches!(
                p.kind(),
                LexKind::Punct(Punct::Gt | Punct::GtGt | Punct::GtGtGt) | LexKind::End
            ) {
                match p.sibling(&mut longest, |p| p.template_arg()) {
                    Ok(arg) => args.push(arg),
                    Err(Broken) => result = Err(Broken),
                }
                if result.is_err() || !p.take(Punct::Comma) {
                    break;
                }
            }
            p.chain += longest;
            p.angle_ends = outer;
            result?;
            if !p.take_angle() {
                let message = format!("expected `>`, found {}", p.found());
                let diag =
                    Diag::error(Code::Unclosed, p.span(), message).label(open, "to close this");
                return Err(p.say(diag));
            }
            Ok(args)
        })
    }

    fn template_arg(&mut self) -> Parsed<TemplateArg> {
        let call = matches!(self.kind(), LexKind::Keyword(word) if word.is_type())
            && self.is_ahead(1, Punct::LParen)
            && !self.is_function_type(self.at + 1);
        if self.begins_type() && !call && !self.is_value_of_type() {
            let ty = self.type_name()?;
            return Ok(TemplateArg::Type(self.opt_expanded(ty)));
        }
        let mut value = self.conditional()?;
        if self.take(Punct::Ellipsis) {
            let span = value.span.to(self.before());
            let kind = ExprKind::Expand(Box::new(value));
            value = Expr { kind, span };
        }
        Ok(TemplateArg::Expr(value))
    }

    /// Whether the `(` at this index begins the parameters of a function's type rather than a value.
    fn is_function_type(&self, open: usize) -> bool {
        let first = self.token_at(open + 1).kind;
        self.token_at(open).kind == LexKind::Punct(Punct::LParen)
            && (matches!(
                first,
                LexKind::Punct(Punct::RParen | Punct::Star | Punct::Amp | Punct::Ellipsis)
            ) || self.begins_type_at(open + 1))
    }

    /// The type, or with `...` after it its expansion.
    pub(super) fn opt_expanded(&mut self, ty: TypeExpr) -> TypeExpr {
        if !self.take(Punct::Ellipsis) {
            return ty;
        }
        let span = ty.span.to(self.before());
        TypeExpr {
            kind: TypeKind::Expand(Box::new(ty)),
            cv: Cv::default(),
            span,
        }
    }

    /// `T::value` or `T{}` in a template argument, where `T` is a type.
    fn is_value_of_type(&self) -> bool {
        let angles = |at: usize| match self.token_at(at).kind {
            LexKind::Punct(Punct::Lt) => 1,
            LexKind::Punct(Punct::Gt) => -1,
            LexKind::Punct(Punct::GtGt) => -2,
            LexKind::Punct(Punct::GtGtGt) => -3,
            _ => 0,
        };
        self.look_path(self.at).is_some_and(|look| {
            // Of `>>` the second may close what is around: nothing follows the type then.
            let whole = (self.at..look.end).map(angles).sum::<i32>() >= 0;
            let opens = matches!(
                self.token_at(look.end).kind,
                LexKind::Punct(Punct::LParen | Punct::LBrace)
            );
            whole && opens && (!self.is_function_type(look.end) || self.goes_on(look.end))
        })
    }

    /// Whether an operator follows the `()` at this index, which then makes a value.
    fn goes_on(&self, open: usize) -> bool {
        let punct = |by: usize| match self.token_at(open + by).kind {
            LexKind::Punct(punct) => Some(punct),
            _ => None,
        };
        let ends = |by: usize| matches!(punct(by), Some(Punct::Comma | Punct::Gt | Punct::GtGt));
        punct(1) == Some(Punct::RParen)
            && match punct(2) {
                Some(Punct::AmpAmp) => !ends(3),
                Some(Punct::PipePipe | Punct::EqEq | Punct::Question) => true,
                _ => false,
            }
    }

    /// The fundamental type that the words name together.
    fn fundamental(&mut self, words: &Words) -> Option<TypeExpr> {
        let span = words.span?;
        let builtin = words.resolve();
        if builtin.is_none() {
            let said = self.source.slice(span).to_string();
            self.error(
                Code::BadDeclaration,
                span,
                format!("`{said}` is not a type"),
            );
        }
        let kind = builtin.map_or(TypeKind::Error, TypeKind::Builtin);
        Some(TypeExpr {
            kind,
            cv: Cv::default(),
            span,
        })
    }

    /// An array length or similar that could not be read.
    pub(super) fn error_expr(&self, span: Span) -> Expr {
        Expr {
            kind: ExprKind::Error,
            span,
        }
    }
}

impl Words {
    fn is_empty(&self) -> bool {
        self.span.is_none()
    }

    fn add(&mut self, word: Keyword, span: Span) {
        self.span = Some(self.span.map_or(span, |all| all.to(span)));
        let count = match word {
            Keyword::Signed => &mut self.signed,
            Keyword::Unsigned => &mut self.unsigned,
            Keyword::Short => &mut self.short,
            Keyword::Long => &mut self.long,
            base => {
                self.doubled |= self.base.replace(base).is_some();
                return;
            }
        };
        *count = count.saturating_add(1);
    }

    fn resolve(&self) -> Option<Builtin> {
        if self.doubled || self.signed > 1 || self.unsigned > 1 || self.signed + self.unsigned > 1 {
            return None;
        }
        let signs = self.signed + self.unsigned;
        let pick = |signed, unsigned| if self.unsigned > 0 { unsigned } else { signed };
        let found = match (self.base, self.short, self.long) {
            (None | Some(Keyword::Int), 0, 0) => pick(Builtin::Int, Builtin::UInt),
            (None | Some(Keyword::Int), 1, 0) => pick(Builtin::Short, Builtin::UShort),
            (None | Some(Keyword::Int), 0, 1) => pick(Builtin::Long, Builtin::ULong),
            (None | Some(Keyword::Int), 0, 2) => pick(Builtin::LongLong, Builtin::ULongLong),
            (Some(Keyword::Char), 0, 0) if self.signed > 0 => Builtin::SChar,
            (Some(Keyword::Char), 0, 0) => pick(Builtin::Char, Builtin::UChar),
            (Some(Keyword::Int128), 0, 0) => pick(Builtin::Int128, Builtin::UInt128),
            (Some(Keyword::Double), 0, 1) if signs == 0 => Builtin::LongDouble,
            (Some(base), 0, 0) if signs == 0 => unsigned_less(base)?,
            _ => return None,
        };
        Some(found)
    }
}

/// The types that take no adjective.
fn unsigned_less(base: Keyword) -> Option<Builtin> {
    Some(match base {
        Keyword::Void => Builtin::Void,
        Keyword::Bool => Builtin::Bool,
        Keyword::Float => Builtin::Float,
        Keyword::Double => Builtin::Double,
        Keyword::WChar => Builtin::WChar,
        Keyword::Char8 => Builtin::Char8,
        Keyword::Char16 => Builtin::Char16,
        Keyword::Char32 => Builtin::Char32,
        Keyword::Int128T => Builtin::Int128,
        Keyword::UInt128T => Builtin::UInt128,
        _ => return None,
    })
}

/// Whether a keyword may stand among specifiers.
fn begins_specifier(word: Keyword) -> bool {
    word.is_type()
        || plain_specifier(word).is_some()
        || matches!(
            word,
            Keyword::Const
                | Keyword::Volatile
                | Keyword::Struct
                | Keyword::Class
                | Keyword::Union
                | Keyword::Enum
                | Keyword::Typename
        )
}

fn plain_specifier(word: Keyword) -> Option<SpecifierKind> {
    Some(match word {
        Keyword::Global => SpecifierKind::Global,
        Keyword::Device => SpecifierKind::Device,
        Keyword::Host => SpecifierKind::Host,
        Keyword::Shared => SpecifierKind::Shared,
        Keyword::Constant => SpecifierKind::Constant,
        Keyword::Managed => SpecifierKind::Managed,
        Keyword::GridConstant => SpecifierKind::GridConstant,
        Keyword::Extern => SpecifierKind::Extern,
        Keyword::Static => SpecifierKind::Static,
        Keyword::Inline | Keyword::InlineU | Keyword::InlineV => SpecifierKind::Inline,
        Keyword::ForceInline | Keyword::ForceInlineV => SpecifierKind::ForceInline,
        Keyword::NoInline => SpecifierKind::NoInline,
        Keyword::Constexpr | Keyword::Consteval | Keyword::Constinit => SpecifierKind::Constexpr,
        Keyword::Register | Keyword::ThreadLocal => SpecifierKind::Ignored,
        Keyword::Mutable => SpecifierKind::Mutable,
        Keyword::Explicit => SpecifierKind::Explicit,
        Keyword::Friend => SpecifierKind::Friend,
        Keyword::Virtual => SpecifierKind::Virtual,
        _ => return None,
    })
}
