//! A block of code as a page shows it: title, language, marked lines, numbers, a place for the copy button.
//!
//! In goes a fence's info string (`cuda title="…" lines=1,3-5 numbers`) or a listing's cut, out comes one `figure`.
//! Line numbers are drawn from an attribute, so copying takes the code alone.

use super::highlight::{Highlighter, escape, language_name, push_escaped};

/// How a block is to be shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Show {
    /// The language, as the fence names it.
    pub language: String,
    /// Shown above the code.
    pub title: String,
    /// 1-based lines of the block to mark.
    pub marked: Vec<u32>,
    /// Whether lines are numbered.
    pub numbers: bool,
    /// The number of the first line.
    pub first: u32,
}

/// The words that may follow the language of a code fence.
pub(super) const WORDS: [&str; 4] = ["title", "lines", "from", "numbers"];

impl Show {
    /// Reads a fence's info string; gives what it could not read as well.
    pub fn from_info(info: &str) -> (Show, Vec<String>) {
        let mut show = Show {
            first: 1,
            ..Show::default()
        };
        let mut unknown = Vec::new();
        for (at, word) in words(info).into_iter().enumerate() {
            match word.split_once('=') {
                Some(("title", value)) => show.title = value.trim_matches('"').to_owned(),
                Some(("lines", value)) => match lines(value) {
                    Some(marked) => show.marked = marked,
                    None => unknown.push(word),
                },
                Some(("from", value)) => match value.parse() {
                    Ok(first) => (show.first, show.numbers) = (first, true),
                    Err(_) => unknown.push(word),
                },
                None if at == 0 => show.language = word.to_lowercase(),
                None if word == "numbers" => show.numbers = true,
                _ => unknown.push(word),
            }
        }
        (show, unknown)
    }
}

/// Words of an info string; blanks inside quotes do not part them.
fn words(info: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let mut quoted = false;
    for c in info.chars() {
        match c {
            '"' => {
                quoted = !quoted;
                word.push(c);
            }
            c if c.is_whitespace() && !quoted => {
                if !word.is_empty() {
                    words.push(std::mem::take(&mut word));
                }
            }
            c => word.push(c),
        }
    }
    if !word.is_empty() {
        words.push(word);
    }
    words
}

/// `1,3-5` as 1, 3, 4, 5; at most a thousand lines.
pub fn lines(text: &str) -> Option<Vec<u32>> {
    let mut all = Vec::new();
    for range in text.split(',') {
        let (from, to) = range.split_once('-').unwrap_or((range, range));
        let (from, to): (u32, u32) = (from.trim().parse().ok()?, to.trim().parse().ok()?);
        if from == 0 || to < from || to - from > 1000 {
            return None;
        }
        all.extend(from..=to);
    }
    Some(all)
}

/// The block as HTML.
pub fn figure(highlighter: &Highlighter, show: &Show, text: &str) -> String {
    let lines = highlighter.lines(&show.language, text);
    let mut html = String::with_capacity(text.len() * 2 + 300);
    html.push_str("<figure class=\"code\">\n<figcaption>");
    if !show.title.is_empty() {
        html.push_str("<span class=\"code-title\">");
        push_escaped(&mut html, &show.title);
        html.push_str("</span>");
    }
    html.push_str("<span class=\"code-lang\">");
    push_escaped(&mut html, language_name(&show.language));
    html.push_str("</span></figcaption>\n<pre tabindex=\"0\"><code");
    if show.numbers {
        html.push_str(" class=\"numbered\"");
    }
    if !show.language.is_empty() {
        html.push_str(&format!(" data-lang=\"{}\"", escape(&show.language)));
    }
    html.push('>');
    for (at, line) in lines.iter().enumerate() {
        let number = at as u32 + 1;
        let marked = show.marked.contains(&number);
        html.push_str(if marked {
            "<span class=\"line marked\""
        } else {
            "<span class=\"line\""
        });
        if show.numbers {
            html.push_str(&format!(" data-n=\"{}\"", show.first + at as u32));
        }
        html.push('>');
        html.push_str(line);
        html.push_str("\n</span>");
    }
    html.push_str("</code></pre>\n</figure>\n");
    html
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_info_string_is_read_whole() {
        let (show, unknown) =
            Show::from_info("cuda title=\"two words\" lines=1,3-5 numbers colour=red");
        assert_eq!(show.language, "cuda");
        assert_eq!(show.title, "two words");
        assert_eq!(show.marked, [1, 3, 4, 5]);
        assert!(show.numbers);
        assert_eq!(unknown, ["colour=red"]);
    }

    #[test]
    fn odd_line_ranges_are_refused() {
        assert_eq!(lines("5-3"), None);
        assert_eq!(lines("0"), None);
        assert_eq!(lines("1-100000"), None);
        assert_eq!(lines("a"), None);
    }

    #[test]
    fn numbers_and_marks_are_attributes_not_text() {
        let (show, _) = Show::from_info("text lines=2 numbers");
        let html = figure(&Highlighter::new(), &show, "a\nb\n");
        assert!(
            html.contains("<span class=\"line\" data-n=\"1\">a\n</span>"),
            "{html}"
        );
        assert!(
            html.contains("<span class=\"line marked\" data-n=\"2\">b\n</span>"),
            "{html}"
        );
    }
}
