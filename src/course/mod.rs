//! The content model: a folder of Markdown comes in, a [`Course`] and everything wrong with it come out.
//!
//! [`load`] is the spine: files are found, front matter is read ([`front`]), Markdown becomes an [`outline`] of
//! headings, lists, tables and fences with their places, the [`grammar`] recognises tasks, criteria, concepts
//! and the rest, ids are settled against the [`lock`], and the whole is checked. Three rules hold: every number
//! shown is computed, every problem has a file, a line and a column and all are listed at once, and what the
//! grammar does not understand is a warning, never dropped. [`seed`] reads the source documents with the same
//! grammar. Read `model.rs` next, then `grammar.rs`.

pub mod catalog;
pub mod device;
pub mod disk;
pub mod events;
pub mod extend;
pub mod extent;
pub mod figures;
pub mod formula;
pub mod grading;
pub mod interface;
pub mod item;
pub mod keyed;
pub mod lint;
pub mod lock;
pub mod model;
pub mod model_spec;
pub mod page;
pub mod problem;
pub mod seed;
pub mod template;
pub mod walk;

pub mod artifact;
pub(crate) mod authoring;
mod braces;
mod build;
mod check;
mod files;
mod front;
mod grammar;
mod items;
mod lines;
mod load;
mod minutes;
mod names;
mod outline;
mod plan;
#[cfg(test)]
mod properties;
mod reader;
mod reload;
mod tasks;
mod words;
mod yaml;

pub use catalog::{Catalog, Paper, Term, Tool};
pub use device::Device;
pub use events::events;
pub use figures::Figure;
pub use interface::Interface;
pub use item::*;
pub use load::{KnownLab, KnownLabs, Loader, known, load, load_all, load_with};
pub use model::*;
pub use model_spec::ModelSpec;
pub(crate) use names::fault as name_fault;
pub use page::*;
pub use plan::{LabOrder, On, device, grading, lab_order, publishes_log};
pub use problem::*;
