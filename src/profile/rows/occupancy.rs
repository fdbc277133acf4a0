//! Rows of what fits on a multiprocessor at a time, and what keeps it from more.

use lab::budget::number;
use simt::host::Limiter;

use super::{Basis, Section, bytes, percent, round, row};
use crate::course::Device;
use crate::profile::Kernel;

/// Of a kernel on a device.
pub(super) fn section(kernel: &Kernel, device: &Device) -> Section {
    let (o, of) = (&kernel.occupancy, &kernel.footprint);
    let warps = format!(
        "{}: {} of {} warps",
        percent(o.ratio()),
        o.warps,
        o.most_warps
    );
    let metric = ("sm__maximum_warps_per_active_cycle_pct", Basis::Derived);
    let ratio = row("theoretical occupancy", warps, metric).of(o.ratio());
    let limiter = o.limiter.words().to_owned();
    let mut rows = vec![
        ratio.at_best("100 %".into(), 1.0),
        row("limited by", limiter, ("", Basis::Derived)),
    ];
    let mut push = |name: &str, text: String, metric, amount: f64| {
        rows.push(row(name, text, metric).of(amount));
    };
    let blocks = |n: u32| (n.to_string(), f64::from(n));
    let (text, amount) = blocks(o.blocks);
    push(
        "blocks a multiprocessor",
        text,
        ("", Basis::Derived),
        amount,
    );
    for (limiter, most) in o.by {
        let (text, amount) = blocks(most);
        let name = format!("  {} allow", limiter.words());
        push(&name, text, (limit_metric(limiter), Basis::Derived), amount);
    }
    push(
        "registers a thread",
        match &kernel.compiler {
            Some(compiler) => format!("{} from {compiler}", of.registers),
            None => format!("about {}, estimated", of.registers),
        },
        match kernel.compiler {
            Some(_) => ("launch__registers_per_thread", Basis::Exact),
            None => ("launch__registers_per_thread", Basis::Modelled),
        },
        f64::from(of.registers),
    );
    push(
        "shared memory a block",
        bytes(of.shared_bytes.into()),
        ("launch__shared_mem_per_block", Basis::Exact),
        f64::from(of.shared_bytes),
    );
    let waves = kernel.waves(device);
    push(
        "waves",
        number(round(waves)),
        ("launch__waves_per_multiprocessor", Basis::Derived),
        waves,
    );
    super::section("Occupancy", rows)
}

fn limit_metric(limiter: Limiter) -> &'static str {
    match limiter {
        Limiter::Warps => "launch__occupancy_limit_warps",
        Limiter::Blocks => "launch__occupancy_limit_blocks",
        Limiter::Registers => "launch__occupancy_limit_registers",
        Limiter::Shared => "launch__occupancy_limit_shared_mem",
    }
}
