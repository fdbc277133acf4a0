//! Lab C10: rotary position embedding in four versions, and in both pairings. A lab's checks and cases; its words are in
//! `lab.md`.
//!
//! The oracle turns each pair in double precision, from the same single-precision frequencies that the kernel gets.
//! A pair may be off by `‖pair‖ · (angle · 2⁻²³ + 2⁻²⁰)`: a single-precision product rounds the angle, and sine, cosine
//! and the arithmetic round once each. Where the frequency is 1 the angle is a whole number and exact, so there the
//! first term falls away: that is what the check `far` looks at, at position 131,071. Fast maths gets `oracle::FAST`.

mod asked;
mod cases;
mod oracle;

use lab::{Case, PartSpec, loads, part, special_functions, stores};

use asked::{SPEED, as_a_copy, far, fast, in_float, once, whole_sectors};
use cases::{ROUND, pairs, two_pairs};
use oracle::Pairing;

const TURNED: &str = "every pair is turned by its angle, up to position 131,071";

macro_rules! rope {
    ($kernel:literal) => {
        concat!(
            "__global__ void ",
            $kernel,
            "(float* x, const int* pos, const float* inv_freq, int tokens, int heads, int dim)"
        )
    };
}

/// The parts of the lab.
pub fn parts() -> Vec<PartSpec> {
    let v0 = far(part("v0", rope!("rope_v0")).correct(TURNED).bounds()).property(
        "norm",
        "turning leaves a pair's length alone",
        oracle::norm_change,
    );
    let v0 = in_float(v0)
        .budget(
            "price",
            "the price of far-apart lanes",
            loads().of("x").sectors().on(ROUND).at_most(4.0, 32.0),
        )
        .cases(|seed| {
            cases::of(
                seed,
                "rope_v0",
                Pairing::Neighbours,
                oracle::EXACT,
                |tokens, _, _| (tokens, 64),
            )
        });
    let v1 = part("v1", rope!("rope_v1"))
        .correct(TURNED)
        .sound_without_barriers();
    let v1 = in_float(once(far(v1)))
        .budget(
            "loads",
            "lanes lie close together",
            loads().of("x").sectors().on(ROUND).at_most(4.0, 8.0),
        )
        .budget(
            "stores",
            "lanes lie close together, writing too",
            stores().of("x").sectors().on(ROUND).at_most(4.0, 8.0),
        )
        .cases(|seed| cases::of(seed, "rope_v1", Pairing::Neighbours, oracle::EXACT, pairs));
    let v2 = part("v2", rope!("rope_v2"))
        .correct("every pair is turned by its angle, within the bound of fast maths")
        .bounds()
        .property(
            "far",
            "the error at large positions is measured, and within angle · 2⁻²¹ of the pair",
            oracle::error_of_fast_maths,
        )
        .property(
            "norm",
            "turning leaves a pair's length alone, even so",
            oracle::norm_change,
        );
    let v2 = in_float(once(fast(v2)))
        .cases(|seed| cases::of(seed, "rope_v2", Pairing::Neighbours, oracle::FAST, pairs));
    let v3 = part("v3", rope!("rope_v3"))
        .correct(TURNED)
        .sound_without_barriers();
    let v3 = in_float(once(whole_sectors(far(v3))))
        .budget(
            "angles",
            "each angle's sine and cosine once, not once a head, and no power function",
            special_functions()
                .on(ROUND)
                .no_more_than(|c: &Case| c["tokens"] * c["dim"]),
        )
        .measured(
            "speed",
            SPEED,
            as_a_copy(|room| cases::timed("rope_v3", two_pairs, room)),
        )
        .cases(cases::v3);
    let half = part("half", rope!("rope_half"))
        .correct(TURNED)
        .sound_without_barriers();
    let half = in_float(once(whole_sectors(far(half))))
        .measured(
            "speed",
            SPEED,
            as_a_copy(|room| cases::timed("rope_half", pairs, room)),
        )
        .cases(|seed| cases::of(seed, "rope_half", Pairing::Halves, oracle::EXACT, pairs));
    vec![v0, v1, v2, v3, half]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_meets_the_positions_that_matter() {
        for part in parts() {
            let cases = (part.cases)(lab::Seed::default());
            for wanted in [0.0, 1.0, 4_095.0, 131_071.0] {
                let meets = |c: &Case| c.numbers_of("pos").contains(&wanted);
                assert!(cases.iter().any(meets), "{} at {wanted}", part.id);
            }
        }
    }
}
