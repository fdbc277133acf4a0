//! A small assembler: kernels by hand, without the front end.
//!
//! Calls go in, a verified module comes out. The rule: [`Build::line`] sets the source line of what follows, so that tests can
//! ask for counters and findings by line.

use cuda_ir::verify::verify;
use simt::ir::op::{Bin32, Cmp32, MemTy, Special};
use simt::ir::{
    At, Code, D, Ins, Kernel, Module, P, Param, ParamKind, ParamReg, R, SharedId, SharedVar,
    Signature,
};
use simt::launch::{Arg, Dim3, Elem, Launch, Memory, RunOptions};
use simt::report::Report;
use simt::source::{Source, Span};
use simt::vm::Shape;

/// A kernel in the making.
#[derive(Default)]
pub struct Build {
    pub code: Code,
    pub params: Vec<(Param, ParamReg)>,
    pub shared: Vec<SharedVar>,
    line: u32,
}

/// The text that lines point into: 99 lines of four characters.
fn source() -> Source {
    Source::new("test.cu", "code\n".repeat(99))
}

fn span(line: u32) -> Span {
    Span {
        start: (line - 1) * 5,
        end: (line - 1) * 5 + 4,
    }
}

impl Build {
    pub fn new() -> Self {
        Build {
            line: 1,
            ..Build::default()
        }
    }

    pub fn r(&mut self) -> R {
        self.code.registers[0] += 1;
        R(self.code.registers[0] - 1)
    }

    pub fn d(&mut self) -> D {
        self.code.registers[1] += 1;
        D(self.code.registers[1] - 1)
    }

    pub fn p(&mut self) -> P {
        self.code.registers[2] += 1;
        P(self.code.registers[2] - 1)
    }

    pub fn line(&mut self, line: u32) {
        self.line = line;
    }

    pub fn put(&mut self, ins: Ins) -> usize {
        self.code.ins.push(ins);
        self.code.at.push(At {
            span: span(self.line),
            line: self.line,
            column: 1,
            library: false,
            padding: 0,
            part: false,
            upper: false,
            caller: 0,
        });
        self.code.ins.len() - 1
    }

    pub fn int(&mut self, value: u32) -> R {
        let r = self.r();
        self.code.consts32.push((r, value));
        r
    }

    pub fn pointer(&mut self, name: &str) -> D {
        let d = self.d();
        let param = Param {
            name: name.into(),
            ty: "float*".into(),
            kind: ParamKind::Pointer(None),
            to: None,
        };
        self.params.push((param, ParamReg::D(d)));
        d
    }

    pub fn scalar(&mut self, name: &str, elem: Elem) -> R {
        let r = self.r();
        let param = Param {
            name: name.into(),
            ty: elem.name().into(),
            kind: ParamKind::Scalar(elem),
            to: None,
        };
        self.params.push((param, ParamReg::R(r)));
        r
    }

    pub fn shared(&mut self, name: &str, elem: Elem, len: u64) -> D {
        let id = SharedId(self.shared.len() as u16);
        let bytes = len * elem.bytes() as u64;
        self.shared.push(SharedVar {
            name: name.into(),
            bytes,
            align: 16,
            elem,
            parts: None,
            dynamic: false,
            span: span(1),
        });
        let dst = self.d();
        self.put(Ins::SharedAddr { dst, var: id });
        dst
    }

    pub fn special(&mut self, what: Special) -> R {
        let dst = self.r();
        self.put(Ins::Special { dst, what });
        dst
    }

    pub fn bin(&mut self, op: Bin32, a: R, b: R) -> R {
        let dst = self.r();
        self.put(Ins::Bin32 { op, dst, a, b });
        dst
    }

    pub fn cmp(&mut self, op: Cmp32, a: R, b: R) -> P {
        let dst = self.p();
        self.put(Ins::Cmp32 { op, dst, a, b });
        dst
    }

    /// `blockIdx.x * blockDim.x + threadIdx.x`
    pub fn global_index(&mut self) -> R {
        let (b, n, t) = (
            self.special(Special::Ctaid(0)),
            self.special(Special::Ntid(0)),
            self.special(Special::Tid(0)),
        );
        let dst = self.r();
        self.put(Ins::Mad {
            dst,
            a: b,
            b: n,
            c: t,
        });
        dst
    }

    pub fn at(&mut self, base: D, index: R, scale: u32) -> D {
        let dst = self.d();
        self.put(Ins::Index {
            dst,
            base,
            index,
            scale,
            signed: true,
        });
        dst
    }

    pub fn load(&mut self, base: D, index: R) -> R {
        let addr = self.at(base, index, 4);
        let dst = self.r();
        self.put(Ins::Ld {
            ty: MemTy::B32,
            n: 1,
            volatile: false,
            dst,
            addr,
            offset: 0,
        });
        dst
    }

    pub fn store(&mut self, base: D, index: R, src: R) {
        let addr = self.at(base, index, 4);
        self.put(Ins::St {
            ty: MemTy::B32,
            n: 1,
            volatile: false,
            src,
            addr,
            offset: 0,
        });
    }

    /// `if (cond) { body }`
    pub fn when(&mut self, cond: P, body: impl FnOnce(&mut Build)) {
        let open = self.put(Ins::If { cond, other: 0 });
        body(self);
        let end = self.put(Ins::EndIf) as u32;
        self.code.ins[open] = Ins::If { cond, other: end };
    }

    /// `if (cond) { one } else { two }`
    pub fn either(&mut self, cond: P, one: impl FnOnce(&mut Build), two: impl FnOnce(&mut Build)) {
        let open = self.put(Ins::If { cond, other: 0 });
        one(self);
        let middle = self.put(Ins::Else { end: 0 });
        two(self);
        let end = self.put(Ins::EndIf) as u32;
        self.code.ins[open] = Ins::If {
            cond,
            other: middle as u32,
        };
        self.code.ins[middle] = Ins::Else { end };
    }

    /// `for (;;) { test; body; step }`, where `test` gives the condition.
    pub fn repeat(
        &mut self,
        test: impl FnOnce(&mut Build) -> P,
        body: impl FnOnce(&mut Build),
        step: impl FnOnce(&mut Build),
    ) {
        let open = self.put(Ins::Loop { step: 0, end: 0 });
        let cond = test(self);
        self.put(Ins::LoopTest { cond });
        body(self);
        let middle = self.put(Ins::LoopStep) as u32;
        step(self);
        let end = self.put(Ins::EndLoop) as u32;
        self.code.ins[open] = Ins::Loop { step: middle, end };
    }

    pub fn module(mut self) -> Module {
        self.put(Ins::Return);
        let (params, regs) = self.params.into_iter().unzip();
        let signature = Signature {
            name: "k".into(),
            params,
            span: span(1),
        };
        let kernel = Kernel {
            signature,
            params: regs,
            code: self.code,
            shared: self.shared,
            max_threads: None,
        };
        Module {
            kernels: vec![kernel],
            ..Module::default()
        }
    }

    /// Runs it as `k<<<grid, block>>>(args…)`.
    pub fn run(
        self,
        memory: &mut Memory,
        grid: impl Into<Dim3>,
        block: impl Into<Dim3>,
        args: &[Arg],
    ) -> Report {
        self.run_with(memory, grid, block, args, &RunOptions::default())
    }

    pub fn run_with(
        self,
        memory: &mut Memory,
        grid: impl Into<Dim3>,
        block: impl Into<Dim3>,
        args: &[Arg],
        options: &RunOptions,
    ) -> Report {
        run_module(self.module(), memory, shape(grid, block), args, options)
    }
}

/// A launch's blocks and threads a block, with no dynamic shared memory.
pub fn shape(grid: impl Into<Dim3>, block: impl Into<Dim3>) -> Shape {
    Shape {
        grid: grid.into(),
        block: block.into(),
        shared_bytes: 0,
    }
}

/// Runs a module's kernel `k`.
pub fn run_module(
    module: Module,
    memory: &mut Memory,
    shape: Shape,
    args: &[Arg],
    options: &RunOptions,
) -> Report {
    let launch = Launch {
        kernel: "k".into(),
        grid: shape.grid,
        block: shape.block,
        shared_bytes: shape.shared_bytes,
        args: args.to_vec(),
    };
    let verified = verify(module, &source()).expect("the test's kernel keeps the rules");
    simt::vm::run(&verified, memory, &launch, options)
}

/// Little-endian bytes of floats.
pub fn floats(values: impl IntoIterator<Item = f32>) -> Vec<u8> {
    values.into_iter().flat_map(f32::to_le_bytes).collect()
}

/// Little-endian bytes of words.
pub fn words(values: impl IntoIterator<Item = u32>) -> Vec<u8> {
    values.into_iter().flat_map(u32::to_le_bytes).collect()
}
