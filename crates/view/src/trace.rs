//! A run of a lab's case: what it counted, and what one of its warps did, step by step.
//!
//! A lab, what to follow and the learner's text come in; lines of JSON go out, as [`trace`] says them. The rule: the run is the one that
//! the judge makes of the case, so its findings and counts are those of `check`; nobody who watches changes it.

use lab::{Case, Lab, Part, Seed, json_text};
use lab_sim::Simulated;
use simt::launch::Dim3;
use simt::report::trace::Traced;
use simt::report::{Counters, LineCounters, Outcome, Report};
use simt::source::Source;

use crate::json::{list, object, opt_text};
use crate::steps::steps;

/// Steps that are told at most; `first` of the request leads to those after them.
pub const MOST_STEPS: usize = 100_000;

/// What a request asks for.
#[derive(Clone, Copy, Default)]
struct Asked {
    /// One that is chosen here where none is named.
    case: Option<usize>,
    /// The block's place in the grid in row order.
    block: u64,
    warp: u32,
    first: u64,
    launch: usize,
    /// The reference solution is run, on the cases that are drawn from the learner's text.
    reference: bool,
}

/// Tells a run of a lab's case. `request` is a line `PART CASE BLOCK WARP FIRST LAUNCH [solution]`, of which all but the part may be left out
/// from the end and are 0 then, and after it the learner's text; the case `-` is one that budgets count, or else the last. `false` if it names nothing that there is.
///
/// ```json
/// {"lab":"…","part":"…","cases":["…"],"case":0,"launches":["k<<<…>>>(…)"],"launch":0,"grid":[…],"block":[…],"warps":8,
///  "at":{"block":[0,0,0],"number":0,"warp":0},"text":null,"ended":null}
/// {"counts":{…}}
/// {"trace":{…}}
/// {"part":0,…}
/// ```
/// or one line `{"failed":"…"}` with a sentence why nothing ran. `text` is the solution's where that was run; `ended` says what broke the launch
/// off. The lines after the first are those of [`run`].
pub fn trace(lab: &Lab, request: &str, tell: &mut dyn FnMut(&str)) -> bool {
    let Some((head, text)) = request.split_once('\n') else {
        return false;
    };
    let mut words = head.split_whitespace();
    let part = words
        .next()
        .and_then(|id| lab.parts.iter().find(|p| p.id == id));
    let (Some(part), Some(asked)) = (part, asked(words)) else {
        return false;
    };
    if let Err(why) = told(lab, (part, asked), text, tell) {
        tell(&object(&[("failed", json_text(&why))]));
    }
    true
}

fn asked<'w>(words: impl Iterator<Item = &'w str>) -> Option<Asked> {
    let mut numbers = [0u64; 5];
    let (mut reference, mut chosen) = (false, false);
    for (at, word) in words.enumerate() {
        match word {
            "solution" => reference = true,
            "-" if at == 0 => chosen = true,
            word => *numbers.get_mut(at)? = word.parse().ok()?,
        }
    }
    let [case, block, warp, first, launch] = numbers;
    Some(Asked {
        case: (!chosen).then_some(usize::try_from(case).ok()?),
        block,
        warp: u32::try_from(warp).ok()?,
        first,
        launch: usize::try_from(launch).ok()?,
        reference,
    })
}

fn told(
    lab: &Lab,
    (part, asked): (&Part, Asked),
    text: &str,
    tell: &mut dyn FnMut(&str),
) -> Result<(), String> {
    let solution = asked.reference.then(|| lab.solution());
    let run_text = solution.as_deref().unwrap_or(text);
    let mut machine = Simulated::new();
    lab::Device::compile(&mut machine, &lab.file, run_text).map_err(|complaints| {
        let first = complaints.first().map_or(String::new(), |one| {
            format!(" (line {}: {})", one.place.line, one.message)
        });
        format!("Nothing to see yet: the text does not compile{first}.")
    })?;
    let cases = part.cases(Seed::of(text));
    let number = asked.case.unwrap_or_else(|| counted(&cases));
    let case = cases.get(number).ok_or_else(|| {
        format!(
            "There is no case {}: this part has {}.",
            number,
            cases.len()
        )
    })?;
    let launches: Vec<&lab::Launch> = case.launches().collect();
    let launch = launches.get(asked.launch).ok_or_else(|| {
        format!(
            "There is no launch {}: this case has {}.",
            asked.launch,
            launches.len()
        )
    })?;
    let threads = launch.block.iter().product::<u32>();
    let warps = threads.div_ceil(32);
    if asked.block >= launch.blocks() || asked.warp >= warps {
        return Err(format!(
            "There is no warp {} of block {}: the launch has {} blocks of {warps} warps.",
            asked.warp,
            asked.block,
            launch.blocks()
        ));
    }
    let [x, y, z] = launch.grid;
    let of = Traced {
        block: Dim3 { x, y, z }.place(asked.block),
        warp: asked.warp,
        first: asked.first,
        most: MOST_STEPS,
    };
    let (module, reports) = machine
        .traced(case, asked.launch, of)
        .ok_or("Nothing was run: this is a fault of ours.")?;
    let Some(report) = reports.get(asked.launch) else {
        let ended = reports
            .last()
            .map_or(String::new(), |r| r.outcome.message());
        return Err(format!(
            "An earlier launch of the case did not end in order: {ended}."
        ));
    };
    let ended = (report.outcome != Outcome::Finished).then(|| report.outcome.message());
    let place = list(of.block.map(|n| n.to_string()));
    tell(&object(&[
        ("lab", json_text(lab.id)),
        ("part", json_text(part.id)),
        (
            "cases",
            list(cases.iter().map(|case| json_text(&case.name))),
        ),
        ("case", number.to_string()),
        ("launches", texts(case)),
        ("launch", asked.launch.to_string()),
        ("grid", list(launch.grid.map(|n| n.to_string()))),
        ("block", list(launch.block.map(|n| n.to_string()))),
        ("warps", warps.to_string()),
        (
            "at",
            object(&[
                ("block", place),
                ("number", asked.block.to_string()),
                ("warp", asked.warp.to_string()),
            ]),
        ),
        ("text", opt_text(solution.as_deref())),
        ("ended", opt_text(ended.as_deref())),
    ]));
    run(module.source(), report, tell);
    Ok(())
}

/// The first case that budgets count, or else the last: cases begin with the smallest sizes, which show little.
fn counted(cases: &[Case]) -> usize {
    let tagged = cases.iter().position(|case| !case.tags.is_empty());
    tagged.unwrap_or(cases.len().saturating_sub(1))
}

/// The launches as CUDA writes them.
fn texts(case: &Case) -> String {
    list(case.launches().map(|launch| json_text(&launch.text())))
}

/// Tells what a launch counted, and the steps of the warp that it was asked to follow, if it was.
///
/// `counts` are `lines`, by line `[line, warp instructions, lane instructions, global requests, sectors, ideal sectors, shared requests, passes,
/// ideal passes, branches, divergent branches, flops]`, and `work`, what the roofline's point is made of: `flops` by kind and in all, `bytes`
/// that must move at least. `trace` and the parts after it are what `steps.rs` says.
pub fn run(source: &Source, report: &Report, tell: &mut dyn FnMut(&str)) {
    tell(&object(&[("counts", counts(&report.counters))]));
    if let Some(trace) = &report.trace {
        steps((source, &report.findings), trace, tell);
    }
}

pub(crate) fn counts(counters: &Counters) -> String {
    let by = &counters.flops_by;
    let work = [
        ("flops", counters.flops),
        ("half", by.half),
        ("single", by.single),
        ("double", by.double),
        ("tensor", by.tensor + by.tensor_int8),
        ("bytes", counters.compulsory_bytes()),
    ];
    let work: Vec<(&str, String)> = work.iter().map(|(key, n)| (*key, n.to_string())).collect();
    let lines = counters.lines.iter().filter(|(line, _)| **line > 0);
    object(&[
        ("instructions", counters.warp_instructions.to_string()),
        ("lanes", counters.lane_instructions.to_string()),
        (
            "lines",
            list(lines.map(|(line, counts)| line_counts(*line, counts))),
        ),
        ("work", object(&work)),
    ])
}

fn line_counts(line: u32, counts: &LineCounters) -> String {
    let global = counts.loads.plus(&counts.stores).plus(&counts.atomics);
    let shared = &counts.shared;
    let kinds = [&shared.loads, &shared.stores, &shared.atomics];
    let sum = |of: fn(&simt::report::Banked) -> u64| kinds.iter().map(|kind| of(kind)).sum();
    let numbers: [u64; 12] = [
        u64::from(line),
        counts.warp_instructions,
        counts.lane_instructions,
        global.requests,
        global.sectors,
        global.ideal_sectors,
        sum(|kind| kind.requests),
        sum(|kind| kind.wavefronts),
        sum(|kind| kind.ideal_wavefronts),
        counts.branches,
        counts.divergent_branches,
        counts.flops,
    ];
    list(numbers.map(|n| n.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use lab::{Data, Elem, Folder, Language};
    use serde_json::Value;

    const TEXT: &str = "__global__ void k(float* y, const float* x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0.0f;
    for (int j = 0; j < n; j++) {
        sum += x[(i + j) % 64];
    }
    if (i % 2 == 0) y[i] = sum;
}
";

    fn lab() -> lab::Lab {
        let folder = Folder {
            id: "sums",
            language: Language::Cuda,
            text: Some(
                "---\nid: sums\ntitle: T\ngoal: g\nminutes: 1\n---\n## Part v1: First\ntext\n",
            ),
            reference: Some(TEXT),
            wrong: &[],
            parts: || {
                let part = lab::part("v1", "__global__ void k(float* y, const float* x, int n)");
                let case = |n: usize, blocks: u32| {
                    move |seed: Seed| {
                        let x = Data::f32(&seed.numbers(1).units(64));
                        Case::new(format!("n = {n}"), "k")
                            .launch([blocks, 1, 1], [32 * blocks, 1, 1])
                            .buffer("y", Data::fresh(Elem::F32, 128))
                            .buffer("x", x)
                            .int("n", n)
                    }
                };
                vec![part.cases(move |seed| vec![case(2, 2)(seed), case(60_000, 1)(seed)])]
            },
        };
        folder.lab()
    }

    fn lines(request: &str) -> Vec<Value> {
        let mut lines = Vec::new();
        let named = trace(&lab(), request, &mut |line| {
            lines.push(serde_json::from_str(line).expect("it is JSON"));
        });
        assert!(named, "{request}");
        lines
    }

    #[test]
    fn a_run_is_told_with_its_counts_and_steps() {
        let told = lines(&format!("v1 0 1 1\n{TEXT}"));
        assert_eq!(
            (&told[0]["cases"][1], &told[0]["case"]),
            (&"n = 60000".into(), &0.into())
        );
        assert_eq!(told[0]["at"]["block"], serde_json::json!([1, 0, 0]));
        assert_eq!(
            (&told[0]["warps"], &told[0]["ended"]),
            (&2.into(), &Value::Null)
        );
        let loads = told[1]["counts"]["lines"].as_array().expect("a list");
        let line5 = loads.iter().find(|line| line[0] == 5).expect("it loads");
        // Two blocks of two warps, two rounds each: a request of four or five sectors.
        assert_eq!((&line5[3], &line5[5]), (&8.into(), &32.into()));
        assert_eq!(told[1]["counts"]["work"]["single"], 2 * 2 * 2 * 32);
        let trace = &told[2]["trace"];
        assert_eq!(
            trace["steps"]["line"],
            serde_json::json!([2, 3, 4, 5, 4, 5, 4, 7, 7, 8])
        );
        assert_eq!(trace["steps"]["lanes"][8], 0x5555_5555u32);
        assert_eq!(
            (&trace["all"], &trace["most"]),
            (&10.into(), &100_000.into())
        );
        let site = &trace["sites"][0];
        assert_eq!((&site[0], &site[1]), (&"x[(i + j) % 64]".into(), &5.into()));
        assert_eq!(told[3]["from"], 0);
        let text = |line: &Value| line.to_string();
        let again: Vec<String> = lines(&format!("v1 0 1 1\n{TEXT}"))
            .iter()
            .map(text)
            .collect();
        assert_eq!(told.iter().map(text).collect::<Vec<_>>(), again);
    }

    #[test]
    fn the_bound_is_told_and_what_comes_after_it_can_be_asked_for() {
        let told = lines(&format!("v1 1\n{TEXT}"));
        let trace = &told[2]["trace"];
        // Two steps a round, and what is before and after.
        assert_eq!(trace["all"], 120_006);
        assert_eq!(
            trace["steps"]["line"].as_array().map(Vec::len),
            Some(MOST_STEPS)
        );
        assert_eq!(told.len(), 3 + MOST_STEPS / 1000);
        let last = lines(&format!("v1 -\n{TEXT}"));
        assert_eq!((&last[0]["case"], &last[2]), (&1.into(), &told[2]));
        let told = lines(&format!("v1 1 0 0 100000\n{TEXT}"));
        let trace = &told[2]["trace"];
        assert_eq!(
            (&trace["first"], &trace["all"]),
            (&100_000.into(), &120_006.into())
        );
        assert_eq!(
            trace["steps"]["line"].as_array().map(Vec::len),
            Some(20_006)
        );
    }

    #[test]
    fn the_solution_is_run_on_the_same_numbers() {
        let other = TEXT.replace("sum += x", "sum -= x");
        let mine = lines(&format!("v1 0\n{TEXT}"));
        let of_other = lines(&format!("v1 0\n{other}"));
        let solution = lines(&format!("v1 0 0 0 0 0 solution\n{TEXT}"));
        assert_eq!(solution[0]["text"], TEXT);
        assert_eq!(mine[3], solution[3]);
        assert_ne!(mine[3], of_other[3]);
    }

    #[test]
    fn what_cannot_be_followed_is_a_sentence() {
        for (request, said) in [
            ("v1 2", "There is no case 2: this part has 2."),
            ("v1 0 0 0 0 1", "There is no launch 1: this case has 1."),
            (
                "v1 0 2",
                "There is no warp 0 of block 2: the launch has 2 blocks of 2 warps.",
            ),
        ] {
            let told = lines(&format!("{request}\n{TEXT}"));
            assert_eq!(told[0]["failed"], said);
        }
        let told = lines("v1\n__global__ void k(");
        let said = told[0]["failed"].as_str().unwrap_or_default();
        assert!(
            said.starts_with("Nothing to see yet: the text does not compile (line 1:"),
            "{said}"
        );
        for request in ["v2 0\ntext", "v1 a\ntext", "v1 0 0 0 0 0 0\ntext", "v1"] {
            assert!(
                !trace(&lab(), request, &mut |line| panic!("{line}")),
                "{request}"
            );
        }
        let endless = TEXT.replace("j++", "j += 0");
        let told = lines(&format!("v1 0\n{endless}"));
        assert!(
            told[0]["ended"]
                .as_str()
                .is_some_and(|said| said.contains("never ends"))
        );
    }
}
