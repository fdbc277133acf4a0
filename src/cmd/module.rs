//! The WebAssembly modules of a course's pages: the workspace comes in, and the modules that cargo makes of its package come out, one that
//! judges kernels and one that runs whole programs.
//!
//! The package is the one whose manifest says `[package.metadata.course]`, `page = true`; the second is made of it with its feature
//! `programs`, in a target folder of its own, as both have one name. The rule: what this machine cannot do is said in
//! one line and stops nothing; a package that does not build stops the build of the site, for then the course is broken.

use std::io::{BufRead, BufReader};
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::cli::BuildArgs;
use crate::config::Config;
use crate::exit::Failure;
use crate::site::{ModuleFor, PageModule};
use crate::tell;

const TARGET: &str = "wasm32-unknown-unknown";

/// What a workspace without a `[profile.page]` of its own is built with: small, for each reader fetches it.
const PROFILE: [&str; 10] = [
    "profile.page.inherits=\"release\"",
    "profile.page.opt-level=\"z\"",
    "profile.page.package.warp.opt-level=\"s\"",
    "profile.page.package.cuda-host.opt-level=\"s\"",
    "profile.page.package.lab.opt-level=\"s\"",
    "profile.page.package.lab-sim.opt-level=\"s\"",
    "profile.page.lto=\"fat\"",
    "profile.page.codegen-units=1",
    "profile.page.panic=\"abort\"",
    "profile.page.strip=true",
];

/// Why there is no module.
enum Without {
    /// This machine or course cannot make one; why, and what to do.
    Cannot(String),
    /// It should be there.
    Broken(Failure),
}

type Made = Result<PageModule, Without>;

/// What a site's pages have.
#[derive(Debug, Default)]
pub struct Modules {
    /// Judges kernels.
    pub page: Option<PageModule>,
    /// Runs whole programs.
    pub programs: Option<PageModule>,
}

/// The argument that names its file.
fn option(what: ModuleFor) -> &'static str {
    match what {
        ModuleFor::Labs => "--module",
        ModuleFor::Programs => "--programs",
    }
}

/// The modules that the arguments ask for, made where they have to be. None where they are left out, and where this machine cannot make
/// them, which is then said. Who names the file of one has that made elsewhere, and has none of the other unless its file is named, too.
///
/// # Errors
/// A file that is no module, a package that does not build.
pub fn modules(config: &Config, args: &BuildArgs) -> Result<Modules, Failure> {
    if args.no_module {
        return Ok(Modules::default());
    }
    if args.module.is_some() || args.programs.is_some() {
        let given = |what, file: &Option<PathBuf>| {
            let file = file.as_deref();
            file.map(|file| read(config, what, file)).transpose()
        };
        return Ok(Modules {
            page: given(ModuleFor::Labs, &args.module)?,
            programs: given(ModuleFor::Programs, &args.programs)?,
        });
    }
    let mut labs = config.labs.all().iter();
    if !labs.any(|lab| lab.language == lab::Language::Cuda) {
        return Ok(Modules::default());
    }
    let say = |text: &str, why: &str| tell::note(&format!("{text}: {why}"), config.colour);
    let package = match workspace_package(config) {
        Ok(package) => package,
        Err(Without::Broken(failure)) => return Err(failure),
        Err(Without::Cannot(why)) => {
            say("kernels are checked in the terminal, not in the page", &why);
            return Ok(Modules::default());
        }
    };
    let kept = |made, without: &str| match made {
        Ok(module) => Ok(Some(module)),
        Err(Without::Broken(failure)) => Err(failure),
        Err(Without::Cannot(why)) => {
            say(without, &why);
            Ok(None)
        }
    };
    let (page, programs) = both(config, &package);
    let page = kept(page, "kernels are checked in the terminal, not in the page")?;
    let programs = match page {
        Some(_) => kept(programs, "programs run in the terminal, not in the page")?,
        None => None,
    };
    Ok(Modules { page, programs })
}

/// A module that was made elsewhere.
fn read(config: &Config, what: ModuleFor, file: &Path) -> Result<PageModule, Failure> {
    let shown = config.shown(file);
    let bytes = std::fs::read(file).map_err(|error| {
        let help = format!("leave `{}` out to have it made", option(what));
        Failure::wrong_use(format!("the module `{shown}` cannot be read: {error}")).help(help)
    })?;
    PageModule::of(what, &bytes)
        .ok_or_else(|| Failure::wrong_use(format!("`{shown}` is no WebAssembly module")))
}

fn workspace_package(config: &Config) -> Result<Package, Without> {
    if !config.workspace.join("Cargo.toml").is_file() {
        let why =
            "this course is no cargo workspace; `--module FILE` takes a module made elsewhere";
        return Err(Without::Cannot(why.into()));
    }
    package(&config.workspace)
}

/// What is made of the package for labs, and for programs. At one time, for the end of each is a single unit that keeps one processor.
fn both(config: &Config, package: &Package) -> (Made, Made) {
    std::thread::scope(|scope| {
        let programs = scope.spawn(|| made(config, package, ModuleFor::Programs));
        let page = made(config, package, ModuleFor::Labs);
        let programs = programs.join();
        (page, programs.unwrap_or_else(|why| resume_unwind(why)))
    })
}

fn made(config: &Config, package: &Package, what: ModuleFor) -> Made {
    if what == ModuleFor::Programs && !package.runs_programs {
        return Err(Without::Cannot(format!(
            "the package `{}` has no feature for it; write `programs = [\"web/programs\"]` under `[features]` of its `Cargo.toml`",
            package.name
        )));
    }
    let file = built(&config.workspace, package, what)?;
    let unread = |why: &str| {
        let shown = config.shown(&file);
        let said = format!("the module `{shown}` that cargo made cannot be read: {why}");
        Without::Broken(Failure::broken(said).help(LEFT_OUT))
    };
    let bytes = std::fs::read(&file).map_err(|error| unread(&error.to_string()))?;
    let folder = file.parent().unwrap_or(&config.workspace);
    PageModule::kept(what, &bytes, folder).ok_or_else(|| unread("it is no WebAssembly"))
}

fn cargo(workspace: &Path) -> Command {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(workspace).stdin(Stdio::null());
    cargo
}

fn no_cargo(error: &std::io::Error) -> Without {
    Without::Cannot(format!(
        "there is no cargo here ({error}); install Rust from https://rustup.rs, or give `--module FILE`"
    ))
}

/// The package that is the page's modules.
#[derive(Debug, PartialEq)]
struct Package {
    name: String,
    /// Whether it has the feature for the second.
    runs_programs: bool,
    /// Where cargo builds.
    target: PathBuf,
}

fn package(workspace: &Path) -> Result<Package, Without> {
    let asked = ["metadata", "--no-deps", "--offline", "--format-version=1"];
    let output = cargo(workspace).args(asked).output();
    let output = output.map_err(|error| no_cargo(&error))?;
    if !output.status.success() {
        let words = String::from_utf8_lossy(&output.stderr).trim().to_owned();
        let said = format!("cargo cannot read the workspace: {words}");
        return Err(Without::Broken(Failure::broken(said).help(LEFT_OUT)));
    }
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap_or_default();
    page_of(&metadata).ok_or_else(|| {
        let why =
            "no package of the workspace says `page = true` under `[package.metadata.course]`";
        Without::Cannot(why.into())
    })
}

/// The package that says so in what cargo tells of a workspace.
fn page_of(metadata: &Value) -> Option<Package> {
    let packages = metadata["packages"].as_array()?;
    let page = packages
        .iter()
        .find(|package| package["metadata"]["course"]["page"] == true)?;
    Some(Package {
        name: page["name"].as_str()?.to_owned(),
        runs_programs: page["features"].get("programs").is_some(),
        target: metadata["target_directory"].as_str()?.into(),
    })
}

const LEFT_OUT: &str = "`--no-module` builds the site without it: kernels are then checked, and programs run, in the terminal alone";

/// The file that cargo makes of the package; what cargo says on the way is shown.
fn built(workspace: &Path, package: &Package, what: ModuleFor) -> Result<PathBuf, Without> {
    let mut cargo = cargo(workspace);
    cargo.args(["build", "--target", TARGET, "--profile", "page"]);
    cargo.args(["--package", &package.name]);
    if what == ModuleFor::Programs {
        cargo.args(["--features", "programs", "--target-dir"]);
        cargo.arg(package.target.join("programs"));
    }
    let package = package.name.as_str();
    cargo.arg("--message-format=json-render-diagnostics");
    let manifest = std::fs::read_to_string(workspace.join("Cargo.toml")).unwrap_or_default();
    if !manifest.contains("[profile.page]") {
        PROFILE.iter().for_each(|one| {
            cargo.args(["--config", one]);
        });
    }
    let cargo = cargo.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut cargo = cargo.spawn().map_err(|error| no_cargo(&error))?;
    let words = cargo.stderr.take().map(|words| {
        std::thread::spawn(move || {
            BufReader::new(words)
                .lines()
                .map_while(Result::ok)
                .for_each(shown)
        })
    });
    let told = cargo.stdout.take().map(BufReader::new);
    let told = told
        .into_iter()
        .flat_map(|told| told.lines().map_while(Result::ok));
    let file = told.filter_map(|line| file_of(&line, package)).last();
    let ended = cargo.wait();
    if let Some(words) = words {
        let _ = words.join();
    }
    match (ended, file) {
        (Ok(status), Some(file)) if status.success() => Ok(file),
        _ if lacks_target(workspace) => Err(Without::Cannot(format!(
            "Rust's target for pages is not here; add it with `rustup target add {TARGET}`, or give `--module FILE`"
        ))),
        _ => {
            let said = format!("the page's module was not made of the package `{package}`");
            Err(Without::Broken(Failure::broken(said).help(LEFT_OUT)))
        }
    }
}

/// Shows what cargo says while it works; that it has finished says nothing new, nor that of the two at work one lets the other look up first.
fn shown(line: String) {
    const NOTHING_NEW: [&str; 2] = [
        "Finished ",
        "Blocking waiting for file lock on package cache",
    ];
    let said = line.trim_start();
    if !NOTHING_NEW.iter().any(|one| said.starts_with(one)) {
        tell::err(&format!("{line}\n"));
    }
}

/// The module of this package, where a line of cargo's says that it was made.
fn file_of(line: &str, package: &str) -> Option<PathBuf> {
    let told: Value = serde_json::from_str(line).ok()?;
    let is_ours = told["reason"] == "compiler-artifact"
        && told["target"]["name"] == package.replace('-', "_").as_str();
    let files = told["filenames"].as_array().filter(|_| is_ours)?;
    let mut files = files.iter().filter_map(Value::as_str);
    files
        .find(|file| file.ends_with(".wasm"))
        .map(PathBuf::from)
}

fn lacks_target(workspace: &Path) -> bool {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let asked = ["--print", "target-libdir", "--target", TARGET];
    let output = Command::new(rustc)
        .args(asked)
        .current_dir(workspace)
        .output();
    let Ok(output) = output else { return true };
    let folder = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    !Path::new(&folder).is_dir()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_package_is_the_one_that_says_so() {
        let metadata = serde_json::json!({ "packages": [
            { "name": "own", "metadata": null },
            { "name": "own-page", "metadata": { "course": { "page": true } }, "features": { "programs": [] } },
        ], "target_directory": "/t" });
        let found = page_of(&metadata).expect("it is there");
        assert_eq!(
            (found.name.as_str(), found.runs_programs),
            ("own-page", true)
        );
        assert_eq!(found.target, PathBuf::from("/t"));
        assert_eq!(page_of(&serde_json::json!({ "packages": [] })), None);
    }

    #[test]
    fn a_package_without_the_feature_is_told_what_to_write() {
        let package = Package {
            name: "own-page".into(),
            runs_programs: false,
            target: "/t".into(),
        };
        let made = made(&Config::at(Path::new(".")), &package, ModuleFor::Programs);
        let Err(Without::Cannot(why)) = made else {
            panic!("nothing can be made of it");
        };
        assert!(why.contains("`own-page` has no feature"), "{why}");
        assert!(why.contains("`programs = [\"web/programs\"]`"), "{why}");
    }

    #[test]
    fn the_file_is_the_modules() {
        let line = |name: &str| {
            format!(
                r#"{{"reason":"compiler-artifact","target":{{"name":"{name}"}},"filenames":["/t/own_page.d","/t/own_page.wasm"]}}"#
            )
        };
        let found = file_of(&line("own_page"), "own-page");
        assert_eq!(found, Some(PathBuf::from("/t/own_page.wasm")));
        assert_eq!(file_of(&line("lab"), "own-page"), None);
        assert_eq!(file_of("no JSON", "own-page"), None);
    }
}
