//! Rows of each kind of memory: requests, what they touch, and what they would at best.
//!
//! Traffic goes in, a section comes out; a kind of access that there is none of has no rows.

use lab::budget::number;
use simt::report::{Banked, Counters, Traffic};

use super::{Basis, Row, Section, bytes, count, round, row, section};

/// A kind of access, and what Nsight Compute calls its requests, its sectors, their ratio, and the bytes asked for and moved.
type Kind = (&'static str, [&'static str; 5]);

const LOADS: Kind = (
    "loads",
    [
        "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum",
        "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
        "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_ld.ratio",
        "smsp__sass_data_bytes_mem_global_op_ld.sum",
        "l1tex__t_bytes_pipe_lsu_mem_global_op_ld.sum",
    ],
);

const STORES: Kind = (
    "stores",
    [
        "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum",
        "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum",
        "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_st.ratio",
        "smsp__sass_data_bytes_mem_global_op_st.sum",
        "l1tex__t_bytes_pipe_lsu_mem_global_op_st.sum",
    ],
);

const ATOMICS: Kind = (
    "atomics",
    [
        "l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum",
        "l1tex__t_sectors_pipe_lsu_mem_global_op_atom.sum",
        "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_atom.ratio",
        "smsp__sass_data_bytes_mem_global_op_atom.sum",
        "l1tex__t_bytes_pipe_lsu_mem_global_op_atom.sum",
    ],
);

/// Atomics whose result nobody takes.
const REDUCTIONS: Kind = (
    "reductions",
    [
        "l1tex__t_requests_pipe_lsu_mem_global_op_red.sum",
        "l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum",
        "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_red.ratio",
        "smsp__sass_data_bytes_mem_global_op_red.sum",
        "l1tex__t_bytes_pipe_lsu_mem_global_op_red.sum",
    ],
);

/// Of one allocation: loads, stores, atomics, and of these those whose result nobody takes.
pub(super) fn traffic(
    title: &str,
    [loads, stores, atomics]: [&Traffic; 3],
    reductions: &Traffic,
) -> Section {
    let taken = Traffic {
        requests: atomics.requests - reductions.requests,
        sectors: atomics.sectors - reductions.sectors,
        ideal_sectors: atomics.ideal_sectors - reductions.ideal_sectors,
        bytes_requested: atomics.bytes_requested - reductions.bytes_requested,
        unique_bytes: atomics.unique_bytes,
    };
    let reductions = &Traffic {
        unique_bytes: atomics.unique_bytes,
        ..*reductions
    };
    let kinds = [
        (LOADS, loads),
        (STORES, stores),
        (ATOMICS, &taken),
        (REDUCTIONS, reductions),
    ];
    let mut rows = Vec::new();
    for (kind, t) in kinds.into_iter().filter(|(_, t)| t.requests > 0) {
        of_kind(&mut rows, kind, t);
    }
    section(title, rows)
}

fn of_kind(rows: &mut Vec<Row>, (kind, metrics): Kind, t: &Traffic) {
    let exact = |k: usize| (metrics[k], Basis::Exact);
    let name = |what: &str| format!("{kind}: {what}");
    count(rows, &name("requests"), t.requests, exact(0));
    let (sectors, ideal) = (t.sectors as f64, t.ideal_sectors as f64);
    let of = row(&name("sectors"), number(sectors), exact(1)).of(sectors);
    rows.push(of.at_best(number(ideal), ideal));
    let (each, ideal) = (t.sectors_per_request(), ideal / t.requests as f64);
    let of = row(&name("sectors a request"), number(round(each)), exact(2)).of(each);
    rows.push(of.at_best(number(round(ideal)), ideal));
    // Where a request asks for more or less than 128 bytes, the other measure, in which checks of labs are told.
    if t.bytes_requested > 0 && t.bytes_requested != 128 * t.requests {
        let per = |sectors: u64| sectors as f64 * 128.0 / t.bytes_requested as f64;
        let (each, ideal) = (per(t.sectors), per(t.ideal_sectors));
        let of = row(
            &name("sectors for 128 bytes"),
            number(round(each)),
            ("", Basis::Exact),
        );
        rows.push(of.of(each).at_best(number(round(ideal)), ideal));
    }
    let asked = row(&name("asked for"), bytes(t.bytes_requested), exact(3));
    rows.push(asked.of(t.bytes_requested as f64));
    let moved = row(&name("moved in sectors"), bytes(t.bytes_moved()), exact(4));
    let least = format!("{} at least", bytes(t.unique_bytes));
    let moved = moved.of(t.bytes_moved() as f64);
    rows.push(moved.at_best(least, t.unique_bytes as f64));
}

/// Of one `__constant__` variable: what is read through the constant cache is no global load, and a device takes many of these
/// reads as operands of other instructions.
pub(super) fn constant(title: &str, loads: &Traffic) -> Section {
    let mut rows = Vec::new();
    count(
        &mut rows,
        "reads: requests",
        loads.requests,
        ("", Basis::Modelled),
    );
    if loads.requests > 0 {
        let asked = bytes(loads.bytes_requested);
        let of = row("reads: asked for", asked, ("", Basis::Modelled));
        rows.push(of.of(loads.bytes_requested as f64));
    }
    section(title, rows)
}

/// Of shared memory.
pub(super) fn shared(c: &Counters) -> Section {
    let kinds: [(&str, &Banked, [&'static str; 2]); 3] = [
        (
            "loads",
            &c.shared.loads,
            [
                "smsp__inst_executed_op_shared_ld.sum",
                "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
            ],
        ),
        (
            "stores",
            &c.shared.stores,
            [
                "smsp__inst_executed_op_shared_st.sum",
                "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum",
            ],
        ),
        (
            "atomics",
            &c.shared.atomics,
            ["smsp__inst_executed_op_shared_atom.sum", ""],
        ),
    ];
    let mut rows = Vec::new();
    for (kind, b, metrics) in kinds.into_iter().filter(|(_, b, _)| b.requests > 0) {
        count(
            &mut rows,
            &format!("{kind}: requests"),
            b.requests,
            (metrics[0], Basis::Exact),
        );
        let (passes, ideal) = (b.wavefronts as f64, b.ideal_wavefronts as f64);
        let name = format!("{kind}: passes over the banks");
        let of = row(&name, number(passes), (metrics[1], Basis::Modelled)).of(passes);
        rows.push(of.at_best(number(ideal), ideal));
        if b.conflicts() > 0 {
            count(
                &mut rows,
                &format!("{kind}: passes too many"),
                b.conflicts(),
                ("", Basis::Modelled),
            );
        }
    }
    section("Shared memory", rows)
}

/// Of local memory.
pub(super) fn local(c: &Counters) -> Section {
    let mut rows = Vec::new();
    count(
        &mut rows,
        "loads: requests",
        c.local.loads,
        ("smsp__inst_executed_op_local_ld.sum", Basis::Modelled),
    );
    count(
        &mut rows,
        "stores: requests",
        c.local.stores,
        ("smsp__inst_executed_op_local_st.sum", Basis::Modelled),
    );
    section("Local memory (arrays that no register can hold)", rows)
}
