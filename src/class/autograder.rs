//! Gradescope's `autograder.zip`: a program and the course's plan come in, an archive that needs no network comes out.
//!
//! In it are `setup.sh`, which installs nothing, `run_autograder`, which judges the submission and writes `results.json`, the program,
//! and `content/course.yaml`. Gradescope runs it in an image of its own choice, so the program has to be static: linked to no library of
//! the system it was built on.

use std::io::{Cursor, Write};
use std::path::Path;

use zip::write::SimpleFileOptions;
use zip::{DateTime, ZipWriter};

use crate::exit::Failure;
use crate::regular;

/// No program is longer.
const LONGEST: u64 = 1 << 30;

/// The target whose programs are static.
pub const TARGET: &str = "x86_64-unknown-linux-musl";

const SETUP: &str = "#!/bin/sh\n# Everything is in this archive: nothing is installed, no network is asked.\nchmod +x /autograder/source/course\n";

/// What judges one submission. `AUTOGRADER` is for trying it elsewhere.
const RUN: &str = r#"#!/bin/sh
# Judges the submission in $AUTOGRADER/submission and writes $AUTOGRADER/results/results.json. Nothing here asks a network.
set -eu
here=${AUTOGRADER:-/autograder}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/in" "$here/results"
cp -R "$here/submission" "$work/in/submission"
chmod +x "$here/source/course"
export COURSE_ROOT="$here/source"
"$here/source/course" grade "$work/in" --records "$work/records"LABS || [ $? -eq 1 ]
"$here/source/course" grade report "$work/records" --format gradescope --learner submission --out "$work/results.json"
mv "$work/results.json" "$here/results/results.json"
"#;

/// The archive for these labs; for none: for whatever is handed in.
///
/// # Errors
/// When the program or the plan cannot be read, or the program is not static.
pub fn pack(program: &Path, plan: &Path, labs: &[String]) -> Result<Vec<u8>, Failure> {
    let read = |path: &Path| {
        regular::read(path, LONGEST)
            .map_err(|why| Failure::wrong_use(format!("`{}` {why}", path.display())))
    };
    let bytes = read(program)?;
    let name = own_name();
    is_static(&bytes).map_err(|why| {
        Failure::wrong_use(format!("`{}` {why}, and Gradescope's image has other libraries than this system", program.display())).help(format!(
            "build one with `rustup target add {TARGET}` (and musl-gcc, as in Debian's `musl-tools`), then `cargo build --release --package {name} --target {TARGET}`, and give `--binary target/{TARGET}/release/{name}`"
        ))
    })?;
    // Ids of labs are plain words: nothing in them is the shell's.
    let flags: Vec<String> = labs.iter().map(|lab| format!(" --lab {lab}")).collect();
    let entries = [
        ("setup.sh", 0o755, SETUP.into()),
        (
            "run_autograder",
            0o755,
            RUN.replace("LABS", &flags.concat()).into(),
        ),
        ("course", 0o755, bytes),
        ("content/course.yaml", 0o644, read(plan)?),
    ];
    archive(&entries)
        .map_err(|error| Failure::broken(format!("the archive cannot be made: {error}")))
}

/// What this program, and its package, is called: `course`, or what somebody else's course calls its own.
pub fn own_name() -> String {
    let own = std::env::current_exe().ok();
    let name = own.as_deref().and_then(Path::file_name);
    name.map_or("course".into(), |name| name.to_string_lossy().into_owned())
}

/// Names, rights and bytes as an archive: the same bytes for the same files, so it tells nothing of when it was made.
fn archive(entries: &[(&str, u32, Vec<u8>)]) -> zip::result::ZipResult<Vec<u8>> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, mode, bytes) in entries {
        let options = SimpleFileOptions::default()
            .unix_permissions(*mode)
            .last_modified_time(DateTime::default());
        writer.start_file(*name, options)?;
        writer.write_all(bytes)?;
    }
    Ok(writer.finish()?.into_inner())
}

/// Whether a program runs wherever its kernel does: ELF for x86-64 without an interpreter.
fn is_static(bytes: &[u8]) -> Result<(), &'static str> {
    let half = |at: usize| Some(u16::from_le_bytes(bytes.get(at..at + 2)?.try_into().ok()?));
    let word = |at: usize| Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?));
    let long = |at: usize| Some(u64::from_le_bytes(bytes.get(at..at + 8)?.try_into().ok()?));
    if bytes.get(..6) != Some(b"\x7fELF\x02\x01") || half(18) != Some(62) {
        return Err("is no program for Linux on x86-64");
    }
    let headers = || Some((long(32)?, u64::from(half(54)?), u64::from(half(56)?)));
    let Some((at, size, count)) = headers() else {
        return Err("is no whole program");
    };
    for n in 0..count {
        let place = n
            .checked_mul(size)
            .and_then(|offset| at.checked_add(offset));
        match place
            .and_then(|place| usize::try_from(place).ok())
            .and_then(word)
        {
            // PT_INTERP: another program loads this one and its libraries.
            Some(3) => return Err("is linked to libraries of this system"),
            Some(_) => {}
            None => return Err("is no whole program"),
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The head of a program with one program header of this kind.
    fn program(kind: u32) -> Vec<u8> {
        let mut bytes = vec![0; 64];
        bytes[..6].copy_from_slice(b"\x7fELF\x02\x01");
        bytes[18] = 62;
        bytes[32] = 64;
        bytes[54] = 56;
        bytes[56] = 1;
        bytes.extend(kind.to_le_bytes());
        bytes.extend([0; 52]);
        bytes
    }

    #[test]
    fn only_a_static_program_is_taken() {
        assert_eq!(is_static(&program(1)), Ok(()));
        assert!(is_static(&program(3)).unwrap_err().contains("libraries"));
        assert!(
            is_static(b"#!/bin/sh\n")
                .unwrap_err()
                .contains("no program")
        );
        assert!(is_static(&program(1)[..60]).unwrap_err().contains("whole"));
    }

    #[cfg(unix)]
    #[test]
    fn the_archive_is_what_unzip_expects_and_always_the_same() {
        let dir = tempfile::tempdir().unwrap();
        let (exe, plan) = (dir.path().join("course"), dir.path().join("course.yaml"));
        std::fs::write(&exe, program(1)).unwrap();
        std::fs::write(&plan, "title: T\nparts: []\n").unwrap();
        let labs = ["rope".to_owned(), "gemv".to_owned()];
        let bytes = pack(&exe, &plan, &labs).unwrap();
        assert_eq!(bytes, pack(&exe, &plan, &labs).unwrap());
        let file = dir.path().join("autograder.zip");
        std::fs::write(&file, &bytes).unwrap();
        // Somebody else's reader: Python is on every machine that runs this gate, and its zipfile checks each CRC.
        let script = "import sys, zipfile\nz = zipfile.ZipFile(sys.argv[1])\nassert z.testzip() is None\nfor i in z.infolist(): print(i.filename, oct(i.external_attr >> 16), i.file_size)\nprint(z.read('run_autograder').decode())";
        let ran = std::process::Command::new("python3")
            .args(["-c", script])
            .arg(&file)
            .output();
        let Ok(ran) = ran else {
            return;
        };
        let told = String::from_utf8_lossy(&ran.stdout);
        assert!(
            ran.status.success(),
            "{}",
            String::from_utf8_lossy(&ran.stderr)
        );
        for line in [
            "setup.sh 0o100755",
            "run_autograder 0o100755",
            "course 0o100755 120",
            "content/course.yaml 0o100644 19",
            "--lab rope --lab gemv || [ $? -eq 1 ]",
        ] {
            assert!(told.contains(line), "{line}: {told}");
        }
    }
}
