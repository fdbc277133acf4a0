//! `course profile`: a lab's kernel, or any program, run once with everything counted, and told with the ideal beside each count.
//!
//! A lab's parts run on the largest of their cases; a program runs as `course run` does, and its own output is not shown. Counts are
//! worked up in `crate::profile`. `--device gpu` times a lab's parts on this computer's GPU as well (`profile_gpu.rs`).

use std::path::{Path, PathBuf};

use lab::{Case, Device as _, Folder, Lab, Launch, Part};
use lab_sim::Simulated;
use simt::Compiled;
use simt::host::{LaunchRecord, registers as estimate};
use simt::launch::Dim3;
use simt::report::{Outcome, Report};
use simt::source::Source;

use crate::cli::{ColourWhen, Format, ProfileArgs, ReportArgs, RunArgs};
use crate::cmd::profile_gpu;
use crate::cmd::run::{Running, in_time};
use crate::config::Config;
use crate::course::Device;
use crate::exit::{Exit, Failure};
use crate::hands;
use crate::labs::part_named;
use crate::profile::registers::{Registers, Wanted};
use crate::profile::{Kernel, Profile, page, registers};
use crate::program::device;
use crate::runner;
use crate::runner::write_whole;
use crate::tell::{self, paint::Paint, profile as told, program as program_told};

/// Runs `course profile`.
///
/// # Errors
/// When there is no such lab, file or device, when it does not compile, or when nothing was launched.
pub fn run(args: ProfileArgs, colour: ColourWhen, folders: &[Folder]) -> Result<Exit, Failure> {
    let here = std::env::current_dir()
        .map_err(|error| Failure::broken(format!("the current folder cannot be read: {error}")))?;
    let on_gpu = args.device.as_deref() == Some(profile_gpu::GPU);
    let file = Path::new(&args.subject);
    let is_program = file.is_file() || file.extension().is_some_and(|ending| ending == "cu");
    if on_gpu {
        profile_gpu::refuse(is_program)?;
        let config = Config::find(&here, colour, folders)?;
        let profile = profile_gpu::of_lab(&config, &args, &here)?;
        return tell(&profile, &args, colour);
    }
    let on = device::find(&here, args.device.as_deref())?;
    if is_program {
        return in_time(args.seconds, move || program(args, on, colour));
    }
    let config = Config::find(&here, colour, folders)?;
    let lab = config.labs.find(&args.subject)?;
    let profile = of_lab(&config, lab, &args, on)?;
    tell(&profile, &args, colour)
}

fn program(args: ProfileArgs, on: Device, colour: ColourWhen) -> Result<Exit, Failure> {
    if let [part, ..] = args.parts.as_slice() {
        return Err(
            Failure::wrong_use(format!("`{part}`: a program has no parts"))
                .help("what the program is to be given goes after `--`"),
        );
    }
    let running = Running::new(as_run(&args), colour)?;
    let module = match running.compiled() {
        Ok(module) => module,
        Err(exit) => return Ok(exit),
    };
    let ran = running.ran(&module)?;
    eprint!("{}", program_told::files(Paint::stderr(colour), &ran.wrote));
    let report = ran.report;
    let findings = report.findings.len();
    let ran = report
        .launches
        .into_iter()
        .filter(|launch| launch.failure.is_none());
    let ran: Vec<LaunchRecord> = ran.collect();
    let names: Vec<String> = ran.iter().map(|launch| launch.kernel.clone()).collect();
    let file = Path::new(&args.subject);
    let known = ask(&args, module.source(), (Some(file), names), &on);
    let kernels: Vec<Kernel> = ran
        .into_iter()
        .map(|launch| {
            let registers = registers_of(&module, &launch.kernel, known.as_ref());
            Kernel::new(None, launch, registers, &on)
        })
        .collect();
    mention(findings, &format!("course run {}", args.subject), colour);
    if let Some((message, _)) = report.ended.failure() {
        tell::note(
            &format!("the program did not come to its end: {message}"),
            colour,
        );
    }
    if kernels.is_empty() {
        return Err(Failure::new(
            Exit::ChecksFailed,
            format!("`{}` launched no kernel that ran", args.subject),
        )
        .help("`course run` shows its output and what was found"));
    }
    let profile = Profile {
        subject: args.subject.clone(),
        source: module.source().clone(),
        device: on,
        kernels,
        gpu: None,
    };
    tell(&profile, &args, colour)
}

/// The same as `course run` would have it, its output kept back.
fn as_run(args: &ProfileArgs) -> RunArgs {
    RunArgs {
        more: Vec::new(),
        file: PathBuf::from(&args.subject),
        entry: args.entry.clone(),
        args: args.args.clone(),
        out: None,
        include: args.include.clone(),
        define: args.define.clone(),
        device: args.device.clone(),
        strict: false,
        poison: false,
        nonfinite: false,
        no_checks: false,
        watch: Some(u64::MAX),
        seed: 0,
        schedules: 0,
        fuel: None,
        seconds: args.seconds,
        threads: args.threads,
        memory: args.memory,
        reach: args.reach.clone(),
        report: ReportArgs {
            format: Format::Json,
        },
        program_args: args.program_args.clone(),
    }
}

/// A lab's parts on the machine, beside the figures of a device.
pub(super) fn of_lab(
    config: &Config,
    lab: &Lab,
    args: &ProfileArgs,
    on: Device,
) -> Result<Profile, Failure> {
    let wanted = |part: &&Part| args.parts.is_empty() || args.parts.iter().any(|id| id == part.id);
    for id in &args.parts {
        part_named(lab, id)?;
    }
    runner::starter_if_absent(config, lab)?;
    let text = runner::read(config, lab)?;
    let crew = hands::crew(args.threads);
    let mut machine = Simulated::on_hands(crew.hands, crew.work);
    if let Err(complaints) = machine.compile(&lab.file, &text) {
        let first = complaints
            .first()
            .map_or("", |complaint| complaint.excerpt.as_str());
        return Err(Failure::new(
            Exit::ChecksFailed,
            format!("`{}` does not compile\n{}", lab.file, first.trim_end()),
        )
        .help(format!("`course check {}` says all that is wrong", lab.id)));
    }
    let mut kernels = Vec::new();
    let mut failed = Vec::new();
    let seed = lab::Seed::of(&text);
    let source = Source::new(lab.file.as_str(), text);
    let mut names: Vec<String> = Vec::new();
    for part in lab.parts.iter().filter(wanted) {
        let cases = part.cases(seed);
        let launches = cases.iter().flat_map(Case::launches);
        names.extend(launches.map(|launch| launch.kernel.to_owned()));
    }
    let known = ask(args, &source, (None, names), &on);
    for part in lab.parts.iter().filter(wanted) {
        let cases = part.cases(seed);
        let Some((case, (module, reports))) =
            runner::profiled(&cases).and_then(|case| Some((case, machine.reports(case)?)))
        else {
            continue;
        };
        for (launch, report) in case.launches().zip(reports) {
            let of = (format!("Part `{}`, {}", part.id, part.title), launch.text());
            match &report.outcome {
                Outcome::BadLaunch { message, .. } => {
                    failed.push(format!("part `{}`: {message}", part.id))
                }
                _ => {
                    let told_by = format!("course check {} {}", lab.id, part.id);
                    mention(report.findings.len(), &told_by, config.colour);
                    let registers = registers_of(module, launch.kernel, known.as_ref());
                    kernels.push(Kernel::new(
                        Some(of),
                        record(launch, report),
                        registers,
                        &on,
                    ));
                }
            }
        }
    }
    if kernels.is_empty() {
        let help = format!("`course check {}` says what is missing", lab.id);
        return Err(Failure::new(Exit::ChecksFailed, failed.join("; ")).help(help));
    }
    for why in &failed {
        tell::note(why, config.colour);
    }
    Ok(Profile {
        subject: lab.id.to_owned(),
        source,
        device: on,
        kernels,
        gpu: None,
    })
}

/// Says that what was counted did something wrong; `told_by` says what.
fn mention(findings: usize, told_by: &str, colour: ColourWhen) {
    let things = match findings {
        0 => return,
        1 => "1 thing".to_owned(),
        n => format!("{n} things"),
    };
    tell::note(
        &format!(
            "what ran did {things} wrong, so its counts may be of work that was not meant: `{told_by}` says what"
        ),
        colour,
    );
}

fn record(launch: &Launch, report: Report) -> LaunchRecord {
    let extents = |[x, y, z]: [u32; 3]| Dim3 { x, y, z };
    LaunchRecord {
        kernel: launch.kernel.to_owned(),
        grid: extents(launch.grid),
        block: extents(launch.block),
        unlike: 0,
        shared_bytes: launch.shared_bytes,
        line: 0,
        times: 1,
        ran: report.counters.blocks,
        left_out: 0,
        counters: report.counters,
        failure: None,
    }
}

/// What NVIDIA's compiler says of the kernels' registers, if the machine has it.
fn ask(
    args: &ProfileArgs,
    source: &Source,
    (file, mut kernels): (Option<&Path>, Vec<String>),
    on: &Device,
) -> Option<Registers> {
    kernels.sort_unstable();
    kernels.dedup();
    let wanted = Wanted {
        source,
        file,
        include: &args.include,
        define: &args.define,
        kernels: &kernels,
        cc: &on.cc,
    };
    (!args.estimate_registers).then(|| registers::ask(&wanted))?
}

/// The registers of a kernel's threads, with who said so; nobody where they are an estimate.
fn registers_of(
    module: &Compiled,
    kernel: &str,
    known: Option<&Registers>,
) -> (u32, Option<String>) {
    if let Some((registers, known)) = known.and_then(|known| Some((known.of(kernel)?, known))) {
        return (registers, Some(known.by.clone()));
    }
    let mut kernels = module.code().kernels.iter();
    let of = kernels.find(|of| of.signature.name == kernel);
    (of.map_or(32, estimate), None)
}

fn tell(profile: &Profile, args: &ProfileArgs, colour: ColourWhen) -> Result<Exit, Failure> {
    if let Some(file) = &args.html {
        write_whole(file, &page::html(profile)?)?;
        tell::note(
            &format!("`{}` has charts and maps of it", file.display()),
            colour,
        );
    }
    match args.report.format {
        Format::Json => tell::json(&told::json(profile)),
        Format::Human => tell::out(&told::text(Paint::stdout(colour), profile)),
    }
    Ok(Exit::Pass)
}
