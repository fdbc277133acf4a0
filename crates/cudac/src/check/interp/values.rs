//! The values of constant evaluation, and the places they are in.
//! In: places of the tree; out: what is stored there. The rule: an object is a tree of scalars, a pointer a path to
//! one of its nodes; what is outside (memory of the device, an unknown variable) has no value here.

use super::Run;
use crate::check::global::raw;
use crate::check::{Checker, bitfield};
use crate::tree::{
    CompareOp, Const, Expr, ExprKind, GlobalId, Place, PlaceKind, StaticAddress, VarId,
};
use crate::ty::{Bits, Scalar, Type};

/// The largest array that is evaluated.
const MOST_ELEMENTS: u64 = 1 << 16;
/// The same in bytes, whatever its elements are.
const MOST_SIZE: u64 = 8 * MOST_ELEMENTS;

/// A value.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::check) enum Value {
    /// A scalar or a null pointer.
    Const(Const),
    /// An array's elements or a struct's fields.
    Many(Vec<Value>),
    /// A pointer to something known here.
    Pointer(Target),
    /// Nothing yet.
    Unset,
}

impl Value {
    /// The scalar, if it is one.
    pub(in crate::check) fn scalar(&self) -> Option<Const> {
        match self {
            Value::Const(c) => Some(*c),
            _ => None,
        }
    }

    /// How many values it holds beside the first.
    pub(super) fn count(&self) -> usize {
        match self {
            Value::Many(list) => list.iter().map(|value| 1 + value.count()).sum(),
            _ => 0,
        }
    }

    /// Whether all of it has a value that needs nothing but variables of the file.
    pub(super) fn is_whole(&self) -> bool {
        match self {
            Value::Const(_) => true,
            Value::Many(list) => list.iter().all(Value::is_whole),
            Value::Pointer(target) => matches!(target.root, Root::Global(_)),
            Value::Unset => false,
        }
    }
}

/// Where an object is put: the bytes of a variable, the addresses among them, and where in it the object begins.
pub(in crate::check) struct Room<'r> {
    pub(in crate::check) bytes: &'r mut [u8],
    pub(in crate::check) addresses: &'r mut Vec<(u64, StaticAddress)>,
    pub(in crate::check) at: u64,
}

impl Checker<'_> {
    /// Puts a value where an object of this type begins.
    pub(in crate::check) fn put(
        &self,
        value: &Value,
        ty: &Type,
        room: &mut Room<'_>,
    ) -> Option<()> {
        let begin = room.at;
        match (value, ty) {
            (Value::Pointer(target), _) => {
                let Root::Global(id) = target.root else {
                    return None;
                };
                let (_, offset) = self.part_of_global(id, &target.path)?;
                let address = StaticAddress::Global(id, i64::try_from(offset).ok()?);
                room.addresses.push((begin, address));
            }
            (Value::Const(c), _) => {
                let size = usize::try_from(self.types.size(ty)).ok()?;
                let to = room.bytes.get_mut(usize::try_from(begin).ok()?..)?;
                to.get_mut(..size)?.copy_from_slice(raw(*c).get(..size)?);
            }
            (Value::Many(list), Type::Array(of, _)) => {
                let size = self.types.size(&of.ty);
                for (k, value) in list.iter().enumerate() {
                    room.at = begin + k as u64 * size;
                    self.put(value, &of.ty, room)?;
                }
            }
            (Value::Many(list), Type::Struct(id)) => {
                let fields = &self.types.get(*id).fields;
                if fields.iter().any(|field| field.bits.is_some()) {
                    return None;
                }
                for (value, field) in list.iter().zip(fields) {
                    room.at = begin + field.offset;
                    self.put(value, &field.ty.ty, room)?;
                }
            }
            _ => return None,
        }
        room.at = begin;
        Some(())
    }

    /// The type of a part of a variable of the file, and how many bytes it is from the start.
    fn part_of_global(&self, id: GlobalId, path: &[i64]) -> Option<(Type, u64)> {
        let (mut ty, mut offset) = (self.globals.all.get(id.0 as usize)?.ty.clone(), 0u64);
        for at in path {
            let at = u64::try_from(*at).ok()?;
            match &ty {
                Type::Array(of, n) if at < *n => {
                    offset += at * self.types.size(&of.ty);
                    ty = of.ty.clone();
                }
                Type::Struct(id) => {
                    let field = self.types.get(*id).fields.get(at as usize)?;
                    offset += field.offset;
                    ty = field.ty.ty.clone();
                }
                _ => return None,
            }
        }
        Some((ty, offset))
    }
}

/// What a pointer points at.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::check) struct Target {
    /// The variable.
    pub(super) root: Root,
    /// Which part of it: elements and fields from the outside in.
    pub(super) path: Vec<i64>,
}

/// A variable.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::check) enum Root {
    /// Of an open call, by its number.
    Var(usize, VarId),
    /// Of the file.
    Global(GlobalId),
}

impl Run<'_, '_> {
    /// An object of this type before anything is stored in it.
    pub(super) fn blank(&self, ty: &Type, zero: bool) -> Option<Value> {
        let types = &self.checker.types;
        Some(match ty {
            Type::Array(of, n) if *n <= MOST_ELEMENTS && types.size(ty) <= MOST_SIZE => {
                Value::Many(vec![self.blank(&of.ty, zero)?; *n as usize])
            }
            Type::Struct(id) if !types.get(*id).union => {
                let fields = types.get(*id).fields.iter();
                let fields: Option<Vec<Value>> =
                    fields.map(|f| self.blank(&f.ty.ty, zero)).collect();
                Value::Many(fields?)
            }
            Type::Array(..) | Type::Struct(_) => return None,
            _ if !zero => Value::Unset,
            Type::Pointer(_) => Value::Const(Const::Null),
            ty => match types.scalar(ty)? {
                Scalar::Float => Value::Const(Const::F32(0.0)),
                Scalar::Double | Scalar::LongDouble => Value::Const(Const::F64(0.0)),
                _ => Value::Const(Const::Int(0)),
            },
        })
    }

    /// The type of a variable of the innermost call: of the part that its declaration sets.
    pub(super) fn declared_type(&self, var: VarId) -> Option<Type> {
        let checker = self.checker;
        let known = |f: &crate::tree::Function| f.vars.get(var.0 as usize).map(|v| v.ty.clone());
        // A function under evaluation is whole; its variables are found by the frame's own function.
        let id = self.functions.last()?;
        checker.templates.instances[id.0 as usize]
            .done
            .as_ref()
            .and_then(known)
    }

    /// The object that a place names.
    pub(super) fn find(&mut self, place: &Place) -> Option<Target> {
        Some(match &place.kind {
            PlaceKind::Var(id) => Target {
                root: Root::Var(self.frames.len() - 1, *id),
                path: Vec::new(),
            },
            PlaceKind::Global(id) => Target {
                root: Root::Global(*id),
                path: Vec::new(),
            },
            PlaceKind::Deref(pointer) => match self.eval(pointer)? {
                Value::Pointer(target) => target,
                _ => return None,
            },
            PlaceKind::Index(base, index) => {
                let mut target = self.find(base)?;
                target.path.push(self.index(index)?);
                target
            }
            PlaceKind::Field(base, at) => {
                let mut target = self.find(base)?;
                target.path.push(i64::from(*at));
                target
            }
            PlaceKind::Then(first, place) => {
                self.effect(first)?;
                self.find(place)?
            }
        })
    }

    fn index(&mut self, e: &Expr) -> Option<i64> {
        match &e.kind {
            ExprKind::Const(Const::Int(v)) => Some(*v),
            _ => match self.constant(e)? {
                Const::Int(v) => Some(v),
                _ => None,
            },
        }
    }

    /// What is stored in an object.
    pub(super) fn read(&mut self, target: &Target) -> Option<Value> {
        let found = match &target.root {
            Root::Var(frame, id) => match self.frames.get(*frame)?.get(id) {
                Some(value) => part(value, &target.path)?.clone(),
                None if *frame == 0 => self.outside(*id, &target.path)?,
                None => return None,
            },
            Root::Global(id) => self.global(*id, &target.path)?,
        };
        self.steps(found.count())?;
        (found != Value::Unset).then_some(found)
    }

    /// A variable of the function being checked, if it is a constant.
    fn outside(&self, id: VarId, path: &[i64]) -> Option<Value> {
        let body = &self.checker.body;
        if let Some(c) = body.known.get(&id)
            && path.is_empty()
        {
            return Some(Value::Const(*c));
        }
        part(body.known_values.get(&id)?, path).cloned()
    }

    /// A constant variable of the file, out of its bytes.
    fn global(&self, id: GlobalId, path: &[i64]) -> Option<Value> {
        let checker = self.checker;
        if !checker.globals.constexpr.contains(&id) {
            return None;
        }
        let global = checker.globals.all.get(id.0 as usize)?;
        // Bits are read with the object that they are in.
        if let Some((last, around)) = path.split_last()
            && let (Type::Struct(of), _) = checker.part_of_global(id, around)?
            && let Some(field) = checker
                .types
                .get(of)
                .fields
                .get(usize::try_from(*last).ok()?)
            && field.bits.is_some()
        {
            return part(&self.global(id, around)?, &[*last]).cloned();
        }
        let (ty, offset) = checker.part_of_global(id, path)?;
        if matches!(ty, Type::Pointer(_))
            && let Some((_, address)) = global.addresses.iter().find(|(at, _)| *at == offset)
        {
            return self.pointer_to(*address);
        }
        self.of_bytes(&ty, global.bytes.get(offset as usize..)?)
    }

    /// A pointer to a variable of the file, or to an element where that is an array.
    fn pointer_to(&self, address: StaticAddress) -> Option<Value> {
        let StaticAddress::Global(id, offset) = address else {
            return None;
        };
        let checker = self.checker;
        let path = match &checker.globals.all.get(id.0 as usize)?.ty {
            Type::Array(of, _) => {
                let size = i64::try_from(checker.types.size(&of.ty)).ok()?;
                vec![offset.checked_div(size)?]
            }
            _ if offset == 0 => Vec::new(),
            _ => return None,
        };
        let root = Root::Global(id);
        Some(Value::Pointer(Target { root, path }))
    }

    fn of_bits(&self, ty: &Type, bits: Bits, bytes: &[u8]) -> Option<Value> {
        let mut value = 0u64;
        for n in 0..u64::from(bits.width) {
            let at = bits.at + n;
            let byte = *bytes.get((at / 8) as usize)?;
            value |= u64::from(byte >> (at % 8) & 1) << n;
        }
        let scalar = self.checker.types.scalar(ty)?;
        let value = bitfield::cut(scalar, bits.width, value as i64);
        Some(Value::Const(Const::Int(value)))
    }

    fn of_bytes(&self, ty: &Type, bytes: &[u8]) -> Option<Value> {
        let types = &self.checker.types;
        match ty {
            Type::Array(of, n) if *n <= MOST_ELEMENTS => {
                let size = types.size(&of.ty) as usize;
                let parts = (0..*n as usize).map(|i| self.of_bytes(&of.ty, bytes.get(i * size..)?));
                parts.collect::<Option<Vec<_>>>().map(Value::Many)
            }
            Type::Struct(id) => {
                let fields = types.get(*id).fields.iter();
                let parts = fields.map(|f| match f.bits {
                    Some(bits) => self.of_bits(&f.ty.ty, bits, bytes),
                    None => self.of_bytes(&f.ty.ty, bytes.get(f.offset as usize..)?),
                });
                parts.collect::<Option<Vec<_>>>().map(Value::Many)
            }
            ty => {
                let scalar = types.scalar(ty)?;
                let size = scalar.size() as usize;
                let mut raw = [0; 8];
                raw[..size].copy_from_slice(bytes.get(..size)?);
                let bits = u64::from_le_bytes(raw);
                Some(Value::Const(match scalar {
                    Scalar::Float => Const::F32(f32::from_bits(bits as u32)),
                    Scalar::Double | Scalar::LongDouble => Const::F64(f64::from_bits(bits)),
                    scalar => Const::Int(scalar.wrap(i128::from(bits)) as i64),
                }))
            }
        }
    }

    /// A value as a place keeps it: a bit field cuts it.
    pub(super) fn fitted(&self, place: &Place, value: Value) -> Value {
        let bits = bitfield::bits_of(&self.checker.types, place);
        self.cut(value, (bits, &place.ty))
    }

    pub(super) fn cut(&self, value: Value, (bits, ty): (Option<Bits>, &Type)) -> Value {
        match (value, bits, self.checker.types.scalar(ty)) {
            (Value::Const(Const::Int(v)), Some(bits), Some(scalar)) => {
                Value::Const(Const::Int(bitfield::cut(scalar, bits.width, v)))
            }
            (value, ..) => value,
        }
    }

    /// Stores into an object of an open call.
    pub(super) fn write(&mut self, target: &Target, value: Value) -> Option<()> {
        let Root::Var(frame, id) = &target.root else {
            return None;
        };
        if *frame == 0 && !self.frames[0].contains_key(id) {
            let whole = self.temporary(*id)?;
            self.frames[0].insert(*id, whole);
        }
        if target.path.is_empty() {
            self.frames.get_mut(*frame)?.insert(*id, value);
            return Some(());
        }
        let mut at = self.frames.get_mut(*frame)?.get_mut(id)?;
        for step in &target.path {
            let Value::Many(list) = at else { return None };
            at = list.get_mut(usize::try_from(*step).ok()?)?;
        }
        *at = value;
        Some(())
    }

    /// A variable of the function being checked that has no name, before anything is stored in it: only the expression at hand
    /// uses it.
    fn temporary(&self, id: VarId) -> Option<Value> {
        let var = self.checker.body.vars.get(id.0 as usize)?;
        match var.name.is_empty() {
            true => Some(self.blank(&var.ty, false).unwrap_or(Value::Unset)),
            false => None,
        }
    }
}

fn part<'v>(value: &'v Value, path: &[i64]) -> Option<&'v Value> {
    path.iter().try_fold(value, |at, step| match at {
        Value::Many(list) => list.get(usize::try_from(*step).ok()?),
        _ => None,
    })
}

/// Elements between two pointers into one array.
pub(super) fn distance(a: &Value, b: &Value) -> Option<i64> {
    let (Value::Pointer(a), Value::Pointer(b)) = (a, b) else {
        return None;
    };
    let ((x, before), (y, others)) = (a.path.split_last()?, b.path.split_last()?);
    (a.root == b.root && before == others).then(|| x - y)
}

/// Two pointers compared.
pub(super) fn compare_pointers(op: CompareOp, a: &Value, b: &Value) -> Option<bool> {
    let null = |v: &Value| matches!(v, Value::Const(Const::Null));
    let pointer = |v: &Value| matches!(v, Value::Pointer(_));
    if !(null(a) || pointer(a)) || !(null(b) || pointer(b)) {
        return None;
    }
    let same = a == b;
    Some(match op {
        CompareOp::Eq => same,
        CompareOp::Ne => !same,
        _ => {
            let by = distance(a, b)?;
            match op {
                CompareOp::Lt => by < 0,
                CompareOp::Le => by <= 0,
                CompareOp::Gt => by > 0,
                _ => by >= 0,
            }
        }
    })
}
