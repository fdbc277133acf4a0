//! What a device function holds that is not modelled, and that no one may ask for.
//! In: remarks that refuse something by name; out: those of functions that a kernel, host code or a table leads to.
//! The rule: headers that a program brings along are full of wrappers for one instruction each, most of which it never
//! calls; such a one is refused if something leads to it. (Methods, templates and functions of both sides are checked
//! only when they are called.)
//! Next: side.rs, which does alike for what only one side can do.

use sorted::SortedSet;

use super::{Checker, Side};
use crate::tree::FuncId;
use cuda_source::diag::{Code, Diag};

impl Checker<'_> {
    /// Keeps a remark until it is known whether anything calls the function being checked; gives back what is to be said.
    pub(super) fn withheld(&mut self, diag: Diag) -> Option<Diag> {
        if self.said.trials > 0 || !self.body.may_be_unused || diag.code != Code::NotModelled {
            return Some(diag);
        }
        self.body.withheld.push(diag);
        None
    }

    /// Whether nothing needs a declared function until something names it.
    pub(super) fn may_be_unused(&self, declared: usize) -> bool {
        self.side_of(declared) == Side::Device && self.functions.declared[declared].owner.is_none()
    }

    /// Says what was kept of the functions that are used after all.
    pub(super) fn say_withheld(&mut self) {
        if self
            .templates
            .instances
            .iter()
            .all(|i| i.withheld.is_empty())
        {
            return;
        }
        let all = (0..self.templates.instances.len() as u32).map(FuncId);
        let begins = |id: &FuncId| {
            let instance = &self.templates.instances[id.0 as usize];
            instance.addressed || !self.may_be_unused(instance.declared)
        };
        let mut open: Vec<FuncId> = all.filter(begins).collect();
        open.extend(self.body.calls.keys());
        let mut used: SortedSet<FuncId> = open.iter().copied().collect();
        while let Some(id) = open.pop() {
            let calls = self.templates.instances[id.0 as usize].calls.keys();
            open.extend(calls.copied().filter(|to| used.insert(*to)));
        }
        for id in used {
            for diag in std::mem::take(&mut self.templates.instances[id.0 as usize].withheld) {
                self.note(diag);
            }
        }
    }
}
