//! Outlines, rows and what is counted as one list of numbers each, and back: all that crosses between a page and its module.
//!
//! A number of 64 bits holds every whole number up to 2^53 and every measured value as it is, so nothing is printed or parsed. The rule:
//! a list is its length and then what it holds, a choice its number and then what belongs to it; what cannot be read is nothing, whatever
//! the numbers are.

use crate::counted::{Counted, LabCount, Next, Row, State, StepCount};
use crate::outline::{Bound, Item, Lab, Module, Outline, Part, Step, Work};
use crate::rows::{LabRows, Pass, Rows};

/// The first number of an outline. It is another when the form is.
pub const VERSION: usize = 1;

/// What can be written as numbers.
pub trait Numbers: Sized {
    /// Writes it behind what is there.
    fn write(&self, out: &mut Vec<f64>);

    /// Reads it. Where the numbers are none of it, the reader is spoiled and what comes out means nothing.
    fn read(from: &mut Reader<'_>) -> Self;

    /// The numbers of it alone.
    fn numbers(&self) -> Vec<f64> {
        let mut out = Vec::new();
        self.write(&mut out);
        out
    }
}

/// Numbers that are still to be read.
pub struct Reader<'n> {
    rest: &'n [f64],
    is_spoiled: bool,
}

impl<'n> Reader<'n> {
    /// All of these.
    pub fn of(numbers: &'n [f64]) -> Reader<'n> {
        Reader {
            rest: numbers,
            is_spoiled: false,
        }
    }

    /// Whether all was what it should be, and nothing is left.
    pub fn ends_well(&self) -> bool {
        self.rest.is_empty() && !self.is_spoiled
    }

    fn number(&mut self) -> f64 {
        let Some((first, rest)) = self.rest.split_first() else {
            return self.spoil();
        };
        self.rest = rest;
        *first
    }

    /// Nothing that follows is what it should be.
    fn spoil<T: Default>(&mut self) -> T {
        self.is_spoiled = true;
        T::default()
    }
}

impl Numbers for f64 {
    fn write(&self, out: &mut Vec<f64>) {
        out.push(*self);
    }

    fn read(from: &mut Reader<'_>) -> f64 {
        from.number()
    }
}

impl Numbers for usize {
    fn write(&self, out: &mut Vec<f64>) {
        out.push(*self as f64);
    }

    fn read(from: &mut Reader<'_>) -> usize {
        let number = from.number();
        let whole = number as u32;
        match f64::from(whole) == number {
            true => whole as usize,
            false => from.spoil(),
        }
    }
}

impl Numbers for bool {
    fn write(&self, out: &mut Vec<f64>) {
        usize::from(*self).write(out);
    }

    fn read(from: &mut Reader<'_>) -> bool {
        usize::read(from) != 0
    }
}

/// A value that may be missing: what is no number says so.
impl Numbers for Option<f64> {
    fn write(&self, out: &mut Vec<f64>) {
        out.push(self.unwrap_or(f64::NAN));
    }

    fn read(from: &mut Reader<'_>) -> Option<f64> {
        Some(from.number()).filter(|number| !number.is_nan())
    }
}

impl<T: Numbers> Numbers for Vec<T> {
    fn write(&self, out: &mut Vec<f64>) {
        self.len().write(out);
        self.iter().for_each(|one| one.write(out));
    }

    fn read(from: &mut Reader<'_>) -> Vec<T> {
        let count = usize::read(from);
        let mut all = Vec::new();
        while all.len() < count && !from.is_spoiled {
            all.push(T::read(from));
        }
        all
    }
}

impl Numbers for [f64; 2] {
    fn write(&self, out: &mut Vec<f64>) {
        out.extend(self);
    }

    fn read(from: &mut Reader<'_>) -> [f64; 2] {
        [from.number(), from.number()]
    }
}

impl Numbers for (usize, bool) {
    fn write(&self, out: &mut Vec<f64>) {
        self.0.write(out);
        self.1.write(out);
    }

    fn read(from: &mut Reader<'_>) -> (usize, bool) {
        (usize::read(from), bool::read(from))
    }
}

/// Structures as their fields, in this order.
macro_rules! fields {
    ($($name:ident { $($field:ident),+ })+) => {$(
        impl Numbers for $name {
            fn write(&self, out: &mut Vec<f64>) {
                $(self.$field.write(out);)+
            }

            fn read(from: &mut Reader<'_>) -> $name {
                $name { $($field: Numbers::read(from)),+ }
            }
        }
    )+};
}

fields! {
    Lab { checks, parts, requires }
    Part { modules }
    Module { items, labs }
    Step { work, minutes }
    Rows { marked, labs, files }
    LabRows { attempts, passes }
    Pass { check, value }
    Row { done, total, state }
    LabCount { row, parts, waits_for }
    StepCount { state, open }
    Counted { course, projects, papers, parts, modules, labs, steps, next, on, left }
}

impl Numbers for Outline {
    fn write(&self, out: &mut Vec<f64>) {
        VERSION.write(out);
        self.items.write(out);
        self.labs.write(out);
        self.parts.write(out);
        self.projects.write(out);
        self.papers.write(out);
        self.steps.write(out);
    }

    fn read(from: &mut Reader<'_>) -> Outline {
        if usize::read(from) != VERSION {
            return from.spoil();
        }
        Outline {
            items: Numbers::read(from),
            labs: Numbers::read(from),
            parts: Numbers::read(from),
            projects: Numbers::read(from),
            papers: Numbers::read(from),
            steps: Numbers::read(from),
        }
    }
}

impl Numbers for Item {
    fn write(&self, out: &mut Vec<f64>) {
        let mut choice = |number: usize| number.write(out);
        match self {
            Item::Marked => choice(0),
            Item::File => choice(1),
            Item::Lab(lab) => {
                choice(2);
                lab.write(out);
            }
            Item::Part { lab, part } => {
                choice(3);
                lab.write(out);
                part.write(out);
            }
            Item::Checks { lab, checks } => {
                choice(4);
                lab.write(out);
                checks.write(out);
            }
            Item::Measured { lab, check, bound } => {
                choice(5);
                lab.write(out);
                check.write(out);
                bound.write(out);
            }
            Item::Group(items) => {
                choice(6);
                items.write(out);
            }
        }
    }

    fn read(from: &mut Reader<'_>) -> Item {
        match usize::read(from) {
            0 => Item::Marked,
            1 => Item::File,
            2 => Item::Lab(Numbers::read(from)),
            3 => Item::Part {
                lab: Numbers::read(from),
                part: Numbers::read(from),
            },
            4 => Item::Checks {
                lab: Numbers::read(from),
                checks: Numbers::read(from),
            },
            5 => Item::Measured {
                lab: Numbers::read(from),
                check: Numbers::read(from),
                bound: Numbers::read(from),
            },
            6 => Item::Group(Numbers::read(from)),
            _ => from.spoil(),
        }
    }
}

impl Numbers for Bound {
    fn write(&self, out: &mut Vec<f64>) {
        let (choice, bound) = match self {
            Bound::AtMost(most) => (0, most),
            Bound::AtLeast(least) => (1, least),
        };
        choice.write(out);
        bound.write(out);
    }

    fn read(from: &mut Reader<'_>) -> Bound {
        match usize::read(from) {
            0 => Bound::AtMost(from.number()),
            1 => Bound::AtLeast(from.number()),
            _ => from.spoil(),
        }
    }
}

impl Numbers for Work {
    fn write(&self, out: &mut Vec<f64>) {
        match self {
            Work::Read { item, labs } => {
                0.write(out);
                item.write(out);
                labs.write(out);
            }
            Work::Lab(lab) => {
                1.write(out);
                lab.write(out);
            }
            Work::Items(items) => {
                2.write(out);
                items.write(out);
            }
        }
    }

    fn read(from: &mut Reader<'_>) -> Work {
        match usize::read(from) {
            0 => Work::Read {
                item: Numbers::read(from),
                labs: Numbers::read(from),
            },
            1 => Work::Lab(Numbers::read(from)),
            2 => Work::Items(Numbers::read(from)),
            _ => from.spoil(),
        }
    }
}

impl Numbers for State {
    fn write(&self, out: &mut Vec<f64>) {
        (*self as usize).write(out);
    }

    fn read(from: &mut Reader<'_>) -> State {
        match usize::read(from) {
            0 => State::NotStarted,
            1 => State::InProgress,
            2 => State::Done,
            _ => from.spoil(),
        }
    }
}

/// Always two numbers: what it is, and which.
impl Numbers for Option<Next> {
    fn write(&self, out: &mut Vec<f64>) {
        let (choice, which) = match self {
            None => (0, 0),
            Some(Next::Step(step)) => (1, *step),
            Some(Next::Lab(lab)) => (2, *lab),
        };
        choice.write(out);
        which.write(out);
    }

    fn read(from: &mut Reader<'_>) -> Option<Next> {
        match (usize::read(from), usize::read(from)) {
            (0, _) => None,
            (1, step) => Some(Next::Step(step)),
            (2, lab) => Some(Next::Lab(lab)),
            _ => from.spoil(),
        }
    }
}
