//! The function whose body is being checked: its variables, what it needs, and where in it the check is.
//! In: statements and expressions, as they are looked at; out: what becomes of the function in the tree.
//! The rule: everything here begins anew with each body and ends with it; what outlives it is in the other rooms.
//! Next: instance.rs, which begins one; stmt.rs and expr.rs, which fill it.

use sorted::{SortedMap, SortedSet};

use super::Side;
use crate::tree::{Const, FuncId, Place, Var, VarId};
use crate::ty::Type;
use cuda_source::diag::Diag;
use cuda_source::source::Span;

/// The function being checked.
#[derive(Debug, Default)]
pub(super) struct Body<'a> {
    /// Its variables so far.
    pub vars: Vec<Var>,
    /// Constants among them.
    pub known: SortedMap<VarId, Const>,
    /// Arrays and structs among them that are `constexpr`.
    pub known_values: SortedMap<VarId, super::interp::Value>,
    /// Declared without a value and not assigned since, with the loop depth of the declaration.
    pub unset: SortedMap<VarId, u32>,
    /// Those whose first value is being worked out, and whether it names them.
    pub beginning: Vec<(VarId, bool)>,
    /// How `auto` in the result is worked out.
    pub form: super::returns::Form,
    /// The type to return; `None` while `auto` is open.
    pub result: Option<Type>,
    /// `__global__`.
    pub kernel: bool,
    /// Where the function runs.
    pub side: Side,
    /// Which declaration it is of, for functions that the program writes.
    pub declared: Option<usize>,
    /// Whether it launches a kernel.
    pub launches: bool,
    /// What `__func__` is.
    pub name: String,
    /// What was met that only one side can do, in a function of both.
    pub bound: super::side::Bound,
    /// Whether it is one that nothing may call, and what is then not said.
    pub may_be_unused: bool,
    pub withheld: Vec<Diag>,
    /// Literals by which an operation may be in double precision, each with what is to be said of it.
    pub doubles: Vec<(Span, Diag)>,
    /// Loops around here.
    pub loops: u32,
    /// Loops and switches around here.
    pub breakable: u32,
    /// Whom it calls, each with the first place.
    pub calls: SortedMap<FuncId, Span>,
    /// From which sides it calls them.
    pub callers: SortedMap<FuncId, super::sided::Callers>,
    /// The tables of virtual functions that it gives objects.
    pub tables: SortedSet<(crate::ty::StructId, usize)>,
    /// Where it is being asked for, for instantiations.
    pub asked: Option<(Span, String)>,
    /// How many instances of templates asked for each other up to here.
    pub made_by: u32,
    /// A statement or an expression of it could not be read, which was said.
    pub torn: bool,
    /// Its extent.
    pub extent: Span,
    /// Ends of the blocks around here, for the scopes of variables.
    pub ends: Vec<u32>,
    /// `this`.
    pub this: Option<VarId>,
    /// The object whose field is given the value that its class says, where that is not `*this`.
    pub begun: Option<Place>,
    /// Where the arguments for `...` are, of a function that takes such.
    pub more: Option<VarId>,
    /// Whether it is the body of a lambda, whose `this` is what it has captured.
    pub lambda: bool,
    /// Whether `this` is used as a pointer, so that the object needs an address.
    pub this_kept: bool,
    /// Objects that end with the scopes that are open, in the order in which they began.
    pub cleanups: Vec<super::class::Living>,
    /// How many of them there were where the innermost loop or switch began, for `break`, and the innermost loop, for
    /// `continue`.
    pub break_marks: Vec<usize>,
    pub continue_marks: Vec<usize>,
    /// Arrays whose length is known only when it runs.
    pub open_arrays: super::open_array::OpenArrays,
    /// Objects that end with the whole expression.
    pub temporaries: Vec<super::class::Temporary>,
    /// Inside what may not be evaluated, how deep.
    pub conditional: u32,
    /// Inside `sizeof` and its kin, how deep.
    pub unevaluated: u32,
    /// Variables without names that no statement has declared yet.
    pub undeclared: Vec<VarId>,
    /// Inside what a class template's arguments are deduced from, how deep.
    pub deducing: u32,
    /// The classes of lambdas met there, which the same lambda is of where it is evaluated; by where it stands.
    pub deduced_closures: SortedMap<Span, crate::ty::StructId>,
    /// Where its jumps can lead.
    pub jumps: Option<super::jump::Jumps<'a>>,
}
