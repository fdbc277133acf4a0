//! How good a conversion is, and why one is not allowed.
//! In: nothing; out: the words in which convert.rs answers. The order is C++'s [over.ics.rank].
//! Next: convert.rs.

/// How good an implicit conversion is; smaller is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Fit {
    /// Nothing changes.
    Exact,
    /// `const` is added behind a pointer.
    Qualify,
    /// A promotion: small integer to `int`, `float` to `double`.
    Promote,
    /// An object seen as one of its bases, so many steps away.
    Base(u8),
    /// Any other.
    Convert,
    /// A pointer as its being something.
    Truth,
    /// A constructor or a conversion operator.
    User,
    /// `...` takes it.
    Variadic,
}

impl Fit {
    /// An object seen as a base so many steps away.
    pub(super) fn of_base(steps: usize) -> Fit {
        Fit::Base(u8::try_from(steps).unwrap_or(u8::MAX))
    }
}

/// Why a conversion is not allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Why {
    /// It would drop a `const` behind a pointer.
    LosesConst,
    /// Two pointers to different types.
    OtherPointer,
    /// An integer where a pointer is needed.
    IntegerToPointer,
    /// A pointer where a number is needed.
    PointerToNumber,
    /// `enum class` to or from a number.
    ScopedEnum,
    /// Nothing leads from one to the other.
    Unrelated,
}
