//! Tags and comments of a stretch of HTML, as a browser tells them apart; words between them are left out.
//!
//! Bytes in a token are bytes of the stretch. What scripts and styles hold is passed over.

use std::ops::Range;

/// A tag.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Tag<'t> {
    /// Its name, as written.
    pub name: &'t str,
    /// The byte of its `<`.
    pub at: usize,
    /// `</a>`.
    pub closes: bool,
    /// `<a/>`.
    pub closed: bool,
    pub attributes: Vec<Attribute<'t>>,
}

/// An attribute of a tag.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Attribute<'t> {
    pub name: &'t str,
    /// The byte of its name.
    pub at: usize,
    /// The bytes of its value, quotes left out.
    pub value: Option<Range<usize>>,
    pub quoted: bool,
}

/// What is found.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Token<'t> {
    Tag(Tag<'t>),
    /// A whole comment, and where in it another seems to begin.
    Comment {
        at: usize,
        inner: Option<usize>,
    },
    /// Something that does not end: what it is, and what would end it.
    Unclosed {
        at: usize,
        what: &'static str,
        end: &'static str,
    },
}

impl<'t> Tag<'t> {
    /// The attribute of this name.
    pub fn attribute(&self, name: &str) -> Option<&Attribute<'t>> {
        let mut all = self.attributes.iter();
        all.find(|attribute| attribute.name.eq_ignore_ascii_case(name))
    }
}

impl Attribute<'_> {
    /// Its value as written, in the stretch it is of.
    pub fn text<'h>(&self, html: &'h str) -> &'h str {
        let value = self.value.clone().and_then(|value| html.get(value));
        value.unwrap_or_default()
    }
}

/// Everything that is no word.
pub(super) fn tokens(html: &str) -> Vec<Token<'_>> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(next) = html[at..].find('<') {
        at += next;
        at = match one(html, at) {
            (Some(token), end) => {
                let raw = raw_text(&token);
                found.push(token);
                let rest = html[end..].to_ascii_lowercase();
                raw.and_then(|close| rest.find(&close))
                    .map_or(end, |inside| end + inside)
            }
            (None, end) => end,
        };
    }
    found
}

/// What ends the text of an element whose text is no HTML.
fn raw_text(token: &Token<'_>) -> Option<String> {
    match token {
        Token::Tag(tag) if !tag.closes => {
            let name = tag.name.to_ascii_lowercase();
            let raw = ["script", "style", "textarea", "title"].contains(&name.as_str());
            raw.then(|| format!("</{name}"))
        }
        _ => None,
    }
}

/// The token at a `<`, and the byte behind it.
fn one(html: &str, at: usize) -> (Option<Token<'_>>, usize) {
    let rest = &html[at..];
    let marks = [
        ("<!--", "-->", "a comment"),
        ("<![CDATA[", "]]>", "`<![CDATA[`"),
        ("<?", "?>", "`<?`"),
        ("<!", ">", "`<!`"),
    ];
    for (open, end, what) in marks {
        let Some(inside) = rest.strip_prefix(open) else {
            continue;
        };
        if open == "<!--" && (inside.starts_with('>') || inside.starts_with("->")) {
            return (None, at + open.len());
        }
        let Some(length) = inside.find(end) else {
            return (Some(Token::Unclosed { at, what, end }), html.len());
        };
        let inner = inside[..length]
            .find("<!--")
            .map(|inner| open.len() + inner);
        let token = (open == "<!--").then_some(Token::Comment { at, inner });
        return (token, at + open.len() + length + end.len());
    }
    let closes = rest.starts_with("</");
    let name_at = at + 1 + usize::from(closes);
    let name = word(&html[name_at..], |c| {
        !c.is_whitespace() && !"/>".contains(c)
    });
    if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return (None, at + 1);
    }
    let (attributes, end) = attributes(html, name_at + name.len());
    let Some(end) = end else {
        let token = Token::Unclosed {
            at,
            what: "this tag",
            end: ">",
        };
        return (Some(token), html.len());
    };
    let closed = html[..end - 1].ends_with('/');
    let tag = Tag {
        name,
        at,
        closes,
        closed,
        attributes,
    };
    (Some(Token::Tag(tag)), end)
}

fn word(text: &str, is_in: impl Fn(char) -> bool) -> &str {
    let end = text.find(|c| !is_in(c)).unwrap_or(text.len());
    &text[..end]
}

/// The attributes from a byte on, and the byte behind the tag's `>`.
fn attributes(html: &str, mut at: usize) -> (Vec<Attribute<'_>>, Option<usize>) {
    let mut found = Vec::new();
    loop {
        at += word(&html[at..], |c| c.is_whitespace() || c == '/').len();
        match html[at..].chars().next() {
            None => return (found, None),
            Some('>') => return (found, Some(at + 1)),
            Some(first) => {
                let rest = &html[at + first.len_utf8()..];
                let length = word(rest, |c| !c.is_whitespace() && !"/>=".contains(c)).len();
                let name = &html[at..at + first.len_utf8() + length];
                let name_at = at;
                at += name.len();
                let (value, quoted, end) = value(html, at);
                found.push(Attribute {
                    name,
                    at: name_at,
                    value,
                    quoted,
                });
                match end {
                    Some(end) => at = end,
                    None => return (found, None),
                }
            }
        }
    }
}

/// The value behind a name: its bytes, whether it is in quotes, and the byte behind it; no byte when it never ends.
fn value(html: &str, at: usize) -> (Option<Range<usize>>, bool, Option<usize>) {
    let blank = |at: usize| at + word(&html[at..], char::is_whitespace).len();
    let sign = blank(at);
    if !html[sign..].starts_with('=') {
        return (None, false, Some(at));
    }
    let start = blank(sign + 1);
    match html[start..].chars().next() {
        Some(quote @ ('"' | '\'')) => match html[start + 1..].find(quote) {
            Some(length) => {
                let end = start + 1 + length;
                (Some(start + 1..end), true, Some(end + 1))
            }
            None => (None, true, None),
        },
        _ => {
            let length = word(&html[start..], |c| !c.is_whitespace() && c != '>').len();
            (Some(start..start + length), false, Some(start + length))
        }
    }
}

/// An attribute's value without its entities, those that an address has.
pub(super) fn unescaped(value: &str) -> String {
    let mut out = String::with_capacity(value.len());
    let mut rest = value;
    while let Some(at) = rest.find('&') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        match rest
            .find(';')
            .and_then(|end| Some((character(&rest[1..end])?, end)))
        {
            Some((c, end)) => {
                out.push(c);
                rest = &rest[end + 1..];
            }
            None => {
                out.push('&');
                rest = &rest[1..];
            }
        }
    }
    out + rest
}

fn character(name: &str) -> Option<char> {
    let number = |digits: &str, base| {
        u32::from_str_radix(digits, base)
            .ok()
            .and_then(char::from_u32)
    };
    match name {
        "amp" => Some('&'),
        "lt" => Some('<'),
        "gt" => Some('>'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        "nbsp" => Some('\u{a0}'),
        _ => {
            let digits = name.strip_prefix('#')?;
            match digits.strip_prefix(['x', 'X']) {
                Some(digits) => number(digits, 16),
                None => number(digits, 10),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn shown(html: &str) -> Vec<String> {
        let attribute = |a: &Attribute<'_>| format!(" {}={:?}", a.name, a.text(html));
        let one = |token: Token<'_>| match token {
            Token::Tag(tag) => {
                let all: String = tag.attributes.iter().map(attribute).collect();
                let marks = (
                    if tag.closes { "/" } else { "" },
                    if tag.closed { "/" } else { "" },
                );
                format!("{}{}{all}{}", marks.0, tag.name, marks.1)
            }
            Token::Comment { inner, .. } => format!("comment {inner:?}"),
            Token::Unclosed { what, .. } => format!("unclosed {what}"),
        };
        tokens(html).into_iter().map(one).collect()
    }

    #[test]
    fn tags_are_told_apart_as_a_browser_does() {
        for (html, expected) in [
            (
                "<a href=\"x>y\" title='<b>'>z</a>",
                vec!["a href=\"x>y\" title=\"<b>\"", "/a"],
            ),
            ("<img src=a.png/>", vec!["img src=\"a.png/\"/"]),
            ("<br/><hr />", vec!["br/", "hr/"]),
            ("1 < 2 <3 <-x", vec![]),
            ("<!-- a <!-- b --><i>", vec!["comment Some(7)", "i"]),
            ("<!-- a <p>", vec!["unclosed a comment"]),
            ("<!--><b>", vec!["b"]),
            ("<div class=\"a", vec!["unclosed this tag"]),
            (
                "<script>if (a<b) x('<i>')</SCRIPT><u>",
                vec!["script", "/SCRIPT", "u"],
            ),
            (
                "<input disabled value = 'a'>",
                vec!["input disabled=\"\" value=\"a\""],
            ),
        ] {
            assert_eq!(shown(html), expected, "{html}");
        }
    }

    #[test]
    fn entities_of_addresses_are_read() {
        assert_eq!(unescaped("a?b&amp;c=&#x41;&#66;&co;&"), "a?b&c=AB&co;&");
    }

    proptest! {
        #[test]
        fn anything_can_be_read(html in "[<>/!='\" a-zé&;#-]{0,60}") {
            let _ = (tokens(&html), unescaped(&html));
        }
    }
}
