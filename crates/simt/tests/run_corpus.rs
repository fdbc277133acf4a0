//! Programs with their launches and results inside: every `run/*.cu` is compiled, run and compared.
//!
//! A header line is a comment at the top of a file:
//! `// buffer: NAME TYPE[LEN] = uninit | EXPR` (a closed form in `i`, or values separated by spaces),
//! `// launch: KERNEL<<<GRID, BLOCK, SHARED>>>(ARGS)`, `// fuel: N`, `// seed: N`, `// nonfinite: yes`,
//! `// expect: NAME = VALUES`, `// expect: NAME[i] = EXPR`, `// outcome: SLUG`, `// counter: PATH = N`.
//! A line that a finding must name ends in `//~ SLUG`; a finding that no line announces fails the file.
//! `bugs/*.cu` end in a comment with the whole report, which `BLESS=1` writes.

#[path = "run_corpus/bug.rs"]
mod bug;
#[path = "shared/cases.rs"]
mod cases;
#[path = "run_corpus/counter.rs"]
mod counter;
#[path = "run_corpus/expression.rs"]
mod expression;
#[path = "shared/judged.rs"]
mod judged;
#[path = "run_corpus/program.rs"]
mod program;
#[path = "shared/whole.rs"]
mod whole;

use judged::judge_all;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

#[test]
fn every_program_gives_what_its_header_says() {
    judge_all("run", &program::judge);
}

/// One planted bug a file: exactly the report at the file's end, and found in whatever order blocks and warps run.
#[test]
fn every_planted_bug_is_reported_as_its_file_says() {
    judge_all("bugs", &bug::judge);
}

/// Correct programs, most of them tricky: nothing is found, in whatever order blocks and warps run.
#[test]
fn nothing_is_found_in_correct_programs() {
    judge_all("clean", &bug::judge_clean);
}

/// How many threads run blocks changes nothing: not a bit of memory, not a word of a report.
#[test]
fn any_number_of_hands_gives_the_same() {
    // Of each folder, how many in ten programs with several blocks must have run them at once: most of the planted bugs are told on one
    // hand, and so are those correct programs whose blocks talk to each other.
    for (folder, least) in [("run", 7), ("bugs", 0), ("clean", 1)] {
        let (could, did) = (AtomicUsize::new(0), AtomicUsize::new(0));
        judge_all(folder, &|path, text| {
            let shared = program::on_hands(path, text);
            could.fetch_add(usize::from(shared.could), Relaxed);
            did.fetch_add(usize::from(shared.did), Relaxed);
            shared.wrong
        });
        let (could, did) = (could.into_inner(), did.into_inner());
        assert!(
            10 * did >= least * could,
            "{folder}: blocks ran at once in {did} of {could} programs with several"
        );
    }
}
