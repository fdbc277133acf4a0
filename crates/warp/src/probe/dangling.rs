//! Accesses to a thread's local variables after their block or function has ended.
//!
//! **Definition.** A load, store or atomic through a pointer into a variable of the running function's frame, by an instruction that comes
//! after the last of the block, or of the inlined function, that declares the variable. The variable's memory is its own for the
//! whole kernel, so the access still gives what the machine has there. (Functions that call themselves have frames: what a pointer
//! into one that is gone meets is told by [`bounds`](super::bounds).) **Cannot see:** a variable that lives in registers when it is looked for, as
//! its address was never used; parameters and temporaries; what an earlier round of a loop left behind, as the instructions that come
//! before the declaration are not told apart from those of the first round; and a caller's variables. **Never wrong:** an access by
//! the variable's own name uses the register that holds its address, and is left out however late the compiler puts it.
//!
//! **Cost:** one comparison for an access to local memory.

use super::found::{Findings, Words};
use super::scene::Scene;
use super::{Access, Loads};
use crate::report::FindingKind;
use crate::vm::Env;
use cuda_ir::{D, Ins, LocalId, Pc};

/// What the kernel's own variables say.
#[derive(Default)]
pub struct Dangling {
    /// By variable of the kernel's code, where its scope ends.
    until: Vec<Pc>,
}

impl Dangling {
    /// Ready for a launch.
    pub fn new(env: &Env<'_>) -> Self {
        let locals = &env.kernel.code.locals;
        Dangling {
            until: locals.iter().map(|local| local.until).collect(),
        }
    }

    /// Whether loads of a gang, all of the kernel's own code, are to be looked at one by one.
    #[inline]
    pub fn may(&self, q: &Loads<'_>) -> bool {
        let until = self.until.get(q.region().id as usize);
        until.is_some_and(|until| *until as usize <= q.flat)
    }
}

/// An access to local memory.
#[inline]
pub fn access(access: &Access<'_>, scene: &Scene<'_>, found: &mut Findings) {
    let id = access.group.region.id.checked_sub(scene.warp.locals_from);
    let local = id.and_then(|id| scene.code().locals.get(id as usize));
    if let (Some(id), Some(local)) = (id, local)
        && local.until <= scene.pc
        && !by_name(scene, id)
    {
        note(access, scene, &local.name, found);
    }
}

/// Whether the instruction's address is the variable's own.
#[cold]
fn by_name(scene: &Scene<'_>, id: u32) -> bool {
    let code = scene.code();
    let Some(base) = code.ins.get(scene.pc as usize).and_then(base) else {
        return true;
    };
    code.ins.iter().any(|ins| {
        matches!(ins, Ins::LocalAddr { dst, var: LocalId(var) } if *dst == base && u32::from(*var) == id)
    })
}

/// The register that holds an access's address.
fn base(ins: &Ins) -> Option<D> {
    match *ins {
        Ins::Ld { addr, .. }
        | Ins::St { addr, .. }
        | Ins::Ld64 { addr, .. }
        | Ins::St64 { addr, .. }
        | Ins::Atom { addr, .. }
        | Ins::Atom64 { addr, .. } => Some(addr),
        _ => None,
    }
}

fn note(access: &Access<'_>, scene: &Scene<'_>, name: &str, found: &mut Findings) {
    let (span, mask) = (scene.at().span, access.group.mask);
    let word = access.op.word();
    found.note(FindingKind::DanglingLocal, (span, span), mask.count(), || {
        let bytes = access.bytes;
        let s = if bytes == 1 { "" } else { "s" };
        Words {
            message: format!(
                "{word} of {bytes} byte{s} through a pointer to `{name}`, a local variable that is gone"
            ),
            places: vec![scene.place(mask.lead(), &format!("{word} here"))],
            help: Some(
                "a variable lives until its block or function ends: return the value itself, or let the caller give the memory"
                    .to_string(),
            ),
        }
    });
}
