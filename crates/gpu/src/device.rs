//! A GPU as a device of `lab`: cases go in, what they left in memory and what the guards show come out.
//!
//! The rule: a GPU says little of what a kernel does wrong, and a right answer of one run proves nothing about bounds,
//! races or order; so what is found counts and what is not found is "not measured". After a kernel was stopped, its
//! context is of no more use: nothing runs any more, and whoever judges ends this process.
//! Read next: `arena.rs` for the guards, `timing.rs` for measured checks.

use std::time::Duration;

use lab::{
    Against, Arg, Case, Compiled, Complaint, Device, Ending, Fault, FaultKind, Launch, Measured,
    Measurement, Place, Ran, Step, Times,
};

use crate::arena::{Arena, Beside, Placement};
use crate::complaints::{Grade, complaints};
use crate::driver::{Driver, Facts, Launching, Text, Uncompiled, Value};
use crate::kernels::kernels;
use crate::timing;
use crate::trouble::Trouble;

/// How long one launch of a case may take on a GPU.
const LIMIT: Duration = Duration::from_secs(4);

/// Said where nothing was found on a device that hardly looks.
const UNWATCHED: &str = "a GPU shows only what happened to go wrong; the simulated machine looks";

/// A GPU.
pub struct Gpu<D: Driver> {
    driver: D,
    name: String,
    /// Why nothing can run any more.
    lost: Option<Trouble>,
    ceilings: timing::Ceilings,
    /// It was said that nobody knows clocks and temperature.
    said_unknown: bool,
    placement: Placement,
    /// What was compiled last, to be compiled again after a ceiling took its place.
    text: Option<(String, String, Vec<String>)>,
}

impl<D: Driver> Gpu<D> {
    /// A GPU by its driver.
    pub fn new(driver: D) -> Gpu<D> {
        Gpu {
            name: driver.facts().name.clone(),
            driver,
            lost: None,
            ceilings: timing::Ceilings::default(),
            said_unknown: false,
            placement: Placement::Guarded,
            text: None,
        }
    }

    /// From now on each buffer of a case lies in an allocation of its own, without guards, and what nobody wrote is left as
    /// it was: for NVIDIA's `compute-sanitizer`, which watches allocations.
    pub fn without_guards(&mut self) {
        self.placement = Placement::Alone;
    }

    /// What is known of it.
    pub fn facts(&self) -> &Facts {
        self.driver.facts()
    }

    /// Why nothing can run any more, if so.
    pub fn lost(&self) -> Option<&Trouble> {
        self.lost.as_ref()
    }

    /// The times of each launch of a case of what was compiled last, from a cold cache; how the device was just after.
    ///
    /// # Errors
    /// What went wrong, in a sentence.
    pub fn time(&mut self, case: &Case) -> Result<(Vec<Times>, String), String> {
        if let Some(trouble) = &self.lost {
            return Err(trouble.to_string());
        }
        let timed = timing::launches(&mut self.driver, case);
        let times = timed.map_err(|trouble| self.noted(trouble).to_string())?;
        Ok((times, self.conditions()))
    }

    /// What of NVIDIA's is not here and only makes measurements better: clocks and temperature, a ceiling for products.
    pub fn wanting(&mut self) -> Vec<Trouble> {
        let mut all = Vec::from_iter(self.driver.conditions().err());
        let side = 16;
        if let Ok(matrix) = self.driver.allocate(4 * side * side) {
            all.extend(self.driver.product([matrix; 3], side).err());
            self.driver.free(matrix);
        }
        all
    }

    /// What the device reaches on its own, a line each: a copy, multiply-adds, a product.
    pub fn ceilings(&mut self) -> Vec<String> {
        let all = [
            ("a copy, GB/s", Against::Copy(|_| 0)),
            ("multiply-adds, GFLOP/s", Against::MultiplyAdd(|_| 0)),
            ("a product, GFLOP/s", Against::Product(|_| 0)),
        ];
        let told = all.map(
            |(what, against)| match self.ceilings.of(&mut self.driver, against) {
                Ok(ceiling) => format!("{what}: {ceiling}"),
                Err(trouble) => format!("{what}: not measured, {trouble}"),
            },
        );
        let conditions = self.conditions();
        told.into_iter().chain([conditions]).collect()
    }

    fn compiled_again(&mut self) -> Result<(), Trouble> {
        let Some((file, text, names)) = &self.text else {
            return Err(Trouble::Other("nothing was compiled".into()));
        };
        let text = Text {
            file,
            text,
            kernels: names,
        };
        match self.driver.compile(&text) {
            Ok(_) => Ok(()),
            Err(Uncompiled::Trouble(trouble)) => Err(trouble),
            Err(Uncompiled::Said(log)) => Err(Trouble::Other(log)),
        }
    }

    /// How the device is just now; that nobody knows is said once.
    fn conditions(&mut self) -> String {
        match self.driver.conditions() {
            Ok(conditions) => format!("just after: {conditions}"),
            Err(_) if std::mem::replace(&mut self.said_unknown, true) => String::new(),
            Err(trouble) => format!("clocks and temperature are not known: {trouble}"),
        }
    }

    /// Keeps that a kernel was stopped.
    fn noted(&mut self, trouble: Trouble) -> Trouble {
        if trouble.is_lasting() {
            self.lost.get_or_insert_with(|| trouble.clone());
        }
        trouble
    }
}

impl<D: Driver> Device for Gpu<D> {
    fn name(&self) -> &str {
        &self.name
    }

    fn compile(&mut self, file: &str, text: &str) -> Result<Compiled, Vec<Complaint>> {
        let found = kernels(text);
        let names: Vec<String> = found.iter().map(|k| k.name.clone()).collect();
        let given = Text {
            file,
            text,
            kernels: &names,
        };
        let remarks = match self.driver.compile(&given) {
            Ok(remarks) => remarks,
            Err(Uncompiled::Said(log)) => return Err(complaints(&log, file, text, Grade::Error)),
            Err(Uncompiled::Trouble(trouble)) => {
                let message = trouble.to_string();
                return Err(vec![Complaint {
                    place: Place::default(),
                    excerpt: format!("{message}\nhelp: {}", trouble.help()),
                    message,
                }]);
            }
        };
        self.text = Some((file.to_owned(), text.to_owned(), names));
        Ok(Compiled {
            kernels: found,
            remarks: complaints(&remarks, file, text, Grade::Warning),
        })
    }

    fn run(&mut self, case: &Case, _seed: u64) -> Ran {
        if let Some(trouble) = &self.lost {
            return Ran::stopped(trouble.to_string(), trouble.help());
        }
        match run(&mut self.driver, case, self.placement) {
            Ok(ran) => ran,
            Err((launch, trouble)) => {
                let trouble = self.noted(trouble);
                stopped(case, launch, &trouble)
            }
        }
    }

    fn unwatched(&self) -> Option<&str> {
        Some(UNWATCHED)
    }

    fn measure(&mut self, measured: &Measured) -> Option<Result<Measurement, String>> {
        if let Some(trouble) = &self.lost {
            return Some(Err(trouble.to_string()));
        }
        let timed = self
            .ceilings
            .of(&mut self.driver, measured.against)
            .and_then(|ceiling| {
                self.compiled_again()?;
                let timed = timing::measure(&mut self.driver, measured, ceiling)?;
                Ok(Measurement {
                    conditions: self.conditions(),
                    ..timed
                })
            });
        Some(timed.map_err(|trouble| self.noted(trouble).to_string()))
    }
}

/// Runs a case; where it fails, the launch that did and why.
fn run(
    driver: &mut dyn Driver,
    case: &Case,
    placement: Placement,
) -> Result<Ran, (usize, Trouble)> {
    let arena = Arena::of(driver, case, placement).map_err(|trouble| (0, trouble))?;
    let mut run = Run::default();
    let done = run.steps(driver, case, &arena);
    let contents = done.and_then(|()| arena.contents(driver));
    arena.free(driver);
    Ok(Ran {
        ending: Ending::Finished,
        launches: run.launches,
        buffers: contents.map_err(|trouble| (run.launches, trouble))?,
        never_written: Vec::new(),
        faults: run.faults,
        counts: Vec::new(),
        printed: lab::Printed::default(),
    })
}

/// A case under way.
#[derive(Default)]
struct Run {
    /// Launches that returned.
    launches: usize,
    /// What guards showed so far; each is told of the launch that did it alone.
    seen: Vec<Beside>,
    faults: Vec<Fault>,
}

impl Run {
    fn steps(
        &mut self,
        driver: &mut dyn Driver,
        case: &Case,
        arena: &Arena,
    ) -> Result<(), Trouble> {
        for step in &case.steps {
            match step {
                Step::Copy(of) => arena.copy(driver, of)?,
                Step::Launch(launch) => {
                    driver.launch(&launching(launch, arena))?;
                    driver.wait(LIMIT)?;
                    for beside in arena.beside(driver)? {
                        if !self.seen.contains(&beside) {
                            self.faults.push(fault(&beside, self.launches));
                            self.seen.push(beside);
                        }
                    }
                    self.launches += 1;
                }
            }
        }
        Ok(())
    }
}

/// A launch with its pointers made addresses.
pub(crate) fn launching<'a>(launch: &'a Launch, arena: &Arena) -> Launching<'a> {
    let value = |(_, arg): &(&str, Arg)| match *arg {
        Arg::I32(v) => Value::I32(v),
        Arg::U32(v) => Value::U32(v),
        Arg::I64(v) => Value::I64(v),
        Arg::F32(v) => Value::F32(v),
        Arg::F64(v) => Value::F64(v),
        Arg::Buffer { buffer, skip } => arena
            .address(buffer, skip)
            .map_or(Value::Null, Value::Pointer),
    };
    Launching {
        kernel: launch.kernel,
        grid: launch.grid,
        block: launch.block,
        shared_bytes: launch.shared_bytes,
        args: launch.args.iter().map(value).collect(),
    }
}

/// A store that a guard shows.
fn fault(beside: &Beside, launch: usize) -> Fault {
    let Beside {
        buffer,
        element,
        bytes,
    } = beside;
    let message = format!("this stores beside `{buffer}`, at `{buffer}[{element}]`");
    Fault {
        kind: FaultKind::Bounds,
        excerpt: format!(
            "{message}: {bytes} guard bytes were changed\nhelp: a GPU cannot say which thread did it; the simulated machine does: `course check --device cpu`"
        ),
        message,
        places: Vec::new(),
        count: 1,
        launch,
    }
}

/// A case whose launch was stopped, or could not be made.
fn stopped(case: &Case, launch: usize, trouble: &Trouble) -> Ran {
    let (message, help) = (trouble.to_string(), trouble.help());
    let mut ran = match trouble {
        other if other.is_the_kernels() => Ran::stopped(&message, &help),
        _ => Ran {
            ending: Ending::Unavailable {
                message: message.clone(),
                help: help.clone(),
            },
            ..Ran::stopped("", "")
        },
    };
    if matches!(trouble, Trouble::IllegalAddress | Trouble::Misaligned) {
        let name = case.launches().nth(launch).map_or("", |l| l.kernel);
        ran.faults.push(Fault {
            kind: FaultKind::Bounds,
            excerpt: format!("in `{name}`: {message}\nhelp: {help}"),
            message,
            places: Vec::new(),
            count: 1,
            launch,
        });
    }
    ran.launches = launch;
    ran
}
