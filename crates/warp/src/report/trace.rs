//! What one warp did, step by step: plain data that a stepper is drawn from.
//!
//! A step is a run of a warp's instructions on one line of the main text, in the order of the code, by the same lanes; what stands in a
//! header counts for the line that calls it. Steps point into three lists: of variables that got other values, of requests to memory, and
//! of the words that rows of 32 lanes are made of. The rule: a row that is told is what all lanes hold when the step is done.

use super::Op;
use cuda_ir::pointer::Space;
use cuda_ir::{Elem, Pc, VarType};
use cuda_source::source::Span;

/// Which steps of which warp are to be kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Traced {
    /// `blockIdx` of the warp.
    pub block: [u32; 3],
    /// Its number in the block.
    pub warp: u32,
    /// The first step, counted from 0.
    pub first: u64,
    /// How many at most.
    pub most: usize,
}

/// What the warp did.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct WarpTrace {
    /// `blockIdx` of the warp.
    pub block: [u32; 3],
    /// Its number in the block.
    pub warp: u32,
    /// The lanes that are threads, a bit each; none if there was no such warp.
    pub lanes: u32,
    /// The number of the first step that is kept.
    pub first: u64,
    /// How many steps the warp took in all.
    pub all: u64,
    /// The source's variables.
    pub variables: Vec<TracedVariable>,
    /// What was accessed, or pointed to.
    pub allocations: Vec<TracedAllocation>,
    /// The instructions that accessed memory.
    pub sites: Vec<TracedSite>,
    /// The steps that are kept, in order.
    pub steps: Vec<WarpStep>,
    /// Variables that got other values, step by step.
    pub writes: Vec<TracedWrite>,
    /// Requests to memory, step by step.
    pub requests: Vec<TracedRequest>,
    /// What rows are made of.
    pub words: Vec<u32>,
}

/// A variable, and where in the code its name means it.
#[derive(Clone, PartialEq, Debug)]
pub struct TracedVariable {
    /// Its name in the source.
    pub name: String,
    /// How its bits are read.
    pub ty: VarType,
    /// The code that it stands in.
    pub code: u32,
    /// From which instruction on.
    pub from: Pc,
    /// Up to which.
    pub to: Pc,
}

/// Memory that has a name.
#[derive(Clone, PartialEq, Debug)]
pub struct TracedAllocation {
    /// Its name.
    pub name: String,
    /// Where it lies.
    pub space: Space,
    /// Its elements.
    pub elem: Elem,
    /// Of an array of several dimensions how many bytes lie between two rows, slowest first, and between two elements; else the last alone.
    pub strides: Vec<u64>,
    /// Its first byte, as requests count: from the start of a buffer, or of the block's shared memory.
    pub base: u32,
}

/// An instruction that accesses memory.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TracedSite {
    /// The access in the source.
    pub span: Span,
    /// The line that it counts for.
    pub line: u32,
    /// What it does.
    pub op: Op,
    /// Bytes a lane.
    pub bytes: u32,
}

/// A step.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct WarpStep {
    /// The line of the main text, 1-based.
    pub line: u32,
    /// The code that it stands in.
    pub code: u32,
    /// The instruction after it, as the code is written.
    pub pc: Pc,
    /// The lanes that take it.
    pub active: u32,
    /// How many instructions it is.
    pub issued: u32,
    /// Where its writes end in the list of all.
    pub writes: u32,
    /// Where its requests end in the list of all.
    pub requests: u32,
    /// Whether something wrong was found in it.
    pub found: bool,
}

/// A variable's values after a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TracedWrite {
    /// Which.
    pub variable: u32,
    /// The lanes that have come to where it has a value.
    pub lanes: u32,
    /// Of a pointer what it points into; rows are bytes from there.
    pub into: Option<u32>,
    /// The values.
    pub row: TracedRow,
}

/// 32 values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TracedRow {
    /// All the same.
    Same(u64),
    /// The first one, and how far each is from the one before, in 32 bits.
    Run(u32, u32),
    /// From here on in the list of words, one a lane.
    Words(u32),
    /// The same, two a lane, lower half first.
    Doubles(u32),
}

/// A request to memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TracedRequest {
    /// The instruction.
    pub site: u32,
    /// What is accessed; none where the access is a fault.
    pub into: Option<u32>,
    /// The lanes that take part.
    pub lanes: u32,
    /// For each of them the first byte, as an allocation's base is counted.
    pub at: TracedRow,
    /// Sectors of global memory, or passes over the banks of shared memory; 0 for others.
    pub cost: u32,
    /// As few as they can be.
    pub ideal: u32,
    /// Whether a device's compiler leaves it out.
    pub spared: bool,
}
