//! Commands as the reader types them: `course check` where the program was started by its name, `cargo course check` where cargo started it.
//!
//! The rest of the program says `course …` in backticks, and every word of ours passes here on its way out ([`super::out`],
//! [`super::note`], [`super::failure`], the help), so that there is one form and one place that decides it. A learner's own text
//! goes out by [`super::verbatim`].

use std::borrow::Cow;

/// What the reader types to start this program. Cargo says its own path to what it runs.
pub fn program() -> &'static str {
    match std::env::var_os("CARGO") {
        Some(_) => "cargo course",
        None => "course",
    }
}

/// A command as it is typed: of `next --read` comes `course next --read`.
pub fn command(words: &str) -> String {
    format!("{} {words}", program())
}

/// A text with its commands as they are typed.
pub fn typed(text: &str) -> Cow<'_, str> {
    as_program(text, program())
}

fn as_program<'t>(text: &'t str, program: &str) -> Cow<'t, str> {
    match program == "course" || !text.contains("`course ") {
        true => Cow::Borrowed(text),
        false => Cow::Owned(text.replace("`course ", &format!("`{program} "))),
    }
}

/// The definition of the command line with its examples as they are typed.
pub fn help(command: clap::Command) -> clap::Command {
    help_of(command, program())
}

fn help_of(command: clap::Command, program: &str) -> clap::Command {
    if program == "course" {
        return command;
    }
    let examples = |text: &clap::builder::StyledStr| {
        text.to_string()
            .replace("  course ", &format!("  {program} "))
    };
    let argument = |arg: clap::Arg| {
        let said = arg.get_help().map(ToString::to_string);
        let said = said.filter(|said| said.contains("`course "));
        match said {
            Some(said) => arg.help(as_program(&said, program).into_owned()),
            None => arg,
        }
    };
    let command = command.bin_name(program).mut_subcommands(|sub| {
        let sub = match sub.get_after_help().map(examples) {
            Some(shown) => sub.after_help(shown),
            None => sub,
        };
        sub.mut_args(argument)
    });
    command.help_template(crate::cli::page(program))
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn commands_are_said_as_they_are_typed() {
        let text = "`course hint rope v1` helps; of course `course.yaml` does not";
        assert_eq!(as_program(text, "course"), text);
        assert_eq!(
            as_program(text, "cargo course"),
            "`cargo course hint rope v1` helps; of course `course.yaml` does not"
        );
    }

    #[test]
    fn the_help_says_them_too() {
        let shown = |program: &str, of: &[&str]| {
            let mut command = help_of(crate::cli::Cli::command(), program);
            let said = command
                .try_get_matches_from_mut(of)
                .expect_err("help is asked for");
            said.to_string()
        };
        let page = shown("cargo course", &["course", "--help"]);
        assert!(page.contains("  cargo course check rope  "), "{page}");
        assert!(page.contains("Usage: cargo course "), "{page}");
        let check = shown("cargo course", &["course", "check", "--help"]);
        assert!(check.contains("Usage: cargo course check"), "{check}");
        assert!(!check.contains("  course check"), "{check}");
        assert!(check.contains("as `cargo course list` names it"), "{check}");
        let plain = shown("course", &["course", "check", "--help"]);
        assert!(plain.contains("  course check rope\n"), "{plain}");
    }
}
