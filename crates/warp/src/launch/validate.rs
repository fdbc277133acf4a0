//! Whether a launch can run at all.
//!
//! A kernel, memory and a launch go in; nothing, or a refusal in words, comes out. The rule: what a launch can get wrong
//! is found here, before the first instruction, and the message names the number, the limit and the parameter.

use super::{Arg, DeviceLimits, Dim3, Elem, Launch, MAX_MEMORY, Memory};
use crate::report::Outcome;
use cuda_ir::{Kernel, ParamKind};

/// More bytes than any limit, and far from overflowing.
const BEYOND: u64 = 1 << 60;

/// Checks a launch against the device and the kernel; `Err` is a [`Outcome::BadLaunch`].
pub fn validate(
    kernel: &Kernel,
    memory: &Memory,
    launch: &Launch,
    device: &DeviceLimits,
) -> Result<(), Outcome> {
    extents(launch, device)?;
    threads(kernel, launch, device)?;
    shared(kernel, launch, device)?;
    local(kernel, launch, device)?;
    arguments(kernel, memory, launch)
}

/// What a launch's shape can be wrong in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Misshape {
    /// Grid or block.
    Extents,
    /// More threads than `__launch_bounds__` says.
    Promise,
    /// Too much shared memory.
    Shared,
    /// Too much local memory.
    Local,
}

/// Checks what a launch has besides its arguments.
pub fn shape_error(
    kernel: &Kernel,
    (grid, block, shared_bytes): (Dim3, Dim3, u32),
    device: &DeviceLimits,
) -> Option<(Misshape, Outcome)> {
    let launch = Launch {
        kernel: String::new(),
        grid,
        block,
        shared_bytes,
        args: Vec::new(),
    };
    let promised = kernel
        .max_threads
        .is_some_and(|most| block.count() > most as u64);
    let threads = if promised && block.count() <= device.block_threads as u64 {
        Misshape::Promise
    } else {
        Misshape::Extents
    };
    let checks = [
        (Misshape::Extents, extents(&launch, device)),
        (threads, self::threads(kernel, &launch, device)),
        (Misshape::Shared, shared(kernel, &launch, device)),
        (Misshape::Local, local(kernel, &launch, device)),
    ];
    let mut failed = checks
        .into_iter()
        .filter_map(|(what, done)| Some((what, done.err()?)));
    failed.next()
}

fn bad(message: String, help: &str) -> Outcome {
    Outcome::BadLaunch {
        message,
        help: (!help.is_empty()).then(|| help.to_string()),
    }
}

fn extents(launch: &Launch, device: &DeviceLimits) -> Result<(), Outcome> {
    for (what, dim, limit) in [
        ("grid", launch.grid, device.grid),
        ("block", launch.block, device.block),
    ] {
        if dim.count() == 0 {
            let of = if what == "grid" { "blocks" } else { "threads" };
            let help = format!(
                "every extent of the {what} must be at least 1; a size rounded down to 0 is the usual cause"
            );
            return Err(bad(
                format!(
                    "the {what} has no {of}: {what} is ({}, {}, {})",
                    dim.x, dim.y, dim.z
                ),
                &help,
            ));
        }
        for (axis, have, most) in [
            ("x", dim.x, limit.x),
            ("y", dim.y, limit.y),
            ("z", dim.z, limit.z),
        ] {
            if have > most {
                return Err(bad(
                    format!("{what} extent {axis} is {have}, over the device's limit of {most}"),
                    "",
                ));
            }
        }
    }
    Ok(())
}

fn threads(kernel: &Kernel, launch: &Launch, device: &DeviceLimits) -> Result<(), Outcome> {
    let have = launch.block.count();
    let at = launch.block;
    if have > device.block_threads as u64 {
        let most = device.block_threads;
        let help = "use more blocks of fewer threads";
        return Err(bad(
            format!("a block of {at} has {have} threads, over the device's limit of {most}"),
            help,
        ));
    }
    if let Some(most) = kernel.max_threads.filter(|most| have > *most as u64) {
        let name = &kernel.signature.name;
        let help = "`__launch_bounds__` is a promise about every launch: keep it or change it";
        return Err(bad(
            format!("a block of {at} has {have} threads, but `{name}` promises at most {most}"),
            help,
        ));
    }
    Ok(())
}

fn shared(kernel: &Kernel, launch: &Launch, device: &DeviceLimits) -> Result<(), Outcome> {
    let fixed = static_shared_bytes(kernel);
    let all = fixed.saturating_add(launch.shared_bytes as u64);
    if all <= device.shared_bytes as u64 {
        return Ok(());
    }
    let (most, dynamic) = (device.shared_bytes, launch.shared_bytes);
    let mut big: Vec<_> = kernel.shared.iter().filter(|v| v.bytes > 0).collect();
    big.sort_by_key(|v| std::cmp::Reverse(v.bytes));
    let which = big.first().map_or(String::new(), |v| {
        format!(
            "; the largest variable is `{}` with {} bytes",
            v.name, v.bytes
        )
    });
    let message = format!(
        "a block needs {all} bytes of shared memory ({fixed} static, {dynamic} dynamic), over the limit of {most}{which}"
    );
    // A device has more than a launch is given unasked.
    const ASKED_FOR: u64 = 227 << 10;
    let more = dynamic > 0 && all <= ASKED_FOR && u64::from(most) <= 48 << 10;
    let help = match more {
        true => format!(
            "above 48 KiB the host asks before the launch: `cudaFuncSetAttribute({}, cudaFuncAttributeMaxDynamicSharedMemorySize, {dynamic})`, up to what the device has; or use a smaller tile",
            kernel.signature.name
        ),
        false => "use a smaller tile, or more blocks".to_string(),
    };
    Err(bad(message, &help))
}

/// The bytes of a kernel's static shared variables, laid out in order of declaration.
pub fn static_shared_bytes(kernel: &Kernel) -> u64 {
    kernel
        .shared
        .iter()
        .filter(|v| !v.dynamic)
        .fold(0u64, |at, v| {
            let start = at.next_multiple_of(v.align.max(1) as u64);
            start.saturating_add(v.bytes).min(BEYOND)
        })
}

fn local(kernel: &Kernel, launch: &Launch, device: &DeviceLimits) -> Result<(), Outcome> {
    let need = kernel.code.locals.iter().fold(0u64, |at, v| {
        at.next_multiple_of(16).saturating_add(v.bytes).min(BEYOND)
    });
    if need > device.local_bytes as u64 {
        let most = device.local_bytes;
        return Err(bad(
            format!("a thread needs {need} bytes of local memory, over the limit of {most}"),
            "",
        ));
    }
    let [r, d, _] = kernel.code.registers.map(u64::from);
    let warps = launch.block.count().div_ceil(32);
    let block = (r * 128 + d * 256 + need.next_multiple_of(16) * 32) * warps;
    if block > MAX_MEMORY as u64 / 2 {
        return Err(bad(
            format!(
                "a block needs {block} bytes for its registers and local memory, more than this machine gives"
            ),
            "",
        ));
    }
    Ok(())
}

fn arguments(kernel: &Kernel, memory: &Memory, launch: &Launch) -> Result<(), Outcome> {
    let (want, have) = (kernel.signature.params.len(), launch.args.len());
    let name = &kernel.signature.name;
    if want != have {
        let s = if want == 1 { "" } else { "s" };
        return Err(bad(
            format!("`{name}` takes {want} argument{s}, but the launch gives {have}"),
            "",
        ));
    }
    for (i, (param, arg)) in kernel.signature.params.iter().zip(&launch.args).enumerate() {
        if let Some(given) = misfit(param.kind, *arg, memory) {
            let (n, pname, ty) = (i + 1, &param.name, &param.ty);
            return Err(bad(
                format!(
                    "argument {n} of `{name}`, `{pname}`, is `{ty}`, but the launch gives {given}"
                ),
                "",
            ));
        }
    }
    Ok(())
}

/// What the argument is, in words, if it cannot be passed for the parameter.
fn misfit(kind: ParamKind, arg: Arg, memory: &Memory) -> Option<String> {
    match (kind, arg) {
        (ParamKind::Pointer(_), Arg::Buffer(b) | Arg::BufferAt(b, _)) => {
            (b.0 as usize >= memory.buffers.len()).then(|| "a buffer of another memory".to_string())
        }
        (ParamKind::Pointer(_), Arg::Null) => None,
        (ParamKind::Pointer(_), _) => Some(format!("the number {}", number(arg))),
        (ParamKind::Scalar(_), Arg::Buffer(b) | Arg::BufferAt(b, _)) => {
            Some(format!("the buffer `{}`", memory.name(b)))
        }
        (ParamKind::Scalar(_), Arg::Null) => Some("a null pointer".to_string()),
        (ParamKind::Scalar(elem), _) => scalar_bits(elem, arg)
            .is_none()
            .then(|| format!("the number {}", number(arg))),
    }
}

fn number(arg: Arg) -> String {
    match arg {
        Arg::Bool(v) => v.to_string(),
        Arg::I32(v) => v.to_string(),
        Arg::U32(v) => v.to_string(),
        Arg::I64(v) => v.to_string(),
        Arg::U64(v) => v.to_string(),
        Arg::F32(v) => format!("{v:?}"),
        Arg::F64(v) => format!("{v:?}"),
        Arg::Buffer(_) | Arg::BufferAt(..) | Arg::Null => String::new(),
    }
}

/// The register's bits for an argument of this kind, if the kind holds its value.
pub fn scalar_bits(elem: Elem, arg: Arg) -> Option<u64> {
    let int = match arg {
        Arg::Bool(v) => Some(v as i128),
        Arg::I32(v) => Some(v as i128),
        Arg::U32(v) => Some(v as i128),
        Arg::I64(v) => Some(v as i128),
        Arg::U64(v) => Some(v as i128),
        _ => None,
    };
    let float = match arg {
        Arg::F32(v) => Some(v as f64),
        Arg::F64(v) => Some(v),
        _ => None,
    };
    let fits = |lo: i128, hi: i128| int.filter(|v| (lo..=hi).contains(v));
    match elem {
        Elem::Bool => fits(0, 1).map(|v| v as u64),
        Elem::I8 => fits(i8::MIN as i128, i8::MAX as i128).map(|v| v as i32 as u32 as u64),
        Elem::U8 => fits(0, u8::MAX as i128).map(|v| v as u64),
        Elem::I16 => fits(i16::MIN as i128, i16::MAX as i128).map(|v| v as i32 as u32 as u64),
        Elem::U16 => fits(0, u16::MAX as i128).map(|v| v as u64),
        Elem::I32 => fits(i32::MIN as i128, i32::MAX as i128).map(|v| v as i32 as u32 as u64),
        Elem::U32 => fits(0, u32::MAX as i128).map(|v| v as u64),
        Elem::I64 => fits(i64::MIN as i128, i64::MAX as i128).map(|v| v as i64 as u64),
        Elem::U64 => fits(0, u64::MAX as i128).map(|v| v as u64),
        Elem::F32 => float
            .filter(|v| v.is_nan() || (*v as f32) as f64 == *v)
            .map(|v| (v as f32).to_bits() as u64),
        Elem::F64 => float.map(f64::to_bits),
    }
}
