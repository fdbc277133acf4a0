//! Virtual functions: which there are, who overrides whom, and the tables that objects point to.
//! In: classes with what they declare `virtual`; out: for each class its functions in the order of its table, and the
//! tables, one for the host and one for the device.
//! The rule: as the Itanium C++ ABI has it. A class shares the table's pointer of its first base that has one; a
//! function that overrides none of that base's is added behind them; a base further in gets a table of its own, in
//! which functions of the derived class first find their object again.
//! Next: dispatch.rs for calls.

use sorted::SortedSet;

use super::{DELETE, key_of};
use crate::check::op::constant;
use crate::check::{Checker, Side};
use crate::tree::Const;
use crate::tree::{
    Conversion, Expr, ExprKind, FuncId, GlobalId, INDEX, Place, Space, StaticAddress, Stmt,
    StmtKind, SysFn,
};
use crate::ty::{Qualified, StructId, Type};
use cuda_parse::ast::{self, FunctionBody, FunctionName, ItemKind, SpecifierKind, specifier};
use cuda_source::diag::{Code, Diag};
use cuda_source::source::Span;
use std::rc::Rc;

/// One entry of a table.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::check) struct Slot {
    /// Under which name the class knows it.
    pub key: String,
    /// Its parameters.
    pub params: Vec<Type>,
    /// Whether it leaves its object as it is.
    pub constant: bool,
    /// What it is.
    pub what: Virtual,
}

/// What a slot leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::check) enum Virtual {
    /// A method, by number among the declarations.
    Method(usize),
    /// What ends the object.
    Destructor,
    /// What ends it and frees its memory.
    Deleting,
}

/// A table: its memory on either side, and what is in it.
#[derive(Clone, Debug)]
pub(in crate::check) struct Table {
    host: GlobalId,
    device: GlobalId,
    functions: Vec<Option<FuncId>>,
}

/// A pointer to a table inside objects of a class.
#[derive(Clone, Debug)]
struct TablePointer {
    /// The fields that lead there.
    path: Vec<u32>,
    /// The classes on the way, the outermost first, each with its offset; the last one's slots are in the table.
    classes: Vec<(StructId, u64)>,
}

impl<'a> Checker<'a> {
    /// Whether objects of a class point to a table of functions.
    pub(in crate::check) fn is_polymorphic(&self, id: StructId) -> bool {
        let own = self
            .classes
            .known
            .get(&id)
            .is_some_and(|c| c.table.is_some());
        own || self.primary(id).is_some()
    }

    /// The base whose table's pointer a class shares.
    pub(super) fn primary(&self, id: StructId) -> Option<(StructId, u32)> {
        let bases = &self.types.get(id).bases;
        bases.iter().copied().find(|(b, _)| self.is_polymorphic(*b))
    }

    /// The virtual functions of a class in the order of its table.
    pub(in crate::check) fn virtuals(&mut self, id: StructId) -> Rc<Vec<Slot>> {
        if let Some(known) = self.classes.known.get(&id).and_then(|c| c.slots.clone()) {
            return known;
        }
        let mut list = match self.primary(id) {
            Some((base, _)) => self.virtuals(base).to_vec(),
            None => Vec::new(),
        };
        let members = self.classes.known[&id].ast.members.as_deref();
        self.classes.tabling += 1;
        for member in members.unwrap_or_default() {
            if let ItemKind::Function(f) = &member.item.kind {
                self.add_slot(id, f, &mut list);
            }
        }
        self.classes.tabling -= 1;
        let list = Rc::new(list);
        if let Some(class) = self.classes.known.get_mut(&id) {
            class.slots = Some(Rc::clone(&list));
        }
        list
    }

    fn add_slot(&mut self, id: StructId, f: &'a ast::Function, list: &mut Vec<Slot>) {
        let written = specifier(&f.specifiers, &SpecifierKind::Virtual).is_some();
        if let FunctionName::Destructor(_) = f.name {
            if written && !list.iter().any(|s| s.what == Virtual::Destructor) {
                list.extend([Virtual::Destructor, Virtual::Deleting].map(|what| Slot {
                    key: DELETE.into(),
                    params: Vec::new(),
                    constant: false,
                    what,
                }));
            }
            return;
        }
        let plain = specifier(&f.specifiers, &SpecifierKind::Static).is_none()
            && specifier(&f.specifiers, &SpecifierKind::Friend).is_none()
            && !matches!(f.name, FunctionName::Constructor(_));
        let Some(at) = self.method_declared(id, f).filter(|_| plain) else {
            return;
        };
        let Some(signature) = self.attempt(|c| c.signature(at, &[])) else {
            return;
        };
        let slot = Slot {
            key: key_of(&f.name),
            params: signature.params,
            constant: f.is_const,
            what: Virtual::Method(at),
        };
        if let Some(before) = list.iter_mut().find(|s| s.is_overridden_by(&slot)) {
            *before = slot;
        } else if written || self.overridden(id, &slot).is_some() {
            list.push(slot);
        }
    }

    /// The declaration that a class's function was entered as.
    fn method_declared(&mut self, id: StructId, f: &'a ast::Function) -> Option<usize> {
        let list = self.methods(id, &key_of(&f.name));
        list.into_iter().find(|at| {
            let d = &self.functions.declared[*at];
            std::ptr::eq(d.ast, f) || d.prototype.is_some_and(|p| std::ptr::eq(p, f))
        })
    }

    /// The function of a base that a function of a class overrides.
    fn overridden(&mut self, id: StructId, slot: &Slot) -> Option<usize> {
        for (base, _) in self.types.get(id).bases.clone() {
            let slots = self.virtuals(base);
            let found = slots.iter().find(|s| s.is_overridden_by(slot));
            match found.map(|s| s.what) {
                Some(Virtual::Method(at)) => return Some(at),
                _ => {
                    if let Some(at) = self.overridden(base, slot) {
                        return Some(at);
                    }
                }
            }
        }
        None
    }

    /// What holds of the virtual functions that a class declares; false if something is wrong with one.
    pub(super) fn check_virtuals(&mut self, id: StructId) -> bool {
        let members = self.classes.known[&id].ast.members.as_deref();
        let mut whole = true;
        for member in members.unwrap_or_default() {
            let ItemKind::Function(f) = &member.item.kind else {
                continue;
            };
            let says = |kind| specifier(&f.specifiers, &kind).is_some();
            let marked = says(SpecifierKind::Override) || says(SpecifierKind::Final);
            if matches!(f.name, FunctionName::Destructor(_)) || !(marked || self.is_polymorphic(id))
            {
                continue;
            }
            whole &= self
                .check_virtual(id, f, says(SpecifierKind::Override))
                .is_some();
        }
        whole
    }

    fn check_virtual(&mut self, id: StructId, f: &'a ast::Function, overrides: bool) -> Option<()> {
        let Some(at) = self.method_declared(id, f) else {
            return Some(());
        };
        let Some(signature) = self.attempt(|c| c.signature(at, &[])) else {
            return Some(());
        };
        let slot = Slot {
            key: key_of(&f.name),
            params: signature.params,
            constant: f.is_const,
            what: Virtual::Method(at),
        };
        let (name, span) = (self.functions.declared[at].name.clone(), f.name.span());
        let Some(before) = self.overridden(id, &slot) else {
            if overrides {
                let message = format!(
                    "`{name}` is marked `override`, and no base has a virtual function like it"
                );
                let diag = Diag::error(Code::BadDeclaration, span, message);
                self.note(
                    diag.help(
                        "its parameters and its `const` must be those of the base's function",
                    ),
                );
                return None;
            }
            return Some(());
        };
        let base = self.functions.declared[before].clone();
        let wrong = |message: String| {
            let diag = Diag::error(Code::BadDeclaration, span, message);
            diag.label(base.span, "the function that it overrides")
        };
        let first = base.prototype.unwrap_or(base.ast);
        if specifier(&first.specifiers, &SpecifierKind::Final).is_some() {
            self.note(wrong(format!(
                "`{name}` overrides a function that is `final`"
            )));
            return None;
        }
        let (mine, theirs) = (self.functions.declared[at].side, base.side);
        if mine != theirs {
            let words = |side| match side {
                Side::Device => "`__device__`",
                Side::Both => "`__host__ __device__`",
                _ => "the host's",
            };
            let message = format!(
                "`{name}` is {}, and the function that it overrides is {}",
                words(mine),
                words(theirs)
            );
            self.note(wrong(message).help("write the same before both"));
            return None;
        }
        let result = self.attempt(|c| c.signature(before, &[]))?.result;
        if signature.result != result && !self.is_covariant(&signature.result, &result) {
            let (a, b) = (self.types.show(&signature.result), self.types.show(&result));
            self.note(wrong(format!(
                "`{name}` returns `{a}`, and the function that it overrides returns `{b}`"
            )));
            return None;
        }
        Some(())
    }

    /// Whether a result may stand in for that of the function that is overridden: a pointer or reference to a class
    /// derived from the other's, at its start.
    fn is_covariant(&self, mine: &Type, theirs: &Type) -> bool {
        let to = |ty: &Type| match ty {
            Type::Pointer(to) | Type::Reference(to) | Type::Rvalue(to) => self.class_of(&to.ty),
            _ => None,
        };
        let (Some(a), Some(b)) = (to(mine), to(theirs)) else {
            return false;
        };
        self.base_path(a, b)
            .is_some_and(|path| self.offset_of_path(a, &path) == 0)
    }

    fn offset_of_path(&self, id: StructId, path: &[u32]) -> u64 {
        let (mut ty, mut offset) = (Type::Struct(id), 0);
        for at in path {
            let Type::Struct(id) = ty else { break };
            if let Some(f) = self.types.get(id).fields.get(*at as usize) {
                offset += f.offset;
                ty = f.ty.ty.clone();
            }
        }
        offset
    }

    /// Whether ending an object through a pointer to its base ends all of it.
    pub(in crate::check) fn ends_virtually(&mut self, id: StructId) -> bool {
        let slots = self.virtuals(id);
        slots.iter().any(|s| s.what == Virtual::Destructor)
    }

    /// The pure virtual functions that a class has not overridden.
    pub(in crate::check) fn pure_functions(&mut self, id: StructId) -> Vec<String> {
        let mut names = Vec::new();
        for pointer in self.table_pointers(id) {
            let Some((owner, _)) = pointer.classes.last() else {
                continue;
            };
            for slot in self.virtuals(*owner).iter() {
                let (_, what) = self.final_overrider(&pointer, slot);
                if let Virtual::Method(at) = what
                    && self.is_pure(at)
                {
                    names.push(self.functions.declared[at].name.clone());
                }
            }
        }
        names.dedup();
        names
    }

    fn is_pure(&self, at: usize) -> bool {
        let d = &self.functions.declared[at];
        let pure = |f: &ast::Function| matches!(f.body, FunctionBody::Pure);
        pure(d.ast) || d.prototype.is_some_and(pure)
    }

    /// Says that there are no objects of a type that nothing defines or whose class has pure virtual functions; `None` if so.
    pub(in crate::check) fn concrete(&mut self, ty: &Type, span: Span) -> Option<()> {
        self.defined(ty, span)?;
        let mut inner = ty;
        while let Type::Array(of, _) = inner {
            inner = &of.ty;
        }
        let Some(id) = self.class_of(inner).filter(|id| self.is_polymorphic(*id)) else {
            return Some(());
        };
        if !self.classes.known[&id].complete || self.classes.tabling > 0 {
            return Some(());
        }
        let pure = self.pure_functions(id);
        let Some(first) = pure.first().cloned() else {
            return Some(());
        };
        let shown = self.types.get(id).name.clone();
        let message = format!("`{shown}` is abstract: there are no objects of it");
        let diag = Diag::error(Code::IncompleteType, span, message);
        self.note(diag.help(format!(
            "`{first}` is pure virtual: override it in a derived class, and use `{shown}` through a pointer or reference"
        )));
        None
    }

    /// The pointers to tables in objects of a class, the class's own first.
    fn table_pointers(&self, id: StructId) -> Vec<TablePointer> {
        let mut list = Vec::new();
        self.gather_pointers(id, (Vec::new(), vec![(id, 0)]), &mut list);
        list
    }

    fn gather_pointers(
        &self,
        id: StructId,
        (path, classes): (Vec<u32>, Vec<(StructId, u64)>),
        out: &mut Vec<TablePointer>,
    ) {
        if let Some(at) = self.classes.known.get(&id).and_then(|c| c.table) {
            let mut path = path.clone();
            path.push(at);
            out.push(TablePointer {
                path,
                classes: classes.clone(),
            });
        }
        let primary = self.primary(id);
        let offset = classes.last().map_or(0, |c| c.1);
        let bases = self.types.get(id).bases.iter().copied();
        let mut bases: Vec<(StructId, u32)> = bases.collect();
        // The base that shares its pointer comes first.
        bases.sort_by_key(|base| Some(*base) != primary);
        for base in bases {
            let mut path = path.clone();
            path.push(base.1);
            let mut classes = classes.clone();
            let field = self.types.get(id).fields.get(base.1 as usize);
            if Some(base) != primary {
                classes.push((base.0, offset + field.map_or(0, |f| f.offset)));
            }
            self.gather_pointers(base.0, (path, classes), out);
        }
    }

    /// Which function of the classes on the way to a table's pointer a slot leads to, and in which of them it is.
    fn final_overrider(
        &mut self,
        pointer: &TablePointer,
        slot: &Slot,
    ) -> ((StructId, u64), Virtual) {
        let last = pointer.classes.last().map(|c| c.0);
        for class in &pointer.classes {
            let slots = self.virtuals(class.0);
            let found = slots.iter().find(|s| match (slot.what, s.what) {
                (Virtual::Method(_), Virtual::Method(at)) => {
                    // A function of the same name of a class beside this one is another function.
                    let owner = self.functions.declared[at].owner.as_ref().map(|o| o.class);
                    let over = owner
                        .zip(last)
                        .is_some_and(|(a, b)| self.base_path(a, b).is_some());
                    s.is_overridden_by(slot) && (over || Some(class.0) == last)
                }
                (what, other) => what == other,
            });
            if let Some(found) = found {
                return (*class, found.what);
            }
        }
        let last = pointer.classes.last().copied();
        (last.unwrap_or((StructId(0), 0)), slot.what)
    }

    /// The fields that lead from an object of a class to the pointer to its own table.
    pub(super) fn table_path(&self, id: StructId) -> Vec<u32> {
        let pointers = self.table_pointers(id);
        pointers.into_iter().next().map_or(Vec::new(), |p| p.path)
    }

    /// Lets `*this` point to the tables of its class.
    pub(super) fn set_tables(&mut self, id: StructId, span: Span, out: &mut Vec<Stmt>) {
        if !self.is_polymorphic(id) {
            return;
        }
        for (n, pointer) in self.table_pointers(id).into_iter().enumerate() {
            let Some((host, device)) = self.table(id, n, &pointer) else {
                continue;
            };
            let Some(this) = self.this_object(span) else {
                return;
            };
            let mut place: Place = this.place;
            for at in &pointer.path {
                match crate::check::parts::field(&self.types, place.clone(), *at, span) {
                    Some(field) => place = field,
                    None => return,
                }
            }
            let value = Expr {
                kind: ExprKind::SideAddress { host, device },
                ty: place.ty.clone(),
                span,
            };
            let kind = StmtKind::Expr(self.store(place, value));
            out.push(Stmt { kind, span });
        }
    }

    /// The memory of a table on the host and on the device.
    fn table(
        &mut self,
        id: StructId,
        n: usize,
        pointer: &TablePointer,
    ) -> Option<(GlobalId, GlobalId)> {
        self.body.tables.insert((id, n));
        if let Some(known) = self.classes.tables.get(&(id, n)) {
            let (places, functions) = ((known.host, known.device), known.functions.clone());
            let functions = functions.into_iter().flatten();
            functions.for_each(|id| self.calls_to(id, Span::default()));
            return Some(places);
        }
        let owner = pointer.classes.last()?.0;
        let slots = self.virtuals(owner);
        let name = ast::Ident {
            text: format!("vtable of {}", self.types.get(id).name).into(),
            span: self.classes.known[&id].ast.name.span,
        };
        let entry = Qualified::with_const(Type::pointer_to(Qualified::plain(Type::Void)), true);
        let q = Qualified::with_const(Type::array_of(entry, slots.len() as u64 + 1), true);
        let host = self.new_global(&name, &q, Space::Host)?;
        let device = self.new_global(&name, &q, Space::Global)?;
        let table = Table {
            host,
            device,
            functions: Vec::new(),
        };
        self.classes.tables.insert((id, n), table);
        let functions: Vec<Option<FuncId>> = slots
            .iter()
            .map(|slot| self.slot_function(id, pointer, slot))
            .collect();
        for id in functions.iter().flatten() {
            self.calls_to(*id, Span::default());
        }
        if let Some(table) = self.classes.tables.get_mut(&(id, n)) {
            table.functions = functions;
        }
        Some((host, device))
    }

    /// The function in a slot of a table of a class.
    fn slot_function(
        &mut self,
        id: StructId,
        pointer: &TablePointer,
        slot: &Slot,
    ) -> Option<FuncId> {
        let here = pointer.classes.last()?.1;
        let ((class, offset), what) = self.final_overrider(pointer, slot);
        let (func, offset) = match what {
            Virtual::Method(at) if self.is_pure(at) => return self.pure_call(),
            Virtual::Method(at) => (self.instance(at, Vec::new(), None)?, offset),
            Virtual::Destructor => (self.destructor(id)?, 0),
            Virtual::Deleting => (self.deleting(id)?, 0),
        };
        let owner = match what {
            Virtual::Method(at) => self.functions.declared[at].owner.as_ref()?.class,
            _ => id,
        };
        // The method may be one of a base of that class.
        let within = match what {
            Virtual::Method(_) => {
                let path = self.base_path(class, owner)?;
                self.offset_of_path(class, &path)
            }
            _ => 0,
        };
        self.templates.want(func);
        match here as i64 - (offset + within) as i64 {
            0 => Some(func),
            back => self.shifted(func, owner, back),
        }
    }

    /// What a pure virtual function does when it is called after all.
    fn pure_call(&mut self) -> Option<FuncId> {
        if let Some(id) = self.classes.pure {
            return Some(id);
        }
        let text = self.text_value(b"pure virtual method called", Span::default())?;
        let id = self.made_function(
            "a pure virtual function",
            Side::Host,
            (&[], &Type::Void),
            |_, _| {
                let span = Span::default();
                let e = Expr {
                    kind: ExprKind::Sys(SysFn::Fail, vec![text]),
                    ty: Type::Void,
                    span,
                };
                let kind = StmtKind::Expr(e);
                vec![Stmt { kind, span }]
            },
        );
        self.classes.pure = Some(id);
        Some(id)
    }

    /// What ends an object of a class and frees its memory.
    fn deleting(&mut self, id: StructId) -> Option<FuncId> {
        let ends = self.destructor(id)?;
        let at = self.templates.instances[ends.0 as usize].declared;
        let side = self.functions.declared[at].side;
        let pointer = Type::pointer_to(Qualified::plain(Type::Struct(id)));
        let name = format!("{}, ended and freed", self.types.get(id).name);
        let made = self.made_function(&name, side, (&[pointer], &Type::Void), |c, mut args| {
            let span = Span::default();
            let Some(this) = args.pop() else {
                return Vec::new();
            };
            c.calls_to(ends, span);
            let void = Type::pointer_to(Qualified::plain(Type::Void));
            let memory = Expr {
                kind: ExprKind::Convert(Conversion::Pointer, Box::new(this.clone())),
                ty: void,
                span,
            };
            let ended = Expr {
                kind: ExprKind::Call(ends, vec![this].into()),
                ty: Type::Void,
                span,
            };
            let freed = c.freed(false, memory, &Type::Struct(id), span);
            let stmt = |e| Stmt {
                kind: StmtKind::Expr(e),
                span,
            };
            [Some(ended), freed]
                .into_iter()
                .flatten()
                .map(stmt)
                .collect()
        });
        Some(made)
    }

    /// A function of a class for callers whose pointer is so many bytes behind the object's start.
    fn shifted(&mut self, func: FuncId, class: StructId, back: i64) -> Option<FuncId> {
        let instance = self.templates.instances[func.0 as usize].clone();
        let at = instance.declared;
        let side = self.functions.declared[at].side;
        let this = Type::pointer_to(Qualified::plain(Type::Struct(class)));
        let mut params = vec![this];
        // A made function has its object among its parameters.
        let own = self.functions.declared[at].owner.is_none();
        params.extend(instance.signature.params.into_iter().skip(usize::from(own)));
        let result = instance.signature.result.clone();
        let tree_result = match result.referred() {
            Some(to) => Type::Pointer(to.clone()),
            None => result.clone(),
        };
        let name = format!("{}, through a base", instance.name);
        Some(
            self.made_function(&name, side, (&params, &result), |c, mut args| {
                let span = Span::default();
                c.calls_to(func, span);
                let first = args.remove(0);
                let ty = first.ty.clone();
                let moved = ExprKind::PtrAdd {
                    pointer: Box::new(first),
                    index: Box::new(constant(Const::Int(back), INDEX, span)),
                    size: 1,
                    minus: true,
                };
                args.insert(
                    0,
                    Expr {
                        kind: moved,
                        ty,
                        span,
                    },
                );
                let call = Expr {
                    kind: ExprKind::Call(func, args.into()),
                    ty: tree_result.clone(),
                    span,
                };
                let kind = match tree_result {
                    Type::Void => StmtKind::Expr(call),
                    _ => StmtKind::Return(Some(call)),
                };
                vec![Stmt { kind, span }]
            }),
        )
    }

    /// Writes into each side's tables the functions that this side can call, where the side makes such objects.
    pub(in crate::check) fn fill_tables(
        &mut self,
        (calls, tables): (SortedSet<FuncId>, SortedSet<(StructId, usize)>),
    ) {
        for host in [false, true] {
            let begins = |side: Side| match side {
                Side::Kernel | Side::Device => !host,
                Side::Host => host,
                Side::Both => false,
            };
            let all = (0..self.templates.instances.len() as u32).map(FuncId);
            let mut open: Vec<FuncId> = all
                .filter(|id| begins(self.side_of_instance(*id)))
                .collect();
            let mut wanted: Vec<(StructId, usize)> = Vec::new();
            if host {
                open.extend(&calls);
                wanted.extend(&tables);
            }
            let (mut seen, mut filled) = (SortedSet::new(), SortedSet::new());
            loop {
                if let Some(id) = open.pop() {
                    if seen.insert(id) {
                        let instance = &self.templates.instances[id.0 as usize];
                        open.extend(
                            instance
                                .calls
                                .keys()
                                .copied()
                                .filter(|c| self.side_of_instance(*c) == Side::Both),
                        );
                        wanted.extend(&instance.tables);
                    }
                } else if let Some(key) = wanted.pop() {
                    if filled.insert(key) {
                        open.extend(self.fill_table(key, host));
                    }
                } else {
                    break;
                }
            }
        }
    }

    fn side_of_instance(&self, id: FuncId) -> Side {
        self.side_of(self.templates.instances[id.0 as usize].declared)
    }

    fn fill_table(&mut self, key: (StructId, usize), host: bool) -> Vec<FuncId> {
        let Some(table) = self.classes.tables.get(&key).cloned() else {
            return Vec::new();
        };
        let fits = |c: &Self, id: &FuncId| match c.side_of_instance(*id) {
            Side::Both => true,
            Side::Host => host,
            Side::Kernel | Side::Device => !host,
        };
        let to = if host { table.host } else { table.device };
        // Before the functions stands what knows the class.
        let there = table.functions.iter().enumerate();
        let there =
            there.filter_map(|(n, f)| f.filter(|f| fits(self, f)).map(|f| (n as u64 * 8 + 8, f)));
        let mut there: Vec<(u64, FuncId)> = there.collect();
        if host {
            let pointers = self.table_pointers(key.0);
            let here = pointers.get(key.1).and_then(|p| p.classes.last());
            let here = here.map_or(0, |class| class.1);
            there.extend(self.knower(key.0, here).map(|f| (0, f)));
        }
        let global = &mut self.globals.all[to.0 as usize];
        global.bytes = vec![0; (table.functions.len() + 1) * 8];
        let addresses = there
            .iter()
            .map(|(at, f)| (*at, StaticAddress::Function(*f)));
        global.addresses = addresses.collect();
        there.into_iter().map(|(_, f)| f).collect()
    }
}

impl Slot {
    /// Whether another function takes this one's place.
    fn is_overridden_by(&self, other: &Slot) -> bool {
        let (Virtual::Method(_), Virtual::Method(_)) = (self.what, other.what) else {
            return false;
        };
        self.key == other.key && self.params == other.params && self.constant == other.constant
    }
}
