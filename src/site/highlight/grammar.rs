//! Languages that have no lexer of ours, by syntect's grammars: slow, so what it gives is kept.

use std::sync::LazyLock;

use syntect::parsing::{ParseState, Scope, ScopeStack, SyntaxReference, SyntaxSet};

use super::escape;
use super::shade::{Painter, Shade};

static SYNTAXES: LazyLock<SyntaxSet> = LazyLock::new(SyntaxSet::load_defaults_newlines);

/// The grammar of a language, when there is one.
pub(super) fn of(language: &str) -> Option<&'static SyntaxReference> {
    let token = match language {
        "" | "text" | "txt" | "plain" => return None,
        other => other,
    };
    SYNTAXES.find_syntax_by_token(token)
}

/// The lines of a text as HTML.
pub(super) fn lines(syntax: &SyntaxReference, text: &str) -> Vec<String> {
    let mut state = ParseState::new(syntax);
    let mut stack = ScopeStack::new();
    let mut lines = Vec::new();
    for line in text.lines() {
        let with_end = format!("{line}\n");
        let Ok(ops) = state.parse_line(&with_end, &SYNTAXES) else {
            lines.push(escape(line));
            continue;
        };
        let mut painter = Painter::default();
        let mut from = 0;
        for (at, op) in ops {
            painter.push(
                line.get(from..at.min(line.len())).unwrap_or(""),
                shade_of(&stack),
            );
            from = at.min(line.len());
            if stack.apply(&op).is_err() {
                break;
            }
        }
        painter.push(line.get(from..).unwrap_or(""), shade_of(&stack));
        lines.push(painter.finish());
    }
    lines
}

static RULES: LazyLock<Vec<(Scope, Option<Shade>)>> = LazyLock::new(|| {
    let table: [(&str, Option<Shade>); 23] = [
        ("comment", Some(Shade::Comment)),
        ("string", Some(Shade::Text)),
        ("constant.character", Some(Shade::Text)),
        ("constant.numeric", Some(Shade::Number)),
        ("constant.language", Some(Shade::Number)),
        ("constant.other", Some(Shade::Number)),
        ("keyword.operator.word", Some(Shade::Keyword)),
        ("keyword.operator", Some(Shade::Operator)),
        ("keyword.control.import", Some(Shade::Directive)),
        ("keyword", Some(Shade::Keyword)),
        ("storage.type.numeric", Some(Shade::Type)),
        ("storage", Some(Shade::Keyword)),
        ("entity.name.function", Some(Shade::Function)),
        ("entity.name.tag", Some(Shade::Keyword)),
        ("entity.name", Some(Shade::Type)),
        ("entity.other.attribute-name", Some(Shade::Function)),
        ("support.function", Some(Shade::Builtin)),
        ("support.macro", Some(Shade::Builtin)),
        ("support.type", Some(Shade::Type)),
        ("variable.function", Some(Shade::Function)),
        ("variable.annotation", Some(Shade::Directive)),
        ("markup.inserted", Some(Shade::Text)),
        ("markup.deleted", Some(Shade::Keyword)),
    ];
    table
        .into_iter()
        .filter_map(|(name, shade)| Some((Scope::new(name).ok()?, shade)))
        .collect()
});

/// The innermost scope that has a rule decides.
fn shade_of(stack: &ScopeStack) -> Option<Shade> {
    stack.as_slice().iter().rev().find_map(|scope| {
        RULES
            .iter()
            .find(|(prefix, _)| prefix.is_prefix_of(*scope))
            .and_then(|(_, shade)| *shade)
    })
}
