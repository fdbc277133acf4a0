//! The order in which previous and next lead through a course: its walk, so that a page's end, `course next` and the dashboard agree.
//!
//! A course and its stops come in, places of stops come out. The rule: steps stand as they are walked (`course/walk.rs`); the page of
//! a part, a module or a tier stands once, before the first of its steps; what is no step (a stretch task, an optional tier) stays
//! behind what it follows in the book.

use std::collections::HashMap;

use super::map::{Shows, Stop};
use crate::course::Course;
use crate::course::walk::{self, StepKind};

/// The places of the walked stops, in order.
pub(super) fn order(course: &Course, stops: &[Stop]) -> Vec<usize> {
    let steps = walk::steps(course).into_iter();
    // A capstone stands on its module's page, which comes first.
    let pages = steps.filter(|step| step.kind != StepKind::Project);
    let ranks: HashMap<String, usize> = pages
        .enumerate()
        .map(|(rank, step)| (step.url, rank + 1))
        .collect();
    let book: Vec<usize> = (0..stops.len())
        .filter(|at| stops[*at].is_walked())
        .collect();
    let own = |at: usize| ranks.get(&stops[at].url).copied();
    let first_of = |overview: usize| {
        let below = book
            .iter()
            .filter(|at| holds(&stops[overview], &stops[**at]));
        below.filter_map(|at| own(*at)).min()
    };
    let mut last = 0;
    let mut keyed: Vec<(usize, usize, usize)> = Vec::with_capacity(book.len());
    for at in &book {
        let (rank, level) = match (own(*at), level(stops[*at].shows)) {
            (Some(rank), _) => (rank, STEP),
            (None, Some(level)) => match first_of(*at) {
                Some(rank) => (rank, level),
                None => (last, BEHIND),
            },
            (None, None) if stops[*at].url == walk::FINISH => (usize::MAX, BEHIND),
            (None, None) => (last, BEHIND),
        };
        if level == STEP {
            last = rank;
        }
        keyed.push((rank, level, *at));
    }
    keyed.sort_unstable();
    keyed.into_iter().map(|(_, _, at)| at).collect()
}

/// Behind the overviews that lead to it.
const STEP: usize = 3;

/// Behind the step that it follows in the book.
const BEHIND: usize = 4;

/// How far up an overview is; none for other pages.
fn level(shows: Shows) -> Option<usize> {
    match shows {
        Shows::Part => Some(0),
        Shows::Module => Some(1),
        Shows::Tier(_) => Some(2),
        _ => None,
    }
}

/// Whether a stop belongs to this overview.
fn holds(overview: &Stop, stop: &Stop) -> bool {
    let part = overview.part == stop.part;
    let module = part && overview.module == stop.module;
    match (overview.shows, stop.shows) {
        (Shows::Part, _) => part,
        (Shows::Module, _) => module,
        (Shows::Tier(tier), Shows::Task(of, _)) => module && tier == of,
        _ => false,
    }
}
