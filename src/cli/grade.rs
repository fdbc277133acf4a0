//! What was typed after `course grade`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use super::{ReportArgs, grade_report};

/// Of `grade`.
pub const GRADE_EXAMPLES: &str = "\
Examples:
  course grade week-3                                a folder or archive (.zip, .tar.gz) a learner
  course grade week-3 --lab vector-add --lab rope    who has not handed these in is recorded, too
  course grade week-3 --shard 3/50                   a third machine's share of fifty
  course grade --merge a.records b.records --records all
  course grade slurm week-3 > grade.sh               a job array for Slurm; `--engine hq` for HyperQueue

SUBMISSIONS holds an entry a learner, called as the learner's id; labs' files are known by their
names (`vector-add.cu`), anywhere below. `roster.csv` in it, or `--roster`, has the columns
`id`, `name`, `submitted` and `extension` (`2 days`; `extension:rope` for one lab). Records go to SUBMISSIONS.records, a JSON file each. What is there
already is not made again, so a run that was ended goes on where it stopped.

Kernels run on the simulated machine, which reaches nothing of yours. Labs in Rust run as what
they are, a stranger's program: `--allow-native` is for a machine that holds nothing of worth.

Exit status: 0 every submission has its record, 2 wrong use, 3 records cannot be written or nothing can be judged here, 4 our bug, 130 ended before";

/// `grade`
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct GradeArgs {
    /// Another way to have it done
    #[command(subcommand)]
    pub engine: Option<GradeEngine>,
    /// What is graded, and how
    #[command(flatten)]
    pub what: GradeWhat,
    /// Only this share of the learners, such as 3/50: the same learners on every machine
    #[arg(long, value_name = "I/N")]
    pub shard: Option<String>,
    /// Bring the records of these folders together first; alone, without submissions, with `--records`
    #[arg(long, value_name = "DIR", num_args = 1..)]
    pub merge: Vec<PathBuf>,
    /// Write the class's page, tables and marks into this folder, too
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// How it reports
    #[command(flatten)]
    pub report: ReportArgs,
}

/// `grade slurm`
#[derive(Debug, Subcommand)]
pub enum GradeEngine {
    /// Print a script that has Slurm or HyperQueue grade the class
    #[command(
        after_help = "Examples:\n  course grade slurm week-3 > grade.sh && sh grade.sh\n  course grade slurm week-3 --engine hq > grade.sh"
    )]
    Slurm(GradeSlurmArgs),
    /// A page, a table, or a file for another system from records
    #[command(after_help = grade_report::REPORT_EXAMPLES)]
    Report(grade_report::GradeReportArgs),
    /// The same page from a folder of learners' exported progress
    #[command(after_help = "Example:\n  course grade progress exports --out class.html")]
    Progress(grade_report::GradeProgressArgs),
    /// Gradescope's autograder.zip, which needs no network
    #[command(after_help = grade_report::AUTOGRADER_EXAMPLE)]
    Autograder(grade_report::GradeAutograderArgs),
}

/// An engine that runs a class's shares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Engine {
    /// Slurm, by `sbatch`
    #[default]
    Slurm,
    /// HyperQueue, by `hq submit`
    Hq,
}

/// `grade slurm`
#[derive(Debug, Args)]
pub struct GradeSlurmArgs {
    /// What is graded, and how
    #[command(flatten)]
    pub what: GradeWhat,
    /// How many submissions a task
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..=100_000))]
    pub per_task: u64,
    /// What the script is for: slurm or hq
    #[arg(
        long = "engine",
        alias = "format",
        value_enum,
        default_value_t,
        hide_possible_values = true,
        hide_default_value = true
    )]
    pub engine: Engine,
}

/// What is graded, and how.
#[derive(Debug, Args)]
pub struct GradeWhat {
    /// The folder that holds a folder or an archive for each learner
    pub submissions: Option<PathBuf>,
    /// Where records go; SUBMISSIONS.records unless said
    #[arg(long, value_name = "DIR")]
    pub records: Option<PathBuf>,
    /// Who is in the class: CSV with the columns id, name, submitted, extension; `roster.csv` in SUBMISSIONS unless said
    #[arg(long, value_name = "FILE")]
    pub roster: Option<PathBuf>,
    /// Only this lab, which was due: who is on the roster and has not handed it in is recorded as missing. Once for each lab
    #[arg(long = "lab", value_name = "LAB")]
    pub labs: Vec<String>,
    /// A file with a secret line, from which the hidden cases are drawn
    #[arg(long, value_name = "FILE")]
    pub key: Option<PathBuf>,
    /// Seconds of processor time a submission of a lab may take; 20 times what the lab's own solution takes unless said, and at least 2
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub seconds: Option<u64>,
    /// MiB of memory a judge may take
    #[arg(long, value_name = "MIB", default_value_t = 1024, value_parser = clap::value_parser!(u64).range(320..=1_048_576))]
    pub memory: u64,
    /// How many submissions are in work at a time; two a core unless said, as a record waits for the disk
    #[arg(long, value_name = "N")]
    pub jobs: Option<usize>,
    /// Judge labs in Rust, too: what learners wrote is compiled and runs on this machine as it is, and may read, write and send what you may
    #[arg(long)]
    pub allow_native: bool,
    /// Judge again what has a record
    #[arg(long)]
    pub again: bool,
}
