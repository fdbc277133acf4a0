//! The `course` package: everything of the platform that touches the world.
//!
//! Arguments come in ([`cli`]), are resolved once ([`config`]), a command does the work ([`cmd`]) and
//! says what happened ([`tell`], [`exit`]). The judge itself is pure and lives in `simt` and `lab`;
//! nothing here decides whether a kernel is right. Read `cmd/mod.rs` next.

pub mod cli;
pub mod cmd;
pub mod config;
pub mod course;
pub mod exit;
pub mod hands;
pub mod labs;
pub mod pages;
pub mod profile;
pub mod program;
pub mod runner;
pub mod serve;
pub mod site;
pub mod store;
pub mod tell;
