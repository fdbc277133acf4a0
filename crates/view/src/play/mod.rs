//! One launch of one kernel of any text, as somebody typed it: what it printed, found, left in its buffers and counted.
//!
//! A request and who runs comes in, lines of JSON go out. The rule: the run is bounded, and the same request is answered the same everywhere;
//! what cannot be run gets a sentence that names what is wrong. Read next: `launch.rs` for what is typed, `fit.rs` for what becomes of it.

mod fill;
mod fit;
mod launch;

use lab::json_text;
use simt::Compiled;
use simt::launch::{Crew, Dim3, Halt, Launch, RunOptions, is_written, validate};
use simt::report::trace::Traced;
use simt::report::{Outcome, Report};
use simt::source::Source;

use crate::json::{list, object};
use crate::told::{End, Failed, Launched, MOST_FINDINGS, finding, line, more, triple};
use crate::trace::{MOST_STEPS, run};
use crate::uncompiled;
use fit::{Fitted, Made};

/// Warp instructions of a launch at most: three to eight seconds in a page.
const FUEL: u64 = 1 << 25;
/// Bytes of what kernels print that are kept; beyond them texts are only counted.
const PRINTED: usize = 1 << 20;
/// Bytes of it that are told.
const MOST_PRINTED: usize = 64 << 10;
/// Elements of a buffer that are told.
const MOST_VALUES: usize = 64;
/// Shared bytes of a block where some are dynamic: what a device gives to who asks, for here no host code does.
const SHARED_ASKED: u32 = 163 << 10;

/// What a caller brings to a run. Who works, and how many, changes nothing of what is told.
#[derive(Clone, Copy, Debug, Default)]
pub struct Means {
    /// Who runs blocks at once.
    pub crew: Option<Crew>,
    /// Whether the run is to end.
    pub halt: Option<Halt>,
}

/// Tells a launch. `request` is a file's name, the launch as CUDA writes it with each pointer's buffer, what to follow (`BLOCK WARP FIRST`,
/// or nothing), a line each, and then the text. `false` if it is no such request.
///
/// ```json
/// {"started":{"kernel":"scale","grid":[…],"block":[…],"shared":0,"warps":8,"blocks":4,"text":"scale<<<4, 256>>>(x[1024])",
///  "at":{"block":[0,0,0],"number":0,"warp":0}|null}}
/// {"out":"…"}  {"out_more":9}
/// {"finding":{…}}  {"findings_more":2}
/// {"buffer":{"name":"x","elem":"float","length":1024,"values":["0","2",null],"changed":1023,"unwritten":1}}
/// {"launch":{…}}
/// {"counts":{…}}  {"trace":{…}}  {"part":0,…}
/// {"ended":{…}}
/// ```
/// or one line `{"failed":"…","line":0}` with a sentence why nothing ran. Of `values` the first 64 are told, `null` where nothing was written;
/// `counts` and what follows it are those of [`run`].
pub fn play(request: &str, means: &Means, tell: &mut dyn FnMut(&str)) -> bool {
    let mut lines = request.splitn(4, '\n');
    let (Some(file), Some(launch), Some(follow), Some(text)) =
        (lines.next(), lines.next(), lines.next(), lines.next())
    else {
        return false;
    };
    let file = if file.is_empty() { "kernel.cu" } else { file };
    let source = Source::new(file, text);
    if let Err(failed) = told(&source, (launch, follow), means, tell) {
        tell(&failed.told());
    }
    true
}

fn told(
    source: &Source,
    (launch, follow): (&str, &str),
    means: &Means,
    tell: &mut dyn FnMut(&str),
) -> Result<(), Failed> {
    let typed = launch::read(launch)?;
    let module = simt::compile_for(source, &[typed.kernel])
        .map_err(|diags| uncompiled::first(source, &diags))?;
    let kernel = module
        .kernel(typed.kernel)
        .ok_or_else(|| no_kernel(&module, typed.kernel))?;
    let mut fitted = fit::fit(kernel, &typed.args)?;
    let start = Launch {
        kernel: kernel.name.clone(),
        grid: typed.grid,
        block: typed.block,
        shared_bytes: typed.shared,
        args: std::mem::take(&mut fitted.args),
    };
    let mut options = RunOptions {
        fuel: FUEL,
        printed: PRINTED,
        max_findings: MOST_FINDINGS,
        crew: means.crew,
        halt: means.halt,
        ..RunOptions::default()
    };
    if typed.shared > 0 {
        options.device.shared_bytes = SHARED_ASKED;
    }
    check(&module, &fitted, &start, &options)?;
    options.trace = followed(&start, follow)?;
    tell(&started(&start, launch.trim(), options.trace));
    let report = simt::run(&module, &mut fitted.memory, &start, &options);
    after(source, (&start, &report), &fitted, tell);
    Ok(())
}

fn no_kernel(module: &Compiled, name: &str) -> String {
    let names: Vec<String> = module.kernels().map(|k| format!("`{}`", k.name)).collect();
    match names.as_slice() {
        [] => format!(
            "There is no kernel `{name}`: the text has none, a function that begins with `__global__ void`."
        ),
        names => format!(
            "There is no kernel `{name}` in this text: it has {}.",
            names.join(", ")
        ),
    }
}

/// Whether a device would begin the launch.
fn check(
    module: &Compiled,
    fitted: &Fitted,
    start: &Launch,
    options: &RunOptions,
) -> Result<(), String> {
    let mut kernels = module.code().kernels.iter();
    let Some(kernel) = kernels.find(|kernel| kernel.signature.name == start.kernel) else {
        return Ok(());
    };
    match validate(kernel, &fitted.memory, start, &options.device) {
        Err(Outcome::BadLaunch { message, help }) => {
            let help = help.map_or_else(String::new, |help| format!(" ({help})"));
            Err(format!("A device refuses this launch: {message}{help}."))
        }
        _ => Ok(()),
    }
}

/// The warp that is to be followed, if one is.
fn followed(start: &Launch, follow: &str) -> Result<Option<Traced>, String> {
    let words: Vec<&str> = follow.split_whitespace().collect();
    if words.is_empty() {
        return Ok(None);
    }
    let numbers: Option<Vec<u64>> = words.iter().map(|word| word.parse().ok()).collect();
    let numbers = numbers
        .filter(|numbers| numbers.len() <= 3)
        .ok_or_else(|| {
            format!(
                "`{}` names no warp: a block's number, a warp's and a first step are needed.",
                follow.trim()
            )
        })?;
    let number = |k: usize| numbers.get(k).copied().unwrap_or(0);
    let (block, warp, first) = (number(0), number(1), number(2));
    let (blocks, warps) = (start.grid.count(), start.block.count().div_ceil(32));
    if block >= blocks || warp >= warps {
        return Err(format!(
            "There is no warp {warp} of block {block}: the launch has {blocks} blocks of {warps} warps."
        ));
    }
    Ok(Some(Traced {
        block: start.grid.place(block),
        warp: warp as u32,
        first,
        most: MOST_STEPS,
    }))
}

fn started(start: &Launch, text: &str, at: Option<Traced>) -> String {
    let Dim3 { x, y, .. } = start.grid;
    let at = at.map_or_else(
        || "null".to_owned(),
        |of| {
            let [i, j, k] = of.block.map(u64::from);
            let number = (k * u64::from(y) + j) * u64::from(x) + i;
            object(&[
                ("block", list(of.block.map(|n| n.to_string()))),
                ("number", number.to_string()),
                ("warp", of.warp.to_string()),
            ])
        },
    );
    let told = object(&[
        ("kernel", json_text(&start.kernel)),
        ("grid", triple(start.grid)),
        ("block", triple(start.block)),
        ("shared", start.shared_bytes.to_string()),
        ("warps", start.block.count().div_ceil(32).to_string()),
        ("blocks", start.grid.count().to_string()),
        ("text", json_text(text)),
        ("at", at),
    ]);
    object(&[("started", told)])
}

/// Everything that is told when the launch has ended.
fn after(
    source: &Source,
    (start, report): (&Launch, &Report),
    fitted: &Fitted,
    tell: &mut dyn FnMut(&str),
) {
    printed(&report.printed, tell);
    for one in report.findings.iter().take(MOST_FINDINGS) {
        let excerpt = simt::excerpt::plain_finding(source, one);
        tell(&finding(source, one, &excerpt));
    }
    let told = report.findings.len().min(MOST_FINDINGS);
    let left = (report.findings.len() - told) as u64 + report.findings_dropped;
    more("findings_more", left)
        .iter()
        .for_each(|line| tell(line));
    for made in &fitted.buffers {
        tell(&buffer(fitted, made));
    }
    let ended = &report.outcome;
    let message = ended.message();
    let failure = (*ended != Outcome::Finished).then_some(message.as_str());
    let launched = Launched {
        kernel: &start.kernel,
        shape: [start.grid, start.block],
        shared: start.shared_bytes,
        line: 0,
        times: 1,
        left_out: 0,
        failure,
        counters: &report.counters,
    };
    tell(&launched.told(source));
    run(source, report, tell);
    let end = End {
        ok: failure.is_none(),
        status: None,
        message: failure,
        help: ended.help(),
        line: line(ended.place()),
    };
    tell(&end.told());
}

fn printed(bytes: &[u8], tell: &mut dyn FnMut(&str)) {
    if bytes.is_empty() {
        return;
    }
    let mut kept = bytes.len().min(MOST_PRINTED);
    // A character is not cut.
    while kept < bytes.len() && kept > 0 && bytes[kept] & 0xc0 == 0x80 {
        kept -= 1;
    }
    let text = String::from_utf8_lossy(&bytes[..kept]);
    tell(&object(&[("out", json_text(&text))]));
    let left = (bytes.len() - kept) as u64;
    more("out_more", left).iter().for_each(|line| tell(line));
}

fn buffer(fitted: &Fitted, made: &Made) -> String {
    let size = made.element.bytes;
    let bytes = fitted.memory.bytes(made.buffer);
    let written = fitted.memory.buffers.get(made.buffer.number() as usize);
    let written = written.map_or(&[][..], |of| of.written.as_slice());
    let has = |k: usize, any: bool| {
        let mut each = (k * size..(k + 1) * size).map(|at| is_written(written, at, 1));
        match any {
            true => each.any(|one| one),
            false => each.all(|one| one),
        }
    };
    let unwritten = match written.is_empty() {
        true => 0,
        false => (0..made.length).filter(|k| !has(*k, false)).count(),
    };
    let elements = bytes.chunks_exact(size);
    let changed = match &made.before {
        Some(before) => {
            let pairs = before.chunks_exact(size).zip(elements.clone());
            pairs.filter(|(before, now)| before != now).count()
        }
        None => (0..made.length).filter(|k| has(*k, true)).count(),
    };
    let values = elements
        .zip(0..)
        .take(MOST_VALUES)
        .map(|(bytes, k)| match has(k, false) {
            true => json_text(&made.element.shown(bytes)),
            false => "null".to_owned(),
        });
    let name = made.element.name.as_deref();
    let told = object(&[
        ("name", json_text(&made.name)),
        ("elem", crate::json::opt_text(name)),
        ("length", made.length.to_string()),
        ("values", list(values)),
        ("changed", changed.to_string()),
        ("unwritten", unwritten.to_string()),
    ]);
    object(&[("buffer", told)])
}

#[cfg(test)]
mod tests;
