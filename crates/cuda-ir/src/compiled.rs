//! What a compiler hands on: a text and the code made of it.

use crate::Signature;
use crate::verify::Verified;
use cuda_source::diag::Diag;
use cuda_source::source::Source;

/// A source that compiled: kernels that can be launched, and what the compiler had to remark.
#[derive(Clone, Debug)]
pub struct Compiled {
    source: Source,
    warnings: Vec<Diag>,
    code: Verified,
}

impl Compiled {
    /// A text, the remarks on it, sorted by place, and its code.
    pub fn new(source: Source, warnings: Vec<Diag>, code: Verified) -> Compiled {
        Compiled {
            source,
            warnings,
            code,
        }
    }

    /// Remarks that did not stop the program, sorted by place.
    pub fn warnings(&self) -> &[Diag] {
        &self.warnings
    }

    /// What can be launched, in source order.
    pub fn kernels(&self) -> impl Iterator<Item = &Signature> {
        self.code.kernels.iter().map(|kernel| &kernel.signature)
    }

    /// The kernel of a name (`k`, or `k<256>` for an instance of a template); blanks in it do not count.
    pub fn kernel(&self, name: &str) -> Option<&Signature> {
        let same = |a: &str, b: &str| {
            a.chars()
                .filter(|c| *c != ' ')
                .eq(b.chars().filter(|c| *c != ' '))
        };
        self.kernels().find(|signature| same(&signature.name, name))
    }

    /// The text that was compiled.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// The code that the machine runs.
    pub fn code(&self) -> &Verified {
        &self.code
    }
}
