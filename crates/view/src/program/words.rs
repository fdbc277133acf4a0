//! The words of a program's command line: one line comes in, macros and arguments go out.
//!
//! The rule: words are parted by blanks, quotes keep blanks in a word, and `-D NAME` or `-D NAME=VALUE` before all others is the compiler's.

/// Words at most.
const MOST: usize = 100;

/// What was typed.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Words {
    /// Names and what they stand for.
    pub(super) macros: Vec<(String, String)>,
    pub(super) args: Vec<String>,
}

impl Words {
    /// Reads a line.
    ///
    /// # Errors
    /// A sentence: what cannot be read.
    pub(super) fn read(line: &str) -> Result<Words, String> {
        let all = parted(line)?;
        if all.len() > MOST {
            return Err(format!("The command line has more than {MOST} words."));
        }
        let mut out = Words::default();
        let mut rest = all.into_iter();
        while let Some(word) = rest.next() {
            let Some(named) = word.strip_prefix("-D") else {
                out.args.push(word);
                break;
            };
            let text = match named {
                "" => rest
                    .next()
                    .ok_or("`-D` is to be followed by the name of a macro.")?,
                named => named.to_owned(),
            };
            let (name, value) = text.split_once('=').unwrap_or((&text, "1"));
            let is_word = |c: char| c == '_' || c.is_ascii_alphanumeric();
            let begins = name.starts_with(|c: char| !c.is_ascii_digit());
            if !begins || !name.chars().all(is_word) {
                return Err(format!("`-D {text}`: `{name}` is no name of a macro."));
            }
            out.macros.push((name.to_owned(), value.to_owned()));
        }
        out.args.extend(rest);
        Ok(out)
    }
}

fn parted(line: &str) -> Result<Vec<String>, String> {
    let mut out = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in line.chars() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (None, '"' | '\'') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, c) if c.is_whitespace() => out.extend(word.take()),
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    match quote {
        Some(open) => Err(format!(
            "The command line has a quote, {open}, that is never closed."
        )),
        None => {
            out.extend(word);
            Ok(out)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_macros_are_parted() {
        let words = Words::read(" -DN=3 -D FAST  1024 -D '' \"two words\"").expect("it is a line");
        let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        assert_eq!(words.macros, [pair("N", "3"), pair("FAST", "1")]);
        assert_eq!(words.args, ["1024", "-D", "", "two words"]);
        assert_eq!(Words::read(""), Ok(Words::default()));
        for (line, said) in [
            ("-D", "followed by the name of a macro"),
            ("-D 3=4", "`3` is no name of a macro"),
            ("-D=4", "`` is no name of a macro"),
            ("\"open", "a quote, \", that is never closed"),
        ] {
            let told = Words::read(line).expect_err(line);
            assert!(told.contains(said), "{line}: {told}");
        }
    }
}
