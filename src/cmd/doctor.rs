//! `course doctor`: what is here, what is missing, what to do about it. Looks at everything and changes nothing.
//! One function a thing; the exit status is 3 when any of them is broken.

use std::path::PathBuf;
use std::process::Command;

use serde_json::json;

use crate::cli::{Format, ReportArgs};
use crate::config::Config;
use crate::course::{self, Severity};
use crate::exit::{Exit, Failure};
use crate::program::confine::{self, Confined};
use crate::store::Store;
use crate::tell;
use crate::tell::paint::{Paint, Role};

/// How one thing is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum How {
    Good,
    /// Worth knowing; nothing is broken.
    Note,
    Bad,
}

struct Finding {
    how: How,
    what: &'static str,
    text: String,
    help: Option<String>,
}

fn finding(how: How, what: &'static str, text: impl Into<String>) -> Finding {
    Finding {
        how,
        what,
        text: text.into(),
        help: None,
    }
}

impl Finding {
    fn help(mut self, help: impl Into<String>) -> Finding {
        self.help = Some(help.into());
        self
    }
}

/// Runs `course doctor`.
///
/// # Errors
/// Never; what is broken is a finding and an exit status.
pub fn run(config: &Config, args: ReportArgs) -> Result<Exit, Failure> {
    let findings = vec![
        finding(
            How::Good,
            "course",
            format!("version {}", env!("CARGO_PKG_VERSION")),
        ),
        finding(How::Good, "root", config.root.display().to_string()),
        content(config),
        store(config),
        kernels(config),
        cargo(),
        gpu(),
        sandbox(),
        editor(),
    ];
    if args.format == Format::Json {
        let all: Vec<_> = findings
            .iter()
            .map(|f| json!({"what": f.what, "how": word(f.how), "text": f.text, "help": f.help}))
            .collect();
        tell::json(&json!({"format": "course-doctor", "version": 1, "findings": all}));
    } else {
        tell::out(&told(Paint::stdout(config.colour), &findings));
    }
    let broken = findings.iter().any(|finding| finding.how == How::Bad);
    Ok(if broken {
        Exit::CourseBroken
    } else {
        Exit::Pass
    })
}

fn word(how: How) -> &'static str {
    match how {
        How::Good => "ok",
        How::Note => "note",
        How::Bad => "broken",
    }
}

fn told(paint: Paint, findings: &[Finding]) -> String {
    let mut out = String::new();
    for finding in findings {
        let role = match finding.how {
            How::Good => Role::Good,
            How::Note => Role::Middling,
            How::Bad => Role::Bad,
        };
        let word = paint.on(role, &format!("{:<6}", word(finding.how)));
        out.push_str(&format!("  {word}  {:<9} {}\n", finding.what, finding.text));
        if let Some(help) = &finding.help {
            out.push_str(&format!(
                "  {:<6}  {:<9} {}: {help}\n",
                "",
                "",
                paint.on(Role::Note, "help")
            ));
        }
    }
    out
}

fn content(config: &Config) -> Finding {
    let loaded = course::load(&config.root);
    let errors = loaded
        .problems
        .iter()
        .filter(|p| p.severity == Severity::Error)
        .count();
    let modules = loaded.course.modules().count();
    let text = format!("{modules} modules, {} pages", loaded.course.pages.len());
    match (errors, loaded.problems.len()) {
        (0, 0) => finding(How::Good, "content", text),
        (0, warnings) => finding(How::Note, "content", format!("{text}, {warnings} warnings"))
            .help("`course build` lists them"),
        (errors, _) => finding(How::Bad, "content", format!("{text}, {errors} errors"))
            .help("`course build` lists them with file and line"),
    }
}

fn store(config: &Config) -> Finding {
    let path = config.progress_db();
    if !path.exists() {
        return finding(
            How::Good,
            "progress",
            "no attempt yet; progress.db is made with the first",
        );
    }
    let counted = || -> Result<(usize, usize, Vec<String>), Failure> {
        let store = Store::open(&path)?;
        store.audit()?;
        let attempts = store.all_attempts()?.len();
        Ok((attempts, store.marks()?.len(), store.notes().to_vec()))
    };
    match counted() {
        Ok((attempts, marks, notes)) => {
            let size = std::fs::metadata(&path).map_or(0, |meta| meta.len() / 1024);
            let text = format!("{attempts} attempts, {marks} marked items, {size} KiB");
            match notes.is_empty() {
                true => finding(How::Good, "progress", text),
                false => finding(How::Note, "progress", text).help(notes.join("; ")),
            }
        }
        Err(failure) => Finding {
            help: failure.help,
            ..finding(How::Bad, "progress", failure.message)
        },
    }
}

fn kernels(config: &Config) -> Finding {
    let begun = config
        .labs
        .all()
        .iter()
        .filter(|lab| config.kernel(lab.id, &lab.file).exists())
        .count();
    let total = config.labs.all().len();
    finding(How::Good, "labs", format!("{total} labs, {begun} begun"))
}

fn cargo() -> Finding {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    match Command::new(cargo).arg("--version").output() {
        Ok(output) if output.status.success() => finding(
            How::Good,
            "cargo",
            String::from_utf8_lossy(&output.stdout).trim(),
        ),
        _ => finding(
            How::Bad,
            "cargo",
            "not found; labs in Rust are compiled with it",
        )
        .help("install Rust from https://rustup.rs"),
    }
}

/// A GPU that labs are judged on beside the machine, or what is missing for it.
fn gpu() -> Finding {
    if !gpu::is_likely() {
        let text = "none found; GPU checks are not measured, everything else is judged without one";
        return finding(How::Good, "gpu", text);
    }
    match gpu::open() {
        Ok(mut gpu) => {
            let mut wanting: Vec<String> = gpu
                .wanting()
                .iter()
                .map(|trouble| format!("{trouble}: {}", trouble.help()))
                .collect();
            if on_path("ncu").is_none() {
                let what = "Nsight Compute (`ncu`) is not on the path: it comes with the CUDA toolkit, and `course profile --device gpu` sets its counts beside ours";
                wanting.push(what.to_owned());
            }
            let facts = gpu.facts();
            let dotted = |(major, minor)| format!("{major}.{minor}");
            let text = format!(
                "{}, sm_{}{}, driver for CUDA {}, NVRTC {}; labs are judged on it, too",
                facts.name,
                facts.capability.0,
                facts.capability.1,
                dotted(facts.driver),
                dotted(facts.compiler)
            );
            let found = finding(How::Good, "gpu", text);
            match wanting.is_empty() {
                true => found,
                false => found.help(format!("measurements lack: {}", wanting.join("; "))),
            }
        }
        Err(trouble) => {
            let text = format!("{trouble}; GPU checks are not measured");
            match trouble.help() {
                help if help.is_empty() => finding(How::Note, "gpu", text),
                help => finding(How::Note, "gpu", text).help(help),
            }
        }
    }
}

/// What holds a program that `course run` executes.
fn sandbox() -> Finding {
    let own = "course checks all that a program of `course run` opens";
    let only = |why: &str| {
        let text = format!("{own}; the system does not confine it as well: {why}");
        finding(How::Note, "sandbox", text)
    };
    match confine::system() {
        Confined::Whole => finding(
            How::Good,
            "sandbox",
            format!("{own}, and the kernel confines it as well (Landlock)"),
        ),
        Confined::Partly => finding(
            How::Good,
            "sandbox",
            format!(
                "{own}, and the kernel confines it as well (an older Landlock, in files alone)"
            ),
        ),
        Confined::Not(why) => only(&why),
    }
}

fn editor() -> Finding {
    match super::log::editor() {
        Some(editor) => finding(How::Good, "editor", editor.join(" ")),
        None => finding(
            How::Note,
            "editor",
            "none found; `course log add --progress …` needs none",
        )
        .help("set EDITOR to your editor's command"),
    }
}

/// Where a program lies on the search path.
pub fn on_path(name: &str) -> Option<PathBuf> {
    let paths = std::env::var_os("PATH")?;
    let names = [name.to_owned(), format!("{name}.exe")];
    std::env::split_paths(&paths)
        .flat_map(|dir| {
            names
                .iter()
                .map(move |name| dir.join(name))
                .collect::<Vec<_>>()
        })
        .find(|path| path.is_file())
}
