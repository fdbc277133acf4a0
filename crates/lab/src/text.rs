//! `lab.md` in, what it says out: titles, statements, examples, launches and hints, each with its line.
//!
//! The form: front matter between `---` lines (`id`, `title`, `goal`, `minutes`, `requires`, `lesson`), then a section
//! `## Part v1: title` for each part. In it the statement, then `### Example`, `### Launch`, `### Accesses` and `### Hints`, the
//! hints as a numbered list from a nudge to nearly the answer. The rule: what is not of this form is a problem with its line,
//! and everything else is read all the same.

/// Something wrong with a text of a lab.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The file, from the course's root.
    pub file: String,
    /// Its line, 1-based; 0 for the file as a whole.
    pub line: u32,
    /// What is wrong and what to do about it.
    pub message: String,
}

impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.line {
            0 => write!(f, "{}: {}", self.file, self.message),
            line => write!(f, "{}:{line}: {}", self.file, self.message),
        }
    }
}

/// A piece of Markdown and the line of `lab.md` on which it begins.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Passage {
    /// The text, without blank lines around it.
    pub text: String,
    /// Its first line, 1-based.
    pub line: u32,
}

/// What `lab.md` says of a lab.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LabText {
    /// Short name.
    pub id: String,
    /// The title shown to a learner.
    pub title: String,
    /// One sentence without its beginning: what the learner can do afterwards.
    pub goal: String,
    /// Minutes a learner should plan for.
    pub minutes: u32,
    /// Ids of labs that should be passed first.
    pub requires: Vec<String>,
    /// The page that explains it, as a path under `content/`, or empty.
    pub lesson: String,
    /// Its parts, in order.
    pub parts: Vec<PartText>,
}

/// What `lab.md` says of a part.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PartText {
    /// Its id.
    pub id: String,
    /// The line of its heading.
    pub line: u32,
    /// The title shown to a learner.
    pub title: String,
    /// What to write.
    pub statement: Passage,
    /// A small input and its output, worked.
    pub example: Passage,
    /// Blocks, threads and sizes that come.
    pub launch: Passage,
    /// What lanes ask for before and after, as pictures of the part's page.
    pub accesses: Passage,
    /// Hints, from a nudge to nearly the answer, without their numbers.
    pub hints: Vec<Passage>,
}

/// Reads `lab.md`; what is wrong with it comes second, as lines and sentences.
pub fn read(text: &str) -> (LabText, Vec<(u32, String)>) {
    let mut problems = Vec::new();
    let lines: Vec<&str> = text.lines().collect();
    let mut lab = LabText::default();
    let body = front(&lines, &mut lab, &mut problems);
    let mut at = body;
    while at < lines.len() {
        let end = section_end(&lines, at);
        match lines[at].strip_prefix("## ").map(part_heading) {
            Some(Some((id, title))) => {
                if lab.parts.iter().any(|known| known.id == id) {
                    let said = format!("part `{id}` has a section already");
                    problems.push((at as u32 + 1, said));
                }
                let mut part = PartText {
                    id,
                    title,
                    line: at as u32 + 1,
                    ..PartText::default()
                };
                read_part(&lines[..end], at + 1, &mut part, &mut problems);
                lab.parts.push(part);
            }
            Some(None) => problems.push((
                at as u32 + 1,
                "a section of a lab is headed `## Part <id>: <title>`".into(),
            )),
            None if at == body && lines[at..end].iter().all(|l| l.trim().is_empty()) => {}
            None => problems.push((
                at as u32 + 1,
                "text before the first `## Part` is shown nowhere: move it into a part".into(),
            )),
        }
        at = end;
    }
    (lab, problems)
}

/// Where the section that begins at a line ends: at the next `## ` that is in no fence.
fn section_end(lines: &[&str], start: usize) -> usize {
    let mut fenced = false;
    for (at, line) in lines.iter().enumerate().skip(start) {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
        }
        if at > start && !fenced && line.starts_with("## ") {
            return at;
        }
    }
    lines.len()
}

/// `Part v1: title`, its id and title.
fn part_heading(heading: &str) -> Option<(String, String)> {
    let (id, title) = heading.trim().strip_prefix("Part ")?.split_once(':')?;
    let (id, title) = (id.trim(), title.trim());
    (!id.is_empty() && !title.is_empty() && !id.contains(' '))
        .then(|| (id.to_owned(), title.to_owned()))
}

fn front(lines: &[&str], lab: &mut LabText, problems: &mut Vec<(u32, String)>) -> usize {
    if lines.first().map(|l| l.trim_end()) != Some("---") {
        problems.push((
            1,
            "it begins with front matter between two lines `---`".into(),
        ));
        return 0;
    }
    let Some(end) = lines.iter().skip(1).position(|l| l.trim_end() == "---") else {
        problems.push((1, "the front matter has no second line `---`".into()));
        return lines.len();
    };
    let mut seen: Vec<&str> = Vec::new();
    for (at, line) in lines.iter().enumerate().take(end + 1).skip(1) {
        if line.trim().is_empty() || line.trim_start().starts_with('#') {
            continue;
        }
        match line.split_once(':') {
            Some((key, _)) if seen.contains(&key.trim()) => {
                problems.push((at as u32 + 1, format!("`{}` is there twice", key.trim())));
            }
            Some((key, value)) => {
                seen.push(key.trim());
                if let Err(said) = set(lab, key.trim(), value.trim()) {
                    problems.push((at as u32 + 1, said));
                }
            }
            None => problems.push((
                at as u32 + 1,
                "a line of front matter is `key: value`".into(),
            )),
        }
    }
    for key in ["id", "title", "goal", "minutes"] {
        if !seen.contains(&key) {
            problems.push((1, format!("the front matter has no `{key}`")));
        }
    }
    end + 2
}

fn set(lab: &mut LabText, key: &str, value: &str) -> Result<(), String> {
    let text = || value.trim_matches('"').to_owned();
    match key {
        "id" => lab.id = text(),
        "title" => lab.title = text(),
        "goal" => lab.goal = text(),
        "lesson" => lab.lesson = text(),
        "minutes" => {
            let minutes = value.parse().ok().filter(|m| *m > 0);
            lab.minutes = minutes
                .ok_or_else(|| format!("`minutes` is a whole number above 0, not `{value}`"))?;
        }
        "requires" => lab.requires = list(value)?,
        _ => {
            return Err(format!(
                "there is no `{key}`; a lab has id, title, goal, minutes, requires and lesson"
            ));
        }
    }
    Ok(())
}

/// `[a, b]`.
fn list(value: &str) -> Result<Vec<String>, String> {
    let inside = value.strip_prefix('[').and_then(|v| v.strip_suffix(']'));
    let inside = inside.ok_or("`requires` is a list in brackets: `[vector-add, rope]`")?;
    let items = inside.split(',').map(str::trim).filter(|i| !i.is_empty());
    Ok(items.map(str::to_owned).collect())
}

fn read_part(lines: &[&str], start: usize, part: &mut PartText, problems: &mut Vec<(u32, String)>) {
    let mut fenced = false;
    let mut cuts = vec![(start, "")];
    for (at, line) in lines.iter().enumerate().skip(start) {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
        }
        if let Some(heading) = line.strip_prefix("### ").filter(|_| !fenced) {
            cuts.push((at + 1, heading.trim()));
        }
    }
    let heading = |n: usize| cuts[n].0 - usize::from(n > 0);
    for (n, (from, name)) in cuts.iter().enumerate() {
        let to = if n + 1 < cuts.len() {
            heading(n + 1)
        } else {
            lines.len()
        };
        let body = &lines[*from..to];
        match *name {
            "" => part.statement = passage(body, *from),
            "Example" => part.example = passage(body, *from),
            "Launch" => part.launch = passage(body, *from),
            "Accesses" => part.accesses = passage(body, *from),
            "Hints" => part.hints = hints(body, *from, problems),
            other => problems.push((
                heading(n) as u32 + 1,
                format!(
                    "a part has the sections Example, Launch, Accesses and Hints, and none called `{other}`"
                ),
            )),
        }
    }
    if part.statement.text.is_empty() {
        problems.push((
            part.line,
            format!("part `{}` says nothing of what to write", part.id),
        ));
    }
}

fn passage(lines: &[&str], start: usize) -> Passage {
    let first = lines.iter().position(|l| !l.trim().is_empty());
    let Some(first) = first else {
        return Passage::default();
    };
    Passage {
        text: lines[first..].join("\n").trim_end().to_owned(),
        line: (start + first) as u32 + 1,
    }
}

/// A numbered list at the left margin; an item's further lines are indented or blank.
fn hints(lines: &[&str], start: usize, problems: &mut Vec<(u32, String)>) -> Vec<Passage> {
    let mut hints: Vec<Passage> = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let here = (start + at) as u32 + 1;
        if let Some((number, first)) = numbered(line) {
            if number != hints.len() + 1 {
                let said = format!("this hint is number {}, not {number}", hints.len() + 1);
                problems.push((here, said));
            }
            hints.push(Passage {
                text: first.to_owned(),
                line: here,
            });
        } else if let Some(last) = hints.last_mut() {
            last.text.push('\n');
            last.text.push_str(line.strip_prefix("   ").unwrap_or(line));
        } else if !line.trim().is_empty() {
            problems.push((here, "hints are a numbered list: `1. …`".into()));
        }
    }
    for hint in &mut hints {
        hint.text.truncate(hint.text.trim_end().len());
    }
    hints
}

/// The number and the text, when the line opens a numbered item.
fn numbered(line: &str) -> Option<(usize, &str)> {
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let number = line[..digits].parse().ok()?;
    Some((number, line[digits..].strip_prefix(". ")?))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\
---
id: rope
title: A real kernel: rotary embedding
goal: turn pairs
minutes: 90
requires: [vector-add, transpose]
lesson: a/b.md
---

## Part v0: naive

Write `k`.

### Example

```
## not a heading
```

### Launch

One block.

### Accesses

```map
### not a heading
```

### Hints

1. look
   twice
2. act

   ```cuda
   x;
   ```

## Part v1: other
Write `l`.
";

    #[test]
    fn everything_is_cut_where_it_begins() {
        let (lab, problems) = read(TEXT);
        assert_eq!(problems, []);
        assert_eq!(lab.title, "A real kernel: rotary embedding");
        assert_eq!((lab.minutes, lab.requires.len()), (90, 2));
        let v0 = &lab.parts[0];
        assert_eq!((v0.id.as_str(), v0.title.as_str()), ("v0", "naive"));
        assert_eq!(
            (v0.statement.text.as_str(), v0.statement.line),
            ("Write `k`.", 12)
        );
        assert_eq!(v0.example.text, "```\n## not a heading\n```");
        assert_eq!(
            (v0.launch.text.as_str(), v0.launch.line),
            ("One block.", 22)
        );
        let accesses = "```map\n### not a heading\n```";
        assert_eq!(v0.accesses.text, accesses);
        let hints: Vec<&str> = v0.hints.iter().map(|h| h.text.as_str()).collect();
        assert_eq!(hints, ["look\ntwice", "act\n\n```cuda\nx;\n```"]);
        assert_eq!(lab.parts[1].statement.text, "Write `l`.");
    }

    #[test]
    fn every_fault_has_its_line() {
        let text = "---\nid: x\nsize: 3\nminutes: soon\n---\nstray\n## Piece a\n## Part a: A\nDo.\n### Tips\n### Hints\n1. a\n1. b\n";
        let (_, problems) = read(text);
        let told: Vec<String> = problems.iter().map(|(l, m)| format!("{l}: {m}")).collect();
        assert_eq!(
            told,
            [
                "3: there is no `size`; a lab has id, title, goal, minutes, requires and lesson",
                "4: `minutes` is a whole number above 0, not `soon`",
                "1: the front matter has no `title`",
                "1: the front matter has no `goal`",
                "6: text before the first `## Part` is shown nowhere: move it into a part",
                "7: a section of a lab is headed `## Part <id>: <title>`",
                "10: a part has the sections Example, Launch, Accesses and Hints, and none called `Tips`",
                "13: this hint is number 2, not 1",
            ]
        );
    }
}
