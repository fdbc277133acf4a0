//! What a kernel's code says whatever it is launched with, and warps at rest: what its launches leave to later ones.
//!
//! A launch asks, and the first one to ask pays. The rule: it saves work and tells nothing, so whatever is here, or is lost, a launch does
//! the same; and all launches that share facts are of one kernel of one module, with the same wishes. So a program that launches a small
//! kernel a million times looks at its code once.

use super::Env;
use super::block::{Alike, Block};
use super::fork;
use super::gang;
use super::independent_threads::spin;
use crate::launch::Dim3;
use cuda_ir::{Code, Ins, Kernel, Module};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

/// How many blocks rest at most: those of two hands, watched and not.
const AT_REST: usize = 6;

/// What blocks that can stand for each other have in common.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Key {
    threads: Dim3,
    together: usize,
    share: usize,
    poison: bool,
    seeded: bool,
}

/// Facts of one kernel.
#[derive(Default)]
pub struct Facts {
    bases: OnceLock<Arc<[usize]>>,
    code: OnceLock<CodeFacts>,
    calls_out: OnceLock<bool>,
    /// Blocks of ended launches, the latest last.
    resting: Mutex<Vec<(Key, Block)>>,
}

/// What the code says.
#[derive(Clone, Copy)]
pub struct CodeFacts {
    /// Whether some thread may wait for the whole grid.
    pub grid_barrier: bool,
    /// See [`fork::quiet`].
    pub quiet: bool,
    /// See [`spin::is_there`].
    pub spins: bool,
    /// Whether blocks may go together; see [`gang::may_go_together`].
    pub together: bool,
    /// Whether the kernel itself has a loop.
    pub loops: bool,
}

impl Facts {
    /// The first number of each code, the kernel's first, and the total. What only the host runs has no numbers.
    pub(super) fn bases(&self, module: &Module, kernel: &Kernel) -> Arc<[usize]> {
        let known = self.bases.get_or_init(|| {
            let len = |f: &cuda_ir::Function| if f.host { 0 } else { f.code.ins.len() };
            let lens =
                std::iter::once(kernel.code.ins.len()).chain(module.functions.iter().map(len));
            let sums = lens.scan(0, |sum, len| {
                *sum += len;
                Some(*sum)
            });
            std::iter::once(0).chain(sums).collect()
        });
        known.clone()
    }

    /// Whether some code of the device asks the host for anything.
    pub fn calls_out(&self, module: &Module, kernel: &Kernel) -> bool {
        *self.calls_out.get_or_init(|| {
            let functions = module.functions.iter().filter(|f| !f.host).map(|f| &f.code);
            let mut codes = functions.chain([&kernel.code]);
            codes.any(|code| !code.sys.is_empty())
        })
    }

    /// What the launch's code says.
    pub(super) fn code(&self, env: &Env<'_>) -> CodeFacts {
        let look = || CodeFacts {
            grid_barrier: env.instructions().any(|ins| matches!(ins, Ins::GridBar)),
            quiet: fork::quiet(env),
            spins: spin::is_there(env),
            together: gang::may_go_together(env),
            loops: has_loops(&env.kernel.code),
        };
        *self.code.get_or_init(look)
    }

    fn resting(&self) -> MutexGuard<'_, Vec<(Key, Block)>> {
        self.resting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A block for a launch, not yet at its first instruction.
    pub(super) fn block(&self, env: &Env<'_>, seed: u64, alike: Alike) -> Block {
        let key = key(env, seed, alike);
        let mut resting = self.resting();
        let Some(at) = resting.iter().rposition(|(of, _)| *of == key) else {
            drop(resting);
            return Block::new(env, seed, alike);
        };
        let (_, mut block) = resting.remove(at);
        block.again(alike);
        block
    }

    /// Takes back blocks that have ended.
    pub(super) fn rest(
        &self,
        env: &Env<'_>,
        (seed, alike): (u64, Alike),
        blocks: impl Iterator<Item = Block>,
    ) {
        let key = key(env, seed, alike);
        let mut resting = self.resting();
        resting.extend(blocks.take(AT_REST).map(|block| (key, block)));
        let more = resting.len().saturating_sub(AT_REST);
        resting.drain(..more);
    }
}

fn key(env: &Env<'_>, seed: u64, alike: Alike) -> Key {
    Key {
        threads: env.block,
        together: alike.together,
        share: alike.share,
        poison: env.poison,
        seeded: seed != 0,
    }
}

fn has_loops(code: &Code) -> bool {
    code.ins.iter().any(|ins| matches!(ins, Ins::EndLoop))
}
