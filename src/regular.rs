//! Files that are read whole: a path and a bound in, the bytes out.
//!
//! Rule: only regular files, and never more bytes of one than the bound, whatever its length claims to be. A device, a pipe and a link
//! to one are refused before they are opened, as a pipe would be waited for; files of `/proc` say that they are empty and go on for ever.

use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// Why a file was not read: what follows its name in a sentence.
#[derive(Debug)]
pub enum Unread {
    /// The system said no.
    Io(io::Error),
    /// It is a folder, a pipe, a device.
    NoFile,
    /// It is longer than so many bytes; how long, if it says so.
    TooLong(u64, Option<u64>),
}

impl fmt::Display for Unread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unread::Io(error) => write!(f, "cannot be read: {error}"),
            Unread::NoFile => f.write_str("is no file"),
            Unread::TooLong(most, Some(bytes)) => {
                write!(f, "has {bytes} bytes; {most} is the most that is read")
            }
            Unread::TooLong(most, None) => {
                write!(f, "has more than {most} bytes, the most that is read")
            }
        }
    }
}

/// The bytes of a file that is no longer than `most`.
///
/// # Errors
/// When it is no regular file, is longer, or cannot be read.
pub fn read(path: &Path, most: u64) -> Result<Vec<u8>, Unread> {
    let about = std::fs::metadata(path).map_err(Unread::Io)?;
    if !about.is_file() {
        return Err(Unread::NoFile);
    }
    if about.len() > most {
        return Err(Unread::TooLong(most, Some(about.len())));
    }
    let mut bytes = Vec::with_capacity(about.len() as usize);
    let file = File::open(path).map_err(Unread::Io)?;
    let mut some = file.take(most.saturating_add(1));
    some.read_to_end(&mut bytes).map_err(Unread::Io)?;
    if bytes.len() as u64 > most {
        return Err(Unread::TooLong(most, None));
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_read_up_to_the_bound() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("a");
        std::fs::write(&file, "12345").expect("written");
        assert_eq!(read(&file, 5).expect("read"), b"12345");
        let told = |path: &Path| read(path, 4).expect_err("refused").to_string();
        assert_eq!(told(&file), "has 5 bytes; 4 is the most that is read");
        assert_eq!(told(folder.path()), "is no file");
        assert!(told(&folder.path().join("b")).starts_with("cannot be read: "));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn what_never_ends_is_refused() {
        let told = |path: &str| read(Path::new(path), 4).expect_err("refused").to_string();
        assert_eq!(told("/dev/zero"), "is no file");
        // Its length is 0, and there are gigabytes of it, to be read eight bytes at a time.
        let endless = read(Path::new("/proc/self/pagemap"), 4095).expect_err("refused");
        assert_eq!(
            endless.to_string(),
            "has more than 4095 bytes, the most that is read"
        );
    }
}
