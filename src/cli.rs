//! What was typed: every command, its arguments and its examples.
//!
//! Nothing is decided here; [`crate::config`] and [`crate::cmd`] turn it into what is meant. The
//! list in `GROUPS` is the help's first page, and a test holds it to the commands that exist.

pub mod grade;
pub mod grade_report;
mod new;

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::course::On;

pub use new::{NewArgs, NewCourseArgs, NewLabArgs, NewPlaced, NewThing, NewUnplaced};

const GROUPS: &str = "\
Learn:
  start       Build the site, serve it and open the dashboard
  check       Judge a lab's kernel, check by check
  run         Run a CUDA program, or call one function of it
  profile     Count what a lab's kernel or a program does, line by line
  explain     What a code such as E0301 or F0101 means, and the repair; or a word of the field
  watch       Judge on every save
  list        Every lab and how far you are
  next        The lab to go on with
  show        What a lab asks: statement, example, launch, sizes, budgets
  hint        One more hint for a lab
  reset       Put a lab's starter back; your text stays in its history
  solution    A lab's solution, after a pass
  history     Every attempt at a lab
  diff        Two attempts side by side: the text, the checks, the counts
  restore     Bring the kernel of an attempt back
  status      The dashboard: parts, bars, projects, labs
  log         The captain's log: list, add, show, edit, export
  template    Forms to fill in, and what is still open in yours
  progress    Take your progress along: export, import
Publish:
  new         A whole course; or a part, module, lesson, tier, task, lab, template more
  build       Compile the course to a folder of static pages
  serve       Serve the course; rebuild and reload on save
  verify      Prove the course: starters fail, solutions pass, mistakes are caught
  lint        Faults of style and fact: figures, sums, pictures, headings, letters
  report      What a module holds, every number computed
  grade       Judge a class: folders or archives in, a record a submission out
Both:
  doctor      What is here, what is missing, what to do about it";

const STATUS: &str = "Exit status: 0 pass, 1 checks failed, 2 wrong use, 3 something in the course is broken, 4 our bug";

/// The help's first page, for a reader who starts the program so.
pub fn page(program: &str) -> String {
    let examples = [
        ("start", "open the course in a browser"),
        ("check rope", "judge labs/rope/rope.cu"),
        ("hint rope", "one step further"),
    ];
    let examples = examples.map(|(words, what)| format!("  {program} {words:<18} {what}\n"));
    format!(
        "{{about}}\n\n{{usage-heading}} {{usage}}\n\n{GROUPS}\n\nOptions:\n{{options}}\n\nExamples:\n{}\n{STATUS}\n",
        examples.concat()
    )
}

const RUN_EXAMPLES: &str = "\
Examples:
  course run saxpy.cu                                     its output, its exit status, what was found
  course run saxpy.cu -- 1024                             with arguments
  course run softmax.cu --entry solve --args args.json    one function, with buffers

args.json, its paths relative to itself:
  {\"args\": [
     {\"name\": \"input\", \"kind\": \"tensor\", \"dtype\": \"float32\", \"shape\": [1000], \"dir\": \"in\", \"init\": \"input.npy\"},
     {\"name\": \"output\", \"kind\": \"tensor\", \"dtype\": \"float32\", \"shape\": [1000], \"dir\": \"out\", \"init\": \"zeros\"},
     {\"name\": \"N\", \"kind\": \"scalar\", \"ctype\": \"int\", \"value\": 1000}],
   \"expect\": {\"output\": \"softmax.npy\"}, \"atol\": 1e-5, \"rtol\": 1e-5}
A tensor begins with \"zeros\", \"ones\", \"arange\" (0, 1, 2, …), a number for every element, a list of numbers, or an .npy file.
A kernel needs its launch, too: \"launch\": {\"grid\": [4, 1, 1], \"block\": [256, 1, 1], \"shared\": 0}.

What a program can touch:
  reads   files below the folder of its source, which its paths are relative to, and below
          each `--read DIR`
  writes  only below `.course/files/` and its name, or `--files DIR`. It sees what it wrote
          there laid over the folder of its source, which stays as it is: what it changes is
          copied first, what it removes is hidden from it until the run ends. The end of the
          run lists what it wrote, and where
  knows   of the environment what `--env NAME` lets in; the standard streams; the clock
  never   names that begin with a dot (`.git`, `.env`), `progress.db` and its journal, what a
          link leads to outside of these folders, other programs, the network
On Linux the kernel holds it to that, too: `course doctor` says whether yours does.

Exit status: the program's own; of a call 0 where every tensor is as expected, 1 where one is not; 1 when it does not compile; 2 wrong use";

/// The command line.
#[derive(Debug, Parser)]
#[command(
    name = "course",
    version,
    about = "A course on your own machine: read it, write the code that its labs ask for, have it judged",
    help_template = page("course"),
    disable_help_subcommand = true,
    max_term_width = 100
)]
pub struct Cli {
    /// When to colour: auto, always or never
    #[arg(
        long = "color",
        alias = "colour",
        value_name = "WHEN",
        value_enum,
        default_value_t,
        global = true,
        hide_possible_values = true,
        hide_default_value = true
    )]
    pub colour: ColourWhen,
    /// What to do
    #[command(subcommand)]
    pub command: Command,
}

/// When to colour: on a terminal, always, or never. `NO_COLOR` turns `auto` into `never`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ColourWhen {
    /// On a terminal, unless NO_COLOR is set
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// How a command reports.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people
    #[default]
    Human,
    /// One JSON object, for programs
    Json,
}

/// The commands, in the order of the help.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Build the site, serve it and open the dashboard
    #[command(after_help = "Example:\n  course start --port 8000")]
    Start(StartArgs),
    /// Judge a lab's kernel, check by check; or say what a task or a project still lacks
    #[command(
        after_help = "Examples:\n  course check rope\n  course check basic-quantizer       a project's criteria: what its report still lacks\n  course check rope v1               one part\n  course check rope v1 far           one check of it; so does `v1/far`\n  course check rope bounds correct   these checks of every part"
    )]
    Check(CheckArgs),
    /// Run a CUDA program, or call one function of it
    #[command(after_help = RUN_EXAMPLES)]
    Run(RunArgs),
    /// Count what a lab's kernel or a program does, line by line
    #[command(
        after_help = "Examples:\n  course profile transpose                  each part's kernel on its largest case\n  course profile transpose tiled --html t.html\n  course profile saxpy.cu --device h100 -- 4096\n  course profile transpose --device gpu     measured beside the least time, on this computer's GPU"
    )]
    Profile(ProfileArgs),
    /// What a code such as E0301 or F0101 means, and the repair; or a word of the field
    #[command(
        after_help = "Examples:\n  course explain E0301\n  course explain out-of-bounds\n  course explain sector          a word, and where it is taught\n  course explain                 every code and word"
    )]
    Explain(ExplainArgs),
    /// Judge on every save; `q` and Enter, or Ctrl-C, ends it
    #[command(
        after_help = "Examples:\n  course watch rope\n  course watch            the lab that `next` names"
    )]
    Watch(WatchArgs),
    /// Every lab and how far you are
    #[command(after_help = "Example:\n  course list --format json")]
    List(ReportArgs),
    /// The lesson, lab or task to go on with
    #[command(after_help = "Examples:\n  course next\n  course next --read")]
    Next(NextArgs),
    /// What a lab asks: statement, example, launch, sizes, budgets
    #[command(
        after_help = "Examples:\n  course show rope\n  course show rope v1\n  course show rope --format json"
    )]
    Show(ShowArgs),
    /// One more hint for a lab
    #[command(
        after_help = "Examples:\n  course hint rope          for the part that failed last, else for the first that is open\n  course hint rope v1\n  course hint rope --all"
    )]
    Hint(HintArgs),
    /// Put a lab's starter back; your text stays in its history
    #[command(after_help = "Example:\n  course reset rope")]
    Reset(LabArgs),
    /// A lab's solution, after a pass
    #[command(after_help = "Examples:\n  course solution rope\n  course solution rope --anyway")]
    Solution(SolutionArgs),
    /// Every attempt at a lab
    #[command(after_help = "Example:\n  course history rope")]
    History(HistoryArgs),
    /// Two attempts side by side: the text, the checks, the counts
    #[command(
        after_help = "Examples:\n  course diff rope             the newest attempt and the one before it that had another text\n  course diff rope 3           attempt 3 and the newest\n  course diff rope 3 5"
    )]
    Diff(DiffArgs),
    /// Bring the kernel of an attempt back; the present text stays in the history
    #[command(after_help = "Example:\n  course restore rope@3")]
    Restore(RestoreArgs),
    /// The dashboard: parts, bars, projects, labs
    #[command(after_help = "Example:\n  course status")]
    Status(ReportArgs),
    /// The captain's log
    #[command(
        after_help = "Examples:\n  course log\n  course log add --insight \"one sector is 32 bytes\"\n  course log export log.md"
    )]
    Log(LogArgs),
    /// Forms to fill in: reports, notes; and what is still open in yours
    #[command(
        after_help = "Examples:\n  course template                  every form, and what is left to fill in\n  course template case-study       writes yours"
    )]
    Template(TemplateArgs),
    /// Take your progress along
    #[command(
        after_help = "Examples:\n  course progress export mine.json\n  course progress import mine.json"
    )]
    Progress(ProgressArgs),
    /// A whole course; or a part, module, lesson, tier, task, lab, template more
    #[command(
        after_help = "Examples:\n  course new course my-course\n  course new course my-course --no-labs     pages alone: this program is all it needs\n  course new lesson first-steps --title \"First steps\"\n  course new lab scale                      a lab in CUDA that proves itself; `--rust` for one in Rust"
    )]
    New(NewArgs),
    /// Compile the course to a folder of static pages
    #[command(after_help = "Example:\n  course build --out public")]
    Build(BuildArgs),
    /// Serve the course; rebuild and reload on save
    #[command(after_help = "Example:\n  course serve --port 8000")]
    Serve(ServeArgs),
    /// Prove the course: starters fail, solutions pass, mistakes are caught
    #[command(
        after_help = "Examples:\n  course verify\n  course verify rope\n  course verify --device gpu"
    )]
    Verify(VerifyArgs),
    /// Faults of style and fact: figures, sums, pictures, headings, letters
    #[command(
        after_help = "Examples:\n  course lint\n  course lint --external     asks for every address outside the site, too"
    )]
    Lint(LintArgs),
    /// What a module holds, every number computed
    #[command(
        after_help = "Examples:\n  course report 1.5\n  course report               every module"
    )]
    Report(ReportModuleArgs),
    /// Judge a class: a folder or an archive a learner in, a record a submission out
    #[command(after_help = grade::GRADE_EXAMPLES)]
    Grade(grade::GradeArgs),
    /// What is here, what is missing, what to do about it
    #[command(after_help = "Example:\n  course doctor")]
    Doctor(ReportArgs),
}

/// `lint`
#[derive(Clone, Copy, Debug, Args)]
pub struct LintArgs {
    /// Ask for every address outside the site, and name those that are dead
    #[arg(long)]
    pub external: bool,
    /// How it reports
    #[command(flatten)]
    pub report: ReportArgs,
}

/// `start`
#[derive(Debug, Args)]
pub struct StartArgs {
    /// The port on this machine; the next free one when it is taken
    #[arg(long, default_value_t = 4680)]
    pub port: u16,
    /// Do not open a browser
    #[arg(long)]
    pub no_open: bool,
}

/// `serve`
#[derive(Debug, Args)]
pub struct ServeArgs {
    /// The port on this machine; the next free one when it is taken
    #[arg(long, default_value_t = 4680)]
    pub port: u16,
    /// The address to bind; only this machine can reach the default
    #[arg(long, default_value = "127.0.0.1")]
    pub host: String,
    /// Open the course in a browser
    #[arg(long)]
    pub open: bool,
}

/// `report`
#[derive(Debug, Args)]
pub struct ReportModuleArgs {
    /// The module: its id, number or folder; every module when absent
    pub module: Option<String>,
    /// How to report: human or json
    #[arg(
        long,
        value_enum,
        default_value_t,
        hide_possible_values = true,
        hide_default_value = true
    )]
    pub format: Format,
}

/// `build`
#[derive(Debug, Args)]
pub struct BuildArgs {
    /// The folder to write; `site` in the course's root when absent
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// First write `content/items.lock`, which keeps marks through rewording and reordering
    #[arg(long)]
    pub lock: bool,
    /// Also pages whose front matter says `draft: true`
    #[arg(long)]
    pub drafts: bool,
    /// The WebAssembly module that judges kernels in the pages; made by cargo when absent
    #[arg(long, value_name = "FILE", conflicts_with = "no_module")]
    pub module: Option<PathBuf>,
    /// The WebAssembly module that runs whole programs in the pages; made by cargo with the other one when both are absent
    #[arg(long, value_name = "FILE", conflicts_with = "no_module")]
    pub programs: Option<PathBuf>,
    /// Leave both modules out: kernels are checked, and programs run, in the terminal alone
    #[arg(long)]
    pub no_module: bool,
    /// How it reports
    #[command(flatten)]
    pub report: ReportArgs,
}

/// `check`
#[derive(Debug, Args)]
pub struct CheckArgs {
    /// The lab, as `course list` names it; or a task's number or id, or a page with criteria
    pub lab: String,
    /// Parts and checks to judge: checks of the parts named with them, or of every part; all when none is named
    #[arg(value_name = "PART|CHECK")]
    pub checks: Vec<String>,
    /// How many threads run the blocks of a kernel: one a core unless said. What is reported does not depend on it
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    pub threads: Option<usize>,
    /// In how many other orders of blocks and warps the cases run that a lab reorders: 2 unless said
    #[arg(long, value_name = "N")]
    pub schedules: Option<u32>,
    /// What judges: cpu (the simulated machine), gpu (this computer's), or auto: the machine, and beside it the GPU where there is one. What `device:` in course.yaml says, or auto
    #[arg(long, value_name = "DEVICE", value_enum, hide_possible_values = true)]
    pub device: Option<On>,
    /// How it reports
    #[command(flatten)]
    pub report: ReportArgs,
}

/// `run`
#[derive(Clone, Debug, Args)]
pub struct RunArgs {
    /// The program: a `.cu` file, which may include others
    pub file: PathBuf,
    /// The program's other files, `.cu` or `.cpp`: compiled after the first and linked with it
    #[arg(value_name = "MORE")]
    pub more: Vec<PathBuf>,
    /// Call this function (or launch this kernel) instead of `main`; `k<256>` names an instance of a template
    #[arg(long, value_name = "NAME")]
    pub entry: Option<String>,
    /// The function's arguments and what is expected of them, as JSON
    #[arg(long, value_name = "ARGS.json", requires = "entry")]
    pub args: Option<PathBuf>,
    /// Write what the call made to this folder, an `.npy` file a tensor
    #[arg(long, value_name = "DIR", requires = "entry")]
    pub out: Option<PathBuf>,
    /// Look for included files in this folder, too
    #[arg(short = 'I', value_name = "DIR")]
    pub include: Vec<PathBuf>,
    /// Define a macro before the first line, as 1 if nothing is said
    #[arg(short = 'D', value_name = "NAME[=VALUE]")]
    pub define: Vec<String>,
    /// The device that the program sees: a part of its name, such as t4 or h100
    #[arg(long, value_name = "NAME")]
    pub device: Option<String>,
    /// Findings, failed launches and memory never freed fail the run
    #[arg(long)]
    pub strict: bool,
    /// Fill new memory with a pattern instead of zeros
    #[arg(long)]
    pub poison: bool,
    /// Say where NaN and infinity first arise; slower
    #[arg(long, conflicts_with = "no_checks")]
    pub nonfinite: bool,
    /// Watch nothing: faster, with fewer findings and counters
    #[arg(long)]
    pub no_checks: bool,
    /// How many warp instructions of each kernel to watch, or `all`: what comes after them runs without, and the run says so; an eighth
    /// as many of each further kernel once so many were watched of all, and one in 16 of a kernel's launches after thousands. 4 million unless said; all where findings or counters are
    /// the result (`--strict`, `--nonfinite`, `--format json`)
    #[arg(long, value_name = "N|all", value_parser = watched, conflicts_with = "no_checks")]
    pub watch: Option<u64>,
    /// The order of blocks and warps: 0 as numbered, 1 reversed, others shuffled
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// Run so many other orders of blocks and warps too, and say which is the first that gives something else
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    pub schedules: u32,
    /// How many warp instructions all launches may take
    #[arg(long, value_name = "N")]
    pub fuel: Option<u64>,
    /// How many seconds the run may take, compiling and all
    #[arg(long, value_name = "N", default_value_t = 600)]
    pub seconds: u64,
    /// How many threads run the blocks of a kernel: one a core unless said. What is reported does not depend on it
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    pub threads: Option<usize>,
    /// How much memory the program may have, in MiB: three quarters of the machine's unless said, and at least 4096
    #[arg(long, value_name = "MIB")]
    pub memory: Option<u64>,
    /// What the program may touch
    #[command(flatten)]
    pub reach: ReachArgs,
    /// How it reports
    #[command(flatten)]
    pub report: ReportArgs,
    /// The program's own arguments
    #[arg(last = true, value_name = "ARGS")]
    pub program_args: Vec<String>,
}

/// `profile`
#[derive(Debug, Args)]
pub struct ProfileArgs {
    /// A lab, as `course list` names it, or a program: a `.cu` file
    #[arg(value_name = "LAB|FILE")]
    pub subject: String,
    /// Parts of the lab; all when none is named
    #[arg(value_name = "PART")]
    pub parts: Vec<String>,
    /// Call this function of the program instead of `main`
    #[arg(long, value_name = "NAME")]
    pub entry: Option<String>,
    /// The function's arguments, as JSON; see `course run --help`
    #[arg(long, value_name = "ARGS.json", requires = "entry")]
    pub args: Option<PathBuf>,
    /// Look for included files in this folder, too
    #[arg(short = 'I', value_name = "DIR")]
    pub include: Vec<PathBuf>,
    /// Define a macro before the first line, as 1 if nothing is said
    #[arg(short = 'D', value_name = "NAME[=VALUE]")]
    pub define: Vec<String>,
    /// The device to compare with: a part of its name, such as t4 or h100; or gpu: this computer's, which times a lab's parts, with Nsight Compute's counts beside ours where `ncu` is on the path
    #[arg(long, value_name = "NAME")]
    pub device: Option<String>,
    /// Estimate the registers of a thread, though there is an nvcc (`COURSE_NVCC`, or on the path) or NVRTC (in `COURSE_PYTHON`'s packages, `python3` unless set) to say them
    #[arg(long)]
    pub estimate_registers: bool,
    /// Write charts, maps of accesses and all counts to this file
    #[arg(long, value_name = "FILE.html")]
    pub html: Option<PathBuf>,
    /// How many seconds the run may take, compiling and all
    #[arg(long, value_name = "N", default_value_t = 600)]
    pub seconds: u64,
    /// How many threads run the blocks of a kernel: one a core unless said. What is reported does not depend on it
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    pub threads: Option<usize>,
    /// How much memory the program may have, in MiB: three quarters of the machine's unless said, and at least 4096
    #[arg(long, value_name = "MIB")]
    pub memory: Option<u64>,
    /// What the program may touch
    #[command(flatten)]
    pub reach: ReachArgs,
    /// How it reports
    #[command(flatten)]
    pub report: ReportArgs,
    /// The program's own arguments
    #[arg(last = true, value_name = "ARGS")]
    pub program_args: Vec<String>,
}

/// What a program may touch beside the folder of its source, which it reads, and its folder below `.course/files/`, which it writes.
#[derive(Clone, Debug, Default, Args)]
pub struct ReachArgs {
    /// Let the program write to this folder instead of its own below `.course/files/`
    #[arg(long, value_name = "DIR")]
    pub files: Option<PathBuf>,
    /// Let the program read this folder, too
    #[arg(long, value_name = "DIR")]
    pub read: Vec<PathBuf>,
    /// Let the program see this variable of the environment; it sees no other
    #[arg(long, value_name = "NAME")]
    pub env: Vec<String>,
}

/// `explain`
#[derive(Debug, Args)]
pub struct ExplainArgs {
    /// The code, in either case, a finding's name, a word of the field or a lab; every code and word when absent
    #[arg(value_name = "NAME")]
    pub name: Option<String>,
    /// How it reports
    #[command(flatten)]
    pub report: ReportArgs,
}

/// `watch`
#[derive(Debug, Args)]
pub struct WatchArgs {
    /// The lab; the one `course next` names when absent
    pub lab: Option<String>,
    /// What judges: cpu, gpu, or auto, as for `course check`
    #[arg(long, value_name = "DEVICE", value_enum, hide_possible_values = true)]
    pub device: Option<On>,
}

/// How a command reports; all there is to say to those that only do that.
#[derive(Clone, Copy, Debug, Args)]
pub struct ReportArgs {
    /// How to report: human or json
    #[arg(
        long,
        value_enum,
        default_value_t,
        hide_possible_values = true,
        hide_default_value = true
    )]
    pub format: Format,
}

/// `course next`.
#[derive(Clone, Copy, Debug, Args)]
pub struct NextArgs {
    /// Mark the lesson that comes next as read, and go on from there
    #[arg(long)]
    pub read: bool,
    /// How to report.
    #[command(flatten)]
    pub report: ReportArgs,
}

/// Commands about one lab.
#[derive(Debug, Args)]
pub struct LabArgs {
    /// The lab, as `course list` names it
    pub lab: String,
}

/// `show`
#[derive(Debug, Args)]
pub struct ShowArgs {
    /// The lab, as `course list` names it
    pub lab: String,
    /// One of its parts; without it, all
    pub part: Option<String>,
    /// How it reports
    #[command(flatten)]
    pub report: ReportArgs,
}

/// `hint`
#[derive(Debug, Args)]
pub struct HintArgs {
    /// The lab, as `course list` names it
    pub lab: String,
    /// One of its parts; without it, the one that failed last, else the first that is open
    pub part: Option<String>,
    /// Every hint at once, of the part if one is named
    #[arg(long)]
    pub all: bool,
}

/// `solution`
#[derive(Debug, Args)]
pub struct SolutionArgs {
    /// The lab, as `course list` names it
    pub lab: String,
    /// Before a pass, too; the log says so
    #[arg(long)]
    pub anyway: bool,
}

/// `history`
#[derive(Debug, Args)]
pub struct HistoryArgs {
    /// The lab, or `lab@N` for the kernel of attempt N
    pub lab: String,
    /// How it reports
    #[command(flatten)]
    pub report: ReportArgs,
}

/// `diff`
#[derive(Debug, Args)]
pub struct DiffArgs {
    /// The lab, as `course list` names it
    pub lab: String,
    /// The attempt to compare, as `course history` numbers it; the one before the newest that had another text when absent
    #[arg(value_name = "A")]
    pub from: Option<String>,
    /// The attempt to compare it with; the newest when absent
    #[arg(value_name = "B")]
    pub to: Option<String>,
    /// How it reports
    #[command(flatten)]
    pub report: ReportArgs,
}

/// `restore`
#[derive(Debug, Args)]
pub struct RestoreArgs {
    /// The attempt, as `lab@N`; `course history` numbers them
    #[arg(value_name = "LAB@N")]
    pub attempt: String,
}

/// `log`
#[derive(Debug, Args)]
pub struct LogArgs {
    /// What to do; the list when absent
    #[command(subcommand)]
    pub action: Option<LogAction>,
    /// How it reports
    #[command(flatten)]
    pub report: ReportArgs,
}

/// `log …`
#[derive(Debug, Subcommand)]
pub enum LogAction {
    /// Every entry, newest first
    List,
    /// A new entry; opens your editor when no field is given
    Add(LogFields),
    /// One entry
    Show {
        /// Its number in the list
        number: usize,
    },
    /// Change an entry; the earlier text is kept
    Edit {
        /// Its number in the list
        number: usize,
        /// The fields to change; opens your editor when none is given
        #[command(flatten)]
        fields: LogFields,
    },
    /// The log as Markdown
    Export {
        /// The file to write; standard output when absent
        file: Option<PathBuf>,
    },
}

/// The template of a log entry.
#[derive(Clone, Debug, Default, Args)]
pub struct LogFields {
    /// The day, as 2026-05-31; today when absent
    #[arg(long)]
    pub date: Option<String>,
    /// The module or lab it is about
    #[arg(long)]
    pub module: Option<String>,
    /// What got done
    #[arg(long)]
    pub progress: Option<String>,
    /// What you understood
    #[arg(long)]
    pub insight: Option<String>,
    /// What was hard
    #[arg(long)]
    pub challenge: Option<String>,
    /// What comes next
    #[arg(long)]
    pub next: Option<String>,
}

/// `template`
#[derive(Debug, Args)]
pub struct TemplateArgs {
    /// The template to write a copy of; the list when absent
    pub name: Option<String>,
    /// The file to write; the one that the template names when absent
    pub file: Option<PathBuf>,
    /// How it reports
    #[command(flatten)]
    pub report: ReportArgs,
}

/// `progress`
#[derive(Debug, Args)]
pub struct ProgressArgs {
    /// What to do
    #[command(subcommand)]
    pub action: ProgressAction,
}

/// `progress …`
#[derive(Debug, Subcommand)]
pub enum ProgressAction {
    /// Everything recorded, as one JSON file
    Export {
        /// The file to write; standard output when absent
        file: Option<PathBuf>,
    },
    /// Merge an exported file; twice is the same as once
    Import {
        /// The file
        file: PathBuf,
    },
}

/// `verify`
#[derive(Debug, Args)]
pub struct VerifyArgs {
    /// The labs to prove; all when none is named
    pub labs: Vec<String>,
    /// Where they are proved: cpu (the simulated machine), which auto means here, too, or gpu: this computer's, on which nothing is timed
    #[arg(long, value_name = "DEVICE", value_enum, hide_possible_values = true, default_value_t = On::Cpu)]
    pub device: On,
    /// How it reports
    #[command(flatten)]
    pub report: ReportArgs,
}

fn watched(text: &str) -> Result<u64, String> {
    match text {
        "all" => Ok(u64::MAX),
        number => number
            .parse()
            .map_err(|_| "a number of warp instructions or `all` is wanted".to_owned()),
    }
}

fn at_least_one(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(0) | Err(_) => Err("a number from 1 on is wanted".to_owned()),
        Ok(n) => Ok(n),
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_definition_is_sound() {
        Cli::command().debug_assert();
    }

    #[test]
    fn the_groups_name_every_command_with_its_own_words() {
        let command = Cli::command();
        let listed: Vec<&str> = GROUPS
            .lines()
            .filter(|line| line.starts_with("  "))
            .collect();
        let mut wanted = Vec::new();
        for sub in command.get_subcommands() {
            assert!(
                sub.get_after_help().is_some(),
                "`{}` has no example",
                sub.get_name()
            );
            wanted.push(sub.get_name().to_owned());
        }
        let names: Vec<String> = listed
            .iter()
            .filter_map(|line| line.split_whitespace().next().map(str::to_owned))
            .collect();
        let mut sorted = names.clone();
        sorted.sort();
        wanted.sort();
        assert_eq!(sorted, wanted);
    }
}
