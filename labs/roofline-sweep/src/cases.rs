//! The runs and their oracle: what each launch is given, and what must come out.

use lab::{Case, Data, Expected, Seed, cover};

/// Counts are taken where warps are full.
pub const ROUND: &str = "round";

/// The runs of a part with a given number of steps; a thread has `each` numbers.
pub fn steps(seed: Seed, kernel: &'static str, each: usize) -> Vec<Case> {
    let case = |n, iters: usize| {
        let name = format!("n = {n}, iters = {iters}");
        swept(
            seed,
            name,
            Sweep {
                kernel,
                each,
                n,
                steps: iters,
            },
        )
        .int("iters", iters)
    };
    vec![
        case(257, 3),
        case(1, 1),
        case(1000, 0),
        case(1000, 6),
        case(33, 64),
        case(300, 17).reordered(),
        case(1024, 64).tag(ROUND),
        case(1024, 10).tag(ROUND),
    ]
}

/// The runs of part `ridge`: an intensity, and the steps that just reach it.
pub fn targets(seed: Seed) -> Vec<Case> {
    let case = |n: usize, target: f32| {
        let steps = (4.0 * f64::from(target)).ceil() as usize;
        let name = format!("n = {n}, {target} FLOPs a byte");
        swept(
            seed,
            name,
            Sweep {
                kernel: "fma_to",
                each: 1,
                n,
                steps,
            },
        )
        .float("target", target)
    };
    vec![
        case(257, 2.5),
        case(1, 0.25),
        case(1000, 0.0),
        case(1000, 1.3),
        case(33, 15.9),
        case(300, 0.1).reordered(),
        case(1024, 10.1).tag(ROUND),
        case(1024, 0.5).tag(ROUND),
    ]
}

/// So many steps on each of n numbers, `each` of them a thread's.
struct Sweep {
    kernel: &'static str,
    each: usize,
    n: usize,
    steps: usize,
}

fn swept(seed: Seed, name: String, sweep: Sweep) -> Case {
    let Sweep {
        kernel,
        each,
        n,
        steps,
    } = sweep;
    let x = seed.numbers((n * 100 + steps) as u64).exact_units(n, 64);
    let right: Vec<f32> = x.iter().map(|v| changed(*v, steps)).collect();
    Case::new(name, kernel)
        .launch([cover(n.div_ceil(each), 256), 1, 1], [256, 1, 1])
        .buffer("x", Data::f32(&x))
        .int("n", n)
        .size("steps", steps as u64)
        .expect("x", Expected::exact(Data::f32(&right)), &[])
}

/// The oracle: so many steps, each rounded once.
fn changed(v: f32, steps: usize) -> f32 {
    (0..steps).fold(v, |v, _| 2.0 * v + 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use lab::Seeded;

    #[test]
    fn steps_by_hand() {
        // 0.5, 2, 5, 11.
        assert_eq!([0, 1, 2, 3].map(|k| changed(0.5, k)), [0.5, 2.0, 5.0, 11.0]);
        // The closed form is 2^k · (v + 1) - 1, and 1 is lost beside 2^64.
        assert_eq!(changed(0.5, 64), 1.5 * 64f32.exp2());
    }

    #[test]
    fn fused_or_not_a_step_is_the_same() {
        for v in Seeded::new(5).units(1000) {
            let apart = (0..40).fold(v, |v, _| 2.0 * v + 1.0);
            let fused = (0..40).fold(v, |v, _| v.mul_add(2.0, 1.0));
            assert_eq!(apart, fused);
        }
    }

    #[test]
    fn targets_are_met_by_the_fewest_steps() {
        let steps: Vec<u64> = targets(Seed::default())
            .iter()
            .map(|c| c["steps"])
            .collect();
        assert_eq!(steps, [10, 1, 0, 6, 64, 1, 41, 2]);
    }
}
