//! Which allocations a launch can change at all: what no store and no atomic can reach has no races.
//!
//! A kernel's code and the launch's arguments go in; whether some store or atomic may go to an allocation comes out. The rule: an
//! address is followed back through whatever 64-bit registers it is made of, to parameters and to variables: to the last write of a
//! register where the code is straight, else to all of them. What is read from memory,
//! put together from halves or made of numbers alone may point anywhere, and so may everything where a kernel calls functions.
//!
//! **Cannot see:** arithmetic that takes a pointer 128 GiB from its allocation into another one. From the first such store on the
//! allocation is watched like any other.

use crate::vm::Env;
use crate::vm::mem::{Region, Space, Target, target};
use cuda_ir::operands::operands;
use cuda_ir::register::Reg;
use cuda_ir::{D, Ins, ParamReg};

/// What a 64-bit register may point to: a bit for each parameter, and these.
type Origins = u64;
/// Anything.
const ANY: Origins = 1 << 63;
/// Shared or local memory.
const OWN: Origins = 1 << 62;
/// Variables at module scope.
const SYMBOLS: Origins = 1 << 61;
/// How many parameters have bits of their own.
const PARAMS: usize = 61;

/// The allocations that a launch may change.
pub struct Stored {
    buffers: Vec<bool>,
    symbols: bool,
}

impl Stored {
    /// Looks at the code once.
    pub fn new(env: &Env<'_>) -> Stored {
        let to = origins_of_stores(env);
        let (buffers, _) = env.allocations();
        let mut out = Stored {
            buffers: vec![to & ANY != 0; buffers],
            symbols: to & (ANY | SYMBOLS) != 0,
        };
        let params = env.params.iter().enumerate();
        for (_, bits) in params.filter(|(i, _)| to >> i & 1 != 0) {
            match target(*bits) {
                Target::In(Space::Global, id, _) => out.add(id),
                Target::In(Space::Symbol, ..) => out.symbols = true,
                _ => {}
            }
        }
        out
    }

    /// Whether it may be changed.
    #[inline(always)]
    pub fn may(&self, region: Region) -> bool {
        match region.space {
            Space::Global => self.buffers.get(region.id as usize) != Some(&false),
            Space::Symbol => self.symbols,
            _ => true,
        }
    }

    /// From now on it is held to be changed.
    #[cold]
    pub fn note(&mut self, region: Region) {
        match region.space {
            Space::Global => self.add(region.id),
            Space::Symbol => self.symbols = true,
            _ => {}
        }
    }

    fn add(&mut self, id: u32) {
        if let Some(known) = self.buffers.get_mut(id as usize) {
            *known = true;
        }
    }
}

/// What stores and atomics may go to, all together.
fn origins_of_stores(env: &Env<'_>) -> Origins {
    let code = &env.kernel.code;
    let calls = |ins: &Ins| {
        matches!(
            ins,
            Ins::Call { .. } | Ins::CallPointer { .. } | Ins::Sys { .. }
        )
    };
    if code.ins.iter().any(calls) || env.kernel.params.len() > PARAMS {
        return ANY;
    }
    let mut flow = Flow::new(usize::from(code.registers[1]));
    for (i, place) in env.kernel.params.iter().enumerate() {
        if let ParamReg::D(d) = place {
            flow.any[usize::from(d.0)] |= 1 << i;
        }
    }
    loop {
        let before = flow.any.clone();
        let to = code.ins.iter().fold(0, |all, ins| all | flow.follow(ins));
        if before == flow.any {
            return to;
        }
    }
}

/// What 64-bit registers may point to.
struct Flow {
    /// Whatever writes them.
    any: Vec<Origins>,
    /// Where they were written last, if nothing has parted or met since.
    here: Vec<Option<Origins>>,
}

impl Flow {
    fn new(registers: usize) -> Flow {
        Flow {
            any: vec![0; registers],
            here: vec![None; registers],
        }
    }

    fn of(&self, register: usize) -> Origins {
        self.here[register].unwrap_or(self.any[register])
    }

    /// Takes in what an instruction's result may point to; what it may store to comes out.
    fn follow(&mut self, ins: &Ins) -> Origins {
        if ins.steers() {
            self.here.fill(None);
        }
        let mut from = match ins {
            Ins::Ld64 { .. } | Ins::Atom64 { .. } | Ins::Pack { .. } => ANY,
            Ins::SharedAddr { .. } | Ins::LocalAddr { .. } => OWN,
            Ins::GlobalAddr { .. } => SYMBOLS,
            _ => 0,
        };
        let mut written = None;
        operands(&mut ins.clone(), &mut |operand| {
            if let (Reg::D(D(first)), count, writes) = operand.parts() {
                let range = usize::from(first)..usize::from(first) + usize::from(count);
                match writes {
                    true => written = Some(range),
                    false => from = range.fold(from, |all, reg| all | self.of(reg)),
                }
            }
        });
        for reg in written.into_iter().flatten() {
            self.any[reg] |= from;
            self.here[reg] = Some(from);
        }
        let to = match *ins {
            Ins::St { addr, .. } | Ins::St64 { addr, .. } => self.of(usize::from(addr.0)),
            Ins::Atom { addr, .. } | Ins::Atom64 { addr, .. } => self.of(usize::from(addr.0)),
            _ => return 0,
        };
        if to == 0 { ANY } else { to }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::launch::{Dim3, Elem, Init, Memory};
    use crate::vm::{Loaded, Shape};
    use cuda_ir::pointer::pointer;

    /// Whether each buffer may be changed by the first kernel of a source, whose parameters all point to buffers of their own.
    fn stored(source: &str) -> Vec<bool> {
        let module =
            cudac::compile(&cuda_source::source::Source::new("k.cu", source)).expect("it compiles");
        let module = module.code();
        let kernel = &module.kernels[0];
        let mut memory = Memory::new();
        let params = (0..kernel.params.len() as u32).map(|i| {
            memory.alloc("", Elem::F32, 64, Init::Zeroed);
            pointer(Space::Global, i, 0)
        });
        let params = params.collect();
        let shape = Shape {
            grid: Dim3::from(1),
            block: Dim3::from(32),
            shared_bytes: 0,
        };
        let loaded = Loaded {
            module,
            kernel,
            facts: &Default::default(),
        };
        Stored::new(&Env::new(loaded, &memory, &shape, params)).buffers
    }

    #[test]
    fn what_is_only_read_is_known() {
        let body = "int i = threadIdx.x; const float *p = i & 1 ? a : b; c[index[i]] = p[i];";
        let text = format!(
            "__global__ void k(const float *a, float *b, float *c, int *index) {{ {body} }}"
        );
        assert_eq!(stored(&text), [false, false, true, false]);
    }

    #[test]
    fn a_pointer_that_may_be_either_is_both() {
        let body = "float *p = c; for (int i = 0; i < 3; ++i) { p[i] = 0.0f; p = i & 1 ? a : b; }";
        let text =
            format!("__global__ void k(float *a, float *b, float *c, float *d) {{ {body} }}");
        assert_eq!(stored(&text), [true, true, true, false]);
    }

    #[test]
    fn a_register_may_serve_twice() {
        let body = "float sum = 0.0f; for (int k = 0; k < 9; ++k) sum += a[9 * i + k] * b[9 * k + i]; c[i] = sum;";
        let text = format!(
            "__global__ void k(const float *a, const float *b, float *c) {{ int i = threadIdx.x; {body} }}"
        );
        assert_eq!(stored(&text), [false, false, true]);
    }

    #[test]
    fn an_atomic_changes_and_shared_memory_is_no_buffer() {
        let body = "__shared__ float s[32]; s[threadIdx.x] = a[0]; atomicAdd(b, s[1]);";
        let text = format!("__global__ void k(float *a, float *b) {{ {body} }}");
        assert_eq!(stored(&text), [false, true]);
    }

    #[test]
    fn a_pointer_from_memory_or_from_a_number_may_be_any() {
        let loaded = "__global__ void k(float *a, float **b) { b[0][1] = a[0]; }";
        assert_eq!(stored(loaded), [true, true]);
        let made = "__global__ void k(float *a, long long *b) { *(float *)(unsigned long long)threadIdx.x = a[0]; }";
        assert_eq!(stored(made), [true, true]);
    }
}
