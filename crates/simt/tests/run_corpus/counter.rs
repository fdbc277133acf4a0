//! The counters that a corpus file names: a path such as `shared.loads.requests` in, the number out.

use simt::ir::class::InsClass;
use simt::report::{Banked, Counters, Traffic};

pub fn counter(counters: &Counters, path: &str) -> Result<u64, String> {
    let unknown = || format!("no counter `{path}`");
    let parts: Vec<&str> = path.split('.').collect();
    Ok(match parts.as_slice() {
        ["barriers"] => counters.barriers,
        ["class", words] => class(counters, words).ok_or_else(unknown)?,
        ["flops"] => counters.flops,
        ["flops", "half"] => counters.flops_by.half,
        ["flops", "single"] => counters.flops_by.single,
        ["flops", "double"] => counters.flops_by.double,
        ["flops", "tensor_half"] => counters.flops_by.tensor_half,
        ["flops", "tensor_int8"] => counters.flops_by.tensor_int8,
        ["flops", "tensor_tf32"] => counters.flops_by.tensor_tf32,
        ["compulsory_bytes"] => counters.compulsory_bytes(),
        ["flops", "tensor"] => counters.flops_by.tensor,
        ["contention", "requests"] => counters.contention.requests,
        ["contention", "turns"] => counters.contention.turns,
        ["shuffles"] => counters.shuffles,
        ["votes"] => counters.votes,
        ["special"] => counters.special,
        ["atomics"] => counters.atomics,
        ["threads"] => counters.threads,
        ["blocks"] => counters.blocks,
        ["local", "loads"] => counters.local.loads,
        ["local", "stores"] => counters.local.stores,
        ["shared_bytes"] => u64::from(counters.shared_bytes),
        ["shared", "loads", what] => banked(&counters.shared.loads, what).ok_or_else(unknown)?,
        ["shared", "stores", what] => banked(&counters.shared.stores, what).ok_or_else(unknown)?,
        [buffer, which, what] => {
            let of = counters
                .buffers
                .iter()
                .find(|b| b.name == *buffer)
                .ok_or_else(unknown)?;
            let traffic = match *which {
                "loads" => &of.loads,
                "stores" => &of.stores,
                "atomics" => &of.atomics,
                _ => return Err(unknown()),
            };
            traffic_of(traffic, what).ok_or_else(unknown)?
        }
        _ => return Err(unknown()),
    })
}

/// Instructions of a class, by the first of its words.
fn class(counters: &Counters, first: &str) -> Option<u64> {
    let classes = InsClass::ALL.into_iter().zip(counters.classes);
    let mut named = classes.filter(|(class, _)| class.words().split(' ').next() == Some(first));
    named.next().map(|(_, issued)| issued)
}

fn banked(of: &Banked, what: &str) -> Option<u64> {
    match what {
        "requests" => Some(of.requests),
        "wavefronts" => Some(of.wavefronts),
        "ideal_wavefronts" => Some(of.ideal_wavefronts),
        _ => None,
    }
}

fn traffic_of(of: &Traffic, what: &str) -> Option<u64> {
    match what {
        "requests" => Some(of.requests),
        "sectors" => Some(of.sectors),
        "ideal_sectors" => Some(of.ideal_sectors),
        "bytes_requested" => Some(of.bytes_requested),
        "unique_bytes" => Some(of.unique_bytes),
        _ => None,
    }
}
