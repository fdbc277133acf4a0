//! Declarations: functions, variables, namespaces, aliases, assertions.
//!
//! Rules: one declaration yields a list of items, since it may declare several things; the names it declares are
//! in scope from their declarators on; a broken item is skipped and the next one read.
//! Next: `template.rs` for templates, `record.rs` for structs and enums, `stmt.rs` for bodies.

use super::declarator::{DeclName, Declared, Naming};
use super::names::MAX_LOOK;
use super::scopes::NameKind;
use super::specifiers::Specs;
use super::{Broken, Parsed, Parser, literal};
use crate::ast::{
    Binding, Builtin, Cv, Function, FunctionBody, FunctionName, Ident, Init, Item, ItemKind,
    MemberInit, Specifier, SpecifierKind, Struct, StructKeyword, Template, Text, TypeExpr,
    TypeKind, Variable, specifier,
};
use cuda_source::diag::{Code, Diag};
use cuda_source::source::Span;
use cuda_source::token::{Keyword, LexKind, Punct};

/// Where a declaration stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place<'t> {
    /// At file or namespace scope.
    File,
    /// In a block.
    Block,
    /// In the struct of that name.
    Struct(&'t Text),
}

/// Where a declaration stands, and whether it is a template's.
#[derive(Clone, Copy)]
pub(super) struct Where<'t> {
    pub(super) place: Place<'t>,
    pub(super) templated: bool,
}

impl Parser<'_> {
    /// The whole file.
    pub(super) fn unit(&mut self) -> Vec<Item> {
        let mut items = Vec::new();
        while !self.is_end() {
            let from = self.at;
            self.items_of(&mut items);
            if self.is(Punct::RBrace) && !self.is_end() {
                self.complained = false;
                let span = self.bump();
                self.error(Code::Unclosed, span, "this `}` closes nothing");
            }
            self.must_advance(from);
        }
        items
    }

    /// Items up to a `}` or the end of the file.
    fn items_of(&mut self, items: &mut Vec<Item>) {
        while !self.is_end() && !self.is(Punct::RBrace) {
            let from = self.at;
            self.complained = false;
            self.unclosed = false;
            self.chain = 0;
            let made = self.item();
            items.append(&mut self.heard);
            match made {
                Ok(some) => items.extend(some),
                Err(Broken) => {
                    self.defined.clear();
                    self.skip_item();
                }
            }
            self.must_advance(from);
        }
    }

    /// One item at file or namespace scope.
    fn item(&mut self) -> Parsed<Vec<Item>> {
        match self.kind() {
            LexKind::Unroll => {
                self.stray_unroll();
                Ok(Vec::new())
            }
            LexKind::Punct(Punct::Percent) if self.is_ahead(1, Punct::Percent) => {
                Err(self.notebook_line())
            }
            LexKind::Keyword(word) if self.is_misplaced_statement(word) => {
                let message = format!("`{}` cannot stand outside a function", word.as_str());
                Err(self.error(Code::Expected, self.span(), message))
            }
            _ => self.declaration(Where {
                place: Place::File,
                templated: false,
            }),
        }
    }

    fn is_misplaced_statement(&self, word: Keyword) -> bool {
        matches!(
            word,
            Keyword::If
                | Keyword::Else
                | Keyword::For
                | Keyword::While
                | Keyword::Do
                | Keyword::Switch
                | Keyword::Return
                | Keyword::Break
                | Keyword::Continue
                | Keyword::Case
        )
    }

    /// One declaration, to its `;` or `}`.
    pub(super) fn declaration(&mut self, at: Where<'_>) -> Parsed<Vec<Item>> {
        self.nested(|p| p.declaration_here(at))
    }

    fn declaration_here(&mut self, at: Where<'_>) -> Parsed<Vec<Item>> {
        let start = self.span();
        let kind = match self.kind() {
            LexKind::Punct(Punct::Semi) => {
                self.bump();
                return Ok(Vec::new());
            }
            LexKind::Keyword(Keyword::Template) => return self.template(at.place),
            LexKind::Keyword(Keyword::Using) => return self.using_with_types(at),
            LexKind::Keyword(Keyword::StaticAssert | Keyword::StaticAssertU) => {
                self.static_assert()?
            }
            LexKind::Keyword(Keyword::Namespace) => self.namespace()?,
            LexKind::Keyword(Keyword::Inline)
                if self.kind_ahead(1) == LexKind::Keyword(Keyword::Namespace) =>
            {
                return self.inline_namespace();
            }
            LexKind::Keyword(Keyword::Extern)
                if self.kind_ahead(1) == LexKind::Str && self.is_ahead(2, Punct::LBrace) =>
            {
                self.linkage()
            }
            LexKind::Keyword(Keyword::Concept) => self.concept(at)?,
            LexKind::Keyword(Keyword::Asm | Keyword::AsmU | Keyword::AsmV) => {
                self.skip_item();
                ItemKind::Unmodelled("`asm` outside a function")
            }
            LexKind::Keyword(Keyword::Extern)
                if self.kind_ahead(1) == LexKind::Keyword(Keyword::Template) =>
            {
                self.bump();
                return self.template(at.place);
            }
            LexKind::Keyword(Keyword::Auto | Keyword::Const | Keyword::Static) => {
                match self.opt_structured_binding()? {
                    Some(mut made) => {
                        made.variable.init = self.opt_initialiser()?;
                        made.variable.span = self.since(start);
                        self.semicolon("this declaration")?;
                        ItemKind::Binding(Box::new(made))
                    }
                    None => return self.simple_declaration(at),
                }
            }
            _ if at.place == Place::File && self.begins_guide() => return self.guide(at),
            _ => return self.simple_declaration(at),
        };
        Ok(vec![Item {
            kind,
            span: self.since(start),
        }])
    }

    // ------------------------------------------------------------------------- variables and functions

    fn simple_declaration(&mut self, at: Where<'_>) -> Parsed<Vec<Item>> {
        let start = self.span();
        let outer = std::mem::take(&mut self.defined);
        let mut items = Vec::new();
        let specs = self.specs();
        items.append(&mut self.defined);
        self.defined = outer;
        let specs = specs?;
        let ignored = |one: &Specifier| one.kind == SpecifierKind::Ignored;
        if specs.ty.is_none() && self.is(Punct::Semi) && specs.specifiers.iter().all(ignored) {
            self.bump(); // an attribute alone
            return Ok(items);
        }
        if specs.ty.is_some() && self.is(Punct::Semi) {
            self.bump();
            self.finish_types_alone(&specs, &mut items, start);
            return Ok(items);
        }
        if !items.is_empty() && !self.begins_declarator() {
            self.semicolon("the `}` of a type")?;
            return Ok(items);
        }
        let ty = specs.ty.clone();
        self.declarators(specs, at, start, &mut items)?;
        if let Some(ty) = ty {
            self.ask_of_variables(&ty, &mut items);
        }
        Ok(items)
    }

    /// `struct S { … };`, `struct S;`, `friend S;`, or a type that declares nothing.
    fn finish_types_alone(&mut self, specs: &Specs, items: &mut Vec<Item>, start: Span) {
        if items.is_empty() {
            if specifier(&specs.specifiers, &SpecifierKind::Friend).is_some() {
                items.extend(befriended(specs));
            } else {
                self.error(
                    Code::BadDeclaration,
                    specs.span,
                    "this declares nothing: a name is missing",
                );
            }
        }
        for item in items.iter_mut() {
            if let ItemKind::Struct(made) = &mut item.kind {
                made.specifiers.extend(specs.specifiers.iter().cloned());
            }
            item.span = item.span.to(self.since(start));
        }
    }

    /// `auto [a, b]`, `const auto &[a, b]`: taken if it is there, its names declared; without the initialiser.
    pub(super) fn opt_structured_binding(&mut self) -> Parsed<Option<Binding>> {
        let mut by = 0;
        while matches!(
            self.kind_ahead(by),
            LexKind::Keyword(Keyword::Const | Keyword::Static | Keyword::Auto)
        ) {
            by += 1;
        }
        by += usize::from(self.is_ahead(by, Punct::Amp) || self.is_ahead(by, Punct::AmpAmp));
        let brackets = self.is_ahead(by, Punct::LBracket)
            && self.kind_ahead(by + 1) == LexKind::Ident
            && matches!(
                self.kind_ahead(by + 2),
                LexKind::Punct(Punct::Comma | Punct::RBracket)
            );
        if by == 0 || !brackets {
            return Ok(None);
        }
        let start = self.span();
        let specs = self.specs()?;
        let Some(ty) = specs.ty else {
            return Err(self.expected("`auto`"));
        };
        let ty = self.prefixes(ty);
        let open = self.expect(Punct::LBracket)?;
        let names = self.list(open, Punct::RBracket, |p| p.ident("a name"))?;
        for name in &names {
            self.scopes.declare(&name.text, NameKind::Value);
        }
        self.unnamed += 1;
        let span = self.since(start);
        let name = Ident {
            text: format!("<unnamed binding {}>", self.unnamed).into(),
            span,
        };
        let variable = Variable {
            specifiers: specs.specifiers,
            ty,
            name,
            qualifier: None,
            template_args: None,
            init: None,
            bits: None,
            span,
        };
        Ok(Some(Binding { variable, names }))
    }

    fn begins_declarator(&self) -> bool {
        match self.kind() {
            LexKind::Ident => !self.on_new_line() || self.is_ahead(1, Punct::Semi),
            LexKind::Punct(Punct::Star | Punct::Amp | Punct::LParen) => true,
            _ => false,
        }
    }

    fn declarators(
        &mut self,
        specs: Specs,
        at: Where<'_>,
        start: Span,
        items: &mut Vec<Item>,
    ) -> Parsed<()> {
        let base = self.base_type(&specs, at)?;
        let parens_init = may_be_initialised(&specs, at);
        loop {
            let declared_at = self.span();
            if matches!(at.place, Place::Struct(_)) && self.is(Punct::Colon) {
                items.push(self.unnamed_bits(&specs, base.clone())?);
                if !self.take(Punct::Comma) {
                    return self.semicolon("this declaration");
                }
                continue;
            }
            let declared = self.declarator(base.clone(), Naming::Named, parens_init)?;
            let declared = self.by_type_name(declared, &specs, at);
            if declared.function.is_some() && specs.typedef.is_none() {
                let defined = self.function(&specs, declared, at, start, items)?;
                if defined {
                    return Ok(());
                }
            } else if specs.typedef.is_some() {
                self.typedef(declared, at, start, items)?;
            } else {
                let span_start = if items.is_empty() { start } else { declared_at };
                let variable = self.variable(&specs, declared, at)?;
                let span = self.since(span_start);
                items.push(Item {
                    kind: ItemKind::Variable(Box::new(variable)),
                    span,
                });
            }
            if !self.take(Punct::Comma) {
                return self.semicolon("this declaration");
            }
        }
    }

    /// `: 3`, a bit field without a name.
    fn unnamed_bits(&mut self, specs: &Specs, ty: TypeExpr) -> Parsed<Item> {
        let span = self.bump();
        let bits = Some(Box::new(self.conditional()?));
        let text: Text = "".into();
        let variable = Variable {
            specifiers: specs.specifiers.clone(),
            ty,
            name: Ident { text, span },
            qualifier: None,
            template_args: None,
            init: None,
            bits,
            span: self.since(span),
        };
        Ok(Item {
            kind: ItemKind::Variable(Box::new(variable)),
            span: self.since(span),
        })
    }

    /// The type before the declarators; that of a constructor, destructor or conversion is `void`.
    fn base_type(&mut self, specs: &Specs, at: Where<'_>) -> Parsed<TypeExpr> {
        if let Some(ty) = &specs.ty {
            if let Place::Struct(name) = at.place
                && let Some(first) = self.constructor_name(ty, name)
            {
                // `S(…)`: the name was read as the type; read it again as the declarator.
                self.at = first;
                return Ok(void_at(ty.span));
            }
            return Ok(ty.clone());
        }
        let special =
            self.is(Punct::Tilde) || self.is_word(Keyword::Operator) || self.is_outer_constructor();
        if special {
            return Ok(void_at(self.span().to(self.span())));
        }
        if self.kind() == LexKind::Ident {
            let name = self.token().text.clone();
            if &*name == "main" && at.place == Place::File && self.is_ahead(1, Punct::LParen) {
                // As C had it, and compilers still take it.
                return Ok(builtin_at(Builtin::Int, self.span()));
            }
            let message = match self.kind_ahead(1) {
                LexKind::Punct(Punct::LParen) if at.place == Place::File => {
                    format!(
                        "`{name}` has no type before it: a call cannot stand outside a function"
                    )
                }
                _ => format!("`{name}` has no type before it"),
            };
            return Err(self.error(Code::BadDeclaration, self.span(), message));
        }
        Err(self.expected("a declaration"))
    }

    /// Where the name before `(` is that of the struct, perhaps with its template arguments as C++ had it until 2020, and so
    /// begins a constructor.
    fn constructor_name(&self, ty: &TypeExpr, name: &Text) -> Option<usize> {
        let TypeKind::Named(path) = &ty.kind else {
            return None;
        };
        let named = path.plain_name() == Some(&**name);
        if !named || !self.is(Punct::LParen) || self.is_grouped_declarator(self.at) {
            return None;
        }
        let mut before = (self.at.saturating_sub(MAX_LOOK)..self.at).rev();
        before.find(|at| {
            let look = self.look_path(*at);
            self.token_at(*at).text == *name && look.is_some_and(|look| look.end == self.at)
        })
    }

    /// `S::S(`, `S<T>::~S(` or `S::operator T(` outside the struct.
    pub(super) fn is_outer_constructor(&self) -> bool {
        let Some(look) = self.look_path(self.at) else {
            return false;
        };
        let punct = |at: usize, punct| self.token_at(at).kind == LexKind::Punct(punct);
        let end = look.end;
        if punct(end, Punct::ColonColon) {
            let next = self.token_at(end + 1).kind;
            return next == LexKind::Punct(Punct::Tilde)
                || next == LexKind::Keyword(Keyword::Operator);
        }
        if !punct(end, Punct::LParen) || end < self.at + 3 || !punct(end - 2, Punct::ColonColon) {
            return false;
        }
        // The name before the last `::`, whose template arguments may stand between.
        let name = &self.token_at(end - 1).text;
        let mut at = end - 3;
        if matches!(
            self.token_at(at).kind,
            LexKind::Punct(Punct::Gt | Punct::GtGt | Punct::GtGtGt)
        ) {
            let Some(open) = (self.at..at).find(|at| punct(*at, Punct::Lt)) else {
                return false;
            };
            at = open.saturating_sub(1);
        }
        self.token_at(at).text == *name
    }

    fn variable(&mut self, specs: &Specs, declared: Declared, at: Where<'_>) -> Parsed<Variable> {
        let (name, qualifier) = self.variable_name(&declared)?;
        let template_args = declared.name.and_then(|name| name.template_args);
        self.declare_name(&name.text, NameKind::Value, at);
        let bits = match matches!(at.place, Place::Struct(_)) && self.take(Punct::Colon) {
            true => Some(Box::new(self.conditional()?)),
            false => None,
        };
        let init = match self.opt_initialiser() {
            Ok(init) => init,
            Err(Broken) => {
                // The name is declared all the same, so that its uses are not errors too.
                self.skip_to_end();
                Some(Init::Equals(self.error_expr(self.since(declared.span))))
            }
        };
        let span = self.since(declared.span);
        let specifiers = specs.specifiers.clone();
        Ok(Variable {
            specifiers,
            ty: declared.ty,
            name,
            qualifier,
            template_args,
            init,
            bits,
            span,
        })
    }

    fn variable_name(&mut self, declared: &Declared) -> Parsed<(Ident, Option<crate::ast::Path>)> {
        match &declared.name {
            Some(DeclName {
                name: FunctionName::Plain(name),
                qualifier,
                ..
            }) => Ok((name.clone(), qualifier.clone())),
            _ => Err(self.error(
                Code::BadDeclaration,
                declared.span,
                "this cannot name a variable",
            )),
        }
    }

    /// `= e`, `(a, b)` or `{a, b}` after a declarator.
    pub(super) fn opt_initialiser(&mut self) -> Parsed<Option<Init>> {
        match self.kind() {
            LexKind::Punct(Punct::Eq) => {
                self.bump();
                Ok(Some(Init::Equals(self.initialiser_clause()?)))
            }
            LexKind::Punct(Punct::LParen) => {
                let open = self.bump();
                let args = self.list(open, Punct::RParen, |p| p.initialiser_clause())?;
                Ok(Some(Init::Parens(args, self.since(open))))
            }
            LexKind::Punct(Punct::LBrace) => Ok(Some(Init::Braces(self.braces()?))),
            _ => Ok(None),
        }
    }

    /// A function; whether it had a body, which ends the declaration.
    pub(super) fn function(
        &mut self,
        specs: &Specs,
        declared: Declared,
        at: Where<'_>,
        start: Span,
        items: &mut Vec<Item>,
    ) -> Parsed<bool> {
        let signature = self.since(start);
        let (Some(named), Some(parts)) = (declared.name, declared.function) else {
            return Err(self.expected("a name to declare"));
        };
        let (mut name, mut template_args) = (named.name, named.template_args);
        if let FunctionName::Plain(plain) = &name {
            let constructs = matches!(at.place, Place::Struct(of) if *of == plain.text)
                || named
                    .qualifier
                    .as_ref()
                    .is_some_and(|path| path.last().name.text == plain.text);
            if constructs {
                template_args = None;
                name = FunctionName::Constructor(plain.clone());
            } else if named.qualifier.is_none() {
                self.declare_name(&plain.text, NameKind::Value, at);
            }
        }
        let mut specifiers = specs.specifiers.clone();
        specifiers.extend(declared.said);
        specifiers.extend(parts.after);
        let mut function = Function {
            specifiers,
            result: declared.ty,
            name,
            qualifier: named.qualifier,
            template_args,
            params: parts.params,
            variadic: parts.variadic,
            is_const: parts.is_const,
            is_noexcept: parts.is_noexcept,
            requires: parts.requires,
            result_asks: None,
            initialisers: Vec::new(),
            body: FunctionBody::None,
            signature,
        };
        self.ask_of_result(&mut function);
        self.open_body(&function);
        let body = self.function_body(&mut function);
        self.scopes.pop(false);
        self.scopes.pop(false);
        body?;
        let has_body = !matches!(function.body, FunctionBody::None);
        let span = self.since(start);
        let params = self.invented(&mut function.params);
        let mut item = Item {
            kind: ItemKind::Function(Box::new(function)),
            span,
        };
        if !params.is_empty() {
            let template = Template {
                params,
                requires: None,
                item,
                span,
            };
            item = Item {
                kind: ItemKind::Template(Box::new(template)),
                span,
            };
        }
        items.push(item);
        Ok(has_body)
    }

    fn function_body(&mut self, function: &mut Function) -> Parsed<()> {
        if self.is(Punct::Colon) {
            self.bump();
            function.initialisers = self.member_inits()?;
        }
        let plain = !matches!(
            function.name,
            FunctionName::Constructor(_) | FunctionName::Destructor(_)
        );
        if self.is(Punct::LBrace) {
            function.body = FunctionBody::Block(self.body()?);
        } else if plain && self.is_word(Keyword::Try) {
            // `int f() try { … } catch (…) { … }`
            let only = self.sub_statement()?;
            let span = only.span;
            function.body = FunctionBody::Block(crate::ast::Block {
                stmts: vec![only],
                span,
            });
        } else if self.is(Punct::Eq) {
            let start = self.bump();
            function.body = match self.kind() {
                LexKind::Keyword(Keyword::Default) => FunctionBody::Default,
                LexKind::Keyword(Keyword::Delete) => FunctionBody::Delete,
                LexKind::Number if &*self.token().text == "0" => FunctionBody::Pure,
                _ => {
                    return Err(self.error(
                        Code::BadDeclaration,
                        start,
                        "a function takes no `=` here",
                    ));
                }
            };
            self.bump();
            self.semicolon("this declaration")?;
        }
        Ok(())
    }

    fn member_inits(&mut self) -> Parsed<Vec<MemberInit>> {
        let mut out = Vec::new();
        loop {
            let name = self.path()?;
            let open = self.span();
            let braces = self.is(Punct::LBrace);
            let close = if braces { Punct::RBrace } else { Punct::RParen };
            if !braces && !self.is(Punct::LParen) {
                return Err(self.expected("`(` or `{`"));
            }
            self.bump();
            let args = self.list(open, close, |p| p.initialiser_clause())?;
            out.push(MemberInit { name, args, braces });
            if !self.take(Punct::Comma) {
                return Ok(out);
            }
        }
    }

    /// Declares a name; a template's goes around the template's own scope.
    pub(super) fn declare_name(&mut self, name: &Text, kind: NameKind, at: Where<'_>) {
        match (at.templated, kind) {
            (false, _) => self.scopes.declare(name, kind),
            (true, NameKind::Type | NameKind::TypeTemplate) => {
                self.scopes.declare_around(name, NameKind::TypeTemplate);
            }
            (true, _) => self.scopes.declare_around(name, NameKind::Template),
        }
    }

    // ------------------------------------------------------------------------------------------ others

    fn static_assert(&mut self) -> Parsed<ItemKind> {
        self.bump();
        let open = self.expect(Punct::LParen)?;
        let condition = Box::new(self.conditional()?);
        let mut message = None;
        if self.take(Punct::Comma) {
            message = Some(self.text_literal()?);
        }
        self.close(Punct::RParen, open)?;
        self.semicolon("`static_assert(…)`")?;
        Ok(ItemKind::StaticAssert { condition, message })
    }

    /// String literals, joined, as text.
    pub(super) fn text_literal(&mut self) -> Parsed<String> {
        if self.kind() != LexKind::Str {
            return Err(self.expected("a string"));
        }
        let mut bytes = Vec::new();
        while self.kind() == LexKind::Str {
            match literal::string(&self.token().text) {
                Ok(more) => bytes.extend(more),
                Err(bad) => return Err(self.error(bad.code, self.span(), bad.message)),
            }
            self.bump();
        }
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    pub(super) fn namespace(&mut self) -> Parsed<ItemKind> {
        self.bump();
        let mut names = Vec::new();
        let mut ignored = Vec::new();
        while self.attribute(&mut ignored)? {}
        while let Some(name) = {
            self.take_word(Keyword::Inline);
            self.opt_ident()
        } {
            self.scopes.declare(&name.text, NameKind::Namespace);
            names.push(name);
            if !self.take(Punct::ColonColon) {
                break;
            }
        }
        if names.len() == 1 && self.take(Punct::Eq) {
            let target = self.path()?;
            self.semicolon("this alias")?;
            let name = names.remove(0);
            return Ok(ItemKind::NamespaceAlias { name, target });
        }
        let open = self.expect(Punct::LBrace)?;
        let unnamed = names.is_empty();
        if !unnamed {
            self.scopes.push();
        }
        let mut items = Vec::new();
        self.items_of(&mut items);
        if !unnamed {
            let last = names.last().map(|name| name.text.clone());
            self.scopes.pop_namespace(last.as_ref());
        }
        self.close_brace(open);
        let Some(last) = names.pop() else {
            return Ok(ItemKind::Namespace { name: None, items });
        };
        let mut kind = ItemKind::Namespace {
            name: Some(last),
            items,
        };
        for name in names.into_iter().rev() {
            let span = name.span.to(self.before());
            kind = ItemKind::Namespace {
                name: Some(name),
                items: vec![Item { kind, span }],
            };
        }
        Ok(kind)
    }

    /// `extern "C" { … }`
    fn linkage(&mut self) -> ItemKind {
        self.bump();
        self.bump();
        let open = self.bump();
        let mut items = Vec::new();
        self.items_of(&mut items);
        self.close_brace(open);
        ItemKind::Linkage(items)
    }

    /// A `#pragma unroll` that stands before no loop.
    pub(super) fn stray_unroll(&mut self) {
        let span = self.span();
        let message = "`#pragma unroll` stands before no loop and has no effect";
        self.say(Diag::warning(Code::MisplacedPragma, span, message));
        while self.kind() != LexKind::UnrollEnd && !self.is_end() {
            self.bump();
        }
        self.bump();
    }
}

/// Whether `(…)` after a declared name may be an initialiser: not after what only functions have before them.
fn may_be_initialised(specs: &Specs, at: Where<'_>) -> bool {
    let of_function = [
        SpecifierKind::Global,
        SpecifierKind::Device,
        SpecifierKind::Host,
    ]
    .iter()
    .any(|kind| specifier(&specs.specifiers, kind).is_some());
    let is_void = matches!(&specs.ty, Some(ty) if ty.kind == TypeKind::Builtin(Builtin::Void));
    !matches!(at.place, Place::Struct(_)) && !of_function && !is_void
}

/// `void`, standing for the result of what has none.
fn void_at(span: Span) -> TypeExpr {
    builtin_at(Builtin::Void, span)
}

fn builtin_at(which: Builtin, span: Span) -> TypeExpr {
    TypeExpr {
        kind: TypeKind::Builtin(which),
        cv: Cv::default(),
        span,
    }
}

/// `friend S;`, as `friend class S;` declares it.
fn befriended(specs: &Specs) -> Option<Item> {
    let TypeKind::Named(path) = &specs.ty.as_ref()?.kind else {
        return None;
    };
    let made = Struct {
        keyword: StructKeyword::Class,
        name: path.last().name.clone(),
        qualifier: None,
        specifiers: Vec::new(),
        template_args: None,
        bases: Vec::new(),
        members: None,
    };
    Some(Item {
        kind: ItemKind::Struct(Box::new(made)),
        span: specs.span,
    })
}
