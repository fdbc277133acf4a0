//! Structs, classes, unions and enumerations.
//!
//! Rules: a definition goes to [`Parser::defined`] as an item of its own, and what stays behind is its name; the
//! name is known as a type from its first mention, so that a struct can hold pointers to itself.

use std::sync::Arc;

use super::decl::{Place, Where};
use super::scopes::NameKind;
use super::{Broken, Parsed, Parser};
use crate::ast::{
    Access, Base, Cv, Enum, Enumerator, Ident, Item, ItemKind, Member, Path, Segment, Specifier,
    SpecifierKind, Struct, StructKeyword, TAG, TemplateArg, Text, TypeExpr, TypeKind,
};
use cuda_source::diag::{Code, Diag};
use cuda_source::source::Span;
use cuda_source::token::{Keyword, LexKind, Punct};

impl Parser<'_> {
    /// `struct S { … }`, `struct S`, `struct { … }`.
    pub(super) fn struct_specifier(&mut self) -> Parsed<TypeExpr> {
        let (templated, aliased) = (self.follows(Punct::Gt), self.follows(Punct::Eq));
        let start = self.span();
        let keyword = match self.kind() {
            LexKind::Keyword(Keyword::Class) => StructKeyword::Class,
            LexKind::Keyword(Keyword::Union) => StructKeyword::Union,
            _ => StructKeyword::Struct,
        };
        self.bump();
        let mut specifiers = Vec::new();
        while self.attribute(&mut specifiers)? {}
        let named = matches!(
            self.kind(),
            LexKind::Ident | LexKind::Punct(Punct::ColonColon)
        );
        let (qualifier, name) = match self.opt_outer_name()? {
            Some(named) => named,
            None => (None, self.unnamed_as("struct", start)),
        };
        let at = Where {
            place: Place::File,
            templated,
        };
        let known = self.scopes.find(&name.text);
        let heard = qualifier.is_some() || known.is_some();
        // `struct node *node` hides the struct's name, which `struct node` means all the same.
        let hides = known == Some(NameKind::Value) && !self.is(Punct::LBrace);
        if qualifier.is_none() && !hides {
            self.declare_name(&name.text, NameKind::Type, at);
        }
        let opens = self.is(Punct::Lt)
            && self
                .look_args(self.at, Some(NameKind::TypeTemplate))
                .is_some();
        let template_args = if opens {
            Some(self.template_args()?)
        } else {
            None
        };
        if self.kind() == LexKind::Ident && &*self.token().text == "final" {
            let kind = SpecifierKind::Final;
            let span = self.bump();
            specifiers.push(Specifier { kind, span });
        }
        let bases = if self.take(Punct::Colon) {
            self.bases(keyword)?
        } else {
            Vec::new()
        };
        let mut members = None;
        if self.is(Punct::LBrace) {
            if let Some(packed) = self.pack_at(self.at) {
                specifiers.push(packed);
            }
            members = Some(self.members(keyword, &name, &bases)?);
            while self.is_word(Keyword::Attribute) && self.attribute(&mut specifiers)? {}
        } else if !named {
            return Err(self.expected("the name of a struct, or `{`"));
        }
        let span = self.since(start);
        let alone = self.is(Punct::Semi) && !aliased;
        let mut referred = (qualifier.clone(), name.clone());
        if hides && qualifier.is_none() && template_args.is_none() {
            referred.1.text = format!("{TAG}{}", name.text).into();
        }
        if members.is_none() && !alone && !heard && named {
            self.mentioned.push(name.clone());
        }
        // `struct Hidden *p;` declares the struct too, which may be defined nowhere.
        let hidden = !heard && named && !templated;
        if members.is_some() || alone || hidden {
            let defines = members.is_some() || alone;
            let args = template_args.clone();
            let made = Struct {
                keyword,
                name,
                qualifier,
                specifiers,
                template_args: args,
                bases,
                members,
            };
            let item = Item {
                kind: ItemKind::Struct(Box::new(made)),
                span,
            };
            match defines {
                true => self.defined.push(item),
                false => self.heard.push(item),
            }
        }
        Ok(named_type(referred, template_args, span))
    }

    /// The name after `struct`, and what qualifies it.
    fn opt_outer_name(&mut self) -> Parsed<Option<(Option<Text>, Ident)>> {
        let start = self.span();
        if self.is(Punct::ColonColon) {
            self.bump();
        }
        let Some(mut name) = self.opt_ident() else {
            return Ok(None);
        };
        let mut qualifier: Option<Text> = None;
        while self.is(Punct::ColonColon) && self.kind_ahead(1) == LexKind::Ident {
            self.bump();
            qualifier = Some(match qualifier {
                Some(outer) => format!("{outer}::{}", name.text).into(),
                None => name.text.clone(),
            });
            name = self.ident("a name")?;
        }
        if qualifier.is_some() {
            name.span = self.since(start);
        }
        Ok(Some((qualifier, name)))
    }

    fn bases(&mut self, keyword: StructKeyword) -> Parsed<Vec<Base>> {
        let mut bases = Vec::new();
        loop {
            let (mut is_virtual, mut access) = (false, usual_access(keyword));
            while let LexKind::Keyword(word) = self.kind() {
                match word {
                    Keyword::Public => access = Access::Public,
                    Keyword::Protected => access = Access::Protected,
                    Keyword::Private => access = Access::Private,
                    Keyword::Virtual => is_virtual = true,
                    _ => break,
                }
                self.bump();
            }
            let base = self.type_name()?;
            bases.push(Base {
                ty: self.opt_expanded(base),
                access,
                is_virtual,
            });
            if !self.take(Punct::Comma) {
                return Ok(bases);
            }
        }
    }

    fn members(
        &mut self,
        keyword: StructKeyword,
        name: &Ident,
        bases: &[Base],
    ) -> Parsed<Vec<Member>> {
        let open = self.bump();
        let outer = std::mem::take(&mut self.defined);
        let complained = self.complained;
        self.open_members(bases);
        let result = self.nested(|p| {
            let mut members = Vec::new();
            let mut access = usual_access(keyword);
            while !p.is(Punct::RBrace) && !p.is_end() && !p.begins_kernel() {
                let from = p.at;
                p.member(name, &mut access, &mut members);
                p.must_advance(from);
            }
            p.write_comparisons(bases, &mut members);
            Ok(members)
        });
        self.scopes.pop_members(&name.text);
        self.defined = outer;
        self.complained |= complained;
        self.close_brace(open);
        result
    }

    fn begins_kernel(&self) -> bool {
        self.is_word(Keyword::Global)
    }

    fn member(&mut self, name: &Ident, access: &mut Access, members: &mut Vec<Member>) {
        let label = match self.kind() {
            LexKind::Keyword(Keyword::Public) => Some(Access::Public),
            LexKind::Keyword(Keyword::Protected) => Some(Access::Protected),
            LexKind::Keyword(Keyword::Private) => Some(Access::Private),
            _ => None,
        };
        if let Some(label) = label
            && self.is_ahead(1, Punct::Colon)
        {
            *access = label;
            self.bump();
            self.bump();
            return;
        }
        self.complained = false;
        self.chain = 0;
        let at = Where {
            place: Place::Struct(&name.text),
            templated: false,
        };
        match self.declaration(at) {
            Ok(items) => {
                let access = *access;
                members.extend(items.into_iter().map(|item| Member { access, item }));
            }
            Err(Broken) => self.skip_statement(),
        }
    }

    /// `enum E { A, B = 2 }`, `enum class E : int { … }`.
    pub(super) fn enum_specifier(&mut self) -> Parsed<TypeExpr> {
        let start = self.bump();
        let scoped = self.take_word(Keyword::Class) || self.take_word(Keyword::Struct);
        let mut ignored = Vec::new();
        while self.attribute(&mut ignored)? {}
        if self.is(Punct::ColonColon) || self.is_ahead(1, Punct::ColonColon) {
            return self.named_type(); // one that is somewhere else: `enum N::E e;`
        }
        let unnamed = self.kind() != LexKind::Ident;
        let name = match self.opt_ident() {
            Some(name) => name,
            None => self.unnamed_as("enum", start),
        };
        let known = self.scopes.find(&name.text);
        let hides = known == Some(NameKind::Value) && self.kind() == LexKind::Ident;
        if !hides {
            self.scopes.declare(&name.text, NameKind::Type);
        }
        let mut underlying = None;
        if self.take(Punct::Colon) {
            underlying = self.specs()?.ty;
        }
        let mut values = None;
        if self.is(Punct::LBrace) {
            let open = self.bump();
            values = Some(self.list(open, Punct::RBrace, Self::enumerator)?);
        } else if unnamed {
            return Err(self.expected("the name of an enum, or `{`"));
        }
        if !scoped && let Some(values) = &values {
            for value in values {
                self.scopes.declare(&value.name.text, NameKind::Value);
            }
        }
        let span = self.since(start);
        let mut referred = name.clone();
        if hides {
            referred.text = format!("{TAG}{}", name.text).into();
        }
        if values.is_some() || self.is(Punct::Semi) {
            let made = Enum {
                name,
                unnamed,
                scoped,
                underlying,
                values,
            };
            self.defined.push(Item {
                kind: ItemKind::Enum(Box::new(made)),
                span,
            });
        }
        Ok(named_type((None, referred), None, span))
    }

    fn enumerator(&mut self) -> Parsed<Enumerator> {
        let name = self.ident("a name")?;
        // `[[deprecated]]` and its kin say nothing here.
        self.skip_attributes();
        let value = match self.take(Punct::Eq) {
            true => Some(self.conditional()?),
            false => None,
        };
        if self.is(Punct::Semi) {
            let span = self.span();
            let message = "the names of an enum stand between commas";
            self.say(Diag::error(Code::Expected, span, message).fix(span, ","));
            let at = self.at;
            self.tokens[at].kind = LexKind::Punct(Punct::Comma);
        }
        Ok(Enumerator { name, value })
    }

    /// A name that no program can write.
    fn unnamed_as(&mut self, what: &str, span: Span) -> Ident {
        self.unnamed += 1;
        Ident {
            text: Arc::from(format!("<unnamed {what} {}>", self.unnamed)),
            span,
        }
    }
}

/// Who may use a member, or what a base brings, where nothing is written.
fn usual_access(keyword: StructKeyword) -> Access {
    match keyword {
        StructKeyword::Class => Access::Private,
        StructKeyword::Struct | StructKeyword::Union => Access::Public,
    }
}

fn named_type(
    (qualifier, name): (Option<Text>, Ident),
    args: Option<Vec<TemplateArg>>,
    span: Span,
) -> TypeExpr {
    let at = name.span;
    let outer = qualifier.iter().flat_map(|q| q.split("::"));
    let mut segments: Vec<Segment> = outer
        .map(|text| Segment {
            name: Ident {
                text: text.into(),
                span: at,
            },
            args: None,
        })
        .collect();
    segments.push(Segment { name, args });
    let path = Path {
        global: false,
        segments,
        span: at,
    };
    TypeExpr {
        kind: TypeKind::Named(path),
        cv: Cv::default(),
        span,
    }
}
