//! Host or device: who may call whom, and what only one side can do.
//! In: a call, a launch, a built-in, with the function that it stands in; out: whether it may be there.
//! The rule: device code and host code are held to it at once; a function of both sides may hold anything, and what it
//! holds is held against it only if the wrong side reaches it, which is known when everything is checked.
//! Next: hostcode.rs for what host code has of its own, call.rs for calls.

use super::builtin::Builtin;
use super::{Checker, Side};
use crate::diag::{Code, Diag};
use crate::source::Span;
use crate::tree::FuncId;
use std::collections::BTreeSet;

/// What a function of both sides holds that binds it to one, if anything: what to say if the other side reaches it.
#[derive(Clone, Debug, Default)]
pub(super) struct Bound {
    /// Only the host can do this.
    pub host: Option<Diag>,
    /// Only the device can do this.
    pub device: Option<Diag>,
}

impl Side {
    /// Whether code of this side may call a function of another.
    pub(super) fn calls(self, other: Side) -> bool {
        match self {
            Side::Kernel | Side::Device => matches!(other, Side::Device | Side::Both),
            Side::Host => matches!(other, Side::Host | Side::Both),
            Side::Both => other != Side::Kernel,
        }
    }
}

/// Whether a built-in means something only among a kernel's threads.
pub(crate) fn needs_device(what: Builtin) -> bool {
    use Builtin::*;
    matches!(
        what,
        Shfl | ShflUp
            | ShflDown
            | ShflXor
            | Any
            | All
            | Ballot
            | ActiveMask
            | Reduce(_)
            | SyncThreads
            | SyncThreadsCount
            | SyncThreadsAnd
            | SyncThreadsOr
            | SyncWarp
            | Fence
            | FenceBlock
            | Atomic(..)
            | Nanosleep
            | MatchAny
            | MatchAll
            | AtomicSmall(_)
            | Lane(_)
            | ToShared
            | FromShared
            | Mma(_)
            | LdMatrix { .. }
            | StMatrix { .. }
            | CopyAsync
            | Copies(_)
            | GridSync
    )
}

/// What the host can do as well where a header of ours asks for it, as `cuda::atomic` does.
pub(crate) fn serves_both(what: Builtin) -> bool {
    use Builtin::*;
    matches!(what, Atomic(..) | AtomicSmall(_) | Fence | FenceBlock)
}

/// Functions of the device without the two underscores that most of them begin with.
const DEVICE_NAMES: &str = "clock64 cyl_bessel_i0 cyl_bessel_i0f cyl_bessel_i1 cyl_bessel_i1f fdivide fdividef norm3d \
    norm3df rhypot rhypotf rnorm3d rnorm3df";

/// Whether CUDA declares a function of the language for the device alone, though host code could compute it as well.
pub(super) fn named_for_device(name: &str) -> bool {
    let both = ["__builtin_", "__sync_", "__simt_", "__assume"];
    match name.starts_with("__") {
        true => !both.iter().any(|prefix| name.starts_with(prefix)),
        false => {
            name.starts_with("atomic") || DEVICE_NAMES.split_whitespace().any(|known| known == name)
        }
    }
}

impl<'a> Checker<'a> {
    /// Where a declared function runs; one of a header of ours that says nothing serves both sides.
    pub(super) fn side_of(&self, at: usize) -> Side {
        match &self.declared[at] {
            d if d.side == Side::Host && (d.span.is_system() || d.outside().is_some()) => {
                Side::Both
            }
            d => d.side,
        }
    }

    /// Whether the function being checked runs on the host or may do so.
    pub(super) fn on_host(&self) -> bool {
        matches!(self.body.side, Side::Host | Side::Both)
    }

    /// Whether the function being checked is host code alone, or one of both sides that only host code has asked for so far.
    pub(super) fn in_host_code(&self) -> bool {
        self.host.phase && self.on_host()
    }

    /// A refusal in words for where it stands: the tables speak of device code.
    pub(super) fn on_this_side(&self, message: String) -> String {
        match self.body.side {
            Side::Host => message.replace(" in device code", ""),
            _ => message,
        }
    }

    /// Host code is not advised on the device's ways, but on where the two meet.
    pub(super) fn stays_quiet(&self, diag: &Diag) -> bool {
        self.in_host_code() && !diag.is_error() && diag.code != Code::HostCopy
    }

    /// Something that only the host can do; `None` if it cannot be here.
    pub(super) fn only_host(&mut self, mut diag: Diag) -> Option<()> {
        match self.body.side {
            Side::Host => Some(()),
            Side::Both => {
                diag.span = self.learners(diag.span);
                self.body.bound.host.get_or_insert(diag);
                Some(())
            }
            Side::Kernel | Side::Device => {
                self.note(diag);
                None
            }
        }
    }

    /// Something that only the device can do; `None` if it cannot be here.
    pub(super) fn only_device(&mut self, span: Span, name: &str) -> Option<()> {
        let named = match name.contains(' ') {
            true => name.to_string(),
            false => format!("`{name}`"),
        };
        let message = format!("{named} belongs to device code: host code cannot use it");
        let diag = Diag::error(Code::WrongSide, span, message);
        self.device_matter(diag.help("use it in a kernel, or in a `__device__` function"))
    }

    /// A call, in host code of the program's own text, of what CUDA declares for the device alone. Our headers compute with
    /// it anywhere, and a function of both sides may have it behind `__CUDA_ARCH__`.
    pub(super) fn called_on_device(&mut self, call: &super::call::Call) -> Option<()> {
        let held = self.body.side == Side::Host && self.unevaluated == 0;
        match held && named_for_device(call.name) && !call.callee.is_system() {
            true => self.only_device(call.callee, call.name),
            false => Some(()),
        }
    }

    /// The functions of a header of ours that stand for one of the compiler's atomic functions in host code, and their name.
    pub(super) fn atomics_of_the_host(&mut self, name: &str) -> Option<(String, Vec<usize>)> {
        let atomic = name.starts_with("__sync_") || name.starts_with("__atomic_");
        if !atomic || !self.in_host_code() {
            return None;
        }
        let name = format!("__simt{}", &name[1..]);
        match self.lookup(&name, Span::default())? {
            super::scope::Entity::Functions(list) => Some((name, list)),
            _ => None,
        }
    }

    pub(super) fn device_matter(&mut self, mut diag: Diag) -> Option<()> {
        match self.body.side {
            Side::Kernel | Side::Device => Some(()),
            Side::Both => {
                diag.span = self.learners(diag.span);
                self.body.bound.device.get_or_insert(diag);
                Some(())
            }
            Side::Host => {
                self.note(diag);
                None
            }
        }
    }

    /// A call, from a function of both sides, of one that serves a single side.
    pub(super) fn note_side(&mut self, id: FuncId, callee: Span, name: &str) {
        let at = self.instances[id.0 as usize].declared;
        match (self.body.side, self.side_of(at)) {
            (Side::Both, Side::Host) => drop(self.only_host(self.host_called(at, callee, name))),
            (Side::Both, Side::Device) => {
                let diag = self.device_called(at, callee, name);
                let _ = self.device_matter(diag);
            }
            _ => {}
        }
    }

    /// Device code calls a host function.
    pub(super) fn host_called(&self, at: usize, callee: Span, name: &str) -> Diag {
        let message = format!("`{name}` runs on the host: device code cannot call it");
        Diag::error(Code::WrongSide, callee, message)
            .label(self.declared[at].span, "declared without `__device__`")
            .help("write `__device__` (or `__host__ __device__`) before it")
    }

    /// Host code calls a device function.
    pub(super) fn device_called(&self, at: usize, callee: Span, name: &str) -> Diag {
        let message = format!("`{name}` runs on the device: host code cannot call it");
        Diag::error(Code::WrongSide, callee, message)
            .label(self.declared[at].span, "declared `__device__`")
            .help("call it from a kernel, or write `__host__ __device__` before it")
    }

    /// What functions of both sides hold, held against those that the wrong side reaches.
    pub(super) fn check_sides(&mut self) {
        let sides: Vec<Side> = self
            .instances
            .iter()
            .map(|i| self.side_of(i.declared))
            .collect();
        let reached = |from: &dyn Fn(Side) -> bool| -> BTreeSet<FuncId> {
            let mut open: Vec<FuncId> = (0..sides.len() as u32)
                .map(FuncId)
                .filter(|id| from(sides[id.0 as usize]))
                .collect();
            let mut seen: BTreeSet<FuncId> = BTreeSet::new();
            while let Some(id) = open.pop() {
                let calls = &self.instances[id.0 as usize].calls;
                let next = calls
                    .iter()
                    .filter(|c| sides[c.0 as usize] == Side::Both)
                    .copied();
                for to in next {
                    if seen.insert(to) {
                        open.push(to);
                    }
                }
            }
            seen
        };
        let device = reached(&|s| matches!(s, Side::Kernel | Side::Device));
        let host = reached(&|s| s == Side::Host);
        let on_device: Vec<Diag> = device
            .iter()
            .filter_map(|id| self.instances[id.0 as usize].bound.host.clone())
            .collect();
        let on_host: Vec<Diag> = host
            .iter()
            .filter_map(|id| self.instances[id.0 as usize].bound.device.clone())
            .collect();
        self.body = super::Body::default();
        on_device.into_iter().for_each(|diag| self.note(diag));
        self.body.side = Side::Host;
        on_host.into_iter().for_each(|diag| self.note(diag));
        self.body.side = Side::Device;
    }
}
