//! The GPU beside the simulated machine: two lists of results in, one list and every difference between them out.
//!
//! The rule: the machine's verdict stands, for it is the same everywhere; the GPU adds what only it can measure. Where the
//! two do not agree, the difference is said, with which of them to believe and why. A GPU finds hardly anything that is
//! undefined, so its silence is no difference.

use lab::{Kind, Lab, Language};

use super::report::CheckResult;
use super::run::Progress;
use super::select::{Chosen, Selection};
use crate::course::On;
use crate::exit::Failure;
use crate::store::Status;

/// What the GPU said beside the machine.
#[derive(Clone, Debug, Default)]
pub struct Beside {
    /// Its name; empty where it could not be asked.
    pub device: String,
    /// What it said of each check that it was asked.
    pub results: Vec<CheckResult>,
    /// Where it does not agree with the machine.
    pub differences: Vec<Difference>,
    /// Why it could not be asked, and what helps.
    pub missing: Option<(String, String)>,
}

/// A check on which the machine and the GPU do not agree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// `part/check`.
    pub check: String,
    /// What each said.
    pub what: String,
    /// Which to believe, and why.
    pub believe: String,
}

/// What is meant by what was wished: with no GPU in sight `auto` is the machine alone.
pub(super) fn meant(lab: &Lab, on: On) -> Result<On, Failure> {
    match (on, lab.language) {
        (On::Gpu, Language::Rust) => Err(Failure::wrong_use(format!(
            "`{}` is a lab in Rust; a GPU has no part in it",
            lab.id
        ))),
        (On::Gpu, Language::Cuda) if !gpu::is_likely() => {
            Err(Failure::wrong_use("no NVIDIA GPU was found on this computer").help(
                "without `--device gpu` the same checks are judged on the simulated machine; `course doctor` says what is here",
            ))
        }
        (On::Auto, Language::Cuda) if gpu::is_likely() => Ok(On::Auto),
        (On::Auto, _) => Ok(On::Cpu),
        (on, _) => Ok(on),
    }
}

/// A judgement on a GPU that could not be asked is none.
pub(super) fn unavailable(results: &[CheckResult]) -> Result<(), Failure> {
    match missing(results) {
        Some((why, help)) => Err(Failure::wrong_use(why).help(help)),
        None => Ok(()),
    }
}

/// Whether no device was asked.
pub(super) fn is_nobodys(result: &CheckResult) -> bool {
    result.status == Status::NotMeasured && result.device.is_empty()
}

/// Why no device answered, if none did.
fn missing(results: &[CheckResult]) -> Option<(String, String)> {
    let first = results.first().filter(|_| results.iter().all(is_nobodys))?;
    Some((first.message.clone(), first.detail.clone()))
}

fn kind_of(lab: &Lab, part: &str, check: &str) -> Option<Kind> {
    let mut all = lab.checks();
    let found = all.find(|(p, c)| p.id == part && c.id == check);
    found.map(|(_, check)| check.kind.clone())
}

/// Whether only a GPU can answer this check.
pub(super) fn is_measured(lab: &Lab, result: &CheckResult) -> bool {
    let kind = kind_of(lab, &result.part, &result.check);
    matches!(kind, Some(Kind::Measured(_)))
}

/// What of a selection a GPU has an answer to.
pub(super) fn asked(selection: &Selection) -> Selection {
    let answers = |kind: &Kind| {
        matches!(
            kind,
            Kind::Compiles | Kind::Correct | Kind::InBounds | Kind::Property(_) | Kind::Measured(_)
        )
    };
    let parts = selection.parts.iter().map(|chosen| Chosen {
        part: chosen.part,
        checks: chosen
            .checks
            .iter()
            .copied()
            .filter(|check| answers(&check.kind))
            .collect(),
        whole: false,
    });
    Selection {
        parts: parts.filter(|chosen| !chosen.checks.is_empty()).collect(),
    }
}

impl Beside {
    /// Puts what the GPU measured in the place of what the machine could not, and tells it; compares the rest.
    pub(super) fn of(
        lab: &Lab,
        machine: &mut [CheckResult],
        found: Vec<CheckResult>,
        tell: &mut dyn FnMut(Progress<'_>),
    ) -> Beside {
        let missing = missing(&found);
        for result in machine.iter_mut().filter(|r| is_measured(lab, r)) {
            let measured = found.iter().find(|r| r.full_id() == result.full_id());
            if let Some(measured) = measured {
                result.clone_from(measured);
            }
            tell(Progress::Checked(result));
        }
        let device = found.iter().find(|r| !r.device.is_empty());
        Beside {
            device: device.map(|r| r.device.clone()).unwrap_or_default(),
            differences: differences(lab, machine, &found),
            results: found,
            missing,
        }
    }
}

/// The checks on which the two do not agree, in course order.
fn differences(lab: &Lab, machine: &[CheckResult], gpu: &[CheckResult]) -> Vec<Difference> {
    let pairs = gpu.iter().filter_map(|theirs| {
        let ours = machine.iter().find(|r| r.full_id() == theirs.full_id())?;
        Some((ours, theirs))
    });
    let told = pairs.filter_map(|(ours, theirs)| {
        let kind = kind_of(lab, &ours.part, &ours.check)?;
        let undefined = undefined_of(lab, machine, &ours.part);
        difference(&kind, ours, theirs, undefined)
    });
    told.collect()
}

/// What the machine found undefined in a part.
fn undefined_of<'a>(lab: &Lab, machine: &'a [CheckResult], part: &str) -> Option<&'a CheckResult> {
    machine.iter().find(|r| {
        let kind = kind_of(lab, &r.part, &r.check);
        let sound = matches!(
            kind,
            Some(
                Kind::InBounds
                    | Kind::Initialised
                    | Kind::RaceFree
                    | Kind::Barriers
                    | Kind::OrderIndependent
            )
        );
        r.part == part && r.status == Status::Fail && sound
    })
}

fn difference(
    kind: &Kind,
    ours: &CheckResult,
    theirs: &CheckResult,
    undefined: Option<&CheckResult>,
) -> Option<Difference> {
    let device = &theirs.device;
    let refused = matches!(
        theirs.status,
        Status::Fail | Status::Crashed | Status::TimedOut
    );
    let (what, believe) = match (ours.status, theirs.status) {
        (_, _) if matches!(kind, Kind::Measured(_)) => return None,
        (Status::Pass, _) if refused && matches!(kind, Kind::Compiles) => (
            format!("it compiles here, and NVIDIA's compiler says: {}", theirs.message),
            "believe NVIDIA's compiler: without it no GPU runs the kernel. That ours takes it is our fault, and worth a report".to_owned(),
        ),
        (Status::Pass, _) if refused => (
            format!("it passes here, and the GPU says: {}", theirs.message),
            "believe the GPU: it is what the kernel is for. The simulated machine follows CUDA's rules and should have come to the same, so this is worth a report".to_owned(),
        ),
        (Status::Fail, Status::Pass) if matches!(kind, Kind::Compiles) => (
            format!("NVIDIA's compiler takes it, and ours says: {}", ours.message),
            "believe NVIDIA's compiler: ours does not know all of CUDA. `--device gpu` judges it there".to_owned(),
        ),
        (Status::Skipped, Status::Pass) => {
            let cause = undefined?;
            (
                format!(
                    "it passes on {device}, and here `{}` fails: {}",
                    cause.check, cause.message
                ),
                "believe the simulated machine: what it found is undefined in CUDA, and the GPU only happened to give the right answer, this time and at these sizes".to_owned(),
            )
        }
        (Status::Fail, Status::Pass) => match undefined {
            Some(cause) if cause.check != ours.check => (
                format!("it passes on {device}, and fails here: {}", ours.message),
                format!(
                    "believe the simulated machine: `{}` fails too, and what is undefined in CUDA may come out right on one GPU",
                    cause.check
                ),
            ),
            _ => (
                format!("it passes on {device}, and fails here: {}", ours.message),
                "believe the GPU as far as these sizes go: the simulated machine follows CUDA's rules and should have come to the same, so this is worth a report".to_owned(),
            ),
        },
        _ => return None,
    };
    Some(Difference {
        check: ours.full_id(),
        what,
        believe,
    })
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use super::*;
    use crate::labs::toy;

    static LAB: LazyLock<Lab> = LazyLock::new(|| {
        toy::lab(|| {
            vec![toy::part_of(
                "v0",
                &[
                    ("compiles", Kind::Compiles),
                    ("correct", Kind::Correct),
                    ("race-free", Kind::RaceFree),
                    ("speed", toy::measured()),
                ],
            )]
        })
    });

    fn result(check: &str, status: Status, device: &str) -> CheckResult {
        CheckResult {
            device: device.to_owned(),
            ..CheckResult::named("v0", check, status, format!("{check} said {status:?}"))
        }
    }

    fn told(machine: &[(&str, Status)], gpu: &[(&str, Status)]) -> Vec<Difference> {
        let of = |of: &[(&str, Status)], device: &str| -> Vec<CheckResult> {
            of.iter().map(|(c, s)| result(c, *s, device)).collect()
        };
        differences(&LAB, &of(machine, "simulated"), &of(gpu, "a GPU"))
    }

    #[test]
    fn where_both_agree_or_the_gpu_cannot_tell_nothing_is_said() {
        let machine = [
            ("compiles", Status::Pass),
            ("correct", Status::Pass),
            ("race-free", Status::Pass),
            ("speed", Status::Fail),
        ];
        let gpu = [
            ("compiles", Status::Pass),
            ("correct", Status::Pass),
            ("race-free", Status::NotMeasured),
            ("speed", Status::Pass),
        ];
        assert_eq!(told(&machine, &gpu), []);
        let both_fail = [("correct", Status::Fail)];
        assert_eq!(told(&both_fail, &both_fail), []);
    }

    #[test]
    fn each_difference_says_which_to_believe() {
        let lucky = told(
            &[("correct", Status::Skipped), ("race-free", Status::Fail)],
            &[("correct", Status::Pass)],
        );
        assert_eq!(lucky[0].check, "v0/correct");
        assert!(lucky[0].what.contains("`race-free` fails"), "{lucky:?}");
        assert!(
            lucky[0]
                .believe
                .starts_with("believe the simulated machine")
        );
        let ours = told(&[("correct", Status::Pass)], &[("correct", Status::Fail)]);
        assert!(ours[0].believe.starts_with("believe the GPU"), "{ours:?}");
        let taken = told(&[("compiles", Status::Fail)], &[("compiles", Status::Pass)]);
        assert!(taken[0].believe.starts_with("believe NVIDIA's compiler"));
        let hung = told(
            &[("correct", Status::Pass)],
            &[("correct", Status::TimedOut)],
        );
        assert_eq!(hung.len(), 1);
        let skipped = told(
            &[("correct", Status::Skipped)],
            &[("correct", Status::Pass)],
        );
        assert_eq!(skipped, []);
    }

    #[test]
    fn a_measured_check_is_the_gpus_and_a_missing_gpu_leaves_its_reason() {
        let mut machine = vec![
            result("correct", Status::Pass, "simulated"),
            result("speed", Status::NotMeasured, "simulated"),
        ];
        let gpu = vec![result("speed", Status::Pass, "a GPU")];
        let mut seen = Vec::new();
        let beside = Beside::of(&LAB, &mut machine, gpu, &mut |progress| {
            if let Progress::Checked(result) = progress {
                seen.push(result.full_id());
            }
        });
        assert_eq!(
            (beside.device.as_str(), seen),
            ("a GPU", vec!["v0/speed".to_owned()])
        );
        assert_eq!(machine[1].status, Status::Pass);
        let none = vec![result("speed", Status::NotMeasured, "")];
        let beside = Beside::of(&LAB, &mut machine, none, &mut |_| {});
        assert!(
            beside
                .missing
                .is_some_and(|(why, _)| why.contains("speed said"))
        );
    }
}
