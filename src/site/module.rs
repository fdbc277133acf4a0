//! The WebAssembly modules of a site's pages, one that judges kernels and one that runs whole programs: bytes come in, a file on the site
//! comes out, and beside the first the headers that it is without.
//!
//! The rule: the file is named after its content, so a page never meets a module of another build and a host may keep it for ever.

use std::sync::Arc;

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
    /// Takes the bytes of the module that judges; none where they are no WebAssembly.
    pub fn of(bytes: Vec<u8>) -> Option<PageModule> {
        PageModule::named("course", bytes)
    }

    /// The same for the module that runs programs.
    pub fn programs(bytes: Vec<u8>) -> Option<PageModule> {
        PageModule::named("programs", bytes)
    }

    fn named(name: &str, bytes: Vec<u8>) -> Option<PageModule> {
        if !bytes.starts_with(b"\0asm\x01\0\0\0") {
            return None;
        }
        let hash = blake3::hash(&bytes).to_hex();
        Some(PageModule {
            file: format!("static/{name}-{}.wasm", &hash[..16]).into(),
            bytes: bytes.into(),
        })
    }

    /// Its path below the site's root.
    pub fn file(&self) -> &str {
        &self.file
    }

    /// The path of what the module fetches for texts that include headers of host code.
    pub fn headers(&self) -> String {
        self.file.replace(".wasm", ".headers.txt")
    }

    /// The module.
    pub fn bytes(&self) -> &Arc<[u8]> {
        &self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_named_after_what_it_holds() {
        let module = |more: &[u8]| PageModule::of([b"\0asm\x01\0\0\0", more].concat());
        let (one, other) = (module(b"1").unwrap(), module(b"2").unwrap());
        assert_ne!(one.file(), other.file());
        assert_eq!(one.file(), module(b"1").unwrap().file());
        let programs = PageModule::programs(one.bytes().to_vec()).unwrap();
        assert!(programs.file().starts_with("static/programs-"));
        assert!(PageModule::of(b"<!doctype html>".to_vec()).is_none());
    }
}
