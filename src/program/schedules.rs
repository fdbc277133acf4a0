//! `course run --schedules N`: the same program in other orders of blocks and warps.
//!
//! A run's outcome and a way to repeat it under a seed go in; the first seed under which anything that a caller can see
//! differs comes out. The rule: status, output and tensors are compared, bit for bit; what a program says of time or its
//! input it must say itself, since every repetition reads an empty standard input.

use crate::exit::Failure;

/// What a caller can see of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seen {
    /// The program's exit status.
    pub status: i32,
    /// Its standard output.
    pub output: Vec<u8>,
    /// Name and bytes of each tensor.
    pub tensors: Vec<(String, Vec<u8>)>,
}

/// What came of the repetitions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Schedules {
    /// How many were made.
    pub runs: u32,
    /// The first seed that gave something else, and what.
    pub differs: Option<(u64, String)>,
}

/// Repeats a run under the seeds that follow its own, until one differs.
///
/// # Errors
/// What a repetition fails by.
pub fn compare(
    (seed, count): (u64, u32),
    mut again: impl FnMut(u64) -> Result<Seen, Failure>,
) -> Result<Schedules, Failure> {
    let first = again(seed)?;
    for k in 1..=count {
        let other = seed.wrapping_add(u64::from(k));
        if let Some(what) = difference(&first, &again(other)?) {
            return Ok(Schedules {
                runs: k,
                differs: Some((other, what)),
            });
        }
    }
    Ok(Schedules {
        runs: count,
        differs: None,
    })
}

fn difference(first: &Seen, other: &Seen) -> Option<String> {
    if first.status != other.status {
        return Some(format!(
            "the exit status is {}, not {}",
            other.status, first.status
        ));
    }
    for ((name, a), (_, b)) in first.tensors.iter().zip(&other.tensors) {
        if let Some(at) = a.iter().zip(b).position(|(a, b)| a != b) {
            return Some(format!("`{name}` differs at byte {at}"));
        }
    }
    if first.output == other.output {
        return None;
    }
    let lines = |text: &[u8]| -> Vec<String> {
        let text = String::from_utf8_lossy(text);
        text.lines().map(str::to_owned).collect()
    };
    let (a, b) = (lines(&first.output), lines(&other.output));
    let at = (0..a.len().max(b.len())).find(|i| a.get(*i) != b.get(*i))?;
    let shown = |lines: &[String]| match lines.get(at) {
        Some(line) => format!("`{line}`"),
        None => "missing".to_owned(),
    };
    Some(format!(
        "line {} of the output is {}, not {}",
        at + 1,
        shown(&b),
        shown(&a)
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(output: &str) -> Seen {
        Seen {
            status: 0,
            output: output.as_bytes().to_vec(),
            tensors: Vec::new(),
        }
    }

    #[test]
    fn the_first_seed_that_differs_is_told_with_the_line() {
        let again = |seed| Ok(seen(if seed < 7 { "a\nb\n" } else { "a\nc\n" }));
        let said = compare((5, 4), again).unwrap();
        assert_eq!(said.runs, 2);
        let differs = (7, "line 2 of the output is `c`, not `b`".to_owned());
        assert_eq!(said.differs, Some(differs));
    }

    #[test]
    fn what_is_always_the_same_differs_nowhere() {
        let said = compare((0, 3), |_| Ok(seen("x\n"))).unwrap();
        assert_eq!((said.runs, said.differs), (3, None));
    }
}
