//! What was typed after `course grade report`, `progress` and `autograder`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

/// Of `grade report`.
pub const REPORT_EXAMPLES: &str = "\
Examples:
  course grade report week-3.records --out class.html
  course grade report week-3.records --format csv
  course grade report week-3.records --format canvas --roster gradebook.csv --out import.csv
  course grade report week-3.records --format gradescope --out results

Marks go by `grading:` in content/course.yaml: points of labs, parts and checks, deadlines, what
being late costs. Without it a check is a point and nothing is late.";

/// Of `grade autograder`.
pub const AUTOGRADER_EXAMPLE: &str = "\
Example:
  course grade autograder --lab vector-add --binary target/x86_64-unknown-linux-musl/release/course";

/// What a report is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ReportFormat {
    /// The page: learners by labs, what fails, who is too alike
    Html,
    /// A table for spreadsheets, a row a learner
    Csv,
    /// Everything, for programs
    Json,
    /// JUnit XML, for CI
    Junit,
    /// Canvas' gradebook, to be imported
    Canvas,
    /// Gradescope's results.json; a file a learner
    Gradescope,
    /// Classroom 50's result.json; a file a learner and lab
    Classroom50,
}

/// `grade report`
#[derive(Debug, Args)]
pub struct GradeReportArgs {
    /// Folders with records of `course grade`
    #[arg(required = true, value_name = "RECORDS")]
    pub records: Vec<PathBuf>,
    /// What it is for
    #[arg(long, value_enum, default_value_t = ReportFormat::Html)]
    pub format: ReportFormat,
    /// The file to write, or of several the folder; else standard output
    #[arg(long)]
    pub out: Option<PathBuf>,
    /// Only this learner
    #[arg(long, value_name = "ID")]
    pub learner: Option<String>,
    /// Only this lab
    #[arg(long)]
    pub lab: Option<String>,
    /// Canvas' students: its own export of the gradebook
    #[arg(long, value_name = "FILE")]
    pub roster: Option<PathBuf>,
}

/// `grade progress`
#[derive(Debug, Args)]
pub struct GradeProgressArgs {
    /// The folder of learners' exports, a file a learner
    #[arg(value_name = "FOLDER")]
    pub folder: PathBuf,
    /// The page to write
    #[arg(long, default_value = "class.html")]
    pub out: PathBuf,
}

/// `grade autograder`
#[derive(Debug, Args)]
pub struct GradeAutograderArgs {
    /// A static program of this course; else this one, if it is
    #[arg(long, value_name = "FILE")]
    pub binary: Option<PathBuf>,
    /// The archive to write
    #[arg(long, default_value = "autograder.zip")]
    pub out: PathBuf,
    /// Only this lab; may be given several times
    #[arg(long)]
    pub lab: Vec<String>,
}
