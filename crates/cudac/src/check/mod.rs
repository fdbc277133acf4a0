//! `ast::Unit` to `tree::Unit`: names, types, overloads, templates, constants; everything C++ means by what it says.
//! In: the syntax and the kernel templates to instantiate; out: concrete functions in which nothing is left to
//! resolve, and what there is to say. The rule: a mistake is reported once, where it is; what follows from it is
//! silent (`None` from any of these functions means that the reason has been given).
//! Next: decl.rs (the file), template.rs (functions made concrete), stmt.rs, expr.rs, call.rs, op.rs, convert.rs.
//! What is known is in names.rs, functions.rs, templates.rs, class/mod.rs, globals.rs, body.rs and said.rs.

mod access;
mod assign;
mod bitfield;
mod body;
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
mod globals;
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
mod said;
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
mod texts;
mod throw;
mod typex;
mod unused;
mod variadic;
mod vars;

use sorted::{SortedMap, SortedSet};

use crate::tree::{Const, Expr, FuncId, Function, Place, Space, Unit, Var, VarId};
use crate::ty::{Type, Types};
use body::Body;
use cuda_parse::ast;
use cuda_source::diag::{Code, Diag};
use cuda_source::source::Span;

/// Checks a unit. `wanted` names instantiations of kernel templates, `tile<16,float>`; kernels and device
/// functions that are no templates are always there, and so are the instances that host code in the file launches. The tree is whole only if no diagnostic is an error.
pub fn check(unit: &ast::Unit, wanted: &[String]) -> (Unit, Vec<Diag>) {
    let mut checker = Checker::new();
    checker.host.tries = unit.tries;
    checker.texts.in_c = unit.in_c.clone();
    checker.texts.units = unit.units.clone();
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
    pub calls: SortedMap<FuncId, Span>,
    /// From which sides it calls them.
    pub callers: SortedMap<FuncId, sided::Callers>,
    /// The tables of virtual functions that it gives objects.
    pub tables: SortedSet<(crate::ty::StructId, usize)>,
    /// What is in it that only one side can do.
    pub bound: side::Bound,
    /// Whether its address is taken.
    pub addressed: bool,
    /// What is not modelled in it, to be said if it is used.
    pub withheld: Vec<Diag>,
}

/// The state of a check, each part in the room that owns it.
struct Checker<'a> {
    types: Types,
    names: names::Names<'a>,
    functions: functions::Functions<'a>,
    templates: templates::Templates,
    globals: globals::Globals,
    said: said::Said,
    texts: texts::Texts,
    items: Vec<decl::FileItem<'a>>,
    classes: class::Classes<'a>,
    member_pointers: member_pointer::MemberPointers,
    rtti: rtti::Rtti,
    /// What host code has made in the file's memory.
    host: hostcode::HostCode<'a>,
    body: Body<'a>,
    /// What was taken of what a program is given, and why no more is looked at.
    budget: budget::Budget,
}

impl<'a> Checker<'a> {
    fn new() -> Checker<'a> {
        Checker {
            types: Types::new(),
            names: names::Names::new(),
            functions: Default::default(),
            templates: Default::default(),
            globals: Default::default(),
            said: Default::default(),
            texts: Default::default(),
            items: Vec::new(),
            classes: class::Classes::default(),
            member_pointers: Default::default(),
            rtti: Default::default(),
            host: hostcode::HostCode::default(),
            body: Body::default(),
            budget: Default::default(),
        }
    }

    fn check_pending(&mut self) {
        while let Some(id) = self.templates.pending.pop_front() {
            if self.budget.exhausted.is_some() {
                return;
            }
            self.check_instance(id);
        }
    }

    fn finish(mut self) -> (Unit, Vec<Diag>) {
        self.said.diags.append(&mut self.said.settled);
        self.say_withheld();
        self.check_shared_sizes();
        self.check_sides();
        if let Some(why) = self.budget.exhausted.take() {
            // What else was said may only follow from having stopped, and what was made is not used.
            self.said.diags = vec![why];
            let nothing = Unit {
                types: self.types,
                globals: Vec::new(),
                functions: Vec::new(),
                startup: None,
            };
            return (nothing, self.said.diags);
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
                globals: self.globals.all,
                functions,
                startup,
            },
            self.said.diags,
        )
    }

    /// The functions that a chain of calls leads back to: those in a cycle of the call graph.
    fn recursive(&self) -> SortedSet<FuncId> {
        let calls = |id: FuncId| {
            self.templates.instances[id.0 as usize]
                .calls
                .keys()
                .copied()
        };
        let all = || (0..self.templates.instances.len() as u32).map(FuncId);
        // What calls nothing that is left is in no cycle; neither is what nothing left calls.
        let mut left: SortedSet<FuncId> = all().collect();
        let mut callers: SortedMap<FuncId, Vec<FuncId>> = SortedMap::new();
        let mut open: SortedMap<FuncId, usize> = SortedMap::new();
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
    fn reached(&self, id: FuncId) -> SortedSet<FuncId> {
        let mut seen = SortedSet::new();
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
            let mut outside = SortedSet::new();
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
            _ => self.said.learner,
        }
    }

    /// Says something, once, with the instantiation it happened in. What is wrong inside a header of ours is shown
    /// where the learner's text asks for it.
    fn note(&mut self, mut diag: Diag) {
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
        if self.stays_quiet(&diag) {
            return;
        }
        if let Some(diag) = self.withheld(diag) {
            self.said.keep(diag);
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
        let said = self.said.diags.iter().chain(&self.said.settled);
        let mut said = said.chain(&self.body.withheld);
        if self.said.trials == 0 && self.budget.exhausted.is_none() && !said.any(Diag::is_error) {
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
        let before = self.said.diags.len();
        let trials = std::mem::take(&mut self.said.trials);
        f(self);
        self.said.trials = trials;
        if trials > 0 {
            self.said.settled.extend(self.said.diags.drain(before..));
        }
    }

    /// Runs something whose diagnostics do not count unless it succeeds.
    fn attempt<T>(&mut self, f: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        let before = self.said.diags.len();
        let temporaries = self.body.temporaries.len();
        self.said.trials += 1;
        let result = f(self);
        self.said.trials -= 1;
        if result.is_none() {
            self.body.temporaries.truncate(temporaries);
            self.said.forget_since(before);
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
