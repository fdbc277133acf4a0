//! Where the platform's crates come from: what was typed comes in, what a manifest says of a crate comes out.
//!
//! The rule: a course is built with the platform that made it. A program that was built from a checkout names that folder; one from
//! elsewhere names the platform's repository, at the tag of its version.

use std::path::{Path, PathBuf};

use crate::exit::Failure;

/// Where the crates are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// A checkout on this machine.
    Folder(PathBuf),
    /// A repository, with what is asked of it: `tag = "v0.1.0"`, or nothing for its newest state.
    Repository(String, String),
}

impl Source {
    /// What was asked for: a folder, an address with a tag, branch or revision behind `#`, or, when nothing was, what this program
    /// was built from.
    ///
    /// # Errors
    /// When the folder is no checkout, the address is none, or nobody knows what this program was built from.
    pub fn of(typed: Option<&str>) -> Result<Source, Failure> {
        match typed {
            Some(address) if address.contains("://") => Ok(repository(address)),
            Some(folder) => checkout(Path::new(folder)).ok_or_else(|| {
                let shown = folder.escape_debug();
                Failure::wrong_use(format!(
                    "`{shown}` is neither a checkout of the platform nor the address of its repository"
                ))
                .help("name a folder that holds `crates/lab`, or an address as `https://…#v0.1.0`")
            }),
            None => built_from(),
        }
    }

    /// What a manifest's braces hold for one of the crates: the package `course` lies at the root, the others in `crates`.
    pub fn dependency(&self, name: &str) -> String {
        match self {
            Source::Folder(root) => {
                let folder = match name {
                    "course" => root.clone(),
                    name => root.join("crates").join(name),
                };
                format!("path = {}", quoted(&folder.to_string_lossy()))
            }
            Source::Repository(url, asked) if asked.is_empty() => {
                format!("git = {}", quoted(url))
            }
            Source::Repository(url, asked) => format!("git = {}, {asked}", quoted(url)),
        }
    }

    /// Whether only this machine has it.
    pub fn is_here_alone(&self) -> bool {
        match self {
            Source::Folder(_) => true,
            Source::Repository(url, _) => url.starts_with("file:"),
        }
    }
}

fn built_from() -> Result<Source, Failure> {
    // What cargo has fetched lies below a folder that it may clear at any time.
    let home = Path::new(env!("CARGO_MANIFEST_DIR"));
    let fetched = home
        .components()
        .any(|part| part.as_os_str() == "checkouts");
    if let Some(source) = checkout(home).filter(|_| !fetched) {
        return Ok(source);
    }
    match env!("CARGO_PKG_REPOSITORY") {
        "" => Err(Failure::wrong_use(
            "this program does not know where the crates are that it was built from",
        )
        .help("say so with `--from`: a checkout's folder, or an address as `https://…#v0.1.0`; a course without labs (`--no-labs`) needs none")),
        url => {
            let tag = concat!("v", env!("CARGO_PKG_VERSION"));
            Ok(repository(&format!("{url}#{tag}")))
        }
    }
}

/// The folder, if it is a checkout of the platform.
fn checkout(folder: &Path) -> Option<Source> {
    let folder = std::path::absolute(folder).ok()?;
    let there = |path: &str| folder.join(path).is_file();
    (there("Cargo.toml") && there("crates/lab/Cargo.toml")).then_some(Source::Folder(folder))
}

/// `https://…#v1.2` names a tag, `#` and forty hexadecimal digits a revision, `#` and another word a branch.
fn repository(address: &str) -> Source {
    let (url, asked) = address.split_once('#').unwrap_or((address, ""));
    let number = |word: &str| word.starts_with(|c: char| c.is_ascii_digit());
    let key = match asked {
        _ if asked.len() == 40 && asked.chars().all(|c| c.is_ascii_hexdigit()) => "rev",
        _ if asked.strip_prefix('v').is_some_and(number) => "tag",
        _ => "branch",
    };
    let asked = match asked {
        "" => String::new(),
        word => format!("{key} = {}", quoted(word)),
    };
    Source::Repository(url.to_owned(), asked)
}

/// A string of TOML.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_checkout_is_named_by_its_folder_and_a_repository_by_what_is_asked_of_it() {
        let here = Source::of(None).unwrap();
        assert!(here.is_here_alone());
        let lab = here.dependency("lab");
        assert!(
            lab.starts_with("path = \"") && lab.ends_with("crates/lab\""),
            "{lab}"
        );
        let of = |address| Source::of(Some(address)).unwrap().dependency("lab");
        assert_eq!(
            of("https://e.org/c#v1.2"),
            "git = \"https://e.org/c\", tag = \"v1.2\""
        );
        assert_eq!(
            of("https://e.org/c#main"),
            "git = \"https://e.org/c\", branch = \"main\""
        );
        assert_eq!(of("https://e.org/c"), "git = \"https://e.org/c\"");
        let rev = "0123456789abcdef0123456789abcdef01234567";
        assert!(of(&format!("https://e.org/c#{rev}")).ends_with(&format!("rev = \"{rev}\"")));
        assert!(Source::of(Some("/no/such/folder")).is_err());
    }
}
