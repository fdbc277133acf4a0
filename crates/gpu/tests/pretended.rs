//! Labs on the pretended GPU: what a real one would show of kernels that are right, wrong and out of bounds, and every way
//! in which a driver fails. In: this course's labs, and one of this file. Out: records.

use gpu::Gpu;
use gpu::fake::{Fake, WAYS};
use lab::{
    Against, Case, CheckRecord, Data, Elem, Expected, Folder, Lab, Language, Measured, PartSpec,
    Select, Status, cover, judge, part,
};
use lab_sim::Simulated;

const RIGHT: &str = "__global__ void twice(const float* x, float* y, int n) {\n    int i = blockIdx.x * blockDim.x + threadIdx.x;\n    if (i < n) {\n        y[i] = 2.0f * x[i];\n    }\n}\n";

fn parts() -> Vec<PartSpec> {
    let one = part(
        "one",
        "__global__ void twice(const float* x, float* y, int n)",
    );
    let timed = Measured {
        case: |room| case((room / 8).max(64)),
        against: Against::Copy(|case| 8 * case["n"]),
        at_least: 0.5,
    };
    let beside_a_product = Measured {
        against: Against::Product(|case| case["n"]),
        at_least: 0.0,
        ..timed
    };
    let one = one
        .correct("every element is doubled")
        .sound_without_barriers()
        .no_scratch()
        .measured("speed", "as quick as a copy, or half so", timed)
        .measured("product", "beside a product", beside_a_product)
        .cases(|_| vec![case(257), case(33).reordered()]);
    vec![one]
}

fn case(n: usize) -> Case {
    let x: Vec<f32> = (0..n).map(|i| i as f32).collect();
    let y: Vec<f32> = x.iter().map(|v| 2.0 * v).collect();
    Case::new(format!("n = {n}"), "twice")
        .launch([cover(n, 128), 1, 1], [128, 1, 1])
        .buffer("x", Data::f32(&x))
        .buffer("y", Data::fresh(Elem::F32, n))
        .int("n", n)
        .expect("y", Expected::exact(Data::f32(&y)), &[])
}

fn toy() -> Lab {
    Folder {
        id: "toy",
        language: Language::Cuda,
        text: None,
        reference: None,
        wrong: &[],
        parts,
    }
    .lab()
}

fn records(lab: &Lab, text: &str, way: &str) -> Vec<CheckRecord> {
    let mut gpu = Gpu::new(Fake::open(way).expect("it opens"));
    let mut records = Vec::new();
    judge(lab, Select::All, text, &mut gpu, &mut |r| records.push(r));
    records
}

fn of<'a>(records: &'a [CheckRecord], check: &str) -> &'a CheckRecord {
    let found = records.iter().find(|r| r.check == check);
    found.expect("a record of every check")
}

#[test]
fn a_right_kernel_is_right_is_timed_and_proves_nothing_else() {
    let records = records(&toy(), RIGHT, "fine");
    assert_eq!(of(&records, "compiles").status, Status::Pass);
    assert_eq!(of(&records, "correct").status, Status::Pass);
    for unseen in ["bounds", "race-free", "initialised", "order", "scratch"] {
        let record = of(&records, unseen);
        assert_eq!(record.status, Status::NotMeasured, "{record:?}");
    }
    let speed = of(&records, "speed");
    assert_eq!(speed.status, Status::Pass, "{speed:?}");
    assert_eq!(speed.device, "pretended GPU");
    assert_eq!(speed.unit.as_deref(), Some("% of a copy"));
    let reached = speed.value.expect("a fraction");
    assert!((50.0..=120.0).contains(&reached), "{speed:?}");
    assert!(speed.detail.contains("the middle of"), "{}", speed.detail);
    assert!(
        speed.detail.contains("the ceiling here"),
        "{}",
        speed.detail
    );
    assert!(
        speed
            .detail
            .ends_with("just after: clock 1000 MHz, memory 2000 MHz, 40 °C"),
        "{}",
        speed.detail
    );
    let spread = speed.message.split(['(', ')']).nth(1);
    assert!(spread.is_some_and(|s| s.contains(" to ")), "{speed:?}");
}

#[test]
fn a_product_is_held_against_the_vendors_and_without_it_against_multiply_adds() {
    let of_way = |way| of(&records(&toy(), RIGHT, way), "product").clone();
    let found = of_way("fine");
    assert_eq!(found.status, Status::Pass);
    let said = "the ceiling here, cuBLAS, 64 × 64 × 64:";
    assert!(found.detail.contains(said), "{}", found.detail);
    let found = of_way("no-cublas");
    assert_eq!(found.status, Status::Pass);
    let said = "multiplies and adds, for NVIDIA's library of products (cuBLAS) was not found:";
    assert!(found.detail.contains(said), "{}", found.detail);
}

#[test]
fn that_nobody_knows_the_clocks_is_said_once_and_fails_nothing() {
    let found = records(&toy(), RIGHT, "no-nvml");
    let said = "clocks and temperature are not known: NVIDIA's management library (NVML)";
    let says = |check: &str| of(&found, check).detail.contains(said);
    assert!(says("speed") && !says("product"));
    assert_eq!(of(&found, "product").status, Status::Pass);
}

#[test]
fn a_slow_kernel_misses_its_mark_with_the_same_results() {
    let slow = RIGHT.replace(
        "y[i] = 2.0f * x[i];",
        "float s = 0.0f; for (int k = 0; k < 200; k++) { s += x[(i + k) % n] * 0.0f; } y[i] = 2.0f * x[i] + s;",
    );
    let records = records(&toy(), &slow, "fine");
    assert_eq!(of(&records, "correct").status, Status::Pass);
    let speed = of(&records, "speed");
    assert_eq!(speed.status, Status::Fail, "{speed:?}");
    assert_eq!(speed.bound.as_deref(), Some("at least 50"));
}

#[test]
fn one_element_too_far_is_seen_by_the_guard_behind_the_buffer() {
    let past = RIGHT.replace("i < n", "i <= n");
    let bounds = of(&records(&toy(), &past, "fine"), "bounds").clone();
    assert_eq!(bounds.status, Status::Fail, "{bounds:?}");
    assert!(
        bounds.message.contains("stores beside `y`, at `y[257]`"),
        "{}",
        bounds.message
    );
    let before = RIGHT.replace("y[i] = 2.0f * x[i];", "y[i] = 2.0f * x[i]; y[-1] = 0.0f;");
    let bounds = of(&records(&toy(), &before, "fine"), "bounds").clone();
    assert!(bounds.message.contains("at `y[-1]`"), "{}", bounds.message);
}

#[test]
fn alone_a_buffer_has_no_neighbour_and_one_element_too_far_stops_the_kernel() {
    let past = RIGHT.replace("i < n", "i <= n");
    let mut gpu = Gpu::new(Fake::open("fine").expect("it opens"));
    gpu.without_guards();
    let mut found = Vec::new();
    judge(&toy(), Select::All, &past, &mut gpu, &mut |r| found.push(r));
    assert!(of(&found, "bounds").message.contains("outside its memory"));
    assert!(gpu.lost().is_some());
}

#[test]
fn what_stops_a_kernel_has_a_name_and_is_the_last_thing_that_ran() {
    let wild = RIGHT.replace("y[i] =", "y[i + 100000000] =");
    let found = records(&toy(), &wild, "fine");
    let bounds = of(&found, "bounds");
    assert_eq!(bounds.status, Status::Fail, "{bounds:?}");
    assert!(bounds.message.contains("an access outside its memory"));
    let skewed = RIGHT.replace("y[i] =", "*(float*)((char*)y + 1) =");
    let found = records(&toy(), &skewed, "fine");
    assert!(of(&found, "bounds").message.contains("misaligned"));
    let endless = RIGHT.replace(
        "if (i < n) {",
        "while (n > 0) { y[0] = 1.0f; }\n    if (i < n) {",
    );
    let found = records(&toy(), &endless, "fine");
    let correct = of(&found, "correct");
    assert!(
        correct.message.contains("still running after 4 s"),
        "{correct:?}"
    );
    let trap = RIGHT.replace(
        "if (i < n) {",
        "if (i == 7) { __trap(); }\n    if (i < n) {",
    );
    let found = records(&toy(), &trap, "fine");
    assert!(
        of(&found, "correct")
            .message
            .contains("the GPU stopped the kernel")
    );
}

#[test]
fn words_of_the_compiler_come_with_the_learners_line() {
    let typo = RIGHT.replace("2.0f * x[i]", "2.0f * z[i]");
    let found = records(&toy(), &typo, "fine");
    let compiles = of(&found, "compiles");
    assert_eq!(compiles.status, Status::Fail);
    assert_eq!(compiles.places[0].line, 4, "{compiles:?}");
    assert_eq!(compiles.places[0].column, 23, "{compiles:?}");
    assert!(
        compiles.detail.contains("4 |         y[i] = 2.0f * z[i];"),
        "{}",
        compiles.detail
    );
    assert_eq!(of(&found, "speed").status, Status::Skipped);
}

#[test]
fn every_failure_of_a_driver_is_a_sentence_and_never_the_learners() {
    for way in WAYS {
        let opened = Fake::open(way);
        let Ok(fake) = opened else {
            let trouble = opened.err().expect("a trouble");
            assert!(!trouble.help().is_empty(), "{way}: {trouble}");
            continue;
        };
        let mut gpu = Gpu::new(fake);
        let mut found = Vec::new();
        judge(&toy(), Select::All, RIGHT, &mut gpu, &mut |r| found.push(r));
        let failed = found.iter().find(|r| r.status == Status::Fail);
        match *way {
            "no-time" => {
                assert_eq!(failed, None, "{way}");
                let speed = of(&found, "speed");
                assert_eq!(speed.status, Status::NotMeasured);
                assert!(speed.message.contains("CUDA_ERROR_INVALID_HANDLE"));
            }
            "no-cublas" | "no-nvml" => assert_eq!(failed, None, "{way}"),
            "out-of-memory" => {
                assert_eq!(failed, None, "{way}");
                let correct = of(&found, "correct");
                assert_eq!(correct.status, Status::NotMeasured);
                assert!(correct.message.contains("3 MiB"), "{correct:?}");
            }
            _ => assert!(failed.is_some_and(|r| !r.message.is_empty()), "{way}"),
        }
        let lasting = ["illegal-address", "misaligned", "stopped", "timed-out"];
        assert_eq!(gpu.lost().is_some(), lasting.contains(way), "{way}");
    }
}

/// What a lab comes to on the machine and on the pretended GPU, for one text; `only` one of its parts, if so.
fn both(lab: &Lab, text: &str, only: Option<&str>) -> Vec<(CheckRecord, CheckRecord)> {
    let (mut machine, mut other) = (Vec::new(), Vec::new());
    let wanted = |part: &&lab::Part| only.is_none_or(|id| id == part.id);
    for part in lab.parts.iter().filter(wanted) {
        let select = Select::Part(part.id);
        judge(lab, select, text, &mut Simulated::new(), &mut |r| {
            machine.push(r)
        });
        // As in the runner, each part has a context of its own.
        let mut gpu = Gpu::new(Fake::open("fine").expect("it opens"));
        judge(lab, select, text, &mut gpu, &mut |r| other.push(r));
    }
    machine.into_iter().zip(other).collect()
}

#[test]
fn the_solutions_of_all_labs_pass_on_it_too_and_all_that_is_measured_is() {
    let mut seen = 0;
    for folder in shelf::ALL.iter().filter(|f| f.language == Language::Cuda) {
        let lab = folder.lab();
        for (machine, other) in both(&lab, &lab.solution(), None) {
            assert_eq!(machine.full_id(), other.full_id());
            let part = lab.part(&other.part).expect("its part");
            let mut checks = part.checks.iter();
            let check = checks.find(|check| check.id == other.check);
            if check.is_some_and(lab::Check::needs_gpu) {
                // What a pretended time comes to says nothing of the marks, which are for devices.
                assert_eq!(machine.status, Status::NotMeasured);
                // But its ceilings are those of its own counts: whoever exceeds them does not move or compute what is counted.
                let reached = other.value.is_some_and(|v| v > 0.0 && v < 103.0);
                assert!(reached, "{} {other:?}", lab.id);
                seen += 1;
                continue;
            }
            let fine = matches!(other.status, Status::Pass | Status::NotMeasured);
            assert!(fine, "{} {other:?}", lab.id);
            if other.check == "correct" {
                assert_eq!(other.status, Status::Pass, "{} {other:?}", lab.id);
            }
        }
    }
    assert!(seen >= 50, "only {seen} were measured");
}

#[test]
fn known_mistakes_that_give_wrong_results_give_them_here_too() {
    let mut seen = 0;
    for folder in shelf::ALL.iter().filter(|f| f.language == Language::Cuda) {
        let mut lab = folder.lab();
        for part in &mut lab.parts {
            part.checks.retain(|check| !check.needs_gpu());
        }
        for (name, text) in lab.wrong {
            let named = lab::named_check(text).unwrap_or_default().to_owned();
            let Some(part) = named.strip_suffix("/correct") else {
                continue;
            };
            let pairs = both(&lab, text, Some(part));
            let found = pairs.iter().find(|(machine, _)| machine.full_id() == named);
            let (machine, other) = found.expect("the check that it names");
            assert_eq!(machine.status, Status::Fail, "{} {name}", lab.id);
            assert_eq!(other.status, Status::Fail, "{} {name}: {other:?}", lab.id);
            seen += 1;
        }
    }
    assert!(seen > 10, "only {seen} were seen");
}
