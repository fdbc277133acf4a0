//! Labs in Rust: what is asked of the learner's functions, and what came back, as the same records that kernels get.
//!
//! In: the learner's functions as one value (each lab has a struct of them), checks that call them with [`ask!`]. Out: a
//! record a check. The rule: a check shows each call as the learner would write it, with the values it was made with; the
//! first answer that is wrong is told, and how many were asked. A panic belongs to whoever calls: see [`Guard`].
//! Read next: `judge.rs` for kernels.
//!
//! [`ask!`]: crate::ask

use std::any::Any;
use std::fmt::Debug;
use std::sync::Arc;

use crate::decide::Decision;
use crate::judge::{graver, record};
use crate::{Check, CheckRecord, Kind, Lab, Part, Place, Select, Status, Verdict};

/// A check of a lab in Rust.
#[derive(Clone)]
pub struct Call(Arc<Ask>);

type Ask = dyn Fn(&dyn Any, &mut Asking) + Send + Sync;

impl Call {
    /// A check that calls functions of the type `E`, the lab's own.
    pub fn new<E: Any>(ask: fn(&E, &mut Asking)) -> Call {
        Call(Arc::new(move |exercise, asking| {
            match exercise.downcast_ref() {
                Some(exercise) => ask(exercise, asking),
                None => asking.holds("the checker was given this lab's functions", false),
            }
        }))
    }
}

/// Gathers what a check asked and the first answer that was wrong.
#[derive(Clone, Debug, Default)]
pub struct Asking {
    asked: usize,
    wrong: usize,
    first: Option<String>,
    last_call: String,
}

/// Relative distance that an `f64` may have from the right one, for the order of its roundings.
pub const NEAR: f64 = 1e-9;

/// Calls one of the learner's functions and holds the answer: `ask!(ask, e.area(2.0, h)).near(6.0)`.
///
/// The call is written once and told with the values of its arguments; what follows it is applied to what comes back and
/// told, too: `ask!(ask, e.decode(&d, 1).bytes).near(6.18e9)`. With `on`, a method of a value that the check has:
/// `ask!(ask, on pool.alloc(256, 1)).is(Ok(0))`. Arguments are evaluated twice, once to be shown.
#[macro_export]
macro_rules! ask {
    ($ask:ident, on $value:ident . $method:ident ( $($argument:expr),* $(,)? ) $($rest:tt)*) => {{
        $ask.about_to(
            concat!(stringify!($value), ".", stringify!($method)),
            &[$($crate::argument(stringify!($argument), &$argument)),*],
            stringify!($($rest)*),
        );
        let answer = $value.$method($($argument),*) $($rest)*;
        $ask.answered(answer)
    }};
    ($ask:ident, $exercise:ident . $function:ident ( $($argument:expr),* $(,)? ) $($rest:tt)*) => {{
        $ask.about_to(
            stringify!($function),
            &[$($crate::argument(stringify!($argument), &$argument)),*],
            stringify!($($rest)*),
        );
        let answer = ($exercise.$function)($($argument),*) $($rest)*;
        $ask.answered(answer)
    }};
}

/// The longest that an argument is told in full, in characters.
const ARGUMENT_SHOWN: usize = 120;

/// An argument as a call shows it: a literal as it is written, everything else by its value.
#[doc(hidden)]
pub fn argument(written: &str, value: &dyn Debug) -> String {
    let literal = |c: char| c.is_ascii_digit() || matches!(c, '-' | '"' | '\'' | '[');
    let plain = |c: char| !(c.is_alphabetic() || c == '_') || matches!(c, 'e' | '_');
    if written.starts_with(literal) && (written.starts_with('"') || written.chars().all(plain)) {
        return written.to_owned();
    }
    let shown = shown(value);
    let shown = match shown.char_indices().nth(ARGUMENT_SHOWN) {
        Some((at, _)) => format!("{}…", &shown[..at]),
        None => shown,
    };
    let borrowed = written.strip_prefix('&').map(str::trim_start);
    match borrowed.map(|rest| rest.starts_with("mut ")) {
        Some(true) => format!("&mut {shown}"),
        Some(false) => format!("&{shown}"),
        None => shown,
    }
}

/// A value as Rust shows it, but for large numbers, which a person reads more easily with an exponent: `9.6e11`.
fn shown(value: &dyn Debug) -> String {
    let text = format!("{value:?}");
    let mut out = String::with_capacity(text.len());
    let mut rest = text.as_str();
    while let Some(at) = rest.find(|c: char| c.is_ascii_digit()) {
        let part = |c: char| c.is_ascii_digit() || c == '.';
        let end = rest[at..].find(|c| !part(c)).map_or(rest.len(), |n| at + n);
        out.push_str(&rest[..at]);
        let in_word = out.ends_with(|c: char| c.is_alphanumeric() || c == '_');
        let number: Option<f64> = rest[at..end].parse().ok();
        let large = number.filter(|_| !in_word && rest[at..end].ends_with("00000.0"));
        match large {
            Some(number) => out.push_str(&format!("{number:e}")),
            None => out.push_str(&rest[at..end]),
        }
        rest = &rest[end..];
    }
    out + rest
}

/// What a call gave back, not yet held against what is right.
#[must_use = "an answer is held against what is right: `.is(…)` or `.near(…)`"]
pub struct Answer<'a, T> {
    asking: &'a mut Asking,
    found: T,
}

impl<T: Debug> Answer<'_, T> {
    /// It is this.
    pub fn is<R: Debug>(self, right: R)
    where
        T: PartialEq<R>,
    {
        let holds = self.found == right;
        self.asking.note(holds, &self.found, &shown(&right));
    }

    /// Something else is true of it, said as what was expected: `no more than 1.5`.
    pub fn satisfies(self, expected: &str, holds: impl FnOnce(&T) -> bool) {
        let holds = holds(&self.found);
        self.asking.note(holds, &self.found, expected);
    }
}

impl Answer<'_, f64> {
    /// It is this number, but for rounding: a relative 1e-9.
    pub fn near(self, right: f64) {
        self.within(NEAR * right.abs(), right);
    }

    /// It is within a distance of this number; a NaN never is.
    pub fn within(self, distance: f64, right: f64) {
        let close = (self.found - right).abs() <= distance || self.found == right;
        self.asking.note(close, &self.found, &shown(&right));
    }
}

impl Asking {
    /// Notes the call that is about to be made, so that its answer and a panic in it can be told.
    #[doc(hidden)]
    pub fn about_to(&mut self, function: &str, arguments: &[String], rest: &str) {
        let rest: String = rest.split_whitespace().collect();
        self.last_call = format!("{function}({}){rest}", arguments.join(", "));
    }

    /// What came of that call.
    #[doc(hidden)]
    pub fn answered<T>(&mut self, found: T) -> Answer<'_, T> {
        Answer {
            asking: self,
            found,
        }
    }

    /// A sentence is true: `the handle can be cloned`.
    pub fn holds(&mut self, claim: &str, holds: bool) {
        self.asked += 1;
        if !holds {
            self.was_wrong(|| format!("expected that {claim}"));
        }
    }

    fn note(&mut self, right: bool, found: &dyn Debug, expected: &str) {
        self.asked += 1;
        if !right {
            let call = self.last_call.clone();
            self.was_wrong(|| format!("`{call}` gave {}, expected {expected}", shown(found)));
        }
    }

    fn was_wrong(&mut self, told: impl FnOnce() -> String) {
        self.wrong += 1;
        if self.first.is_none() {
            self.first = Some(told());
        }
    }
}

/// A panic of the learner's code, caught.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Panic {
    /// What it said.
    pub message: String,
    /// Where, when it was in the learner's file.
    pub place: Option<Place>,
}

/// Runs something that may panic, and says so if it did; the judge itself catches nothing.
pub type Guard<'a> = &'a mut dyn FnMut(&mut dyn FnMut()) -> Result<(), Panic>;

/// Judges the functions of a lab in Rust. Records are sent in check order; the verdict is the gravest of them.
pub fn judge_calls(
    lab: &Lab,
    select: Select<'_>,
    exercise: &dyn Any,
    guard: Guard<'_>,
    sink: &mut dyn FnMut(CheckRecord),
) -> Verdict {
    let mut verdict = Verdict::NotMeasured;
    for (part, check) in lab.checks() {
        if !select.takes(part.id, check.id) {
            continue;
        }
        let decision = decide(check, part, exercise, guard);
        verdict = graver(verdict, check, decision.status);
        sink(record(lab, part, check, decision, "native"));
    }
    verdict
}

/// Why a learner's functions cannot be called: they do not compile, or are not the ones asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Uncompiled {
    /// One line: where and what.
    pub message: String,
    /// The compiler's own words.
    pub detail: String,
    /// Places in the learner's file.
    pub places: Vec<Place>,
}

/// The records of functions that cannot be called: `compiles` fails with these words, and nothing else is judged.
pub fn uncompiled(
    lab: &Lab,
    select: Select<'_>,
    why: &Uncompiled,
    sink: &mut dyn FnMut(CheckRecord),
) -> Verdict {
    for (part, check) in lab.checks() {
        if !select.takes(part.id, check.id) {
            continue;
        }
        let decision = match check.kind {
            Kind::Compiles => Decision {
                detail: why.detail.clone(),
                places: why.places.clone(),
                ..Decision::new(Status::Fail, why.message.clone())
            },
            _ => Decision::new(Status::Skipped, "not judged before `compiles` passes"),
        };
        sink(record(lab, part, check, decision, "native"));
    }
    Verdict::DoesNotCompile
}

fn decide(check: &Check, part: &Part, exercise: &dyn Any, guard: Guard<'_>) -> Decision {
    let Kind::Call(Call(ask)) = &check.kind else {
        let n = part.functions.len();
        let s = if n == 1 { "" } else { "s" };
        return match check.kind {
            Kind::Compiles => Decision::new(
                Status::Pass,
                format!("compiles, and has the {n} function{s} asked for"),
            ),
            _ => Decision::new(Status::Skipped, "not for a lab in Rust"),
        };
    };
    let mut asking = Asking::default();
    match guard(&mut || ask(exercise, &mut asking)) {
        Err(panic) => panicked(panic, &asking),
        Ok(()) => answered(asking),
    }
}

fn panicked(panic: Panic, asking: &Asking) -> Decision {
    let what = match panic.message.strip_prefix("not yet implemented") {
        Some(_) => "nothing is written here yet: `todo!()`".to_owned(),
        None => format!("it panicked: {}", panic.message),
    };
    let message = match &panic.place {
        Some(place) => format!("line {}: {what}", place.line),
        None => what,
    };
    let mut out = Decision::new(Status::Fail, message);
    if !asking.last_call.is_empty() {
        out.detail = format!("in the call `{}`", asking.last_call);
    }
    out.places.extend(panic.place);
    out
}

fn answered(asking: Asking) -> Decision {
    match asking.first {
        Some(first) => Decision {
            value: Some(asking.wrong as f64),
            unit: Some("wrong answers"),
            detail: format!("wrong: {} of {} answers", asking.wrong, asking.asked),
            ..Decision::new(Status::Fail, first)
        },
        None if asking.asked == 0 => {
            Decision::new(Status::Fail, "the check asked nothing: a fault of the lab")
        }
        None => {
            let answers = match asking.asked {
                1 => "the only answer is right".to_owned(),
                n => format!("all {n} answers are right"),
            };
            Decision::new(Status::Pass, answers)
        }
    }
}

#[cfg(test)]
#[path = "calls/tests.rs"]
mod tests;
