//! What the pages of labs say of the labs' own code: the names of a part's cases, and what its checks allow.
//!
//! A course cannot change it, and to know it a part's cases are made, with all their inputs and expected results. So each part is
//! asked once, by whoever first shows it, and what it said serves every later page and run.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use lab::{Lab, Part};

/// What parts said, by lab and part.
type Parts = HashMap<(&'static str, &'static str), Arc<PartFacts>>;

/// What the parts of labs that were asked said.
#[derive(Debug, Default)]
pub struct LabFacts {
    parts: Mutex<Parts>,
}

/// What a part said.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct PartFacts {
    /// The names of its cases.
    pub cases: Vec<String>,
    /// For each of its checks, what it allows of which case.
    pub allowed: Vec<Vec<String>>,
}

impl LabFacts {
    /// What a part of a lab says of itself.
    pub(super) fn of(&self, lab: &Lab, part: &Part) -> Arc<PartFacts> {
        let name = (lab.id, part.id);
        if let Some(known) = self.lock().get(&name) {
            return known.clone();
        }
        // Not under the lock: pages are made side by side, and one that waits has nothing of it.
        let facts = Arc::new(PartFacts::of(part));
        self.lock().entry(name).or_insert(facts).clone()
    }

    fn lock(&self) -> MutexGuard<'_, Parts> {
        self.parts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl PartFacts {
    fn of(part: &Part) -> PartFacts {
        let cases = part.cases(lab::Seed::default());
        let checks = part.checks.iter();
        PartFacts {
            allowed: checks.map(|check| check.allowances(&cases)).collect(),
            cases: cases.into_iter().map(|case| case.name).collect(),
        }
    }
}
