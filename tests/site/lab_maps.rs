//! What a lab asks of memory, before and after: each lab in CUDA shows both, drawn from runs, and a wrong count stops the build.

use std::path::Path;

use course::config::Config;
use course::labs::Labs;
use course::site::Builder;
use lab::{Folder, Lab, Language};

use super::{copy, html, shipped_site};

/// The fences of a text in Markdown that are maps, as their lines.
fn maps(text: &str) -> Vec<Vec<&str>> {
    let fences = text.split("```map\n").skip(1);
    fences
        .map(|fence| fence.lines().take_while(|line| *line != "```").collect())
        .collect()
}

/// What is missing of the two pictures of a lab; nothing if they are there.
fn missing(lab: &Lab) -> Option<String> {
    let pairs = lab.parts.iter().map(|part| maps(&part.accesses.text));
    let all: Vec<Vec<&str>> = pairs.flatten().collect();
    let titled = |word: &str| {
        let title = format!("title: {word}: ");
        let of = all
            .iter()
            .filter(move |map| map.iter().any(|row| row.starts_with(&title)));
        of.collect::<Vec<_>>()
    };
    let (before, after) = (titled("Before"), titled("After"));
    let uncounted = all.iter().any(|map| {
        let counts = ["sectors: ", "passes: "];
        !map.iter()
            .any(|row| counts.iter().any(|key| row.starts_with(key)))
    });
    let said = if before.is_empty() || before.len() != after.len() || all.len() % 2 == 1 {
        "wants a section `### Accesses` in the part that its access is about, with two `map` fences: \
         one of `wrong/….cu` or of an earlier part, titled `Before: …`, and one of `solution#…`, titled `After: …`"
    } else if after.iter().any(|map| !map[0].starts_with("solution#")) {
        "has a map titled `After: …` that is not of `solution#…`"
    } else if uncounted {
        "has a map that does not say `sectors: …` or `passes: …`, so nothing holds its picture to its title"
    } else {
        return None;
    };
    Some(format!(
        "labs/{}/lab.md {said} (CONTRIBUTING.md, “Add a lab”)",
        lab.id
    ))
}

#[test]
fn each_lab_in_cuda_shows_its_accesses_before_and_after() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let shelf = Labs::of(shelf::ALL, root);
    let labs = shelf.all();
    let in_cuda = || labs.iter().filter(|lab| lab.language == Language::Cuda);
    let wrong: Vec<String> = in_cuda().filter_map(|lab| missing(lab)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));

    let pages = html(shipped_site());
    for lab in in_cuda() {
        let page = &pages[format!("labs/{}/index.html", lab.id).as_str()];
        let drawings: Vec<&str> = page.split("<div class=\"access\">").skip(1).collect();
        let asked: usize = lab
            .parts
            .iter()
            .map(|part| maps(&part.accesses.text).len())
            .sum();
        assert_eq!(drawings.len(), asked, "{}", lab.id);
        for drawing in drawings {
            let (drawing, _) = drawing
                .split_once("</details>")
                .expect("a table of its lanes");
            for part in [
                "<svg class=\"drawing\"",
                "<desc>",
                "<figcaption>",
                "<th scope=\"col\">Lane</th>",
            ] {
                assert!(drawing.contains(part), "{}: {part}", lab.id);
            }
            // What the lanes do, and not the code that has them do it.
            assert!(drawing.contains("a lane</text>"), "{}: {drawing}", lab.id);
            assert!(!drawing.contains("class=\"mono\""), "{}: {drawing}", lab.id);
        }
    }
}

const MISTAKE: &str = "// must fail: a/compiles — it is no text\n__global__ void k(const float* in, float* out) {\n    out[threadIdx.x] = in[threadIdx.x];\n}\n";

const KERNEL: &str = "//@anchor a\n__global__ void k(const float* in, float* out) {\n    //@solution\n    out[threadIdx.x] = in[threadIdx.x];\n    //@starter\n    //| // Copy.\n    //@end\n}\n//@endanchor a\n";

/// What is wrong with a course whose lab `toy` has this map of its solution.
fn told(fence: &str) -> Vec<String> {
    let root = copy("site");
    std::fs::create_dir_all(root.path().join("kernels")).unwrap();
    std::fs::write(root.path().join("kernels/toy.cu"), KERNEL).unwrap();
    let text = format!(
        "---\nid: toy\ntitle: Toy\ngoal: copy\nminutes: 1\n---\n\n## Part a: A\n\nWrite `k`.\n\n### Accesses\n\nA warp.\n\n```map\n{fence}\ntitle: After: side by side\n```\n\n### Hints\n\n1. a\n2. b\n"
    );
    let folder = Folder {
        id: "toy",
        language: Language::Cuda,
        text: Some(Box::leak(text.into_boxed_str())),
        reference: Some(KERNEL),
        wrong: &[
            ("a.cu", MISTAKE),
            ("b.cu", MISTAKE),
            ("c.cu", MISTAKE),
            ("d.cu", MISTAKE),
        ],
        parts: || vec![lab::part("a", "__global__ void k(const float* in, float* out)").sound()],
    };
    let config = Config {
        labs: Labs::of(&[folder], root.path()),
        ..Config::at(root.path())
    };
    match Builder::new(config, false).build() {
        Ok(made) => {
            let page = html(&made)["labs/toy/index.html"].clone();
            assert!(!page.contains("in[threadIdx.x]"), "{page}");
            Vec::new()
        }
        Err(problems) => {
            let errors = problems.iter().filter(|problem| problem.is_error());
            errors.map(ToString::to_string).collect()
        }
    }
}

#[test]
fn a_lab_s_map_is_held_against_its_run() {
    let launch = "launch: k<<<1, 32>>>(in[32], out[32])\naccess: in[threadIdx.x]";
    let right = format!("solution#a\n{launch}\nsectors: 4");
    assert_eq!(told(&right), [""; 0]);
    for (fence, said) in [
        (
            format!("solution#a\n{launch}\nsectors: 3"),
            "labs/toy/lab.md:16:1: error: `sectors: 3`, but the run of `in[threadIdx.x]` comes to 4 sectors",
        ),
        (
            format!("solution#b\n{launch}\nsectors: 4"),
            "labs/toy/lab.md:16:1: error: no anchor `b` in `kernels/toy.cu`",
        ),
        (
            format!("wrong/slow.cu\n{launch}\nsectors: 4"),
            "labs/toy/lab.md:16:1: error: `labs/toy/wrong/slow.cu` is not there",
        ),
    ] {
        let told = told(&fence);
        assert!(
            told.len() == 1 && told[0].starts_with(said),
            "{said}: {told:?}"
        );
    }
}

/// Known mistakes are linked into the program: a course that has only that draws their maps, too.
#[test]
fn a_known_mistake_is_drawn_where_the_lab_has_no_folder() {
    let fence = "wrong/a.cu\nlaunch: k<<<1, 32>>>(in[32], out[32])\naccess: in[threadIdx.x]";
    assert_eq!(told(&format!("{fence}\nsectors: 4")), [""; 0]);
    let wrong = told(&format!("{fence}\nsectors: 5"));
    assert!(
        wrong.len() == 1 && wrong[0].contains("comes to 4 sectors"),
        "{wrong:?}"
    );
}
