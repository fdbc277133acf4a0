//! The parts and checks that were named, resolved against a lab: names in, processes to start out.
//! Nothing named is everything; parts narrow the checks that are named with them; a name that is neither gets the nearest one.

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

    /// What these names mean: `v1` a part, `right` that check in every part, `v1 right` that check of the part, and `v1/right` the
    /// same whatever else is named.
    ///
    /// # Errors
    /// When a name is neither a part nor a check, or a check that none of the named parts has.
    pub fn named(lab: &'static Lab, names: &[String]) -> Result<Selection, Failure> {
        if names.is_empty() {
            return Ok(Selection::all(lab));
        }
        let names = Names::of(lab, names)?;
        let mut parts = Vec::new();
        for part in &lab.parts {
            let wanted = |check: &&Check| names.take(part, check);
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

/// Names by what they are.
struct Names<'n> {
    parts: Vec<&'n str>,
    /// Checks with their part.
    full: Vec<&'n str>,
    /// Checks of the parts, or of every part if none is named.
    checks: Vec<&'n str>,
}

impl<'n> Names<'n> {
    fn of(lab: &Lab, names: &'n [String]) -> Result<Names<'n>, Failure> {
        let mut out = Names {
            parts: Vec::new(),
            full: Vec::new(),
            checks: Vec::new(),
        };
        for name in names.iter().map(String::as_str) {
            if lab.part(name).is_some() {
                out.parts.push(name);
            } else if lab.checks().any(|(part, check)| is_full(name, part, check)) {
                out.full.push(name);
            } else if lab.checks().any(|(_, check)| check.id == name) {
                out.checks.push(name);
            } else {
                return Err(unknown(lab, name));
            }
        }
        for name in &out.checks {
            let mut of_name = lab.checks().filter(|(_, check)| check.id == *name);
            if !of_name.any(|(part, _)| out.in_parts(part)) {
                return Err(not_of(lab, &out.parts, name));
            }
        }
        Ok(out)
    }

    fn in_parts(&self, part: &Part) -> bool {
        self.parts.is_empty() || self.parts.contains(&part.id)
    }

    fn take(&self, part: &Part, check: &Check) -> bool {
        let of_part = match self.checks.as_slice() {
            [] => self.parts.contains(&part.id),
            checks => self.in_parts(part) && checks.contains(&check.id),
        };
        of_part || self.full.iter().any(|name| is_full(name, part, check))
    }
}

fn is_full(name: &str, part: &Part, check: &Check) -> bool {
    name.split_once('/') == Some((part.id, check.id))
}

/// A check that is not one of the parts that were named.
fn not_of(lab: &Lab, parts: &[&str], name: &str) -> Failure {
    let has = lab.checks().filter(|(_, check)| check.id == name);
    let has: Vec<String> = has
        .map(|(part, _)| format!("`{}/{name}`", part.id))
        .collect();
    let parts: Vec<String> = parts.iter().map(|part| format!("`{part}`")).collect();
    let message = match parts.as_slice() {
        [one] => format!("part {one} of `{}` has no check `{name}`", lab.id),
        many => format!(
            "none of the parts {} of `{}` has a check `{name}`",
            many.join(", "),
            lab.id
        ),
    };
    Failure::wrong_use(message).help(format!("there is {}", has.join(", ")))
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

#[cfg(test)]
mod tests {
    use lab::Kind;

    use super::*;
    use crate::labs::toy;

    fn parts() -> Vec<lab::PartSpec> {
        let far = ("far", Kind::Correct);
        let bounds = ("bounds", Kind::InBounds);
        vec![
            toy::part_of("v1", &[far.clone(), bounds.clone()]),
            toy::part_of("v2", &[far]),
            toy::part_of("v3", &[bounds]),
        ]
    }

    fn named(names: &[&str]) -> Result<String, String> {
        let lab: &'static Lab = Box::leak(Box::new(toy::lab(parts)));
        let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        let chosen = Selection::named(lab, &names).map_err(|failure| failure.message)?;
        let parts = chosen.parts.iter().map(|chosen| format!("{chosen:?}"));
        Ok(parts.collect::<Vec<_>>().join(" ").replace('"', ""))
    }

    #[test]
    fn parts_narrow_the_checks_named_with_them() {
        let is = |names: &[&str], wanted: &str| assert_eq!(named(names), Ok(wanted.to_owned()));
        is(&["v1", "v2"], "v1[far, bounds] v2[far]");
        is(&["far"], "v1[far] v2[far]");
        is(&["v2", "far"], "v2[far]");
        is(&["far", "v2"], "v2[far]");
        is(&["v1", "v2", "far"], "v1[far] v2[far]");
        is(&["v2", "v1/bounds"], "v1[bounds] v2[far]");
        is(&["v2", "far", "v3/bounds"], "v2[far] v3[bounds]");
        is(&["v1/far"], "v1[far]");
    }

    #[test]
    fn a_check_that_the_parts_do_not_have_is_told() {
        assert_eq!(
            named(&["v2", "bounds"]),
            Err("part `v2` of `toy` has no check `bounds`".into())
        );
        assert_eq!(
            named(&["v2", "v9"]),
            Err("`toy` has no part and no check called `v9`".into())
        );
        assert!(named(&["v2/bounds"]).is_err());
    }
}
