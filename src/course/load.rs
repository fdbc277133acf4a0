//! A course's folder becomes a [`Loaded`]: plan, find, build, settle, check.
//!
//! Nothing here stops at the first problem; the course that comes back holds whatever could be understood, and the
//! problems are all there are, sorted by file and place.

use std::path::Path;

use lab::{Check, Kind, Lab, Part};
use sorted::SortedMap;

use super::model::Loaded;
use super::problem::Problem;
use super::{build, catalog, check, files, lock, plan};

/// The labs that exist, for checking what the content asks of them.
pub type KnownLabs = SortedMap<String, KnownLab>;

/// What the content can ask of a lab; checks are named as `part/check`.
#[derive(Clone, Debug, Default)]
pub struct KnownLab {
    /// Every check.
    pub checks: Vec<String>,
    /// Those that count something on any machine.
    pub counted: Vec<String>,
}

/// What the content can ask of these labs.
pub fn known(labs: &[&'static Lab]) -> KnownLabs {
    let name = |(part, check): (&Part, &Check)| format!("{}/{}", part.id, check.id);
    let counts = |check: &Check| matches!(check.kind, Kind::Budget(_) | Kind::Property(_));
    let lab = |lab: &&'static Lab| {
        let counted = lab.checks().filter(|(_, check)| counts(check));
        let known = KnownLab {
            checks: lab.checks().map(name).collect(),
            counted: counted.map(name).collect(),
        };
        (lab.id.to_owned(), known)
    };
    labs.iter().map(lab).collect()
}

/// Reads one course again and again: pages whose bytes are those of last time are not taken apart again.
#[derive(Debug, Default)]
pub struct Loader {
    pub(super) pages: files::ReadPages,
}

impl Loader {
    /// Reads the course at `root` as it is now; `labs` and `drafts` as for [`load_all`].
    pub fn load(&mut self, root: &Path, labs: Option<&KnownLabs>, drafts: bool) -> Loaded {
        load_from(root, labs, drafts, &mut self.pages)
    }
}

/// Reads the course at `root` (the folder that holds `content/course.yaml`) without checking lab names.
pub fn load(root: &Path) -> Loaded {
    load_with(root, None)
}

/// Reads the course at `root`; with `labs`, a lab, part or check that does not exist is an error.
pub fn load_with(root: &Path, labs: Option<&KnownLabs>) -> Loaded {
    load_all(root, labs, false)
}

/// The same, and with `drafts` the pages that are not to be published yet.
pub fn load_all(root: &Path, labs: Option<&KnownLabs>, drafts: bool) -> Loaded {
    load_from(root, labs, drafts, &mut files::ReadPages::default())
}

fn load_from(
    root: &Path,
    labs: Option<&KnownLabs>,
    drafts: bool,
    known: &mut files::ReadPages,
) -> Loaded {
    let mut problems = Vec::new();
    let plan = plan::read(root, &mut problems);
    let mut sources = files::find(root, &plan, known, &mut problems);
    let held_back = if drafts {
        Vec::new()
    } else {
        files::hold_back(&mut sources)
    };
    let mut built = build::course(&plan, sources, &mut problems);
    built.course.catalog = catalog::read(root, &mut problems);
    let locked = lock::read(root, &mut problems);
    lock::settle(&mut built, &locked, &held_back, &mut problems);
    check::all(&built, &plan, labs, &mut problems);
    sort(&mut problems);
    Loaded {
        course: built.course,
        problems,
    }
}

/// By file and place; the same problem twice is told once.
pub(crate) fn sort(problems: &mut Vec<Problem>) {
    problems.sort();
    problems.dedup();
}
