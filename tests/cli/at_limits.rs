//! What does little but wait for a limit of the program's, all of it at once: one after the other these are a minute in which a
//! thread of the tests stands still. Each case stands with the others of its subject. The module's name has it begin first, so
//! that nothing waits for it at the end.

use crate::rust_labs;
#[cfg(unix)]
use crate::{checkers, connections, storing};

/// A case, and the name that its panic shows.
type Case = (&'static str, fn());

const CASES: &[Case] = &[(
    "leaving_early_is_no_pass_and_an_endless_loop_is_ended",
    rust_labs::leaving_early_is_no_pass_and_an_endless_loop_is_ended,
)];

#[cfg(unix)]
const UNIX: &[Case] = &[
    (
        "a_checker_that_hangs_is_ended_with_its_children",
        checkers::a_checker_that_hangs_is_ended_with_its_children,
    ),
    (
        "a_head_that_does_not_come_ends_its_connection",
        connections::a_head_that_does_not_come_ends_its_connection,
    ),
    (
        "verdicts_under_anothers_lock_are_all_kept_and_shown",
        storing::verdicts_under_anothers_lock_are_all_kept_and_shown,
    ),
    (
        "a_write_takes_in_what_waits_even_where_opening_did_not",
        storing::a_write_takes_in_what_waits_even_where_opening_did_not,
    ),
    (
        "where_nothing_can_be_written_any_longer_everything_is_read",
        storing::where_nothing_can_be_written_any_longer_everything_is_read,
    ),
];
#[cfg(not(unix))]
const UNIX: &[Case] = &[];

#[test]
fn each_limit_is_held_and_told() {
    std::thread::scope(|scope| {
        let started = |(name, case): &Case| {
            let thread = std::thread::Builder::new().name((*name).to_owned());
            (*name, thread.spawn_scoped(scope, *case).unwrap())
        };
        let cases: Vec<_> = CASES.iter().chain(UNIX).map(started).collect();
        // All of them end, so that each that fails is named.
        let ended = cases
            .into_iter()
            .map(|(name, case)| (name, case.join().is_ok()));
        let failed: Vec<_> = ended.filter(|(_, well)| !well).collect();
        assert!(failed.is_empty(), "{failed:?}");
    });
}
