//! Folders and archives, sound and hostile, and what is found in them.

use std::io::Write;
use std::path::Path;

use super::*;
use crate::labs::toy;

fn lab(id: &'static str, file: &str) -> &'static Lab {
    let lab = Lab {
        id,
        file: file.to_owned(),
        ..toy::lab(Vec::new)
    };
    Box::leak(Box::new(lab))
}

fn labs() -> Vec<&'static Lab> {
    vec![
        lab("rope", "rope.cu"),
        lab("gguf", "exercise.rs"),
        lab("napkin", "exercise.rs"),
    ]
}

/// What is found of a place, a line each: lab, file, and the text or the sentence.
fn told(place: HandedIn) -> Result<Vec<String>, String> {
    let submission = Submission {
        learner: "ada".to_owned(),
        name: "ada".to_owned(),
        place,
    };
    let line = |found: Found| {
        let what = match found.bytes {
            Ok(bytes) => String::from_utf8(bytes).unwrap(),
            Err(why) => why,
        };
        format!("{} {}: {what}", found.lab, found.file)
    };
    Ok(find(&submission, &labs())?.into_iter().map(line).collect())
}

fn write(path: &Path, text: &str) {
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, text).unwrap();
}

#[test]
fn files_are_known_by_their_names_anywhere_below() {
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name);
    write(&at("mine/labs/rope/rope.cu"), "r");
    write(&at("napkin/exercise.rs"), "n");
    write(&at("exercise.rs"), "whose?");
    write(&at("target/rope.cu"), "built");
    write(&at(".git/rope.cu"), "old");
    let found = told(HandedIn::Folder(dir.path().to_owned())).unwrap();
    assert_eq!(
        found,
        [
            "rope ada/mine/labs/rope/rope.cu: r",
            "napkin ada/napkin/exercise.rs: n"
        ]
    );
    write(&at("copy/rope.cu"), "2");
    let found = told(HandedIn::Folder(dir.path().to_owned())).unwrap();
    assert_eq!(
        found[0],
        "rope ada/copy/rope.cu: there are 2 files for `rope`: `ada/copy/rope.cu` and `ada/mine/labs/rope/rope.cu`; leave one of them"
    );
}

#[test]
fn links_and_long_files_are_refused_unread() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("rope.cu");
    std::os::unix::fs::symlink("/etc/passwd", &file).unwrap();
    let found = told(HandedIn::Folder(dir.path().to_owned())).unwrap();
    assert!(found[0].contains("is a link"), "{found:?}");
    std::fs::remove_file(&file).unwrap();
    // It takes no room on the disk.
    File::create(&file).unwrap().set_len(1 << 30).unwrap();
    let found = told(HandedIn::Folder(dir.path().to_owned())).unwrap();
    assert!(found[0].contains("has 1073741824 bytes"), "{found:?}");
    let archive = dir.path().join("a.zip");
    File::create(&archive).unwrap().set_len(1 << 30).unwrap();
    let why = told(HandedIn::Zip(archive)).unwrap_err();
    assert!(why.contains("1073741824 bytes"), "{why}");
}

fn zip_of(path: &Path, entries: &[(&str, &[u8])]) {
    let mut zip = zip::ZipWriter::new(File::create(path).unwrap());
    for (name, bytes) in entries {
        let options = zip::write::SimpleFileOptions::default()
            .compression_method(zip::CompressionMethod::Deflated);
        zip.start_file(*name, options).unwrap();
        zip.write_all(bytes).unwrap();
    }
    zip.finish().unwrap();
}

#[test]
fn archives_are_looked_through_and_bombs_cost_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name);
    let zeros = vec![0; 40 << 20];
    zip_of(
        &at("good.zip"),
        &[
            ("x/rope.cu", b"r"),
            ("../rope.cu", b"out"),
            ("big.bin", &zeros),
        ],
    );
    assert_eq!(
        told(HandedIn::Zip(at("good.zip"))).unwrap(),
        ["rope ada/x/rope.cu: r"]
    );
    zip_of(&at("bomb.zip"), &[("rope.cu", &zeros)]);
    let found = told(HandedIn::Zip(at("bomb.zip"))).unwrap();
    assert!(
        found[0].contains("unpacks to more than 1048576 bytes"),
        "{found:?}"
    );
    write(&at("bad.zip"), "no archive");
    let why = told(HandedIn::Zip(at("bad.zip"))).unwrap_err();
    assert!(why.starts_with("it is no zip archive"), "{why}");
    let tar_of = |name: &str, entries: &[(&str, &[u8])]| {
        let gz = flate2::write::GzEncoder::new(
            File::create(at(name)).unwrap(),
            flate2::Compression::fast(),
        );
        let mut tar = tar::Builder::new(gz);
        for (name, bytes) in entries {
            let mut header = tar::Header::new_gnu();
            header.set_size(bytes.len() as u64);
            header.set_mode(0o644);
            tar.append_data(&mut header, name, *bytes).unwrap();
        }
        tar.into_inner().unwrap().finish().unwrap();
    };
    tar_of("good.tgz", &[("labs/rope/rope.cu", b"r")]);
    assert_eq!(
        told(HandedIn::TarGz(at("good.tgz"))).unwrap(),
        ["rope ada/labs/rope/rope.cu: r"]
    );
    tar_of("bomb.tgz", &[("a", &zeros), ("b", &zeros)]);
    let why = told(HandedIn::TarGz(at("bomb.tgz"))).unwrap_err();
    assert!(why.contains("unpacks to more than 67108864 bytes"), "{why}");
    write(&at("bad.tgz"), "no archive");
    let why = told(HandedIn::TarGz(at("bad.tgz"))).unwrap_err();
    assert!(why.starts_with("it is no tar.gz archive"), "{why}");
}
