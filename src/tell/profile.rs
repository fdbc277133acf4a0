//! A profile, told: a table a kernel, the text with its counts beside the lines; or one JSON object.

use lab::budget::number;
use serde_json::{Value, json};
use simt::report::{Banked, LineCounters, Traffic};

use super::paint::{Paint, Role};
use super::program::counters;
use crate::profile::lines::{Line, lines};
use crate::profile::roofline::seconds;
use crate::profile::rows::{Row, sections};
use crate::profile::{Kernel, Profile, gpu, summary};

/// The whole profile for a terminal.
pub fn text(paint: Paint, profile: &Profile) -> String {
    let mut out = overview(paint, profile);
    out.push_str(&on_gpu(paint, profile));
    for kernel in &profile.kernels {
        out.push_str(&format!("{}\n", paint.on(Role::Strong, &kernel.title())));
        if let Some((part, call)) = &kernel.of {
            out.push_str(&format!("{part}: `{call}`\n"));
        }
        let bound = kernel
            .roofline
            .bound()
            .map_or(String::new(), |(resource, time)| {
                let (name, words) = (&profile.device.name, resource.words());
                format!(
                    " From cold caches no run on the {name} is faster than {}: {words} sets that.",
                    seconds(time)
                )
            });
        out.push_str(&format!("{}{bound}\n\n", kernel.times()));
        out.push_str(&table(paint, kernel, profile));
        out.push_str(&beside(paint, kernel));
        out.push_str(&listing(paint, kernel, profile));
        out.push('\n');
    }
    out
}

/// What this computer's GPU said of the whole: how times were taken, and what measured checks came to.
fn on_gpu(paint: Paint, profile: &Profile) -> String {
    let Some(said) = &profile.gpu else {
        return String::new();
    };
    let conditions = match said.conditions.as_str() {
        "" => String::new(),
        conditions => format!("; {conditions}"),
    };
    let note = format!(
        "timed on the {}: the middle run, from a cold cache, by events, which add 2 to 3 µs to a short kernel{conditions}",
        said.device
    );
    let mut out = paint.on(Role::Dim, &note) + "\n\n";
    for (part, lines) in &said.measured {
        out.push_str(&format!(
            "{}\n",
            paint.on(
                Role::Strong,
                &format!("At a size for this GPU, part `{part}`")
            )
        ));
        let lines = lines.lines().map(|line| format!("  {line}\n"));
        out.push_str(&lines.collect::<String>());
        out.push('\n');
    }
    out
}

/// Nsight Compute's counts beside the machine's, where there are some.
fn beside(paint: Paint, kernel: &Kernel) -> String {
    let counted = &kernel.on_gpu.counted;
    if counted.is_empty() {
        return String::new();
    }
    let row = |name: &str, cells: [&str; 2], last: &str| {
        let [here, there] = cells.map(|cell| right(cell, 12));
        format!("  {}  {here}  {there}  {last}\n", fill(name, 24))
    };
    let head = row("", ["here", "ncu"], "");
    let mut out = format!("{}\n", paint.on(Role::Dim, head.trim_end()));
    for one in counted {
        let (here, there) = (number(one.here as f64), one.there.map(number));
        let word = match &there {
            None => "not counted there",
            Some(there) if *there == here => "the same",
            Some(_) => "differs",
        };
        let there = there.unwrap_or_else(|| "–".to_owned());
        let last = format!("{word}  {}", paint.on(Role::Dim, &one.metric));
        out.push_str(&row(one.name, [&here, &there], &last));
    }
    out
}

/// Every kernel in a line.
fn overview(paint: Paint, profile: &Profile) -> String {
    let lines = summary::table(profile);
    let widths: Vec<usize> = (0..summary::HEAD.len())
        .map(|at| {
            let cells = lines.iter().map(|line| line[at].chars().count());
            cells.chain([summary::HEAD[at].len()]).max().unwrap_or(0)
        })
        .collect();
    let row = |cells: &[&str]| {
        let numbers = cells.iter().zip(&widths).skip(1);
        let numbers = numbers.map(|(cell, width)| format!("  {}", right(cell, *width)));
        let name = cells.first().copied().unwrap_or_default();
        let first = fill(name, widths.first().copied().unwrap_or(0));
        format!("{first}{}\n", numbers.collect::<String>())
    };
    let mut out = paint.on(Role::Dim, row(&summary::HEAD).trim_end()) + "\n";
    for line in &lines {
        let cells: Vec<&str> = line.iter().map(String::as_str).collect();
        out.push_str(&row(&cells));
    }
    let note = format!(
        "counts are of one launch; least time on the {}",
        profile.device.name
    );
    out + &paint.on(Role::Dim, &note) + "\n\n"
}

/// A text in so many columns.
fn fill(text: &str, width: usize) -> String {
    format!(
        "{text}{}",
        " ".repeat(width.saturating_sub(text.chars().count()))
    )
}

/// A text at the right of so many columns.
fn right(text: &str, width: usize) -> String {
    format!(
        "{}{text}",
        " ".repeat(width.saturating_sub(text.chars().count()))
    )
}

fn table(paint: Paint, kernel: &Kernel, profile: &Profile) -> String {
    let sections = sections(kernel, &profile.device);
    let rows = || sections.iter().flat_map(|section| &section.rows);
    let widest = |of: fn(&Row) -> &str, most: usize| {
        rows()
            .map(|row| of(row).chars().count())
            .max()
            .unwrap_or(0)
            .min(most)
    };
    let names = widest(|row| &row.name, 32);
    let values = widest(|row| &row.value, 24).max(4);
    let ideals = widest(|row| &row.ideal, 24).max(5);
    let head = format!(
        "  {}  {}  {}  in Nsight Compute",
        fill("", names),
        right("here", values),
        fill("ideal", ideals)
    );
    let mut out = format!("{}\n", paint.on(Role::Dim, &head));
    for section in &sections {
        out.push_str(&format!("{}\n", paint.on(Role::Note, &section.title)));
        for row in &section.rows {
            let metric = match (row.metric, row.basis.word()) {
                ("", "exact") => String::new(),
                ("", word) => word.to_owned(),
                (metric, word) => format!("{metric} ({word})"),
            };
            let line = format!(
                "  {}  {}  {}  {}",
                fill(&row.name, names),
                right(&row.value, values),
                fill(&row.ideal, ideals),
                paint.on(Role::Dim, &metric)
            );
            out.push_str(&format!("{}\n", line.trim_end()));
        }
    }
    out
}

fn listing(paint: Paint, kernel: &Kernel, profile: &Profile) -> String {
    let lines = lines(kernel, &profile.source);
    if lines.is_empty() {
        return String::new();
    }
    let head = format!(
        "{:>5} {:>12} {:>6} {:>8} {:>7}",
        "line", "instructions", "lanes", "sectors/", "passes/"
    );
    let units = format!(
        "{:>5} {:>12} {:>6} {:>8} {:>7}",
        "", "", "active", "request", "request"
    );
    let mut out = format!(
        "\n{}\n{}\n",
        paint.on(Role::Dim, &head),
        paint.on(Role::Dim, &units)
    );
    for line in &lines {
        out.push_str(&format!("{}\n", one(paint, line).trim_end()));
    }
    out
}

fn one(paint: Paint, line: &Line) -> String {
    let number = if line.number == 0 {
        String::new()
    } else {
        line.number.to_string()
    };
    let marked = |(text, bad): &(String, bool), width: usize| {
        let text = right(text, width);
        // The mark is a sign as well as a colour.
        if *bad {
            paint.on(Role::Middling, &format!("{text}!"))
        } else {
            format!("{text} ")
        }
    };
    let count = right(&line.instructions, 12);
    let count = if line.costly {
        paint.on(Role::Strong, &count)
    } else {
        count
    };
    format!(
        "{} {count} {}{}{} {}",
        paint.on(Role::Dim, &right(&number, 5)),
        marked(&line.lanes, 6),
        marked(&line.sectors, 8),
        marked(&line.passes, 7),
        line.text
    )
}

/// The whole profile for programs.
pub fn json(profile: &Profile) -> Value {
    let kernels = profile
        .kernels
        .iter()
        .map(|kernel| self::kernel(kernel, profile));
    json!({
        "version": 3,
        "subject": profile.subject,
        "device": {"id": profile.device.id, "name": profile.device.name},
        "gpu": profile.gpu.as_ref().map(|said| json!({
            "device": said.device, "conditions": said.conditions, "missing": said.missing,
            "measured": said.measured.iter().map(|(part, lines)| json!({"part": part, "text": lines})).collect::<Vec<_>>(),
        })),
        "kernels": kernels.collect::<Vec<_>>(),
    })
}

fn kernel(kernel: &Kernel, profile: &Profile) -> Value {
    let (launch, o) = (&kernel.launch, &kernel.occupancy);
    let extents = |of: simt::launch::Dim3| [of.x, of.y, of.z];
    let rows = sections(kernel, &profile.device);
    let rows = rows.iter().flat_map(|section| {
        section.rows.iter().map(|row| {
            json!({
                "section": section.title, "name": row.name, "text": row.value, "value": row.amount,
                "ideal_text": row.ideal, "ideal": row.ideal_amount, "metric": row.metric, "basis": row.basis.word(),
            })
        })
    });
    let lines = launch.counters.lines.iter().filter(|(line, _)| **line > 0);
    let times = kernel.roofline.times.iter();
    json!({
        "kernel": launch.kernel,
        "part": kernel.of.as_ref().map(|(part, _)| part),
        "call": kernel.of.as_ref().map(|(_, call)| call),
        "grid": extents(launch.grid),
        "block": extents(launch.block),
        "shared_bytes": launch.shared_bytes,
        "times": launch.times,
        "unlike": launch.unlike,
        "summary": summary(kernel),
        "counters": counters(&launch.counters),
        "buffers": launch.counters.buffers.iter().map(|b| {
            allocation(&b.name, [&b.loads, &b.stores, &b.atomics, &b.reductions])
        }).collect::<Vec<_>>(),
        "variables": launch.counters.symbols.iter().map(|s| {
            let mut of = allocation(&s.name, [&s.loads, &s.stores, &s.atomics, &s.reductions]);
            of["constant"] = json!(s.constant);
            of
        }).collect::<Vec<_>>(),
        "rows": rows.collect::<Vec<_>>(),
        "occupancy": {
            "ratio": o.ratio(),
            "blocks": o.blocks,
            "warps": o.warps,
            "most_warps": o.most_warps,
            "limited_by": o.limiter.words(),
            "by": o.by.iter().map(|(limiter, blocks)| (limiter.words().to_owned(), json!(blocks))).collect::<serde_json::Map<_, _>>(),
            "registers": {
                "a_thread": kernel.footprint.registers,
                "basis": kernel.compiler.as_deref().unwrap_or("estimated"),
            },
            "waves": kernel.waves(&profile.device),
        },
        "roofline": {
            "flops": kernel.roofline.flops,
            "bytes": kernel.roofline.bytes,
            "intensity": kernel.roofline.intensity(),
            "ridge": kernel.roofline.ridge(),
            "shared_seconds_as_written": kernel.roofline.shared,
            "least_seconds": times.map(|(resource, seconds)| (resource.words().to_owned(), json!(seconds))).collect::<serde_json::Map<_, _>>(),
        },
        "on_gpu": gpu::json(&kernel.on_gpu, kernel.roofline.bound().map(|(_, time)| time)),
        "lines": lines.map(|(line, counts)| self::line(*line, counts)).collect::<Vec<_>>(),
    })
}

fn summary(kernel: &Kernel) -> Value {
    let c = summary::Counted::of(kernel);
    json!({
        "launches": c.launches,
        "flops": c.flops,
        "doubles": c.doubles,
        "least_bytes": c.least_bytes,
        "moved_bytes": c.moved(),
        "sectors": c.sectors,
        "bank_conflicts": c.conflicts,
        "least_seconds": c.least_seconds,
    })
}

fn line(number: u32, c: &LineCounters) -> Value {
    json!({
        "line": number,
        "warp_instructions": c.warp_instructions,
        "lane_instructions": c.lane_instructions,
        "flops": c.flops,
        "special": c.special,
        "doubles": c.doubles,
        "branches": c.branches,
        "divergent_branches": c.divergent_branches,
        "loads": traffic(&c.loads),
        "stores": traffic(&c.stores),
        "atomics": traffic(&c.atomics),
        "shared_loads": banked(&c.shared.loads),
        "shared_stores": banked(&c.shared.stores),
        "shared_atomics": banked(&c.shared.atomics),
        "atomic_turns": c.contention.turns,
    })
}

fn allocation(name: &str, [loads, stores, atomics, reductions]: [&Traffic; 4]) -> Value {
    let whole = |t: &Traffic| {
        let mut of = traffic(t);
        of["unique_bytes"] = json!(t.unique_bytes);
        of
    };
    json!({
        "name": name,
        "loads": whole(loads),
        "stores": whole(stores),
        "atomics": whole(atomics),
        "reductions": traffic(reductions),
    })
}

fn traffic(t: &Traffic) -> Value {
    json!({"requests": t.requests, "sectors": t.sectors, "ideal_sectors": t.ideal_sectors, "bytes_requested": t.bytes_requested})
}

fn banked(b: &Banked) -> Value {
    json!({"requests": b.requests, "wavefronts": b.wavefronts, "ideal_wavefronts": b.ideal_wavefronts})
}
