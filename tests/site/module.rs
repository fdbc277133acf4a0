//! The modules of pages: kernel labs name the one that judges, nothing else does, and a site holds one of each.

use std::path::Path;

use course::config::Config;
use course::labs::Labs;
use course::site::{Input, ModuleFor, PageModule, build};
use lab::{Folder, Language};

use super::copy;

const KERNEL: &str = "//@solution\n__global__ void k(int* out) { out[0] = 1; }\n//@end\n";
const MISTAKE: &str = "// must fail: a/bounds — it stores past the end\n";

fn folder(id: &'static str, language: Language) -> Folder {
    let text = format!(
        "---\nid: {id}\ntitle: {id}\ngoal: copy\nminutes: 1\n---\n\n## Part a: A\n\nWrite `k`.\n\n### Hints\n\n1. a\n2. b\n"
    );
    Folder {
        id,
        language,
        text: Some(Box::leak(text.into_boxed_str())),
        reference: Some(KERNEL),
        wrong: &[
            ("a.cu", MISTAKE),
            ("b.cu", MISTAKE),
            ("c.cu", MISTAKE),
            ("d.cu", MISTAKE),
        ],
        parts: || vec![lab::part("a", "__global__ void k(int* out)").bounds()],
    }
}

/// A module whose content ends so.
fn module(what: ModuleFor, end: &str) -> PageModule {
    let bytes = [b"\0asm\x01\0\0\0", end.as_bytes()].concat();
    PageModule::of(what, &bytes).expect("it is one")
}

/// Names below a folder that end so.
fn named(folder: &Path, end: &str) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap().flatten();
    let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
    names.filter(|name| name.ends_with(end)).collect()
}

#[test]
fn kernel_labs_name_the_module_that_the_site_holds() {
    let root = copy("site");
    let out = root.path().join("out");
    let labs = Labs::of(
        &[
            folder("toy", Language::Cuda),
            folder("words", Language::Rust),
        ],
        root.path(),
    );
    let built = |module: Option<&PageModule>| {
        let config = Config {
            labs,
            ..Config::at(root.path())
        };
        let input = Input {
            module: module.cloned(),
            programs: module.map(|_| self::module(ModuleFor::Programs, "")),
            ..Input::of(config)
        };
        build(&input, &out).unwrap_or_else(|problems| panic!("{}", super::shown(&problems)));
        let page = |file: &str| std::fs::read_to_string(out.join(file)).unwrap();
        let pages = ["labs/toy/index.html", "labs/words/index.html", "index.html"].map(page);
        (pages, named(&out.join("static"), ".wasm.lzma"))
    };
    let (one, other) = (module(ModuleFor::Labs, "1"), module(ModuleFor::Labs, "2"));
    for module in [&one, &other] {
        let ([toy, words, home], files) = built(Some(module));
        let attribute = format!(" data-module=\"{}\"", module.file());
        assert!(toy.contains(&attribute), "{toy:.400}");
        assert!(!words.contains("data-module") && !home.contains("data-module"));
        // Of each sort one, and no older one.
        let of = |sort: &str| {
            let mut files = files.iter().filter(|file| file.starts_with(sort));
            (files.next(), files.next())
        };
        let (Some(judges), None) = of("course-") else {
            panic!("{files:?}")
        };
        assert!(module.file().ends_with(judges.as_str()), "{files:?}");
        let (Some(runs), None) = of("programs-") else {
            panic!("{files:?}")
        };
        let written = std::fs::read(out.join("static").join(runs)).unwrap();
        let programs = self::module(ModuleFor::Programs, "");
        assert_eq!(written[..], programs.bytes()[..]);
        assert_eq!(files.len(), 2, "{files:?}");
        let headers = std::fs::read_to_string(out.join(module.headers())).unwrap();
        assert!(headers.contains("\nvector\n"), "what the module is without");
    }
    let ([toy, ..], files) = built(None);
    assert!(
        !toy.contains("data-module") && files.is_empty(),
        "{files:?}"
    );
    assert!(named(&out.join("static"), ".headers.txt").is_empty());
}
