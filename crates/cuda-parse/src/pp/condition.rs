//! The condition of `#if`: tokens in, whether it holds out.
//!
//! Rules: `defined` and `__has_include` are answered first, then macros are expanded, then names that are left
//! are 0; arithmetic is 64 bits wide and wraps, unsigned where an operand is. What cannot be evaluated is said
//! once, and the condition does not hold.

use std::sync::Arc;

use super::{PpToken, Preprocessor, headers};
use crate::parse::literal;
use cuda_source::diag::{Code, Diag};
use cuda_source::source::Span;
use cuda_source::token::{Kind, Punct};

/// What NVIDIA's `crt/host_defines.h` makes macros of, without the underscores around them.
const QUALIFIERS: [&str; 12] = [
    "align",
    "cluster_dims",
    "constant",
    "device",
    "forceinline",
    "global",
    "grid_constant",
    "host",
    "launch_bounds",
    "managed",
    "noinline",
    "shared",
];

/// How deep a condition may nest.
const MAX_DEPTH: usize = 100;

/// A value of the preprocessor: 64 bits, and whether they are unsigned.
#[derive(Clone, Copy)]
struct Value {
    bits: i64,
    unsigned: bool,
}

impl Value {
    fn truth(holds: bool) -> Value {
        Value {
            bits: i64::from(holds),
            unsigned: false,
        }
    }

    fn is_true(self) -> bool {
        self.bits != 0
    }
}

/// Why a condition cannot be evaluated, and where.
struct Fault(Span, String);

impl Preprocessor<'_> {
    /// Whether the condition of an `#if` holds; `at` is the directive's word.
    pub(super) fn holds(&mut self, line: &[PpToken], at: Span) -> bool {
        let answered = self.answer_defined(line);
        let tokens = self.expand(answered, 0);
        let mut reader = Reader {
            tokens: &tokens,
            at: 0,
            depth: 0,
            end: at.after(),
        };
        let value = reader
            .conditional(true)
            .and_then(|value| match reader.peek() {
                None => Ok(value),
                Some(rest) => Err(Fault(
                    rest.span,
                    format!("`{}` was not expected here", rest.text),
                )),
            });
        match value {
            Ok(value) => value.is_true(),
            Err(Fault(span, message)) => {
                self.diags
                    .push(Diag::error(Code::BadCondition, span, message));
                false
            }
        }
    }

    /// Replaces `defined X`, `defined(X)` and `__has_include(…)` by 0 or 1.
    fn answer_defined(&self, line: &[PpToken]) -> Vec<PpToken> {
        let mut out = Vec::with_capacity(line.len());
        let mut at = 0;
        while at < line.len() {
            let token = &line[at];
            let rest = &line[at + 1..];
            let answer = if token.is_name("defined") {
                self.defined(rest)
            } else if token.is_name("__has_include") {
                self.has_include(rest)
            } else {
                None
            };
            match answer {
                Some((holds, taken)) => {
                    let text = Arc::from(if holds { "1" } else { "0" });
                    out.push(PpToken {
                        kind: Kind::Number,
                        text,
                        ..token.clone()
                    });
                    at += 1 + taken;
                }
                None => {
                    out.push(token.clone());
                    at += 1;
                }
            }
        }
        out
    }

    /// Whether a name is a macro: also where it is one in NVIDIA's headers and a word of the language here.
    pub(super) fn is_defined(&self, name: &str) -> bool {
        let word = name
            .strip_prefix("__")
            .and_then(|rest| rest.strip_suffix("__"));
        self.macros.contains_key(name) || word.is_some_and(|word| QUALIFIERS.contains(&word))
    }

    fn defined(&self, rest: &[PpToken]) -> Option<(bool, usize)> {
        match rest {
            [name, ..] if name.kind == Kind::Ident => Some((self.is_defined(&name.text), 1)),
            [open, name, close, ..]
                if open.is(Punct::LParen)
                    && name.kind == Kind::Ident
                    && close.is(Punct::RParen) =>
            {
                Some((self.is_defined(&name.text), 3))
            }
            _ => None,
        }
    }

    fn has_include(&self, rest: &[PpToken]) -> Option<(bool, usize)> {
        let close = rest.iter().position(|token| token.is(Punct::RParen))?;
        let inside = Span::new(rest.first()?.span.end, rest[close].span.start);
        let name = self
            .source
            .slice(inside)
            .trim()
            .trim_matches(['<', '>', '"']);
        Some((
            matches!(headers::find(name), Some(headers::Header::Known(_))),
            close + 1,
        ))
    }
}

/// Reads the tokens of one condition.
struct Reader<'t> {
    tokens: &'t [PpToken],
    at: usize,
    depth: usize,
    end: Span,
}

impl Reader<'_> {
    fn peek(&self) -> Option<&PpToken> {
        self.tokens.get(self.at)
    }

    fn take(&mut self, punct: Punct) -> bool {
        let found = self.peek().is_some_and(|token| token.is(punct));
        self.at += usize::from(found);
        found
    }

    fn here(&self) -> Span {
        let last = self
            .tokens
            .last()
            .map_or(self.end, |token| token.span.after());
        self.peek().map_or(last, |token| token.span)
    }

    fn fault<T>(&self, message: &str) -> Result<T, Fault> {
        Err(Fault(self.here(), message.to_string()))
    }

    /// `live` is false in a part whose value is not used, where a division by zero is no fault.
    fn conditional(&mut self, live: bool) -> Result<Value, Fault> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return self.fault("the condition is nested too deeply");
        }
        let condition = self.binary(0, live)?;
        let value = if self.take(Punct::Question) {
            let first = self.conditional(live && condition.is_true())?;
            if !self.take(Punct::Colon) {
                return self.fault("expected `:` of the `?`");
            }
            let second = self.conditional(live && !condition.is_true())?;
            let chosen = if condition.is_true() { first } else { second };
            Value {
                bits: chosen.bits,
                unsigned: first.unsigned || second.unsigned,
            }
        } else {
            condition
        };
        self.depth -= 1;
        Ok(value)
    }

    fn binary(&mut self, least: u8, live: bool) -> Result<Value, Fault> {
        let mut left = self.unary(live)?;
        while let Some(Kind::Punct(op)) = self.peek().map(|token| token.kind)
            && let Some(level) = precedence(op)
            && level >= least
        {
            let span = self.here();
            self.at += 1;
            let live = match op {
                Punct::AmpAmp => live && left.is_true(),
                Punct::PipePipe => live && !left.is_true(),
                _ => live,
            };
            let right = self.binary(level + 1, live)?;
            left = apply(op, left, right, live)
                .ok_or_else(|| Fault(span, "division by zero in a condition".to_string()))?;
        }
        Ok(left)
    }

    fn unary(&mut self, live: bool) -> Result<Value, Fault> {
        let mut prefixes = Vec::new();
        while let Some(Kind::Punct(op)) = self.peek().map(|token| token.kind)
            && matches!(op, Punct::Bang | Punct::Minus | Punct::Plus | Punct::Tilde)
        {
            prefixes.push(op);
            self.at += 1;
        }
        let mut value = self.primary(live)?;
        for op in prefixes.into_iter().rev() {
            value = match op {
                Punct::Bang => Value::truth(!value.is_true()),
                Punct::Minus => Value {
                    bits: value.bits.wrapping_neg(),
                    ..value
                },
                Punct::Tilde => Value {
                    bits: !value.bits,
                    ..value
                },
                _ => value,
            };
        }
        Ok(value)
    }

    fn primary(&mut self, live: bool) -> Result<Value, Fault> {
        if self.take(Punct::LParen) {
            let value = self.conditional(live)?;
            if !self.take(Punct::RParen) {
                return self.fault("expected `)`");
            }
            return Ok(value);
        }
        let Some(token) = self.peek() else {
            return self.fault("a condition is missing here");
        };
        let value = match token.kind {
            Kind::Ident if &*token.text == "true" => Value::truth(true),
            Kind::Ident => Value::truth(false),
            Kind::Number => match literal::number(&token.text) {
                Ok(literal::Number::Int(int)) => Value {
                    bits: int.value as i64,
                    unsigned: int.unsigned || int.value >> 63 == 1,
                },
                _ => return self.fault("a condition takes integers only"),
            },
            Kind::Char => match literal::character(&token.text) {
                Ok((code, _)) => Value {
                    bits: i64::from(code),
                    unsigned: false,
                },
                Err(_) => return self.fault("this character literal is not well formed"),
            },
            _ => {
                let message = format!("`{}` was not expected in a condition", token.text);
                return Err(Fault(token.span, message));
            }
        };
        self.at += 1;
        Ok(value)
    }
}

fn precedence(op: Punct) -> Option<u8> {
    Some(match op {
        Punct::PipePipe => 1,
        Punct::AmpAmp => 2,
        Punct::Pipe => 3,
        Punct::Caret => 4,
        Punct::Amp => 5,
        Punct::EqEq | Punct::BangEq => 6,
        Punct::Lt | Punct::Gt | Punct::LtEq | Punct::GtEq => 7,
        Punct::LtLt | Punct::GtGt => 8,
        Punct::Plus | Punct::Minus => 9,
        Punct::Star | Punct::Slash | Punct::Percent => 10,
        _ => return None,
    })
}

/// One binary operation; nothing for a division by zero whose value is used.
fn apply(op: Punct, a: Value, b: Value, live: bool) -> Option<Value> {
    let unsigned = a.unsigned || b.unsigned;
    let (x, y) = (a.bits, b.bits);
    let (ux, uy) = (x as u64, y as u64);
    let number = |bits: i64| Value { bits, unsigned };
    let ordered = if unsigned { ux.cmp(&uy) } else { x.cmp(&y) };
    Some(match op {
        Punct::PipePipe => Value::truth(a.is_true() || b.is_true()),
        Punct::AmpAmp => Value::truth(a.is_true() && b.is_true()),
        Punct::Pipe => number(x | y),
        Punct::Caret => number(x ^ y),
        Punct::Amp => number(x & y),
        Punct::EqEq => Value::truth(x == y),
        Punct::BangEq => Value::truth(x != y),
        Punct::Lt => Value::truth(ordered.is_lt()),
        Punct::Gt => Value::truth(ordered.is_gt()),
        Punct::LtEq => Value::truth(ordered.is_le()),
        Punct::GtEq => Value::truth(ordered.is_ge()),
        Punct::LtLt => Value {
            bits: x.wrapping_shl(y as u32),
            ..a
        },
        Punct::GtGt if a.unsigned => Value {
            bits: ux.wrapping_shr(y as u32) as i64,
            ..a
        },
        Punct::GtGt => Value {
            bits: x.wrapping_shr(y as u32),
            ..a
        },
        Punct::Plus => number(x.wrapping_add(y)),
        Punct::Minus => number(x.wrapping_sub(y)),
        Punct::Star => number(x.wrapping_mul(y)),
        _ if y == 0 => return (!live).then_some(number(0)),
        Punct::Slash if unsigned => number((ux / uy) as i64),
        Punct::Slash => number(x.wrapping_div(y)),
        _ if unsigned => number((ux % uy) as i64),
        _ => number(x.wrapping_rem(y)),
    })
}
