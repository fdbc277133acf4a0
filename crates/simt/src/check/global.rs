//! Variables of the file: device memory, constant memory, and the host's constants that device code may use.
//! In: a declaration at file scope; out: what its name stands for, with the bytes it starts with.
//! The rule: the host's variables are out of reach, unless their value is known at compile time.
//! Next: decl.rs for the file, braces.rs for first values.

use super::Checker;
use super::scope::Entity;
use crate::ast::{self, SpecifierKind, specifier};
use crate::diag::{Code, Diag};
use crate::tree::{Const, Global, GlobalId, Place, PlaceKind, Space};
use crate::ty::{Qualified, Type, UNSIZED};

impl<'a> Checker<'a> {
    /// A variable of the file: device memory, a constant, or the host's.
    pub(super) fn declare_global(&mut self, v: &'a ast::Variable, space: &str, at: usize) {
        let key = format!("{space}{}", v.name.text);
        let has = |kind| specifier(&v.specifiers, &kind);
        let entity = if let Some(s) = has(SpecifierKind::Shared) {
            match has(SpecifierKind::Extern) {
                Some(_) => Entity::FileShared(at),
                None => {
                    let diag = Diag::error(
                        Code::NotModelled,
                        s.span,
                        "`__shared__` outside a function is not modelled",
                    );
                    self.note(diag.help(
                        "declare it inside the kernel: there is one for each block that runs",
                    ));
                    Entity::Broken
                }
            }
        } else if let Some(s) = has(SpecifierKind::Managed) {
            self.refuse(
                s.span,
                "`__managed__` memory is",
                "use `__device__`, or a buffer from the host",
            );
            Entity::Broken
        } else if on_device(&v.specifiers) {
            self.device_variable(v).unwrap_or(Entity::Broken)
        } else {
            let constant = self.attempt(|c| c.host_constant(v));
            let n = self.host.enter(v, space, None);
            match constant {
                Some(Entity::Constant(c, ty)) => Entity::Known(n, c, ty),
                _ => Entity::Host(n),
            }
        };
        self.scopes.declare(&key, entity, v.name.span);
    }

    /// A `const` or `constexpr` scalar whose value is known: device code may use it.
    pub(super) fn host_constant(&mut self, v: &'a ast::Variable) -> Option<Entity> {
        let constexpr = specifier(&v.specifiers, &SpecifierKind::Constexpr).is_some();
        let (q, value) = self.scalar_initial(v)?;
        if !(q.constant || constexpr) {
            return None;
        }
        let value = self.folded(value?);
        match value.kind {
            crate::tree::ExprKind::Const(c) => Some(Entity::Constant(c, q.ty)),
            _ => None,
        }
    }

    pub(super) fn device_variable(&mut self, v: &'a ast::Variable) -> Option<Entity> {
        let constant = specifier(&v.specifiers, &SpecifierKind::Constant).is_some();
        let q = self.variable_type(v)?;
        if matches!(q.ty, Type::Reference(_) | Type::Rvalue(_) | Type::Void)
            || matches!(q.ty, Type::Array(_, UNSIZED))
        {
            let shown = self.types.show(&q.ty);
            let diag = Diag::error(
                Code::BadShape,
                v.name.span,
                format!("a device variable cannot be `{shown}`"),
            );
            self.note(diag.help("give the array a length"));
            return None;
        }
        const MOST: u64 = 64 * 1024;
        let size = self.types.size(&q.ty);
        if constant && size > MOST {
            let message = format!(
                "`{}` needs {size} bytes of constant memory, and there are {MOST}",
                v.name.text
            );
            self.note(
                Diag::error(Code::BadShape, v.name.span, message)
                    .help("use a buffer, or `__device__`"),
            );
            return None;
        }
        if size > 1 << 30 {
            self.error(
                Code::BadShape,
                v.name.span,
                format!("`{}` needs {size} bytes: that is too much", v.name.text),
            );
            return None;
        }
        let id = GlobalId(self.globals.len() as u32);
        let space = if constant {
            Space::Constant
        } else {
            Space::Global
        };
        let (name, span) = (v.name.text.to_string(), v.name.span);
        self.globals.push(Global {
            name,
            ty: q.ty.clone(),
            space,
            bytes: vec![0; size as usize],
            span,
        });
        let constexpr = specifier(&v.specifiers, &SpecifierKind::Constexpr).is_some();
        if q.constant || constexpr {
            self.const_globals.insert(id);
        }
        if constexpr {
            self.constexpr_globals.insert(id);
        }
        let place = Place {
            kind: PlaceKind::Global(id),
            ty: q.ty.clone(),
            volatile: q.volatile,
            span,
        };
        if let Some(bytes) = self.initial_bytes(v, &q, place, size as usize)? {
            self.globals[id.0 as usize].bytes = bytes;
        }
        let known = match (
            q.constant,
            specifier(&v.specifiers, &SpecifierKind::Constexpr),
        ) {
            (_, Some(_)) | (true, _) if self.types.scalar(&q.ty).is_some() => {
                self.attempt(|c| c.host_constant(v))
            }
            _ => None,
        };
        Some(match known {
            Some(Entity::Constant(c, ty)) if !constant => Entity::Constant(c, ty),
            _ => Entity::Global(id),
        })
    }

    /// The bytes that braces or a constant give a device variable.
    pub(super) fn initial_bytes(
        &mut self,
        v: &'a ast::Variable,
        q: &Qualified,
        place: Place,
        size: usize,
    ) -> Option<Option<Vec<u8>>> {
        let Some(init) = &v.init else {
            return Some(None);
        };
        let mut bytes = vec![0; size];
        for (place, value) in self.initial_parts(init, q, place)? {
            let value = self.folded(value);
            let crate::tree::ExprKind::Const(c) = value.kind else {
                let diag = Diag::error(
                    Code::NotConstant,
                    value.span,
                    "the first value of a device variable must be a constant",
                );
                self.note(diag.help("let a kernel or the host set it"));
                return None;
            };
            let at = self.offset(&place) as usize;
            let size = self.types.size(&value.ty) as usize;
            if let Some(target) = bytes.get_mut(at..at + size) {
                target.copy_from_slice(&raw(c)[..size]);
            }
        }
        Some(Some(bytes))
    }

    /// Bytes from the start of the variable to a place inside it.
    pub(super) fn offset(&self, place: &Place) -> u64 {
        match &place.kind {
            PlaceKind::Field(base, at) => {
                let within = match &base.ty {
                    Type::Struct(id) => self
                        .types
                        .get(*id)
                        .fields
                        .get(*at as usize)
                        .map_or(0, |f| f.offset),
                    _ => 0,
                };
                self.offset(base) + within
            }
            PlaceKind::Index(base, index) => {
                let i = match index.kind {
                    crate::tree::ExprKind::Const(Const::Int(i)) => i.max(0) as u64,
                    _ => 0,
                };
                self.offset(base) + i * self.types.size(&place.ty)
            }
            _ => 0,
        }
    }
}

/// Little-endian bytes; the first of them are those of a narrower type.
pub(super) fn raw(c: Const) -> [u8; 8] {
    match c {
        Const::Int(v) => v.to_le_bytes(),
        Const::F32(v) => u64::from(v.to_bits()).to_le_bytes(),
        Const::F64(v) => v.to_le_bytes(),
        Const::Null => [0; 8],
    }
}

/// Whether a variable is device memory (or claims to be).
pub(super) fn on_device(specifiers: &[ast::Specifier]) -> bool {
    let kinds = [
        SpecifierKind::Device,
        SpecifierKind::Constant,
        SpecifierKind::Managed,
        SpecifierKind::Shared,
    ];
    kinds
        .iter()
        .any(|kind| specifier(specifiers, kind).is_some())
}
