//! `#pragma omp`: what a compiler that knows OpenMP makes of it, with one thread at hand.
//!
//! A directive's tokens go in; of a parallel region a loop comes out that makes it for each thread of its team in turn. The rule:
//! that is right while no thread waits for another. A region in which one does, at a barrier or where work is shared out, is made by
//! one thread alone, as OpenMP lets a system decide; that is told wherever the program asked for more.
//!
//! Next: `include/omp.h`, which has what the loop calls.

use std::sync::Arc;

use super::{PpToken, Preprocessor, headers};
use cuda_source::diag::{Code, Diag};
use cuda_source::source::Span;
use cuda_source::token::{LexKind, Lexeme, Punct};

/// What `omp.h` defines, so that there is a team to be made.
const THERE: &str = "__simt_omp";

/// Directives at which threads wait for each other, or that give each its own: variables, or a share of the work.
const MEETINGS: &[&str] = &[
    "barrier",
    "for",
    "loop",
    "ordered",
    "scope",
    "sections",
    "single",
    "task",
    "taskgroup",
    "taskloop",
    "taskwait",
    "threadprivate",
    "workshare",
];

/// Those among them with which `parallel` makes one directive.
const SHARED_OUT: &[&str] = &["for", "loop", "sections", "workshare"];

/// Clauses with an expression.
const ASKING: &[&str] = &["num_threads", "if"];

/// Clauses that give each thread variables of its own with values.
const OWN_VALUES: &[&str] = &["copyin", "firstprivate"];

/// A parallel region.
#[derive(Debug)]
struct Region {
    /// What is told of it is told there.
    at: Span,
    /// The lexeme that bounds its team; "0" is no bound. None where there is no team.
    bound: Option<usize>,
    /// Up to where its lexemes were looked at, and how many braces were open there.
    seen: (usize, usize),
    ended: bool,
    /// Whether it says how many threads it wants.
    asks: bool,
    /// Why one thread makes it.
    alone: Option<String>,
}

impl Region {
    /// Whether what comes next is still of the region, whose statement is a block mostly.
    fn is_open(&mut self, out: &[Lexeme]) -> bool {
        let (mut at, mut depth) = self.seen;
        while let (false, Some(next)) = (self.ended, out.get(at)) {
            match next.kind {
                LexKind::Punct(Punct::LBrace) => depth += 1,
                LexKind::Punct(Punct::RBrace) if depth <= 1 => self.ended = true,
                LexKind::Punct(Punct::RBrace) => depth -= 1,
                LexKind::Punct(Punct::Semi) if depth == 0 => self.ended = true,
                _ => {}
            }
            at += 1;
        }
        self.seen = (at, depth);
        !self.ended
    }
}

/// The regions of a program.
#[derive(Debug, Default)]
pub(super) struct Teams {
    regions: Vec<Region>,
    /// A meeting that is in no region of this text, so that it may be in any.
    anywhere: Option<String>,
}

/// Which of some words a directive has.
fn says(args: &[PpToken], words: &[&'static str]) -> Option<&'static str> {
    let mut words = words.iter();
    let found = words.find(|word| args.iter().any(|token| token.is_name(word)));
    found.copied()
}

/// A clause's tokens between its parentheses; none of what is not well formed.
fn clause<'t>(args: &'t [PpToken], name: &str) -> Option<&'t [PpToken]> {
    let at = args.iter().position(|token| token.is_name(name))?;
    let (open, inner) = args.get(at + 1..)?.split_first()?;
    let mut depth = i32::from(open.is(Punct::LParen));
    let end = inner.iter().position(|token| {
        depth += i32::from(token.is(Punct::LParen)) - i32::from(token.is(Punct::RParen));
        depth == 0
    })?;
    inner.get(..end).filter(|tokens| !tokens.is_empty())
}

impl Preprocessor<'_> {
    /// Obeys one of OpenMP's directives: the tokens of its line after `omp`.
    pub(super) fn openmp(&mut self, args: &[PpToken], span: Span) {
        let Some(name) = args.first() else {
            return;
        };
        match &*name.text {
            "parallel" if says(args, SHARED_OUT).is_none() => self.region(args, span),
            "master" | "masked" if self.has_teams() => {
                let text = "if (omp_get_thread_num() == 0)";
                self.emit(headers::tokens(text, span));
            }
            word if MEETINGS.contains(&word) => self.meet(word),
            _ => {}
        }
    }

    fn has_teams(&self) -> bool {
        self.macros.contains_key(THERE)
    }

    /// Opens a region: a loop around its statement, where the program has `omp.h`.
    fn region(&mut self, args: &[PpToken], span: Span) {
        let wanted = clause(args, "num_threads").map(<[_]>::to_vec);
        let wanted = wanted.map(|tokens| self.expand(tokens, 0));
        let one = |tokens: &[PpToken]| tokens.len() == 1 && &*tokens[0].text == "1";
        let broken = ASKING.iter().find(|word| {
            let there = says(args, &[word]).is_some();
            there && clause(args, word).is_none()
        });
        let asks = broken.is_some() || wanted.as_deref().is_some_and(|tokens| !one(tokens));
        let at = args.iter().find(|token| token.is_name("num_threads"));
        let at = at.map_or(span, |token| token.span);
        let own = says(args, OWN_VALUES);
        let own = own.map(|word| format!("`{word}` gives each thread variables of its own"));
        let broken = broken.map(|word| format!("`{word}` needs an expression in parentheses"));
        let mut alone = broken.or(own);
        let from = self.out.len();
        if self.has_teams() {
            let condition = clause(args, "if").map(<[_]>::to_vec);
            self.open_team(wanted, condition, span);
        } else {
            alone = Some("without `omp.h` the pragma has no effect".to_string());
        }
        let head = self.out.get(from..).unwrap_or_default();
        let number = head.iter().position(|part| part.kind == LexKind::Number);
        self.teams.regions.push(Region {
            at,
            bound: number.map(|i| from + i),
            seen: (self.out.len(), 0),
            ended: number.is_none(),
            asks,
            alone,
        });
    }

    /// The head of a region's loop: so many threads, if it says so, or one if its condition does not hold.
    fn open_team(
        &mut self,
        wanted: Option<Vec<PpToken>>,
        condition: Option<Vec<PpToken>>,
        span: Span,
    ) {
        let mut head = headers::tokens("for (::__simt_team __simt_threads(0, ", span);
        if let Some(condition) = condition {
            head.extend(headers::tokens("!(", span));
            head.extend(self.expand(condition, 0));
            head.extend(headers::tokens(") ? 1 : ", span));
        }
        match wanted {
            Some(wanted) => {
                head.extend(headers::tokens("(", span));
                head.extend(wanted);
                head.extend(headers::tokens(")", span));
            }
            None => head.extend(headers::tokens("0", span)),
        }
        let rest = "); __simt_threads.__next();)";
        head.extend(headers::tokens(rest, span));
        self.emit(head);
    }

    /// The regions around a meeting are each for one thread.
    fn meet(&mut self, word: &str) {
        let why = format!("its threads would meet at `#pragma omp {word}`");
        let mut regions = self.teams.regions.iter_mut().rev();
        match regions.find_map(|region| region.is_open(&self.out).then_some(region)) {
            Some(region) => {
                region.alone.get_or_insert(why);
            }
            None => {
                self.teams.anywhere.get_or_insert(why);
            }
        }
    }

    /// With all of the program seen: which regions one thread makes, and whether that is to be told.
    pub(super) fn settle_teams(&mut self) {
        let teams = std::mem::take(&mut self.teams);
        let sets = |lexeme: &&Lexeme| &*lexeme.text == "omp_set_num_threads";
        // The header's own is the first.
        let asked = !teams.regions.is_empty() && self.out.iter().filter(sets).nth(1).is_some();
        for region in teams.regions {
            let Some(why) = region.alone.or_else(|| teams.anywhere.clone()) else {
                continue;
            };
            let bound = region.bound.and_then(|i| self.out.get_mut(i));
            if let Some(bound) = bound {
                bound.text = Arc::from("1");
            }
            if asked || region.asks {
                let message = format!("one thread makes all of this region: {why}");
                let diag = Diag::warning(Code::TeamOfOne, region.at, message);
                let help = "ask `omp_get_num_threads()` how many share the work: here it says 1";
                self.diags.push(diag.help(help));
            }
        }
    }
}
