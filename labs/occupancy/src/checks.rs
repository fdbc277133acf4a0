//! The calls that each check makes, and the right answers, worked by hand from the tables of the CUDA C++ Programming Guide
//! ("Technical Specifications per Compute Capability").

use lab::{Asking, ask};

use super::{Exercise, Launch, LaunchError, Limit, Sm};

const fn sm(warps: u32, blocks: u32, [shared, block]: [u32; 2], [unit, reserved]: [u32; 2]) -> Sm {
    Sm {
        warps,
        blocks,
        shared: shared * 1024,
        shared_block: block * 1024,
        shared_unit: unit,
        shared_reserved: reserved,
    }
}

/// Compute capability 7.5.
const T4: Sm = sm(32, 16, [64, 64], [256, 0]);
/// 8.0.
const A100: Sm = sm(64, 32, [164, 163], [128, 1024]);
/// 8.9: RTX 4090, L4, RTX 2000 Ada.
const ADA: Sm = sm(48, 24, [100, 99], [128, 1024]);
/// 9.0.
const H100: Sm = sm(64, 32, [228, 227], [128, 1024]);

const fn launch(threads: u32, registers: u32, shared: u32) -> Launch {
    Launch {
        threads,
        registers,
        shared,
    }
}

/// Blocks by one limit, from all four.
fn by(answer: &Result<[u32; 4], LaunchError>, limit: Limit) -> Option<u32> {
    answer.as_ref().ok().map(|limits| limits[limit as usize])
}

fn is(limit: Limit, blocks: u32) -> impl FnOnce(&Result<[u32; 4], LaunchError>) -> bool {
    move |answer| by(answer, limit) == Some(blocks)
}

pub(crate) fn warps(e: &Exercise, ask: &mut Asking) {
    use Limit::Warps;
    // 9 warps into 64; 2 into 64; 32 into 48.
    ask!(ask, e.limits(&A100, &launch(257, 16, 0))).satisfies("7 by warps", is(Warps, 7));
    ask!(ask, e.limits(&A100, &launch(64, 16, 0))).satisfies("32 by warps", is(Warps, 32));
    ask!(ask, e.limits(&A100, &launch(1, 16, 0))).satisfies("64 by warps", is(Warps, 64));
    ask!(ask, e.limits(&ADA, &launch(1024, 16, 0))).satisfies("1 by warps", is(Warps, 1));
}

pub(crate) fn registers(e: &Exercise, ask: &mut Asking) {
    use Limit::Registers;
    // 40 · 32 = 1,280 a warp: 51, in fours 48; 8 warps a block.
    ask!(ask, e.limits(&A100, &launch(256, 40, 0))).satisfies("6 by registers", is(Registers, 6));
    ask!(ask, e.limits(&A100, &launch(256, 64, 0))).satisfies("4 by registers", is(Registers, 4));
    ask!(ask, e.limits(&A100, &launch(256, 0, 0)))
        .satisfies("u32::MAX by registers", is(Registers, u32::MAX));
}

pub(crate) fn register_unit(e: &Exercise, ask: &mut Asking) {
    use Limit::Registers;
    // 33 · 32 = 1,056 becomes 1,280: 51, in fours 48; 4 warps a block. 36 · 32 = 1,152 becomes 1,280: 11 warps a block.
    ask!(ask, e.limits(&A100, &launch(128, 33, 0))).satisfies("12 by registers", is(Registers, 12));
    ask!(ask, e.limits(&A100, &launch(352, 36, 0))).satisfies("4 by registers", is(Registers, 4));
}

pub(crate) fn four_warps(e: &Exercise, ask: &mut Asking) {
    use Limit::Registers;
    // 51 warps would be 17 blocks of 3; 48 are 16.
    ask!(ask, e.limits(&A100, &launch(96, 40, 0))).satisfies("16 by registers", is(Registers, 16));
}

pub(crate) fn shared(e: &Exercise, ask: &mut Asking) {
    use Limit::Shared;
    // 17 KiB with what is reserved, into 164: 9. On a T4 nothing is reserved: 4 of 16 KiB into 64.
    ask!(ask, e.limits(&A100, &launch(256, 32, 16 * 1024)))
        .satisfies("9 by shared memory", is(Shared, 9));
    ask!(ask, e.limits(&T4, &launch(256, 32, 16 * 1024)))
        .satisfies("4 by shared memory", is(Shared, 4));
    ask!(ask, e.limits(&ADA, &launch(256, 32, 33 * 1024)))
        .satisfies("2 by shared memory", is(Shared, 2));
    ask!(ask, e.limits(&A100, &launch(256, 32, 0)))
        .satisfies("u32::MAX by shared memory", is(Shared, u32::MAX));
}

pub(crate) fn errors(e: &Exercise, ask: &mut Asking) {
    ask!(ask, e.limits(&H100, &launch(0, 32, 0))).is(Err(LaunchError::Threads));
    ask!(ask, e.limits(&H100, &launch(1025, 32, 0))).is(Err(LaunchError::Threads));
    ask!(ask, e.limits(&H100, &launch(32, 256, 0))).is(Err(LaunchError::Registers));
    // 65 · 32 = 2,080 becomes 2,304: 28 warps, and the block has 32.
    ask!(ask, e.limits(&H100, &launch(1024, 65, 0))).is(Err(LaunchError::Registers));
    ask!(ask, e.limits(&T4, &launch(256, 32, 65 * 1024))).is(Err(LaunchError::Shared));
}

pub(crate) fn table(e: &Exercise, ask: &mut Asking) {
    let held = |blocks: u32, warps: u32, percent: f64| {
        move |answer: &Result<super::Occupancy, LaunchError>| {
            answer.is_ok_and(|o| {
                (o.blocks, o.warps) == (blocks, warps) && (o.percent - percent).abs() < 1e-9
            })
        }
    };
    ask!(ask, e.occupancy(&A100, &launch(256, 40, 0)))
        .satisfies("6 blocks, 48 warps, 75 %", held(6, 48, 75.0));
    let tiles = launch(256, 64, 16 * 1024);
    ask!(ask, e.occupancy(&H100, &tiles)).satisfies("4 blocks, 32 warps, 50 %", held(4, 32, 50.0));
    ask!(ask, e.occupancy(&ADA, &tiles))
        .satisfies("4 blocks, 32 warps, 66.667 %", held(4, 32, 200.0 / 3.0));
    ask!(ask, e.occupancy(&T4, &tiles)).satisfies("4 blocks, 32 warps, 100 %", held(4, 32, 100.0));
}

pub(crate) fn limiter(e: &Exercise, ask: &mut Asking) {
    let first = |limit: Limit| {
        move |answer: &Result<super::Occupancy, LaunchError>| {
            answer.is_ok_and(|o| o.limiter == limit)
        }
    };
    ask!(ask, e.occupancy(&A100, &launch(256, 40, 0)))
        .satisfies("Registers", first(Limit::Registers));
    ask!(ask, e.occupancy(&A100, &launch(32, 16, 0))).satisfies("Blocks", first(Limit::Blocks));
    ask!(ask, e.occupancy(&A100, &launch(256, 32, 48 * 1024)))
        .satisfies("Shared", first(Limit::Shared));
    ask!(ask, e.occupancy(&A100, &launch(256, 32, 0))).satisfies("Warps", first(Limit::Warps));
}

pub(crate) fn little(e: &Exercise, ask: &mut Asking) {
    // 3,350 GB/s over 480 cycles of 1,980 MHz are 812,121 bytes; over 132, 6,152; over 128 and 512 bytes a warp.
    ask!(ask, e.warps_needed(3350.0, 480.0, 1980.0, 132.0, 4)).is(49u32);
    ask!(ask, e.warps_needed(3350.0, 480.0, 1980.0, 132.0, 16)).is(13u32);
    ask!(ask, e.warps_needed(128.0, 1000.0, 1000.0, 10.0, 4)).is(100u32);
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_worked_numbers_hold() {
        let bytes = 3350e9 * 480.0 / 1980e6 / 132.0;
        assert_eq!([bytes / 128.0, bytes / 512.0].map(f64::ceil), [49.0, 13.0]);
        assert_eq!(65_536 / 1_280 / 4 * 4, 48);
        assert_eq!(164 / 17, 9);
        assert_eq!(100 / 34, 2);
    }
}
