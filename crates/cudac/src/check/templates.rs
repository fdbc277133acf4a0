//! Functions made concrete, and what their templates ask of their arguments.
//! In: declarations with arguments; out: one instance for each set of them, and those whose bodies are still to be checked.
//! The rule: an instance is never taken out, so that its number is that of the function in the tree.
//! Next: instance.rs, which makes them; constraint.rs for what is asked; functions.rs for the declarations.

use sorted::SortedMap;

use super::constraint::Question;
use super::{Instance, TemplateArg};
use crate::tree::FuncId;
use std::collections::VecDeque;

/// All functions that are made of declarations, whether these are templates or not.
#[derive(Default)]
pub(super) struct Templates {
    /// Each function, by its number in the tree.
    pub instances: Vec<Instance>,
    /// Which function a declaration with these arguments is.
    pub made: SortedMap<(usize, Vec<TemplateArg>), FuncId>,
    /// Full specialisations of function templates, by the template's name.
    pub specials: SortedMap<String, Vec<usize>>,
    /// Functions whose bodies are wanted and not checked yet.
    pub pending: VecDeque<FuncId>,
    /// How many of the instances templates made.
    pub instantiations: usize,
    /// What is being asked whether it holds, so that nothing hangs on its own answer.
    pub asking: Vec<Question>,
    /// Concepts with their arguments and whether they hold.
    pub answers: SortedMap<Question, bool>,
    /// Functions are made to be compared, not called: their bodies are not wanted yet.
    pub comparing: bool,
}

impl Templates {
    /// Has the body of an instance checked, now that it is called; functions that only compete are not.
    pub(super) fn want(&mut self, id: FuncId) {
        let wanted = &mut self.instances[id.0 as usize].wanted;
        if !self.comparing && !std::mem::replace(wanted, true) {
            self.pending.push_back(id);
        }
    }
}
