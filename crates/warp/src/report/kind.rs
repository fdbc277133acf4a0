//! The sorts of finding and of ending: one line a sort, with everything that stands for it.
//!
//! A new sort is one line here and one text, `codes/CODE.md`; without the text this crate does not build. Codes are never
//! given a second meaning. Findings: F01 memory, F02 races, F03 barriers, F04 lanes, F05 arithmetic, F06 memory of the host
//! and the runtime, F07 loops. Endings: S01 of a kernel, S02 of a program.

use cuda_source::diag::Severity;

/// Writes an enum and all that stands for its variants from one table, so that they cannot disagree.
macro_rules! sorts {
    ($(#[$doc:meta])* $name:ident:
        $($variant:ident = $code:literal, $severity:ident, $slug:literal, $title:literal, $summary:literal;)*) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum $name {
            $(#[doc = $summary] $variant,)*
        }

        impl $name {
            /// All of them, in order.
            pub const ALL: &'static [$name] = &[$($name::$variant,)*];

            /// The stable code that a page explains: `F0101`.
            pub const fn code(self) -> &'static str {
                match self { $($name::$variant => $code,)* }
            }

            /// How grave it is.
            pub const fn severity(self) -> Severity {
                match self { $($name::$variant => Severity::$severity,)* }
            }

            /// A stable name for machines.
            pub const fn slug(self) -> &'static str {
                match self { $($name::$variant => $slug,)* }
            }

            /// A heading for people.
            pub const fn title(self) -> &'static str {
                match self { $($name::$variant => $title,)* }
            }

            /// The sort in a few words.
            pub const fn summary(self) -> &'static str {
                match self { $($name::$variant => $summary,)* }
            }

            /// What a learner should know of it: Markdown.
            pub const fn text(self) -> &'static str {
                match self { $($name::$variant => include_str!(concat!("../../codes/", $code, ".md")),)* }
            }
        }
    };
}

sorts! {
    /// The sorts of finding.
    FindingKind:
    OutOfBounds = "F0101", Error, "out-of-bounds", "out of bounds", "an access past the end or before the start of its allocation";
    NullPointer = "F0102", Error, "null-pointer", "null pointer", "an access through a null pointer";
    WildPointer = "F0103", Error, "wild-pointer", "wild pointer", "an access through a number that is no pointer";
    Misaligned = "F0104", Error, "misaligned", "misaligned access", "an address that is no multiple of the access's size";
    Uninitialised = "F0105", Error, "uninitialised", "uninitialised read", "a value that nothing has written, where something depends on it";
    WriteToConstant = "F0106", Error, "write-to-constant", "write to constant memory", "a store or atomic to constant memory";
    UseAfterFree = "F0107", Error, "use-after-free", "use after free", "an access to memory that was freed";
    DanglingLocal = "F0108", Error, "dangling-local", "local variable that is gone", "an access through a pointer to a local variable whose block or function has ended";
    UnwrittenResult = "F0109", Warning, "unwritten-result", "result that nothing wrote", "a value that the host reads, of memory in which no kernel stored anything";

    SharedRace = "F0201", Error, "shared-race", "race on shared memory", "two threads on one shared location, one of them writing, with nothing that orders them";
    WriteConflict = "F0202", Error, "write-conflict", "conflicting writes", "lanes of one store that write different values to one location";
    GlobalRace = "F0203", Error, "global-race", "race on global memory", "two threads on one global location, one of them writing, with nothing that orders them";
    LockstepRace = "F0204", Warning, "lockstep-race", "reliance on lockstep", "two lanes of one warp on one location, one of them writing, ordered by nothing but lockstep";
    StreamRace = "F0205", Error, "stream-race", "race between streams", "two operations of different streams on one location, one of them writing, with nothing that orders them";
    HostRace = "F0206", Error, "host-race", "race with the host", "the host on memory that the device may still be using, as nothing has waited for it";

    BarrierDivergence = "F0301", Error, "barrier-divergence", "divergent barrier", "a barrier that part of a warp reaches, or that warps reach at different places";
    BarrierMissed = "F0302", Error, "barrier-missed", "missed barrier", "a barrier that some threads of the block never reach";

    BadLane = "F0401", Error, "bad-lane", "bad lane", "a shuffle or vote with a lane that does not take part";

    DivisionByZero = "F0501", Error, "division-by-zero", "division by zero", "an integer division or remainder by zero";
    IndexOverflow = "F0502", Warning, "index-overflow", "index overflow", "an index whose arithmetic did not fit an `int`";
    NonFinite = "F0503", Warning, "non-finite", "not a finite number", "the first NaN or infinity, where it was asked for";

    BadFree = "F0601", Error, "bad-free", "bad free", "a second `free` of the same memory, or of what no allocation gave";
    HostMemory = "F0602", Error, "host-memory", "host memory in a kernel", "a kernel's access to memory of the host";
    WrongSide = "F0603", Error, "wrong-side", "memory of the other side", "a copy or fill whose pointer is not where the call says";
}

sorts! {
    /// The sorts of ending that are not in order.
    EndingKind:
    OutOfFuel = "S0101", Error, "out-of-fuel", "out of fuel", "a kernel that was still running when its limit was reached";
    Trapped = "S0102", Error, "trapped", "trap", "a kernel that stopped itself: `__trap()` or a failed `assert`";
    StackOverflow = "S0103", Error, "stack-overflow", "stack overflow", "calls in a kernel nested deeper than the limit";
    BadLaunch = "S0104", Error, "bad-launch", "invalid launch", "a launch that the device would refuse";
    Endless = "S0105", Error, "endless", "endless loop", "a loop that certainly never ends";

    Aborted = "S0201", Error, "aborted", "aborted", "a program that ended itself: `abort`, a failed `assert`, an exception";
    Faulted = "S0202", Error, "fault", "segmentation fault", "host code that touched what is not its memory";
    Limit = "S0203", Error, "limit", "limit reached", "a program that was stopped at a limit of the run";
}

impl FindingKind {
    /// Whether a device stops a kernel for it.
    pub fn stops_a_device(self) -> bool {
        matches!(
            self,
            Self::NullPointer | Self::WildPointer | Self::HostMemory
        )
    }
}
