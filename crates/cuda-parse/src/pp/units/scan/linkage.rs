//! Which texts a declaration is the same in: its shape in, its linkage out.
//!
//! Rule: as C++ has it, and for variables of the device as NVIDIA's compiler has it without `-rdc`: each text its own.

use super::{Linkage, Scan, Shape};
use cuda_source::token::{Keyword, LexKind, Punct, is_known_type};

impl Scan<'_> {
    pub(super) fn linkage(&self, shape: &Shape, variable: bool) -> Linkage {
        use Keyword::*;
        let has = |words: &[Keyword]| {
            words
                .iter()
                .any(|word| shape.head.iter().any(|at| self.is_word(*at, *word)))
        };
        let declares_more = || {
            shape
                .brace
                .is_some_and(|brace| !self.is(self.behind(brace), Punct::Semi))
        };
        if has(&[Typedef]) {
            return Linkage::Shared;
        }
        if has(&[Static]) {
            return Linkage::Internal;
        }
        if shape.is_template || has(&[Inline, InlineU, InlineV, ForceInline, ForceInlineV]) {
            return Linkage::Shared;
        }
        match self.tag(shape) {
            Some(_) if declares_more() => return Linkage::External,
            Some(_) => return Linkage::Shared,
            None => {}
        }
        if has(&[Extern]) {
            return Linkage::External;
        }
        if !variable {
            return match has(&[Constexpr, Consteval]) {
                true => Linkage::Shared,
                false => Linkage::External,
            };
        }
        match () {
            () if self.is_constant(shape) => Linkage::Internal,
            () if has(&[Device, Constant, Managed]) => Linkage::Device,
            () => Linkage::External,
        }
    }

    /// Whether a variable is `const` itself, not only what it points to.
    fn is_constant(&self, shape: &Shape) -> bool {
        let at = |kind: LexKind| shape.head.iter().rposition(|at| self.kind(*at) == kind);
        let word = |word| at(LexKind::Keyword(word));
        if word(Keyword::Volatile).is_some() || at(LexKind::Punct(Punct::Amp)).is_some() {
            return false;
        }
        let constant = word(Keyword::Const).max(word(Keyword::ConstU));
        word(Keyword::Constexpr).is_some()
            || self.pointed(shape).is_none()
                && constant.is_some()
                && constant > at(LexKind::Punct(Punct::Star))
    }

    /// Whether a variable is a constant of a type that does nothing when it is made.
    pub(super) fn is_plain_constant(&self, shape: &Shape) -> bool {
        let plain = |at: &usize| match self.kind(*at) {
            LexKind::Keyword(word) => word.is_type(),
            LexKind::Ident => is_known_type(&self.lexemes[*at].text, true),
            _ => false,
        };
        let from = shape.head.first().copied().unwrap_or(shape.end);
        let has = |word| shape.head.iter().any(|at| self.is_word(*at, word));
        self.is_constant(shape)
            && !has(Keyword::Constant)
            && (has(Keyword::Constexpr)
                || shape.head.iter().any(plain)
                    && !(from..shape.end).any(|at| self.is(at, Punct::LParen)))
    }
}
