//! `ast::Unit` to `tree::Unit`: names, types, overloads, templates, constants; everything C++ means by what it says.
//! In: the syntax and the kernel templates to instantiate; out: concrete functions in which nothing is left to
//! resolve, and what there is to say. The rule: a mistake is reported once, where it is; what follows from it is
//! silent (`None` from any of these functions means that the reason has been given).
//! Next: decl.rs (the file), template.rs (functions made concrete), stmt.rs, expr.rs, call.rs, op.rs, convert.rs.

mod access;
mod assign;
mod bitfield;
mod braces;
mod budget;
mod call;
mod cast;
mod claims;
mod class;
mod coerce;
mod compare;
mod constraint;
mod convert;
mod decl;
mod decltype;
mod deduce;
mod dynamic_shared;
mod expr;
mod fit;
mod flow;
mod fnptr;
mod functions;
mod global;
mod hostcode;
mod init;
mod instance;
mod interp;
mod itself;
mod jump;
mod konst;
mod lambda;
mod language;
mod launch;
mod local_function;
mod loops;
mod mangled;
mod member_pointer;
mod misfit;
mod missing_header;
mod modify;
mod name;
mod named_instance;
mod names;
mod op;
mod opaque;
mod open_array;
mod outside;
mod overload;
mod overloaded;
mod pack;
mod parts;
mod pointed;
mod printed;
mod ptx;
mod range;
mod refuse;
mod returns;
mod rewritten;
mod rtti;
mod scope;
pub(crate) mod side;
mod sided;
mod single;
mod spaces;
mod specials;
mod statics;
mod stmt;
mod structs;
mod structurize;
mod suffix;
mod switch;
mod template;
mod templates;
mod text;
mod throw;
mod typex;
mod unused;
mod variadic;
mod vars;

use crate::ast;
use crate::tree::{
    Const, Expr, FuncId, Function, Global, GlobalId, Place, Space, Unit, Var, VarId,
};
use crate::ty::{Type, Types};
use cuda_source::diag::{Code, Diag};
use cuda_source::source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// Checks a unit. `wanted` names instantiations of kernel templates, `tile<16,float>`; kernels and device
/// functions that are no templates are always there, and so are the instances that host code in the file launches. The tree is whole only if no diagnostic is an error.
pub fn check(unit: &ast::Unit, wanted: &[String]) -> (Unit, Vec<Diag>) {
    let mut checker = Checker::new();
    checker.host.tries = unit.tries;
    checker.in_c = unit.in_c.clone();
    checker.units = unit.units.clone();
    for name in &unit.mentioned {
        checker.first_heard(name.text.to_string(), name.span);
    }
    checker.refuse_unasked(&unit.unasked);
    checker.collect(&unit.items, "");
    checker.declare_device_code();
    for text in wanted {
        checker.instantiate_by_name(text);
    }
    checker.check_pending();
    checker.check_host_code();
    checker.finish()
}

/// Beyond so many remarks nothing more is kept (twenty are shown); half of the room is for errors alone.
const MOST_SAID: usize = 400;

/// What an expression turned out to be.
#[derive(Clone, Debug)]
enum Typed {
    /// Something with an address.
    Place(Lvalue),
    /// A value.
    Value(Expr),
}

/// A place and what the checker knows of it beyond the tree.
#[derive(Clone, Debug)]
struct Lvalue {
    /// The place.
    pub place: Place,
    /// Whether it must not be written.
    pub constant: bool,
    /// Its value, where it is a constant that C++ lets constant expressions use.
    pub known: Option<Const>,
    /// Whether nothing will need it any more: a temporary, or what `std::move` gave.
    pub expiring: bool,
}

impl Lvalue {
    /// A place of which nothing more is known.
    fn new(place: Place, constant: bool) -> Lvalue {
        Lvalue {
            place,
            constant,
            known: None,
            expiring: false,
        }
    }
}

/// Which side a function runs on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Side {
    /// `__global__`
    Kernel,
    /// `__device__`
    #[default]
    Device,
    /// `__host__ __device__`, `constexpr` functions and those of headers of ours: checked only when something calls them.
    Both,
    /// The rest: those of the program's own text are checked after all device code.
    Host,
}

/// A function as declared.
#[derive(Clone, Debug)]
struct Declared<'a> {
    /// The declaration, the definition where there is one.
    pub ast: &'a ast::Function,
    /// With its namespace.
    pub name: String,
    /// The namespace it is in, with `::` at its end; empty for the file.
    pub space: String,
    /// Its template parameters.
    pub template: Option<&'a [ast::TemplateParam]>,
    /// For a full specialisation the arguments.
    pub special: bool,
    /// Where it runs.
    pub side: Side,
    /// The prototype before it, which may have the default arguments.
    pub prototype: Option<&'a ast::Function>,
    /// The prototype's template parameters, which may have the default arguments.
    pub earlier: Option<&'a [ast::TemplateParam]>,
    /// Where the name is declared first.
    pub span: Span,
    /// The whole definition.
    pub extent: Span,
    /// What makes it a class's function.
    pub owner: Option<class::Owner<'a>>,
}

impl<'a> Declared<'a> {
    /// The default argument of a parameter, from the definition or the prototype before it.
    fn default(&self, n: usize) -> Option<&'a ast::Expr> {
        let of = |f: &'a ast::Function| f.params.get(n).and_then(|p| p.default.as_deref());
        of(self.ast).or_else(|| self.prototype.and_then(of))
    }
}

use crate::ty::OriginArg as TemplateArg;

/// Parameter and result types of a concrete function.
#[derive(Clone, Debug, PartialEq)]
struct Signature {
    /// With references as such.
    pub params: Vec<Type>,
    /// The result.
    pub result: Type,
}

/// A concrete function on its way.
#[derive(Clone, Debug)]
struct Instance {
    /// Which declaration.
    pub declared: usize,
    /// What its template parameters stand for.
    pub bindings: Vec<(String, scope::Entity)>,
    /// The name to show.
    pub name: String,
    /// Its types.
    pub signature: Signature,
    /// Where it was asked for, if it is an instantiation.
    pub asked: Option<Span>,
    /// How many instances of templates asked for each other up to this one.
    pub made_by: u32,
    /// Whether its body has been begun.
    pub begun: bool,
    /// Whether its body is to be checked.
    pub wanted: bool,
    /// The result, once checked.
    pub done: Option<Function>,
    /// The functions it calls, each with the first place.
    pub calls: BTreeMap<FuncId, Span>,
    /// From which sides it calls them.
    pub callers: BTreeMap<FuncId, sided::Callers>,
    /// The tables of virtual functions that it gives objects.
    pub tables: BTreeSet<(crate::ty::StructId, usize)>,
    /// What is in it that only one side can do.
    pub bound: side::Bound,
    /// Whether its address is taken.
    pub addressed: bool,
    /// What is not modelled in it, to be said if it is used.
    pub withheld: Vec<Diag>,
}

/// The function being checked.
#[derive(Debug, Default)]
struct Body {
    /// Its variables so far.
    pub vars: Vec<Var>,
    /// Constants among them.
    pub known: BTreeMap<VarId, Const>,
    /// Arrays and structs among them that are `constexpr`.
    pub known_values: BTreeMap<VarId, interp::Value>,
    /// Declared without a value and not assigned since, with the loop depth of the declaration.
    pub unset: BTreeMap<VarId, u32>,
    /// Those whose first value is being worked out, and whether it names them.
    pub beginning: Vec<(VarId, bool)>,
    /// How `auto` in the result is worked out.
    pub form: returns::Form,
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
    pub bound: side::Bound,
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
    pub calls: BTreeMap<FuncId, Span>,
    /// From which sides it calls them.
    pub callers: BTreeMap<FuncId, sided::Callers>,
    /// The tables of virtual functions that it gives objects.
    pub tables: BTreeSet<(crate::ty::StructId, usize)>,
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
    pub cleanups: Vec<class::Living>,
    /// How many of them there were where the innermost loop or switch began, for `break`, and the innermost loop, for
    /// `continue`.
    pub break_marks: Vec<usize>,
    pub continue_marks: Vec<usize>,
    /// Arrays whose length is known only when it runs.
    pub open_arrays: open_array::OpenArrays,
    /// Objects that end with the whole expression.
    pub temporaries: Vec<class::Temporary>,
    /// Inside what may not be evaluated, how deep.
    pub conditional: u32,
    /// Inside `sizeof` and its kin, how deep.
    pub unevaluated: u32,
    /// Variables without names that no statement has declared yet.
    pub undeclared: Vec<VarId>,
    /// Inside what a class template's arguments are deduced from, how deep.
    pub deducing: u32,
    /// The classes of lambdas met there, which the same lambda is of where it is evaluated; by where it stands.
    pub deduced_closures: BTreeMap<Span, crate::ty::StructId>,
}

/// The state of a check.
struct Checker<'a> {
    types: Types,
    names: names::Names<'a>,
    functions: functions::Functions<'a>,
    templates: templates::Templates,
    diags: Vec<Diag>,
    /// Texts in C.
    in_c: Vec<Span>,
    /// The program's further texts.
    units: Vec<Span>,
    /// The type that each name of dynamic shared memory has, by its text, and where it was declared first.
    dynamic_shared: BTreeMap<(u32, String), (crate::ty::Qualified, Span)>,
    /// Where the jumps of the function being checked can lead.
    jumps: Option<jump::Jumps<'a>>,
    items: Vec<decl::FileItem<'a>>,
    classes: class::Classes<'a>,
    member_pointers: member_pointer::MemberPointers,
    rtti: rtti::Rtti,
    globals: Vec<Global>,
    /// How often each name of the device's variables was given, and how many bytes all variables have.
    symbols: BTreeMap<String, u32>,
    variable_bytes: u64,
    /// Those declared `const`.
    const_globals: BTreeSet<GlobalId>,
    /// Whether the last evaluation came to its bounds.
    cut_short: bool,
    /// Those declared `volatile`.
    volatile_globals: BTreeSet<GlobalId>,
    /// References of the file: pointers that are dereferenced wherever they are named.
    reference_globals: BTreeSet<GlobalId>,
    /// Those declared `constexpr`: their bytes are known.
    constexpr_globals: BTreeSet<GlobalId>,
    /// What host code has made in the file's memory.
    host: hostcode::HostCode<'a>,
    /// What has been said, so that nothing is said twice.
    said: BTreeSet<(Span, String)>,
    body: Body,
    /// Where literals of type `double` stand, and whether they are written there or come out of a macro.
    double_literals: BTreeMap<Span, bool>,
    depth: u32,
    /// What was said of the file's own items while a trial was open: it counts whatever becomes of the trial.
    settled: Vec<Diag>,
    /// How many trials are open, whose remarks may not count.
    trials: u32,
    /// How many expressions were looked at on trial, each time counted.
    tried: u32,
    /// What was taken of what a program is given, and why no more is looked at.
    budget: budget::Budget,
    exhausted: Option<Diag>,
    /// The last place of the learner's own text that was looked at.
    learner: Span,
}

impl<'a> Checker<'a> {
    fn new() -> Checker<'a> {
        Checker {
            types: Types::new(),
            names: names::Names::new(),
            functions: Default::default(),
            templates: Default::default(),
            diags: Vec::new(),
            in_c: Vec::new(),
            units: Vec::new(),
            dynamic_shared: BTreeMap::new(),
            jumps: None,
            items: Vec::new(),
            classes: class::Classes::default(),
            member_pointers: Default::default(),
            rtti: Default::default(),
            globals: Vec::new(),
            symbols: BTreeMap::new(),
            variable_bytes: 0,
            const_globals: BTreeSet::new(),
            cut_short: false,
            volatile_globals: BTreeSet::new(),
            reference_globals: BTreeSet::new(),
            constexpr_globals: BTreeSet::new(),
            host: hostcode::HostCode::default(),
            said: BTreeSet::new(),
            body: Body::default(),
            double_literals: BTreeMap::new(),
            depth: 0,
            settled: Vec::new(),
            trials: 0,
            tried: 0,
            budget: Default::default(),
            exhausted: None,
            learner: Span::default(),
        }
    }

    fn check_pending(&mut self) {
        while let Some(id) = self.templates.pending.pop_front() {
            if self.exhausted.is_some() {
                return;
            }
            self.check_instance(id);
        }
    }

    fn finish(mut self) -> (Unit, Vec<Diag>) {
        self.diags.append(&mut self.settled);
        self.say_withheld();
        self.check_shared_sizes();
        self.check_sides();
        if let Some(why) = self.exhausted.take() {
            // What else was said may only follow from having stopped, and what was made is not used.
            self.diags = vec![why];
            let nothing = Unit {
                types: self.types,
                globals: Vec::new(),
                functions: Vec::new(),
                startup: None,
            };
            return (nothing, self.diags);
        }
        let recursive = self.recursive();
        let (startup, tables) = self.startup_function();
        self.fill_tables(tables);
        let mut functions = Vec::new();
        for (at, instance) in self.templates.instances.into_iter().enumerate() {
            if let Some(mut f) = instance.done {
                f.recursive = recursive.contains(&FuncId(at as u32));
                functions.push(f);
            } else {
                functions.push(missing(instance.name));
            }
        }
        let startup = startup.map(|f| {
            functions.push(f);
            FuncId(functions.len() as u32 - 1)
        });
        (
            Unit {
                types: self.types,
                globals: self.globals,
                functions,
                startup,
            },
            self.diags,
        )
    }

    /// The functions that a chain of calls leads back to: those in a cycle of the call graph.
    fn recursive(&self) -> BTreeSet<FuncId> {
        let calls = |id: FuncId| {
            self.templates.instances[id.0 as usize]
                .calls
                .keys()
                .copied()
        };
        let all = || (0..self.templates.instances.len() as u32).map(FuncId);
        // What calls nothing that is left is in no cycle; neither is what nothing left calls.
        let mut left: BTreeSet<FuncId> = all().collect();
        let mut callers: BTreeMap<FuncId, Vec<FuncId>> = BTreeMap::new();
        let mut open: BTreeMap<FuncId, usize> = BTreeMap::new();
        for id in all() {
            calls(id).for_each(|to| callers.entry(to).or_default().push(id));
            open.insert(id, calls(id).count());
        }
        let mut ready: Vec<FuncId> = all().filter(|id| open[id] == 0).collect();
        while let Some(id) = ready.pop() {
            left.remove(&id);
            for caller in callers.get(&id).into_iter().flatten() {
                if let Some(n) = open.get_mut(caller) {
                    *n -= 1;
                    if *n == 0 {
                        ready.push(*caller);
                    }
                }
            }
        }
        left.iter()
            .copied()
            .filter(|id| self.reached(*id).contains(id))
            .collect()
    }

    /// Every function that calls from `id` lead to; `id` itself only if they lead back.
    fn reached(&self, id: FuncId) -> BTreeSet<FuncId> {
        let mut seen = BTreeSet::new();
        let mut next: Vec<FuncId> = self.templates.instances[id.0 as usize]
            .calls
            .keys()
            .copied()
            .collect();
        while let Some(id) = next.pop() {
            if seen.insert(id) {
                next.extend(
                    self.templates.instances[id.0 as usize]
                        .calls
                        .keys()
                        .copied(),
                );
            }
        }
        seen
    }

    /// A block has at most 48 KiB of shared memory with sizes in the source, over all functions a kernel reaches.
    fn check_shared_sizes(&mut self) {
        const MOST: u64 = 48 * 1024;
        let mut found = Vec::new();
        for at in 0..self.templates.instances.len() {
            let id = FuncId(at as u32);
            if !self.templates.instances[at]
                .done
                .as_ref()
                .is_some_and(|f| f.kernel)
            {
                continue;
            }
            let mut all = self.reached(id);
            all.insert(id);
            let Some(kernel) = self.templates.instances[at]
                .done
                .as_ref()
                .filter(|f| f.kernel)
            else {
                continue;
            };
            let functions = all
                .iter()
                .filter_map(|id| self.templates.instances[id.0 as usize].done.as_ref());
            // What stands outside of functions is one for all that name it.
            let mut outside = BTreeSet::new();
            let vars: Vec<&Var> = functions
                .flat_map(|f| f.vars.iter().map(move |v| (f.extent, v)))
                .filter(|(_, v)| v.space == Space::Shared)
                .filter(|(own, v)| own.contains(v.span.start) || outside.insert(v.span))
                .map(|(_, v)| v)
                .collect();
            let total = vars
                .iter()
                .fold(0u64, |sum, v| sum.saturating_add(self.types.size(&v.ty)));
            let Some(largest) = vars.iter().max_by_key(|v| self.types.size(&v.ty)) else {
                continue;
            };
            if total > MOST {
                let message = format!(
                    "`{}` uses {total} bytes of shared memory ({MOST} is the most a block can have this way)",
                    kernel.name
                );
                let bytes = self.types.size(&largest.ty);
                let diag = Diag::error(Code::SharedTooLarge, largest.span, message)
                    .label(kernel.span, "in this kernel")
                    .help(format!(
                        "`{}` alone takes {bytes}: use a smaller tile",
                        largest.name
                    ));
                found.push(diag);
            }
        }
        for diag in found {
            self.note(diag);
        }
    }

    /// The place in the learner's own text that led to a place in a header of ours; any other place itself.
    fn learners(&self, span: Span) -> Span {
        match &self.body.asked {
            _ if !span.is_system() => span,
            Some((asked, _)) if !asked.is_system() => *asked,
            _ => self.learner,
        }
    }

    /// Says something, once, with the instantiation it happened in. What is wrong inside a header of ours is shown
    /// where the learner's text asks for it.
    fn note(&mut self, diag: Diag) {
        let mut diag = self.why_unknown(diag);
        if diag.span.is_system() && !diag.is_error() {
            return;
        }
        if diag.span.is_system() {
            diag.span = self.learners(diag.span);
            diag.labels.retain(|(span, _)| !span.is_system());
            diag.fix = None;
            if let Some((_, name)) = &self.body.asked {
                diag.message = format!("{} (in `{name}`)", diag.message);
            }
        } else if let Some((span, name)) = &self.body.asked
            && diag.span.start >= self.body.extent.start
            && diag.span.end <= self.body.extent.end
        {
            diag.labels
                .push((*span, format!("in `{name}`, which is made here")));
        }
        let room = if diag.is_error() {
            MOST_SAID
        } else {
            MOST_SAID / 2
        };
        if self.stays_quiet(&diag) {
            return;
        }
        let Some(diag) = self.withheld(diag) else {
            return;
        };
        if self.diags.len() < room && self.said.insert((diag.span, diag.message.clone())) {
            self.diags.push(diag);
        }
    }

    /// Says that something is wrong.
    fn error(&mut self, code: Code, span: Span, message: impl Into<String>) {
        self.note(Diag::error(code, span, message));
    }

    /// Says that something is odd.
    fn warn(&mut self, code: Code, span: Span, message: impl Into<String>) {
        self.note(Diag::warning(code, span, message));
    }

    /// Something came to nothing: nothing may be left out in silence, so that a stage that did not say why says this.
    fn came_to_nothing(&mut self, span: Span) {
        let said = self.diags.iter().chain(&self.settled);
        let mut said = said.chain(&self.body.withheld);
        if self.trials == 0 && self.exhausted.is_none() && !said.any(Diag::is_error) {
            let message = "this could not be understood, and no stage said why";
            self.error(Code::Internal, span, message);
        }
    }

    /// Refuses by name something valid that is not modelled.
    fn refuse(&mut self, span: Span, what: &str, help: &str) {
        let message = self.on_this_side(format!("{what} not modelled"));
        self.note(Diag::error(Code::NotModelled, span, message).help(help));
    }

    /// Concepts that nothing has asked for: none is passed over in silence.
    fn refuse_unasked(&mut self, concepts: &[Span]) {
        for span in concepts.iter().filter(|span| !span.is_system()) {
            let help = "write the type or plain `auto` here, and `static_assert` what it must meet";
            self.refuse(*span, "a concept before `auto` here is", help);
        }
    }

    /// A variable of the function being checked.
    fn var(&self, id: VarId) -> Option<&Var> {
        self.body.vars.get(id.0 as usize)
    }

    fn var_mut(&mut self, id: VarId) -> Option<&mut Var> {
        self.body.vars.get_mut(id.0 as usize)
    }

    /// Runs something whose diagnostics count even where a trial asked for it: it is done once.
    fn settle(&mut self, f: impl FnOnce(&mut Self)) {
        let before = self.diags.len();
        let trials = std::mem::take(&mut self.trials);
        f(self);
        self.trials = trials;
        if trials > 0 {
            self.settled.extend(self.diags.drain(before..));
        }
    }

    /// Runs something whose diagnostics do not count unless it succeeds.
    fn attempt<T>(&mut self, f: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        let before = self.diags.len();
        let temporaries = self.body.temporaries.len();
        self.trials += 1;
        let result = f(self);
        self.trials -= 1;
        if result.is_none() {
            self.body.temporaries.truncate(temporaries);
            for diag in self.diags.drain(before..) {
                self.said.remove(&(diag.span, diag.message));
            }
        }
        result
    }
}

/// What stands in for a function that could not be checked; the tree is not used then.
fn missing(name: String) -> Function {
    Function {
        name,
        kernel: false,
        result: Type::Void,
        params: 0,
        vars: Vec::new(),
        body: Vec::new(),
        recursive: false,
        host: false,
        entry: false,
        max_threads: None,
        span: Span::default(),
        extent: Span::default(),
    }
}
