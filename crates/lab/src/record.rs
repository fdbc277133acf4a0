//! What the judge says: one record a check and one verdict a run; plain data that a store, a terminal and a page read.
//!
//! The rule: a record that fails names the place where there is one, and its message stands alone: `detail` only adds.
//! Read next: `judge.rs` for who fills them, `json.rs` for how they are written down.

use crate::device::Printed;
use crate::json;

/// How a check ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// What the check asks for holds.
    Pass,
    /// It does not.
    Fail,
    /// It needs a GPU and there is none; never a failure.
    NotMeasured,
    /// An earlier failure makes the answer meaningless; `message` says which.
    Skipped,
}

impl Status {
    /// The word used in records and in the store: `pass`, `fail`, `not-measured`, `skipped`.
    pub fn slug(self) -> &'static str {
        match self {
            Status::Pass => "pass",
            Status::Fail => "fail",
            Status::NotMeasured => "not-measured",
            Status::Skipped => "skipped",
        }
    }

    /// The inverse of [`Status::slug`].
    pub fn from_slug(slug: &str) -> Option<Status> {
        [
            Status::Pass,
            Status::Fail,
            Status::NotMeasured,
            Status::Skipped,
        ]
        .into_iter()
        .find(|s| s.slug() == slug)
    }
}

/// A place in the learner's file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// 1-based line.
    pub line: u32,
    /// 1-based column in characters.
    pub column: u32,
    /// What happened there: who (thread, block), and the values that the line mentions.
    pub note: String,
}

/// The result of one check.
#[derive(Clone, Debug, PartialEq)]
pub struct CheckRecord {
    /// The lab's id.
    pub lab: String,
    /// The part's id.
    pub part: String,
    /// The check's id, unique in its part.
    pub check: String,
    /// How it ended.
    pub status: Status,
    /// The measured or counted value, for checks that have one.
    pub value: Option<f64>,
    /// The unit of `value`, for example `sectors per request`.
    pub unit: Option<String>,
    /// The bound in words, for example `at most 4.5 (ideal 4)`.
    pub bound: Option<String>,
    /// Where it ran: `simulated`, or the GPU's name.
    pub device: String,
    /// One line: what was asked and what came out.
    pub message: String,
    /// More lines: the case, the first wrong place, the excerpt. May be empty.
    pub detail: String,
    /// Which hint or lesson helps, when the check failed.
    pub hint: Option<String>,
    /// Lines of the kernel that the message speaks of, the most telling first.
    pub places: Vec<Place>,
    /// What a run of the part printed, told with the first of its checks that something ran for.
    pub prints: Option<Prints>,
}

/// What the kernels of one case printed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Prints {
    /// The case and its launches.
    pub case: String,
    /// The texts.
    pub printed: Printed,
}

impl Prints {
    fn json(&self) -> String {
        let texts = self.printed.first.iter().map(|text| {
            let extents = |[x, y, z]: [u32; 3]| format!("[{x},{y},{z}]");
            let mut one = json::Members::default();
            one.raw("block", &extents(text.block));
            one.raw("thread", &extents(text.thread));
            one.text("text", &text.text);
            format!("{{{}}}", one.finish())
        });
        let texts: Vec<String> = texts.collect();
        let mut out = json::Members::default();
        out.text("case", &self.case);
        out.raw("texts", &format!("[{}]", texts.join(",")));
        out.raw("more", &self.printed.more.to_string());
        format!("{{{}}}", out.finish())
    }
}

impl CheckRecord {
    /// `part/check`, the name used on command lines.
    pub fn full_id(&self) -> String {
        format!("{}/{}", self.part, self.check)
    }

    /// The members of the record's JSON object without the braces, so that a caller may add its own.
    pub fn json_members(&self) -> String {
        let mut out = json::Members::default();
        out.text("lab", &self.lab);
        out.text("part", &self.part);
        out.text("check", &self.check);
        out.text("status", self.status.slug());
        out.number("value", self.value);
        out.opt_text("unit", self.unit.as_deref());
        out.opt_text("bound", self.bound.as_deref());
        out.text("device", &self.device);
        out.text("message", &self.message);
        out.text("detail", &self.detail);
        out.opt_text("hint", self.hint.as_deref());
        let places: Vec<String> = self
            .places
            .iter()
            .map(|p| {
                let mut place = json::Members::default();
                place.number("line", Some(f64::from(p.line)));
                place.number("column", Some(f64::from(p.column)));
                place.text("note", &p.note);
                format!("{{{}}}", place.finish())
            })
            .collect();
        out.raw("places", &format!("[{}]", places.join(",")));
        if let Some(prints) = &self.prints {
            out.raw("printed", &prints.json());
        }
        out.finish()
    }

    /// The record as one JSON object on one line.
    pub fn to_json(&self) -> String {
        format!("{{{}}}", self.json_members())
    }
}

/// The whole run in one word, the gravest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// The text is not a program that has the asked-for kernels.
    DoesNotCompile,
    /// A result differs from the oracle's, or the kernel never ends.
    Wrong,
    /// Undefined behaviour was found, whatever the results are.
    Unsound,
    /// Right and sound, and a counted budget is exceeded.
    OverBudget,
    /// Everything judged passed.
    Passed,
    /// Everything judged needs a GPU.
    NotMeasured,
}

impl Verdict {
    /// The word used in records and in the store.
    pub fn slug(self) -> &'static str {
        match self {
            Verdict::DoesNotCompile => "does-not-compile",
            Verdict::Wrong => "wrong",
            Verdict::Unsound => "unsound",
            Verdict::OverBudget => "over-budget",
            Verdict::Passed => "passed",
            Verdict::NotMeasured => "not-measured",
        }
    }

    /// The inverse of [`Verdict::slug`].
    pub fn from_slug(slug: &str) -> Option<Verdict> {
        use Verdict::{DoesNotCompile, NotMeasured, OverBudget, Passed, Unsound, Wrong};
        [
            DoesNotCompile,
            Wrong,
            Unsound,
            OverBudget,
            Passed,
            NotMeasured,
        ]
        .into_iter()
        .find(|v| v.slug() == slug)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_is_one_line_of_json() {
        let record = CheckRecord {
            lab: "rope".into(),
            part: "v0".into(),
            check: "correct".into(),
            status: Status::Fail,
            value: Some(31.0),
            unit: None,
            bound: Some("at most 4.5 (ideal 4)".into()),
            device: "simulated".into(),
            message: "x[3] is \"wrong\"\nhere".into(),
            detail: String::new(),
            hint: None,
            places: vec![Place {
                line: 3,
                column: 9,
                note: "tab\there".into(),
            }],
            prints: None,
        };
        let json = record.to_json();
        assert!(!json.contains('\n'), "{json}");
        assert!(
            json.contains(r#""message":"x[3] is \"wrong\"\nhere""#),
            "{json}"
        );
        assert!(json.contains(r#""value":31,"unit":null"#), "{json}");
        assert!(
            json.ends_with(r#""places":[{"line":3,"column":9,"note":"tab\there"}]}"#),
            "{json}"
        );
    }

    #[test]
    fn what_was_printed_is_told_with_who_printed_it() {
        let text = crate::Text {
            block: [1, 0, 0],
            thread: [33, 2, 0],
            text: "i = \"7\"".into(),
        };
        let prints = Prints {
            case: "n = 33".into(),
            printed: Printed {
                first: vec![text],
                more: 4,
            },
        };
        assert_eq!(
            prints.json(),
            r#"{"case":"n = 33","texts":[{"block":[1,0,0],"thread":[33,2,0],"text":"i = \"7\""}],"more":4}"#
        );
    }

    #[test]
    fn slugs_go_both_ways() {
        assert_eq!(Status::from_slug("not-measured"), Some(Status::NotMeasured));
        assert_eq!(
            Verdict::from_slug(Verdict::OverBudget.slug()),
            Some(Verdict::OverBudget)
        );
    }
}
