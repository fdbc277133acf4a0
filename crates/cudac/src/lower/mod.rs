//! `tree::Unit` to `cuda_ir::Module`: registers given out, calls inlined, control flow made structured.
//!
//! In: the program as meant; out: its kernels as flat code, or what this machine cannot hold. The rule: lowering
//! decides nothing about the language; every conversion and every order of evaluation is already in the tree. Read
//! `expr` for values, `place` for addresses, `control` for where lanes part and meet, `emit` for what holds it all.

mod alias;
mod arith;
mod array;
mod assign;
mod assigned;
mod big;
mod bits;
mod builtin;
mod call;
mod contract;
mod control;
mod dead;
pub(crate) mod effects;
mod emit;
mod expr;
mod facts;
mod float;
mod flow;
mod fold;
mod fuse;
mod indexing;
mod intrinsic;
mod invariant;
mod kept;
mod memory;
mod outline;
mod outside;
mod parts;
mod pieces;
mod place;
mod reuse;
mod share;
mod skewed;
mod stmt;
mod tensor;
mod tile;
mod value;

use crate::tree::{FuncId, Function, Scalar, Space, StaticAddress, Type, Types, Unit, Var, VarId};
use call::Abi;
use cuda_ir::Elem;
use cuda_ir::pointer::code_pointer;
use cuda_ir::{CodeRef, D, Ins, LocalVar, Param, ParamKind, SharedVar, Signature, VarType};
use cuda_source::diag::{Code, Diag};
use cuda_source::source::{Source, Span};
use emit::{Emitter, Entry};
use facts::Facts;
use outline::Outline;
use place::Spot;
use std::collections::{HashMap, HashSet};
use value::{Leaf, Reg, flat_leaves, is_big, leaves, splits};

/// Deepest nesting of expressions and statements, inlined calls included.
const MAX_DEPTH: u32 = 600;

/// Most instructions of all functions of a program.
const MOST_INSTRUCTIONS: usize = 4_000_000;

/// Lowers every kernel of the unit, and its host code.
pub fn lower(unit: &Unit, source: &Source) -> Result<cuda_ir::Module, Vec<Diag>> {
    lower_as(unit, source, false)
}

/// The same with nothing folded, left out, unrolled or kept in registers: slow code with the same results, for tests
/// to compare with.
pub fn lower_plainly(unit: &Unit, source: &Source) -> Result<cuda_ir::Module, Vec<Diag>> {
    lower_as(unit, source, true)
}

fn lower_as(unit: &Unit, source: &Source, plain: bool) -> Result<cuda_ir::Module, Vec<Diag>> {
    let mut known = assigned::Known::new();
    let roots: Vec<FuncId> = unit.kernels().map(|(id, _)| id).collect();
    let numbered = roots.iter().enumerate().map(|(n, id)| (*id, n as u32));
    let kernels: HashMap<FuncId, u32> = numbered.collect();
    let named = addressed_functions(unit, false);
    let begins: Vec<FuncId> = roots.iter().chain(&named).copied().collect();
    let device = Outline::new(unit, begins, false, &mut known);
    let mut given = Given {
        unit,
        source,
        outline: &device,
        kernels: &kernels,
        host: false,
        plain,
    };
    let mut made = Lowered {
        module: cuda_ir::Module {
            source: Some(source.clone()),
            ..Default::default()
        },
        callees: Callees::default(),
        refused: Vec::new(),
        instructions: 0,
        full: false,
    };
    made.module.globals = unit.globals.iter().map(|g| global(unit, g)).collect();
    made.write_addresses(unit, false);
    for id in roots {
        if made.has_room(&given, id) {
            made.kernel(&given, id);
        }
    }
    made.functions(&given);
    // A caller outside has no large structs to give.
    let plain = |f: &Function| {
        let params = f.vars.iter().take(f.params as usize).map(|v| &v.ty);
        params.chain([&f.result]).all(|ty| !is_big(&unit.types, ty))
    };
    let entries = unit.functions.iter().enumerate();
    let entries = entries.filter(|(_, f)| f.entry && plain(f));
    let entries: Vec<FuncId> = entries.map(|(at, _)| FuncId(at as u32)).collect();
    let named = addressed_functions(unit, true);
    let roots: Vec<FuncId> = entries.iter().copied().chain(unit.startup).collect();
    if !roots.is_empty() {
        let begins = roots.into_iter().chain(named).collect();
        let host = Outline::new(unit, begins, true, &mut known);
        given.outline = &host;
        given.host = true;
        made.write_addresses(unit, true);
        made.module.startup = unit.startup.map(|id| made.callees.id(id, true));
        for id in entries {
            let func = made.callees.id(id, true);
            let mut lowering = Lowering::new(&given, &mut made.callees);
            made.module.entries.push(lowering.host_entry(id, func));
        }
        made.functions(&given);
    }
    if made.refused.is_empty() {
        Ok(made.module)
    } else {
        Err(made.refused)
    }
}

/// A module in the making.
struct Lowered {
    module: cuda_ir::Module,
    callees: Callees,
    refused: Vec<Diag>,
    /// How many instructions were made, and whether those are too many.
    instructions: usize,
    full: bool,
}

impl Lowered {
    /// Whether the program may have more code; says if not, once, at the function that is next.
    fn has_room(&mut self, given: &Given<'_>, next: FuncId) -> bool {
        if self.instructions > MOST_INSTRUCTIONS && !self.full {
            self.full = true;
            let span = given
                .unit
                .functions
                .get(next.0 as usize)
                .map_or(Span::at(0), |f| f.span);
            let message = format!(
                "the functions up to this one have more than {MOST_INSTRUCTIONS} instructions, the most that one program is given"
            );
            let diag = Diag::error(Code::CompileBudget, span, message);
            self.refused
                .push(diag.help("make fewer instances of large functions, and unroll fewer loops"));
        }
        !self.full
    }

    fn kernel(&mut self, given: &Given<'_>, id: FuncId) {
        let mut lost = HashSet::new();
        let (kernel, mut more) = loop {
            let mut lowering = Lowering::new(given, &mut self.callees);
            lowering.out.tiles.lost = lost;
            let made = lowering.kernel(id);
            if !made.tiles.again {
                break (made.kernel, made.refused);
            }
            lost = made.tiles.lost;
        };
        self.instructions += kernel.code.ins.len();
        self.module.kernels.push(kernel);
        self.refused.append(&mut more);
    }

    /// Writes the addresses of a side's functions into its variables.
    fn write_addresses(&mut self, unit: &Unit, host: bool) {
        let globals = unit.globals.iter().zip(&mut self.module.globals);
        for (g, made) in globals.filter(|(g, _)| (g.space == Space::Host) == host) {
            for (at, address) in &g.addresses {
                let StaticAddress::Function(id) = *address else {
                    continue;
                };
                let code = CodeRef::Function(self.callees.id(id, host));
                let at = usize::try_from(*at).unwrap_or(usize::MAX);
                let bytes = made.init.as_mut();
                let room = bytes.and_then(|b| b.get_mut(at..at.saturating_add(8)));
                if let Some(room) = room {
                    room.copy_from_slice(&code_pointer(code).to_le_bytes());
                }
            }
        }
    }

    /// The functions that were called so far and are not there yet, with those that they call.
    fn functions(&mut self, given: &Given<'_>) {
        while let Some(id) = self.callees.order.get(self.module.functions.len()).copied() {
            if !self.has_room(given, id) {
                return;
            }
            let (function, mut more) = Lowering::new(given, &mut self.callees).called(id);
            self.instructions += function.code.ins.len();
            self.module.functions.push(function);
            self.refused.append(&mut more);
        }
    }
}

/// A kernel, what could not be held, and which arrays were tried in registers.
struct Made {
    kernel: cuda_ir::Kernel,
    refused: Vec<Diag>,
    tiles: tile::Tiles,
}

/// What all kernels' lowerings share.
struct Given<'a> {
    unit: &'a Unit,
    source: &'a Source,
    outline: &'a Outline,
    /// The numbers of the kernels.
    kernels: &'a HashMap<FuncId, u32>,
    host: bool,
    /// Whether code is made plainly, without optimisation.
    plain: bool,
}

/// The functions that are called, in the order in which they were first met.
#[derive(Default)]
struct Callees {
    order: Vec<FuncId>,
    ids: HashMap<(FuncId, bool), cuda_ir::FuncId>,
}

impl Callees {
    /// The number of a function as the device has it, or as the host has it.
    fn id(&mut self, func: FuncId, host: bool) -> cuda_ir::FuncId {
        let next = cuda_ir::FuncId(self.order.len() as u32);
        let order = &mut self.order;
        *self.ids.entry((func, host)).or_insert_with(|| {
            order.push(func);
            next
        })
    }
}

/// Where `break` and `continue` lead.
struct Target {
    leave: usize,
    go_on: Option<usize>,
}

/// What `return` does.
#[derive(Clone)]
enum Exit {
    /// Ends the code, with the results in these registers.
    Code(Vec<Reg>),
    /// Leaves an inlined function, through its frame where it has one.
    Inlined {
        result: Vec<Reg>,
        frame: Option<usize>,
    },
    /// Leaves an inlined function whose caller wants the place that it returns, not its address; the register is for
    /// the place's base.
    Place(D),
}

/// A function whose statements are being lowered.
struct Body<'a> {
    id: FuncId,
    func: &'a Function,
    spots: Vec<Option<Spot>>,
    aliases: HashMap<VarId, Spot>,
    names: HashMap<VarId, std::ops::Range<u32>>,
    exit: Exit,
    targets: Vec<Target>,
    /// The counters of loops that are being unrolled, with their values.
    counters: HashMap<VarId, i64>,
    /// The variables that are kept as factors.
    products: HashMap<VarId, contract::Factors>,
    /// The place that the function returns, once it has.
    returned: Option<Spot>,
}

impl<'a> Body<'a> {
    fn new(id: FuncId, func: &'a Function, exit: Exit) -> Body<'a> {
        Body {
            id,
            func,
            spots: vec![None; func.vars.len()],
            aliases: HashMap::new(),
            names: HashMap::new(),
            exit,
            targets: Vec::new(),
            counters: HashMap::new(),
            products: HashMap::new(),
            returned: None,
        }
    }
}

/// One kernel or called function on its way to code.
struct Lowering<'a> {
    unit: &'a Unit,
    types: &'a Types,
    facts: &'a [Facts],
    /// The functions that are not inlined.
    called_out_of_line: &'a [bool],
    kernels: &'a HashMap<FuncId, u32>,
    /// Whether this is host code.
    host: bool,
    out: Emitter<'a>,
    callees: &'a mut Callees,
    /// The function and what is inlined into it here, innermost last.
    bodies: Vec<Body<'a>>,
    shared: Vec<SharedVar>,
    shared_ids: HashMap<(FuncId, VarId), u16>,
    /// A called function has no block of its own, hence no shared variables.
    called: bool,
    depth: u32,
    /// How often the innermost unrolled loop's body is made.
    copies: u64,
    refused: Vec<Diag>,
}

impl<'a> Lowering<'a> {
    fn new(given: &Given<'a>, callees: &'a mut Callees) -> Lowering<'a> {
        Lowering {
            unit: given.unit,
            types: &given.unit.types,
            facts: &given.outline.facts,
            called_out_of_line: &given.outline.called,
            kernels: given.kernels,
            host: given.host,
            out: Emitter::new(given.source, given.plain),
            callees,
            bodies: Vec::new(),
            shared: Vec::new(),
            shared_ids: HashMap::new(),
            called: false,
            depth: 0,
            copies: 1,
            refused: Vec::new(),
        }
    }

    fn body(&self) -> &Body<'a> {
        &self.bodies[self.bodies.len() - 1]
    }

    fn body_mut(&mut self) -> &mut Body<'a> {
        let last = self.bodies.len() - 1;
        &mut self.bodies[last]
    }

    /// Notes what this machine cannot hold; once a place.
    fn refuse(&mut self, span: Span, message: &str) {
        if self.refused.iter().all(|d| d.span != span) && self.refused.len() < 20 {
            self.refused
                .push(Diag::error(Code::NotModelled, span, message));
        }
    }

    /// One level deeper; false where that is too deep.
    fn enter(&mut self, span: Span) -> bool {
        if self.depth >= MAX_DEPTH {
            let what = format!(
                "this is nested too deeply once calls are inlined: {MAX_DEPTH} levels are the most"
            );
            self.refuse(span, &what);
            return false;
        }
        if self.out.overflow {
            return false;
        }
        self.depth += 1;
        true
    }

    fn kernel(mut self, id: FuncId) -> Made {
        let func = &self.unit.functions[id.0 as usize];
        self.out.span = func.span;
        let (mut params, mut shown) = (Vec::new(), Vec::new());
        self.bodies
            .push(Body::new(id, func, Exit::Code(Vec::new())));
        for (k, var) in func.vars.iter().take(func.params as usize).enumerate() {
            let regs = self.out.fresh_leaves(&flat_leaves(self.types, &var.ty));
            self.signature(var, &mut shown);
            params.extend(regs.iter().map(|reg| outside::param(*reg)));
            match is_big(self.types, &var.ty) {
                true => self.incoming_parts(VarId(k as u32), &regs),
                false => self.incoming(VarId(k as u32), regs),
            }
        }
        self.statements(&func.body);
        self.end_code(func);
        let signature = Signature {
            name: func.name.clone(),
            params: shown,
            span: func.span,
        };
        let tiles = std::mem::take(&mut self.out.tiles);
        let pointers = kept::pointers(func, self.types, &params);
        let plain = self.out.plain;
        let (mut code, shared, max_threads) = (self.out.finish(), self.shared, func.max_threads);
        if !plain {
            share::share(&mut code, &[]);
        }
        let flow = flow::Flow::new(&code);
        let indexing = indexing::of(&flow);
        let (kept, in_registers) = match plain {
            true => Default::default(),
            false => kept::of(&flow, &pointers, (self.unit, &shared)),
        };
        (code.indexing, code.kept) = (indexing, kept);
        for (local, in_registers) in code.locals.iter_mut().zip(in_registers) {
            local.in_registers = in_registers;
        }
        let kernel = cuda_ir::Kernel {
            signature,
            params,
            code,
            shared,
            max_threads,
        };
        Made {
            kernel,
            refused: self.refused,
            tiles,
        }
    }

    fn called(mut self, id: FuncId) -> (cuda_ir::Function, Vec<Diag>) {
        let func = &self.unit.functions[id.0 as usize];
        self.called = true;
        self.out.span = func.span;
        let abi = Abi::new(self.types, func);
        for reg in abi.params.iter().flatten().chain(&abi.results) {
            self.out.fresh(reg.kind());
        }
        let results = abi.results.iter().map(|reg| outside::param(*reg)).collect();
        self.bodies
            .push(Body::new(id, func, Exit::Code(abi.results.clone())));
        for (k, regs) in abi.params.into_iter().enumerate() {
            self.incoming(VarId(k as u32), regs);
        }
        self.statements(&func.body);
        self.end_code(func);
        let plain = self.out.plain;
        let mut code = self.out.finish();
        if !plain {
            share::share(&mut code, &abi.results);
        }
        if !self.host {
            code.indexing = indexing::of(&flow::Flow::new(&code));
        }
        (
            cuda_ir::Function {
                name: func.name.clone(),
                code,
                host: self.host,
                results,
            },
            self.refused,
        )
    }

    /// How a caller begins with a host function.
    fn host_entry(&mut self, id: FuncId, number: cuda_ir::FuncId) -> cuda_ir::HostEntry {
        let func = &self.unit.functions[id.0 as usize];
        let abi = Abi::new(self.types, func);
        let mut shown = Vec::new();
        for var in func.vars.iter().take(func.params as usize) {
            self.signature(var, &mut shown);
        }
        let result = match (
            leaves(self.types, &func.result).as_slice(),
            &abi.results[..],
        ) {
            ([(_, leaf)], [reg]) => Some((outside::param(*reg), outside::leaf_elem(*leaf))),
            _ => None,
        };
        let params = abi.params.iter().flatten();
        cuda_ir::HostEntry {
            signature: Signature {
                name: func.name.clone(),
                params: shown,
                span: func.span,
            },
            params: params.map(|reg| outside::param(*reg)).collect(),
            result,
            func: number,
        }
    }

    /// A large struct that a launch gives to a kernel leaf by leaf.
    fn incoming_parts(&mut self, var: VarId, regs: &[Reg]) {
        let spot = self.new_spot(var, &crate::tree::Init::None);
        let place = self.whole(var);
        self.store_flat(&spot, &place.ty, regs, &place);
        self.body_mut().spots[var.0 as usize] = Some(spot);
    }

    /// A parameter that arrives in registers.
    fn incoming(&mut self, var: VarId, regs: Vec<Reg>) {
        let in_memory = self.in_memory(var) || !splits(self.types, &self.body().func.var(var).ty);
        let spot = if in_memory {
            self.spill(var, &regs)
        } else {
            Spot::Registers(regs)
        };
        self.body_mut().spots[var.0 as usize] = Some(spot.clone());
        self.announce(var, &spot);
    }

    fn end_code(&mut self, func: &Function) {
        self.out.span = Span {
            start: func.extent.end.saturating_sub(1),
            end: func.extent.end,
        };
        self.out.emit(Ins::Return);
        let end = self.out.pc() as u32;
        self.out
            .variables
            .iter_mut()
            .for_each(|v| v.to = v.to.min(end));
        if self.out.overflow {
            self.refuse(
                func.span,
                "this kernel needs more instructions or registers than the machine has",
            );
        }
    }

    fn signature(&self, var: &Var, shown: &mut Vec<Param>) {
        let leaves = flat_leaves(self.types, &var.ty);
        let whole = leaves.len() == 1;
        for (offset, leaf) in leaves {
            let mut field = self.field_name(&var.ty, offset);
            // What a header's author named is not for the text: a `__half` is one number.
            if whole && field.starts_with(".__") {
                field.clear();
            }
            let (ty, kind, to) = match leaf {
                Leaf::Scalar(s) => {
                    let ty = if field.is_empty() {
                        self.types.show(&var.ty)
                    } else {
                        s.name().to_string()
                    };
                    (ty, ParamKind::Scalar(elem(s)), None)
                }
                Leaf::Pointer => {
                    let own = parts::leaf_type(self.types, &var.ty, offset);
                    let to = own.pointee().map(|q| parts::pointee(self.types, &q.ty));
                    let to = to.unwrap_or_default();
                    (self.types.show(own), ParamKind::Pointer(to.elem), to.made)
                }
            };
            shown.push(Param {
                name: format!("{}{field}", var.name),
                ty,
                kind,
                to,
            });
        }
    }

    /// The same for messages: the elements of an array of pointers are as numbers of their size.
    fn element(&self, ty: &Type) -> Elem {
        let mut inner = ty;
        while let Type::Array(of, _) = inner {
            inner = &of.ty;
        }
        match (ty, inner) {
            (Type::Array(..), Type::Pointer(..)) => Elem::U64,
            _ => parts::one_elem(self.types, ty).unwrap_or(Elem::U8),
        }
    }

    /// Whether a variable must live in memory; plain code keeps all but references there.
    fn in_memory(&self, var: VarId) -> bool {
        let body = self.body();
        let asked = self.facts[body.id.0 as usize].in_memory[var.0 as usize];
        asked || self.out.plain && !body.func.var(var).reference
    }

    /// A piece of the thread's local memory.
    fn local(&mut self, local: LocalVar) -> Spot {
        if self.out.locals.len() >= usize::from(u16::MAX) {
            self.out.overflow = true;
        } else {
            self.out.locals.push(local);
        }
        let id = self.out.locals.len() as u16 - 1;
        Spot::Memory {
            base: self.out.at_entry(Entry::Local(id)).d(),
            offset: 0,
        }
    }

    /// Storage for a variable that is used before any statement declares it: shared ones are.
    fn bring_to_life(&mut self, var: VarId) -> Spot {
        let declared = self.body().func.var(var);
        let spot = match declared.space {
            Space::Shared | Space::SharedDynamic => self.shared_spot(var),
            _ => self.local(LocalVar {
                name: declared.name.clone(),
                bytes: self.types.size(&declared.ty),
                align: self.types.align(&declared.ty).min(16) as u32,
                elem: self.element(&declared.ty),
                parts: parts::parts(self.types, &declared.ty),
                span: declared.span,
                in_registers: false,
                until: u32::MAX,
            }),
        };
        self.body_mut().spots[var.0 as usize] = Some(spot.clone());
        spot
    }

    fn shared_spot(&mut self, var: VarId) -> Spot {
        let (id, func) = (self.body().id, self.body().func);
        let declared = func.var(var);
        if self.called {
            self.refuse(
                declared.span,
                "a function that calls itself cannot have shared variables of its own",
            );
        }
        let known = self.shared_ids.get(&(id, var)).copied();
        // What stands outside of functions is one for all of a kernel's that name it.
        let outside = !func.extent.contains(declared.span.start);
        let alike = || self.shared.iter().position(|s| s.span == declared.span);
        let known = known.or_else(|| u16::try_from(alike().filter(|_| outside)?).ok());
        let number = known.unwrap_or_else(|| {
            let dynamic = declared.space == Space::SharedDynamic;
            self.shared.push(SharedVar {
                name: declared.name.clone(),
                bytes: if dynamic {
                    0
                } else {
                    self.types.size(&declared.ty)
                },
                align: declared.align.max(self.types.align(&declared.ty)).min(1024) as u32,
                elem: self.element(&declared.ty),
                parts: parts::parts(self.types, &declared.ty),
                dynamic,
                span: declared.span,
            });
            let number = (self.shared.len() - 1).min(usize::from(u16::MAX)) as u16;
            self.shared_ids.insert((id, var), number);
            number
        });
        Spot::Memory {
            base: self.out.at_entry(Entry::Shared(number)).d(),
            offset: 0,
        }
    }

    /// Notes that the line being lowered names the variable.
    fn mention(&mut self, var: VarId) {
        if let Some(known) = self.body().names.get(&var).cloned() {
            let line = self.out.line();
            self.out.mentions.extend(known.map(|k| (line, k)));
        }
    }
}

/// The element of a scalar type.
fn elem(s: Scalar) -> Elem {
    match s {
        Scalar::Bool => Elem::Bool,
        Scalar::Char | Scalar::SChar => Elem::I8,
        Scalar::UChar => Elem::U8,
        Scalar::Short => Elem::I16,
        Scalar::UShort => Elem::U16,
        Scalar::Int => Elem::I32,
        Scalar::UInt => Elem::U32,
        Scalar::Long | Scalar::LongLong => Elem::I64,
        Scalar::ULong | Scalar::ULongLong => Elem::U64,
        Scalar::Float => Elem::F32,
        Scalar::Double | Scalar::LongDouble => Elem::F64,
    }
}

fn var_type(leaf: Leaf) -> VarType {
    match leaf {
        Leaf::Scalar(s) => VarType::Scalar(elem(s)),
        Leaf::Pointer => VarType::Pointer,
    }
}

/// The functions whose addresses are in a side's memory from the start.
fn addressed_functions(unit: &Unit, host: bool) -> Vec<FuncId> {
    let globals = unit.globals.iter();
    let globals = globals.filter(|g| (g.space == Space::Host) == host);
    let addresses = globals.flat_map(|g| &g.addresses);
    addresses
        .filter_map(|(_, address)| match address {
            StaticAddress::Function(id) => Some(*id),
            StaticAddress::Global(..) => None,
        })
        .collect()
}

fn global(unit: &Unit, g: &crate::tree::Global) -> cuda_ir::Global {
    let mut inner = &g.ty;
    while let Type::Array(of, _) = inner {
        inner = &of.ty;
    }
    let first = flat_leaves(&unit.types, inner)
        .first()
        .map(|(_, leaf)| *leaf);
    let elem = match first {
        Some(Leaf::Scalar(s)) => elem(s),
        _ => Elem::U8,
    };
    let mut addresses = Vec::new();
    for (at, address) in &g.addresses {
        match *address {
            StaticAddress::Global(to, offset) => {
                addresses.push((*at, cuda_ir::GlobalId(to.0), offset));
            }
            StaticAddress::Function(_) => {}
        }
    }
    cuda_ir::Global {
        name: g.name.clone(),
        bytes: unit.types.size(&g.ty),
        elem,
        parts: parts::parts(&unit.types, &g.ty),
        constant: g.space == Space::Constant,
        host: g.space == Space::Host,
        managed: g.managed,
        unchanging: g.unchanging,
        init: (!g.bytes.is_empty()).then(|| g.bytes.clone()),
        addresses,
        span: g.span,
    }
}
