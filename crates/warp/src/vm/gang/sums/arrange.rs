//! What a plan's rounds make and add, put into the work in order.
//!
//! The rule: operands that no round changes are numbered after the values, in the order in which the first round meets them (`learn.rs`).

use super::plan::{From, Plan, Step};
use super::work::{Made, Term, Work};
use cuda_ir::register::Reg;

impl Plan {
    /// Puts what is made and added in a round into the work.
    pub fn arrange(&self, work: &mut Work<'_>) {
        let mut next = self.values.max(1);
        let mut number = |from: From| match from {
            From::Value(v) => v,
            From::Same(_) => {
                next += 1;
                next - 1
            }
            From::Sum | From::None => 0,
        };
        for (pc, step) in &self.steps {
            if work
                .left_out
                .iter()
                .any(|(from, to)| (*from..*to).contains(pc))
            {
                continue;
            }
            match *step {
                Step::Value { what, of, to, wide } => {
                    let of = of.map(&mut number);
                    let made = if wide {
                        &mut work.wide.made
                    } else {
                        &mut work.narrow.made
                    };
                    made.push(Made { what, of, to });
                }
                Step::Widen { how, of, to } => work.widened.push((how, number(of), to)),
                Step::Sum { what, of, to } => {
                    let own = of.iter().position(|from| *from == From::Sum).unwrap_or(0);
                    let of = of.map(&mut number);
                    self.add_term(work, to, Term { what, of, own });
                }
                Step::Even | Step::Count | Step::Cell | Step::Keep | Step::Load { .. } => {}
            }
        }
    }

    fn add_term(&self, work: &mut Work<'_>, to: Reg, term: Term) {
        let of_width = |reg: &&Reg| matches!(reg, Reg::D(_)) == matches!(to, Reg::D(_));
        let at = self.sums.iter().filter(of_width).position(|reg| *reg == to);
        let terms = at.and_then(|at| match to {
            Reg::D(_) => work.wide.sums.get_mut(at).map(|sum| &mut sum.terms),
            _ => work.narrow.sums.get_mut(at).map(|sum| &mut sum.terms),
        });
        if let Some(terms) = terms {
            terms.push(term);
        }
    }
}
