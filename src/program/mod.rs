//! A CUDA program to be run: a `.cu` file and what `ARGS.json` asks of it in, a run's ending and its tensors out.
//!
//! `include.rs` finds the files that a program includes, `request.rs` reads what is asked for (`npy.rs` arrays, `dtype.rs`
//! their elements, `scalar.rs` numbers), and `compare.rs` judges what came of it;
//! `schedules.rs` repeats it in other orders. What a program may touch is in `reach.rs`; `files.rs` opens it (`own.rs` where it writes),
//! `world.rs` gives it to the machine and `confine.rs` asks the system to hold it to that. `cmd/run.rs` is who calls; what is told
//! is in `tell/program.rs`.

pub mod call;
pub mod compare;
pub mod confine;
pub mod device;
pub mod dtype;
pub mod files;
pub mod include;
pub mod npy;
pub mod own;
pub mod reach;
pub mod request;
pub mod scalar;
pub mod schedules;
pub mod world;
