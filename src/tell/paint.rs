//! Text and a role come in, the text with or without terminal colour comes out.
//! Colour only on a terminal, unless asked otherwise; `NO_COLOR` is honoured.

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
        let code = match role {
            Role::Good => "32",
            Role::Bad => "1;31",
            Role::Middling => "33",
            Role::Note => "36",
            Role::Strong => "1",
            Role::Dim => "2",
        };
        format!("\x1b[{code}m{text}\x1b[0m")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_adds_nothing() {
        assert_eq!(Paint::plain().on(Role::Bad, "fail"), "fail");
        assert_eq!(
            Paint::decide(ColourWhen::Always, false).on(Role::Good, "x"),
            "\x1b[32mx\x1b[0m"
        );
    }
}
