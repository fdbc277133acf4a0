//! What every lab's folder has, whatever it teaches. That starters fail, solutions pass and known mistakes are caught is
//! proved by `course verify`, each lab once (`tests/labs.rs` of the course); oracles are tested beside them.

use lab::{Folder, Lab, Language, Seed};

fn labs() -> Vec<Lab> {
    shelf::ALL.iter().map(Folder::lab).collect()
}

#[test]
fn no_folder_is_broken() {
    for lab in labs() {
        let told: Vec<String> = lab.problems.iter().map(ToString::to_string).collect();
        assert!(told.is_empty(), "{}", told.join("\n"));
    }
}

#[test]
fn every_part_says_what_is_asked_how_it_is_launched_and_shows_an_example() {
    for lab in labs() {
        for part in &lab.parts {
            let said = [&part.statement, &part.example, &part.launch];
            let kernels = lab.language == Language::Cuda;
            let missing = said.iter().take(if kernels { 3 } else { 2 });
            assert!(
                missing.into_iter().all(|passage| !passage.text.is_empty()),
                "{}/{}",
                lab.id,
                part.id
            );
        }
    }
}

#[test]
fn every_budget_shows_the_ideal_and_the_limit() {
    for lab in labs() {
        for part in &lab.parts {
            let cases = part.cases(Seed::default());
            for check in &part.checks {
                if matches!(check.kind, lab::Kind::Budget(_)) {
                    let allowed = check.allowances(&cases);
                    assert!(!allowed.is_empty(), "{}/{}/{}", lab.id, part.id, check.id);
                }
            }
        }
    }
}

#[test]
fn what_a_lab_requires_is_there() {
    let labs = labs();
    for lab in &labs {
        for required in &lab.requires {
            assert!(
                labs.iter().any(|other| other.id == required),
                "{} needs {required}",
                lab.id
            );
        }
    }
}

#[test]
fn the_code_of_a_lab_is_short_enough_to_read_as_its_specification() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../labs");
    for lab in shelf::ALL {
        let path = folder.join(lab.id).join("src/lib.rs");
        let text = std::fs::read_to_string(&path).expect("a lab has code");
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        let lines = code.lines().count();
        assert!(
            lines <= 120,
            "{} has {lines} lines before its tests",
            path.display()
        );
    }
}
