//! One HTML file with everything that a profile has, charts included; it asks for nothing else.

use serde_json::{Value, json};
use simt::report::AccessMap;
use simt::report::Op;
use simt::source::Source;

use super::roofline::seconds;
use super::{Kernel, Profile, chart, lines, map, rows, summary};
use crate::exit::Failure;

/// Maps of one kernel that are drawn at most.
const MAPS: usize = 24;

/// The page.
///
/// # Errors
/// When the template does not fit, which is our bug.
pub fn html(profile: &Profile) -> Result<String, Failure> {
    let kernels = profile
        .kernels
        .iter()
        .map(|kernel| self::kernel(kernel, profile));
    let context = json!({
        "subject": profile.subject,
        "device": profile.device.name,
        "head": summary::HEAD,
        "summary": summary::table(profile),
        "roofline": chart::roofline(&profile.kernels, &profile.device),
        "kernels": kernels.collect::<Vec<_>>(),
    });
    let context = tera::Context::from_serialize(&context)
        .map_err(|error| Failure::bug(format!("the profile's page: {error}")))?;
    tera::Tera::one_off(include_str!("page.html"), &context, true)
        .map_err(|error| Failure::bug(format!("the profile's page: {error}")))
}

fn kernel(kernel: &Kernel, profile: &Profile) -> Value {
    let sections = rows::sections(kernel, &profile.device);
    let sections = sections.iter().map(|section| {
        let rows = section.rows.iter().map(|row| {
            json!({"name": row.name, "value": row.value, "ideal": row.ideal, "metric": row.metric, "basis": row.basis.word()})
        });
        json!({"title": section.title, "rows": rows.collect::<Vec<_>>()})
    });
    let lines = lines::lines(kernel, &profile.source);
    let lines = lines.iter().map(|line| {
        json!({
            "number": if line.number > 0 { line.number.to_string() } else { String::new() },
            "text": line.text,
            "instructions": line.instructions,
            "costly": line.costly,
            "lanes": line.lanes.0, "lanes_bad": line.lanes.1,
            "sectors": line.sectors.0, "sectors_bad": line.sectors.1,
            "passes": line.passes.0, "passes_bad": line.passes.1,
        })
    });
    let maps = kernel
        .launch
        .counters
        .maps
        .iter()
        .filter(|map| map.line > 0)
        .take(MAPS);
    let bound = kernel.roofline.bound();
    json!({
        "title": kernel.title(),
        "of": kernel.of.as_ref().map(|(part, _)| part.replace('`', "")),
        "call": kernel.of.as_ref().map(|(_, call)| call),
        "times": kernel.times(),
        "bound": bound.map(|(_, time)| seconds(time)),
        "resource": bound.map(|(resource, _)| resource.words()),
        "sections": sections.collect::<Vec<_>>(),
        "lines": lines.collect::<Vec<_>>(),
        "maps": maps.map(|map| drawn(map, &profile.source)).collect::<Vec<_>>(),
    })
}

fn drawn(map: &AccessMap, source: &Source) -> Value {
    let verb = match map.op {
        Op::Load => "reads",
        Op::Store => "writes",
        Op::Atomic => "changes",
    };
    let place = if map.shared {
        "shared memory"
    } else {
        "global memory"
    };
    let [x, y, z] = map.block;
    let lanes = map.lanes.count_ones();
    json!({
        "text": source.slice(map.span),
        "line": map.line,
        "what": format!("{verb} {} of {place}, {lanes} lanes of warp {} in block ({x}, {y}, {z})", map.name, map.warp),
        "svg": map::svg(map),
    })
}
