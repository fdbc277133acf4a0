//! Comparisons with `= default`: what a class's `==` and `<=>` do is written out, base by base and member by member.
//!
//! Rules: it is done where the class ends, as only there all members are known; the text is made into tokens and read like any
//! other, at the place of the operator. `operator<=>` brings an `operator==` of the same kind. Names with a blank in them are
//! names that no program has.
//! Next: `record.rs`, which asks; `include/compare` for what an order is.

use std::sync::Arc;

use super::Parser;
use crate::ast::{
    Base, Builtin, Cv, Expr, ExprKind, Function, FunctionBody, FunctionName, Ident, ItemKind,
    Member, Path, Segment, Specifier, SpecifierKind, TypeExpr, TypeKind, specifier,
};
use crate::lex;
use crate::source::Span;
use crate::token::{Keyword, Kind, LexKind, Lexeme};

/// What is compared: its text with `@` where the object stands, and how many indices it takes.
type Compared = Vec<(String, usize)>;

/// A piece of text that is a name although it has a blank in it.
const NAMES: [&str; 4] = ["the left", "the right", "the order", "so far"];

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
                _ => "~the left~",
            };
            let text = match &*op {
                "==" => equality(&compared, left),
                "<=>" => order(&compared, left),
                "!=" => format!("{{ return !({left} == ~the right~); }}"),
                _ => format!("{{ return ({left} <=> ~the right~) {op} 0; }}"),
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
                "the order" => super::scopes::NameKind::Type,
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
        1 => &["the right"],
        _ => &["the left", "the right"],
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
    let mut other = compared.replace('@', "~the right~");
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
            what.replace('@', "~the right~") + &first,
        );
        kinds.push(format!("decltype({l} <=> {r})"));
        steps += &format!(
            "{loops}{{ ~the order~ ~so far~ = {a} <=> {b}; if (~so far~ != 0) return ~so far~; }} "
        );
    }
    let kinds = kinds.join(", ");
    format!(
        "{{ using ~the order~ = ::std::common_comparison_category_t<{kinds}>; {steps}return ~the order~::__same(); }}"
    )
}

/// The tokens of a text; what stands between `~` is one name.
fn lexemes(text: &str, span: Span) -> Vec<Lexeme> {
    let mut out = Vec::new();
    for (n, piece) in text.split('~').enumerate() {
        if n % 2 == 1 {
            let text = Arc::from(piece);
            let kind = LexKind::Ident;
            out.push(Lexeme { kind, text, span });
            continue;
        }
        let mut at = 0;
        for token in lex::tokens(piece) {
            let text = &piece[at..at + token.len as usize];
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
    }
    out
}
