//! The interpreter on code made by hand, without the front end.

mod watched;

use super::machine::Machine;
use super::{Ended, EntryArg, EntryCall, ProgramOptions, ProgramReport, Quiet};
use cuda_ir::op::{Bin32, Cmp32, MemTy};
use cuda_ir::sys::{SysFn, SysSite};
use cuda_ir::verify::verify;
use cuda_ir::{
    At, CallSite, Code, D, FuncId, Function, Global, GlobalId, HostEntry, Ins, LocalId, LocalVar,
    Module, P, Param, ParamKind, ParamReg, PrintSite, R, Signature,
};
use cuda_source::source::{Source, Span};
use warp::launch::{Elem, Memory};
use warp::report::FindingKind;

fn function(name: &str, registers: [u16; 3], ins: Vec<Ins>) -> Function {
    let at = At {
        library: false,
        padding: 0,
        part: false,
        upper: false,
        caller: 0,
        span: Span::new(0, 4),
        line: 1,
        column: 1,
    };
    let code = Code {
        at: vec![at; ins.len()],
        ins,
        registers,
        ..Code::default()
    };
    // Any register may be what it returns.
    let [r, d, p] = registers;
    let results = (0..r).map(|n| ParamReg::R(R(n)));
    let results = results.chain((0..d).map(|n| ParamReg::D(D(n))));
    let results = results.chain((0..p).map(|n| ParamReg::P(P(n))));
    Function {
        name: name.into(),
        code,
        host: true,
        results: results.collect(),
    }
}

fn module(
    functions: Vec<Function>,
    params: &[(&str, Elem, ParamReg)],
    result: Option<(ParamReg, Elem)>,
) -> Module {
    let shown = params.iter().map(|(name, elem, _)| Param {
        name: name.to_string(),
        ty: elem.name().into(),
        kind: ParamKind::Scalar(*elem),
        to: None,
    });
    let signature = Signature {
        name: functions[0].name.clone(),
        params: shown.collect(),
        span: Span::default(),
    };
    Module {
        functions,
        entries: vec![HostEntry {
            signature,
            params: params.iter().map(|p| p.2).collect(),
            result,
            func: FuncId(0),
        }],
        ..Module::default()
    }
}

fn run_with(module: Module, args: &[EntryArg], options: &ProgramOptions) -> (ProgramReport, Quiet) {
    let source = Source::new("t.cu", "code code code");
    let name = module.functions[0].name.clone();
    let code = verify(module, &source).expect("the test's module keeps the rules");
    let (mut memory, mut world) = (Memory::new(), Quiet::default());
    let mut machine = Machine::new(&code, &mut memory, &mut world, options);
    let done = if name == "main" {
        machine.main()
    } else {
        machine.entry(&EntryCall {
            name,
            args: args.to_vec(),
            shape: None,
        })
    };
    let report = machine.report(done);
    (report, world)
}

fn run(module: Module, args: &[EntryArg]) -> (ProgramReport, Quiet) {
    run_with(module, args, &ProgramOptions::default())
}

/// `int sum(int n) { int s = 0; for (int i = 0; i < n; i++) { if (i == 3) continue; s += i; } return s; }`
fn sum_but_three() -> Module {
    let (n, s, i, one, three) = (R(0), R(1), R(2), R(3), R(4));
    let ins = vec![
        Ins::Loop { step: 7, end: 9 },
        Ins::Cmp32 {
            op: Cmp32::LtS,
            dst: P(0),
            a: i,
            b: n,
        },
        Ins::LoopTest { cond: P(0) },
        Ins::Cmp32 {
            op: Cmp32::Eq,
            dst: P(1),
            a: i,
            b: three,
        },
        Ins::If {
            cond: P(1),
            other: 6,
        },
        Ins::Continue { levels: 1 },
        Ins::EndIf,
        Ins::LoopStep,
        Ins::Bin32 {
            op: Bin32::Add,
            dst: i,
            a: i,
            b: one,
        },
        Ins::EndLoop,
        Ins::Return,
    ];
    let mut f = function("sum", [5, 0, 2], ins);
    f.code.ins.insert(
        7,
        Ins::Bin32 {
            op: Bin32::Add,
            dst: s,
            a: s,
            b: i,
        },
    );
    f.code.at.push(f.code.at[0]);
    f.code.ins[0] = Ins::Loop { step: 8, end: 10 };
    f.code.consts32 = vec![(one, 1), (three, 3)];
    module(
        vec![f],
        &[("n", Elem::I32, ParamReg::R(n))],
        Some((ParamReg::R(s), Elem::I32)),
    )
}

#[test]
fn loops_branches_and_results() {
    let (report, _) = run(sum_but_three(), &[EntryArg::Int(10)]);
    assert_eq!(report.ended, Ended::Returned);
    assert_eq!(report.result, Some(45 - 3));
    let (report, _) = run(sum_but_three(), &[]);
    assert!(matches!(report.ended, Ended::NotStarted { .. }));
}

#[test]
fn fuel_ends_an_endless_loop() {
    let ins = vec![
        Ins::Loop { step: 1, end: 2 },
        Ins::LoopStep,
        Ins::EndLoop,
        Ins::Return,
    ];
    let options = ProgramOptions {
        host_fuel: 1000,
        ..ProgramOptions::default()
    };
    let (report, _) = run_with(
        module(vec![function("main", [0; 3], ins)], &[], None),
        &[],
        &options,
    );
    assert!(
        matches!(report.ended, Ended::Limit { .. }),
        "{:?}",
        report.ended
    );
    assert_eq!(report.ended.status(), 124);
}

/// `int fact(int n) { return n < 2 ? 1 : n * fact(n - 1); }`
fn factorial(base: bool) -> Module {
    let (n, out, one, m, part) = (R(0), R(1), R(2), R(3), R(4));
    let mut ins = vec![
        Ins::Cmp32 {
            op: Cmp32::LeS,
            dst: P(0),
            a: n,
            b: one,
        },
        Ins::If {
            cond: P(0),
            other: 4,
        },
        Ins::Mov { dst: out, a: one },
        Ins::Return,
        Ins::EndIf,
        Ins::Bin32 {
            op: Bin32::Sub,
            dst: m,
            a: n,
            b: one,
        },
        Ins::Call { site: 0 },
        Ins::Bin32 {
            op: Bin32::Mul,
            dst: out,
            a: part,
            b: n,
        },
        Ins::Return,
    ];
    if !base {
        ins[3] = Ins::Fence { block_only: false };
    }
    let mut f = function("fact", [5, 0, 1], ins);
    f.code.consts32 = vec![(one, 1)];
    f.code.locals = vec![LocalVar {
        name: "room".into(),
        bytes: 100,
        align: 16,
        elem: Elem::U8,
        parts: None,
        span: Span::default(),
        in_registers: false,
        until: u32::MAX,
    }];
    f.code.calls = vec![CallSite {
        func: Some(FuncId(0)),
        args32: vec![(n, m)],
        results32: vec![(part, out)],
        ..CallSite::default()
    }];
    module(
        vec![f],
        &[("n", Elem::I32, ParamReg::R(n))],
        Some((ParamReg::R(out), Elem::I32)),
    )
}

#[test]
fn recursion_returns_or_uses_up_the_stack() {
    let (report, _) = run(factorial(true), &[EntryArg::Int(6)]);
    assert_eq!(report.result, Some(720));
    let (report, _) = run(factorial(false), &[EntryArg::Int(6)]);
    assert!(
        matches!(&report.ended, Ended::Faulted { message, .. } if message.contains("stack is used up"))
    );
}

fn sys(what: SysFn, args: &[(ParamReg, Elem)], results: &[ParamReg]) -> SysSite {
    SysSite {
        what,
        args: args.to_vec(),
        results: results.to_vec(),
    }
}

/// Memory from `malloc`, a store, a read past its end, `free`, a read after it, `free` again; `printf` of what was read.
#[test]
fn the_heap_is_watched_and_nothing_stops() {
    let (size, p, fmt, x, y, seven) = (D(0), D(1), D(2), R(0), R(1), R(2));
    let ld = |dst, offset| Ins::Ld {
        ty: MemTy::B32,
        n: 1,
        volatile: false,
        dst,
        addr: p,
        offset,
    };
    let ins = vec![
        Ins::Sys { site: 0 },
        Ins::St {
            ty: MemTy::B32,
            n: 1,
            volatile: false,
            src: seven,
            addr: p,
            offset: 4,
        },
        ld(x, 4),
        ld(y, 8),
        Ins::GlobalAddr {
            dst: fmt,
            var: GlobalId(0),
        },
        Ins::Print { site: 0 },
        Ins::Sys { site: 1 },
        ld(y, 0),
        Ins::Sys { site: 1 },
        Ins::Return,
    ];
    let mut f = function("main", [4, 3, 0], ins);
    f.code.consts64 = vec![(size, 8)];
    f.code.consts32 = vec![(seven, 7)];
    f.code.sys = vec![
        sys(
            SysFn::Malloc,
            &[(ParamReg::D(size), Elem::U64)],
            &[ParamReg::D(p)],
        ),
        sys(SysFn::CFree, &[(ParamReg::D(p), Elem::U64)], &[]),
    ];
    f.code.prints = vec![PrintSite {
        format: fmt,
        args: vec![(ParamReg::R(x), Elem::I32), (ParamReg::R(y), Elem::I32)],
        dst: R(3),
    }];
    let mut module = module(vec![f], &[], None);
    module.globals.push(Global {
        name: String::new(),
        bytes: 9,
        elem: Elem::I8,
        parts: None,
        constant: true,
        host: true,
        managed: false,
        unchanging: false,
        init: Some(b"x%d y%d\n\0".to_vec()),
        addresses: Vec::new(),
        span: Span::default(),
    });
    let (report, world) = run(module, &[]);
    assert_eq!(report.ended, Ended::Exit(0));
    assert_eq!(String::from_utf8_lossy(&world.out), "x7 y0\n");
    let kinds: Vec<_> = report.findings.iter().map(|f| f.finding.kind).collect();
    assert_eq!(
        kinds,
        [
            FindingKind::OutOfBounds,
            FindingKind::UseAfterFree,
            FindingKind::BadFree
        ]
    );
}

/// The address of a local variable goes to `cudaMalloc`; then the host reads through the pointer.
#[test]
fn the_devices_memory_is_no_place_for_the_host() {
    let (at, size, p, x, e) = (D(0), D(1), D(2), R(0), R(1));
    let ins = vec![
        Ins::LocalAddr {
            dst: at,
            var: LocalId(0),
        },
        Ins::Sys { site: 0 },
        Ins::Ld64 {
            n: 1,
            volatile: false,
            dst: p,
            addr: at,
            offset: 0,
        },
        Ins::Ld {
            ty: MemTy::B32,
            n: 1,
            volatile: false,
            dst: x,
            addr: p,
            offset: 0,
        },
        Ins::Return,
    ];
    let mut f = function("main", [2, 3, 0], ins);
    f.code.consts64 = vec![(size, 64)];
    f.code.locals = vec![LocalVar {
        name: "d_a".into(),
        bytes: 8,
        align: 8,
        elem: Elem::U64,
        parts: None,
        span: Span::default(),
        in_registers: false,
        until: u32::MAX,
    }];
    f.code.sys = vec![sys(
        SysFn::CudaMalloc,
        &[(ParamReg::D(at), Elem::U64), (ParamReg::D(size), Elem::U64)],
        &[ParamReg::R(e)],
    )];
    let (report, _) = run(module(vec![f], &[], None), &[]);
    assert_eq!(report.ended.status(), 139);
    let (message, _) = report.ended.failure().expect("it failed");
    assert!(message.contains("`d_a`"), "{message}");
    assert_eq!(report.leaks[0].bytes, 64);
}

/// Whether a program's streams are watched from its start.
fn watches_streams(body: &str) -> bool {
    let text =
        format!("__global__ void k(int *p) {{ *p = 1; }}\nint main() {{ int *p; {body} }}\n");
    let module = cudac::compile(&Source::new("program.cu", &text)).expect("a program");
    let (mut memory, mut world) = (Memory::new(), Quiet::default());
    let options = ProgramOptions::default();
    Machine::new(module.code(), &mut memory, &mut world, &options)
        .streams
        .on
}

#[test]
fn a_program_without_streams_has_nobody_watch_them() {
    assert!(!watches_streams(
        "cudaMalloc(&p, 4); cudaMemset(p, 0, 4); k<<<1, 1>>>(p); cudaDeviceSynchronize(); cudaFree(p);"
    ));
    assert!(!watches_streams(
        "cudaMalloc(&p, 4); k<<<1, 1>>>(p); int h; cudaMemcpy(&h, p, 4, cudaMemcpyDeviceToHost); cudaFree(p);"
    ));
    assert!(watches_streams(
        "cudaStream_t s; cudaMalloc(&p, 4); k<<<1, 1>>>(p); cudaStreamCreate(&s); cudaFree(p);"
    ));
}
