//! Calls that fit no function, in words.
//! In: the arguments and the candidates; out: the one diagnostic that helps most.
//! The rule: with one candidate say which argument is wrong; with several list what they take.
//! Next: call.rs.

use super::call::Call;
use super::coerce::Purpose;
use super::deduce::{Torn, Undeduced};
use super::overload::Candidate;
use super::{Checker, Typed};
use crate::ty::Type;
use cuda_parse::ast::{self};
use cuda_source::diag::{Code, Diag};
use cuda_source::source::Span;

/// The functions of a name that a call cannot mean although they take its arguments, and why.
#[derive(Default)]
pub(super) struct NotMeant {
    /// Whether there is a template whose arguments could not be worked out.
    pub any: bool,
    /// The last template whose parameters two arguments say different things of.
    torn: Option<(usize, Torn)>,
    /// Why the last one that asks something of its arguments is not meant.
    pub unmet: Option<Box<Diag>>,
    /// The program's own templates, each with the reason in words.
    reasons: Vec<(Span, &'static str)>,
}

impl<'a> Checker<'a> {
    pub(super) fn wrong_count(
        &mut self,
        call: &Call,
        wanted: usize,
        given: usize,
        declared: Option<Span>,
    ) {
        let message = count_message(&format!("`{}`", call.name), wanted, given);
        let mut diag = Diag::error(Code::WrongArguments, call.span, message);
        if let Some(span) = declared {
            diag = diag.label(span, "declared here");
        }
        self.note(diag);
    }

    pub(super) fn show_list(&self, types: impl Iterator<Item = Type>) -> String {
        types
            .map(|t| format!("`{}`", self.types.show(&t)))
            .collect::<Vec<_>>()
            .join(", ")
    }

    pub(super) fn ambiguous(&mut self, call: &Call, args: &[Typed], a: &Candidate, b: &Candidate) {
        let given = self.show_list(args.iter().map(|a| self.as_value(a).ty));
        let (a, b) = (
            self.show_list(a.params.iter().cloned()),
            self.show_list(b.params.iter().cloned()),
        );
        let message = format!(
            "`{}` of ({given}) could mean the one of ({a}) or of ({b})",
            call.name
        );
        let diag = Diag::error(Code::Ambiguous, call.span, message);
        self.note(diag.help(
            "give both arguments the same type, with a cast or a literal's suffix (`0.0f`, `0u`)",
        ));
    }

    /// Explicit arguments that do not fit are explained; otherwise they are asked for.
    pub(super) fn cannot_deduce(
        &mut self,
        call: &Call,
        list: &[usize],
        explicit: Option<&'a [ast::TemplateArg]>,
        not_meant: NotMeant,
    ) {
        let templates: Vec<usize> = list
            .iter()
            .copied()
            .filter(|at| self.functions.declared[*at].template.is_some())
            .collect();
        if let ([only], Some(args)) = (templates.as_slice(), explicit)
            && let Some(params) = self.functions.declared[*only].template
            && let space = self.functions.declared[*only].space.clone()
            && self.explicit(params, args, &space).is_none()
        {
            return;
        }
        let Some(first) = templates.first() else {
            return;
        };
        if let [only] = templates.as_slice()
            && let Some((at, torn)) = not_meant.torn
            && at == *only
        {
            return self.torn_apart(call, at, torn);
        }
        if let Some(mut diag) = not_meant.unmet {
            diag.span = call.callee;
            return self.note(*diag);
        }
        let span = self.functions.declared[*first].span;
        let name = call.name;
        let (message, help) = match name {
            "std::max" | "std::min" => (
                format!("`{name}` needs two values of one type"),
                format!(
                    "cast one of them, or name the type: `{name}<…>(…)`; `{}` without `std::` takes both",
                    name.trim_start_matches("std::")
                ),
            ),
            _ if makes_memory(name) => (
                format!("`{name}` is not given the address of a pointer"),
                "it puts the address of new memory there: write `&` before the pointer".to_string(),
            ),
            _ => (
                format!("the template arguments of `{name}` cannot be worked out from this call"),
                format!("name them: `{name}<…>(…)`"),
            ),
        };
        let diag = Diag::error(Code::CannotDeduce, call.callee, message)
            .label(span, "declared here")
            .help(help);
        self.note(diag);
    }

    /// Two arguments that say different things of one parameter.
    fn torn_apart(&mut self, call: &Call, at: usize, torn: Torn) {
        let name = self.functions.declared[at]
            .template
            .and_then(|t| t.get(torn.param));
        let name = name.map_or(String::new(), super::template::name_of);
        let (a, b) = (self.as_argument(&torn.one), self.as_argument(&torn.other));
        let (a, b) = (self.show_argument(&a), self.show_argument(&b));
        let message = format!(
            "`{name}` of `{}` would be `{a}` for one argument and `{b}` for another",
            call.name
        );
        let span = self.functions.declared[at].span;
        let diag = Diag::error(Code::CannotDeduce, call.callee, message);
        let help = format!("cast one of them, or name it: `{}<{a}>(…)`", call.name);
        self.note(diag.label(span, "declared here").help(help));
    }

    /// None of a call's candidates takes its arguments; `not_meant` are the templates that are not among them.
    pub(super) fn no_overload(
        &mut self,
        call: &Call,
        args: Vec<Typed>,
        candidates: &[Candidate],
        not_meant: &NotMeant,
    ) {
        if let [only] = candidates {
            return self.explain_one(call, args, only);
        }
        let fitting: Vec<&Candidate> = candidates
            .iter()
            .filter(|c| (c.required..=c.params.len()).contains(&args.len()))
            .collect();
        let given = self.show_list(args.iter().map(|a| self.as_value(a).ty));
        if call.name.starts_with("std::m") && args.len() == 2 {
            let diag = Diag::error(
                Code::NoOverload,
                call.span,
                format!(
                    "`{}` needs two values of one type, and these are {given}",
                    call.name
                ),
            );
            return self.note(diag.help(format!(
                "cast one of them, or use `{}` without `std::`",
                call.name.trim_start_matches("std::")
            )));
        }
        if fitting.is_empty() {
            match candidates.first() {
                Some(_)
                    if candidates.len() > 1 && candidates.iter().any(|c| c.declared.is_some()) =>
                {
                    let s = if args.len() == 1 { "" } else { "s" };
                    let message = format!("no `{}` takes {} argument{s}", call.name, args.len());
                    let diag = Diag::error(Code::WrongArguments, call.span, message);
                    let diag = self.with_reasons(diag, &args, candidates, not_meant);
                    self.note(diag);
                }
                Some(first) => self.wrong_count(call, first.required, args.len(), first.declared),
                None => {
                    let message = format!("no `{}` takes {given}", call.name);
                    self.error(Code::NoOverload, call.span, message);
                }
            }
            return;
        }
        if let [only] = fitting.as_slice() {
            let only = (*only).clone();
            return self.explain_one(call, args, &only);
        }
        let message = format!(
            "no `{}` takes {}",
            call.name,
            if given.is_empty() {
                "no arguments".into()
            } else {
                given
            }
        );
        let lists: Vec<String> = fitting
            .iter()
            .take(8)
            .map(|c| {
                format!(
                    "({})",
                    self.show_list(c.params[..c.required].iter().cloned())
                        .replace('`', "")
                )
            })
            .collect();
        let diag = Diag::error(Code::NoOverload, call.span, message);
        let diag = self.with_reasons(diag, &args, candidates, not_meant);
        let diag = match self.wants_address(&args, &fitting) {
            Some(at) => diag
                .help("it works on the variable itself: hand over its address")
                .fix(at, "&"),
            None => diag.help(format!("it takes {}", lists.join(" or "))),
        };
        self.note(diag);
    }

    /// Where `&` before an argument would make a candidate fit: one takes a pointer to what the argument is.
    fn wants_address(&mut self, args: &[Typed], candidates: &[&Candidate]) -> Option<Span> {
        for candidate in candidates {
            let mut amiss = None;
            for (arg, param) in args.iter().zip(&candidate.params) {
                match (self.fit(arg, param), arg, param.pointee()) {
                    (Ok(_), ..) => {}
                    (Err(_), Typed::Place(l), Some(to))
                        if to.ty == l.place.ty && amiss.is_none() =>
                    {
                        let at = l.place.span.start;
                        amiss = Some(Span::new(at, at));
                    }
                    _ => {
                        amiss = None;
                        break;
                    }
                }
            }
            if amiss.is_some() {
                return amiss;
            }
        }
        None
    }

    /// Where a declaration is, if it is the program's own.
    pub(super) fn shown_place(&self, at: usize) -> Option<Span> {
        Some(self.functions.declared[at].span)
            .filter(|span| !span.is_system() && *span != Span::default())
    }

    /// Each candidate of the program's own with the reason why it is not meant.
    fn with_reasons(
        &mut self,
        mut diag: Diag,
        args: &[Typed],
        candidates: &[Candidate],
        not_meant: &NotMeant,
    ) -> Diag {
        const MOST: usize = 6;
        let shown: Vec<&Candidate> = candidates.iter().filter(|c| c.declared.is_some()).collect();
        for c in shown.into_iter().take(MOST) {
            if let (Some(span), Some(reason)) = (c.declared, self.reason(args, c)) {
                diag = diag.label(span, format!("not this one: {reason}"));
            }
        }
        for (span, reason) in not_meant.reasons.iter().take(MOST) {
            diag = diag.label(*span, *reason);
        }
        diag
    }

    /// Keeps a template that a call cannot mean, and why, for the words of the call.
    pub(super) fn keep_not_meant(&self, kept: &mut NotMeant, at: usize, why: Undeduced) {
        kept.any = true;
        match why {
            Undeduced::Torn(torn) => kept.torn = Some((at, torn)),
            Undeduced::Unmet(diag) => kept.unmet = Some(diag),
            Undeduced::Unknown => {}
        }
        let reason = match &kept.unmet {
            Some(diag)
                if diag
                    .labels
                    .iter()
                    .any(|(span, _)| self.functions.declared[at].extent.contains(span.start)) =>
            {
                "not this one: what it asks of its arguments does not hold"
            }
            _ => "not this one: its template arguments cannot be worked out",
        };
        if let Some(span) = self.shown_place(at) {
            kept.reasons.push((span, reason));
        }
    }

    fn reason(&mut self, args: &[Typed], c: &Candidate) -> Option<String> {
        if args.len() < c.required || (args.len() > c.params.len() && !c.variadic) {
            let wanted = c.required.max(args.len().min(c.params.len()));
            return Some(count_message("it", wanted, args.len()));
        }
        for (n, (arg, param)) in args.iter().zip(&c.params).enumerate() {
            if self.fit(arg, param).is_err() {
                let (wanted, given) = (self.types.show(param), self.as_value(arg).ty);
                let given = self.types.show(&given);
                let n = n + 1;
                return Some(format!(
                    "argument {n} is `{wanted}`, and `{given}` is given"
                ));
            }
        }
        None
    }

    pub(super) fn explain_one(&mut self, call: &Call, args: Vec<Typed>, only: &Candidate) {
        if !(only.required..=only.params.len()).contains(&args.len()) {
            return self.wrong_count(
                call,
                only.required.max(args.len().min(only.params.len())),
                args.len(),
                None,
            );
        }
        let before = self.said.diags.len();
        for (n, (arg, param)) in args.into_iter().zip(&only.params).enumerate() {
            let purpose = Purpose::Argument(n + 1, call.name.into());
            match param {
                Type::Reference(_) | Type::Rvalue(_) => drop(self.bind(arg, param, &purpose)),
                param => {
                    if let Some(value) = self.value(arg) {
                        self.coerce(value, param, &purpose);
                    }
                }
            }
        }
        if self.said.diags.len() == before {
            let message = format!("`{}` cannot be called with these arguments", call.name);
            let takes = self.show_list(only.params.iter().cloned()).replace('`', "");
            let diag = Diag::error(Code::NoOverload, call.span, message);
            self.note(diag.help(format!("it takes ({takes})")));
        }
    }
}

/// Whether a function of the runtime's puts the address of new memory into a pointer.
pub(super) fn makes_memory(name: &str) -> bool {
    name.starts_with("cudaMalloc") || name == "cudaHostAlloc"
}

/// `f` takes so many arguments, and so many are given.
pub(super) fn count_message(what: &str, wanted: usize, given: usize) -> String {
    let s = if wanted == 1 { "" } else { "s" };
    let verb = if given == 1 { "is" } else { "are" };
    format!("{what} takes {wanted} argument{s}, and {given} {verb} given")
}
