//! A learner's Rust compiled apart: a lab's folder and a text in, the path of a program or the compiler's words out.
//!
//! The rule: what a learner writes is never part of the course's own workspace. It is put into a small workspace of its
//! own under the course's cache, together with the lab's types and checks, and nothing is fetched. A program is kept by
//! the content it was made of, so the same text is compiled once and a later one never changes what is being judged.
//!
//! Of a lab's folder it takes `solution.rs` (with markers; the starter is cut from it), `bind.rs` (one constant
//! `EXERCISE` of the lab's own type, made of the functions in `super::exercise`), and `wrong/*.rs`: each has only the
//! functions that it gets wrong, and everything else is the solution's. The lab's crate is named as its folder.
//!
//! Spine: `generated.rs` writes the workspace, `build.rs` has cargo called, `complaints.rs` reads what cargo said, and
//! `proof.rs` runs solution, starter and known mistakes as one program.

mod alive;
mod build;
mod complaints;
mod generated;
mod json;
mod proof;

pub use alive::Alive;
pub use build::{Begun, CargoCall, CargoEnded, Pending, Trouble};
pub use proof::{Proof, proof};

use std::path::{Path, PathBuf};

/// Where a course is and where it may write.
#[derive(Clone, Debug)]
pub struct Course {
    /// The workspace: it has `labs/`.
    pub root: PathBuf,
    /// A folder for what can be made again, usually `.course` in the workspace.
    pub cache: PathBuf,
}

impl Course {
    /// A course whose cache is in the usual place.
    pub fn at(root: impl Into<PathBuf>) -> Course {
        let root = root.into();
        let root = std::path::absolute(&root).unwrap_or(root);
        Course {
            cache: root.join(".course"),
            root,
        }
    }

    /// The folder of a lab.
    pub(crate) fn lab(&self, id: &str) -> PathBuf {
        absolute(self.root.join("labs").join(id))
    }

    /// The folder of one of the platform's crates: the course's own, or the one that this was built from.
    pub(crate) fn platform(&self, name: &str) -> PathBuf {
        let own = self.root.join("crates").join(name);
        match own.join("Cargo.toml").is_file() {
            true => absolute(own),
            false => Path::new(env!("CARGO_MANIFEST_DIR")).with_file_name(name),
        }
    }
}

pub(crate) fn absolute(path: PathBuf) -> PathBuf {
    std::path::absolute(&path).unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_platform_is_the_courses_own_or_the_one_that_this_was_built_from() {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let root = here.ancestors().nth(2).unwrap();
        assert_eq!(
            Course::at(root).platform("checker"),
            root.join("crates/checker")
        );
        let elsewhere = Course::at("/no/such/course");
        assert_eq!(elsewhere.platform("checker"), root.join("crates/checker"));
        assert_eq!(
            elsewhere.lab("rope"),
            Path::new("/no/such/course/labs/rope")
        );
    }
}
