//! Variables that live as long as the program, those of functions included.
//! In: a variable and its type; out: its memory with what is known of its bytes, and statements for the rest.
//! The rule: a part whose first value is a constant has it in the bytes, any other is given it by a statement; a
//! `static` of a function is set when its declaration is first passed.
//! Next: hostcode.rs for those of the file, global.rs for those of the device.

use super::hostcode::store;
use super::interp::Room;
use super::{Checker, Side};
use crate::tree::{
    Const, Expr, ExprKind, Global, GlobalId, Init, Place, PlaceKind, Space, Stmt, StmtKind,
};
use crate::ty::{Qualified, Type};
use cuda_parse::ast::{self, SpecifierKind, specifier};
use cuda_source::diag::{Code, Diag};
use cuda_source::source::Span;
use std::sync::Arc;

impl<'a> Checker<'a> {
    /// A variable that lives as long as the program.
    pub(super) fn new_global(
        &mut self,
        name: &ast::Ident,
        q: &Qualified,
        space: Space,
    ) -> Option<GlobalId> {
        let size = self.types.size(&q.ty);
        self.fits_in_memory(size, name)?;
        let id = GlobalId(self.globals.all.len() as u32);
        let shown = match space {
            Space::Host => name.text.to_string(),
            _ => self.globals.symbol_name(&name.text),
        };
        self.globals.all.push(Global {
            name: shown,
            ty: q.ty.clone(),
            space,
            managed: false,
            unchanging: false,
            bytes: Vec::new(),
            addresses: Vec::new(),
            span: name.span,
        });
        if q.constant {
            self.globals.constant.insert(id);
        }
        if q.volatile {
            self.globals.volatile.insert(id);
        }
        Some(id)
    }

    /// Gives a variable that lives as long as the program its first value: in its bytes, or by statements.
    pub(super) fn first_value(
        &mut self,
        v: &'a ast::Variable,
        q: &Qualified,
        id: GlobalId,
        out: &mut Vec<Stmt>,
    ) -> Option<()> {
        let place = Place {
            kind: PlaceKind::Global(id),
            ty: q.ty.clone(),
            volatile: q.volatile,
            span: v.name.span,
        };
        let whole = place.clone();
        let mut later = Vec::new();
        let parts = match &v.init {
            written if self.is_object(&q.ty) => {
                match self.init_object(place.clone(), written.as_ref(), &mut later)? {
                    Init::None => Vec::new(),
                    Init::Value(e) => vec![(place, e)],
                    Init::Parts { parts, .. } => parts,
                }
            }
            None if self.begins_plain(&q.ty) => return Some(()),
            None => {
                let mut parts = Vec::new();
                self.ones(place, &mut parts);
                parts
            }
            Some(init) => match self.local_init(init, q, place.clone(), v)? {
                Init::None => Vec::new(),
                Init::Value(e) => {
                    let mut parts = Vec::new();
                    self.spread(place, e, &mut parts);
                    parts
                }
                Init::Parts { parts, .. } => parts,
            },
        };
        let size = self.types.size(&q.ty) as usize;
        let (mut bytes, _) = self.first_bytes(size, &v.name)?;
        let mut some = false;
        // What is `constexpr` and whole can be asked for while compiling.
        let constexpr = specifier(&v.specifiers, &SpecifierKind::Constexpr).is_some();
        let mut whole_now = constexpr && later.is_empty();
        for (place, value) in parts {
            let value = if constexpr { self.folded(value) } else { value };
            match value.kind {
                ExprKind::Const(c) => some |= self.put_constant(&mut bytes, &place, c),
                _ if constexpr && self.object_now(&place, &value, &mut bytes) => some = true,
                _ => {
                    whole_now = false;
                    out.push(store(place, value, v.span));
                }
            }
        }
        out.append(&mut later);
        if !v.span.is_system() {
            out.extend(self.end_at_exit(&whole, v.span));
        }
        if some || whole_now {
            self.globals.all.get_mut(id.0 as usize)?.bytes = bytes;
        }
        if whole_now {
            self.globals.constexpr.insert(id);
        }
        Some(())
    }

    /// Puts the object that a function gives into a variable's bytes, if all of it is known now and no address.
    fn object_now(&mut self, place: &Place, value: &Expr, bytes: &mut Vec<u8>) -> bool {
        let mut addresses = Vec::new();
        let mut put = bytes.clone();
        let mut room = Room {
            bytes: &mut put,
            addresses: &mut addresses,
            at: self.offset(place),
        };
        let whole = self.object_bytes(value, &mut room).is_ok() && addresses.is_empty();
        if whole {
            *bytes = put;
        }
        whole
    }

    /// `static` inside a function: a variable of the file that only the function knows, set when first passed.
    pub(super) fn static_local(&mut self, v: &'a ast::Variable, out: &mut Vec<Stmt>) -> Option<()> {
        let q = self.host_type(v)?;
        if let Some(to) = q.ty.referred().cloned() {
            return self.static_reference(v, (&q.ty, to), out);
        }
        let space = match self.body.side {
            Side::Host | Side::Both => Space::Host,
            Side::Kernel | Side::Device => Space::Global,
        };
        if self.body.side == Side::Both && !q.constant {
            let message = format!(
                "`{}` is a `static` variable of the host's: device code cannot reach it",
                v.name.text
            );
            self.only_host(Diag::error(Code::WrongSide, v.name.span, message))?;
        }
        let id = self.new_global(&v.name, &q, space)?;
        let entity = super::scope::Entity::Global(id);
        self.names.scopes.declare(&v.name.text, entity, v.name.span);
        let mut set = Vec::new();
        self.first_value(v, &q, id, &mut set)?;
        if !set.is_empty() {
            let flag = Qualified::plain(Type::BOOL);
            let done = self.new_global(&v.name, &flag, space)?;
            self.once(done, set, v.span, out);
        }
        Some(())
    }

    /// `static T &x = …;` inside a function of the host: what it refers to shows when it is first passed.
    fn static_reference(
        &mut self,
        v: &'a ast::Variable,
        (reference, to): (&Type, Arc<Qualified>),
        out: &mut Vec<Stmt>,
    ) -> Option<()> {
        if self.body.side != Side::Host {
            let help = "make it a pointer, or use the variable itself";
            self.refuse(v.span, "`static` references in device code are", help);
            return None;
        }
        let mut set = Vec::new();
        let id = self.file_reference(v, reference, to, &mut set)?;
        let entity = super::scope::Entity::Global(id);
        self.names.scopes.declare(&v.name.text, entity, v.name.span);
        let done = self.new_global(&v.name, &Qualified::plain(Type::BOOL), Space::Host)?;
        self.once(done, set, v.span, out);
        Some(())
    }

    /// `if (!done) { …; done = true; }`
    fn once(&mut self, done: GlobalId, set: Vec<Stmt>, span: Span, out: &mut Vec<Stmt>) {
        let place = Place {
            kind: PlaceKind::Global(done),
            ty: Type::BOOL,
            volatile: false,
            span,
        };
        let passed = Expr {
            kind: ExprKind::Load(place.clone()),
            ty: Type::BOOL,
            span,
        };
        let cond = Expr {
            kind: ExprKind::Not(Box::new(passed)),
            ty: Type::BOOL,
            span,
        };
        let yes = super::op::constant(Const::Int(1), Type::BOOL, span);
        // Last: what an exception interrupts is done once more.
        let mut then = set;
        then.push(store(place, yes, span));
        let kind = StmtKind::If {
            cond,
            then,
            other: Vec::new(),
        };
        out.push(Stmt { kind, span });
    }
}
