//! Types: what a value is, how many bytes it takes and how those bytes are aligned.
//! In: nothing but names and fields; out: sizes, alignments, layouts and the way a type is written.
//! The rule: sizes are those of 64-bit Linux (`long` has eight bytes, plain `char` is signed), vector
//! types such as `float4` are structs whose alignment CUDA sets, and nothing here can overflow.
//! Next: tree.rs, which gives every expression one of these.

mod bits;
mod layout;
mod show;

pub use bits::{Bits, Piece, units};
pub use layout::ClassLayout;

use std::sync::Arc;

/// A built-in arithmetic type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Scalar {
    /// `bool`: one byte that holds 0 or 1.
    Bool,
    /// `char`, signed here.
    Char,
    /// `signed char`.
    SChar,
    /// `unsigned char`.
    UChar,
    /// `short`.
    Short,
    /// `unsigned short`.
    UShort,
    /// `int`.
    Int,
    /// `unsigned int`.
    UInt,
    /// `long`, 64 bits.
    Long,
    /// `unsigned long`, 64 bits; `size_t` is this.
    ULong,
    /// `long long`.
    LongLong,
    /// `unsigned long long`.
    ULongLong,
    /// `float`, IEEE binary32.
    Float,
    /// `double`, IEEE binary64.
    Double,
    /// `long double`: another type than `double`, with its bits.
    LongDouble,
}

/// The type of `sizeof` and of `size_t`.
pub const SIZE_T: Scalar = Scalar::ULong;
/// The type of a pointer difference, and the one every array index is converted to.
pub const INDEX: Scalar = Scalar::Long;

impl Scalar {
    /// Every scalar, in rank order.
    pub const ALL: [Scalar; 15] = [
        Scalar::Bool,
        Scalar::Char,
        Scalar::SChar,
        Scalar::UChar,
        Scalar::Short,
        Scalar::UShort,
        Scalar::Int,
        Scalar::UInt,
        Scalar::Long,
        Scalar::ULong,
        Scalar::LongLong,
        Scalar::ULongLong,
        Scalar::Float,
        Scalar::Double,
        Scalar::LongDouble,
    ];

    /// Bytes; the alignment is the same number.
    pub fn size(self) -> u64 {
        use Scalar::*;
        match self {
            Bool | Char | SChar | UChar => 1,
            Short | UShort => 2,
            Int | UInt | Float => 4,
            Long | ULong | LongLong | ULongLong | Double | LongDouble => 8,
        }
    }

    /// Bits of the value, one for `bool`.
    pub fn bits(self) -> u32 {
        if self == Scalar::Bool {
            1
        } else {
            self.size() as u32 * 8
        }
    }

    /// `float`, `double` or `long double`.
    pub fn is_float(self) -> bool {
        matches!(self, Scalar::Float | Scalar::Double | Scalar::LongDouble)
    }

    /// Any integer type, `bool` and the characters included.
    pub fn is_integer(self) -> bool {
        !self.is_float()
    }

    /// Whether the type holds negative values.
    pub fn is_signed(self) -> bool {
        use Scalar::*;
        matches!(
            self,
            Char | SChar | Short | Int | Long | LongLong | Float | Double | LongDouble
        )
    }

    /// C++'s integer conversion rank; floats rank above all integers.
    pub fn rank(self) -> u8 {
        use Scalar::*;
        match self {
            Bool => 0,
            Char | SChar | UChar => 1,
            Short | UShort => 2,
            Int | UInt => 3,
            Long | ULong => 4,
            LongLong | ULongLong => 5,
            Float => 6,
            Double => 7,
            LongDouble => 8,
        }
    }

    /// The unsigned type of the same rank (itself for `bool` and floats).
    pub fn unsigned(self) -> Scalar {
        use Scalar::*;
        match self {
            Char | SChar => UChar,
            Short => UShort,
            Int => UInt,
            Long => ULong,
            LongLong => ULongLong,
            other => other,
        }
    }

    /// As written in a program.
    pub fn name(self) -> &'static str {
        use Scalar::*;
        match self {
            Bool => "bool",
            Char => "char",
            SChar => "signed char",
            UChar => "unsigned char",
            Short => "short",
            UShort => "unsigned short",
            Int => "int",
            UInt => "unsigned int",
            Long => "long",
            ULong => "unsigned long",
            LongLong => "long long",
            ULongLong => "unsigned long long",
            Float => "float",
            Double => "double",
            LongDouble => "long double",
        }
    }

    /// What it is to a machine, where `long double` is `double`.
    pub fn stored(self) -> Scalar {
        match self {
            Scalar::LongDouble => Scalar::Double,
            other => other,
        }
    }

    /// The integer promotion: what an operand of this type becomes in arithmetic.
    pub fn promoted(self) -> Scalar {
        if self.is_integer() && self.rank() < Scalar::Int.rank() {
            Scalar::Int
        } else {
            self
        }
    }

    /// The usual arithmetic conversions: the type in which `self op other` is computed.
    pub fn usual(self, other: Scalar) -> Scalar {
        if self.is_float() || other.is_float() {
            return if self.rank() >= other.rank() {
                self
            } else {
                other
            };
        }
        let (a, b) = (self.promoted(), other.promoted());
        if a == b {
            return a;
        }
        if a.is_signed() == b.is_signed() {
            return if a.rank() >= b.rank() { a } else { b };
        }
        let (s, u) = if a.is_signed() { (a, b) } else { (b, a) };
        if u.rank() >= s.rank() {
            u
        } else if s.size() > u.size() {
            s
        } else {
            s.unsigned()
        }
    }

    /// Wraps a mathematical integer into this integer type, as a conversion does.
    pub fn wrap(self, value: i128) -> i128 {
        use Scalar::*;
        match self {
            Bool => (value != 0) as i128,
            Char | SChar => value as i8 as i128,
            UChar => value as u8 as i128,
            Short => value as i16 as i128,
            UShort => value as u16 as i128,
            Int => value as i32 as i128,
            UInt => value as u32 as i128,
            Long | LongLong => value as i64 as i128,
            ULong | ULongLong => value as u64 as i128,
            Float | Double | LongDouble => value,
        }
    }
}

/// Which struct of [`Types::structs`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct StructId(pub u32);

/// Which enumeration of [`Types::enums`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct EnumId(pub u32);

/// A type without its outermost `const`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Type {
    /// The type of what could not be typed; silences what follows from one mistake. Never in a checked tree.
    Error,
    /// `void`.
    Void,
    /// An arithmetic type.
    Scalar(Scalar),
    /// A pointer to something.
    Pointer(Arc<Qualified>),
    /// A reference to something. Only the checker sees it: in the tree a reference is a pointer.
    Reference(Arc<Qualified>),
    /// `T&&`, a reference to what will not be needed any more. Only the checker sees it.
    Rvalue(Arc<Qualified>),
    /// Elements one after another. `u64::MAX` elements ([`UNSIZED`]) stands for `T name[]`.
    Array(Arc<Qualified>, u64),
    /// A struct, a vector type or `dim3`.
    Struct(StructId),
    /// An enumeration.
    Enum(EnumId),
    /// A function; only ever behind a pointer or reference.
    Function(Arc<FunctionType>),
    /// The functions of one name, by the checker's number, before it is known which is meant. Only the checker sees it.
    Overloads(u32),
}

/// What a pointer to a function knows of it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FunctionType {
    /// The result; a reference is a [`Type::Reference`].
    pub result: Type,
    /// The parameters.
    pub params: Vec<Type>,
    /// Whether `...` ends the list.
    pub variadic: bool,
    /// Whether it is a method's that takes a `const` object; only ever behind a pointer to a member.
    pub constant: bool,
}

/// The length of an array declared without one, `extern __shared__ T name[]`.
pub const UNSIZED: u64 = u64::MAX;

/// A type with its qualifiers: what a pointer points at, what an array holds.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Qualified {
    /// The type.
    pub ty: Type,
    /// `const`: cannot be assigned to through this name.
    pub constant: bool,
    /// `volatile`: every access happens as written.
    pub volatile: bool,
}

impl Qualified {
    /// A type with neither qualifier.
    pub fn plain(ty: Type) -> Qualified {
        Qualified {
            ty,
            constant: false,
            volatile: false,
        }
    }

    /// The same with `const` as given.
    pub fn with_const(ty: Type, constant: bool) -> Qualified {
        Qualified {
            ty,
            constant,
            volatile: false,
        }
    }
}

/// One field of a struct.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// Its name.
    pub name: String,
    /// Its type with qualifiers.
    pub ty: Qualified,
    /// Bytes from the start of the struct; of a bit field, to the byte with its first bit.
    pub offset: u64,
    /// For a bit field, where its bits are.
    pub bits: Option<Bits>,
}

/// A struct's layout.
#[derive(Clone, Debug, PartialEq)]
pub struct Struct {
    /// As written; made up for one without a name.
    pub name: String,
    /// In order of declaration. For a vector type `x y z w`.
    pub fields: Vec<Field>,
    /// Bytes, padding included.
    pub size: u64,
    /// Bytes without the padding at the end, where a class derived from it may place fields of its own.
    pub used: u64,
    /// Bytes.
    pub align: u64,
    /// For a vector type its component type and their number.
    pub vector: Option<(Scalar, u8)>,
    /// The base classes: which, and the field that holds each.
    pub bases: Vec<(StructId, u32)>,
    /// A union: every field begins at the first byte.
    pub union: bool,
    /// Whether it has bit fields, its own or those of a struct inside; never of a union.
    pub packed: bool,
    /// For an instance of a class template, which it is of and for what.
    pub origin: Option<Origin>,
}

/// What made an instance of a class template.
#[derive(Clone, Debug, PartialEq)]
pub struct Origin {
    /// The template, by the checker's number.
    pub template: u32,
    /// Its arguments, defaults included; a pack is one argument.
    pub args: Vec<OriginArg>,
}

/// An argument of a class template.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum OriginArg {
    /// A type.
    Type(Qualified),
    /// A number of a type.
    Value(i64, Type),
    /// What a pack stands for.
    Pack(Vec<OriginArg>),
}

/// An enumeration.
#[derive(Clone, Debug, PartialEq)]
pub struct Enum {
    /// As written; empty for one without a name.
    pub name: String,
    /// The integer type it is stored as.
    pub underlying: Scalar,
    /// `enum class`: no implicit conversions.
    pub scoped: bool,
}

/// What a value is to a machine that knows no names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// No value.
    Void,
    /// A number (an enumeration counts as the integer it is stored as).
    Scalar(Scalar),
    /// An address, eight bytes.
    Pointer,
    /// A struct: several values side by side.
    Struct(StructId),
    /// An array; exists only as a place.
    Array,
}

/// The structs and enumerations of one unit. The vector types come first, the same in every unit.
#[derive(Clone, Debug, PartialEq)]
pub struct Types {
    /// Indexed by [`StructId`].
    pub structs: Vec<Struct>,
    /// Indexed by [`EnumId`].
    pub enums: Vec<Enum>,
    /// Whether a field of some struct may lie at an address that is no multiple of its type's alignment.
    pub skewed: bool,
}

/// Component types that have vector types, with the stem of their names.
const VECTOR_STEMS: [(Scalar, &str); 12] = [
    (Scalar::Char, "char"),
    (Scalar::UChar, "uchar"),
    (Scalar::Short, "short"),
    (Scalar::UShort, "ushort"),
    (Scalar::Int, "int"),
    (Scalar::UInt, "uint"),
    (Scalar::Long, "long"),
    (Scalar::ULong, "ulong"),
    (Scalar::LongLong, "longlong"),
    (Scalar::ULongLong, "ulonglong"),
    (Scalar::Float, "float"),
    (Scalar::Double, "double"),
];

/// Upper bound of any size, so that sums of sizes cannot overflow.
const HUGE: u64 = 1 << 60;

impl Types {
    /// `dim3`: three `unsigned int`, each 1 unless given.
    pub const DIM3: StructId = StructId(VECTOR_STEMS.len() as u32 * 4);

    /// What `nullptr` points at: a struct that no program names and that has no objects.
    pub const NULLPTR: StructId = StructId(Types::DIM3.0 + 1);

    /// The vector types, `dim3` and what `nullptr` points at, nothing else.
    pub fn new() -> Types {
        let mut types = Types {
            structs: Vec::new(),
            enums: Vec::new(),
            skewed: false,
        };
        for (scalar, stem) in VECTOR_STEMS {
            for n in 1..=4u8 {
                let align = match n {
                    1 | 3 => scalar.size(),
                    _ => (scalar.size() * u64::from(n)).min(16),
                };
                let fields = components(scalar, n);
                let id = types.add_struct(format!("{stem}{n}"), fields, align);
                types.structs[id.0 as usize].vector = Some((scalar, n));
            }
        }
        types.add_struct("dim3".into(), components(Scalar::UInt, 3), 1);
        types.add_struct("<null>".into(), Vec::new(), 1);
        types
    }

    /// The vector type of `n` (1 to 4) components, if there is one.
    pub fn vector(scalar: Scalar, n: u8) -> Option<StructId> {
        let row = VECTOR_STEMS.iter().position(|(s, _)| *s == scalar)?;
        (1..=4)
            .contains(&n)
            .then(|| StructId(row as u32 * 4 + u32::from(n) - 1))
    }

    /// A vector type or `dim3` by its name.
    pub fn predefined(&self, name: &str) -> Option<StructId> {
        let known = &self.structs[..=Types::DIM3.0 as usize];
        known
            .iter()
            .position(|s| s.name == name)
            .map(|at| StructId(at as u32))
    }

    /// Adds a struct whose fields are not known yet.
    pub fn reserve(&mut self, name: String) -> StructId {
        self.structs.push(Struct {
            name,
            fields: Vec::new(),
            size: 0,
            used: 0,
            align: 1,
            vector: None,
            bases: Vec::new(),
            union: false,
            packed: false,
            origin: None,
        });
        StructId(self.structs.len() as u32 - 1)
    }

    /// Lays out a struct: fields in order, each at its alignment; `align` is the least alignment of the whole.
    pub fn lay_out(&mut self, id: StructId, fields: Vec<(String, Qualified)>, align: u64) {
        let (mut offset, mut most) = (0u64, align.max(1));
        let mut placed = Vec::with_capacity(fields.len());
        for (name, ty) in fields {
            let a = self.align(&ty.ty);
            most = most.max(a);
            offset = round_up(offset, a);
            let size = self.size(&ty.ty);
            placed.push(Field {
                name,
                ty,
                offset,
                bits: None,
            });
            offset = offset.saturating_add(size).min(HUGE);
        }
        let s = &mut self.structs[id.0 as usize];
        (s.fields, s.size, s.align) = (placed, round_up(offset.max(1), most), most);
        s.used = s.size;
    }

    /// The fields that lead from a class to one of its bases; none for the class itself.
    pub fn base_path(&self, from: StructId, to: StructId) -> Option<Vec<u32>> {
        if from == to {
            return Some(Vec::new());
        }
        self.get(from).bases.iter().find_map(|(base, field)| {
            let mut path = vec![*field];
            path.extend(self.base_path(*base, to)?);
            Some(path)
        })
    }

    /// Adds a struct with its fields.
    pub fn add_struct(
        &mut self,
        name: String,
        fields: Vec<(String, Qualified)>,
        align: u64,
    ) -> StructId {
        let id = self.reserve(name);
        self.lay_out(id, fields, align);
        id
    }

    /// The struct of an id.
    pub fn get(&self, id: StructId) -> &Struct {
        &self.structs[id.0 as usize]
    }

    /// Bytes of a value; 0 for `void` and for an array without a length. At most 2^60.
    pub fn size(&self, ty: &Type) -> u64 {
        match ty {
            Type::Error | Type::Void | Type::Function(_) | Type::Overloads(_) => 0,
            Type::Scalar(s) => s.size(),
            Type::Pointer(_) | Type::Reference(_) | Type::Rvalue(_) => 8,
            Type::Array(_, UNSIZED) => 0,
            Type::Array(of, n) => self.size(&of.ty).checked_mul(*n).unwrap_or(HUGE).min(HUGE),
            Type::Struct(id) => self.get(*id).size,
            Type::Enum(id) => self.enums[id.0 as usize].underlying.size(),
        }
    }

    /// Bytes of a value that are its own: without the padding at the end of a class that another may derive from.
    pub fn used(&self, ty: &Type) -> u64 {
        match ty {
            Type::Struct(id) => self.get(*id).used,
            ty => self.size(ty),
        }
    }

    /// Alignment in bytes, a power of two.
    pub fn align(&self, ty: &Type) -> u64 {
        match ty {
            Type::Error | Type::Void | Type::Function(_) | Type::Overloads(_) => 1,
            Type::Scalar(s) => s.size(),
            Type::Pointer(_) | Type::Reference(_) | Type::Rvalue(_) => 8,
            Type::Array(of, _) => self.align(&of.ty),
            Type::Struct(id) => self.get(*id).align,
            Type::Enum(id) => self.enums[id.0 as usize].underlying.size(),
        }
    }

    /// What the type is to a machine.
    pub fn class(&self, ty: &Type) -> Class {
        match ty {
            Type::Error | Type::Void | Type::Function(_) | Type::Overloads(_) => Class::Void,
            Type::Scalar(s) => Class::Scalar(*s),
            Type::Pointer(_) | Type::Reference(_) | Type::Rvalue(_) => Class::Pointer,
            Type::Array(..) => Class::Array,
            Type::Struct(id) => Class::Struct(*id),
            Type::Enum(id) => Class::Scalar(self.enums[id.0 as usize].underlying),
        }
    }

    /// The arithmetic type of a number or of an enumeration's storage.
    pub fn scalar(&self, ty: &Type) -> Option<Scalar> {
        match self.class(ty) {
            Class::Scalar(s) => Some(s),
            _ => None,
        }
    }

    /// The same as a machine has it.
    pub fn stored(&self, ty: &Type) -> Option<Scalar> {
        self.scalar(ty).map(Scalar::stored)
    }
}

impl Default for Types {
    fn default() -> Types {
        Types::new()
    }
}

impl Type {
    /// A pointer to `ty`.
    pub fn pointer_to(ty: Qualified) -> Type {
        Type::Pointer(Arc::new(ty))
    }

    /// An array of `n` elements.
    pub fn array_of(ty: Qualified, n: u64) -> Type {
        Type::Array(Arc::new(ty), n)
    }

    /// Whether there are more than so many types in it, each counted as often as it is there.
    pub fn is_larger(&self, most: usize) -> bool {
        let (mut open, mut seen) = (vec![self], 0);
        while let Some(ty) = open.pop() {
            seen += 1;
            if seen > most {
                return true;
            }
            match ty {
                Type::Pointer(to) | Type::Reference(to) | Type::Rvalue(to) => open.push(&to.ty),
                Type::Array(of, _) => open.push(&of.ty),
                Type::Function(f) => {
                    open.push(&f.result);
                    open.extend(&f.params);
                }
                _ => {}
            }
        }
        false
    }

    /// What a pointer points at, if it is one.
    pub fn pointee(&self) -> Option<&Qualified> {
        match self {
            Type::Pointer(to) => Some(to),
            _ => None,
        }
    }

    /// What a reference of either kind refers to, if it is one.
    pub fn referred(&self) -> Option<&Arc<Qualified>> {
        match self {
            Type::Reference(to) | Type::Rvalue(to) => Some(to),
            _ => None,
        }
    }

    /// What an array holds, if it is one.
    pub fn element(&self) -> Option<&Qualified> {
        match self {
            Type::Array(of, _) => Some(of),
            _ => None,
        }
    }

    /// `bool`, as comparisons make.
    pub const BOOL: Type = Type::Scalar(Scalar::Bool);
    /// `int`.
    pub const INT: Type = Type::Scalar(Scalar::Int);
    /// `float`.
    pub const FLOAT: Type = Type::Scalar(Scalar::Float);
}

impl From<Scalar> for Type {
    fn from(s: Scalar) -> Type {
        Type::Scalar(s)
    }
}

fn components(scalar: Scalar, n: u8) -> Vec<(String, Qualified)> {
    let names = ["x", "y", "z", "w"];
    names[..usize::from(n)]
        .iter()
        .map(|c| (c.to_string(), Qualified::plain(scalar.into())))
        .collect()
}

/// The next multiple of a power of two.
pub fn round_up(n: u64, align: u64) -> u64 {
    n.saturating_add(align - 1) & !(align - 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use Scalar::*;

    #[test]
    fn usual_arithmetic_conversions_follow_the_standard() {
        for (a, b, want) in [
            (Char, Char, Int),
            (UShort, Short, Int),
            (Int, UInt, UInt),
            (UInt, Long, Long),
            (ULong, LongLong, ULongLong),
            (Long, LongLong, LongLong),
            (LongLong, UInt, LongLong),
            (Bool, Float, Float),
            (ULongLong, Float, Float),
            (Float, Double, Double),
        ] {
            assert_eq!(a.usual(b), want, "{a:?} with {b:?}");
            assert_eq!(b.usual(a), want, "{b:?} with {a:?}");
        }
    }

    #[test]
    fn vector_types_have_cudas_sizes_and_alignments() {
        let types = Types::new();
        for (name, size, align) in [
            ("char3", 3, 1),
            ("char4", 4, 4),
            ("short3", 6, 2),
            ("float2", 8, 8),
            ("float3", 12, 4),
            ("float4", 16, 16),
            ("double2", 16, 16),
            ("double4", 32, 16),
            ("longlong4", 32, 16),
            ("dim3", 12, 4),
        ] {
            let s = types.get(types.predefined(name).expect(name));
            assert_eq!((s.size, s.align), (size, align), "{name}");
        }
    }

    #[test]
    fn a_struct_is_padded_as_c_pads_it() {
        let mut types = Types::new();
        let fields = [("a", Char), ("b", Double), ("c", Short)];
        let fields = fields
            .map(|(n, s)| (n.to_string(), Qualified::plain(s.into())))
            .to_vec();
        let id = types.add_struct("S".into(), fields, 1);
        let s = types.get(id);
        assert_eq!(
            s.fields.iter().map(|f| f.offset).collect::<Vec<_>>(),
            [0, 8, 16]
        );
        assert_eq!((s.size, s.align), (24, 8));
    }

    #[test]
    fn a_huge_array_does_not_overflow() {
        let types = Types::new();
        let row = Type::array_of(Qualified::plain(Type::FLOAT), u64::MAX - 1);
        let all = Type::array_of(Qualified::plain(row), u64::MAX - 1);
        assert_eq!(types.size(&all), HUGE);
    }

    #[test]
    fn types_read_as_they_are_written() {
        let types = Types::new();
        let cf = Qualified::with_const(Type::FLOAT, true);
        assert_eq!(types.show(&Type::pointer_to(cf.clone())), "const float*");
        let row = Type::array_of(Qualified::plain(Type::FLOAT), 16);
        let tile = Type::array_of(Qualified::plain(row.clone()), 8);
        assert_eq!(types.show(&tile), "float[8][16]");
        assert_eq!(
            types.show(&Type::pointer_to(Qualified::plain(row))),
            "float(*)[16]"
        );
    }
}
