//! What is drawn for a text: no lab's verdicts hang on it, and no kernel can compute it.

use lab::{Device, Folder, Lab};
use lab_sim::Simulated;

/// How many further numbers each text meets: 20 with `SEEDS=20`.
fn seeds() -> u64 {
    let asked = std::env::var("SEEDS").ok();
    asked.and_then(|n| n.parse().ok()).unwrap_or(2)
}

/// A comment behind a text gives its cases other numbers, and no verdict hangs on those: starters fail, solutions pass, and
/// each known mistake fails its check, whatever is drawn.
#[test]
fn no_verdict_hangs_on_the_numbers_that_are_drawn() {
    let (count, cores) = (
        seeds(),
        std::thread::available_parallelism().map_or(1, usize::from),
    );
    let labs: Vec<Lab> = shelf::ALL.iter().map(Folder::lab).collect();
    let kernels = labs
        .iter()
        .filter(|lab| lab.language == lab::Language::Cuda);
    let jobs: Vec<(&Lab, u64)> = kernels
        .flat_map(|lab| (1..=count).map(move |seed| (lab, seed)))
        .collect();
    let wrong = |(lab, seed): &(&Lab, u64)| {
        lab::verify(lab, &mut |candidate, select| {
            let text = format!("{}\n// {seed}\n", candidate.text);
            let (mut device, mut records) = (Simulated::new(), Vec::new());
            let asked = lab::Judging {
                select,
                key: Some("verify"),
            };
            lab::judge_with_hidden(lab, asked, &text, &mut device, &mut |record| {
                records.push(record)
            });
            records
        })
    };
    let told: Vec<String> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..cores)
            .map(|first| {
                scope.spawn({
                    let jobs = &jobs;
                    move || {
                        jobs.iter()
                            .skip(first)
                            .step_by(cores)
                            .flat_map(wrong)
                            .collect::<Vec<_>>()
                    }
                })
            })
            .collect();
        threads
            .into_iter()
            .flat_map(|t| t.join().expect("no panic"))
            .collect()
    });
    assert!(told.is_empty(), "{}", told.join("\n"));
}

/// A kernel that computes its inputs as the checker draws them is right for the numbers of no text, and wrong for its own.
#[test]
fn inputs_cannot_be_computed_from_sizes() {
    let folder = shelf::ALL.iter().find(|folder| folder.id == "gemm-tiled");
    let lab = folder.map(Folder::lab).expect("the lab is on the shelf");
    let attack = lab
        .wrong
        .iter()
        .find(|(name, _)| *name == "knows-its-inputs.cu");
    let (_, text) = attack.expect("it is among the known mistakes");
    let mut device = Simulated::new();
    device.compile(&lab.file, text).expect("it compiles");
    let mut right = |seed: lab::Seed| {
        let cases = lab.parts[0].cases(seed);
        let wrong = cases.iter().map(|case| {
            let ran = device.run(case, 0);
            lab::compare::compare(&case.outputs[0].expected, ran.bytes("C")).wrong
        });
        wrong.filter(|wrong| *wrong == 0).count()
    };
    let all = lab.parts[0].cases(lab::Seed::default()).len();
    assert_eq!(right(lab::Seed::default()), all);
    // K = 0 is right for everybody.
    assert_eq!(right(lab::Seed::of(text)), 1);
}
