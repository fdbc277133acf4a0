//! A source to lexemes: comments gone, directives obeyed, macros expanded. What is wrong comes beside them.
//!
//! # How
//!
//! The text is cut into logical lines (a backslash joins two). A line that begins with `#` is a directive and
//! is obeyed by `directive.rs`; runs of other lines are expanded together, since a macro's arguments may span
//! lines, by `expand.rs`. `condition.rs` evaluates `#if`; `include.rs` finds what is included and goes through it in
//! its place; `headers.rs` says what the known headers define.
//!
//! **Hide sets.** Each token carries the names of the macros that it came out of, and a name in its own hide set
//! is not expanded again (Dave Prosser's algorithm, the one that the C standard's words were made from). That
//! ends every recursion; how much may come out in all is bounded by [`MAX_EXPANDED`] besides.
//!
//! **Texts.** A program may have several, which a compiler would take one by one. Each begins with the macros that headers
//! and the command line have, not with those of the texts before it; `units.rs` keeps their names apart.
//!
//! **Places.** What a macro's body contributes carries the span of the macro's outermost use; arguments keep the
//! places where they are written. So a finding inside `CHECK(a[i])` points at `a[i]`, never into a `#define`.
//!
//! Next: `parse/mod.rs` reads the lexemes.

mod condition;
mod directive;
mod expand;
pub mod headers;
mod implicit_includes;
mod implicit_table;
mod include;
mod inclusions;
mod refused;
pub(crate) mod sides;
mod teams;
pub mod units;

use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use std::sync::Arc;

use crate::IsBuiltin;
use crate::ast::Text;
use cuda_source::diag::{Code, Diag};
use cuda_source::lex;
use cuda_source::source::{File, Source, Span};
use cuda_source::token::{Flaw, Keyword, Kind, LexKind, Lexeme, Punct};
use inclusions::Inclusions;
use sorted::SortedMap;

/// How many tokens macros may take as arguments and put out in one source, together.
pub const MAX_EXPANDED: usize = 1 << 18;

/// How many bytes of text macros may make by `##` and `#` in one source, the names of the macros that tokens came out of
/// counted with them.
pub const MAX_MADE: usize = 16 << 20;

/// How many tokens a program may have with all that it includes.
pub const MAX_TOKENS: usize = 1 << 21;

/// How much is said of one source; far more than is shown.
const MAX_DIAGS: usize = 200;

/// What the preprocessor makes of a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Preprocessed {
    /// What is left to parse; ends with one [`LexKind::End`].
    pub lexemes: Vec<Lexeme>,
    /// Whether a header was included that names the half-precision types.
    pub small_floats: bool,
}

/// Preprocesses a source. Whatever the text, lexemes come back, ending with one `End`.
pub fn preprocess(source: &Source, is_builtin: IsBuiltin) -> (Preprocessed, Vec<Diag>) {
    let mut pp = Preprocessor::new(source);
    headers::define_predefined(&mut pp);
    for (name, body) in source.macros() {
        headers::define_own(&mut pp, name, body);
    }
    pp.include_implicit();
    pp.go_through(source.main());
    let starts = pp.go_through_units();
    pp.settle_teams();
    pp.diags.truncate(MAX_DIAGS);
    let end = Span::at(source.text().len() as u32);
    pp.out.push(Lexeme {
        kind: LexKind::End,
        text: Arc::from(""),
        span: end,
    });
    let lexemes = match starts.len() {
        1 => pp.out,
        _ => units::apart(source, pp.out, (&starts, &pp.inclusions), is_builtin),
    };
    (
        Preprocessed {
            lexemes,
            small_floats: pp.small_floats,
        },
        pp.diags,
    )
}

/// Whether a header was left out, so that names may be unknown for no fault of their own.
pub fn lacks_header(diags: &[Diag]) -> bool {
    diags
        .iter()
        .any(|diag| matches!(diag.code, Code::UnknownHeader | Code::LocalInclude))
}

/// The names of macros that a token came out of, sorted.
type HideSet = Option<Rc<Vec<Text>>>;

/// A token with its text and place.
#[derive(Clone, Debug)]
struct PpToken {
    kind: Kind,
    text: Text,
    span: Span,
    /// Whether blanks stand before it.
    spaced: bool,
    flaw: Option<Flaw>,
    hide: HideSet,
}

impl PpToken {
    fn is(&self, punct: Punct) -> bool {
        self.kind == Kind::Punct(punct)
    }

    fn is_name(&self, name: &str) -> bool {
        self.kind == Kind::Ident && &*self.text == name
    }
}

/// A macro's definition.
#[derive(Debug)]
struct Macro {
    /// The parameters of a function-like one.
    params: Option<Params>,
    body: Vec<PpToken>,
    /// Where its name is defined; none for those that were there from the start.
    defined: Option<Span>,
    /// Whether it is the program's, and not ours or the compiler's.
    own: bool,
}

/// The parameters of a function-like macro.
#[derive(Debug, PartialEq, Eq)]
struct Params {
    names: Vec<Text>,
    /// Whether the last of `names` takes all arguments that are left.
    variadic: bool,
}

/// One `#if` that is open.
struct Conditional {
    /// Where it began.
    opened: Span,
    /// Whether lines are kept now.
    active: bool,
    /// Whether a branch has been taken, or none may be because the whole stands in a skipped part.
    settled: bool,
    /// What the host's compiler would keep of it, where it gets the device's.
    host: sides::Host,
    /// Where `#else` stood.
    seen_else: Option<Span>,
    /// What the host keeps of it, where the two sides may differ.
    sides: Option<Box<sides::Sides>>,
}

struct Preprocessor<'a> {
    source: &'a Source,
    macros: HashMap<Text, Rc<Macro>>,
    conditionals: Vec<Conditional>,
    out: Vec<Lexeme>,
    diags: Vec<Diag>,
    expanded: usize,
    /// Bytes that macros made, and tokens that were read.
    made: usize,
    read: usize,
    unclosed_uses: usize,
    small_floats: bool,
    counter: u32,
    /// The texts of punctuators that were met.
    punctuators: SortedMap<Punct, Text>,
    /// The file at hand.
    file: &'a File,
    /// How many files include one another here.
    nesting: usize,
    /// How many files have been included.
    included: usize,
    /// Conditionals that files around this one have open.
    outer_conditionals: usize,
    /// Where files begin that are taken once.
    once: HashSet<u32>,
    /// What `#pragma pack` said last, and what it has pushed.
    pack: Arc<str>,
    packs: Vec<Arc<str>>,
    /// Which text includes which of the program's headers.
    inclusions: Inclusions,
    /// OpenMP's regions.
    teams: teams::Teams,
    /// What the learner's files mention.
    mentioned: implicit_includes::Mentioned,
    /// Macros that our headers leave to whoever includes them: those they ask after.
    left_open: HashSet<Text>,
}

impl<'a> Preprocessor<'a> {
    fn new(source: &'a Source) -> Self {
        Preprocessor {
            source,
            macros: HashMap::new(),
            conditionals: Vec::new(),
            out: Vec::new(),
            diags: Vec::new(),
            expanded: 0,
            made: 0,
            read: 0,
            unclosed_uses: 0,
            small_floats: false,
            counter: 0,
            punctuators: SortedMap::new(),
            file: source.main(),
            nesting: 0,
            included: 0,
            outer_conditionals: 0,
            once: HashSet::new(),
            pack: Arc::from(""),
            packs: Vec::new(),
            inclusions: Inclusions::default(),
            teams: teams::Teams::default(),
            mentioned: implicit_includes::Mentioned::default(),
            left_open: HashSet::new(),
        }
    }

    /// Whether lines are kept here.
    fn active(&self) -> bool {
        self.conditionals.last().is_none_or(|one| one.active)
    }

    fn error(&mut self, code: Code, span: Span, message: impl Into<String>) {
        self.diags.push(Diag::error(code, span, message));
    }

    /// Obeys and puts out a whole file, in its place.
    fn go_through(&mut self, file: &'a File) {
        let around = std::mem::replace(&mut self.file, file);
        let outer = std::mem::replace(&mut self.outer_conditionals, self.conditionals.len());
        let mut text = Vec::new();
        for line in self.logical_lines() {
            if line.first().is_some_and(|token| token.is(Punct::Hash)) {
                self.flush(&mut text);
                self.directive(&line[1..], line[0].span);
            } else if self.active() {
                self.complain_about(&line);
                text.extend(line);
            }
        }
        self.flush(&mut text);
        self.close_conditionals();
        self.outer_conditionals = outer;
        self.file = around;
    }

    /// Goes through the program's further texts, each without the macros of those before; where each text's lexemes begin.
    fn go_through_units(&mut self) -> Vec<usize> {
        let mut starts = vec![0];
        let mut before = vec![self.source.main()];
        for unit in self.source.units() {
            starts.push(self.out.len());
            let within = |at: Span| {
                before
                    .iter()
                    .any(|file| file.base() <= at.start && at.start < file.end())
            };
            self.macros
                .retain(|_, one| !one.defined.is_some_and(within));
            self.put_macros_aside();
            headers::define_predefined(self);
            for (name, body) in self.source.macros() {
                headers::define_own(self, name, body);
            }
            if !self.once.contains(&unit.base()) {
                self.go_through(unit);
            }
            before.push(unit);
        }
        starts
    }

    /// The tokens of the file at hand by logical line, blanks gone. Comments that do not end are said here, since they
    /// swallow everything.
    fn logical_lines(&mut self) -> Vec<Vec<PpToken>> {
        let mut lines = Vec::new();
        let mut line = Vec::new();
        let mut at = self.file.base();
        let mut spaced = false;
        for token in lex::tokens(self.file.text()) {
            let span = Span::new(at, at + token.len);
            at = span.end;
            if !token.kind.is_blank() && !self.has_room_for_token(span) {
                break;
            }
            match token.kind {
                Kind::Newline => {
                    lines.push(std::mem::take(&mut line));
                    spaced = false;
                }
                Kind::BlockComment if token.flaw.is_some() => {
                    let opener = Span::new(span.start, span.start + 2);
                    let diag =
                        Diag::error(Code::UnterminatedComment, opener, "this comment never ends");
                    self.diags.push(diag.help("close it with `*/`"));
                    spaced = true;
                }
                kind if kind.is_blank() => spaced = true,
                Kind::Unknown if self.joins_after_comment(span) => spaced = true,
                kind => {
                    let text = self.text_of(kind, span);
                    line.push(PpToken {
                        kind,
                        text,
                        span,
                        spaced,
                        flaw: token.flaw,
                        hide: None,
                    });
                    spaced = false;
                }
            }
        }
        lines.push(line);
        lines
    }

    /// A token's text. Every other token is a punctuator, of which there are few: each is made once.
    fn text_of(&mut self, kind: Kind, span: Span) -> Text {
        let written = self.file.slice(span);
        match kind {
            Kind::Punct(punct) => {
                let text = lex::joined(written);
                let known = self
                    .punctuators
                    .entry(punct)
                    .or_insert_with(|| Text::from(&*text));
                match **known == *text {
                    true => known.clone(),
                    false => Text::from(text), // a digraph
                }
            }
            Kind::Ident | Kind::Number => Text::from(lex::joined(written)),
            _ => Text::from(written),
        }
    }

    /// Counts a token of the program; where there are too many, says so, once.
    fn has_room_for_token(&mut self, span: Span) -> bool {
        self.read += 1;
        if self.read == MAX_TOKENS + 1 {
            let message =
                format!("this program has more than {MAX_TOKENS} tokens with all that it includes");
            let diag = Diag::error(Code::SourceTooLarge, span, message);
            self.diags.push(
                diag.help(
                    "include large files once, and leave data to files that the program reads",
                ),
            );
        }
        self.read <= MAX_TOKENS
    }

    /// Whether here is a backslash with nothing after it on its line but blanks and a comment: NVIDIA's compiler, which has comments taken out
    /// first, joins the lines. In a directive it does not, and the backslash is said to be strange where it is used.
    fn joins_after_comment(&self, at: Span) -> bool {
        let text = self.file.text();
        let from = (at.start - self.file.base()) as usize;
        let line = text
            .get(..from)
            .and_then(|before| before.rsplit('\n').next());
        let rest = text.get(from..).and_then(|rest| rest.strip_prefix('\\'));
        let rest = rest.map_or("", |rest| rest.lines().next().unwrap_or(""));
        let blank = rest.trim_start();
        blank.starts_with("//") && !line.is_some_and(|line| line.trim_start().starts_with('#'))
    }

    /// Says what is wrong with the tokens of a kept line.
    fn complain_about(&mut self, line: &[PpToken]) {
        let mut said = false;
        for token in line {
            match (token.kind, token.flaw) {
                (Kind::Unknown, _) if !said => {
                    said = true;
                    self.diags.push(stray(token));
                }
                (Kind::Str | Kind::Char, Some(Flaw::Unterminated)) => {
                    let (what, mark) = match token.kind {
                        Kind::Str => ("string", '"'),
                        _ => ("character", '\''),
                    };
                    let message = format!("this {what} literal never ends");
                    let opener = Span::new(token.span.start, token.span.start + 1);
                    let diag = Diag::error(Code::UnterminatedLiteral, opener, message);
                    self.diags
                        .push(diag.help(format!("close it with `{mark}` on the same line")));
                }
                _ => {}
            }
        }
    }

    /// Expands a run of ordinary lines into lexemes.
    fn flush(&mut self, text: &mut Vec<PpToken>) {
        if text.is_empty() {
            return;
        }
        let expanded = self.expand(std::mem::take(text), 0);
        self.emit(expanded);
    }

    fn emit(&mut self, tokens: Vec<PpToken>) {
        let mut tokens = tokens.into_iter().peekable();
        while let Some(token) = tokens.next() {
            if token.is_name("_Pragma") {
                let inner: Vec<_> =
                    std::iter::from_fn(|| tokens.next_if(|next| !next.is(Punct::RParen))).collect();
                tokens.next();
                self.pragma_operator(&inner, token.span);
            } else if let Some(kind) = lex_kind(&token) {
                self.out.push(Lexeme {
                    kind,
                    text: token.text,
                    span: token.span,
                });
            }
        }
    }
}

/// What the parser sees of a token; nothing for a character that begins none.
fn lex_kind(token: &PpToken) -> Option<LexKind> {
    Some(match token.kind {
        Kind::Ident => word_kind(&token.text),
        Kind::Number => LexKind::Number,
        Kind::Str => LexKind::Str,
        Kind::Char => LexKind::Char,
        Kind::Punct(punct) => LexKind::Punct(punct),
        _ => return None,
    })
}

/// Keywords, operators spelt as words, names.
fn word_kind(text: &str) -> LexKind {
    let punct = match text {
        "and" => Punct::AmpAmp,
        "or" => Punct::PipePipe,
        "not" => Punct::Bang,
        "not_eq" => Punct::BangEq,
        "bitand" => Punct::Amp,
        "bitor" => Punct::Pipe,
        "xor" => Punct::Caret,
        "compl" => Punct::Tilde,
        "and_eq" => Punct::AmpEq,
        "or_eq" => Punct::PipeEq,
        "xor_eq" => Punct::CaretEq,
        _ => return Keyword::of(text).map_or(LexKind::Ident, LexKind::Keyword),
    };
    LexKind::Punct(punct)
}

/// Characters that look like one of C++'s and are not.
const LOOKALIKES: &[(char, &str)] = &[
    ('；', ";"),
    ('，', ","),
    ('（', "("),
    ('）', ")"),
    ('｛', "{"),
    ('｝', "}"),
    ('［', "["),
    ('］', "]"),
    ('：', ":"),
    ('＝', "="),
    ('＋', "+"),
    ('－', "-"),
    ('＊', "*"),
    ('＜', "<"),
    ('＞', ">"),
    ('！', "!"),
    ('。', "."),
    ('、', ","),
    ('“', "\""),
    ('”', "\""),
    ('‘', "'"),
    ('’', "'"),
    ('–', "-"),
    ('—', "-"),
    ('−', "-"),
    ('×', "*"),
    ('÷', "/"),
    ('≤', "<="),
    ('≥', ">="),
    ('≠', "!="),
];

fn stray(token: &PpToken) -> Diag {
    let character = token.text.chars().next().unwrap_or(' ');
    let shown = match character {
        c if c.is_control() => c.escape_unicode().to_string(),
        c => c.to_string(),
    };
    let diag = Diag::error(
        Code::StrayCharacter,
        token.span,
        format!("the character `{shown}` begins no token of C++"),
    );
    match LOOKALIKES.iter().find(|(like, _)| *like == character) {
        Some((_, meant)) => diag
            .help(format!("it looks like `{meant}`; write that"))
            .fix(token.span, *meant),
        None => diag,
    }
}
