//! Rows of each kind of memory: requests, what they touch, and what they would at best.
//!
//! Traffic goes in, a section comes out; a kind of access that there is none of has no rows.

use lab::budget::number;
use simt::report::{Banked, Counters, Traffic};

use super::{Basis, Row, Section, bytes, count, round, row, section};

const GLOBAL: [(&str, [&str; 3]); 3] = [
    (
        "loads",
        [
            "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum",
            "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
            "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_ld.ratio",
        ],
    ),
    (
        "stores",
        [
            "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum",
            "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum",
            "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_st.ratio",
        ],
    ),
    (
        "atomics",
        [
            "l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum",
            "l1tex__t_sectors_pipe_lsu_mem_global_op_atom.sum",
            "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_atom.ratio",
        ],
    ),
];

/// Of one allocation: loads, stores, atomics.
pub(super) fn traffic(title: &str, kinds: [&Traffic; 3]) -> Section {
    let mut rows = Vec::new();
    for ((kind, metrics), t) in GLOBAL.iter().zip(kinds).filter(|(_, t)| t.requests > 0) {
        let exact = |metric| (metric, Basis::Exact);
        count(
            &mut rows,
            &format!("{kind}: requests"),
            t.requests,
            exact(metrics[0]),
        );
        rows.push(Row {
            ideal: number(t.ideal_sectors as f64),
            ..row(
                &format!("{kind}: sectors"),
                number(t.sectors as f64),
                exact(metrics[1]),
            )
        });
        let ideal = t.ideal_sectors as f64 / t.requests as f64;
        rows.push(Row {
            ideal: number(round(ideal)),
            ..row(
                &format!("{kind}: sectors a request"),
                number(round(t.sectors_per_request())),
                exact(metrics[2]),
            )
        });
        rows.push(row(
            &format!("{kind}: asked for"),
            bytes(t.bytes_requested),
            ("", Basis::Exact),
        ));
        rows.push(Row {
            ideal: format!("{} at least", bytes(t.unique_bytes)),
            ..row(
                &format!("{kind}: moved in sectors"),
                bytes(t.bytes_moved()),
                ("", Basis::Exact),
            )
        });
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
        rows.push(Row {
            ideal: number(b.ideal_wavefronts as f64),
            ..row(
                &format!("{kind}: passes over the banks"),
                number(b.wavefronts as f64),
                (metrics[1], Basis::Modelled),
            )
        });
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
