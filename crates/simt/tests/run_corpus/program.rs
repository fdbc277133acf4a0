//! One corpus file: its header read, its launches made, its buffers, findings and counters compared.
//!
//! In: the file's text. Out: one line for each thing that differs; none when all is as announced.

use super::counter::counter;
use super::expression::{Num, evaluate};
use super::whole;
use simt::launch::{Arg, Buffer, Crew, Dim3, Elem, Init, Launch, Memory, RunOptions};
use simt::report::{Outcome, Report};
use simt::run;
use simt::source::Source;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

struct Slot {
    name: String,
    elem: &'static Kind,
    len: usize,
    buffer: Buffer,
}

/// An element type as a header spells it.
struct Kind {
    name: &'static str,
    elem: Elem,
    size: usize,
    float: bool,
}

const fn kind(name: &'static str, elem: Elem, size: usize, float: bool) -> Kind {
    Kind {
        name,
        elem,
        size,
        float,
    }
}

static KINDS: [Kind; 10] = [
    kind("i8", Elem::I8, 1, false),
    kind("u8", Elem::U8, 1, false),
    kind("i16", Elem::I16, 2, false),
    kind("u16", Elem::U16, 2, false),
    kind("i32", Elem::I32, 4, false),
    kind("u32", Elem::U32, 4, false),
    kind("i64", Elem::I64, 8, false),
    kind("u64", Elem::U64, 8, false),
    kind("f32", Elem::F32, 4, true),
    kind("f64", Elem::F64, 8, true),
];

/// Everything about `text` that is not as its header says.
pub fn judge(path: &Path, text: &str) -> Vec<String> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    judged(&name, text).unwrap_or_else(|why| vec![why])
}

/// All findings of a file's launches in words, with this seed.
pub fn told(
    name: &str,
    text: &str,
    seed: Option<u64>,
) -> Result<(String, Vec<&'static str>), String> {
    let source = Source::new(name, text);
    let (program, mut options) = read(&source, text)?;
    options.seed = seed.unwrap_or(options.seed);
    let ran = program.execute(&options)?;
    let findings = || ran.reports.iter().flat_map(|r| &r.findings);
    let texts: Vec<String> = findings()
        .map(|f| simt::excerpt::plain_finding(&source, f))
        .collect();
    let mut slugs: Vec<&str> = findings().map(|f| f.kind.slug()).collect();
    slugs.sort_unstable();
    slugs.dedup();
    Ok((texts.join("\n"), slugs))
}

/// A file's header lines, by key.
fn named<'t>(text: &'t str, key: &'static str) -> impl Iterator<Item = &'t str> {
    let lines = text.lines().map_while(|line| line.strip_prefix("// "));
    let headers = lines.filter_map(|line| line.split_once(": "));
    headers
        .filter(move |(k, _)| *k == key)
        .map(|(_, v)| v.trim())
}

/// The program that a file is, and how it is to be run.
fn read<'t>(source: &Source, text: &'t str) -> Result<(Program<'t>, RunOptions), String> {
    let launches: Vec<&str> = named(text, "launch").collect();
    let wanted: Vec<&str> = launches
        .iter()
        .filter_map(|l| l.split("<<<").next())
        .collect();
    let module = simt::compile_for(source, &wanted).map_err(|diags| {
        let said: Vec<String> = diags
            .iter()
            .map(|d| simt::excerpt::plain(source, d))
            .collect();
        format!("does not compile:\n{}", said.join("\n"))
    })?;
    let mut options = RunOptions::default();
    if let Some(fuel) = named(text, "fuel").next() {
        options.fuel = fuel.parse().map_err(|_| format!("fuel `{fuel}`"))?;
    }
    if let Some(seed) = named(text, "seed").next() {
        options.seed = seed.parse().map_err(|_| format!("seed `{seed}`"))?;
    }
    options.nonfinite = named(text, "nonfinite").next().is_some();
    let program = Program {
        module,
        buffers: named(text, "buffer").collect(),
        launches,
    };
    Ok((program, options))
}

fn judged(name: &str, text: &str) -> Result<Vec<String>, String> {
    let source = Source::new(name, text);
    let (program, options) = read(&source, text)?;
    let ran = program.execute(&options)?;
    program.write_whole(name, text, &ran)?;
    let mut wrong = Vec::new();
    let mut found = BTreeMap::new();
    for report in &ran.reports {
        let expected = named(text, "outcome").next().unwrap_or("finished");
        let got = slug(&report.outcome);
        if got != expected {
            wrong.push(format!(
                "outcome {got}, not {expected}: {:?}",
                report.outcome
            ));
        }
        for finding in &report.findings {
            let lines: Vec<u32> = finding.places.iter().map(|p| p.line).collect();
            found.insert((finding.kind.slug(), lines), finding.message.clone());
        }
    }
    wrong.extend(findings(text, &found));
    for header in named(text, "expect") {
        wrong.extend(expectation(header, &ran.slots, &ran.memory)?);
    }
    for header in named(text, "counter") {
        let (path, value) = header.split_once('=').ok_or("a counter without `=`")?;
        let report = ran.reports.last().ok_or("a counter without a launch")?;
        let got = counter(&report.counters, path.trim())?;
        if got.to_string() != value.trim() {
            wrong.push(format!(
                "counter {} is {got}, not {}",
                path.trim(),
                value.trim()
            ));
        }
    }
    if found.is_empty() && wrong.is_empty() && named(text, "outcome").next().is_none() {
        wrong.extend(program.elsewhere(&options, &ran)?);
    }
    Ok(wrong)
}

/// A compiled program with what its header asks for.
struct Program<'t> {
    module: simt::Compiled,
    buffers: Vec<&'t str>,
    launches: Vec<&'t str>,
}

/// What is there after all launches.
struct Ran {
    memory: Memory,
    slots: Vec<Slot>,
    reports: Vec<Report>,
}

/// Jobs on so many threads.
fn at_once(hands: usize, jobs: usize, job: &(dyn Fn(usize) + Sync)) {
    let next = AtomicUsize::new(0);
    let work = || {
        while let Some(i) = Some(next.fetch_add(1, Ordering::Relaxed)).filter(|i| *i < jobs) {
            job(i);
        }
    };
    std::thread::scope(|scope| (0..hands).for_each(|_| drop(scope.spawn(work))));
}

/// How a program ran on several hands.
#[derive(Default)]
pub struct Shared {
    /// Whether some launch had several blocks.
    pub could: bool,
    /// Whether blocks of some launch ran at once, and that was kept.
    pub did: bool,
    /// What was not as on one hand.
    pub wrong: Vec<String>,
}

/// Runs a program on one hand, on two and on three: reports and memory are the same.
pub fn on_hands(path: &Path, text: &str) -> Shared {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let source = Source::new(&*name, text);
    let mut out = Shared::default();
    let Ok((program, options)) = read(&source, text) else {
        return out;
    };
    for checks in [true, false] {
        let mut first: Option<Ran> = None;
        for hands in [1, 2, 3] {
            let crew = Some(Crew {
                hands,
                work: at_once,
                after: 0,
            });
            let options = RunOptions {
                crew,
                checks,
                ..options
            };
            let Ok(mut ran) = program.execute(&options) else {
                return out;
            };
            for report in &mut ran.reports {
                let ended = report.outcome == Outcome::Finished;
                out.could |= ended && report.counters.blocks > 1;
                out.did |= std::mem::take(&mut report.shared_out) > 0;
                report.shadow_bytes = 0;
            }
            let Some(first) = &first else {
                first = Some(ran);
                continue;
            };
            let mut differ = |what: &str| {
                let said = format!("{what} on {hands} hands, checks {checks}");
                out.wrong.push(said);
            };
            if first.reports != ran.reports {
                differ("another report");
            }
            for slot in &first.slots {
                let same = |get: fn(&Memory, Buffer) -> Vec<u8>| {
                    get(&first.memory, slot.buffer) == get(&ran.memory, slot.buffer)
                };
                let written = |m: &Memory, b| vec![m.never_written(b) as u8];
                if !same(|m, b| m.bytes(b).to_vec()) || !same(written) {
                    differ(&format!("`{}` is another", slot.name));
                }
            }
        }
    }
    out
}

impl Program<'_> {
    fn execute(&self, options: &RunOptions) -> Result<Ran, String> {
        let mut memory = Memory::new();
        let mut slots = Vec::new();
        for header in &self.buffers {
            slots.push(buffer(header, &mut memory)?);
        }
        let mut reports = Vec::new();
        for line in &self.launches {
            let launch = launch(line, &self.module, &slots)?;
            reports.push(run(&self.module, &mut memory, &launch, options));
        }
        Ok(Ran {
            memory,
            slots,
            reports,
        })
    }

    /// As a program for another device (`whole`), where it ends well and nothing is found.
    fn write_whole(&self, name: &str, text: &str, ran: &Ran) -> Result<(), String> {
        let well = |r: &Report| r.outcome == Outcome::Finished && r.findings.is_empty();
        if whole::folder().is_none() || !ran.reports.iter().all(well) {
            return Ok(());
        }
        let mut memory = Memory::new();
        let slots: Vec<Slot> = self
            .buffers
            .iter()
            .map(|header| buffer(header, &mut memory))
            .collect::<Result<_, _>>()?;
        let named: Vec<_> = slots.iter().map(|s| (s.name.as_str(), s.buffer)).collect();
        let after = ran.slots.iter();
        let after: Vec<_> = after.map(|s| ran.memory.bytes(s.buffer).to_vec()).collect();
        let launches = self.launches.iter();
        let launches = launches.map(|line| launch(line, &self.module, &slots));
        let piece = whole::Piece {
            text: text.to_string(),
            buffers: whole::keep(&memory, &named, &after),
            launches: launches.collect::<Result<_, _>>()?,
        };
        whole::write(&format!("run-{}", name.trim_end_matches(".cu")), &[piece]);
        Ok(())
    }

    /// A sound program gives the same whatever the order of blocks, and whether or not it is watched.
    fn elsewhere(&self, options: &RunOptions, first: &Ran) -> Result<Option<String>, String> {
        for (seed, checks) in [
            (options.seed, false),
            (options.seed + 1, true),
            (options.seed + 7, false),
        ] {
            let again = self.execute(&RunOptions {
                seed,
                checks,
                ..*options
            })?;
            for slot in &first.slots {
                if first.memory.bytes(slot.buffer) != again.memory.bytes(slot.buffer) {
                    return Ok(Some(format!(
                        "`{}` differs with seed {seed}, checks {checks}",
                        slot.name
                    )));
                }
            }
        }
        Ok(None)
    }
}

fn buffer(header: &str, memory: &mut Memory) -> Result<Slot, String> {
    let bad = || format!("unreadable buffer `{header}`");
    let (left, init) = header.split_once('=').ok_or_else(bad)?;
    let (name, ty) = left.trim().split_once(' ').ok_or_else(bad)?;
    let (ty, len) = ty
        .trim()
        .trim_end_matches(']')
        .split_once('[')
        .ok_or_else(bad)?;
    let len: usize = len.parse().map_err(|_| bad())?;
    let elem = KINDS.iter().find(|k| k.name == ty).ok_or_else(bad)?;
    let init = match init.trim() {
        "uninit" => Init::Uninit,
        form => Init::Bytes(values(form, elem, len)?),
    };
    let buffer = memory.alloc(name, elem.elem, len, init);
    Ok(Slot {
        name: name.to_string(),
        elem,
        len,
        buffer,
    })
}

/// `form` as `len` elements' bytes: a list when it has a comma or is one value a position, else a closed form in `i`.
fn values(form: &str, elem: &Kind, len: usize) -> Result<Vec<u8>, String> {
    let list: Vec<&str> = form.split(';').map(str::trim).collect();
    let mut bytes = Vec::new();
    for i in 0..len {
        let text = if list.len() > 1 {
            list.get(i).copied().unwrap_or("0")
        } else {
            form
        };
        bytes.extend(encode(evaluate(text, i as i128)?, elem));
    }
    Ok(bytes)
}

fn encode(value: Num, elem: &Kind) -> Vec<u8> {
    match (elem.float, elem.size) {
        (true, 4) => (value.float() as f32).to_le_bytes().to_vec(),
        (true, _) => value.float().to_le_bytes().to_vec(),
        (false, size) => value.int().to_le_bytes()[..size].to_vec(),
    }
}

fn show(bytes: &[u8], elem: &Kind) -> String {
    let mut wide = [0u8; 8];
    wide[..bytes.len()].copy_from_slice(bytes);
    let raw = u64::from_le_bytes(wide);
    match (elem.float, elem.size) {
        (true, 4) => format!("{:?}", f32::from_bits(raw as u32)),
        (true, _) => format!("{:?}", f64::from_bits(raw)),
        (false, size) if elem.name.starts_with('i') => {
            format!("{}", (raw as i64) << (64 - 8 * size) >> (64 - 8 * size))
        }
        _ => format!("{raw}"),
    }
}

fn expectation(header: &str, slots: &[Slot], memory: &Memory) -> Result<Option<String>, String> {
    let (left, form) = header
        .split_once('=')
        .ok_or_else(|| format!("unreadable expectation `{header}`"))?;
    let name = left.trim().trim_end_matches("[i]");
    let slot = slots
        .iter()
        .find(|s| s.name == name)
        .ok_or_else(|| format!("no buffer `{name}`"))?;
    let expected = values(form.trim(), slot.elem, slot.len)?;
    let got = memory.bytes(slot.buffer);
    let size = slot.elem.size;
    let nan = |b: &[u8]| show(b, slot.elem) == "NaN";
    let differ = expected
        .chunks(size)
        .zip(got.chunks(size))
        .position(|(e, g)| e != g && !(nan(e) && nan(g)));
    Ok(differ.map(|k| {
        let at = k * size..(k + 1) * size;
        format!(
            "{name}[{k}] is {}, not {}",
            show(&got[at.clone()], slot.elem),
            show(&expected[at], slot.elem)
        )
    }))
}

fn dims(text: &str) -> Result<Dim3, String> {
    let mut parts = [1u32; 3];
    let inner = text.trim().trim_start_matches('(').trim_end_matches(')');
    for (slot, part) in parts.iter_mut().zip(inner.split(',')) {
        *slot = part
            .trim()
            .parse()
            .map_err(|_| format!("dimension `{text}`"))?;
    }
    Ok(Dim3 {
        x: parts[0],
        y: parts[1],
        z: parts[2],
    })
}

/// Cuts at commas outside parentheses.
fn commas(text: &str) -> Vec<&str> {
    let (mut depth, mut start, mut out) = (0, 0, Vec::new());
    for (k, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            ',' if depth == 0 => {
                out.push(text[start..k].trim());
                start = k + 1;
            }
            _ => {}
        }
    }
    out.push(text[start..].trim());
    out
}

fn launch(line: &str, module: &simt::Compiled, slots: &[Slot]) -> Result<Launch, String> {
    let bad = || format!("unreadable launch `{line}`");
    let (kernel, rest) = line.split_once("<<<").ok_or_else(bad)?;
    let (shape, args) = rest.split_once(">>>").ok_or_else(bad)?;
    let shape = commas(shape);
    let args = args
        .trim()
        .strip_prefix('(')
        .and_then(|a| a.strip_suffix(')'))
        .ok_or_else(bad)?;
    let args: Vec<&str> = commas(args).into_iter().filter(|a| !a.is_empty()).collect();
    module
        .kernel(kernel)
        .ok_or_else(|| format!("no kernel `{kernel}`"))?;
    let shared_bytes = shape
        .get(2)
        .map_or(Ok(0), |s| s.parse())
        .map_err(|_| bad())?;
    Ok(Launch {
        kernel: kernel.to_string(),
        grid: dims(shape.first().ok_or_else(bad)?)?,
        block: dims(shape.get(1).ok_or_else(bad)?)?,
        shared_bytes,
        args: args
            .iter()
            .map(|a| argument(a, slots))
            .collect::<Result<_, _>>()?,
    })
}

/// `name`, `name+4` (bytes), `null`, `true`, or a number with one of the suffixes `u l ul f d` (`int` without).
fn argument(text: &str, slots: &[Slot]) -> Result<Arg, String> {
    let bad = |_| format!("unreadable argument `{text}`");
    let (name, offset) = text
        .split_once('+')
        .map_or((text, None), |(n, o)| (n.trim(), Some(o.trim())));
    if let Some(slot) = slots.iter().find(|s| s.name == name) {
        return Ok(match offset {
            Some(offset) => Arg::BufferAt(
                slot.buffer,
                offset.parse().map_err(|_| format!("offset `{offset}`"))?,
            ),
            None => Arg::Buffer(slot.buffer),
        });
    }
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let number = evaluate(digits, 0);
    match &text[digits.len()..] {
        "null" => Ok(Arg::Null),
        "nan" => Ok(Arg::F32(f32::NAN)),
        "true" => Ok(Arg::Bool(true)),
        "false" => Ok(Arg::Bool(false)),
        "" => Ok(Arg::I32(number.map_err(bad)?.int() as i32)),
        "u" => Ok(Arg::U32(number.map_err(bad)?.int() as u32)),
        "l" => Ok(Arg::I64(number.map_err(bad)?.int() as i64)),
        "ul" => Ok(Arg::U64(number.map_err(bad)?.int() as u64)),
        "f" => Ok(Arg::F32(number.map_err(bad)?.float() as f32)),
        "d" => Ok(Arg::F64(number.map_err(bad)?.float())),
        _ => Err(format!("unreadable argument `{text}`")),
    }
}

fn slug(outcome: &Outcome) -> &'static str {
    match outcome {
        Outcome::Finished => "finished",
        Outcome::OutOfFuel { .. } => "out-of-fuel",
        Outcome::Endless { .. } => "endless",
        Outcome::BadLaunch { .. } => "bad-launch",
        Outcome::Trapped { .. } => "trapped",
        Outcome::StackOverflow { .. } => "stack-overflow",
    }
}

fn findings(text: &str, found: &BTreeMap<(&str, Vec<u32>), String>) -> Vec<String> {
    let code = text.split("/*~").next().unwrap_or(text);
    let marks: Vec<(u32, &str)> = code
        .lines()
        .enumerate()
        .filter_map(|(k, line)| {
            line.split_once("//~ ")
                .map(|(_, slugs)| (k as u32 + 1, slugs))
        })
        .flat_map(|(k, slugs)| slugs.split_whitespace().map(move |slug| (k, slug)))
        .collect();
    let missing = marks
        .iter()
        .filter(|(line, slug)| {
            !found
                .keys()
                .any(|(s, lines)| s == slug && lines.contains(line))
        })
        .map(|(line, slug)| format!("line {line}: `{slug}` was not found"));
    let extra = found
        .iter()
        .filter(|((slug, lines), _)| {
            !marks
                .iter()
                .any(|(line, s)| s == slug && lines.contains(line))
        })
        .map(|((slug, lines), message)| {
            format!("lines {lines:?}: unannounced `{slug}`: {message}")
        });
    missing.chain(extra).collect()
}
