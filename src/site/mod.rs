//! A course's Markdown becomes a static site: load, parse, link, render, write, each stage with a type of its own.
//!
//! [`pipeline()`] is the spine, whoever asks: [`build`] for a folder, [`Builder`] for a server's memory and a saved page. A page cannot
//! be rendered before it is linked, and whatever is wrong is listed all at once. What has the key of last time is taken over
//! (`cache.rs`). Read `pipeline.rs` next, then `parse.rs`, then `link.rs`.

mod access;
mod access_svg;
mod around;
mod blocks;
mod bytes;
mod cache;
mod calc;
mod catalogues;
mod chrome;
pub mod code;
pub mod codes;
mod concepts;
pub(crate) mod difference;
mod documents;
mod drawing;
mod files;
mod fill;
mod folder;
mod forms;
mod graph;
mod hidden;
pub mod highlight;
mod inline;
mod lab_texts;
mod labs;
pub mod link;
pub mod listing;
mod load;
mod map;
mod markdown;
mod measure;
mod memory;
mod module;
mod named;
mod offline;
mod pages;
mod parse;
mod passages;
pub mod paths;
mod pipeline;
mod plot;
mod plot_svg;
pub mod policy;
mod print;
mod published;
mod raw;
mod reading;
pub mod reference;
mod relink;
mod render;
mod saved;
pub mod search;
mod sink;
mod tabs;
mod tags;
mod templates;
mod tracks;
mod updated;
mod way;
pub mod wide;
pub mod write;

pub use bytes::Bytes;
pub use folder::{BuildReport, build};
pub use memory::{Builder, LivePage, MemorySite};
pub use module::PageModule;
pub use parse::faults_of_pages;
pub use pipeline::{ChangeSet, Input, pipeline};
pub use published::log_entry;
pub use templates::{broken_page, built_in_file, built_in_template, template_names};
pub use way::{next, steps};
