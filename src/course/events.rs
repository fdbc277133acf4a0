//! Markdown as the course reads it: pulldown-cmark's events with their bytes, by the rules that every reader of a page shares.
//!
//! One thing differs from what pulldown-cmark says: `~` alone is a tilde ("~20 rows, down by ~10%"), and only `~~` strikes
//! through, as in the Markdown that people know.

use std::iter::Peekable;
use std::ops::Range;

use pulldown_cmark::{Event, OffsetIter, Parser, Tag, TagEnd};

use super::page::options;

/// The events of a text; see [`events`].
pub struct Events<'s> {
    text: &'s str,
    inner: Peekable<OffsetIter<'s>>,
    /// For each strike-through that is open, whether it is one.
    open: Vec<bool>,
}

/// The events of a text, each with its bytes.
pub fn events(text: &str) -> Events<'_> {
    Events {
        text,
        inner: Parser::new_ext(text, options())
            .into_offset_iter()
            .peekable(),
        open: Vec::new(),
    }
}

impl<'s> Iterator for Events<'s> {
    type Item = (Event<'s>, Range<usize>);

    fn next(&mut self) -> Option<Self::Item> {
        let (event, range) = self.inner.next()?;
        let tilde = |at: usize| (Event::Text("~".into()), at..at + 1);
        match event {
            Event::Start(Tag::Strikethrough) => {
                // What is inside begins behind the marks.
                let inside = self.inner.peek().map_or(range.end, |(_, next)| next.start);
                let marks = self.text.get(range.start..).unwrap_or_default();
                let strikes = marks.starts_with("~~") && inside >= range.start + 2;
                self.open.push(strikes);
                Some(match strikes {
                    true => (event, range),
                    false => tilde(range.start),
                })
            }
            Event::End(TagEnd::Strikethrough) => Some(match self.open.pop() {
                Some(false) => tilde(range.end - 1),
                _ => (event, range),
            }),
            event => Some((event, range)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> String {
        let one = |(event, range): (Event<'_>, Range<usize>)| match event {
            Event::Text(words) => {
                assert_eq!(text.get(range), Some(&*words));
                words.to_string()
            }
            Event::Start(Tag::Strikethrough) => "[".to_owned(),
            Event::End(TagEnd::Strikethrough) => "]".to_owned(),
            _ => String::new(),
        };
        events(text).map(one).collect()
    }

    #[test]
    fn one_tilde_is_a_tilde_and_two_strike_through() {
        for (text, expected) in [
            ("Only ~20 rows, -10%~-16%.", "Only ~20 rows, -10%~-16%."),
            ("a ~~b~~ c", "a [b] c"),
            ("~~a ~1~2~ b~~", "[a ~1~2~ b]"),
            ("~a~ ~~b~~", "~a~ [b]"),
            ("~**a**~", "~a~"),
        ] {
            assert_eq!(shown(text), expected, "{text}");
        }
    }
}
