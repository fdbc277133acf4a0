//! What a buffer holds before a launch: a word or numbers come in, bytes go out.
//!
//! The rule: the same launch has the same numbers everywhere, random ones among them; they are drawn from the buffer's name.

use lab::{Seed, Seeded};

use crate::element::{Element, Number, Written};

/// What a buffer holds.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Fill {
    /// As after `cudaMemset`.
    Zeros,
    /// 1 in every number.
    Ones,
    /// 0, 1, 2 and so on.
    Iota,
    /// In [-1, 1), or 0 to 9 where numbers are whole.
    Random,
    /// Nothing, as after `cudaMalloc`.
    Unwritten,
    /// These, again and again.
    Listed(Vec<Written>),
}

impl Fill {
    /// The words for them.
    pub(super) const NAMES: [&str; 5] = ["zeros", "ones", "iota", "random", "unwritten"];

    /// By its word.
    pub(super) fn named(word: &str) -> Option<Fill> {
        Some(match word {
            "zeros" => Fill::Zeros,
            "ones" => Fill::Ones,
            "iota" => Fill::Iota,
            "random" => Fill::Random,
            "unwritten" => Fill::Unwritten,
            _ => return None,
        })
    }

    /// The bytes of so many elements of a buffer of this name; none where nothing is written.
    ///
    /// # Errors
    /// A sentence: which number the elements do not hold.
    pub(super) fn bytes(
        &self,
        (element, length): (&Element, usize),
        name: &str,
    ) -> Result<Option<Vec<u8>>, String> {
        if *self == Fill::Unwritten {
            return Ok(None);
        }
        let mut out = vec![0; element.bytes * length];
        let mut source = self.source(element, name)?;
        if *self != Fill::Zeros {
            for (bytes, k) in out.chunks_exact_mut(element.bytes).zip(0..) {
                for ((at, number), j) in element.numbers.iter().zip(0..) {
                    let n = k * element.numbers.len() as u64 + j;
                    let bits = source.next(*number, n).to_le_bytes();
                    let size = number.bytes();
                    if let Some(to) = bytes.get_mut(*at..*at + size) {
                        to.copy_from_slice(&bits[..size]);
                    }
                }
            }
        }
        Ok(Some(out))
    }

    fn source(&self, element: &Element, name: &str) -> Result<Source<'_>, String> {
        match self {
            Fill::Zeros | Fill::Unwritten => Ok(Source::One(Written::Whole(0))),
            Fill::Ones => Ok(Source::One(Written::Whole(1))),
            Fill::Iota => Ok(Source::Counted),
            Fill::Random => Ok(Source::Drawn(Seed::of(name).numbers(0))),
            Fill::Listed(listed) => {
                let kinds = &element.numbers;
                // Each number meets each kind that its turn comes to.
                let turns = listed.len() * kinds.len();
                let pairs = kinds.iter().cycle().zip(listed.iter().cycle()).take(turns);
                let misfit = |((_, number), value): &(&(usize, Number), &Written)| {
                    number.bits(**value).is_none()
                };
                if let Some(((_, number), value)) = pairs.into_iter().find(misfit) {
                    return Err(format!(
                        "`{name}` is filled with {}, which its elements, `{}`, do not hold.",
                        shown(*value),
                        number.name()
                    ));
                }
                Ok(Source::Listed(listed))
            }
        }
    }
}

/// A number as it is written.
pub(super) fn shown(value: Written) -> String {
    match value {
        Written::Whole(n) => n.to_string(),
        Written::Real(x) => format!("{x:?}"),
    }
}

/// Where numbers come from.
enum Source<'f> {
    One(Written),
    Counted,
    Drawn(Seeded),
    Listed(&'f [Written]),
}

impl Source<'_> {
    /// The bits of the `n`-th number, which is of this kind.
    fn next(&mut self, number: Number, n: u64) -> u64 {
        match self {
            Source::One(value) => number.bits(*value).unwrap_or_default(),
            Source::Counted => number.counted(n),
            Source::Drawn(seeded) if number.is_real() => {
                let value = Written::Real(seeded.unit().into());
                number.bits(value).unwrap_or_default()
            }
            Source::Drawn(seeded) => number.counted(seeded.below(10)),
            Source::Listed(listed) => {
                let at = n as usize % listed.len().max(1);
                let value = listed.get(at).copied().unwrap_or(Written::Whole(0));
                number.bits(value).unwrap_or_default()
            }
        }
    }
}
