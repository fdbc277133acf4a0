//! JUnit XML, as CI systems show it: a suite a learner and lab, a case a check of the submission that counts.
//!
//! A check that did not pass is a failure with its message; what died on our side is an error; what was not measured, or came after a
//! failure that makes it pointless, is skipped. XML has no way to write most control characters: they become U+FFFD.

use std::fmt::Write;

use super::marks::{LabMark, MarkState};
use super::model::{Class, Ended, LabShape, Pupil, Submission};
use crate::html::escape;
use crate::store::Status;

/// The document.
pub fn xml(class: &Class, marks: &[Vec<LabMark>]) -> String {
    let mut suites = String::new();
    let mut sums = Sums::default();
    for (learner, marks) in class.learners.iter().zip(marks) {
        for (lab, mark) in class.labs.iter().zip(marks) {
            if let Some(counted) = mark.counted {
                let submission = &learner.submissions[counted];
                let (suite, of_suite) = suite(learner, lab, submission, mark);
                suites.push_str(&suite);
                sums.add(&of_suite);
            }
        }
    }
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"{}\"{}>\n{suites}</testsuites>\n",
        words(&class.title),
        sums.attributes(),
    )
}

/// What a suite, or all of them, come to.
#[derive(Default)]
struct Sums {
    tests: usize,
    failures: usize,
    errors: usize,
    skipped: usize,
    seconds: f64,
}

impl Sums {
    fn add(&mut self, other: &Sums) {
        self.tests += other.tests;
        self.failures += other.failures;
        self.errors += other.errors;
        self.skipped += other.skipped;
        self.seconds += other.seconds;
    }

    fn attributes(&self) -> String {
        format!(
            " tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\" time=\"{:.3}\"",
            self.tests, self.failures, self.errors, self.skipped, self.seconds
        )
    }
}

fn suite(
    learner: &Pupil,
    lab: &LabShape,
    submission: &Submission,
    mark: &LabMark,
) -> (String, Sums) {
    let mut cases = String::new();
    let mut sums = Sums {
        seconds: submission.seconds,
        ..Sums::default()
    };
    let class_name = words(&format!("{}.{}", learner.id, lab.id));
    let mut case = |name: &str, ending: Option<(&str, &str, &str)>| {
        sums.tests += 1;
        let _ = write!(
            cases,
            "    <testcase classname=\"{class_name}\" name=\"{}\"",
            words(name)
        );
        let Some((element, kind, message)) = ending else {
            cases.push_str("/>\n");
            return;
        };
        match element {
            "failure" => sums.failures += 1,
            "error" => sums.errors += 1,
            _ => sums.skipped += 1,
        }
        let kind = match element {
            "skipped" => String::new(),
            _ => format!(" type=\"{}\"", words(kind)),
        };
        let _ = writeln!(
            cases,
            "><{element}{kind} message=\"{}\"/></testcase>",
            words(message)
        );
    };
    if mark.state == MarkState::TooLate {
        case(
            "handed in in time",
            Some(("failure", "too-late", "handed in after the cut-off")),
        );
    }
    match submission.ended {
        Ended::Refused => case(
            "can be judged",
            Some(("failure", "refused", &submission.sentence)),
        ),
        Ended::Crashed => case(
            "was judged",
            Some(("error", "crashed", &submission.sentence)),
        ),
        Ended::Limit | Ended::Judged | Ended::InPart => {}
    }
    for checked in &submission.checks {
        let slug = checked.status.slug();
        let ending = match checked.status {
            Status::Pass => None,
            Status::NotMeasured | Status::Skipped => Some(("skipped", slug, &*checked.message)),
            Status::CheckerProblem | Status::Interrupted => {
                Some(("error", slug, &*checked.message))
            }
            _ => Some(("failure", slug, &*checked.message)),
        };
        case(&checked.name(), ending);
    }
    let name = words(&format!("{} {}", learner.id, lab.id));
    let at = submission
        .at
        .map(|at| at.strftime("%Y-%m-%dT%H:%M:%S").to_string());
    let at = at.map_or(String::new(), |at| format!(" timestamp=\"{at}\""));
    let suite = format!(
        "  <testsuite name=\"{name}\"{}{at}>\n{cases}  </testsuite>\n",
        sums.attributes()
    );
    (suite, sums)
}

/// Somebody's words as an attribute's value.
fn words(text: &str) -> String {
    let tame = text.chars().map(|c| match c {
        '\t' | '\n' | '\r' => ' ',
        c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => '\u{fffd}',
        c => c,
    });
    escape(&tame.collect::<String>())
}
