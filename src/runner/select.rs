//! The parts and checks that were named, resolved against a lab: names in, processes to start out.
//! Nothing named is everything; a name that is neither a part nor a check gets the nearest one.

use lab::{Check, Lab, Part};

use crate::exit::Failure;
use crate::labs::nearest;

/// The checks to judge, part by part, in course order.
#[derive(Clone, Debug)]
pub struct Selection {
    /// Each part with its chosen checks; never empty.
    pub parts: Vec<Chosen>,
}

/// One part with its chosen checks.
#[derive(Clone)]
pub struct Chosen {
    /// The part.
    pub part: &'static Part,
    /// Its chosen checks, in order; never empty.
    pub checks: Vec<&'static Check>,
    /// Whether these are all of the part's.
    pub whole: bool,
}

impl std::fmt::Debug for Chosen {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let ids: Vec<&str> = self.checks.iter().map(|check| check.id).collect();
        write!(f, "{}{ids:?}", self.part.id)
    }
}

impl Selection {
    /// Everything of a lab.
    pub fn all(lab: &'static Lab) -> Selection {
        let parts = lab.parts.iter().map(|part| Chosen {
            part,
            checks: part.checks.iter().collect(),
            whole: true,
        });
        Selection {
            parts: parts.collect(),
        }
    }

    /// What these names mean: `v1` a part, `v1/right` a check, `right` that check in every part.
    ///
    /// # Errors
    /// When a name is neither a part nor a check.
    pub fn named(lab: &'static Lab, names: &[String]) -> Result<Selection, Failure> {
        if names.is_empty() {
            return Ok(Selection::all(lab));
        }
        for name in names {
            if !lab.checks().any(|(part, check)| means(name, part, check)) {
                return Err(unknown(lab, name));
            }
        }
        let mut parts = Vec::new();
        for part in &lab.parts {
            let wanted = |check: &&Check| names.iter().any(|name| means(name, part, check));
            let checks: Vec<&Check> = part.checks.iter().filter(wanted).collect();
            if !checks.is_empty() {
                let whole = checks.len() == part.checks.len();
                parts.push(Chosen {
                    part,
                    checks,
                    whole,
                });
            }
        }
        Ok(Selection { parts })
    }
}

fn means(name: &str, part: &Part, check: &Check) -> bool {
    name == part.id || name == check.id || name.split_once('/') == Some((part.id, check.id))
}

fn unknown(lab: &Lab, name: &str) -> Failure {
    let mut known: Vec<String> = lab.parts.iter().map(|part| part.id.to_owned()).collect();
    for (part, check) in lab.checks() {
        known.push(check.id.to_owned());
        known.push(format!("{}/{}", part.id, check.id));
    }
    let failure = Failure::wrong_use(format!(
        "`{}` has no part and no check called `{name}`",
        lab.id
    ));
    match nearest(name, known.iter().map(String::as_str)) {
        Some(near) => failure.help(format!("did you mean `{near}`?")),
        None => {
            let parts: Vec<&str> = lab.parts.iter().map(|part| part.id).collect();
            failure.help(format!("its parts are {}", parts.join(", ")))
        }
    }
}
