//! Memory other than buffers: each thread's own, and the variables of a module.

use crate::build::{Build, run_module, shape};
use simt::ir::op::{AtomOp, Bin32, MemTy, Scope, Special};
use simt::ir::{Global, GlobalId, Ins, LocalId, LocalVar};
use simt::launch::{Arg, Elem, Init, Memory, RunOptions};
use simt::report::FindingKind;
use simt::source::Span;

#[test]
fn local_memory_is_each_threads_own() {
    let mut k = Build::new();
    let to = k.pointer("to");
    let span = Span::default();
    k.code.locals.push(LocalVar {
        name: "a".into(),
        bytes: 40,
        align: 4,
        elem: Elem::I32,
        parts: None,
        span,
        in_registers: false,
        until: u32::MAX,
    });
    let a = k.d();
    k.put(Ins::LocalAddr {
        dst: a,
        var: LocalId(0),
    });
    let t = k.special(Special::Tid(0));
    let ten = k.int(10);
    let i = k.bin(Bin32::RemU, t, ten);
    k.store(a, i, t);
    let addr = k.at(a, i, 4);
    let low = k.r();
    k.put(Ins::Ld {
        ty: MemTy::U8,
        n: 1,
        volatile: false,
        dst: low,
        addr,
        offset: 0,
    });
    k.store(to, t, low);
    k.line(9);
    let x = k.load(a, ten);
    k.store(to, t, x);
    let mut memory = Memory::new();
    let out = memory.alloc("to", Elem::U32, 64, Init::Uninit);
    let report = k.run(&mut memory, 1, 64, &[Arg::Buffer(out)]);
    assert_eq!(report.findings.len(), 1);
    assert_eq!(
        report.findings[0].message,
        "out-of-bounds local read of 4 bytes: `a` has 10 elements; index 10 is 1 past the end"
    );
    assert_eq!(
        (report.counters.local.loads, report.counters.local.stores),
        (2, 2)
    );
}

#[test]
fn module_variables_live_in_the_memory() {
    let build = |store: bool| {
        let mut k = Build::new();
        let to = k.pointer("to");
        let (table, counter) = (k.d(), k.d());
        k.put(Ins::GlobalAddr {
            dst: table,
            var: GlobalId(0),
        });
        k.put(Ins::GlobalAddr {
            dst: counter,
            var: GlobalId(1),
        });
        let t = k.special(Special::Tid(0));
        let one = k.int(1);
        let x = k.load(table, t);
        k.store(to, t, x);
        k.put(Ins::Atom {
            op: AtomOp::Add,
            dst: None,
            addr: counter,
            a: one,
            b: one,
            scope: Scope::Device,
        });
        if store {
            k.store(table, t, x);
        }
        let mut module = k.module();
        let global = |name: &str, bytes: u64, constant: bool, init: Option<Vec<u8>>| Global {
            host: false,
            managed: false,
            unchanging: false,
            name: name.into(),
            bytes,
            elem: Elem::U32,
            parts: None,
            constant,
            init,
            addresses: Vec::new(),
            span: Span::default(),
        };
        module.globals = vec![
            global("table", 16, true, Some(crate::build::words([7, 8, 9, 10]))),
            global("counter", 4, false, None),
        ];
        module
    };
    let mut memory = Memory::new();
    let to = memory.alloc("to", Elem::U32, 4, Init::Uninit);
    memory.set_symbol("table", &crate::build::words([1, 2]));
    let mut run = |store| {
        run_module(
            build(store),
            &mut memory,
            shape(1, 4),
            &[Arg::Buffer(to)],
            &RunOptions::default(),
        )
    };
    assert!(run(false).findings.is_empty());
    let report = run(true);
    assert_eq!(report.findings[0].kind, FindingKind::WriteToConstant);
    let names: Vec<&str> = report
        .counters
        .symbols
        .iter()
        .map(|s| s.name.as_str())
        .collect();
    assert_eq!(names, ["table", "counter"]);
    assert_eq!(memory.u32s(to), [1, 2, 9, 10]);
    assert_eq!(memory.symbol("counter"), Some(&8u32.to_le_bytes()[..]));
}
