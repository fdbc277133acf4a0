//! A lab's folder read while a checker runs: where it is in, the lab out.
//!
//! The rule: nothing is built in that a text says, so that a test of a lab needs no list of its files.

use std::fs;
use std::path::{Path, PathBuf};

use lab::{Folder, Lab, Language, PartSpec};

/// Where a lab lives.
#[derive(Clone, Copy, Debug)]
pub struct Home {
    /// Its id, the name of its folder.
    pub id: &'static str,
    /// The folder, as it was when this was built.
    pub folder: &'static str,
}

impl Home {
    /// Where cargo says the lab's package is, or where it was when this was built.
    pub(crate) fn folder(&self) -> PathBuf {
        match std::env::var_os("CARGO_MANIFEST_DIR") {
            Some(dir) if Path::new(&dir).ends_with(self.id) => PathBuf::from(dir),
            _ => PathBuf::from(self.folder),
        }
    }

    /// The course's root.
    pub(crate) fn root(&self) -> PathBuf {
        let folder = self.folder();
        folder
            .ancestors()
            .nth(2)
            .map_or_else(|| folder.clone(), PathBuf::from)
    }

    /// The lab; it lives as long as the process.
    pub(crate) fn lab(&self, parts: fn() -> Vec<PartSpec>) -> Result<&'static Lab, String> {
        let folder = self.folder();
        let solution = text(&folder.join("solution.rs"))?;
        let kernel = self.root().join("kernels").join(format!("{}.cu", self.id));
        let (language, reference) = match solution {
            Some(solution) => (Language::Rust, Some(solution)),
            None => (Language::Cuda, text(&kernel)?),
        };
        let folder = Folder {
            id: self.id,
            language,
            text: text(&folder.join("lab.md"))?,
            reference,
            wrong: wrong(&folder.join("wrong"))?,
            parts,
        };
        Ok(Box::leak(Box::new(folder.lab())))
    }
}

/// A file's text for as long as the process lives; nothing where there is no such file.
fn text(path: &Path) -> Result<Option<&'static str>, String> {
    match fs::read_to_string(path) {
        Ok(text) => Ok(Some(text.leak())),
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(e) => Err(format!("cannot read `{}`: {e}", path.display())),
    }
}

/// The known mistakes of a folder, by name.
fn wrong(folder: &Path) -> Result<&'static [(&'static str, &'static str)], String> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let source = name.ends_with(".cu") || name.ends_with(".rs");
        if let (true, Some(text)) = (source, text(&entry.path())?) {
            found.push((&*name.leak(), text));
        }
    }
    found.sort_unstable();
    Ok(found.leak())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts() -> Vec<PartSpec> {
        vec![lab::functions("one", &["pub fn f()"])]
    }

    #[test]
    fn a_folder_becomes_a_lab_of_its_language() {
        let root = std::env::temp_dir().join(format!("home-{}", std::process::id()));
        let folder = root.join("labs/tiny");
        fs::create_dir_all(folder.join("wrong")).unwrap();
        let home = Home {
            id: "tiny",
            folder: folder.to_str().unwrap().to_owned().leak(),
        };
        assert_eq!(home.lab(parts).unwrap().language, Language::Cuda);
        fs::write(folder.join("solution.rs"), "//@solution\n1\n//@end\n").unwrap();
        for name in ["b.rs", "a.rs", "notes.md"] {
            fs::write(
                folder.join("wrong").join(name),
                "// must fail: one/f — so\n",
            )
            .unwrap();
        }
        let lab = home.lab(parts).unwrap();
        assert_eq!(
            (lab.language, lab.solution().as_str()),
            (Language::Rust, "1\n")
        );
        let names: Vec<&str> = lab.wrong.iter().map(|(name, _)| *name).collect();
        assert_eq!(names, ["a.rs", "b.rs"]);
        let missing = lab
            .problems
            .iter()
            .any(|p| p.file == "labs/tiny/lab.md" && p.line == 0);
        assert!(missing, "{:?}", lab.problems);
        fs::remove_dir_all(&root).unwrap();
    }
}
