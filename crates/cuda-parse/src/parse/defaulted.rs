//! Comparisons with `= default`: what a class's `==` and `<=>` do is written out, base by base and member by member.
//!
//! Rules: it is done where the class ends, as only there all members are known; the text is made into tokens and read like any
//! other, at the place of the operator. `operator<=>` brings an `operator==` of the same kind. Its names are such as
//! are reserved for the library.
//! Next: `record.rs`, which asks; `include/compare` for what an order is.

use std::sync::Arc;

use super::Parser;
use crate::ast::{
    Base, Builtin, Cv, Expr, ExprKind, Function, FunctionBody, FunctionName, Ident, ItemKind,
    Member, Path, Segment, Specifier, SpecifierKind, TypeExpr, TypeKind, specifier,
};
use cuda_source::lex;
use cuda_source::source::Span;
use cuda_source::token::{Keyword, Kind, LexKind, Lexeme};

/// What is compared: its text with `@` where the object stands, and how many indices it takes.
type Compared = Vec<(String, usize)>;

/// The names that the text uses; they are the library's to take.
const NAMES: [&str; 4] = ["__left", "__right", "__order", "__before"];

impl Parser<'_> {
    /// Gives the defaulted comparisons of a class their bodies; the closing brace is at hand.
    pub(super) fn write_comparisons(&mut self, bases: &[Base], members: &mut Vec<Member>) {
        if !members.iter().any(|m| defaulted(m).is_some()) {
            return;
        }
        self.add_equality(members);
        let Some(compared) = self.compared(bases, members) else {
            return;
        };
        for member in members.iter_mut().filter(|m| defaulted(m).is_some()) {
            let ItemKind::Function(f) = &mut member.item.kind else {
                continue;
            };
            let FunctionName::Operator(op, span) = f.name.clone() else {
                continue;
            };
            name_parameters(f, span);
            for kind in [SpecifierKind::Host, SpecifierKind::Device] {
                f.specifiers.push(Specifier { kind, span });
            }
            let left = match f.params.len() {
                1 => "(*this)",
                _ => "__left",
            };
            let text = match &*op {
                "==" => equality(&compared, left),
                "<=>" => order(&compared, left),
                "!=" => format!("{{ return !({left} == __right); }}"),
                _ => format!("{{ return ({left} <=> __right) {op} 0; }}"),
            };
            if let Some(block) = self.written_out(&text, span) {
                f.body = block;
            }
        }
    }

    /// `operator<=>` brings `operator==`, unless the class has one.
    fn add_equality(&mut self, members: &mut Vec<Member>) {
        let has = |m: &Member| matches!(&m.item.kind, ItemKind::Function(f) if is(f, "=="));
        if members.iter().any(has) {
            return;
        }
        let order = members.iter().find(|m| defaulted(m) == Some("<=>"));
        let Some(mut member) = order.cloned() else {
            return;
        };
        if let ItemKind::Function(f) = &mut member.item.kind {
            f.name = FunctionName::Operator("==".into(), f.name.span());
            f.result = TypeExpr {
                kind: TypeKind::Builtin(Builtin::Bool),
                cv: Cv::default(),
                span: f.result.span,
            };
        }
        members.push(member);
    }

    /// The bases and members in their order; nothing where they cannot be named.
    fn compared(&self, bases: &[Base], members: &[Member]) -> Option<Compared> {
        let mut all = Vec::new();
        for base in bases {
            if matches!(base.ty.kind, TypeKind::Expand(_)) {
                return None;
            }
            let written = self.text_of(base.ty.span);
            all.push((format!("static_cast<const {written} &>(@)"), 0));
        }
        for member in members {
            match &member.item.kind {
                ItemKind::Variable(v) => {
                    let fixed = specifier(&v.specifiers, &SpecifierKind::Static).is_some();
                    if !fixed && !v.name.text.is_empty() {
                        let (mut ty, mut indices) = (&v.ty, 0);
                        while let TypeKind::Array(of, _) = &ty.kind {
                            (ty, indices) = (of, indices + 1);
                        }
                        all.push((format!("@.{}", v.name.text), indices));
                    }
                }
                ItemKind::Struct(s) if s.name.text.starts_with('<') => return None,
                _ => {}
            }
        }
        Some(all)
    }

    /// The tokens of a place, as text.
    fn text_of(&self, span: Span) -> String {
        let inside = |t: &&Lexeme| t.span.start >= span.start && t.span.end <= span.end;
        let tokens = self.tokens[..self.at].iter().filter(inside);
        let texts: Vec<&str> = tokens.map(|t| &*t.text).collect();
        texts.join(" ")
    }

    /// A body from its text, as if it stood at a place.
    fn written_out(&mut self, text: &str, span: Span) -> Option<FunctionBody> {
        let made = lexemes(text, span);
        let (at, n) = (self.at, made.len());
        self.tokens.splice(at..at, made);
        self.scopes.push();
        for name in NAMES {
            let kind = match name {
                "__order" => super::scopes::NameKind::Type,
                _ => super::scopes::NameKind::Value,
            };
            self.scopes.declare(&name.into(), kind);
        }
        let body = self.body();
        self.scopes.pop(false);
        self.tokens.drain(at..at + n);
        self.at = at;
        body.ok().map(FunctionBody::Block)
    }
}

/// `a <=> b`, which the library answers.
pub(super) fn order_of(left: Expr, right: Expr, at: Span) -> Expr {
    let segment = |text: &str| Segment {
        name: Ident {
            text: text.into(),
            span: at,
        },
        args: None,
    };
    let path = Path {
        global: true,
        segments: vec![segment("std"), segment("__order_of")],
        span: at,
    };
    let span = left.span.to(right.span);
    let callee = Expr {
        kind: ExprKind::Name(path),
        span: at,
    };
    let kind = ExprKind::Call(Box::new(callee), vec![left, right]);
    Expr { kind, span }
}

/// Which comparison with `= default` a member is.
fn defaulted(member: &Member) -> Option<&'static str> {
    let ItemKind::Function(f) = &member.item.kind else {
        return None;
    };
    let ops = ["==", "<=>", "!=", "<", ">", "<=", ">="];
    let op = ops.into_iter().find(|op| is(f, op))?;
    matches!(f.body, FunctionBody::Default).then_some(op)
}

fn is(f: &Function, op: &str) -> bool {
    matches!(&f.name, FunctionName::Operator(text, _) if &**text == op)
}

/// Names that the text can use for the operands.
fn name_parameters(f: &mut Function, span: Span) {
    let names: &[&str] = match f.params.len() {
        1 => &["__right"],
        _ => &["__left", "__right"],
    };
    for (param, name) in f.params.iter_mut().zip(names) {
        let text = (*name).into();
        param.name = Some(Ident { text, span });
    }
}

/// The loops around what has indices, and the places compared.
fn looped(compared: &str, indices: usize, left: &str) -> (String, String, String) {
    let mut loops = String::new();
    let mut place = compared.replace('@', left);
    let mut other = compared.replace('@', "__right");
    for n in 0..indices {
        let i = format!("the_{n}_index");
        loops += &format!(
            "for (unsigned long long {i} = 0; {i} < sizeof({place}) / sizeof({place}[0]); ++{i}) "
        );
        place += &format!("[{i}]");
        other += &format!("[{i}]");
    }
    (loops, place, other)
}

/// The body of `==`.
fn equality(compared: &Compared, left: &str) -> String {
    let mut text = "{ ".to_string();
    for (what, indices) in compared {
        let (loops, a, b) = looped(what, *indices, left);
        text += &format!("{loops}if (!({a} == {b})) return false; ");
    }
    text + "return true; }"
}

/// The body of `<=>`: the first that differs decides.
fn order(compared: &Compared, left: &str) -> String {
    let mut kinds = Vec::new();
    let mut steps = String::new();
    for (what, indices) in compared {
        let (loops, a, b) = looped(what, *indices, left);
        let first = "[0]".repeat(*indices);
        let (l, r) = (
            what.replace('@', left) + &first,
            what.replace('@', "__right") + &first,
        );
        kinds.push(format!("decltype({l} <=> {r})"));
        steps += &format!(
            "{loops}{{ __order __before = {a} <=> {b}; if (__before != 0) return __before; }} "
        );
    }
    let kinds = kinds.join(", ");
    format!(
        "{{ using __order = ::std::common_comparison_category_t<{kinds}>; {steps}return __order::__same(); }}"
    )
}

/// The tokens of a text, all at one place.
fn lexemes(text: &str, span: Span) -> Vec<Lexeme> {
    let (mut out, mut at) = (Vec::new(), 0);
    for token in lex::tokens(text) {
        let text = &text[at..at + token.len as usize];
        at += token.len as usize;
        let kind = match token.kind {
            Kind::Ident => Keyword::of(text).map_or(LexKind::Ident, LexKind::Keyword),
            Kind::Number => LexKind::Number,
            Kind::Punct(punct) => LexKind::Punct(punct),
            _ => continue,
        };
        let text = Arc::from(text);
        out.push(Lexeme { kind, text, span });
    }
    out
}
