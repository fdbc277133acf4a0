//! What the compiler says about a source: a kind, a place, the reason, and where it can, the fix.
//!
//! Rules: every diagnostic has a stable [`Code`], so that a page can explain it; messages are lowercase
//! fragments with literals in backticks and no final period, and help stands apart from the message; a
//! [`Diags`] is never empty, so that a failure always has a reason.
//! Next: `excerpt.rs` turns a diagnostic and its source into text.

use crate::source::Span;

/// How grave a diagnostic is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The program is not run.
    Error,
    /// The program is run; this is probably a mistake.
    Warning,
}

impl Severity {
    /// The word for it: `error` or `warning`.
    pub const fn word(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
        }
    }
}

/// An edit that would settle the diagnostic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// What to replace; empty to insert.
    pub span: Span,
    /// What to put there.
    pub replacement: String,
}

/// One thing to say about the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diag {
    /// Error or warning.
    pub severity: Severity,
    /// Which of the known kinds this is.
    pub code: Code,
    /// What is wrong: a lowercase fragment.
    pub message: String,
    /// Where.
    pub span: Span,
    /// Other places that matter, each with what it has to do with this.
    pub labels: Vec<(Span, String)>,
    /// What to do about it.
    pub help: Option<String>,
    /// The edit that does it.
    pub fix: Option<Fix>,
}

impl Diag {
    /// An error.
    pub fn error(code: Code, span: Span, message: impl Into<String>) -> Diag {
        Diag {
            severity: Severity::Error,
            code,
            message: message.into(),
            span,
            labels: Vec::new(),
            help: None,
            fix: None,
        }
    }

    /// A warning.
    pub fn warning(code: Code, span: Span, message: impl Into<String>) -> Diag {
        Diag {
            severity: Severity::Warning,
            ..Diag::error(code, span, message)
        }
    }

    /// Points at another place that matters.
    pub fn label(mut self, span: Span, text: impl Into<String>) -> Diag {
        self.labels.push((span, text.into()));
        self
    }

    /// Says what to do.
    pub fn help(mut self, text: impl Into<String>) -> Diag {
        self.help = Some(text.into());
        self
    }

    /// Gives the edit that settles it.
    pub fn fix(mut self, span: Span, replacement: impl Into<String>) -> Diag {
        self.fix = Some(Fix {
            span,
            replacement: replacement.into(),
        });
        self
    }

    /// Whether it stops the program from being run.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}

/// How many diagnostics of one source are shown.
pub const MAX_SHOWN: usize = 20;

/// Diagnostics of a source that did not compile: at least one, at least one of them an error, sorted by
/// place, at most one a place, at most [`MAX_SHOWN`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diags {
    list: Vec<Diag>,
    omitted: usize,
}

impl Diags {
    /// One error alone.
    pub fn one(diag: Diag) -> Diags {
        Diags {
            list: vec![diag],
            omitted: 0,
        }
    }

    /// Sorts what the stages said. With an error among it, the source did not compile; without, what comes
    /// back are the warnings.
    pub fn settle(said: Vec<Diag>) -> Result<Vec<Diag>, Diags> {
        let failed = said.iter().any(Diag::is_error);
        let mut list = one_a_place(said);
        if !failed {
            list.truncate(MAX_SHOWN);
            return Ok(list);
        }
        let omitted = list.len().saturating_sub(MAX_SHOWN);
        if omitted > 0 && !list.iter().take(MAX_SHOWN).any(Diag::is_error) {
            list.retain(Diag::is_error);
        }
        list.truncate(MAX_SHOWN);
        Err(Diags { list, omitted })
    }

    /// In order of place.
    pub fn iter(&self) -> std::slice::Iter<'_, Diag> {
        self.list.iter()
    }

    /// The first in order of place.
    pub fn first(&self) -> &Diag {
        &self.list[0]
    }

    /// How many more there were than are kept.
    pub fn omitted(&self) -> usize {
        self.omitted
    }
}

impl<'a> IntoIterator for &'a Diags {
    type Item = &'a Diag;
    type IntoIter = std::slice::Iter<'a, Diag>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// Sorted by place; of several at one place the first said stays, but an error goes before a warning.
fn one_a_place(mut said: Vec<Diag>) -> Vec<Diag> {
    said.sort_by_key(|diag| (diag.span.start, diag.severity));
    said.dedup_by_key(|diag| diag.span.start);
    said
}

/// The candidate that a misspelt name probably means: few edits away, for its length. Of equals the first.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let length = name.chars().count();
    let allowed = match length {
        0..=2 => return None,
        3..=5 => 1,
        6..=9 => 2,
        _ => 3,
    };
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates {
        if candidate == name || candidate.chars().count().abs_diff(length) > allowed {
            continue;
        }
        let distance = edits(name, candidate);
        if distance <= allowed && best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// Edits from one word to the other: insert, delete, replace, swap neighbours; letter case is free but for
/// one edit in all.
fn edits(a: &str, b: &str) -> usize {
    if a.eq_ignore_ascii_case(b) {
        return 1;
    }
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut rows = [
        (0..=b.len()).collect::<Vec<_>>(),
        vec![0; b.len() + 1],
        vec![0; b.len() + 1],
    ];
    for i in 1..=a.len() {
        rows.rotate_right(1); // rows[0] is being made, [1] is the one before, [2] the one before that
        rows[0][0] = i;
        for j in 1..=b.len() {
            let replaced = rows[1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut least = replaced.min(rows[1][j] + 1).min(rows[0][j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                least = least.min(rows[2][j - 2] + 1);
            }
            rows[0][j] = least;
        }
    }
    rows[0][b.len()]
}

/// Writes the enum, its strings and its summaries from one table, so that they cannot disagree.
macro_rules! codes {
    ($($variant:ident = $text:literal, $summary:literal;)*) => {
        /// The kinds of diagnostic. The string of a kind never changes its meaning.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code {
            $(#[doc = $summary] $variant,)*
        }

        impl Code {
            /// Every kind, in the order of their strings.
            pub const ALL: &'static [Code] = &[$(Code::$variant,)*];

            /// The stable string: `E0101`.
            pub const fn as_str(self) -> &'static str {
                match self { $(Code::$variant => $text,)* }
            }

            /// The kind in a few words.
            pub const fn summary(self) -> &'static str {
                match self { $(Code::$variant => $summary,)* }
            }

            /// What a learner should know of it: Markdown. Without the file this crate does not build.
            pub const fn text(self) -> &'static str {
                match self { $(Code::$variant => include_str!(concat!("../codes/", $text, ".md")),)* }
            }
        }
    };
}

codes! {
    // E00xx: the text and its tokens.
    SourceTooLarge = "E0001", "the source is too large";
    NotCuda = "E0002", "this does not look like CUDA C++";
    StrayCharacter = "E0003", "a character that begins no token";
    UnterminatedComment = "E0004", "a comment without an end";
    UnterminatedLiteral = "E0005", "a string or character literal without an end";
    BadNumber = "E0006", "a malformed number";
    BadEscape = "E0007", "an escape sequence that does not exist";
    BadCharLiteral = "E0008", "a character literal that is empty or too long";
    CompileBudget = "E0009", "a program that takes more steps or memory to compile than one is given";

    // E01xx: the preprocessor.
    UnknownDirective = "E0101", "a preprocessor directive that does not exist";
    MalformedDirective = "E0102", "a preprocessor directive that is not well formed";
    UnknownHeader = "E0103", "a header that is not known";
    LocalInclude = "E0104", "a local include, which is not followed";
    UnbalancedConditional = "E0105", "`#if`, `#else` and `#endif` that do not match";
    BadCondition = "E0106", "a condition of `#if` that cannot be evaluated";
    ErrorDirective = "E0107", "an `#error` directive was reached";
    MacroArguments = "E0108", "a macro used with the wrong arguments";
    MacroExpansion = "E0109", "a macro that expands to too much";
    BadPaste = "E0110", "`##` or `#` used where it cannot be";

    // E02xx: the grammar.
    Expected = "E0201", "something else was expected here";
    MissingSemicolon = "E0202", "a missing `;`";
    Unclosed = "E0203", "a bracket without its partner";
    TooDeep = "E0204", "nested too deeply";
    NotModelledSyntax = "E0205", "a construct of C++ that is not modelled";
    BadDeclaration = "E0206", "a declaration that is not well formed";
    UnknownTypeName = "E0207", "a type name that is not known";
    BadLaunch = "E0209", "a launch that is not well formed";

    // E03xx and on: meaning. Names first.
    UnknownName = "E0301", "a name that is not known";
    Redefinition = "E0302", "a name defined twice in one scope";
    NotAType = "E0303", "a name that is not a type";
    NotAValue = "E0304", "a name that is not a value";
    NoSuchMember = "E0305", "a member that does not exist";
    WrongSide = "E0306", "a function or variable of the other side: host from device, or device from host";
    Ambiguous = "E0307", "a name or call that means several things";

    // Types.
    TypeMismatch = "E0401", "a value of one type where another is needed";
    BadOperand = "E0402", "an operator applied to what it does not take";
    NotAssignable = "E0403", "something that cannot be assigned to";
    DiscardsConst = "E0404", "a conversion that discards `const`";
    BadCast = "E0405", "a cast that does not exist";
    IncompleteType = "E0406", "a type whose size is not known here";
    BadInitialiser = "E0407", "an initialiser that does not fit";
    NotIndexable = "E0408", "an index into something that has no elements";
    NotAPointer = "E0409", "something that is not a pointer, used as one";
    BadReturn = "E0410", "a `return` that does not fit its function";
    BadShape = "E0411", "an array of a size that cannot be";

    // Calls and templates.
    NotCallable = "E0501", "a call of something that is not a function";
    WrongArguments = "E0502", "a call with the wrong number of arguments";
    NoOverload = "E0503", "no function of that name takes these arguments";
    CannotDeduce = "E0504", "template arguments that cannot be deduced";
    BadTemplateArgument = "E0505", "a template argument that does not fit";
    TemplateDepth = "E0506", "templates that instantiate one another without end";
    KernelCall = "E0507", "a kernel called without a launch, or something else launched";
    UnmetConstraint = "E0508", "a template whose conditions the arguments do not meet";

    // Constants.
    NotConstant = "E0601", "a constant is needed here";
    StaticAssertion = "E0602", "a static assertion that fails";
    ConstantOverflow = "E0603", "an integer literal too large for any type";

    // Statements.
    MisplacedJump = "E0701", "`break`, `continue` or `case` outside what it belongs to";
    DuplicateCase = "E0702", "a `case` or `default` given twice";

    // CUDA's own rules.
    BadKernel = "E0801", "a kernel that is not well formed";
    BadMemorySpace = "E0802", "a memory space where it cannot be";
    BadShared = "E0803", "a shared variable that is not well formed";
    SharedTooLarge = "E0804", "more shared memory than a block can have";
    NotModelled = "E0806", "something valid that this machine does not model";
    Internal = "E0999", "a fault of this compiler, not of the program";

    // W: the program runs, but look.
    SuspiciousAssignment = "W0901", "an assignment used as a condition";
    UnusedValue = "W0902", "a value computed and not used";
    SignCompare = "W0904", "a comparison of signed and unsigned";
    Narrowing = "W0905", "a conversion that may lose the value";
    UnusedPragma = "W0907", "a pragma that is not known and was ignored";
    DoubleArithmetic = "W0908", "double precision arithmetic where single was probably meant";
    EmptyBody = "W0909", "a `;` as the whole body of a condition or loop";
    Uninitialised = "W0910", "a variable read before anything is stored in it";
    WarningDirective = "W0911", "a `#warning` directive was reached";
    MisplacedPragma = "W0912", "a pragma that has no effect where it stands";
    MacroRedefined = "W0913", "a macro defined twice, differently";
    MissingReturn = "W0914", "a function with a result that may end without one";
    NeverRuns = "W0915", "a statement that never runs";
    ConstantWrite = "W0916", "a kernel that writes to constant memory";
    BadMask = "W0917", "a warp function with a mask or width that cannot be meant";
    FunctionDeclared = "W0918", "a function declared where a variable was probably meant";
    PastTheEnd = "W0919", "a constant index outside its array";
    ConstantWraps = "W0920", "a constant expression that overflows its type";
    ConstantDivision = "W0921", "a division by a constant zero";
    BoolCounted = "W0922", "a `bool` counted up";
    SharedLength = "W0923", "a length for dynamic shared memory, which the launch gives";
    HostCopy = "W0924", "host code that uses its own copy of a variable of the device";
    SidesDiffer = "W0925", "text that only the host's compiler would keep was left out";
    TeamOfOne = "W0926", "a region for several OpenMP threads, which one makes";
    FormatMisfit = "W0927", "a conversion of `printf` that does not fit what is given for it";
    OneOutcome = "W0928", "a comparison that can come out only one way";
}

impl std::fmt::Display for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_strings_are_unique_and_well_formed() {
        let mut seen = std::collections::BTreeSet::new();
        for code in Code::ALL {
            let text = code.as_str();
            assert!(seen.insert(text), "{text} twice");
            assert_eq!(text.len(), 5);
        }
    }

    #[test]
    fn nearest_allows_few_edits() {
        let names = ["threadIdx", "blockIdx", "blockDim"];
        assert_eq!(nearest("theradIdx", names), Some("threadIdx"));
        assert_eq!(nearest("threadidx", names), Some("threadIdx"));
        assert_eq!(nearest("blockIds", names), Some("blockIdx"));
        assert_eq!(nearest("n", ["m"]), None);
        assert_eq!(nearest("unrelated", names), None);
    }

    #[test]
    fn one_a_place_and_errors_first() {
        let at = Span::new(4, 5);
        let said = vec![
            Diag::error(Code::UnknownName, Span::new(9, 10), "later"),
            Diag::warning(Code::UnusedValue, at, "warned"),
            Diag::error(Code::TypeMismatch, at, "first"),
            Diag::error(Code::TypeMismatch, at, "second"),
        ];
        let diags = Diags::settle(said).expect_err("there are errors");
        let said: Vec<_> = diags.iter().map(|diag| diag.message.as_str()).collect();
        assert_eq!(said, ["first", "later"]);
    }

    #[test]
    fn warnings_alone_compile() {
        let said = vec![Diag::warning(Code::UnusedValue, Span::at(0), "warned")];
        assert_eq!(Diags::settle(said).map(|list| list.len()), Ok(1));
    }
}
