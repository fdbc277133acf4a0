//! Variables of the file: device memory, constant memory, and the host's constants that device code may use.
//! In: a declaration at file scope; out: what its name stands for, with the bytes it starts with.
//! The rule: the host's variables are out of reach, unless their value is known at compile time.
//! Next: decl.rs for the file, braces.rs for first values.

use super::Checker;
use super::class::{Given, NEW};
use super::interp::{Evaluation, Room};
use super::scope::Entity;
use crate::tree::{
    Const, Conversion, Expr, ExprKind, FuncId, Global, GlobalId, Place, PlaceKind, Space,
    StaticAddress,
};
use crate::ty::{Qualified, StructId, Type, UNSIZED};
use cuda_parse::ast::{self, SpecifierKind, specifier};
use cuda_source::diag::{Code, Diag};
use cuda_source::source::Span;

/// How many bytes all variables may have that live as long as the program: what the machine has of memory.
const MOST_BYTES: u64 = cuda_ir::pointer::MAX_MEMORY as u64;

impl<'a> Checker<'a> {
    /// A variable of the file: device memory, a constant, or the host's.
    pub(super) fn declare_global(&mut self, v: &'a ast::Variable, space: &str, at: usize) {
        let key = format!("{space}{}", v.name.text);
        let has = |kind| specifier(&v.specifiers, &kind);
        let entity = if has(SpecifierKind::Shared).is_some() {
            let fits = match has(SpecifierKind::Extern).is_some() {
                true => self.dynamic_shared_fits(v),
                false => self.file_shared_fits(v),
            };
            match fits {
                true => Entity::FileShared(at),
                false => Entity::Broken,
            }
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
        self.names.scopes.declare(&key, entity, v.name.span);
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

    /// Whether shared memory that all kernels of the file name alike is well formed; says if not.
    fn file_shared_fits(&mut self, v: &'a ast::Variable) -> bool {
        let Some(q) = self.shared_bare(v).and_then(|()| self.variable_type(v)) else {
            return false;
        };
        let sized = !matches!(
            q.ty,
            Type::Reference(_) | Type::Rvalue(_) | Type::Void | Type::Array(_, UNSIZED)
        );
        if !sized {
            let message = format!("`{}` needs a length", v.name.text);
            let diag = Diag::error(Code::BadShared, v.name.span, message);
            self.note(diag.help(
                "write it between the brackets, or write `extern` and give the size at the launch",
            ));
        }
        sized
    }

    pub(super) fn device_variable(&mut self, v: &'a ast::Variable) -> Option<Entity> {
        let constant = specifier(&v.specifiers, &SpecifierKind::Constant).is_some();
        let q = self.variable_type(v)?;
        self.some_length(&q.ty, v)?;
        if matches!(q.ty, Type::Reference(_) | Type::Rvalue(_) | Type::Void)
            || matches!(q.ty, Type::Array(_, UNSIZED))
        {
            let shown = self.types.show(&q.ty);
            let diag = Diag::error(
                Code::BadShape,
                v.name.span,
                format!("a device variable cannot be `{shown}`"),
            );
            let help = match only_declares(v) {
                true => {
                    "only its definition says how long it is; if another file has that, name that file as well"
                }
                false => "give the array a length",
            };
            self.note(diag.help(help));
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
        self.fits_in_memory(size, &v.name)?;
        let id = GlobalId(self.globals.all.len() as u32);
        let space = if constant {
            Space::Constant
        } else {
            Space::Global
        };
        let (name, span) = (self.globals.symbol_name(&v.name.text), v.name.span);
        self.globals.all.push(Global {
            name,
            ty: q.ty.clone(),
            space,
            managed: specifier(&v.specifiers, &SpecifierKind::Managed).is_some(),
            unchanging: false,
            bytes: Vec::new(),
            addresses: Vec::new(),
            span,
        });
        let constexpr = specifier(&v.specifiers, &SpecifierKind::Constexpr).is_some();
        let of_constants = matches!(&q.ty, Type::Array(of, _) if of.constant);
        self.globals.all[id.0 as usize].unchanging = q.constant || of_constants || constexpr;
        if q.constant || constexpr {
            self.globals.constant.insert(id);
        }
        if q.volatile {
            self.globals.volatile.insert(id);
        }
        if constexpr {
            self.globals.constexpr.insert(id);
        }
        let place = Place {
            kind: PlaceKind::Global(id),
            ty: q.ty.clone(),
            volatile: q.volatile,
            span,
        };
        if let Some((bytes, addresses)) = self.initial_bytes(v, &q, place, size as usize)? {
            let global = &mut self.globals.all[id.0 as usize];
            (global.bytes, global.addresses) = (bytes, addresses);
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

    /// Takes room in the memory of the device, or in that of the program; says so if there is none.
    pub(super) fn fits_in_memory(&mut self, size: u64, name: &ast::Ident) -> Option<()> {
        self.globals.bytes = self.globals.bytes.saturating_add(size);
        if self.globals.bytes <= MOST_BYTES {
            return Some(());
        }
        let message = match size > MOST_BYTES {
            true => format!(
                "`{}` needs {size} bytes: the most is {MOST_BYTES}",
                name.text
            ),
            false => format!(
                "with `{}` the variables of this program need {} bytes: the most is {MOST_BYTES}",
                name.text, self.globals.bytes
            ),
        };
        let help = "make them smaller, or allocate what is needed when the program runs";
        self.note(Diag::error(Code::BadShape, name.span, message).help(help));
        None
    }

    /// Room for the bytes that a variable starts with.
    pub(super) fn first_bytes(&mut self, size: usize, name: &ast::Ident) -> Option<Initial> {
        // The module has them as well as the tree.
        self.hold(2 * size as u64, name.span)
            .then(|| (vec![0; size], Vec::new()))
    }

    /// The bytes that braces or a constant give a device variable.
    pub(super) fn initial_bytes(
        &mut self,
        v: &'a ast::Variable,
        q: &Qualified,
        place: Place,
        size: usize,
    ) -> Option<Option<Initial>> {
        let Some(init) = &v.init else {
            return match self.begins_plain(&q.ty)
                || specifier(&v.specifiers, &SpecifierKind::Extern).is_some()
            {
                true => Some(None),
                false => {
                    let (mut bytes, mut addresses) = self.first_bytes(size, &v.name)?;
                    self.begun_bytes(&q.ty, v.name.span, &mut bytes, &mut addresses)
                        .then_some(Some((bytes, addresses)))
                }
            };
        };
        let (mut bytes, mut addresses) = self.first_bytes(size, &v.name)?;
        for (place, value) in self.initial_parts(init, q, place)? {
            if !self.made_before_start(&value) {
                return None;
            }
            let (value, evaluation) = self.fold(value);
            if let Some(address) = self.static_address(&value) {
                addresses.push((self.offset(&place), address));
                continue;
            }
            let mut room = Room {
                bytes: &mut bytes,
                addresses: &mut addresses,
                at: self.offset(&place),
            };
            let Err(made) = self.object_bytes(&value, &mut room) else {
                continue;
            };
            let ExprKind::Const(c) = value.kind else {
                let diag = Diag::error(
                    Code::NotConstant,
                    value.span,
                    "the first value of a device variable must be a constant",
                );
                let diag = diag.help("let a kernel or the host set it");
                let why = if made.cut_short { made } else { evaluation };
                self.note(why.explain(diag));
                return None;
            };
            self.put_constant(&mut bytes, &place, c);
        }
        Some(Some((bytes, addresses)))
    }

    /// The bytes that an object of the device has where nothing is given: those of its fields' own values and of a
    /// `constexpr` constructor; false where there are none, which has been said.
    fn begun_bytes(
        &mut self,
        ty: &Type,
        span: Span,
        bytes: &mut [u8],
        addresses: &mut Vec<(u64, StaticAddress)>,
    ) -> bool {
        let (mut inner, mut count) = (ty.clone(), 1);
        while let Type::Array(of, n) = &inner {
            (count, inner) = (count * n, of.ty.clone());
        }
        let Type::Struct(id) = inner else {
            return true;
        };
        if self.begins_empty(id) {
            return true;
        }
        let size = self.types.size(&inner);
        let Some(value) = self.construct_class(id, Vec::new(), Given::Direct, span) else {
            return false;
        };
        if !self.made_before_start(&value) {
            return false;
        }
        for n in 0..count {
            let at = n * size;
            let mut room = Room {
                bytes,
                addresses,
                at,
            };
            if let Err(evaluation) = self.object_bytes(&value, &mut room) {
                let message = "the first value of a device variable must be a constant";
                let diag = Diag::error(Code::NotConstant, span, message);
                self.note(evaluation.explain(diag));
                return false;
            }
        }
        true
    }

    /// Whether the constructor without arguments that the program wrote does nothing at all, which nvcc lets a variable of
    /// the device have.
    fn begins_empty(&mut self, id: StructId) -> bool {
        let list = self.methods(id, NEW);
        let bare = list.iter().map(|at| self.functions.declared[*at].ast);
        let mut bare = bare.filter(|f| f.params.is_empty());
        let does_nothing = bare.any(|f| {
            let empty = matches!(&f.body, ast::FunctionBody::Block(b) if b.stmts.is_empty());
            empty && f.initialisers.is_empty()
        });
        let class = self.classes.known.get(&id);
        let given = class.is_some_and(|c| {
            let mut fields = c.fields.iter();
            fields.any(|f| f.ast.is_some_and(|v| v.init.is_some()))
        });
        does_nothing && !given && !self.is_polymorphic(id)
    }

    /// Whether an object is made by a constructor that may run before the program does; says if not.
    fn made_before_start(&mut self, value: &Expr) -> bool {
        let Some(made) = constructor_of(value) else {
            return true;
        };
        let d = self.functions.declared[self.templates.instances[made.0 as usize].declared].clone();
        let implicit = d.owner.as_ref().is_none_or(|o| o.implicit.is_some());
        let constexpr = &SpecifierKind::Constexpr;
        let may = implicit
            || d.span.is_system()
            || matches!(d.ast.body, ast::FunctionBody::Default)
            || specifier(&d.ast.specifiers, constexpr).is_some();
        if !may {
            let message = "a variable of the device cannot be made by a constructor that runs when the program starts";
            let diag = Diag::error(Code::NotConstant, value.span, message);
            let diag = diag.label(d.span, "this one is not `constexpr`");
            self.note(
                diag.help("make the constructor `constexpr`, or let a kernel set the variable"),
            );
        }
        may
    }

    /// Writes a constant among the bytes of a variable; whether there is room.
    pub(super) fn put_constant(&self, bytes: &mut [u8], place: &Place, c: Const) -> bool {
        if let Some(bits) = super::bitfield::bits_of(&self.types, place) {
            let first = self.offset(place) * 8 + bits.at % 8;
            let value = u64::from_le_bytes(raw(c));
            for n in 0..u64::from(bits.width) {
                let (at, bit) = ((first + n) / 8, (first + n) % 8);
                if let Some(byte) = bytes.get_mut(at as usize) {
                    *byte = *byte & !(1 << bit) | ((value >> n & 1) as u8) << bit;
                }
            }
            return true;
        }
        let at = self.offset(place) as usize;
        let size = self.types.size(&place.ty) as usize;
        let Some(target) = bytes.get_mut(at..at + size) else {
            return false;
        };
        target.copy_from_slice(&raw(c)[..size]);
        true
    }

    /// The bytes of an object that a `constexpr` constructor makes; where there are none, how working them out went.
    pub(super) fn object_bytes(
        &mut self,
        value: &Expr,
        room: &mut Room<'_>,
    ) -> Result<(), Evaluation> {
        if !matches!(value.ty, Type::Struct(_)) {
            return Err(Evaluation::default());
        }
        let (object, evaluation) = self.folded_object(value);
        let put = object.and_then(|object| self.put(&object, &value.ty, room));
        put.ok_or(evaluation)
    }

    /// The address that a value is, where it is known before anything runs.
    pub(super) fn static_address(&self, value: &Expr) -> Option<StaticAddress> {
        match &value.kind {
            ExprKind::FunctionAddress(id) => Some(StaticAddress::Function(*id)),
            ExprKind::AddressOf(place) | ExprKind::Decay(place) => {
                let id = global_root(place)?;
                Some(StaticAddress::Global(id, self.offset(place) as i64))
            }
            ExprKind::Convert(Conversion::Pointer, inner) => self.static_address(inner),
            ExprKind::PtrAdd {
                pointer,
                index,
                size,
                minus,
            } => match (self.static_address(pointer)?, &index.kind) {
                (StaticAddress::Global(id, at), ExprKind::Const(Const::Int(n))) => {
                    let by = n.checked_mul(i64::try_from(*size).ok()?)?;
                    let at = if *minus {
                        at.checked_sub(by)
                    } else {
                        at.checked_add(by)
                    };
                    Some(StaticAddress::Global(id, at?))
                }
                _ => None,
            },
            _ => None,
        }
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

/// The bytes that a variable starts with, and the addresses among them.
pub(super) type Initial = (Vec<u8>, Vec<(u64, StaticAddress)>);

/// The variable of the file that a place is in, where it is known which part: all indices are constants.
fn global_root(place: &Place) -> Option<GlobalId> {
    match &place.kind {
        PlaceKind::Global(id) => Some(*id),
        PlaceKind::Field(of, _) => global_root(of),
        PlaceKind::Index(of, at) => match at.kind {
            ExprKind::Const(_) => global_root(of),
            _ => None,
        },
        _ => None,
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

/// Whether a variable is only said to be there, and defined elsewhere or nowhere.
pub(super) fn only_declares(v: &ast::Variable) -> bool {
    specifier(&v.specifiers, &SpecifierKind::Extern).is_some() && v.init.is_none()
}

/// The constructor that makes an object.
fn constructor_of(value: &Expr) -> Option<FuncId> {
    match &value.kind {
        ExprKind::Comma(effect, _) => constructor_of(effect),
        ExprKind::Call(id, _) if value.ty == Type::Void => Some(*id),
        _ => None,
    }
}
