//! Rows of what fits on a multiprocessor at a time, and what keeps it from more.

use lab::budget::number;
use simt::host::Limiter;

use super::{Basis, Row, Section, bytes, percent, round, row};
use crate::course::Device;
use crate::profile::Kernel;

/// Of a kernel on a device.
pub(super) fn section(kernel: &Kernel, device: &Device) -> Section {
    let (o, of) = (&kernel.occupancy, &kernel.footprint);
    let mut rows = vec![
        Row {
            ideal: "100 %".into(),
            ..row(
                "theoretical occupancy",
                format!(
                    "{}: {} of {} warps",
                    percent(o.ratio()),
                    o.warps,
                    o.most_warps
                ),
                ("sm__maximum_warps_per_active_cycle_pct", Basis::Derived),
            )
        },
        row(
            "limited by",
            o.limiter.words().to_owned(),
            ("", Basis::Derived),
        ),
    ];
    rows.push(row(
        "blocks a multiprocessor",
        o.blocks.to_string(),
        ("", Basis::Derived),
    ));
    for (limiter, blocks) in o.by {
        rows.push(row(
            &format!("  {} allow", limiter.words()),
            blocks.to_string(),
            (limit_metric(limiter), Basis::Derived),
        ));
    }
    rows.push(row(
        "registers a thread",
        format!("about {}", of.registers),
        ("launch__registers_per_thread", Basis::Modelled),
    ));
    rows.push(row(
        "shared memory a block",
        bytes(of.shared_bytes.into()),
        ("launch__shared_mem_per_block", Basis::Exact),
    ));
    rows.push(row(
        "waves",
        number(round(kernel.waves(device))),
        ("launch__waves_per_multiprocessor", Basis::Derived),
    ));
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
