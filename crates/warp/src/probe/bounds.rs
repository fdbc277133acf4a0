//! Accesses that no allocation covers: out of bounds, null, wild, misaligned, or to constant memory.
//!
//! **Definition.** A lane's access of `n` bytes is sound if the pointer names an allocation that exists, all `n` bytes are
//! inside it, and the address is a multiple of `n`. The machine decides that for every access, probes or not; here is
//! the wording, after compute-sanitizer's. **Cannot see:** an index that leaves one row of a 2-D array but not the
//! array. **Never wrong:** what is reported would be a fault, or undefined, on the device.

use super::Op;
use super::found::{Findings, Words};
use super::guard::{self, Around, Guard};
use super::scene::Scene;
use crate::report::FindingKind;
use crate::vm::mem::{Fault, Region, Space, Target, Why, target};
use cuda_ir::Elem;
use cuda_ir::ParamKind;
use cuda_ir::parts::Parts;
use cuda_ir::sys::{SysFn, SysSite};

/// Notes the lanes of a faulty access.
#[cold]
pub fn fault(fault: &Fault, op: Op, bytes: u32, scene: &Scene<'_>, found: &mut Findings) {
    let kind = match fault.why {
        Why::Outside(region) if scene.env.is_freed(region.space, region.id) => {
            FindingKind::UseAfterFree
        }
        Why::Outside(_) => FindingKind::OutOfBounds,
        Why::Misaligned(_) => FindingKind::Misaligned,
        Why::Null => FindingKind::NullPointer,
        Why::Wild if is_host(fault.address) => FindingKind::HostMemory,
        Why::Wild => FindingKind::WildPointer,
        Why::Constant(_) => FindingKind::WriteToConstant,
    };
    let span = scene.at().span;
    found.note(kind, (span, span), fault.mask.count(), || {
        words(fault, op, bytes, scene)
    });
}

fn words(fault: &Fault, op: Op, bytes: u32, scene: &Scene<'_>) -> Words {
    let lane = fault.mask.lead();
    let word = op.word();
    let (message, help) = match fault.why {
        Why::Outside(region) if scene.env.is_freed(region.space, region.id) => {
            freed(region, op, bytes, scene)
        }
        Why::Outside(region) => {
            let (message, help) = outside(region, fault, op, bytes, scene);
            return told((message, help), (lane, word), scene);
        }
        Why::Misaligned(region) => misaligned(region, fault.address, op, bytes, scene),
        Why::Null => null(fault.address, lane, op, bytes, scene),
        Why::Wild if is_host(fault.address) => host(fault.address, op, bytes, scene),
        Why::Wild => wild(fault.address, op, bytes),
        Why::Constant(region) => {
            let (name, ..) = scene.env.name(region.space, region.id, scene.warp);
            (
                format!("{word} of {bytes} bytes to `{name}`, which is `__constant__`"),
                "constant memory is set by the host before the launch",
            )
        }
    };
    told((message, help.to_string()), (lane, word), scene)
}

fn told(
    (message, help): (String, String),
    (lane, word): (usize, &str),
    scene: &Scene<'_>,
) -> Words {
    Words {
        message,
        places: vec![scene.place(lane, &format!("{word} here"))],
        help: Some(help),
    }
}

fn of(n: u32) -> String {
    if n == 1 {
        "1 byte".to_string()
    } else {
        format!("{n} bytes")
    }
}

fn space(region: Region, scene: &Scene<'_>) -> &'static str {
    match region.space {
        Space::Symbol if scene.env.is_constant(region.id as usize) => "constant",
        Space::Global | Space::Symbol => "global",
        Space::Shared => "shared",
        Space::Local => "local",
        Space::Host | Space::Stack => "host",
    }
}

fn is_host(address: u64) -> bool {
    matches!(target(address), Target::In(Space::Host | Space::Stack, ..))
}

fn freed(region: Region, op: Op, bytes: u32, scene: &Scene<'_>) -> (String, &'static str) {
    let (name, ..) = scene.env.name(region.space, region.id, scene.warp);
    let message = format!(
        "{} of {} in `{name}`, which was freed",
        op.word(),
        of(bytes)
    );
    (
        message,
        "free the memory after the last kernel that uses it",
    )
}

fn host(address: u64, op: Op, bytes: u32, scene: &Scene<'_>) -> (String, &'static str) {
    let through = match scene.env.param_near(address) {
        Some(name) => format!("`{name}`, which points to host memory"),
        None => "a pointer to host memory".to_string(),
    };
    let message = format!("{} of {} through {through}", op.word(), of(bytes));
    let help = "a kernel reaches only the device's memory: copy with `cudaMemcpy` to memory from `cudaMalloc`, or use `cudaMallocManaged`";
    (message, help)
}

fn outside(
    region: Region,
    fault: &Fault,
    op: Op,
    bytes: u32,
    scene: &Scene<'_>,
) -> (String, String) {
    let offset = match target(fault.address) {
        Target::In(_, _, offset) => offset,
        Target::Null(_) | Target::Wild => 0,
    };
    let all = scene.env.name(region.space, region.id, scene.warp).2;
    let beyond = match scene.env.parts(region, scene.warp) {
        Some(parts) => match parts.dimensions(all) {
            Some(dimensions) => beyond_rows(region, &dimensions, (offset, bytes), scene),
            None if parts.has_fields() => beyond_fields(region, &parts, (offset, bytes), scene),
            None => beyond_elements(region, (offset, bytes), scene),
        },
        None => beyond_elements(region, (offset, bytes), scene),
    };
    let message = format!(
        "out-of-bounds {} {} of {}: {beyond}",
        space(region, scene),
        op.word(),
        of(bytes)
    );
    let help = match offset < 0 {
        true => "test the index before the access, as in `if (i >= 0)`".to_string(),
        false => keep_below(region, (fault.mask.lead(), bytes), offset as u64, scene),
    };
    (message, help)
}

/// Whether a lane's thread has a number in the grid, counted row by row or column by column, that is no less than so many.
fn is_beyond(lane: usize, elements: u64, scene: &Scene<'_>) -> bool {
    let (grid, block) = (scene.env.grid, scene.env.block);
    let (at, within) = (scene.warp.block, scene.warp.thread(lane));
    let sizes = [block.x, block.y, block.z];
    let wide = [grid.x, grid.y, grid.z];
    let of = |k: usize| u64::from(at[k]) * u64::from(sizes[k]) + u64::from(within[k]);
    let all = |k: usize| u64::from(wide[k]) * u64::from(sizes[k]);
    let number = |order: [usize; 3]| {
        let place = |number: u64, k: &usize| number.saturating_mul(all(*k)).saturating_add(of(*k));
        order.iter().fold(0, place)
    };
    number([2, 1, 0]).max(number([0, 1, 2])) >= elements
}

/// What to do about an index of a lane's that is too large for accesses of so many bytes.
fn keep_below(
    region: Region,
    (lane, bytes): (usize, u32),
    offset: u64,
    scene: &Scene<'_>,
) -> String {
    let env = scene.env;
    let is_dynamic = |id: u32| {
        env.kernel
            .shared
            .get(id as usize)
            .is_some_and(|v| v.dynamic)
    };
    let text = match region.space {
        Space::Local => {
            "the array has the size that its declaration says: keep the index below it, or make the array larger"
        }
        Space::Symbol => {
            "the variable has the size that its declaration says: keep the index below it, or make the variable larger"
        }
        Space::Shared if is_dynamic(region.id) => {
            "dynamic shared memory is as large as the launch's third argument says, in bytes: keep the index below it, or ask for more"
        }
        Space::Shared => {
            "each block has an array of the size that the declaration says: keep the index below it, or make the array larger"
        }
        Space::Global | Space::Host | Space::Stack => {
            let (.., all) = env.name(region.space, region.id, scene.warp);
            let n = all / u64::from(bytes.max(1));
            let threads = env.grid.count().saturating_mul(env.block.count());
            // One of the first threads would pass the test of its number.
            let many = threads > n && is_beyond(lane, n, scene);
            return keep_inside(many, (offset / u64::from(bytes.max(1)), n), scene);
        }
    };
    text.to_string()
}

/// What to do about an index past the end of an allocation of so many elements: what the source has about it is quoted.
fn keep_inside(many: bool, (index, n): (u64, u64), scene: &Scene<'_>) -> String {
    let source = scene.env.module.source.as_ref();
    let around = source.map_or_else(Around::default, |source| {
        guard::around(source, scene.at().span)
    });
    let name = around.index.as_deref().unwrap_or("the index");
    match &around.guard {
        Some(g) if g.own && index == n && loosened(g).is_some() => {
            let right = loosened(g).unwrap_or_default();
            return format!(
                "the guard `{}` lets the index that is one too far through: write `{right}`",
                g.text
            );
        }
        Some(g) if g.own => {
            return format!(
                "the guard `{}` lets this index through: see what it is compared with, and how the index is made; there are {n} elements",
                g.text
            );
        }
        Some(g) if around.index.is_some() => {
            let made = made_on(&around);
            return format!(
                "the guard there, `{}`, does not test `{name}`: see how that is made{made}",
                g.text
            );
        }
        _ => {}
    }
    if !many {
        let made = made_on(&around);
        return format!(
            "the last index is one less than the number of elements: see how the index is made{made}, and where its loop ends"
        );
    }
    let index = around.index.as_deref().unwrap_or("i");
    let guard = match count_named(n, scene) {
        Some(count) => format!("`if ({index} < {count})`"),
        None => format!("`if ({index} < n)`, n being the number of elements, {n} here"),
    };
    format!("the grid has more threads than there are elements: guard the access with {guard}")
}

/// A guard that is off by one, mended; nothing for one that is not.
fn loosened(guard: &Guard) -> Option<String> {
    let text = &guard.text;
    match guard.leaves {
        false if text.matches("<=").count() == 1 => Some(text.replace("<=", "<")),
        true if text.matches('>').count() == 1 && !text.contains(">=") => {
            Some(text.replace('>', ">="))
        }
        _ => None,
    }
}

/// The line on which an index was made, as part of a sentence.
fn made_on(around: &Around) -> String {
    around
        .made
        .map_or_else(String::new, |line| format!(" on line {line}"))
}

/// The parameter of the kernel that is this number.
fn count_named(n: u64, scene: &Scene<'_>) -> Option<String> {
    let params = scene
        .env
        .kernel
        .signature
        .params
        .iter()
        .zip(&scene.env.params);
    let mut whole = params.filter(|(p, bits)| {
        let elem = match p.kind {
            ParamKind::Scalar(elem) => elem,
            ParamKind::Pointer(_) => return false,
        };
        let narrow = matches!(elem, Elem::I32 | Elem::U32) && **bits as u32 as u64 == n;
        narrow || matches!(elem, Elem::I64 | Elem::U64) && **bits == n
    });
    whole.next().map(|(p, _)| p.name.clone())
}

/// How far an access is from an allocation of numbers.
fn beyond_elements(region: Region, (offset, bytes): (i64, u32), scene: &Scene<'_>) -> String {
    let (name, elem, len) = scene.env.name(region.space, region.id, scene.warp);
    let size = elem.bytes() as i64;
    let index = offset.div_euclid(size);
    let last = (offset + i64::from(bytes) - 1).div_euclid(size);
    let elements = len as i64 / size;
    let beyond = if offset < 0 {
        format!("index {index} is {} before the start", -index)
    } else if index >= elements && last == index {
        format!("index {index} is {} past the end", index - elements + 1)
    } else {
        format!(
            "indices {index} to {last} reach {} past the end",
            last - elements + 1
        )
    };
    let s = if elements == 1 { "" } else { "s" };
    format!("`{name}` has {elements} element{s}; {beyond}")
}

/// How far an access is from an array of numbers in several dimensions.
fn beyond_rows(
    region: Region,
    dimensions: &[u64],
    (offset, bytes): (i64, u32),
    scene: &Scene<'_>,
) -> String {
    let (name, elem, len) = scene.env.name(region.space, region.id, scene.warp);
    let dimensions: Vec<String> = dimensions.iter().map(u64::to_string).collect();
    let has = format!("`{name}` has {} elements", dimensions.join(" × "));
    let size = elem.bytes() as i64;
    let Ok(first) = u32::try_from(offset) else {
        return format!(
            "{has}; this is {} before the start",
            -offset.div_euclid(size)
        );
    };
    let what = scene.env.part(region, first, scene.warp).name;
    let past = (offset + i64::from(bytes) - len as i64 + size - 1) / size;
    match offset < len as i64 {
        true => format!("{has}; from `{what}` on it reaches {past} past the end"),
        false => format!("{has}; this is `{what}`, {past} past the end"),
    }
}

/// How far an access is from an allocation of structs.
fn beyond_fields(
    region: Region,
    parts: &Parts,
    (offset, bytes): (i64, u32),
    scene: &Scene<'_>,
) -> String {
    let (name, _, len) = scene.env.name(region.space, region.id, scene.warp);
    let has = match parts {
        Parts::Row(stride, _) => {
            let n = len / stride.max(&1);
            let s = if n == 1 { "" } else { "s" };
            format!("`{name}` has {n} element{s} of {}", of(*stride as u32))
        }
        _ => format!("`{name}` has {}", of(len as u32)),
    };
    let Ok(first) = u32::try_from(offset) else {
        let before = of((-offset).min(i64::from(u32::MAX)) as u32);
        return format!("{has}; this is {before} before the start");
    };
    let what = match parts {
        // A whole element, not its first field.
        Parts::Row(stride, _) if u64::from(bytes) == *stride && first % bytes == 0 => {
            format!("`{name}[{}]`", first / bytes)
        }
        Parts::Row(..) => format!("`{}`", scene.env.part(region, first, scene.warp).name),
        _ => "this".to_string(),
    };
    match offset - len as i64 {
        0 => format!("{has}; {what} begins where it ends"),
        n if n > 0 => format!("{has}; {what} begins {} past the end", of(n as u32)),
        n => format!(
            "{has}; {what} reaches {} past the end",
            of((n + i64::from(bytes)) as u32)
        ),
    }
}

fn misaligned(
    region: Region,
    address: u64,
    op: Op,
    bytes: u32,
    scene: &Scene<'_>,
) -> (String, &'static str) {
    let (name, ..) = scene.env.name(region.space, region.id, scene.warp);
    let offset = match target(address) {
        Target::In(_, _, offset) => offset + region.base as i64,
        Target::Null(_) | Target::Wild => 0,
    };
    let past = offset.rem_euclid(bytes as i64);
    let message = format!(
        "misaligned {} {} of {}: the address in `{name}` is {} past a multiple of {bytes}",
        space(region, scene),
        op.word(),
        of(bytes),
        of(past as u32)
    );
    let help = match bytes {
        16.. => {
            "a vector access needs an address that is a multiple of the vector's size: `float4` of 16 bytes"
        }
        _ => {
            "an access needs an address that is a multiple of its size: one of smaller elements, cast to a larger type, need not be"
        }
    };
    (message, help)
}

fn null(
    address: u64,
    lane: usize,
    op: Op,
    bytes: u32,
    scene: &Scene<'_>,
) -> (String, &'static str) {
    let name = scene
        .null_pointer(lane)
        .map_or("a null pointer".to_string(), |name| {
            format!("`{name}`, which is null")
        });
    let offset = match address as i64 {
        0 => String::new(),
        n => format!(", {n} bytes from it"),
    };
    let message = format!("{} of {} through {name}{offset}", op.word(), of(bytes));
    let given = scene.null_pointer(lane).is_some_and(|name| {
        let mut params = scene.env.kernel.signature.params.iter();
        params.any(|p| p.name == name)
    });
    let takes = |site: &SysSite| site.what == SysFn::Malloc;
    if !given && scene.code().sys.iter().any(takes) {
        return (message, FULL);
    }
    (
        message,
        "give it an address before it is used; a pointer parameter gets one from the launch",
    )
}

const FULL: &str = "`malloc` and `new` in a kernel give null where the device's heap has no room (8 MiB unless said): test the pointer, or ask for more before the first launch, `cudaDeviceSetLimit(cudaLimitMallocHeapSize, bytes)`";

fn wild(address: u64, op: Op, bytes: u32) -> (String, &'static str) {
    let message = match target(address) {
        Target::In(Space::Local, ..) => format!(
            "{} of {} through a pointer to a local variable that is gone",
            op.word(),
            of(bytes)
        ),
        _ => format!(
            "{} of {} through {address:#x}, which is no pointer",
            op.word(),
            of(bytes)
        ),
    };
    (
        message,
        "a pointer comes from a parameter, a variable's address or arithmetic on one of these",
    )
}
