//! What of an instruction a device's compiler leaves in its code: what is counted of it.
//!
//! Lowering names it for each instruction of a kernel; the counters ask. The machine executes every instruction all the same, so findings
//! see every access. The rule: what is unsure is [`Kept::Each`].

use super::Pc;

/// How often an instruction is done once it is compiled for a device.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Kept {
    /// As often as it is executed here.
    #[default]
    Each,
    /// Once each time that a warp comes to the `Loop` with this number: the result is the same in all turns.
    OncePerLoop(Pc),
    /// Not at all: nothing that anybody can see depends on it, or the value is at hand, as is that of a local variable in registers.
    Never,
}
