//! `course profile LAB --device gpu`: what the machine counts, and beside it what this computer's GPU takes.
//!
//! The rule: counts and the least time stay the machine's and the device's sheet; the GPU adds the time of each launch, what the
//! part's measured checks came to, and, where Nsight Compute is installed, its counts by name. What is not there is said.

use std::path::{Path, PathBuf};

use super::doctor::on_path;
use super::profile;
use crate::cli::ProfileArgs;
use crate::config::Config;
use crate::course::Device;
use crate::exit::Failure;
use crate::profile::gpu::Said;
use crate::profile::{Kernel, Profile, ncu};
use crate::program::device;
use crate::runner::{self, Cancel, Processes, Timing};
use crate::tell;

/// The device that is this computer's own.
pub(super) const GPU: &str = "gpu";

/// Names Nsight Compute's program; empty for none.
const NCU: &str = "COURSE_NCU";

/// Refuses what no GPU is asked for here.
///
/// # Errors
/// For a program, and where there is no GPU.
pub(super) fn refuse(is_program: bool) -> Result<(), Failure> {
    if is_program {
        return Err(Failure::wrong_use(
            "a program's kernels run on the simulated machine alone; `--device gpu` times a lab's",
        )
        .help("`--device h100` compares a program's counts with that device's figures"));
    }
    match gpu::is_likely() {
        true => Ok(()),
        false => Err(
            Failure::wrong_use("no NVIDIA GPU was found on this computer").help(
                "`--device h100` compares the counts with that device's figures; `course doctor` says what is here",
            ),
        ),
    }
}

/// The profile of a lab with what the GPU says of it.
///
/// # Errors
/// As without a GPU; when the GPU could not be asked.
pub(super) fn of_lab(config: &Config, args: &ProfileArgs, here: &Path) -> Result<Profile, Failure> {
    let lab = config.labs.find(&args.subject)?;
    for id in &args.parts {
        crate::labs::part_named(lab, id)?;
    }
    runner::starter_if_absent(config, lab)?;
    let text = runner::read(config, lab)?;
    let cancel = Cancel::on_signal();
    let ncu = ncu();
    let wanted = |id: &str| args.parts.is_empty() || args.parts.iter().any(|part| part == id);
    let mut said = Said::default();
    let mut parts = Vec::new();
    for part in lab.parts.iter().filter(|part| wanted(part.id)) {
        let timing = Timing {
            config,
            lab,
            part: part.id,
            text: &text,
        };
        let timed = timing.timed(&Processes, &cancel)?;
        if timed.device.is_empty() {
            let why = timed.missing.into_iter().next().unwrap_or_default();
            return Err(Failure::wrong_use(why));
        }
        let counted = ncu.as_ref().map(|program| {
            let watcher = (program.as_path(), ncu::arguments());
            let wrote = timing.watched(watcher, &Processes, &cancel);
            let wrote = wrote.map_err(|failure| failure.message);
            wrote.and_then(|text| ncu::launches(&text))
        });
        parts.push((part.id, timed, counted));
    }
    if let Some((_, timed, _)) = parts.first() {
        said.device.clone_from(&timed.device);
        said.conditions.clone_from(&timed.conditions);
    }
    let on = match listed(&said.device, here) {
        Some(device) => device,
        None => {
            let usual = device::find(here, None)?;
            said.missing.push(format!(
                "the course's list of devices has no {}, so the least times are the {}'s",
                said.device, usual.name
            ));
            usual
        }
    };
    let mut profile = profile::of_lab(config, lab, args, on)?;
    for (id, timed, counted) in parts {
        let title = lab.part(id).map_or("", |part| part.title.as_str());
        let of = format!("Part `{id}`, {title}");
        let kernels = profile.kernels.iter_mut().filter(|kernel| {
            let part = kernel.of.as_ref().map(|(part, _)| part);
            part == Some(&of)
        });
        let mut kernels: Vec<&mut Kernel> = kernels.collect();
        for (kernel, times) in kernels.iter_mut().zip(timed.times) {
            kernel.on_gpu.times = Some(times);
        }
        let measured = timed.measured.into_iter();
        said.measured
            .extend(measured.map(|lines| (id.to_owned(), lines)));
        said.missing.extend(timed.missing);
        match counted {
            Some(Ok(launches)) => beside(&mut kernels, &launches),
            Some(Err(why)) => said.missing.push(format!(
                "Nsight Compute counted nothing of part `{id}`: {why}"
            )),
            None => {}
        }
    }
    if ncu.is_none() {
        said.missing.push(
            "Nsight Compute's counts do not stand beside these: `ncu` is not on the path; it comes with the CUDA toolkit".to_owned(),
        );
    }
    profile.gpu = Some(said);
    tell_missing(&profile, config);
    Ok(profile)
}

/// The device of the course's list that a driver calls so.
fn listed(name: &str, here: &Path) -> Option<Device> {
    device::find(here, Some(name)).ok().or_else(|| {
        // `NVIDIA H100 80GB HBM3` has `H100` in it, and a list names the chip first: `H100 SXM5`.
        let words = name.split_whitespace().skip(1);
        words
            .take(1)
            .find_map(|word| device::find(here, Some(word)).ok())
    })
}

/// Puts Nsight Compute's counts beside those of the launches, in order, of the same kernels.
fn beside(kernels: &mut [&mut Kernel], launches: &[ncu::Launch]) {
    for (kernel, launch) in kernels.iter_mut().zip(launches) {
        if launch.is_of(&kernel.launch.kernel) {
            kernel.on_gpu.counted = launch.beside(&kernel.launch.counters);
        }
    }
}

/// Nsight Compute's program.
fn ncu() -> Option<PathBuf> {
    match std::env::var_os(NCU) {
        Some(named) => (!named.is_empty()).then(|| named.into()),
        None => on_path("ncu"),
    }
}

/// Says on standard error what is missing, so that JSON stays JSON.
fn tell_missing(profile: &Profile, config: &Config) {
    let missing = profile.gpu.iter().flat_map(|said| &said.missing);
    for why in missing {
        tell::note(why, config.colour);
    }
}
