//! Host or device: who may call whom, and what only one side can do.
//! In: a call, a launch, a built-in, with the function that it stands in; out: whether it may be there.
//! The rule: device code and host code are held to it at once; a function of both sides may hold anything, and what it
//! holds is held against it only if the wrong side reaches it, which is known when everything is checked.
//! Next: hostcode.rs for what host code has of its own, call.rs for calls.

use sorted::{SortedMap, SortedSet};

use super::{Checker, Side};
use crate::builtin::Builtin;
use crate::tree::FuncId;
use crate::ty::Type;
use cuda_parse::ast::{self, SpecifierKind};
use cuda_source::diag::{Code, Diag};
use cuda_source::source::Span;

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
            | NamedBarrier { .. }
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

/// Classes of our headers that only host code may use, though much of what they do would run anywhere.
const HOST_CLASSES: &str = "vector string map multimap set multiset unordered_map unordered_multimap unordered_set \
    unordered_multiset list forward_list deque queue priority_queue stack function unique_ptr shared_ptr weak_ptr thread \
    mutex ostream istream ofstream ifstream fstream ostringstream istringstream stringstream host_vector device_vector \
    mt19937 mt19937_64 random_device seed_seq bernoulli_distribution exponential_distribution";

/// Functions of our headers that only host code may call, likewise: those of C that CUDA does not declare for the device, and the
/// library's that are no constant expressions.
const HOST_FUNCTIONS: &str = "strcmp strncmp strcasecmp strncasecmp strcpy strnlen strncpy strcat strncat strchr strrchr \
    memchr strstr strspn strcspn strpbrk strtok strtok_r strdup strerror bzero setenv system strtod strtof strtol strtoul \
    strtoll strtoull atof atoi atol atoll div drand48 srand48 lrand48 mrand48 random srandom rand_r qsort bsearch isdigit \
    islower isupper isalpha isalnum isspace isblank isprint isgraph iscntrl ispunct isxdigit tolower toupper \
    std::stable_sort std::shuffle std::random_shuffle";

impl<'a> Checker<'a> {
    /// Where a declared function runs; one of a header of ours that says nothing serves both sides.
    pub(super) fn side_of(&self, at: usize) -> Side {
        match &self.functions.declared[at] {
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

    /// Host code is not advised on the device's ways, but on where the two meet, and on what is wrong on either side.
    pub(super) fn stays_quiet(&self, diag: &Diag) -> bool {
        let told = [Code::HostCopy, Code::FormatMisfit, Code::OneOutcome];
        self.in_host_code() && !diag.is_error() && !told.contains(&diag.code)
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
        if self.is_no_kernel() {
            return None;
        }
        let named = match name.contains(' ') {
            true => name.to_string(),
            false => format!("`{name}`"),
        };
        let message = format!("{named} belongs to device code: host code cannot use it");
        let diag = Diag::error(Code::WrongSide, span, message);
        self.device_matter(diag.help("use it in a kernel, or in a `__device__` function"))
    }

    /// Whether the function being checked is one of which it was said that it had to be a kernel.
    fn is_no_kernel(&self) -> bool {
        let declared = self.body.declared.filter(|_| self.body.side == Side::Host);
        declared.is_some_and(|at| self.functions.no_kernels.contains(&at))
    }

    /// `threadIdx` and its like. A function of the host that reads like one of the device lacks its word: that is said once, not of each place.
    pub(super) fn needs_threads(&mut self, span: Span) -> Option<()> {
        const NAME: &str = "this built-in variable";
        let Some(at) = self.body.declared.filter(|_| self.body.side == Side::Host) else {
            return self.only_device(span, NAME);
        };
        if self.functions.no_kernels.contains(&at) {
            return None;
        }
        let d = &self.functions.declared[at];
        let says = ast::specifier(&d.ast.specifiers, &SpecifierKind::Host).is_some();
        let host = says || d.owner.is_some() || d.name == "main" || self.body.launches;
        if host || d.span.is_system() {
            return self.only_device(span, NAME);
        }
        let void = self.body.result.as_ref() == Some(&Type::Void);
        let (word, help) = match void {
            true => (
                "__global__",
                "write `__global__` before it, or `__device__` if only kernels call it: without, it is host code",
            ),
            false => (
                "__device__",
                "write `__device__` before it: without, it is host code",
            ),
        };
        let message = format!(
            "`{}` must be `{word}`: it uses what only threads of a kernel have",
            d.name
        );
        let diag = Diag::error(Code::WrongSide, d.span, message);
        let diag = diag.label(span, "here").help(help);
        self.functions.no_kernels.insert(at);
        self.note(diag);
        None
    }

    /// A call, in host code of the program's own text, of what CUDA declares for the device alone. Our headers compute with
    /// it anywhere, and a function of both sides may have it behind `__CUDA_ARCH__`.
    pub(super) fn called_on_device(&mut self, call: &super::call::Call) -> Option<()> {
        let held = self.body.side == Side::Host && self.body.unevaluated == 0;
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
        let at = self.templates.instances[id.0 as usize].declared;
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
            .label(
                self.functions.declared[at].span,
                "declared without `__device__`",
            )
            .help("write `__device__` (or `__host__ __device__`) before it")
    }

    /// Host code calls a device function.
    pub(super) fn device_called(&self, at: usize, callee: Span, name: &str) -> Diag {
        let message = format!("`{name}` runs on the device: host code cannot call it");
        Diag::error(Code::WrongSide, callee, message)
            .label(self.functions.declared[at].span, "declared `__device__`")
            .help("call it from a kernel, or write `__host__ __device__` before it")
    }

    /// Notes that the function being checked calls another, at a place or in the statement at hand.
    pub(super) fn calls_to(&mut self, id: FuncId, at: Span) {
        let known = at != Span::default() && !at.is_system();
        let at = if known { at } else { self.said.learner };
        self.body.calls.entry(id).or_insert(at);
        let side = self.body.side;
        self.body.callers.entry(id).or_default().add(side);
    }

    /// What functions of both sides hold, held against those that the wrong side reaches.
    pub(super) fn check_sides(&mut self) {
        let sides: Vec<Side> = self
            .templates
            .instances
            .iter()
            .map(|i| self.side_of(i.declared))
            .collect();
        let on_device = self.held_against(&sides, &|s| matches!(s, Side::Kernel | Side::Device));
        let on_host = self.held_against(&sides, &|s| s == Side::Host);
        self.body = super::Body::default();
        on_device.into_iter().for_each(|diag| self.note(diag));
        self.body.side = Side::Host;
        on_host.into_iter().for_each(|diag| self.note(diag));
        self.body.side = Side::Device;
    }

    /// What the functions that a side reaches hold against it. What one of our headers holds is said of the learner's
    /// call that leads there, of each function's first.
    fn held_against(&self, sides: &[Side], is_of: &dyn Fn(Side) -> bool) -> Vec<Diag> {
        let host = is_of(Side::Host);
        let held = |id: FuncId| {
            let bound = &self.templates.instances[id.0 as usize].bound;
            if host { &bound.device } else { &bound.host }
        };
        let reached = self.reached_by(sides, is_of, host);
        let unfit = self.lead_to(&reached, |id| {
            held(id).is_some() || !host && self.is_for_host(id)
        });
        let mut out = Vec::new();
        for id in reached {
            if self.is_ours(id) {
                continue;
            }
            out.extend(held(id).clone());
            let calls = self.templates.instances[id.0 as usize].calls.iter();
            let first = calls
                .filter(|(to, _)| unfit.contains(to) && self.calls_on(id, **to, host))
                .map(|(to, at)| (*at, *to));
            out.extend(first.min().map(|(at, to)| self.serves_other(to, at, host)));
        }
        out
    }

    /// Whether a function is one of a header of ours, or one that no text says.
    fn is_ours(&self, id: FuncId) -> bool {
        let span = self.functions.declared[self.templates.instances[id.0 as usize].declared].span;
        span.is_system() || span == Span::default()
    }

    /// Whether a function of the standard library's, or Thrust's, is one that nvcc compiles for the host alone.
    fn is_for_host(&self, id: FuncId) -> bool {
        let declared = &self.functions.declared[self.templates.instances[id.0 as usize].declared];
        if !declared.span.is_system() {
            return false;
        }
        let (known, name) = match &declared.owner {
            Some(owner) => (HOST_CLASSES, self.types.get(owner.class).name.as_str()),
            None => (HOST_FUNCTIONS, declared.name.as_str()),
        };
        let name = name.split('<').next().unwrap_or(name);
        known.split_whitespace().any(|known| known == name)
    }

    /// The functions of a side, and those of both sides that they reach.
    fn reached_by(
        &self,
        sides: &[Side],
        is_of: &dyn Fn(Side) -> bool,
        host: bool,
    ) -> SortedSet<FuncId> {
        let all = (0..sides.len() as u32).map(FuncId);
        let mut open: Vec<FuncId> = all.filter(|id| is_of(sides[id.0 as usize])).collect();
        let mut reached: SortedSet<FuncId> = open.iter().copied().collect();
        while let Some(id) = open.pop() {
            let calls = self.templates.instances[id.0 as usize].calls.keys();
            let both = calls
                .filter(|to| sides[to.0 as usize] == Side::Both && self.calls_on(id, **to, host));
            open.extend(both.filter(|to| reached.insert(**to)));
        }
        reached
    }

    /// Of the functions of our headers among these, those that are such or call, through others of our headers, one that is.
    fn lead_to(&self, among: &SortedSet<FuncId>, is: impl Fn(FuncId) -> bool) -> SortedSet<FuncId> {
        let ours = || among.iter().copied().filter(|id| self.is_ours(*id));
        let mut callers: SortedMap<FuncId, Vec<FuncId>> = SortedMap::new();
        for id in ours() {
            let calls = self.templates.instances[id.0 as usize].calls.keys();
            calls.for_each(|to| callers.entry(*to).or_default().push(id));
        }
        let mut open: Vec<FuncId> = ours().filter(|id| is(*id)).collect();
        let mut out: SortedSet<FuncId> = open.iter().copied().collect();
        while let Some(id) = open.pop() {
            let more = callers.get(&id).into_iter().flatten().copied();
            open.extend(more.filter(|caller| out.insert(*caller)));
        }
        out
    }

    /// A call of a function of a header of ours that does what only the other side can.
    fn serves_other(&self, callee: FuncId, at: Span, host: bool) -> Diag {
        let name = &self.templates.instances[callee.0 as usize].name;
        let (other, here, help) = match host {
            true => (
                "device",
                "host code",
                "call it from a kernel, or from a `__device__` function",
            ),
            false => (
                "host",
                "device code",
                "do this on the host; a kernel has variables, arrays of fixed size and the memory that it is handed",
            ),
        };
        let message = format!("`{name}` runs on the {other}: {here} cannot call it");
        Diag::error(Code::WrongSide, at, message).help(help)
    }
}
