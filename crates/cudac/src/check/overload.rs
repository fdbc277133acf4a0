//! Overloads: which of several functions a call means.
//! In: the arguments and the parameter lists; out: the one that fits best.
//! The rule: C++'s: better for one argument and worse for none; a function that is no template wins a tie.
//! Next: call.rs, which collects the candidates and words the failures.

use super::constraint::{self, Formula};
use super::convert::{Fit, Why};
use super::deduce::Weight;
use super::{Checker, Typed};
use crate::tree::{Expr, ExprKind};
use crate::ty::{Qualified, Type, Types};
use cuda_source::source::Span;

/// One function that might be meant.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    /// Its parameters.
    pub params: Vec<Type>,
    /// How many must be given.
    pub required: usize,
    /// Whether a template made it.
    pub template: bool,
    /// How much each parameter of that template says; empty for the language's own.
    pub weights: Vec<Weight>,
    /// What it asks of its template arguments.
    pub formula: Option<Formula>,
    /// Whether the first argument is the object of a method, which may be a temporary.
    pub object: bool,
    /// Whether `...` takes more arguments.
    pub variadic: bool,
    /// Where it is declared, for messages.
    pub declared: Option<Span>,
}

/// How good an argument's way to its parameter is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Score {
    /// The conversion.
    pub fit: Fit,
    /// For a reference parameter, how it is bound.
    pub bind: Option<Binding>,
    /// Where a conversion operator is called: which, and how well what it gives fits.
    pub through: Option<(usize, Fit)>,
}

/// How a reference is bound; of two that need the same conversion the smaller one is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Binding {
    /// `T&` to something that nothing will need any more, where `T&&` would do.
    pub lvalue: bool,
    /// `const T&`.
    pub constant: bool,
}

impl Score {
    /// Whether this is the better of two ways for one argument.
    fn better(&self, other: &Score) -> bool {
        match self.fit.cmp(&other.fit) {
            std::cmp::Ordering::Equal => match (self.through, other.through) {
                (Some((a, fit)), Some((b, than))) if a == b && fit != than => fit < than,
                _ => self.binds_better(other),
            },
            order => order.is_lt(),
        }
    }

    fn binds_better(&self, other: &Score) -> bool {
        match (self.bind, other.bind) {
            (Some(a), Some(b)) => a < b,
            _ => false,
        }
    }

    /// No conversion operator.
    fn new(fit: Fit, bind: Option<Binding>) -> Score {
        Score {
            fit,
            bind,
            through: None,
        }
    }
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

impl Candidate {
    /// Whether this is the more specialised of two templates.
    fn says_more(&self, other: &Candidate) -> bool {
        let pairs = || self.weights.iter().zip(&other.weights);
        // What the language has built in is no template, though one of the program's own functions hides it.
        if self.template && self.weights.is_empty() && !other.weights.is_empty() {
            return true;
        }
        self.template
            && other.template
            && pairs().all(|(a, b)| a.compare(b).is_ge())
            && pairs().any(|(a, b)| a.compare(b).is_gt())
    }

    /// Whether of two that are otherwise alike this one asks for all that the other does, and for more.
    fn asks_more(&self, other: &Candidate) -> bool {
        self.template == other.template
            && self.weights == other.weights
            && constraint::says_more(&self.formula, &other.formula)
    }
}

/// Whether `place_again` makes a place of the value.
pub(super) fn is_place_again(v: &Expr) -> bool {
    match &v.kind {
        ExprKind::Assign { .. } | ExprKind::Update { old: false, .. } => true,
        ExprKind::Select(_, a, b) => {
            matches!((&a.kind, &b.kind), (ExprKind::Load(_), ExprKind::Load(_)))
        }
        _ => false,
    }
}

impl<'a> Checker<'a> {
    /// How well an argument fits a parameter.
    pub(super) fn fit(&mut self, arg: &Typed, param: &Type) -> Result<Score, Why> {
        if *param == Type::Error {
            let fit = Fit::Exact;
            return Ok(Score::new(fit, None));
        }
        if let Some(fit) = self.fit_overloads(arg, param) {
            return fit.map(|fit| Score::new(fit, None));
        }
        let Some(to) = param.referred() else {
            let fit = self.value_fit(arg, param)?;
            let through = self.through(fit, arg, param);
            let bind = None;
            return Ok(Score { fit, bind, through });
        };
        let rvalue = matches!(param, Type::Rvalue(_));
        let bind = Some(Binding {
            constant: reads_only(to),
            lvalue: !rvalue,
        });
        match arg {
            Typed::Place(l) if same_object(&l.place.ty, to) => {
                if l.constant && !reads_only(to) {
                    return Err(Why::LosesConst);
                }
                if rvalue != l.expiring && !(l.expiring && reads_only(to)) {
                    return Err(Why::Unrelated);
                }
                let bind = bind.filter(|_| l.expiring || !rvalue).map(|b| Binding {
                    lvalue: b.lvalue && l.expiring,
                    ..b
                });
                let fit = Fit::Exact;
                Ok(Score::new(fit, bind))
            }
            Typed::Place(l) if self.base_steps(&l.place.ty, &to.ty).is_some() => {
                if l.constant && !reads_only(to) {
                    return Err(Why::LosesConst);
                }
                if rvalue != l.expiring && !(l.expiring && reads_only(to)) {
                    return Err(Why::Unrelated);
                }
                let steps = self.base_steps(&l.place.ty, &to.ty).unwrap_or(1);
                let fit = Fit::of_base(steps);
                Ok(Score::new(fit, bind))
            }
            // A reference to a function, which is the address of one.
            Typed::Value(v)
                if v.ty.pointee() == Some(&**to) && matches!(to.ty, Type::Function(_)) =>
            {
                let fit = Fit::Exact;
                Ok(Score::new(fit, None))
            }
            // What an assignment or `++x` gives is a place where one is wanted.
            Typed::Value(v) if !to.constant && !rvalue && v.ty == to.ty && is_place_again(v) => {
                let fit = Fit::Exact;
                Ok(Score::new(fit, bind))
            }
            _ if !to.constant && !rvalue => Err(Why::Unrelated),
            Typed::Place(l) if rvalue && !l.expiring && l.place.ty == to.ty => Err(Why::Unrelated),
            _ => {
                let fit = self.value_fit(arg, &to.ty)?;
                let through = self.through(fit, arg, &to.ty);
                Ok(Score { fit, bind, through })
            }
        }
    }

    /// How well the object of a method fits: it may be a temporary even where it is changed.
    fn object_fit(&mut self, arg: &Typed, param: &Type) -> Result<Score, Why> {
        let Some(to) = param.referred() else {
            return self.fit(arg, param);
        };
        let (ty, constant) = match arg {
            Typed::Place(l) => (&l.place.ty, l.constant),
            Typed::Value(v) => (&v.ty, false),
        };
        if constant && !to.constant {
            return Err(Why::LosesConst);
        }
        let bind = Some(Binding {
            constant: to.constant,
            lvalue: false,
        });
        let fit = match (*ty == to.ty, self.base_steps(ty, &to.ty)) {
            (true, _) => Fit::Exact,
            (false, Some(steps)) => Fit::of_base(steps),
            (false, None) => return Err(Why::Unrelated),
        };
        Ok(Score::new(fit, bind))
    }

    /// How many steps lead from a class to its base.
    fn base_steps(&self, from: &Type, to: &Type) -> Option<usize> {
        let (a, b) = (self.class_of(from)?, self.class_of(to)?);
        let path = self.base_path(a, b)?;
        (a != b).then_some(path.len())
    }

    /// How well an argument becomes a value of a type, conversions of classes included.
    fn value_fit(&mut self, arg: &Typed, to: &Type) -> Result<Fit, Why> {
        self.whole_behind(Self::type_of_typed(arg), to);
        let why = match self.becomes(&self.as_value(arg), to) {
            Ok(fit) => return Ok(fit),
            Err(why) => why,
        };
        let from = Self::type_of_typed(arg).clone();
        if let Some(steps) = self.base_steps(&from, to) {
            return Ok(Fit::of_base(steps));
        }
        if self.classes.converting {
            return Err(why);
        }
        let extent = *to == Type::Struct(Types::DIM3) && self.widens_to_dim3(&from);
        if self.closure_pointer(&from, to).is_some() || extent {
            return Ok(Fit::User);
        }
        if let Some(id) = self.class_of(to)
            && self.makes(id, arg, super::class::Given::Copy)
        {
            return Ok(Fit::User);
        }
        match self.class_of(&from) {
            Some(id) if self.conversion_to(id, to, false).is_some() => Ok(Fit::User),
            _ => Err(why),
        }
    }

    /// The conversion operator that an argument needs, if it needs one: two parameters that the same one leads to differ
    /// in what its result then needs.
    fn through(&mut self, fit: Fit, arg: &Typed, to: &Type) -> Option<(usize, Fit)> {
        let from = Self::type_of_typed(arg).clone();
        match (fit, self.class_of(&from)) {
            (Fit::User, Some(id)) => self.conversion_fit(id, to, false),
            _ => None,
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
    pub(super) fn choose(&mut self, args: &[Typed], candidates: &[Candidate]) -> Choice {
        let mut viable: Vec<(usize, Vec<Score>)> = Vec::new();
        for (at, c) in candidates.iter().enumerate() {
            if args.len() < c.required || (args.len() > c.params.len() && !c.variadic) {
                continue;
            }
            let fits: Result<Vec<Score>, Why> = args
                .iter()
                .zip(&c.params)
                .enumerate()
                .map(|(n, (a, p))| match n == 0 && c.object {
                    true => self.object_fit(a, p),
                    false => self.fit(a, p),
                })
                .collect();
            if let Ok(mut fits) = fits {
                // What `...` takes is worse than any conversion.
                fits.resize(args.len().max(fits.len()), Score::new(Fit::Variadic, None));
                viable.push((at, fits));
            }
        }
        let beats = |(i, a): &(usize, Vec<Score>), (j, b): &(usize, Vec<Score>)| {
            let pairs = || a.iter().zip(b);
            let no_worse = pairs().all(|(x, y)| !y.better(x));
            let better = pairs().any(|(x, y)| x.better(y));
            let (a, b) = (&candidates[*i], &candidates[*j]);
            // The language's `max` is better than a header's that takes references.
            let own = |c: &Candidate| c.template && c.weights.is_empty() && !c.object;
            let refers = b.template && b.params.iter().any(|p| p.referred().is_some());
            no_worse
                && (better
                    || (!a.template && b.template)
                    || a.says_more(b)
                    || a.asks_more(b)
                    || (own(a) && !own(b) && refers))
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
