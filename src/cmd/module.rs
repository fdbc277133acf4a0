//! The WebAssembly module of a course's pages: the workspace comes in, and the module that cargo makes of its package comes out.
//!
//! The package is the one whose manifest says `[package.metadata.course]`, `page = true`. The rule: what this machine cannot do is said in
//! one line and stops nothing; a package that does not build stops the build of the site, for then the course is broken.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::cli::BuildArgs;
use crate::config::Config;
use crate::exit::Failure;
use crate::site::PageModule;
use crate::tell;

const TARGET: &str = "wasm32-unknown-unknown";

/// What a workspace without a `[profile.page]` of its own is built with: small, for each reader fetches it.
const PROFILE: [&str; 9] = [
    "profile.page.inherits=\"release\"",
    "profile.page.opt-level=\"z\"",
    "profile.page.package.warp.opt-level=\"s\"",
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

/// The module that the arguments ask for, made where it has to be. None where it is left out, and where this machine cannot make it,
/// which is then said.
///
/// # Errors
/// A file that is no module, a package that does not build.
pub fn module(config: &Config, args: &BuildArgs) -> Result<Option<PageModule>, Failure> {
    if args.no_module {
        return Ok(None);
    }
    if let Some(file) = &args.module {
        return read(config, file).map(Some);
    }
    let labs = config.labs.all().iter();
    if labs
        .filter(|lab| lab.language == lab::Language::Cuda)
        .count()
        == 0
    {
        return Ok(None);
    }
    match made(config) {
        Ok(module) => Ok(Some(module)),
        Err(Without::Broken(failure)) => Err(failure),
        Err(Without::Cannot(why)) => {
            let text = format!("kernels are checked in the terminal, not in the page: {why}");
            tell::note(&text, config.colour);
            Ok(None)
        }
    }
}

fn read(config: &Config, file: &Path) -> Result<PageModule, Failure> {
    let shown = config.shown(file);
    let bytes = std::fs::read(file).map_err(|error| {
        Failure::wrong_use(format!("the module `{shown}` cannot be read: {error}"))
            .help("leave `--module` out to have it made")
    })?;
    PageModule::of(bytes)
        .ok_or_else(|| Failure::wrong_use(format!("`{shown}` is no WebAssembly module")))
}

fn made(config: &Config) -> Result<PageModule, Without> {
    if !config.workspace.join("Cargo.toml").is_file() {
        let why =
            "this course is no cargo workspace; `--module FILE` takes a module made elsewhere";
        return Err(Without::Cannot(why.into()));
    }
    let package = package(&config.workspace)?;
    let file = built(&config.workspace, &package)?;
    read(config, &file).map_err(Without::Broken)
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

/// The name of the package that is the page's module.
fn package(workspace: &Path) -> Result<String, Without> {
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
fn page_of(metadata: &Value) -> Option<String> {
    let packages = metadata["packages"].as_array()?;
    let page = packages
        .iter()
        .find(|package| package["metadata"]["course"]["page"] == true)?;
    page["name"].as_str().map(str::to_owned)
}

const LEFT_OUT: &str =
    "`--no-module` builds the site without it: kernels are then checked in the terminal alone";

/// The file that cargo makes of the package; what cargo says on the way is shown.
fn built(workspace: &Path, package: &str) -> Result<PathBuf, Without> {
    let mut cargo = cargo(workspace);
    cargo.args(["build", "--target", TARGET, "--profile", "page"]);
    cargo.args(["--package", package]);
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

/// Shows what cargo says while it works; that it has finished says nothing new.
fn shown(line: String) {
    if !line.trim_start().starts_with("Finished ") {
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
            { "name": "own-page", "metadata": { "course": { "page": true } } },
        ] });
        assert_eq!(page_of(&metadata).as_deref(), Some("own-page"));
        assert_eq!(page_of(&serde_json::json!({ "packages": [] })), None);
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
