//! The variables of a file: their memory, and what their declarations say of them.
//! In: each variable, as it is declared; out: its number, and its name in the device's memory.
//! The rule: a variable is never taken out, so that its number is that of the variable in the tree.
//! Next: global.rs, which declares them; statics.rs for those of functions and classes.

use sorted::{SortedMap, SortedSet};

use crate::tree::{Global, GlobalId};
use crate::ty::Qualified;
use cuda_source::source::Span;

/// All variables that live as long as the program.
#[derive(Default)]
pub(super) struct Globals {
    /// Each variable, by its number.
    pub all: Vec<Global>,
    /// How often each name of the device's variables was given.
    symbols: SortedMap<String, u32>,
    /// How many bytes all variables have.
    pub bytes: u64,
    /// Those declared `const`.
    pub constant: SortedSet<GlobalId>,
    /// Those declared `constexpr`: their bytes are known.
    pub constexpr: SortedSet<GlobalId>,
    /// Those declared `volatile`.
    pub volatile: SortedSet<GlobalId>,
    /// References of the file: pointers that are dereferenced wherever they are named.
    pub references: SortedSet<GlobalId>,
    /// The type that each name of dynamic shared memory has, by its text, and where it was declared first.
    pub dynamic_shared: SortedMap<(u32, String), (Qualified, Span)>,
}

impl Globals {
    /// The name under which the device's memory knows a variable: its own, unless another has that already (in another
    /// namespace or function).
    pub(super) fn symbol_name(&mut self, name: &str) -> String {
        // No name that is written has a `#`, so a number makes it one of its own.
        match self.symbols.get_mut(name) {
            None => {
                self.symbols.insert(name.to_string(), 1);
                name.to_string()
            }
            Some(n) => {
                *n += 1;
                format!("{name}#{n}")
            }
        }
    }
}
