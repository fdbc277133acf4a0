//! The learner's file: made from the starter when absent, read as text, replaced whole.
//! Nothing here ever loses a text: whoever replaces one has kept the old one in the store first.

use std::io::Write;
use std::path::{Path, PathBuf};

use lab::Lab;

use crate::config::Config;
use crate::exit::{Exit, Failure};
use crate::regular::{self, Unread};

/// No kernel is longer; a file beyond this is not read at all.
const LONGEST: u64 = 64 << 20;

/// Writes the starter where the learner's file is absent; true when it did.
///
/// # Errors
/// When the file cannot be written.
pub fn starter_if_absent(config: &Config, lab: &Lab) -> Result<bool, Failure> {
    let path = config.kernel(lab.id, &lab.file);
    if path.exists() {
        return Ok(false);
    }
    write_whole(&path, &lab.starter())?;
    Ok(true)
}

/// The learner's text.
///
/// # Errors
/// When it cannot be read or is not text.
pub fn read(config: &Config, lab: &Lab) -> Result<String, Failure> {
    let path = config.kernel(lab.id, &lab.file);
    let shown = config.shown(&path);
    let bytes = regular::read(&path, LONGEST).map_err(|why| match why {
        Unread::Io(_) => Failure::broken(format!("`{shown}` {why}")),
        why => Failure::new(Exit::ChecksFailed, format!("`{shown}` {why}"))
            .help("move it away; the next check writes the starter in its place"),
    })?;
    String::from_utf8(bytes).map_err(|error| {
        Failure::new(
            Exit::ChecksFailed,
            format!(
                "`{shown}` is not UTF-8 text (byte {})",
                error.utf8_error().valid_up_to() + 1
            ),
        )
        .help("save it as UTF-8 in your editor")
    })
}

/// Replaces a file whole: a reader sees the old text or the new one, never half of one. Through a link goes what it names;
/// what is no file is left alone, and a file keeps its rights.
///
/// # Errors
/// When the folder or the file cannot be written, or something else than a file has the name.
pub fn write_whole(path: &Path, text: &str) -> Result<(), Failure> {
    let cannot = |error: std::io::Error| {
        Failure::broken(format!("`{}` cannot be written: {error}", path.display()))
    };
    let target = named(path).map_err(cannot)?;
    let old = std::fs::metadata(&target).ok();
    if let Some(meta) = old.as_ref().filter(|meta| !meta.is_file()) {
        let what = match meta.is_dir() {
            true => "a folder",
            false => "a pipe, a socket or a device",
        };
        let said = format!("`{}` is {what}, and only a file is written", path.display());
        return Err(Failure::wrong_use(said)
            .help("name a file; where it may be left out, the text goes to standard output"));
    }
    if let Some(folder) = target.parent() {
        std::fs::create_dir_all(folder).map_err(cannot)?;
    }
    let mut name = target.file_name().unwrap_or_default().to_owned();
    name.push(format!(".new-{}", std::process::id()));
    let fresh = target.with_file_name(name);
    // Another process of this number may have left one.
    let _ = std::fs::remove_file(&fresh);
    let written = std::fs::File::create_new(&fresh).and_then(|mut file| {
        file.write_all(text.as_bytes())?;
        old.map_or(Ok(()), |old| file.set_permissions(old.permissions()))?;
        std::fs::rename(&fresh, &target)
    });
    written.map_err(|error| {
        let _ = std::fs::remove_file(&fresh);
        cannot(error)
    })
}

/// Where a name leads, over links; their last one may name what is not there yet.
fn named(path: &Path) -> std::io::Result<PathBuf> {
    let mut path = path.to_path_buf();
    for _ in 0..40 {
        match std::fs::read_link(&path) {
            Ok(to) => path = path.parent().unwrap_or(Path::new("")).join(to),
            Err(_) => return Ok(path),
        }
    }
    Err(std::io::Error::other("its links lead nowhere"))
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};

    use super::*;

    #[test]
    fn links_and_rights_stay_and_only_files_are_written() {
        let dir = tempfile::tempdir().unwrap();
        let at = |name: &str| dir.path().join(name);
        std::fs::write(at("file"), "old").unwrap();
        std::fs::set_permissions(at("file"), std::fs::Permissions::from_mode(0o600)).unwrap();
        symlink("file", at("link")).unwrap();
        symlink("link", at("link-to-link")).unwrap();
        write_whole(&at("link-to-link"), "new").unwrap();
        assert_eq!(std::fs::read_to_string(at("file")).unwrap(), "new");
        let mode = std::fs::metadata(at("file")).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        assert!(at("link").is_symlink() && at("link-to-link").is_symlink());
        symlink("not-yet", at("dangling")).unwrap();
        write_whole(&at("dangling"), "made").unwrap();
        assert_eq!(std::fs::read_to_string(at("not-yet")).unwrap(), "made");
        symlink("round", at("round")).unwrap();
        assert!(
            write_whole(&at("round"), "x")
                .unwrap_err()
                .message
                .contains("nowhere")
        );
        let pipe = at("pipe");
        assert!(
            std::process::Command::new("mkfifo")
                .arg(&pipe)
                .status()
                .unwrap()
                .success()
        );
        for (name, what) in [(&pipe, "a pipe"), (&dir.path().to_path_buf(), "a folder")] {
            let told = write_whole(name, "x").unwrap_err().message;
            assert!(told.contains(what), "{told}");
        }
        assert!(std::fs::metadata(&pipe).unwrap().file_type().is_fifo());
        let told = write_whole(Path::new("/dev/null"), "x")
            .unwrap_err()
            .message;
        assert!(told.contains("a device"), "{told}");
    }
}
