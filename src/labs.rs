//! The labs that this program was built with: folders in, labs in course order out.
//!
//! The rule: no list names a lab. Folders come from whoever links them (`shelf::ALL`), and their order from `labs:` in
//! `content/course.yaml`; a lab that does not stand there comes after the others, behind what it requires, or is none of the course's
//! where that says `only_listed_labs`.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use lab::{Folder, Lab, Part};

use crate::course::{self, LabOrder};
use crate::exit::Failure;

/// The labs in the order in which a learner meets them. Their texts are read when somebody asks: many commands need one lab,
/// or none.
#[derive(Clone, Copy, Default)]
pub struct Labs(Option<&'static Known>);

/// What labs are made of, and all of them once they were asked for.
struct Known {
    folders: Vec<Folder>,
    root: PathBuf,
    wanted: OnceLock<LabOrder>,
    ordered: OnceLock<Vec<&'static Lab>>,
}

impl std::fmt::Debug for Labs {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list()
            .entries(self.all().iter().map(|lab| lab.id))
            .finish()
    }
}

impl Known {
    /// What the course says of its labs.
    fn wanted(&self) -> &LabOrder {
        self.wanted.get_or_init(|| course::lab_order(&self.root))
    }

    /// All labs, in the order that the course gives them; what a lab requires comes before it.
    fn ordered(&self) -> Vec<&'static Lab> {
        let wanted = self.wanted();
        let had = self.folders.iter().filter(|folder| wanted.has(folder.id));
        let mut labs: Vec<Lab> = had.map(Folder::lab).collect();
        let place = |id: &str| {
            wanted
                .named
                .iter()
                .position(|w| w == id)
                .unwrap_or(usize::MAX)
        };
        labs.sort_by(|a, b| (place(a.id), a.id).cmp(&(place(b.id), b.id)));
        let mut ordered: Vec<&'static Lab> = Vec::new();
        while !labs.is_empty() {
            let waits = |lab: &Lab| {
                labs.iter()
                    .any(|other| lab.requires.iter().any(|id| id == other.id))
            };
            // What needs nothing that is still to come is next; in a circle, whatever is first.
            let next = labs.iter().position(|lab| !waits(lab)).unwrap_or(0);
            ordered.push(Box::leak(Box::new(labs.remove(next))));
        }
        ordered
    }
}

impl Labs {
    /// These folders' labs, in the order that the course at `root` gives them. They live as long as the program: call it once.
    pub fn of(folders: &[Folder], root: &Path) -> Labs {
        Labs(Some(Box::leak(Box::new(Known {
            folders: folders.to_vec(),
            root: root.to_path_buf(),
            wanted: OnceLock::new(),
            ordered: OnceLock::new(),
        }))))
    }

    /// All of them.
    pub fn all(self) -> &'static [&'static Lab] {
        match self.0 {
            Some(known) => known.ordered.get_or_init(|| known.ordered()),
            None => &[],
        }
    }

    /// The lab of this folder, read alone where the others were not asked for.
    fn one(self, id: &str) -> Option<&'static Lab> {
        let known = self.0?;
        match known.ordered.get() {
            Some(all) => all.iter().find(|lab| lab.id == id).copied(),
            None => {
                let folder = known.folders.iter().find(|folder| folder.id == id)?;
                known.wanted().has(id).then_some(())?;
                let lab: &'static Lab = Box::leak(Box::new(folder.lab()));
                Some(lab)
            }
        }
    }

    /// The lab of this name.
    ///
    /// # Errors
    /// When there is none; the nearest name is suggested.
    pub fn find(self, name: &str) -> Result<&'static Lab, Failure> {
        let name = name.trim();
        if let Some(lab) = self.one(name) {
            return Ok(lab);
        }
        let failure = Failure::wrong_use(format!("no lab is called `{name}`"));
        Err(match nearest(name, self.all().iter().map(|lab| lab.id)) {
            Some(near) => failure.help(format!(
                "did you mean `{near}`? `course list` names them all"
            )),
            None => failure.help("`course list` names them all"),
        })
    }
}

/// The part of a lab with this id.
///
/// # Errors
/// When it has none; the nearest id is suggested.
pub fn part_named<'l>(lab: &'l Lab, id: &str) -> Result<&'l Part, Failure> {
    lab.part(id).ok_or_else(|| {
        let known: Vec<&str> = lab.parts.iter().map(|part| part.id).collect();
        let failure = Failure::wrong_use(format!("`{}` has no part `{id}`", lab.id));
        match nearest(id, known.iter().copied()) {
            Some(near) => failure.help(format!("did you mean `{near}`?")),
            None => failure.help(format!("its parts are `{}`", known.join("`, `"))),
        }
    })
}

/// The name most like what was typed, when one is alike enough to be worth suggesting.
pub fn nearest<'a>(typed: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let typed = typed.to_lowercase();
    names
        .map(|name| {
            let starts = !typed.is_empty() && (name.starts_with(&typed) || typed.starts_with(name));
            let alike = strsim::jaro_winkler(&typed, &name.to_lowercase());
            // What was begun to be typed comes first, and of that the most alike.
            (name, if starts { 0.9 + alike / 10.0 } else { alike })
        })
        .filter(|(_, alike)| *alike >= 0.75)
        .max_by(|a, b| a.1.total_cmp(&b.1))
        .map(|(name, _)| name)
}

#[cfg(test)]
pub(crate) mod toy {
    use lab::{Against, Check, Folder, Kind, Lab, Language, Measured, PartSpec, part};

    use std::path::PathBuf;
    use std::sync::OnceLock;

    use super::{Known, Labs};

    /// These folders' labs, in this order, whatever is wrong with the folders.
    pub fn labs(folders: &[Folder]) -> Labs {
        let lab = |folder: &Folder| {
            let lab = Lab {
                problems: Vec::new(),
                ..folder.lab()
            };
            &*Box::leak(Box::new(lab))
        };
        let ordered: Vec<&'static Lab> = folders.iter().map(lab).collect();
        Labs(Some(Box::leak(Box::new(Known {
            folders: Vec::new(),
            root: PathBuf::new(),
            wanted: OnceLock::new(),
            ordered: OnceLock::from(ordered),
        }))))
    }

    /// A lab called `toy` with these parts and no texts.
    pub fn lab(parts: fn() -> Vec<PartSpec>) -> Lab {
        Folder {
            id: "toy",
            language: Language::Cuda,
            text: None,
            reference: None,
            wrong: &[],
            parts,
        }
        .lab()
    }

    /// A check that only a GPU answers.
    pub fn measured() -> Kind {
        Kind::Measured(Measured {
            case: |_| lab::Case::new("", "k"),
            against: Against::Copy(|_| 1),
            at_least: 0.5,
        })
    }

    /// A part with these checks and no other.
    pub fn part_of(id: &'static str, checks: &[(&'static str, Kind)]) -> PartSpec {
        let check = |(id, kind): &(&'static str, Kind)| Check::new(id, "", kind.clone());
        PartSpec {
            checks: checks.iter().map(check).collect(),
            ..part(id, "__global__ void k()")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_is_near() {
        let names = ["vector-add", "transpose", "gemm-tiled", "rope"];
        let near = |typed| nearest(typed, names.into_iter());
        assert_eq!(near("rop"), Some("rope"));
        assert_eq!(near("vectoradd"), Some("vector-add"));
        assert_eq!(near("gemm"), Some("gemm-tiled"));
        assert_eq!(near("zzz"), None);
        assert_eq!(
            nearest("vad", ["vadd/lanes", "vadd", "vadd/order"].into_iter()),
            Some("vadd")
        );
    }

    fn needs(id: &'static str, requires: &'static str) -> Folder {
        let text =
            format!("---\nid: {id}\ntitle: T\ngoal: g\nminutes: 1\nrequires: [{requires}]\n---\n");
        Folder {
            id,
            language: lab::Language::Cuda,
            text: Some(Box::leak(text.into_boxed_str())),
            reference: None,
            wrong: &[],
            parts: Vec::new,
        }
    }

    #[test]
    fn the_plan_gives_the_order_and_what_is_required_comes_first() {
        let dir = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(dir.path().join("content")).unwrap();
        std::fs::write(
            dir.path().join("content/course.yaml"),
            "title: T\nparts: []\nlabs: [rope, copy]\n",
        )
        .unwrap();
        let folders = [
            needs("add", "zeta"),
            needs("copy", ""),
            needs("rope", "copy"),
            needs("zeta", ""),
        ];
        let labs = Labs::of(&folders, dir.path());
        let ids: Vec<&str> = labs.all().iter().map(|lab| lab.id).collect();
        assert_eq!(ids, ["copy", "rope", "zeta", "add"]);
        assert_eq!(labs.find(" rope ").map(|lab| lab.id), Ok("rope"));
        let near = labs.find("rop").map(|lab| lab.id).unwrap_err();
        assert!(format!("{near:?}").contains("`rope`"), "{near:?}");
    }

    #[test]
    fn a_course_may_have_no_lab_but_those_that_it_names() {
        let dir = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(dir.path().join("content")).unwrap();
        let plan = "title: T\nparts: []\nlabs: [rope]\nonly_listed_labs: true\n";
        std::fs::write(dir.path().join("content/course.yaml"), plan).unwrap();
        let folders = [needs("add", ""), needs("rope", "")];
        let labs = Labs::of(&folders, dir.path());
        assert!(labs.find("add").is_err() && labs.find("rope").is_ok());
        assert_eq!(labs.all().len(), 1);
    }

    #[test]
    fn labs_that_require_one_another_are_all_there() {
        let dir = tempfile::tempdir().unwrap();
        let labs = Labs::of(&[needs("a", "b"), needs("b", "a")], dir.path());
        assert_eq!(labs.all().len(), 2);
    }
}
