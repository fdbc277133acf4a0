//! What `course new` takes: what is new, its name, and where it belongs. Nothing is decided here.

use std::path::PathBuf;

use clap::{Args, Subcommand};

/// `new`
#[derive(Debug, Args)]
pub struct NewArgs {
    /// What is new
    #[command(subcommand)]
    pub thing: NewThing,
}

/// What can be added, and to what.
#[derive(Debug, Subcommand)]
pub enum NewThing {
    /// A course of its own, in a folder that is not there yet or empty
    Course(NewCourseArgs),
    /// A part at the end of this course
    Part(NewUnplaced),
    /// A module of a part
    Module(NewPlaced),
    /// A lesson of a module
    Lesson(NewPlaced),
    /// A tier of tasks, with a first one, of a module
    Tier(NewPlaced),
    /// A task at the end of a tier
    Task(NewPlaced),
    /// A lab that proves itself: one kernel, or with `--rust` one function
    Lab(NewLabArgs),
    /// The table of the interface's words, to be given in another language
    Words,
    /// A form to fill in; or, as `base.html`, a copy of a built-in page template to change
    Template(NewUnplaced),
}

/// `new course`
#[derive(Debug, Args)]
pub struct NewCourseArgs {
    /// The folder
    pub dir: PathBuf,
    /// Its title; the folder's name in words when absent
    #[arg(long)]
    pub title: Option<String>,
    /// Pages alone, without a workspace of labs: this program is all that it needs
    #[arg(long)]
    pub no_labs: bool,
    /// Where the platform's crates come from: a checkout, or an address as `https://…#v0.1.0`; what this program was built from when absent
    #[arg(long, value_name = "PATH|URL")]
    pub from: Option<String>,
}

/// `new part`, `new template`
#[derive(Debug, Args)]
pub struct NewUnplaced {
    /// Its name: lower-case letters, digits and `-`; part of files, addresses and ids
    pub name: String,
    /// Its title; the name in words when absent
    #[arg(long)]
    pub title: Option<String>,
}

/// `new module`, `new lesson`, `new tier`, `new task`
#[derive(Debug, Args)]
pub struct NewPlaced {
    /// Its name and title.
    #[command(flatten)]
    pub new: NewUnplaced,
    /// The part, module or tier that it belongs to; that of the current folder, or the last, when absent
    #[arg(long = "in", value_name = "WHERE")]
    pub into: Option<String>,
}

/// `new lab`
#[derive(Debug, Args)]
pub struct NewLabArgs {
    /// Its name, title and module.
    #[command(flatten)]
    pub placed: NewPlaced,
    /// The learner writes Rust, not a kernel
    #[arg(long)]
    pub rust: bool,
}
