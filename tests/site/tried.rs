//! Listings that can be run where they stand, and the playground: which pages have them, and what is refused.

use std::path::Path;

use course::config::Config;
use course::labs::Labs;
use course::site::{Builder, Input, MemorySite, ModuleFor, PageModule, build};
use lab::{Folder, Language};

use super::copy;

const PROGRAM: &str = "#include <cstdio>\n\n//@anchor k\n__global__ void k(int* x) {\n    x[threadIdx.x] = 1;\n}\n//@endanchor k\n\nint main() {\n    printf(\"done\\n\");\n}\n\n// What it says:\n//$ run\n//> done\n";
const LAB: &str = "---\nid: toy\ntitle: Toy\ngoal: copy\nminutes: 1\n---\n\n## Part a: A\n\nWrite `k`.\n\n### Hints\n\n1. a\n2. b\n";
const MISTAKE: &str = "// must fail: a/bounds — it stores past the end\n";

fn folder(language: Language) -> Folder {
    Folder {
        id: "toy",
        language,
        text: Some(LAB),
        reference: Some("//@solution\n__global__ void k(int* x) { x[0] = 1; }\n//@end\n"),
        wrong: &[("a.cu", MISTAKE); 4],
        parts: || vec![lab::part("a", "__global__ void k(int* x)").bounds()],
    }
}

/// The small course with a program, and a listing of it that says this; its labs are in this language.
fn course(listing: &str, language: Language) -> (tempfile::TempDir, Config) {
    let root = copy("site");
    std::fs::write(root.path().join("kernels/program.cu"), PROGRAM).unwrap();
    let page = root.path().join("content/first/basics/lesson-03-later.md");
    let text = std::fs::read_to_string(&page).unwrap();
    let text = format!("{text}\n```listing\nkernels/program.cu#k\n{listing}```\n");
    std::fs::write(&page, text).unwrap();
    let labs = Labs::of(&[folder(language)], root.path());
    let config = Config {
        labs,
        // The page is one.
        drafts: true,
        ..Config::at(root.path())
    };
    (root, config)
}

fn live(listing: &str, language: Language) -> Result<MemorySite, String> {
    let (_root, config) = course(listing, language);
    let built = Builder::new(config, true).build();
    built.map_err(|problems| super::shown(&problems))
}

fn page(site: &MemorySite, file: &str) -> String {
    String::from_utf8_lossy(site.files[file].as_ref()).into_owned()
}

const LESSON: &str = "first/basics/lesson-03-later/index.html";

#[test]
fn a_program_has_a_bar_under_its_listing_where_a_server_runs_it() {
    let site = live(
        "args: 3\npredict: What is printed? | output 1\n",
        Language::Cuda,
    )
    .unwrap();
    let lesson = page(&site, LESSON);
    assert!(lesson.contains("data-try=\"sources/kernels/program.cu\" data-args=\"3\""));
    assert!(lesson.contains("What is printed?"));
    let published = page(&site, "sources/kernels/program.cu");
    assert!(published.ends_with("}\n") && !published.contains("//@") && !published.contains("//>"));
    let playground = page(&site, "playground/index.html");
    assert!(playground.contains("value=\"sources/kernels/program.cu\" data-args=\"3\""));
    assert!(playground.contains(" data-live=\"labs\""));
    assert!(page(&site, "index.html").contains(">Playground</a>"));
}

#[test]
fn a_listing_that_says_no_has_none() {
    let site = live("run: no\n", Language::Cuda).unwrap();
    assert!(!page(&site, LESSON).contains("class=\"try\""));
    assert!(!site.files.contains_key("sources/kernels/program.cu"));
}

#[test]
fn no_playground_where_no_lab_is_in_cuda_or_nothing_runs() {
    let site = live("", Language::Rust).unwrap();
    assert!(!site.files.contains_key("playground/index.html"));
    assert!(!page(&site, "index.html").contains("Playground"));
    let (root, config) = course("", Language::Cuda);
    let built = |input: Input| {
        let out = root.path().join("out");
        build(&input, &out).unwrap_or_else(|problems| panic!("{}", super::shown(&problems)));
        let read = |file: &str| std::fs::read_to_string(out.join(file)).unwrap_or_default();
        (read("playground/index.html"), read(LESSON))
    };
    let (playground, lesson) = built(Input::of(config.clone()));
    assert!(lesson.contains("program.cu#k"), "the listing is there");
    assert!(playground.is_empty() && !lesson.contains("class=\"try\""));
    let module = |what| PageModule::of(what, b"\0asm\x01\0\0\0");
    // With the judge alone kernels run, programs do not.
    let judge = module(ModuleFor::Labs);
    let one = Input {
        module: judge.clone(),
        ..Input::of(config.clone())
    };
    let (playground, lesson) = built(one);
    assert!(playground.contains("data-module") && !playground.contains("data-programs"));
    assert!(!lesson.contains("class=\"try\"") && !lesson.contains("data-module"));
    let both = Input {
        module: judge,
        programs: module(ModuleFor::Programs),
        ..Input::of(config)
    };
    let (playground, lesson) = built(both);
    assert!(playground.contains("data-programs=\"static/programs-"));
    assert!(
        lesson.contains("class=\"try\"") && lesson.contains("data-programs=\"static/programs-")
    );
    assert!(Path::new(&root.path().join("out/sources/kernels/program.cu")).is_file());
}

#[test]
fn a_metric_of_what_is_not_there_is_refused_with_its_line() {
    let refused = |listing: &str| live(listing, Language::Cuda).err().unwrap_or_default();
    let told = refused("args: 1\npredict: How many? | sectors kk x[threadIdx.x]\n");
    assert!(
        told.contains("no kernel `kk` in `kernels/program.cu`"),
        "{told}"
    );
    let (root, _) = course("", Language::Cuda);
    let text = std::fs::read_to_string(root.path().join("content/first/basics/lesson-03-later.md"));
    let lines = text.unwrap().lines().count();
    // Above the closing fence stand the args and the question, which takes its place.
    assert!(
        told.contains(&format!("lesson-03-later.md:{}:", lines + 1)),
        "{lines}: {told}"
    );
    let told = refused("predict: How many? | sectors k y[threadIdx.x]\n");
    assert!(told.contains("no line with `y[threadIdx.x]`"), "{told}");
    let told = refused("predict: How many? | sektors k x\n");
    assert!(told.contains("did you mean `sectors`?"), "{told}");
    let told = refused("run: no\npredict: How many? | findings\n");
    assert!(told.contains("it says `run: no`"), "{told}");
    let told = refused("run: maybe\n");
    assert!(
        told.contains("`run` is `yes` or `no`, not `maybe`"),
        "{told}"
    );
}
