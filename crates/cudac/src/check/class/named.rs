//! Classes that are only named: what an argument of a template or a pointer says does not instantiate a class template.
//!
//! In: types that somebody uses; out: their classes with members. The rule: whatever needs more of a class than its name asks
//! for it here first, so that an instance is made when it is used, as in C++.
//! Next: template.rs, which makes instances.

use crate::check::Checker;
use crate::ty::{StructId, Type};

impl Checker<'_> {
    /// An instance, whose members are looked at unless it is only named, as an argument of another template is.
    pub(super) fn unless_named(&mut self, id: StructId) -> Option<StructId> {
        (self.classes.naming || self.instantiated(id)).then_some(id)
    }

    /// Looks at the members of an instance that was only named so far; false if something is wrong with them.
    pub(in crate::check) fn instantiated(&mut self, id: StructId) -> bool {
        !self.classes.named.remove(&id) || self.complete_class(id)
    }

    /// The same for the class that a type, or an array's element, is: whatever uses more of a type than its name asks for that.
    pub(in crate::check) fn whole(&mut self, ty: &Type) -> bool {
        if self.classes.named.is_empty() {
            return true;
        }
        let mut inner = ty;
        while let Type::Array(of, _) = inner {
            inner = &of.ty;
        }
        match inner {
            Type::Struct(id) => self.instantiated(*id),
            _ => true,
        }
    }

    /// The same for the classes behind two pointers of different types: one may be a base of the other.
    pub(in crate::check) fn whole_behind(&mut self, a: &Type, b: &Type) {
        if let (Some(x), Some(y)) = (a.pointee(), b.pointee())
            && x.ty != y.ty
            && self.class_of(&x.ty).is_some()
            && self.class_of(&y.ty).is_some()
        {
            self.whole(&x.ty);
            self.whole(&y.ty);
        }
    }

    /// Runs something where a class that is written is only named.
    pub(in crate::check) fn only_named<T>(&mut self, f: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.classes.naming, true);
        let result = f(self);
        self.classes.naming = before;
        result
    }

    /// Runs something where a class that is written is used.
    pub(in crate::check) fn in_use<T>(&mut self, f: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.classes.naming, false);
        let result = f(self);
        self.classes.naming = before;
        result
    }
}
