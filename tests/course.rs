//! The course that ships loads without a problem, and holds what it should.
//!
//! `BLESS=1` writes `content/items.lock` anew, as `course build --lock` does.

use std::path::Path;

use course::course::{ItemKind, Rule, load, lock};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn no_problem_at_all() {
    if std::env::var_os("BLESS").is_some() {
        lock::update(root()).expect("the course has no errors");
    }
    let told: Vec<String> = load(root())
        .problems
        .iter()
        .map(ToString::to_string)
        .collect();
    assert_eq!(
        told, [""; 0],
        "fix them, or run with BLESS=1 when only the lock lags"
    );
}

#[test]
fn module_1_5_and_the_hardware_tier() {
    let course = load(root()).course;
    let module = course.module("mod.cuda-kernels").expect("the module");
    assert_eq!(module.number, "1.5");
    assert_eq!(
        module.labs,
        [
            "vector-add",
            "gemm-naive",
            "split-qkv",
            "transpose",
            "gemm-tiled",
            "gemm-register",
            "mixed-act",
            "row-reduce",
            "occupancy",
            "softmax",
            "add-rmsnorm",
            "qvadd-i8",
            "int8-quantizers",
            "quantize-rows",
            "q4k-dequant",
            "rope",
            "q4k-gemv"
        ]
    );
    let top = module.concepts.len();
    let nested: usize = module.concepts.iter().map(|c| c.children.len()).sum();
    assert_eq!((top, nested), (4, 16));
    let on_its_page = |q: &&course::course::Question| q.item.page == module.page;
    assert_eq!(module.questions.iter().filter(on_its_page).count(), 5);
    let project = module.project.as_ref().expect("a project");
    assert_eq!(
        (project.title.as_str(), project.items.len()),
        ("A quantised vector addition", 5)
    );

    let tier = course
        .modules()
        .flat_map(|(_, m)| &m.tiers)
        .find(|tier| tier.id == "tier.hardware")
        .expect("the tier");
    let numbers: Vec<&str> = tier.tasks.iter().map(|t| t.number.as_str()).collect();
    assert_eq!(
        numbers,
        ["5.1", "5.2", "5.3", "5.4", "5.5", "5.6", "5.7", "5.8"]
    );
    assert_eq!((tier.time.min, tier.time.max), (475, 765));
    assert!(
        tier.tasks
            .iter()
            .all(|t| !t.criteria.is_empty() && !t.win.is_empty() && !t.tags.is_empty())
    );
}

#[test]
fn day_4_goes_from_a_pair_of_models_to_the_hardware() {
    let course = load(root()).course;
    let module = course.module("mod.quantised-vs-bf16").expect("the module");
    let tiers: Vec<(u32, usize, bool)> = module
        .tiers
        .iter()
        .map(|tier| (tier.number, tier.tasks.len(), tier.optional))
        .collect();
    let expected = [
        (1, 2, false),
        (2, 4, false),
        (3, 1, false),
        (4, 2, true),
        (5, 8, false),
    ];
    assert_eq!(tiers, expected);
    let study = &module.tiers[2].tasks[0];
    assert_eq!((study.time.min, study.time.max), (60, 120));
    assert_eq!((study.artifacts.len(), study.hard_mode.len()), (9, 3));
    // Whoever has no card finds every file that the measurements write.
    let data = study
        .artifacts
        .iter()
        .filter(|file| file.starts_with("benchmarks/"));
    assert_eq!(data.count(), 5);
}

#[test]
fn every_concept_says_where_it_is_taught() {
    let course = load(root()).course;
    let leaves = course
        .items()
        .into_iter()
        .filter(|l| l.item.kind == ItemKind::Concept && l.item.children.is_empty());
    let untaught: Vec<String> = leaves
        .filter(|l| l.item.taught.is_none())
        .map(|l| l.item.id.clone())
        .collect();
    assert_eq!(untaught, [""; 0]);
}

#[test]
fn a_page_finds_its_items_by_the_place_of_their_checkbox() {
    let course = load(root()).course;
    for located in course.items() {
        let item = located.item;
        let page = course.page(item.page);
        // A question may be a list entry without a checkbox.
        let marker = &page.source[item.marker..item.marker + 3];
        let bare = item.kind == ItemKind::Question && marker.starts_with("- ");
        assert!(marker == "[ ]" || bare, "{}", item.id);
        assert_eq!(
            page.item_at(item.marker).map(|p| p.id.as_str()),
            Some(item.id.as_str())
        );
        assert!(
            item.braces
                .iter()
                .all(|b| page.source[b.clone()].starts_with('{')),
            "{}",
            item.id
        );
        assert!(
            !item.text.contains('{') || item.rule == Rule::Manual,
            "{}",
            item.text
        );
    }
}

#[test]
fn facts_are_kept_once_and_add_up() {
    let catalog = load(root()).course.catalog;
    let ridges: Vec<(&str, f64)> = catalog
        .devices
        .iter()
        .map(|d| (d.id.as_str(), d.ridge().round()))
        .collect();
    let expected = [
        ("dev.a100", 153.0),
        ("dev.a100-40", 201.0),
        ("dev.h100", 295.0),
        ("dev.b200", 281.0),
        ("dev.rtx-5080", 117.0),
        ("dev.rtx-2000-ada", 214.0),
        ("dev.agx-orin", 208.0),
        ("dev.t4", 203.0),
        ("dev.rtx-4090", 164.0),
        ("dev.l4", 403.0),
        ("dev.orin-nano", 150.0),
        ("dev.orin-nx", 146.0),
        ("dev.thor", 947.0),
        // No tensor cores that a page prints a peak of.
        ("dev.m2-ultra", 0.0),
        ("dev.m3-ultra", 0.0),
        ("dev.groq-lpu", 0.0),
        ("dev.wse-3", 0.0),
    ];
    assert_eq!(ridges, expected);
    // From compute capability 8.0 on, the driver keeps 1 KiB of every block; no device has more than that to itself.
    let kept = |d: &course::course::Device| u32::from(!d.cc.starts_with('7'));
    let mut cuda = catalog.devices.iter().filter(|d| d.runs_cuda());
    assert!(cuda.all(|d| d.shared_block + kept(d) == d.shared_sm));
    assert!(catalog.devices.iter().all(|d| !d.source.is_empty()));
    assert_eq!(catalog.papers.len(), 32);
    let groups: std::collections::BTreeSet<&str> =
        catalog.tools.iter().map(|t| t.group.as_str()).collect();
    assert_eq!((catalog.tools.len(), groups.len()), (33, 4));
}

#[test]
fn a_learner_begins_where_the_plan_says_and_meets_each_step_once() {
    let course = load(root()).course;
    let steps = course::course::walk::steps(&course);
    let ids: Vec<&str> = steps.iter().map(|step| step.id).collect();
    assert_eq!(ids[..2], ["lesson.one-token", "lesson.prefill-decode"]);
    let place = |id: &str| ids.iter().position(|known| *known == id);
    assert!(place("lesson.batches-and-latency") < place("lesson.threads"));
    assert!(place("vector-add") < place("lesson.tiling"));
    let mut once = ids.clone();
    once.sort_unstable();
    once.dedup();
    assert_eq!(once.len(), ids.len());
}
