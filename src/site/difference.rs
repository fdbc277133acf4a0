//! Two listings as one: what the second adds to the first and what it leaves out, line by line.
//!
//! Two lists of lines come in, [`Line`]s in reading order come out: kept, gone or new. The longest common subsequence decides.

use super::code::Show;
use super::highlight::{Highlighter, escape, language_name, push_escaped};

/// A line of the difference, by its place in the first or second text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Line {
    /// In both; its place in the second.
    Kept(usize),
    /// Only in the first.
    Gone(usize),
    /// Only in the second.
    New(usize),
}

/// The most lines of a text that are compared; longer ones are shown as wholly new.
const LONGEST: usize = 2000;

/// The difference of two texts.
pub fn lines(before: &str, after: &str) -> Vec<Line> {
    let (a, b): (Vec<&str>, Vec<&str>) = (before.lines().collect(), after.lines().collect());
    if a.len().max(b.len()) > LONGEST {
        let gone = (0..a.len()).map(Line::Gone);
        return gone.chain((0..b.len()).map(Line::New)).collect();
    }
    // common[i][j]: how many lines the ends of both, from i and from j, have in common at most.
    let width = b.len() + 1;
    let mut common = vec![0u32; (a.len() + 1) * width];
    for i in (0..a.len()).rev() {
        for j in (0..b.len()).rev() {
            common[i * width + j] = if a[i] == b[j] {
                common[(i + 1) * width + j + 1] + 1
            } else {
                common[(i + 1) * width + j].max(common[i * width + j + 1])
            };
        }
    }
    let (mut i, mut j) = (0, 0);
    let mut out = Vec::with_capacity(a.len().max(b.len()));
    while i < a.len() || j < b.len() {
        if i < a.len() && j < b.len() && a[i] == b[j] {
            out.push(Line::Kept(j));
            (i, j) = (i + 1, j + 1);
        } else if j == b.len()
            || (i < a.len() && common[(i + 1) * width + j] >= common[i * width + j + 1])
        {
            out.push(Line::Gone(i));
            i += 1;
        } else {
            out.push(Line::New(j));
            j += 1;
        }
    }
    out
}

/// The difference as a block of code; copying takes the second text.
pub fn figure(highlighter: &Highlighter, show: &Show, before: &str, after: &str) -> String {
    let (old, new) = (
        highlighter.lines(&show.language, before),
        highlighter.lines(&show.language, after),
    );
    let all = lines(before, after);
    let gone = all.iter().filter(|l| matches!(l, Line::Gone(_))).count();
    let added = all.iter().filter(|l| matches!(l, Line::New(_))).count();
    let mut html =
        String::from("<figure class=\"code difference\">\n<figcaption><span class=\"code-title\">");
    push_escaped(&mut html, &show.title);
    html.push_str(&format!(
        "</span><span class=\"code-lang\">{} · {gone} out, {added} in</span></figcaption>\n<pre tabindex=\"0\"><code data-lang=\"{}\">",
        escape(language_name(&show.language)),
        escape(&show.language)
    ));
    for line in all {
        let (open, text, close) = match line {
            Line::Kept(at) => ("<span class=\"line\">", new.get(at), "\n</span>"),
            Line::Gone(at) => ("<del class=\"line\">", old.get(at), "\n</del>"),
            Line::New(at) => ("<ins class=\"line\">", new.get(at), "\n</ins>"),
        };
        html.push_str(open);
        html.push_str(text.map_or("", |text| text.as_ref()));
        html.push_str(close);
    }
    html.push_str("</code></pre>\n</figure>\n");
    html
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shared_lines_stay_in_order() {
        let found = lines("a\nb\nc\n", "a\nx\nc\nd\n");
        let expected = [
            Line::Kept(0),
            Line::Gone(1),
            Line::New(1),
            Line::Kept(2),
            Line::New(3),
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn both_texts_can_be_read_back() {
        for (a, b) in [
            ("", "x\n"),
            ("x\n", ""),
            ("a\nb\na\n", "b\na\nb\n"),
            ("", ""),
        ] {
            let all = lines(a, b);
            let (old, new): (Vec<&str>, Vec<&str>) = (a.lines().collect(), b.lines().collect());
            let kept_or = |line: &Line| match line {
                Line::Kept(at) | Line::New(at) => Some(new[*at]),
                Line::Gone(_) => None,
            };
            assert_eq!(all.iter().filter_map(kept_or).collect::<Vec<_>>(), new);
            let kept_or = |line: &Line| match line {
                Line::Kept(at) => Some(new[*at]),
                Line::Gone(at) => Some(old[*at]),
                Line::New(_) => None,
            };
            assert_eq!(all.iter().filter_map(kept_or).collect::<Vec<_>>(), old);
        }
    }
}
