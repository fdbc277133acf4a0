//! Every lab on the machine and on this computer's GPU, as tables in Markdown: solutions, starters, known mistakes.
//!
//! In: this course's labs; `COURSE_FAKE_GPU` for a rehearsal without a GPU. Out: Markdown on the standard output, what is
//! not as it should be on the standard error, and status 1 for it. Each text of each part has a process of its own, as in
//! `course check`, because a context in which a kernel was stopped is of no more use.
//!
//!     cargo run -p gpu --example table > benches/gpu/DEVICE.md
//!
//! With `list`, `counts` and `alone` it serves `benches/gpu/tools.py`, which holds the machine against NVIDIA's tools; with
//! `device` and `solutions`, `benches/gpu/all.sh`, which does everything.

use std::collections::BTreeMap;
use std::process::{Command, ExitCode};
use std::sync::Mutex;

use lab::{CheckRecord, Device as _, Lab, Language, Select, Status, judge, named_check};
use lab_sim::Simulated;

/// How long a child may take, by the clock, before it is ended.
const LIMIT: std::time::Duration = std::time::Duration::from_secs(20);
/// Children at once, where nobody is timed.
const AT_ONCE: usize = 4;

/// What a child said of one check.
#[derive(Clone, Debug, Default)]
struct Said {
    status: String,
    message: String,
    detail: String,
    value: String,
}

/// A text of a lab, one part of it, and what both devices said.
struct Row {
    lab: String,
    part: String,
    text: String,
    machine: Vec<CheckRecord>,
    gpu: BTreeMap<String, Said>,
    ended: String,
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let own: Vec<&str> = words.iter().map(String::as_str).collect();
    match own.as_slice() {
        ["one", lab, text, part] => return child((lab, text, part), true),
        ["alone", lab, text, part] => return child((lab, text, part), false),
        ["counts", lab, text, part] => return counts(lab, text, part),
        ["list"] => return list(),
        _ => {}
    }
    let only_solutions = own.first() == Some(&"solutions");
    let mut gpu = match gpu::open() {
        Ok(gpu) => gpu,
        Err(trouble) => {
            eprintln!("{trouble}\n{}", trouble.help());
            return ExitCode::from(2);
        }
    };
    let facts = gpu.facts().clone();
    if own == ["device"] {
        println!("{}", facts.name);
        return ExitCode::SUCCESS;
    }
    let ceilings = gpu.ceilings();
    drop(gpu);
    let words = &words[usize::from(only_solutions)..];
    let labs: Vec<Lab> = shelf::ALL
        .iter()
        .map(lab::Folder::lab)
        .filter(|lab| lab.language == Language::Cuda)
        .filter(|lab| words.is_empty() || words.iter().any(|w| w == lab.id))
        .collect();
    println!(
        "{}: {} multiprocessors, {} MiB of L2, {} GiB; driver for CUDA {}.{}, NVRTC {}.{}.\n",
        facts.name,
        facts.multiprocessors,
        facts.l2_bytes >> 20,
        facts.memory >> 30,
        facts.driver.0,
        facts.driver.1,
        facts.compiler.0,
        facts.compiler.1
    );
    println!("What it reaches on its own:\n");
    for ceiling in ceilings.iter().filter(|line| !line.is_empty()) {
        println!("- {ceiling}");
    }
    println!();
    let mut amiss = solutions(&labs);
    if only_solutions {
        return ExitCode::from(u8::from(amiss > 0));
    }
    amiss += starters(&labs);
    amiss += mistakes(&labs);
    ExitCode::from(u8::from(amiss > 0))
}

fn text_of(lab: &Lab, name: &str) -> String {
    match name {
        "solution" => lab.solution(),
        "starter" => lab.starter(),
        wrong => {
            let found = lab.wrong.iter().find(|(known, _)| *known == wrong);
            found.map_or_else(String::new, |(_, text)| (*text).to_owned())
        }
    }
}

/// What there is to judge, a line each: lab, text, part, and of a mistake the check that must fail.
fn list() -> ExitCode {
    for folder in shelf::ALL.iter().filter(|f| f.language == Language::Cuda) {
        let lab = folder.lab();
        for part in &lab.parts {
            println!("{}\tsolution\t{}\t", lab.id, part.id);
        }
        for (name, text) in lab.wrong {
            if let Some((part, check)) = named_check(text).and_then(|id| id.split_once('/')) {
                println!("{}\t{name}\t{part}\t{check}", lab.id);
            }
        }
    }
    ExitCode::SUCCESS
}

fn found(id: &str) -> Option<Lab> {
    let found = shelf::ALL.iter().find(|folder| folder.id == id);
    found.map(lab::Folder::lab)
}

/// What the machine counts of one part, a line a launch, to be held against Nsight Compute's counts of `alone`.
fn counts(id: &str, name: &str, part: &str) -> ExitCode {
    let Some(lab) = found(id) else {
        return ExitCode::from(2);
    };
    let mut machine = Simulated::new();
    let text = text_of(&lab, name);
    if machine.compile(&lab.file, &text).is_err() {
        return ExitCode::FAILURE;
    }
    println!(
        "kernel,grid,block,requests ld,sectors ld,requests st,sectors st,wavefronts ld,wavefronts st,conflicts ld,conflicts st,flops,case"
    );
    for case in lab
        .part(part)
        .map(|part| part.cases(lab::Seed::of(&text)))
        .unwrap_or_default()
    {
        let ran = machine.run(&case, 0);
        for (launch, c) in case.launches().zip(&ran.counts) {
            let of = |pick: fn(&lab::BufferCounts) -> u64| -> u64 {
                c.buffers.iter().chain(&c.variables).map(pick).sum()
            };
            let shape = |[x, y, z]: [u32; 3]| format!("({x} {y} {z})");
            println!(
                "{},{},{},{},{},{},{},{},{},{},{},{},\"{}\"",
                launch.kernel,
                shape(launch.grid),
                shape(launch.block),
                of(|b| b.loads.requests),
                of(|b| b.loads.sectors),
                of(|b| b.stores.requests),
                of(|b| b.stores.sectors),
                c.shared_loads.wavefronts,
                c.shared_stores.wavefronts,
                c.shared_loads.wavefronts - c.shared_loads.ideal_wavefronts,
                c.shared_stores.wavefronts - c.shared_stores.ideal_wavefronts,
                c.flops.single,
                case.name
            );
        }
    }
    ExitCode::SUCCESS
}

/// Judges one part on the GPU and prints a line a check; untimed, each buffer lies alone, as NVIDIA's tools want it.
fn child((id, name, part): (&str, &str, &str), timed: bool) -> ExitCode {
    let Some(mut lab) = found(id) else {
        return ExitCode::from(2);
    };
    if !timed {
        let parts = lab.parts.iter_mut();
        parts.for_each(|part| part.checks.retain(|check| !check.needs_gpu()));
    }
    let mut gpu = match gpu::open() {
        Ok(gpu) => gpu,
        Err(trouble) => {
            eprintln!("{trouble}");
            return ExitCode::from(2);
        }
    };
    if !timed {
        gpu.without_guards();
    }
    let text = text_of(&lab, name);
    judge(&lab, Select::Part(part), &text, gpu.as_mut(), &mut |r| {
        let flat = |text: &str| text.replace(['\t', '\n'], " ¶ ");
        println!(
            "{}\t{}\t{}\t{}\t{}",
            r.check,
            r.status.slug(),
            r.value.map_or_else(String::new, |v| v.to_string()),
            flat(&r.message),
            flat(&r.detail)
        );
    });
    ExitCode::SUCCESS
}

/// Asks a child; how it ended is empty where it ended well.
fn asked(lab: &Lab, text: &str, part: &str) -> (BTreeMap<String, Said>, String) {
    let this = std::env::current_exe().expect("this program has a file");
    let began = std::time::Instant::now();
    let spawned = Command::new(this)
        .args(["one", lab.id, text, part])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn();
    let Ok(mut child) = spawned else {
        return (BTreeMap::new(), "not started".into());
    };
    let mut late = false;
    while let Ok(None) = child.try_wait() {
        std::thread::sleep(std::time::Duration::from_millis(5));
        if began.elapsed() > LIMIT && !late {
            late = true;
            // Its output is read all the same.
            let _ = child.kill();
        }
    }
    let output = match child.wait_with_output() {
        Ok(output) => output,
        Err(error) => return (BTreeMap::new(), error.to_string()),
    };
    let mut said = BTreeMap::new();
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        if let [check, status, value, message, detail] = *line.split('\t').collect::<Vec<_>>() {
            let one = Said {
                status: status.into(),
                message: message.into(),
                detail: detail.into(),
                value: value.into(),
            };
            said.insert(check.to_owned(), one);
        }
    }
    let ended = match (late, output.status.success()) {
        (true, _) => format!("ended after {} s", LIMIT.as_secs()),
        (_, true) => String::new(),
        _ => format!(
            "{}: {}",
            output.status,
            String::from_utf8_lossy(&output.stderr).trim()
        ),
    };
    (said, ended)
}

/// These texts of these parts, each on both devices.
fn rows(todo: &[(&Lab, String, String)], at_once: usize) -> Vec<Row> {
    let next = Mutex::new(0..todo.len());
    let done = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..at_once {
            scope.spawn(|| {
                loop {
                    let Some(at) = next.lock().expect("no panic").next() else {
                        return;
                    };
                    let (lab, text, part) = &todo[at];
                    let row = row(lab, text, part);
                    done.lock().expect("no panic").push((at, row));
                }
            });
        }
    });
    let mut done = done.into_inner().expect("no panic");
    done.sort_by_key(|(at, _)| *at);
    done.into_iter().map(|(_, row)| row).collect()
}

fn row(lab: &Lab, text: &str, part: &str) -> Row {
    let mut machine = Vec::new();
    let source = text_of(lab, text);
    judge(
        lab,
        Select::Part(part),
        &source,
        &mut Simulated::new(),
        &mut |r| {
            machine.push(r);
        },
    );
    let (gpu, ended) = asked(lab, text, part);
    Row {
        lab: lab.id.into(),
        part: part.into(),
        text: text.into(),
        machine,
        gpu,
        ended,
    }
}

impl Row {
    /// The first check that the machine fails, or that all pass.
    fn machine(&self) -> String {
        let failed = self.machine.iter().find(|r| r.status == Status::Fail);
        failed.map_or_else(|| "passes".into(), |r| format!("`{}` fails", r.check))
    }

    /// The same of the GPU, in the order of the machine's checks; measured ones apart.
    fn gpu(&self) -> String {
        let failed = self.machine.iter().find_map(|r| {
            let said = self.gpu.get(&r.check)?;
            (said.status == "fail" && r.check != "speed").then(|| r.check.clone())
        });
        match (failed, self.ended.as_str()) {
            (Some(check), "") => format!("`{check}` fails"),
            (Some(check), ended) => format!("`{check}` fails ({ended})"),
            (None, "") if self.gpu.is_empty() => "said nothing".into(),
            (None, "") => "passes".into(),
            (None, ended) => ended.to_owned(),
        }
    }

    fn said(&self) -> String {
        let failed = self.gpu.values().find(|said| said.status == "fail");
        failed.map_or_else(String::new, |said| said.message.replace('|', "\\|"))
    }
}

fn parts_of<'a>(labs: &'a [Lab], text: &str) -> Vec<(&'a Lab, String, String)> {
    labs.iter()
        .flat_map(|lab| {
            let of = move |part: &lab::Part| (lab, text.to_owned(), part.id.to_owned());
            lab.parts.iter().map(of)
        })
        .collect()
}

fn solutions(labs: &[Lab]) -> usize {
    println!(
        "## Solutions\n\n| lab | part | machine | GPU | reached | of | timed and held against |\n|---|---|---|---|--:|---|---|"
    );
    let rows = rows(&parts_of(labs, "solution"), 1);
    let mut amiss = 0;
    for row in &rows {
        let speed = row.gpu.get("speed").cloned().unwrap_or_default();
        // `61 % of a copy reached (60 to 62), at least 50`.
        let after = speed.message.split_once("% of ").map(|(_, after)| after);
        let kind = after.and_then(|after| after.split_once(" reached"));
        let kind = kind.map_or("", |(kind, _)| kind);
        let value = match speed.value.as_str() {
            "" => "–".to_owned(),
            value => format!("{value} %"),
        };
        let detail = speed.detail.replace(" ¶ ", "; ").replace("timed: ", "");
        println!(
            "| `{}` | {} | {} | {} | {value} | {kind} | {detail} |",
            row.lab,
            row.part,
            row.machine(),
            row.gpu()
        );
        if row.machine() != "passes" || row.gpu() != "passes" {
            eprintln!("{} {}: {} {}", row.lab, row.part, row.gpu(), row.said());
            amiss += 1;
        }
    }
    amiss
}

fn starters(labs: &[Lab]) -> usize {
    let rows = rows(&parts_of(labs, "starter"), AT_ONCE);
    let differ = |row: &&Row| (row.machine() == "passes") != (row.gpu() == "passes");
    println!(
        "\n## Starters\n\n{} parts; {} of them fail on both.",
        rows.len(),
        rows.len() - rows.iter().filter(differ).count()
    );
    for row in rows.iter().filter(differ) {
        println!(
            "- `{}` {}: on the machine {}, on the GPU {} {}",
            row.lab,
            row.part,
            row.machine(),
            row.gpu(),
            row.said()
        );
    }
    rows.iter().filter(differ).count()
}

fn mistakes(labs: &[Lab]) -> usize {
    println!(
        "\n## Known mistakes\n\n| lab | mistake | machine | GPU | the GPU's words |\n|---|---|---|---|---|"
    );
    let mut todo = Vec::new();
    for lab in labs {
        for (name, text) in lab.wrong {
            let named = named_check(text).and_then(|named| named.split_once('/'));
            let part = named.map_or("", |(part, _)| part);
            todo.push((lab, (*name).to_owned(), part.to_owned()));
        }
    }
    let mut amiss = 0;
    for row in rows(&todo, AT_ONCE) {
        println!(
            "| `{}` | {} | {} | {} | {} |",
            row.lab,
            row.text.trim_end_matches(".cu"),
            row.machine(),
            row.gpu(),
            row.said()
        );
        // A wrong result is one everywhere; what is undefined may come out right.
        let wrong = row.machine() == "`correct` fails";
        if wrong && row.gpu() == "passes" {
            eprintln!("{} {}: right on the GPU", row.lab, row.text);
            amiss += 1;
        }
    }
    amiss
}
