//! Races between operations of different streams, and between an operation and the host that did not wait for it.
//!
//! **Definition.** Operations are launches, copies, fills, allocations and frees in a stream, and functions of the host that a stream calls.
//! Two that touch one byte, at least one of them writing it and not both by atomics (or `volatile` accesses), race if nothing in
//! CUDA's rules orders them; so do an operation and an access of the host to managed, pinned or registered memory, if the host has not waited.
//! Here each operation is done when its call returns, whatever stream it is in; what would have been allowed is worked out beside it, by
//! vector clocks ([`clock`]), from the bytes that each touched ([`pending`], `probe::footprint`). A finding changes no result.
//!
//! **What orders.** One stream; the default stream with all that are not `cudaStreamNonBlocking`; an event that was recorded
//! and waited for; what the host has waited for, by `cudaDeviceSynchronize`, `cudaStreamSynchronize`,
//! `cudaEventSynchronize`, a query that says "done"; `cudaMalloc`, `cudaFree` and their kin for pinned, managed and registered memory,
//! which wait for the whole device. Of the copies that NVIDIA's "API synchronization behavior" calls synchronous, all wait, but for
//! `cudaMemcpy` from device to device and `cudaMemset` of device memory, which do not; an asynchronous copy to pageable memory, or from
//! host to host, waits. After a race was told the two are held to be ordered, so that one missing wait is told once.
//!
//! **Not seen.** Blocks of a launch that were not watched; memory from the device's heap; accesses of a host function to memory that
//! no kernel can reach; races of the host's own threads. A program with more than 256 streams at a time, 512 operations that nobody waited for,
//! or 64 MiB of their bytes: the oldest are forgotten. Threads of the host are taken for one, which only orders more.
//!
//! **No false positives.** Each byte was really touched, and only what the rules leave open is told. Where they are not clear, the two are held to be
//! ordered: `cudaMemcpy` from pageable memory, whose last piece may be under way when it returns; a copy between managed and
//! other host memory whose kind does not say who makes it; a function that a stream calls and what the host does after it, if the program has
//! atomics, mutexes, threads or `volatile` variables on the host, by which the one may tell the other; two kernels that fence and touch a common byte by atomics
//! or `volatile` accesses, which may wait for each other; a `volatile` access of the host's, which may be how it waits.
//!
//! Nothing of it is done before a program makes a stream or memory that both sides reach. The host's own accesses are
//! looked at by [`guard`]: memory in dispute is taken away while host code runs, so that only accesses to it are slower.

mod calls;
mod clock;
mod guard;
mod pending;
mod unwritten;
mod words;

pub(super) use calls::How;
pub(super) use guard::Guard;

use clock::{Clocks, Mark};
use cuda_ir::Ins;
use cuda_ir::pointer::Space;
use cuda_ir::sys::SysFn;
use cuda_ir::verify::Verified;
use cuda_source::source::Source;
use pending::{Deed, Dispute, Operation, Pending};
use std::rc::Rc;
use warp::probe::footprint::Footprint;
use warp::report::Place;

/// A function of the host that a stream calls, while it runs.
#[derive(Debug)]
struct Agent {
    mark: Mark,
    place: Place,
    /// How many calls were open when it began.
    depth: usize,
}

/// What is known of a program's streams.
#[derive(Debug, Default)]
pub(super) struct Streams {
    /// Whether anything is watched: not before there can be something to find.
    pub on: bool,
    /// Whether the clocks go, watched or not: a program that records events may ask whether they are over.
    ordered: bool,
    clocks: Clocks,
    pending: Pending,
    guard: Guard,
    agent: Option<Agent>,
    /// Whether the program has other ways of its own to learn that a function was called.
    learns: bool,
}

/// By which the host's threads tell each other of things.
const TOLD_BY: [&str; 7] = [
    "atomic",
    "barrier",
    "latch",
    "mutex",
    "thread",
    "pthread.h",
    "semaphore",
];

impl Streams {
    /// For a program that may make streams of its own; the probes must be on for any race to be known.
    pub fn new(module: &Verified, checks: bool) -> Self {
        let calls = |what: SysFn| {
            let mut host = module.functions.iter().filter(|f| f.host);
            host.any(|f| f.code.sys.iter().any(|site| site.what == what))
        };
        Streams {
            on: checks && calls(SysFn::CudaStreamMade),
            ordered: calls(SysFn::CudaEventRecorded),
            ..Streams::default()
        }
    }

    /// Whether it is kept what is ordered after what.
    fn keeps_order(&self) -> bool {
        self.on || self.ordered
    }

    /// Takes note of how a program's host code may learn that a stream has called a function: by what the library has for threads, or by `volatile`.
    pub fn heed(&mut self, module: &Verified, source: &Source) {
        let volatile = |ins: &Ins| match ins {
            Ins::Ld { volatile, .. } | Ins::Ld64 { volatile, .. } => *volatile,
            _ => false,
        };
        let mut host = module.functions.iter().filter(|f| f.host);
        self.learns = TOLD_BY.iter().any(|name| source.has_system(name))
            || host.any(|f| f.code.ins.iter().any(volatile));
    }

    /// From here on there is memory that both sides reach, or a second stream.
    pub fn begin(&mut self, checks: bool) {
        self.on |= checks;
    }

    /// Something that was put into a stream: the earlier operations that race with it, which from here on are held to come before it.
    fn put(&mut self, stream: usize, deed: Deed, place: Place, touched: Rc<Footprint>) -> Raced {
        let mark = self.clocks.act(stream);
        let new = Operation::new(mark, deed, place, touched);
        let raced = self.settle_with(Some(stream), &new);
        self.pending.add(&self.clocks, new);
        self.guard.stale = true;
        Raced {
            pairs: raced,
            stream: Some(stream),
        }
    }

    fn settle_with(
        &mut self,
        stream: Option<usize>,
        new: &Operation,
    ) -> Vec<(Operation, Operation, Dispute)> {
        let mut raced = Vec::new();
        while let Some((old, dispute)) = self.pending.in_the_way(&self.clocks, stream, &new.touched)
        {
            let (old, mark) = (old.clone(), old.mark);
            raced.push((old, new.clone(), dispute));
            self.clocks.put_before(mark, stream);
        }
        raced
    }

    /// The host has waited for something.
    fn settle(&mut self) {
        self.pending.settle(&self.clocks);
        self.guard.stale = true;
    }

    /// The host has waited for everything.
    pub fn idle(&mut self) {
        if self.keeps_order() {
            self.clocks.idle();
            self.settle();
        }
    }

    /// An allocation's number is given to a new one, or it is gone.
    pub fn forget(&mut self, of: (Space, u32)) {
        self.forget_unwritten(of);
        if self.on {
            self.pending.forget(of);
            self.guard.stale = true;
        }
    }

    /// Whose accesses the host's are now: those of the stream that called a function, or its own.
    fn accessor(&self) -> Option<usize> {
        self.agent.as_ref().map(|agent| agent.mark.0)
    }
}

/// Operations that race, the earlier one first, and where.
struct Raced {
    pairs: Vec<(Operation, Operation, Dispute)>,
    /// The stream of the later ones; none for the host.
    stream: Option<usize>,
}
