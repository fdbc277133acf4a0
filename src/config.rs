//! What was meant: the course's root and every path under it, resolved once and passed by reference.
//!
//! The root is `COURSE_ROOT` or the nearest ancestor with `content/course.yaml`, so any subdirectory works and
//! no git is needed. Nothing else in the package reads the environment for paths.

use std::path::{Path, PathBuf};

use lab::Folder;

use crate::cli::ColourWhen;
use crate::exit::Failure;
use crate::labs::Labs;

/// Where everything of one course is, and how to tell about it.
#[derive(Clone, Debug)]
pub struct Config {
    /// The folder that holds `content/course.yaml`.
    pub root: PathBuf,
    /// The cargo workspace that builds the labs' checkers; the root unless `COURSE_WORKSPACE` says otherwise.
    pub workspace: PathBuf,
    /// When to colour.
    pub colour: ColourWhen,
    /// Whether pages that are drafts are part of the site.
    pub drafts: bool,
    /// The labs, in course order.
    pub labs: Labs,
}

impl Config {
    /// Finds the course from `from` upwards, or at `COURSE_ROOT`; these are its labs.
    ///
    /// # Errors
    /// When no ancestor holds `content/course.yaml`.
    pub fn find(from: &Path, colour: ColourWhen, labs: &[Folder]) -> Result<Config, Failure> {
        let root = Config::root_above(from)?;
        let workspace =
            std::env::var_os("COURSE_WORKSPACE").map_or_else(|| root.clone(), PathBuf::from);
        Ok(Config {
            labs: Labs::of(labs, &root),
            root,
            workspace,
            colour,
            drafts: false,
        })
    }

    /// The folder of the course from `from` upwards, or the one at `COURSE_ROOT`.
    ///
    /// # Errors
    /// When no ancestor holds `content/course.yaml`.
    pub fn root_above(from: &Path) -> Result<PathBuf, Failure> {
        match std::env::var_os("COURSE_ROOT") {
            Some(given) => {
                let root = PathBuf::from(given);
                if !is_root(&root) {
                    return Err(Failure::wrong_use(format!(
                        "`COURSE_ROOT` is `{}`, which has no `content/course.yaml`",
                        root.display()
                    )));
                }
                Ok(root)
            }
            None => from.ancestors().find(|dir| is_root(dir)).map(Path::to_path_buf).ok_or_else(|| {
                Failure::wrong_use(format!("no course here: `{}` and the folders above it have no `content/course.yaml`", from.display()))
                    .help("change into the course's folder, or set `COURSE_ROOT` to it")
            }),
        }
    }

    /// A course without labs at a known root, as tests make it.
    pub fn at(root: impl Into<PathBuf>) -> Config {
        let root = root.into();
        Config {
            workspace: root.clone(),
            root,
            colour: ColourWhen::Never,
            drafts: false,
            labs: Labs::default(),
        }
    }

    /// The Markdown sources.
    pub fn content(&self) -> PathBuf {
        self.root.join("content")
    }

    /// The Tera templates.
    pub fn templates(&self) -> PathBuf {
        self.root.join("templates")
    }

    /// Files copied as they are.
    pub fn static_dir(&self) -> PathBuf {
        self.root.join("static")
    }

    /// The lab crates.
    pub fn labs_dir(&self) -> PathBuf {
        self.root.join("labs")
    }

    /// Reference solutions with starter markers.
    pub fn kernels(&self) -> PathBuf {
        self.root.join("kernels")
    }

    /// What the learner edits for one lab; `file` is the lab's own file name (`rope.cu`).
    pub fn kernel(&self, lab: &str, file: &str) -> PathBuf {
        self.labs_dir().join(lab).join(file)
    }

    /// Where `build` writes the site.
    pub fn out(&self) -> PathBuf {
        self.root.join("site")
    }

    /// The learner's store.
    pub fn progress_db(&self) -> PathBuf {
        self.root.join("progress.db")
    }

    /// Caches that can be deleted at any time.
    pub fn cache(&self) -> PathBuf {
        self.root.join(".course")
    }

    /// A path as a person wants to read it: relative to the root when it lies inside.
    pub fn shown(&self, path: &Path) -> String {
        path.strip_prefix(&self.root)
            .unwrap_or(path)
            .display()
            .to_string()
    }
}

fn is_root(dir: &Path) -> bool {
    dir.join("content").join("course.yaml").is_file()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_inside_the_course_are_shown_relative() {
        let config = Config::at("/c");
        assert_eq!(
            config.shown(&config.kernel("rope", "rope.cu")),
            "labs/rope/rope.cu".replace('/', std::path::MAIN_SEPARATOR_STR)
        );
        assert_eq!(config.shown(Path::new("/elsewhere/x")), "/elsewhere/x");
    }
}
