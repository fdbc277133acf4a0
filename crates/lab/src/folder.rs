//! A lab's folder in, the lab out: words, code and known mistakes put together, and everything amiss said at once.
//!
//! The rule: a folder that is wrong still gives a lab, with its problems beside it, so that one lab never hides another.
//! Read next: `crates/lab-build` for how folders are found.

use crate::markers;
use crate::shape::{Lab, Language, Part};
use crate::spec::PartSpec;
use crate::text::{self, LabText, PartText, Problem};
use crate::verify::named_check;

/// What a lab's folder holds, as a build found it.
#[derive(Clone, Copy)]
pub struct Folder {
    /// The folder's name.
    pub id: &'static str,
    /// What the learner writes.
    pub language: Language,
    /// `lab.md`, if it is there.
    pub text: Option<&'static str>,
    /// `kernels/<lab>.cu` or `labs/<lab>/solution.rs`, if it is there.
    pub reference: Option<&'static str>,
    /// `wrong/*`: file name and text.
    pub wrong: &'static [(&'static str, &'static str)],
    /// The parts as its code says them.
    pub parts: fn() -> Vec<PartSpec>,
}

/// Known mistakes that a lab has at least.
const LEAST_WRONG: usize = 4;

impl Folder {
    /// The lab, with what is wrong with its folder.
    pub fn lab(&self) -> Lab {
        let file = format!("labs/{}/lab.md", self.id);
        let (text, said) = self.text.map(text::read).unwrap_or_default();
        let place = |(line, message)| Problem {
            file: file.clone(),
            line,
            message,
        };
        let mut problems: Vec<Problem> = said.into_iter().map(place).collect();
        let specs = (self.parts)();
        match self.text {
            None => problems.push(Problem {
                file,
                line: 0,
                message: "is missing: it has the lab's title, statements and hints".into(),
            }),
            Some(_) => self.compare(&text, &specs, &mut problems),
        }
        let mut lab = self.join(text, specs);
        self.references(&mut problems);
        mistakes(&lab, &mut problems);
        repeated(&lab, &mut problems);
        lab.problems = problems;
        lab
    }

    fn join(&self, text: LabText, specs: Vec<PartSpec>) -> Lab {
        let words = |id: &str| text.parts.iter().find(|p| p.id == id).cloned();
        let parts = specs.into_iter().map(|spec| part(words(spec.id), spec));
        Lab {
            id: self.id,
            language: self.language,
            parts: parts.collect(),
            title: or(text.title, self.id),
            goal: or(text.goal, "learn what this lab teaches"),
            requires: text.requires,
            minutes: text.minutes.max(1),
            lesson: text.lesson,
            file: match self.language {
                Language::Cuda => format!("{}.cu", self.id),
                Language::Rust => "exercise.rs".into(),
            },
            reference: self.reference.unwrap_or_default(),
            wrong: self.wrong,
            problems: Vec::new(),
        }
    }

    /// What the text says against what the code says.
    fn compare(&self, text: &LabText, specs: &[PartSpec], problems: &mut Vec<Problem>) {
        let mut say = |line: u32, message: String| {
            problems.push(Problem {
                file: format!("labs/{}/lab.md", self.id),
                line,
                message,
            });
        };
        if text.id != self.id && !text.id.is_empty() {
            let said = format!(
                "the id is `{}`, and the folder is called `{}`",
                text.id, self.id
            );
            say(2, said);
        }
        for part in &text.parts {
            match specs.iter().any(|spec| spec.id == part.id) {
                true if part.hints.len() < 2 => {
                    let said = format!("part `{}` has fewer than two hints", part.id);
                    say(part.line, said);
                }
                true => {}
                false => say(part.line, format!("src/lib.rs has no part `{}`", part.id)),
            }
        }
        for spec in specs {
            if !text.parts.iter().any(|part| part.id == spec.id) {
                let id = spec.id;
                say(
                    0,
                    format!("has no section `## Part {id}: …`, and src/lib.rs has that part"),
                );
            }
        }
        let order = |id: &str| specs.iter().position(|spec| spec.id == id);
        let places: Vec<usize> = text.parts.iter().filter_map(|p| order(&p.id)).collect();
        if places.windows(2).any(|w| w[0] > w[1]) {
            say(0, "has its parts in another order than src/lib.rs".into());
        }
    }

    fn references(&self, problems: &mut Vec<Problem>) {
        let file = match self.language {
            Language::Cuda => format!("kernels/{}.cu", self.id),
            Language::Rust => format!("labs/{}/solution.rs", self.id),
        };
        let Some(reference) = self.reference else {
            problems.push(Problem {
                file,
                line: 0,
                message: "is missing: it is the reference solution, and the starter is cut from it"
                    .into(),
            });
            return;
        };
        if !reference.lines().any(|l| l.trim() == "//@solution") {
            problems.push(Problem {
                file: file.clone(),
                line: 1,
                message: "has no marker `//@solution`, so starter and solution are the same".into(),
            });
        }
        let misplaced = markers::problems(reference).into_iter();
        problems.extend(misplaced.map(|p| Problem {
            file: file.clone(),
            line: u32::try_from(p.line).unwrap_or(0),
            message: p.message,
        }));
    }
}

fn or(text: String, otherwise: &str) -> String {
    if text.is_empty() {
        otherwise.to_owned()
    } else {
        text
    }
}

fn part(words: Option<PartText>, spec: PartSpec) -> Part {
    let words = words.unwrap_or_default();
    Part {
        id: spec.id,
        title: or(words.title, spec.id),
        statement: words.statement,
        example: words.example,
        launch: words.launch,
        accesses: words.accesses,
        hints: words.hints,
        kernels: spec.kernels,
        functions: spec.functions,
        checks: spec.checks,
        cases: spec.cases,
        hidden: spec.hidden,
    }
}

/// Each known mistake names a check that is there.
fn mistakes(lab: &Lab, problems: &mut Vec<Problem>) {
    let mut say = |file: String, line: u32, message: String| {
        problems.push(Problem {
            file,
            line,
            message,
        });
    };
    for (name, text) in lab.wrong {
        let file = format!("labs/{}/wrong/{name}", lab.id);
        match named_check(text) {
            None => {
                let said = "the first line is not `// must fail: part/check — why`";
                say(file, 1, said.into());
            }
            Some(named) if !has_check(lab, named) => {
                say(file, 1, format!("there is no check `{named}`"));
            }
            Some(_) => {}
        }
    }
    if lab.wrong.len() < LEAST_WRONG {
        let (n, folder) = (lab.wrong.len(), format!("labs/{}/wrong", lab.id));
        let said = format!("has {n} known mistakes, and at least {LEAST_WRONG} are asked for");
        say(folder, 0, said);
    }
}

fn has_check(lab: &Lab, named: &str) -> bool {
    let named = named.split_once('/');
    named.is_some_and(|(part, check)| lab.part(part).is_some_and(|part| part.has_check(check)))
}

/// Ids are there once.
fn repeated(lab: &Lab, problems: &mut Vec<Problem>) {
    let mut say = |message: String| {
        problems.push(Problem {
            file: format!("labs/{}/src/lib.rs", lab.id),
            line: 0,
            message,
        });
    };
    for (at, part) in lab.parts.iter().enumerate() {
        if lab.parts[..at].iter().any(|p| p.id == part.id) {
            say(format!("has part `{}` twice", part.id));
        }
        for (c, check) in part.checks.iter().enumerate() {
            if part.checks[..c].iter().any(|known| known.id == check.id) {
                say(format!(
                    "has check `{}` of part `{}` twice",
                    check.id, part.id
                ));
            }
        }
    }
    if lab.parts.is_empty() {
        say("has no parts".into());
    }
}
