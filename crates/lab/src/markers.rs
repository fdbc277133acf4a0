//! One marked text in, its views out: what the learner starts from, the solution, and named cuts for pages.
//!
//! Markers stand alone on a line: `//@solution` … `//@starter` … `//@end` (the starter's lines are written `//| code`),
//! and `//@anchor NAME` … `//@endanchor NAME`. No view contains a marker. Anchors may nest and overlap; a
//! `//@solution` block may not nest.

/// A marker that does not fit, with its 1-based line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misplaced {
    /// 1-based line of the marker.
    pub line: usize,
    /// What is wrong with it.
    pub message: String,
}

/// Which of the two texts is cut out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    /// What the learner is given.
    Starter,
    /// The reference solution.
    Solution,
}

/// The solution: everything but markers and the starter's lines.
pub fn solution(text: &str) -> String {
    join(lines(text, View::Solution))
}

/// What the learner is given: the solution's pieces gone, the starter's lines uncommented.
pub fn starter(text: &str) -> String {
    join(lines(text, View::Starter))
}

/// The lines between `//@anchor name` and `//@endanchor name` in the solution view.
pub fn anchor(text: &str, name: &str) -> Option<String> {
    anchor_in(text, name, View::Solution)
}

/// The lines of an anchor in either view, dedented by their common indentation.
pub fn anchor_in(text: &str, name: &str, view: View) -> Option<String> {
    let mut open = false;
    let mut found = false;
    let mut cut = Vec::new();
    for item in items(text, view) {
        match item {
            Item::Anchor(n) if n == name => {
                open = true;
                found = true;
            }
            Item::EndAnchor(n) if n == name => open = false,
            Item::Line(line) if open => cut.push(line),
            _ => {}
        }
    }
    found.then(|| join(dedent(cut)))
}

/// The names of all anchors, in order of their first line.
pub fn anchors(text: &str) -> Vec<String> {
    text.lines()
        .filter_map(|l| {
            l.trim()
                .strip_prefix("//@anchor ")
                .map(|n| n.trim().to_owned())
        })
        .collect()
}

/// Every marker that does not fit: unknown, unclosed, closed twice, or an anchor named twice.
pub fn problems(text: &str) -> Vec<Misplaced> {
    let mut out = Vec::new();
    let mut block: Option<(usize, bool)> = None; // line of `//@solution`, and whether `//@starter` was seen
    let mut open: Vec<(usize, String)> = Vec::new();
    let mut names: Vec<String> = Vec::new();
    for (i, line) in text.lines().enumerate() {
        let line_number = i + 1;
        let mut wrong = |message: String| {
            out.push(Misplaced {
                line: line_number,
                message,
            })
        };
        let Some(marker) = line.trim().strip_prefix("//@") else {
            continue;
        };
        let (word, rest) = marker.split_once(' ').unwrap_or((marker, ""));
        let rest = rest.trim();
        match word {
            "solution" if block.is_some() => wrong("`//@solution` inside another one".into()),
            "solution" => block = Some((line_number, false)),
            "starter" => match &mut block {
                Some((_, seen @ false)) => *seen = true,
                _ => wrong("`//@starter` without its `//@solution`".into()),
            },
            "end" if block.take().is_none() => wrong("`//@end` without its `//@solution`".into()),
            "end" => {}
            "anchor" if rest.is_empty() => wrong("`//@anchor` without a name".into()),
            "anchor" if names.iter().any(|n| n == rest) => wrong(format!("anchor `{rest}` twice")),
            "anchor" => {
                names.push(rest.to_owned());
                open.push((line_number, rest.to_owned()));
            }
            "endanchor" => match open.iter().position(|(_, n)| n == rest) {
                Some(at) => drop(open.remove(at)),
                None => wrong(format!("`//@endanchor {rest}` without its `//@anchor`")),
            },
            _ => wrong(format!("unknown marker `//@{word}`")),
        }
    }
    out.extend(block.map(|(line, _)| Misplaced {
        line,
        message: "`//@solution` is never closed by `//@end`".into(),
    }));
    out.extend(open.into_iter().map(|(line, n)| Misplaced {
        line,
        message: format!("anchor `{n}` is never closed"),
    }));
    out
}

enum Item<'a> {
    Line(String),
    Anchor(&'a str),
    EndAnchor(&'a str),
}

/// Where we are between markers.
#[derive(Clone, Copy, PartialEq)]
enum Zone {
    Both,
    Solution,
    Starter,
}

fn items(text: &str, view: View) -> Vec<Item<'_>> {
    let mut zone = Zone::Both;
    let mut out = Vec::new();
    for line in text.lines() {
        if let Some(marker) = line.trim().strip_prefix("//@") {
            let (word, rest) = marker.split_once(' ').unwrap_or((marker, ""));
            match word {
                "solution" => zone = Zone::Solution,
                "starter" => zone = Zone::Starter,
                "end" => zone = Zone::Both,
                "anchor" => out.push(Item::Anchor(rest.trim())),
                "endanchor" => out.push(Item::EndAnchor(rest.trim())),
                _ => {}
            }
            continue;
        }
        match (zone, view) {
            (Zone::Both, _) | (Zone::Solution, View::Solution) => {
                out.push(Item::Line(line.to_owned()))
            }
            (Zone::Starter, View::Starter) => out.push(Item::Line(uncomment(line))),
            (Zone::Solution, View::Starter) | (Zone::Starter, View::Solution) => {}
        }
    }
    out
}

fn lines(text: &str, view: View) -> Vec<String> {
    let keep = |item| match item {
        Item::Line(line) => Some(line),
        Item::Anchor(_) | Item::EndAnchor(_) => None,
    };
    items(text, view).into_iter().filter_map(keep).collect()
}

/// `    //| code` becomes `    code`; the indentation before the bar is kept.
fn uncomment(line: &str) -> String {
    let code = line.trim_start();
    let indent = &line[..line.len() - code.len()];
    match code.strip_prefix("//|") {
        Some(rest) => format!("{indent}{}", rest.strip_prefix(' ').unwrap_or(rest))
            .trim_end()
            .to_owned(),
        None => line.to_owned(),
    }
}

fn dedent(lines: Vec<String>) -> Vec<String> {
    let indent = |l: &String| l.len() - l.trim_start_matches(' ').len();
    let common = lines
        .iter()
        .filter(|l| !l.trim().is_empty())
        .map(indent)
        .min()
        .unwrap_or(0);
    lines
        .into_iter()
        .map(|l| l.get(common..).unwrap_or("").to_owned())
        .collect()
}

fn join(lines: Vec<String>) -> String {
    let mut out = lines.join("\n");
    out.push('\n');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    const MARKED: &str = "\
//@anchor all
int a;
    //@solution
    int b = 1;
    //@starter
    //| int b = 0; // TODO
    //@end
//@endanchor all
int c;
";

    #[test]
    fn two_views_of_one_text() {
        assert_eq!(solution(MARKED), "int a;\n    int b = 1;\nint c;\n");
        assert_eq!(starter(MARKED), "int a;\n    int b = 0; // TODO\nint c;\n");
        assert_eq!(problems(MARKED), []);
    }

    #[test]
    fn an_anchor_is_cut_and_dedented() {
        assert_eq!(
            anchor(MARKED, "all").as_deref(),
            Some("int a;\n    int b = 1;\n")
        );
        assert_eq!(anchor(MARKED, "none"), None);
        assert_eq!(
            anchor("//@anchor x\n    a;\n      b;\n//@endanchor x\n", "x").as_deref(),
            Some("a;\n  b;\n")
        );
        assert_eq!(anchors(MARKED), ["all"]);
    }

    #[test]
    fn misplaced_markers_are_named() {
        let text = "//@end\n//@anchor a\n//@anchor a\n//@what\n//@solution\n";
        let lines: Vec<usize> = problems(text).iter().map(|p| p.line).collect();
        assert_eq!(lines, [1, 3, 4, 5, 2]);
    }
}
