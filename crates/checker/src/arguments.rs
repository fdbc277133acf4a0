//! What a checker is asked on its command line, for one lab.
//!
//! Ours: `--list`, `--exact part/check…`, `--part PART`. Like libtest, a bare word without `--exact` keeps the checks
//! whose name has it. libtest's other flags are accepted and ignored, so that `cargo test` may pass any of them.

use lab::Lab;

/// What is asked.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Asked {
    pub list: bool,
    exact: bool,
    part: Option<String>,
    names: Vec<String>,
    skipped: Vec<String>,
}

/// libtest's flags that are followed by a value.
const WITH_VALUE: [&str; 6] = [
    "--test-threads",
    "--color",
    "--format",
    "--logfile",
    "--shuffle-seed",
    "-Z",
];

/// Reads the arguments after the program's name.
pub(crate) fn parse(arguments: impl Iterator<Item = String>, lab: &Lab) -> Result<Asked, String> {
    let mut asked = Asked::default();
    let mut arguments = arguments;
    while let Some(argument) = arguments.next() {
        let mut value = |what: &str| {
            arguments
                .next()
                .ok_or_else(|| format!("`{argument}` needs {what}"))
        };
        match argument.as_str() {
            "--list" => asked.list = true,
            "--exact" => asked.exact = true,
            "--part" => {
                let part = value("a part")?;
                if lab.part(&part).is_none() {
                    let parts: Vec<&str> = lab.parts.iter().map(|p| p.id).collect();
                    return Err(format!(
                        "`{}` has no part `{part}`; it has {}",
                        lab.id,
                        parts.join(", ")
                    ));
                }
                asked.part = Some(part);
            }
            "--skip" => asked.skipped.push(value("a name")?),
            flag if WITH_VALUE.contains(&flag) => drop(value("a value")?),
            flag if flag.starts_with('-') => {}
            _ => asked.names.push(argument),
        }
    }
    if asked.exact {
        let known = |name: &String| {
            lab.checks()
                .any(|(p, c)| *name == format!("{}/{}", p.id, c.id))
        };
        if let Some(stray) = asked.names.iter().find(|name| !known(name)) {
            return Err(format!(
                "`{}` has no check `{stray}`; `--list` names them all",
                lab.id
            ));
        }
    }
    Ok(asked)
}

impl Asked {
    /// Part and check of everything asked for, in the lab's order.
    pub(crate) fn checks(&self, lab: &'static Lab) -> Vec<(&'static str, &'static str)> {
        lab.checks()
            .map(|(part, check)| (part.id, check.id))
            .filter(|(part, check)| self.takes(part, check))
            .collect()
    }

    fn takes(&self, part: &str, check: &str) -> bool {
        let name = format!("{part}/{check}");
        let named = |wanted: &String| {
            if self.exact {
                *wanted == name
            } else {
                name.contains(wanted.as_str())
            }
        };
        self.part.as_deref().is_none_or(|wanted| wanted == part)
            && (self.names.is_empty() || self.names.iter().any(named))
            && !self.skipped.iter().any(named)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lab::{Folder, Kind, Language, PartSpec, part};
    use std::sync::OnceLock;

    fn parts() -> Vec<PartSpec> {
        let kernel = "__global__ void k()";
        vec![
            part("a", kernel).check("bounds", "", Kind::InBounds),
            part("b", kernel),
        ]
    }

    fn tiny() -> &'static Lab {
        static LAB: OnceLock<Lab> = OnceLock::new();
        LAB.get_or_init(|| {
            let folder = Folder {
                id: "tiny",
                language: Language::Cuda,
                text: None,
                reference: None,
                wrong: &[],
                parts,
            };
            folder.lab()
        })
    }

    fn asked(words: &[&str]) -> Result<Vec<String>, String> {
        let asked = parse(words.iter().map(|w| (*w).to_owned()), tiny())?;
        Ok(asked
            .checks(tiny())
            .iter()
            .map(|(p, c)| format!("{p}/{c}"))
            .collect())
    }

    #[test]
    fn everything_is_the_default() {
        assert_eq!(
            asked(&[]),
            Ok(vec![
                "a/compiles".into(),
                "a/bounds".into(),
                "b/compiles".into()
            ])
        );
    }

    #[test]
    fn parts_exact_names_and_pieces_select() {
        assert_eq!(asked(&["--part", "b"]), Ok(vec!["b/compiles".into()]));
        assert_eq!(asked(&["--exact", "a/bounds"]), Ok(vec!["a/bounds".into()]));
        assert_eq!(
            asked(&["compiles", "--nocapture", "--test-threads", "4"]).map(|v| v.len()),
            Ok(2)
        );
        assert_eq!(asked(&["--skip", "compiles"]), Ok(vec!["a/bounds".into()]));
    }

    #[test]
    fn what_is_not_there_is_told() {
        assert_eq!(
            asked(&["--part", "c"]),
            Err("`tiny` has no part `c`; it has a, b".into())
        );
        assert!(asked(&["--exact", "a/bound"]).is_err_and(|m| m.contains("`a/bound`")));
    }
}
