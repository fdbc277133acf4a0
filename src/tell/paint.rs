//! Text and a role come in, the text with or without terminal colour comes out.
//! Colour only on a terminal, unless asked otherwise; `NO_COLOR` is honoured.
//!
//! The rule: a colour is a mark until the text is written (`shown.rs`). So a sequence of the terminal that stands in a
//! text, because somebody wrote it there, is told from ours and is shown, not obeyed.

use std::io::IsTerminal;

use crate::cli::ColourWhen;

/// What a piece of text is, so that only this file knows colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// A pass, a thing done.
    Good,
    /// A failure.
    Bad,
    /// Neither: not measured, in progress, a warning.
    Middling,
    /// Help, places, hints.
    Note,
    /// Titles and names.
    Strong,
    /// What can be skipped.
    Dim,
}

/// Whether to colour, decided once a stream.
#[derive(Clone, Copy, Debug)]
pub struct Paint {
    colour: bool,
}

impl Paint {
    /// For standard output.
    pub fn stdout(when: ColourWhen) -> Paint {
        Paint::decide(when, std::io::stdout().is_terminal())
    }

    /// For standard error.
    pub fn stderr(when: ColourWhen) -> Paint {
        Paint::decide(when, std::io::stderr().is_terminal())
    }

    fn decide(when: ColourWhen, terminal: bool) -> Paint {
        let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        let colour = match when {
            ColourWhen::Always => true,
            ColourWhen::Never => false,
            ColourWhen::Auto => {
                terminal
                    && !set("NO_COLOR")
                    && std::env::var_os("TERM").is_none_or(|term| term != "dumb")
            }
        };
        Paint { colour }
    }

    /// Never colours.
    pub fn plain() -> Paint {
        Paint { colour: false }
    }

    /// Whether colour is on.
    pub fn is_on(self) -> bool {
        self.colour
    }

    /// `text` in the colour of `role`, or as it is.
    pub fn on(self, role: Role, text: &str) -> String {
        if !self.colour {
            return text.to_owned();
        }
        let mark = match role {
            Role::Good => '\u{fdd0}',
            Role::Bad => '\u{fdd1}',
            Role::Middling => '\u{fdd2}',
            Role::Note => '\u{fdd3}',
            Role::Strong => '\u{fdd4}',
            Role::Dim => '\u{fdd5}',
        };
        format!("{mark}{text}{END}")
    }
}

/// The end of a colour.
const END: char = '\u{fdd6}';
/// An empty screen.
pub const CLEAR: &str = "\u{fdd7}";

/// What a mark of ours is for a terminal. They are numbers that Unicode keeps free of characters.
pub(super) fn sequence(mark: char) -> Option<&'static str> {
    Some(match mark {
        '\u{fdd0}' => "\x1b[32m",
        '\u{fdd1}' => "\x1b[1;31m",
        '\u{fdd2}' => "\x1b[33m",
        '\u{fdd3}' => "\x1b[36m",
        '\u{fdd4}' => "\x1b[1m",
        '\u{fdd5}' => "\x1b[2m",
        '\u{fdd6}' => "\x1b[0m",
        '\u{fdd7}' => "\x1b[2J\x1b[H",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_adds_nothing() {
        assert_eq!(Paint::plain().on(Role::Bad, "fail"), "fail");
        let good = Paint::decide(ColourWhen::Always, false).on(Role::Good, "x");
        assert_eq!(super::super::shown::shown(&good), "\x1b[32mx\x1b[0m");
    }
}
