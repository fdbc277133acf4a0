//! The WebAssembly modules of a site's pages, one that judges kernels and one that runs whole programs: bytes come in, a file on the site
//! comes out, and beside the first the headers that it is without.
//!
//! The rule: the file is named after its content, so a page never meets a module of another build and a host may keep it for ever. It is
//! packed by LZMA, which `static/lab/unpack.js` undoes: a quarter less to fetch than by gzip, whose window of 32 KiB sees little of a module.

use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use lzma_rust2::{LzmaOptions, LzmaWriter};

const ENDING: &str = ".wasm.lzma";

/// What a module is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ModuleFor {
    /// To judge kernels, and to run one alone.
    Labs,
    /// To run whole programs.
    Programs,
}

impl ModuleFor {
    /// How its file's name begins.
    fn stem(self) -> &'static str {
        match self {
            ModuleFor::Labs => "course",
            ModuleFor::Programs => "programs",
        }
    }
}

/// A module that was made.
#[derive(Clone)]
pub struct PageModule {
    file: Arc<str>,
    bytes: Arc<[u8]>,
}

impl std::fmt::Debug for PageModule {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("PageModule").field(&self.file).finish()
    }
}

impl PageModule {
    /// Takes the bytes of a module, and packs them; none where they are no WebAssembly.
    pub fn of(what: ModuleFor, bytes: &[u8]) -> Option<PageModule> {
        let name = name(what, bytes)?;
        Some(PageModule::new(&name, packed(bytes)?))
    }

    /// The same, and keeps what it packed in a folder, where it is found the next time; packing takes seconds.
    pub fn kept(what: ModuleFor, bytes: &[u8], folder: &Path) -> Option<PageModule> {
        let name = name(what, bytes)?;
        let file = folder.join(format!("{name}{ENDING}"));
        if let Ok(before) = std::fs::read(&file) {
            return Some(PageModule::new(&name, before));
        }
        let packed = packed(bytes)?;
        // Where it cannot be kept, it is packed again the next time.
        let beside = file.with_extension("new");
        if std::fs::write(&beside, &packed).is_ok() {
            let _ = std::fs::rename(&beside, &file);
        }
        Some(PageModule::new(&name, packed))
    }

    fn new(name: &str, packed: Vec<u8>) -> PageModule {
        PageModule {
            file: format!("static/{name}{ENDING}").into(),
            bytes: packed.into(),
        }
    }

    /// Its path below the site's root.
    pub fn file(&self) -> &str {
        &self.file
    }

    /// The path of what the module fetches for texts that include headers which few kernels use.
    pub fn headers(&self) -> String {
        self.file.replace(ENDING, ".headers.txt")
    }

    /// The module, packed.
    pub fn bytes(&self) -> &Arc<[u8]> {
        &self.bytes
    }
}

/// What a module's file is called, barring its ending; none where the bytes are no WebAssembly.
fn name(what: ModuleFor, bytes: &[u8]) -> Option<String> {
    let is_module = bytes.starts_with(b"\0asm\x01\0\0\0");
    let hash = blake3::hash(bytes).to_hex();
    is_module.then(|| format!("{}-{}", what.stem(), &hash[..16]))
}

/// The bytes as an LZMA file that says how many they are.
fn packed(bytes: &[u8]) -> Option<Vec<u8>> {
    let options = LzmaOptions {
        // Code is no text of four-byte words: what comes before a byte says more of it than where it stands.
        lc: 4,
        pb: 0,
        nice_len: 273,
        ..LzmaOptions::with_preset(9)
    };
    let length = Some(bytes.len() as u64);
    let mut writer = LzmaWriter::new_use_header(Vec::new(), &options, length).ok()?;
    writer.write_all(bytes).ok()?;
    writer.finish().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    #[test]
    fn a_file_is_named_after_what_it_holds() {
        let module = |more: &[u8]| {
            let bytes = [b"\0asm\x01\0\0\0", more].concat();
            PageModule::of(ModuleFor::Labs, &bytes)
        };
        let (one, other) = (module(b"1").unwrap(), module(b"2").unwrap());
        assert_ne!(one.file(), other.file());
        assert_eq!(one.file(), module(b"1").unwrap().file());
        let programs = PageModule::of(ModuleFor::Programs, b"\0asm\x01\0\0\0").unwrap();
        assert!(programs.file().starts_with("static/programs-"));
        assert!(PageModule::of(ModuleFor::Labs, b"<!doctype html>").is_none());
    }

    #[test]
    fn what_was_packed_is_kept_and_found_again() {
        let folder = tempfile::tempdir().unwrap();
        let bytes = [b"\0asm\x01\0\0\0".as_slice(), &[7; 100_000]].concat();
        let kept = || PageModule::kept(ModuleFor::Labs, &bytes, folder.path()).unwrap();
        let first = kept();
        assert!(first.bytes().len() < 1000, "{}", first.bytes().len());
        assert_eq!(first.bytes()[5..13], (bytes.len() as u64).to_le_bytes());
        let file = folder.path().join(&first.file()["static/".len()..]);
        assert_eq!(std::fs::read(&file).unwrap(), **first.bytes());
        std::fs::write(&file, "as it was kept").unwrap();
        assert_eq!(**kept().bytes(), *b"as it was kept");
        let packed = PageModule::of(ModuleFor::Labs, &bytes).unwrap();
        assert_eq!(packed.bytes(), first.bytes());
        let mut unpacked = Vec::new();
        let mut reader =
            lzma_rust2::LzmaReader::new_mem_limit(&**first.bytes(), u32::MAX, None).unwrap();
        reader.read_to_end(&mut unpacked).unwrap();
        assert_eq!(unpacked, bytes);
    }
}
