//! `#ifdef __CUDA_ARCH__` among a function's statements: what the device's compiler keeps, what the host's does, and both in the text.
//!
//! NVIDIA's compiler goes through a text twice, once for each side, and only the device has that macro. Here one pass serves both: where the
//! sides keep different statements, both stand in the text, behind `if constexpr (__simt_on_device)`, and the checker takes each
//! for its side. Rule: only whole statements in a function of the program's; anywhere else the device's branch alone is kept, with a warning where the
//! host's compiler would keep another.

use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use super::{Macro, PpToken, Preprocessor};
use crate::ast::Text;
use cuda_source::diag::{Code, Diag};
use cuda_source::source::Span;
use cuda_source::token::{Keyword, LexKind, Lexeme, Punct};

/// What only the device's compiler defines.
const ARCH: &str = "__CUDA_ARCH__";

/// The name of the condition that holds on the device.
pub(crate) const ON_DEVICE: &str = "__simt_on_device";

/// A conditional that the sides decide differently.
pub(super) struct Sides {
    /// Where it begins.
    opened: Span,
    /// How many lexemes came before it.
    start: usize,
    /// Whether the branch at hand is the device's, and whether it is the host's.
    now: (bool, bool),
    /// Whether the host has had its branch.
    pub(super) host_settled: bool,
    device: Vec<Lexeme>,
    host: Vec<Lexeme>,
    /// The macros before a branch of the host's alone.
    before: Option<HashMap<Text, Rc<Macro>>>,
}

/// What the host's compiler would keep of a conditional of which the device's branches alone are kept.
pub(super) struct Host {
    /// Whether it has had its branch; so too where it gets what it keeps.
    pub settled: bool,
    /// Whether it would keep the branch at hand.
    pub here: bool,
}

impl Preprocessor<'_> {
    /// For a conditional that asks for the side, among a function's statements, of which the device keeps what it begins with or not: what to
    /// remember of it.
    pub(super) fn sides(
        &mut self,
        (name, rest): (&PpToken, &[PpToken]),
        opened: Span,
        holds: bool,
    ) -> Option<Box<Sides>> {
        let asks = rest.iter().any(|token| token.is_name(ARCH));
        let for_one = |one: &super::Conditional| {
            let now = one.sides.as_ref().map(|sides| sides.now);
            now.is_some_and(|(device, host)| device != host)
        };
        if !asks
            || self.file.is_system()
            || !self.macros.contains_key(ARCH)
            || self.conditionals.iter().any(for_one)
            || !self.among_statements()
        {
            return None;
        }
        let on_host = self.holds_on_host(name, rest);
        let mut sides = Sides {
            opened,
            start: self.out.len(),
            now: (false, false),
            host_settled: on_host,
            device: Vec::new(),
            host: Vec::new(),
            before: None,
        };
        self.enter_branch(&mut sides, (holds, on_host));
        Some(Box::new(sides))
    }

    /// Whether a condition holds where the host's compiler asks; what is wrong with it has been said.
    pub(super) fn holds_on_host(&mut self, name: &PpToken, rest: &[PpToken]) -> bool {
        let said = self.diags.len();
        let arch = self.macros.remove(ARCH);
        let holds = self.condition(name, rest);
        if let Some(arch) = arch {
            self.macros.insert(ARCH.into(), arch);
        }
        self.diags.truncate(said);
        holds
    }

    /// Whether the host's compiler would keep a branch, of a conditional of which the device's branch alone is kept; says so if that is another.
    pub(super) fn asks_host(
        &mut self,
        (name, rest): (&PpToken, &[PpToken]),
        holds: bool,
        at: Span,
    ) -> bool {
        let asks = rest.iter().any(|token| token.is_name(ARCH));
        let elsewhere = |one: &super::Conditional| match &one.sides {
            Some(sides) => !sides.now.1,
            None => !one.host.here,
        };
        let needless = holds && !asks || self.file.is_system() || !self.macros.contains_key(ARCH);
        if needless || self.conditionals.iter().any(elsewhere) {
            return true;
        }
        let on_host = self.holds_on_host(name, rest);
        if on_host && !holds {
            self.leaves_host_out(at);
        }
        on_host
    }

    /// The same of a further branch of the conditional at hand.
    pub(super) fn asks_host_again(&mut self, asked: (&PpToken, &[PpToken]), holds: bool) {
        let Some(mut open) = self.conditionals.pop() else {
            return;
        };
        open.host.here = !open.host.settled && self.asks_host(asked, holds, asked.0.span);
        open.host.settled |= open.host.here;
        self.conditionals.push(open);
    }

    /// Tells that the host's text is left out.
    pub(super) fn leaves_host_out(&mut self, at: Span) {
        let message =
            "host code gets the device's text of this conditional, not what stands here for it";
        let help = "let whole statements in a function differ, or give the two sides functions of their own: `__host__` and `__device__`";
        let diag = Diag::warning(Code::SidesDiffer, at, message);
        self.diags.push(diag.help(help));
    }

    /// Goes on to another branch of the conditional at hand, which the device keeps or not; `asks` says whether the host does.
    pub(super) fn next_branch(&mut self, holds: bool, asks: impl FnOnce(&mut Self) -> bool) {
        let Some(mut open) = self.conditionals.pop() else {
            return;
        };
        open.active = holds;
        open.settled |= holds;
        if let Some(sides) = &mut open.sides {
            let on_host = !sides.host_settled && asks(self);
            sides.host_settled |= on_host;
            self.enter_branch(sides, (holds, on_host));
            open.active |= on_host;
        }
        self.conditionals.push(open);
    }

    /// Begins a branch that the device keeps, the host, both or none.
    pub(super) fn enter_branch(&mut self, sides: &mut Sides, now: (bool, bool)) {
        sides.now = now;
        if now == (false, true) {
            sides.before = Some(self.macros.clone());
            self.macros.remove(ARCH);
        }
    }

    /// Ends the branch at hand of the innermost conditional: what follows is asked with the macros that the device has.
    pub(super) fn leave_sides(&mut self) {
        if let Some(mut open) = self.conditionals.pop() {
            if let Some(sides) = &mut open.sides {
                self.leave_branch(sides);
            }
            self.conditionals.push(open);
        }
    }

    /// Ends a branch: what it has put out is kept for its sides.
    fn leave_branch(&mut self, sides: &mut Sides) {
        let made = self.out.split_off(sides.start.min(self.out.len()));
        if sides.now.1 {
            sides.host.extend(made.iter().cloned());
        }
        if sides.now.0 {
            sides.device.extend(made);
        }
        if let Some(before) = sides.before.take() {
            self.macros = before;
        }
        sides.now = (false, false);
    }

    /// Ends the conditional: puts out what the sides keep.
    pub(super) fn join_sides(&mut self, mut sides: Sides) {
        self.leave_branch(&mut sides);
        let texts = |list: &[Lexeme]| list.iter().map(|one| one.text.clone()).collect::<Vec<_>>();
        let same = texts(&sides.device) == texts(&sides.host);
        if same || !are_statements(&sides.device) || !are_statements(&sides.host) {
            if !same && !sides.host.is_empty() {
                self.leaves_host_out(sides.opened);
            }
            return self.out.extend(sides.device);
        }
        let put = |out: &mut Vec<Lexeme>, kind: LexKind, text: &str| {
            out.push(Lexeme {
                kind,
                text: Arc::from(text),
                span: sides.opened,
            });
        };
        let out = &mut self.out;
        put(out, LexKind::Keyword(Keyword::If), "if");
        put(out, LexKind::Keyword(Keyword::Constexpr), "constexpr");
        put(out, LexKind::Punct(Punct::LParen), "(");
        put(out, LexKind::Ident, ON_DEVICE);
        put(out, LexKind::Punct(Punct::RParen), ")");
        put(out, LexKind::Punct(Punct::LBrace), "{");
        out.extend(sides.device);
        put(out, LexKind::Punct(Punct::RBrace), "}");
        put(out, LexKind::Keyword(Keyword::Else), "else");
        put(out, LexKind::Punct(Punct::LBrace), "{");
        out.extend(sides.host);
        put(out, LexKind::Punct(Punct::RBrace), "}");
    }

    /// Whether a statement may begin here, in the body of a function.
    fn among_statements(&self) -> bool {
        let begins = self.out.last().is_some_and(|last| match last.kind {
            LexKind::Punct(punct) => matches!(
                punct,
                Punct::Semi | Punct::LBrace | Punct::RBrace | Punct::RParen | Punct::Colon
            ),
            LexKind::Keyword(word) => matches!(word, Keyword::Else | Keyword::Do),
            _ => false,
        });
        if !begins {
            return false;
        }
        let mut depth = 0usize;
        let mut at = self.out.len();
        while at > 0 {
            at -= 1;
            match self.out[at].kind {
                LexKind::Punct(Punct::RBrace) => depth += 1,
                LexKind::Punct(Punct::LBrace) if depth > 0 => depth -= 1,
                LexKind::Punct(Punct::LBrace) => {
                    let before = at.checked_sub(1).map(|at| self.out[at].kind);
                    match before {
                        // A block among statements, or the braces of something else among declarations.
                        Some(LexKind::Punct(
                            Punct::Semi | Punct::LBrace | Punct::RBrace | Punct::Colon,
                        )) => {}
                        _ => return begins_body(before),
                    }
                }
                _ => {}
            }
        }
        false
    }
}

/// Whether a brace behind this is that of a function, or of a statement in one.
fn begins_body(before: Option<LexKind>) -> bool {
    match before {
        Some(LexKind::Punct(punct)) => punct == Punct::RParen,
        Some(LexKind::Keyword(word)) => matches!(
            word,
            Keyword::Const
                | Keyword::Noexcept
                | Keyword::Else
                | Keyword::Do
                | Keyword::Try
                | Keyword::Mutable
        ),
        _ => false,
    }
}

/// Whether lexemes are whole statements, one after the other.
fn are_statements(list: &[Lexeme]) -> bool {
    let (Some(first), Some(last)) = (list.first(), list.last()) else {
        return true;
    };
    let begins = match first.kind {
        LexKind::Keyword(word) => word != Keyword::Else,
        LexKind::Punct(punct) => matches!(
            punct,
            Punct::LBrace
                | Punct::LParen
                | Punct::Star
                | Punct::PlusPlus
                | Punct::MinusMinus
                | Punct::ColonColon
                | Punct::Semi
        ),
        _ => true,
    };
    let ends = matches!(last.kind, LexKind::Punct(Punct::Semi | Punct::RBrace));
    let mut depth = 0i32;
    for lexeme in list {
        match lexeme.kind {
            LexKind::Punct(Punct::LBrace | Punct::LParen | Punct::LBracket) => depth += 1,
            LexKind::Punct(Punct::RBrace | Punct::RParen | Punct::RBracket) => depth -= 1,
            // Of a `switch` around.
            LexKind::Keyword(Keyword::Case | Keyword::Default) if depth == 0 => return false,
            _ => {}
        }
        if depth < 0 {
            return false;
        }
    }
    begins && ends && depth == 0
}
