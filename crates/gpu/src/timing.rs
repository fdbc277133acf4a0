//! Measured checks: what a device reaches on its own, and what a kernel reaches beside it.
//!
//! In: a case as large as the device asks for. Out: a [`Measurement`]. The rule: the ceiling is measured in the same
//! process as the kernel, after a warm-up, by events around each run; buffers are so many that what one run leaves in
//! the second-level cache is gone when its turn comes again. Nobody waits long: a slow kernel is timed fewer times.

use std::time::{Duration, Instant};

use lab::{Against, Case, Measured, Measurement, Step, Times};

use crate::arena::{Arena, Placement};
use crate::device::launching;
use crate::driver::{Address, Driver, Launching, Text, Uncompiled, Value};
use crate::trouble::Trouble;

/// Runs that are timed, where a kernel is quick.
const RUNS: usize = 30;
/// Runs that are timed at least.
const LEAST_RUNS: usize = 5;
/// Runs that are asked for before anybody waits.
const AT_ONCE: usize = 5;
/// The longest that one thing is timed.
const PATIENCE: Duration = Duration::from_millis(500);
/// How long a warm-up lasts at least: clocks rise while it does.
const WARM: Duration = Duration::from_millis(60);
/// Runs of a warm-up at least.
const WARM_RUNS: usize = 3;
/// Runs that take longer are timed one at a time, and once if need be: a judge that says nothing for ten seconds is ended.
const SLOW: Duration = Duration::from_millis(100);
/// The longest wait for what is under way.
const LIMIT: Duration = Duration::from_secs(3);
/// How many times what the second-level cache holds is gone through before a buffer's turn comes again.
const CACHES: usize = 4;

const BLOCK: u32 = 256;
/// Threads of a multiprocessor that multiply and add.
const THREADS: u32 = 2048;
/// Rounds of a thread, and operations of a round: eight chains, four steps, two each.
const ROUNDS: i32 = 512;
const ROUND_OPERATIONS: u64 = 8 * 4 * 2;

const CEILINGS: &str = include_str!("ceilings.cu");

/// What a device reached.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Ceiling {
    /// Bytes or operations a second.
    per_second: f64,
    /// How, in a few words.
    reached_by: String,
}

/// The ceilings that were measured in this process; each once.
#[derive(Debug, Default)]
pub(crate) struct Ceilings {
    copy: Option<Ceiling>,
    multiply_add: Option<Ceiling>,
    product: Option<Ceiling>,
}

impl Ceilings {
    /// The ceiling that this is held against. What was compiled on the device is another text after it.
    pub(crate) fn of(
        &mut self,
        driver: &mut dyn Driver,
        against: Against,
    ) -> Result<Ceiling, Trouble> {
        let (kept, measure): (_, fn(&mut dyn Driver) -> _) = match against {
            Against::Copy(_) => (&mut self.copy, copies),
            Against::MultiplyAdd(_) => (&mut self.multiply_add, multiply_adds),
            Against::Product(_) => (&mut self.product, products),
        };
        if let Some(ceiling) = kept {
            return Ok(ceiling.clone());
        }
        compile(driver)?;
        let ceiling = measure(driver)?;
        Ok(kept.insert(ceiling).clone())
    }
}

impl std::fmt::Display for Ceiling {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let giga = (self.per_second / 1e9).round();
        write!(f, "{giga} ({})", self.reached_by)
    }
}

fn compile(driver: &mut dyn Driver) -> Result<(), Trouble> {
    let kernels = ["ceiling_copy".to_owned(), "ceiling_multiply_add".to_owned()];
    let text = Text {
        file: "ceilings.cu",
        text: CEILINGS,
        kernels: &kernels,
    };
    match driver.compile(&text) {
        Ok(_) => Ok(()),
        Err(Uncompiled::Trouble(trouble)) => Err(trouble),
        Err(Uncompiled::Said(log)) => Err(Trouble::Other(log)),
    }
}

/// The quicker of the driver's copy and a kernel of 16 bytes a thread.
fn copies(driver: &mut dyn Driver) -> Result<Ceiling, Trouble> {
    let bytes = (CACHES * driver.facts().l2_bytes).next_multiple_of(16 * BLOCK as usize);
    let from = driver.allocate(bytes)?;
    let to = driver.allocate(bytes)?;
    let threads = bytes / 16;
    let launch = Launching {
        kernel: "ceiling_copy",
        grid: [blocks(threads), 1, 1],
        block: [BLOCK, 1, 1],
        shared_bytes: 0,
        args: vec![
            Value::Pointer(from),
            Value::Pointer(to),
            Value::I64(i64::try_from(threads).unwrap_or(i64::MAX)),
        ],
    };
    let by_kernel = times(driver, &mut |driver, _| driver.launch(&launch));
    let by_driver = times(driver, &mut |driver, _| driver.copy(from, to, bytes));
    driver.free(from);
    driver.free(to);
    let (by_kernel, by_driver) = (by_kernel?.median, by_driver?.median);
    let (seconds, how) = match by_kernel < by_driver {
        true => (by_kernel, "a kernel that copies 16 bytes a thread"),
        false => (by_driver, "the driver's own copy"),
    };
    Ok(Ceiling {
        per_second: 2.0 * bytes as f64 / seconds,
        reached_by: format!("{how}, {} MB", bytes.div_ceil(1_000_000)),
    })
}

fn multiply_adds(driver: &mut dyn Driver) -> Result<Ceiling, Trouble> {
    let blocks = driver.facts().multiprocessors * (THREADS / BLOCK);
    let threads = u64::from(blocks) * u64::from(BLOCK);
    let out = driver.allocate(usize::try_from(threads).unwrap_or(0) * 4)?;
    let launch = Launching {
        kernel: "ceiling_multiply_add",
        grid: [blocks, 1, 1],
        block: [BLOCK, 1, 1],
        shared_bytes: 0,
        args: vec![Value::Pointer(out), Value::I32(ROUNDS)],
    };
    let times = times(driver, &mut |driver, _| driver.launch(&launch));
    driver.free(out);
    let operations = threads * ROUNDS as u64 * ROUND_OPERATIONS;
    Ok(Ceiling {
        per_second: operations as f64 / times?.median,
        reached_by: "a kernel that only multiplies and adds".into(),
    })
}

/// The largest side of the product that is the ceiling of products.
const SIDE: usize = 4096;

/// A product by the device's own library; multiply-adds alone where there is none.
fn products(driver: &mut dyn Driver) -> Result<Ceiling, Trouble> {
    let side = (CACHES * driver.facts().l2_bytes / 12).isqrt() / 64 * 64;
    let side = side.clamp(64, SIDE);
    let bytes = 4 * side * side;
    let mut matrices = [Address(0); 3];
    for matrix in &mut matrices {
        *matrix = driver.allocate(bytes)?;
    }
    let times = times(driver, &mut |driver, _| driver.product(matrices, side));
    matrices.into_iter().for_each(|matrix| driver.free(matrix));
    match times {
        Ok(times) => Ok(Ceiling {
            per_second: 2.0 * (side as f64).powi(3) / times.median,
            reached_by: format!("cuBLAS, {side} × {side} × {side}"),
        }),
        Err(trouble @ (Trouble::NoLibrary(..) | Trouble::NoSymbol(..))) => {
            let ceiling = multiply_adds(driver)?;
            let reached_by = format!("{}, for {trouble}", ceiling.reached_by);
            Ok(Ceiling {
                reached_by,
                ..ceiling
            })
        }
        Err(trouble) => Err(trouble),
    }
}

fn blocks(threads: usize) -> u32 {
    u32::try_from(threads.div_ceil(BLOCK as usize)).unwrap_or(u32::MAX)
}

/// Times a case of what was compiled last.
pub(crate) fn measure(
    driver: &mut dyn Driver,
    measured: &Measured,
    ceiling: Ceiling,
) -> Result<Measurement, Trouble> {
    let room = CACHES * driver.facts().l2_bytes;
    let case = (measured.case)(room);
    let sets = sets(Arena::size_of(&case), room, driver.facts().memory);
    let arenas = arenas(driver, &case, sets)?;
    let times = times(driver, &mut |driver, run| {
        once(driver, &case, &arenas[run % arenas.len()])
    });
    arenas.into_iter().for_each(|arena| arena.free(driver));
    Ok(Measurement {
        case: case.launch_text(),
        work: measured.against.work(&case),
        times: times?,
        ceiling: ceiling.per_second,
        reached_by: ceiling.reached_by,
        conditions: String::new(),
    })
}

/// Times each launch of a case of what was compiled last, from a cold cache: before each, as many bytes are copied as the
/// second-level cache holds.
pub(crate) fn launches(driver: &mut dyn Driver, case: &Case) -> Result<Vec<Times>, Trouble> {
    let bytes = driver.facts().l2_bytes;
    let arena = Arena::of(driver, case, Placement::Guarded)?;
    let (from, to) = (driver.allocate(bytes)?, driver.allocate(bytes)?);
    let mut seconds: Vec<Vec<f64>> = vec![Vec::new(); case.launches().count()];
    let began = Instant::now();
    let enough = |run: usize| {
        let late = began.elapsed() > PATIENCE && run >= LEAST_RUNS;
        run >= RUNS || late || began.elapsed() > 4 * PATIENCE
    };
    let mut run = 0;
    loop {
        let mut marks = Vec::new();
        for step in &case.steps {
            match step {
                Step::Copy(of) => arena.copy(driver, of)?,
                Step::Launch(launch) => {
                    driver.copy(from, to, bytes)?;
                    let start = driver.mark()?;
                    driver.launch(&launching(launch, &arena))?;
                    marks.push((start, driver.mark()?));
                }
            }
        }
        driver.wait(LIMIT)?;
        // The first run warms up.
        for ((start, end), of) in marks.into_iter().zip(&mut seconds).filter(|_| run > 0) {
            of.push(driver.seconds(start, end)?);
        }
        driver.forget_marks();
        if run > 0 && enough(run) {
            break;
        }
        run += 1;
    }
    arena.free(driver);
    driver.free(from);
    driver.free(to);
    Ok(seconds.into_iter().filter_map(Times::of).collect())
}

/// In how many places a case of so many bytes is kept: as many as fill the cache several times over, in half the memory.
fn sets(bytes: usize, room: usize, memory: usize) -> usize {
    let wanted = room.div_ceil(bytes.max(1)) + 1;
    wanted.min(memory / 2 / bytes.max(1)).max(1)
}

fn arenas(driver: &mut dyn Driver, case: &Case, sets: usize) -> Result<Vec<Arena>, Trouble> {
    let mut made = Vec::new();
    for _ in 0..sets {
        match Arena::of(driver, case, Placement::Guarded) {
            Ok(arena) => made.push(arena),
            Err(trouble) => {
                made.into_iter().for_each(|arena: Arena| arena.free(driver));
                return Err(trouble);
            }
        }
    }
    Ok(made)
}

fn once(driver: &mut dyn Driver, case: &Case, arena: &Arena) -> Result<(), Trouble> {
    for step in &case.steps {
        match step {
            Step::Copy(of) => arena.copy(driver, of)?,
            Step::Launch(launch) => driver.launch(&launching(launch, arena))?,
        }
    }
    Ok(())
}

/// Something asked of the driver, with the number of the run.
type Work<'a> = &'a mut dyn FnMut(&mut dyn Driver, usize) -> Result<(), Trouble>;

/// Warms up, then times runs by events around each.
fn times(driver: &mut dyn Driver, work: Work<'_>) -> Result<Times, Trouble> {
    let (mut run, took) = warm(driver, work)?;
    let slow = took > SLOW;
    let at_once = if slow { 1 } else { AT_ONCE };
    let least = if slow { 1 } else { LEAST_RUNS };
    let began = Instant::now();
    let mut seconds = Vec::new();
    while seconds.len() < RUNS && (seconds.len() < least || began.elapsed() < PATIENCE) {
        let mut marks = Vec::new();
        for _ in 0..at_once {
            let start = driver.mark()?;
            work(driver, run)?;
            marks.push((start, driver.mark()?));
            run += 1;
        }
        driver.wait(LIMIT)?;
        for (start, end) in marks {
            seconds.push(driver.seconds(start, end)?);
        }
        driver.forget_marks();
    }
    Times::of(seconds).ok_or_else(|| Trouble::Other("nothing was timed".into()))
}

/// How many runs it took until the device was warm, and how long the last of them.
fn warm(driver: &mut dyn Driver, work: Work<'_>) -> Result<(usize, Duration), Trouble> {
    let began = Instant::now();
    let mut run = 0;
    loop {
        let one = Instant::now();
        work(driver, run)?;
        driver.wait(LIMIT)?;
        driver.forget_marks();
        run += 1;
        let spent = began.elapsed();
        if spent >= PATIENCE || (run >= WARM_RUNS && spent >= WARM) {
            return Ok((run, one.elapsed()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_cases_lie_in_many_places_and_large_ones_in_as_many_as_fit() {
        assert_eq!(sets(100, 1000, 1 << 20), 11);
        assert_eq!(sets(4000, 1000, 1 << 20), 2);
        assert_eq!(sets(4000, 1000, 8000), 1);
        assert_eq!(sets(4000, 1000, 10), 1);
    }
}
