//! How fast the machine is: thread-instructions a second on four kernels, with and without probes.
//!
//! `cargo run --release -p simt --example throughput`. The kernels are built by hand, so only the machine is measured.

#[allow(dead_code)]
#[path = "../tests/machine/build.rs"]
mod build;

use build::{Build, floats, run_module};
use simt::ir::op::{Bin32, Cmp32, Special};
use simt::ir::{Ins, Module};
use simt::launch::{Arg, Dim3, Elem, Init, Memory, RunOptions};
use std::time::Instant;

fn vector_add() -> Module {
    let mut k = Build::new();
    let (a, b, c) = (k.pointer("a"), k.pointer("b"), k.pointer("c"));
    let n = k.scalar("n", Elem::I32);
    let i = k.global_index();
    let inside = k.cmp(Cmp32::LtS, i, n);
    k.when(inside, |k| {
        let (x, y) = (k.load(a, i), k.load(b, i));
        let sum = k.bin(Bin32::FAdd, x, y);
        k.store(c, i, sum);
    });
    k.module()
}

/// One output a thread, one product a turn of the loop.
fn matmul() -> Module {
    let mut k = Build::new();
    let (a, b, c) = (k.pointer("a"), k.pointer("b"), k.pointer("c"));
    let n = k.scalar("n", Elem::I32);
    let (bx, by) = (k.special(Special::Ctaid(0)), k.special(Special::Ctaid(1)));
    let (tx, ty) = (k.special(Special::Tid(0)), k.special(Special::Tid(1)));
    let sixteen = k.int(16);
    let (col, row, sum, i) = (k.r(), k.r(), k.r(), k.r());
    let (zero, one) = (k.int(0), k.int(1));
    k.put(Ins::Mad {
        dst: col,
        a: bx,
        b: sixteen,
        c: tx,
    });
    k.put(Ins::Mad {
        dst: row,
        a: by,
        b: sixteen,
        c: ty,
    });
    k.put(Ins::Mov { dst: sum, a: zero });
    k.put(Ins::Mov { dst: i, a: zero });
    let (ia, ib) = (k.r(), k.r());
    k.repeat(
        |k| k.cmp(Cmp32::LtS, i, n),
        |k| {
            k.put(Ins::Mad {
                dst: ia,
                a: row,
                b: n,
                c: i,
            });
            k.put(Ins::Mad {
                dst: ib,
                a: i,
                b: n,
                c: col,
            });
            let (x, y) = (k.load(a, ia), k.load(b, ib));
            k.put(Ins::Fma {
                dst: sum,
                a: x,
                b: y,
                c: sum,
            });
        },
        |k| {
            k.put(Ins::Bin32 {
                op: Bin32::Add,
                dst: i,
                a: i,
                b: one,
            });
        },
    );
    let out = k.r();
    k.put(Ins::Mad {
        dst: out,
        a: row,
        b: n,
        c: col,
    });
    k.store(c, out, sum);
    k.module()
}

/// A tile of 16 by 16 in shared memory.
fn tiled() -> Module {
    let mut k = Build::new();
    let (a, b, c) = (k.pointer("a"), k.pointer("b"), k.pointer("c"));
    let n = k.scalar("n", Elem::I32);
    let (sa, sb) = (
        k.shared("sa", Elem::F32, 256),
        k.shared("sb", Elem::F32, 256),
    );
    let (bx, by) = (k.special(Special::Ctaid(0)), k.special(Special::Ctaid(1)));
    let (tx, ty) = (k.special(Special::Tid(0)), k.special(Special::Tid(1)));
    let (zero, one, sixteen) = (k.int(0), k.int(1), k.int(16));
    let (col, row, sum, i, j, mine) = (k.r(), k.r(), k.r(), k.r(), k.r(), k.r());
    k.put(Ins::Mad {
        dst: col,
        a: bx,
        b: sixteen,
        c: tx,
    });
    k.put(Ins::Mad {
        dst: row,
        a: by,
        b: sixteen,
        c: ty,
    });
    k.put(Ins::Mad {
        dst: mine,
        a: ty,
        b: sixteen,
        c: tx,
    });
    k.put(Ins::Mov { dst: sum, a: zero });
    k.put(Ins::Mov { dst: i, a: zero });
    let (ia, ib) = (k.r(), k.r());
    k.repeat(
        |k| k.cmp(Cmp32::LtS, i, n),
        |k| {
            let (across, down) = (k.bin(Bin32::Add, i, tx), k.bin(Bin32::Add, i, ty));
            k.put(Ins::Mad {
                dst: ia,
                a: row,
                b: n,
                c: across,
            });
            k.put(Ins::Mad {
                dst: ib,
                a: down,
                b: n,
                c: col,
            });
            let (x, y) = (k.load(a, ia), k.load(b, ib));
            k.store(sa, mine, x);
            k.store(sb, mine, y);
            k.put(Ins::Bar);
            k.put(Ins::Mov { dst: j, a: zero });
            k.repeat(
                |k| k.cmp(Cmp32::LtS, j, sixteen),
                |k| {
                    k.put(Ins::Mad {
                        dst: ia,
                        a: ty,
                        b: sixteen,
                        c: j,
                    });
                    k.put(Ins::Mad {
                        dst: ib,
                        a: j,
                        b: sixteen,
                        c: tx,
                    });
                    let (x, y) = (k.load(sa, ia), k.load(sb, ib));
                    k.put(Ins::Fma {
                        dst: sum,
                        a: x,
                        b: y,
                        c: sum,
                    });
                },
                |k| {
                    k.put(Ins::Bin32 {
                        op: Bin32::Add,
                        dst: j,
                        a: j,
                        b: one,
                    });
                },
            );
            k.put(Ins::Bar);
        },
        |k| {
            k.put(Ins::Bin32 {
                op: Bin32::Add,
                dst: i,
                a: i,
                b: sixteen,
            });
        },
    );
    let out = k.r();
    k.put(Ins::Mad {
        dst: out,
        a: row,
        b: n,
        c: col,
    });
    k.store(c, out, sum);
    k.module()
}

/// Arithmetic only.
fn arithmetic() -> Module {
    let mut k = Build::new();
    let c = k.pointer("c");
    let _ = (k.pointer("b"), k.pointer("a"));
    let n = k.scalar("n", Elem::I32);
    let t = k.global_index();
    let (x, i) = (k.r(), k.r());
    let (zero, one) = (k.int(0), k.int(1));
    k.put(Ins::Mov { dst: x, a: t });
    k.put(Ins::Mov { dst: i, a: zero });
    k.repeat(
        |k| k.cmp(Cmp32::LtS, i, n),
        |k| {
            for _ in 0..8 {
                k.put(Ins::Mad {
                    dst: x,
                    a: x,
                    b: n,
                    c: t,
                });
                k.put(Ins::Bin32 {
                    op: Bin32::Xor,
                    dst: x,
                    a: x,
                    b: i,
                });
            }
        },
        |k| {
            k.put(Ins::Bin32 {
                op: Bin32::Add,
                dst: i,
                a: i,
                b: one,
            });
        },
    );
    k.store(c, t, x);
    k.module()
}

fn measure(name: &str, module: Module, size: usize, n: usize, grid: Dim3, block: Dim3) {
    for checks in [false, true] {
        let mut memory = Memory::new();
        let data = || Init::Bytes(floats((0..size).map(|i| (i % 17) as f32)));
        let args: Vec<Arg> = ["a", "b", "c"]
            .iter()
            .map(|name| Arg::Buffer(memory.alloc(name, Elem::F32, size, data())))
            .collect();
        let args = [args[0], args[1], args[2], Arg::I32(n as i32)];
        let options = RunOptions {
            checks,
            fuel: u64::MAX,
            ..RunOptions::default()
        };
        let start = Instant::now();
        let report = run_module(module.clone(), &mut memory, grid, block, &args, &options);
        let took = start.elapsed().as_secs_f64();
        let warp = report.counters.warp_instructions as f64;
        let note = if report.findings.is_empty() {
            ""
        } else {
            " FINDINGS"
        };
        println!(
            "{name:12} checks {checks:5}  {:8.1} ms  {:6.1} ns a warp instruction  {:5.2} G thread-instructions/s{note}",
            took * 1e3,
            took * 1e9 / warp,
            warp * 32.0 / took / 1e9
        );
    }
}

fn main() {
    let size = 1 << 20;
    measure(
        "vector-add",
        vector_add(),
        size,
        size,
        Dim3::from(size as u32 / 256),
        Dim3::from(256),
    );
    measure(
        "matmul",
        matmul(),
        256 * 256,
        256,
        Dim3::from((16, 16)),
        Dim3::from((16, 16)),
    );
    measure(
        "tiled",
        tiled(),
        256 * 256,
        256,
        Dim3::from((16, 16)),
        Dim3::from((16, 16)),
    );
    measure(
        "arithmetic",
        arithmetic(),
        65536,
        100,
        Dim3::from(256),
        Dim3::from(256),
    );
}
