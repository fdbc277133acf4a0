//! Overloads: which of several functions a call means.
//! In: the arguments and the parameter lists; out: the one that fits best.
//! The rule: C++'s: better for one argument and worse for none; a function that is no template wins a tie.
//! Next: call.rs, which collects the candidates and words the failures.

use super::convert::{self, Fit, Why};
use super::{Checker, Typed};
use crate::tree::Expr;
use crate::ty::{Qualified, Type};

/// One function that might be meant.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    /// Its parameters.
    pub params: Vec<Type>,
    /// How many must be given.
    pub required: usize,
    /// Whether a template made it.
    pub template: bool,
}

/// Which candidate it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Choice {
    /// This one.
    One(usize),
    /// These two fit equally well.
    Tie(usize, usize),
    /// None fits.
    None,
}

impl Checker<'_> {
    /// How well an argument fits a parameter.
    pub(super) fn fit(&self, arg: &Typed, param: &Type) -> Result<Fit, Why> {
        match (param, arg) {
            (Type::Reference(to), Typed::Place(l)) if same_object(&l.place.ty, to) => {
                if l.constant && !reads_only(to) {
                    Err(Why::LosesConst)
                } else {
                    Ok(Fit::Exact)
                }
            }
            (Type::Reference(to), _) if !to.constant => Err(Why::Unrelated),
            (Type::Reference(to), _) => convert::implicit(&self.types, &self.as_value(arg), &to.ty),
            _ => convert::implicit(&self.types, &self.as_value(arg), param),
        }
    }

    /// The value an argument would be, without noting that anything was read.
    pub(super) fn as_value(&self, arg: &Typed) -> Expr {
        match arg {
            Typed::Value(e) => e.clone(),
            Typed::Place(l) => {
                let span = l.place.span;
                let ty = match &l.place.ty {
                    Type::Array(of, _) => {
                        let of = crate::ty::Qualified {
                            constant: of.constant || l.constant,
                            ..(**of).clone()
                        };
                        Type::pointer_to(of)
                    }
                    ty => ty.clone(),
                };
                match l.known {
                    Some(c) => super::op::constant(c, ty, span),
                    None => Expr {
                        kind: crate::tree::ExprKind::Load(l.place.clone()),
                        ty,
                        span,
                    },
                }
            }
        }
    }

    /// Chooses among candidates.
    pub(super) fn choose(&self, args: &[Typed], candidates: &[Candidate]) -> Choice {
        let mut viable: Vec<(usize, Vec<Fit>)> = Vec::new();
        for (at, c) in candidates.iter().enumerate() {
            if args.len() < c.required || args.len() > c.params.len() {
                continue;
            }
            let fits: Result<Vec<Fit>, Why> = args
                .iter()
                .zip(&c.params)
                .map(|(a, p)| self.fit(a, p))
                .collect();
            if let Ok(fits) = fits {
                viable.push((at, fits));
            }
        }
        let beats = |(i, a): &(usize, Vec<Fit>), (j, b): &(usize, Vec<Fit>)| {
            let pairs = || a.iter().zip(b);
            let no_worse = pairs().all(|(x, y)| x <= y);
            let better = pairs().any(|(x, y)| x < y);
            no_worse && (better || (!candidates[*i].template && candidates[*j].template))
        };
        let Some(mut best) = viable.first() else {
            return Choice::None;
        };
        for v in &viable[1..] {
            if beats(v, best) {
                best = v;
            }
        }
        match viable.iter().find(|v| v.0 != best.0 && !beats(best, v)) {
            Some(other) => Choice::Tie(best.0.min(other.0), best.0.max(other.0)),
            None => Choice::One(best.0),
        }
    }
}

/// Whether a reference to `to` can be bound to an object of this type: the same, or an array whose elements become
/// `const`.
pub(super) fn same_object(ty: &Type, to: &Qualified) -> bool {
    match (ty, &to.ty) {
        (Type::Array(a, n), Type::Array(b, m)) => {
            n == m && same_object(&a.ty, b) && (b.constant || !a.constant)
        }
        (a, b) => a == b,
    }
}

/// Whether nothing can be written through a reference to this.
pub(super) fn reads_only(to: &Qualified) -> bool {
    to.constant || matches!(&to.ty, Type::Array(of, _) if of.constant)
}
