//! A warp's steps as JSON: what is small at once, the values in parts that a page reads when it shows them.
//!
//! A [`WarpTrace`] comes in; one line with all steps and requests goes out, then a line for each thousand steps. The rule: a part stands
//! alone, as it begins with what every variable held before it; 32 values are a number where they are all the same, `[first, step]` where
//! they are a run, and else their bytes in base64, lowest first.
//!
//! ```json
//! {"trace":{"lanes":4294967295,"first":0,"all":9,"most":100000,"span":1000,"variables":[[name, type, code, from, to]],
//!  "allocations":[[name, space, element, [strides], base]],"sites":[[text, line, operation, bytes]],
//!  "findings":[[message, line, [thread], [block]]],
//!  "steps":{"line":[…],"lanes":[…],"issued":[…],"pc":[…],"code":[…],"found":[step, …]},
//!  "requests":{"step":[…],"site":[…],"cost":[…],"ideal":[…]}}}
//! {"part":0,"from":0,"held":[[variable, lanes, into, row]],"writes":[[step, variable, lanes, into, row]],"requests":[[into, lanes, row, spared]]}
//! ```
//! Steps are counted from the first that is told, those in a part's writes from its `from`. `into` is an allocation, or -1.

use std::fmt::Write as _;

use lab::json_text;
use simt::ir::pointer::Space;
use simt::ir::{Elem, VarType};
use simt::report::Finding;
use simt::report::trace::{
    TracedAllocation, TracedRequest, TracedRow, TracedSite, TracedVariable, TracedWrite, WarpTrace,
};
use simt::source::Source;

use crate::json::{list, object};
use crate::trace::MOST_STEPS;

/// How many steps a part has.
const SPAN: usize = 1000;

/// Tells a trace.
pub(crate) fn steps(
    (source, findings): (&Source, &[Finding]),
    trace: &WarpTrace,
    tell: &mut dyn FnMut(&str),
) {
    let head = object(&[
        ("lanes", trace.lanes.to_string()),
        ("first", trace.first.to_string()),
        ("all", trace.all.to_string()),
        ("most", MOST_STEPS.to_string()),
        ("span", SPAN.to_string()),
        ("variables", list(trace.variables.iter().map(variable))),
        (
            "allocations",
            list(trace.allocations.iter().map(allocation)),
        ),
        (
            "sites",
            list(trace.sites.iter().map(|one| site(source, one))),
        ),
        ("findings", list(findings.iter().filter_map(finding))),
        ("steps", all_steps(trace)),
        ("requests", all_requests(trace)),
    ]);
    tell(&object(&[("trace", head)]));
    let mut held: Vec<Option<TracedWrite>> = vec![None; trace.variables.len()];
    for part in 0..trace.steps.len().div_ceil(SPAN) {
        tell(&part_of(trace, part, &mut held));
    }
}

/// Numbers as a list, written without an allocation each: there may be a hundred thousand.
fn numbers(all: impl Iterator<Item = u32>) -> String {
    let mut out = String::from("[");
    for n in all {
        let comma = if out.len() > 1 { "," } else { "" };
        // Writing to a String cannot fail.
        let _ = write!(out, "{comma}{n}");
    }
    out.push(']');
    out
}

fn all_steps(trace: &WarpTrace) -> String {
    let steps = || trace.steps.iter();
    let found = steps().enumerate().filter(|(_, step)| step.found);
    object(&[
        ("line", numbers(steps().map(|step| step.line))),
        ("lanes", numbers(steps().map(|step| step.active))),
        ("issued", numbers(steps().map(|step| step.issued))),
        ("pc", numbers(steps().map(|step| step.pc))),
        ("code", numbers(steps().map(|step| step.code))),
        ("found", numbers(found.map(|(at, _)| at as u32))),
    ])
}

fn all_requests(trace: &WarpTrace) -> String {
    let mut step = 0;
    let of = (0..trace.requests.len() as u32).map(|request| {
        let ends = |at: usize| trace.steps.get(at).is_some_and(|s| s.requests <= request);
        while ends(step) {
            step += 1;
        }
        step as u32
    });
    let requests = || trace.requests.iter();
    object(&[
        ("step", numbers(of)),
        ("site", numbers(requests().map(|one| one.site))),
        ("cost", numbers(requests().map(|one| one.cost))),
        ("ideal", numbers(requests().map(|one| one.ideal))),
    ])
}

/// The values and addresses of some steps; `held` is what variables held before them, and afterwards what they hold after them.
fn part_of(trace: &WarpTrace, part: usize, held: &mut [Option<TracedWrite>]) -> String {
    let steps = &trace.steps[part * SPAN..trace.steps.len().min((part + 1) * SPAN)];
    let before = (part * SPAN)
        .checked_sub(1)
        .and_then(|at| trace.steps.get(at));
    let mut write = before.map_or(0, |step| step.writes as usize);
    let first = before.map_or(0, |step| step.requests as usize);
    let last = steps.last().map_or(first, |step| step.requests as usize);
    let mut out = format!("{{\"part\":{part},\"from\":{},\"held\":[", part * SPAN);
    let mut comma = "";
    for one in held.iter().flatten() {
        out.push_str(comma);
        comma = ",";
        values(&mut out, trace, (None, one));
    }
    out.push_str("],\"writes\":[");
    comma = "";
    for (at, step) in steps.iter().enumerate() {
        for one in &trace.writes[write..step.writes as usize] {
            out.push_str(comma);
            comma = ",";
            values(&mut out, trace, (Some(at), one));
            held[one.variable as usize] = Some(*one);
        }
        write = step.writes as usize;
    }
    out.push_str("],\"requests\":[");
    comma = "";
    for one in &trace.requests[first..last] {
        out.push_str(comma);
        comma = ",";
        request(&mut out, trace, one);
    }
    out.push_str("]}");
    out
}

fn values(out: &mut String, trace: &WarpTrace, (at, one): (Option<usize>, &TracedWrite)) {
    out.push('[');
    if let Some(at) = at {
        let _ = write!(out, "{at},");
    }
    let into = one.into.map_or(-1, i64::from);
    let _ = write!(out, "{},{},{into},", one.variable, one.lanes);
    let wide = match trace.variables[one.variable as usize].ty {
        VarType::Pointer => one.into.is_none(),
        VarType::Scalar(elem) => elem.bytes() == 8,
    };
    row(out, trace, one.row, wide);
    out.push(']');
}

fn request(out: &mut String, trace: &WarpTrace, one: &TracedRequest) {
    let into = one.into.map_or(-1, i64::from);
    let _ = write!(out, "[{into},{},", one.lanes);
    row(out, trace, one.at, false);
    let _ = write!(out, ",{}]", u8::from(one.spared));
}

fn row(out: &mut String, trace: &WarpTrace, row: TracedRow, wide: bool) {
    let words = |from: u32, count: usize| {
        let from = from as usize;
        trace.words.get(from..from + count).unwrap_or_default()
    };
    match row {
        TracedRow::Same(bits) if wide => base64(out, &[bits as u32, (bits >> 32) as u32]),
        TracedRow::Same(bits) => {
            let _ = write!(out, "{}", bits as u32);
        }
        TracedRow::Run(from, by) => {
            let _ = write!(out, "[{from},{by}]");
        }
        TracedRow::Words(at) => base64(out, words(at, 32)),
        TracedRow::Doubles(at) => base64(out, words(at, 64)),
    }
}

/// Words as a JSON string in base64, lowest byte first.
fn base64(out: &mut String, words: &[u32]) {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    out.push('"');
    for three in bytes.chunks(3) {
        let byte = |k: usize| u32::from(three.get(k).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for k in 0..4 {
            match k <= three.len() {
                true => out.push(char::from(DIGITS[(bits >> (18 - 6 * k) & 63) as usize])),
                false => out.push('='),
            }
        }
    }
    out.push('"');
}

fn variable(of: &TracedVariable) -> String {
    let ty = match of.ty {
        VarType::Pointer => "pointer",
        VarType::Scalar(elem) => elem_name(elem),
    };
    let [code, from, to] = [of.code, of.from, of.to].map(|n| n.to_string());
    list([json_text(&of.name), json_text(ty), code, from, to])
}

fn allocation(of: &TracedAllocation) -> String {
    let space = match of.space {
        Space::Global => "global",
        Space::Symbol => "symbol",
        Space::Shared => "shared",
        Space::Local => "local",
        Space::Host | Space::Stack => "host",
    };
    let strides = list(of.strides.iter().map(u64::to_string));
    list([
        json_text(&of.name),
        json_text(space),
        json_text(elem_name(of.elem)),
        strides,
        of.base.to_string(),
    ])
}

fn site(source: &Source, of: &TracedSite) -> String {
    // What stands in a header has no text that the reader knows.
    let text = if of.span.is_main() {
        source.slice(of.span)
    } else {
        source.line_text(of.line).trim()
    };
    let (line, bytes) = (of.line.to_string(), of.bytes.to_string());
    list([json_text(text), line, json_text(of.op.word()), bytes])
}

fn finding(of: &Finding) -> Option<String> {
    let place = of.places.last()?;
    let triple = |at: [u32; 3]| list(at.map(|n| n.to_string()));
    let line = place.line.to_string();
    let (thread, block) = (triple(place.thread), triple(place.block));
    Some(list([json_text(&of.message), line, thread, block]))
}

fn elem_name(elem: Elem) -> &'static str {
    match elem {
        Elem::Bool => "bool",
        Elem::I8 => "i8",
        Elem::U8 => "u8",
        Elem::I16 => "i16",
        Elem::U16 => "u16",
        Elem::I32 => "i32",
        Elem::U32 => "u32",
        Elem::I64 => "i64",
        Elem::U64 => "u64",
        Elem::F32 => "f32",
        Elem::F64 => "f64",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_told_as_browsers_read_them() {
        let told = |words: &[u32]| {
            let mut out = String::new();
            base64(&mut out, words);
            out
        };
        // As `btoa` gives it.
        assert_eq!(told(&[0x6f57_6c48]), "\"SGxXbw==\"");
        assert_eq!(told(&[0x6f57_6c48, 1]), "\"SGxXbwEAAAA=\"");
        assert_eq!(told(&[1, 2, 3]), "\"AQAAAAIAAAADAAAA\"");
    }
}
