//! Each number of a kernel with its name, its ideal, and what Nsight Compute calls it.
//!
//! A kernel's counters go in, sections of rows come out. The rule: the metric stands beside the number, with a word on whether ours is the hardware's by
//! definition ([`Basis::Exact`]) or a model of it ([`Basis::Modelled`]); a row of which there is nothing is left out.

mod memory;
mod occupancy;

use lab::budget::number;
use simt::ir::class::InsClass;
use simt::report::Counters;

use super::Kernel;
use super::roofline::seconds;
use crate::course::Device;

/// How a number relates to the hardware's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Basis {
    /// Equal by definition, for the same accesses.
    Exact,
    /// Of our instructions or by a published rule, not measured.
    Modelled,
    /// Worked out from counts and the device's figures.
    Derived,
    /// Timed on a GPU.
    Measured,
}

impl Basis {
    /// In a word.
    pub const fn word(self) -> &'static str {
        match self {
            Basis::Exact => "exact",
            Basis::Modelled => "modelled",
            Basis::Derived => "derived",
            Basis::Measured => "measured",
        }
    }
}

/// One number.
#[derive(Clone, Debug)]
pub struct Row {
    /// What it is.
    pub name: String,
    /// The number, as a person reads it, with its unit.
    pub value: String,
    /// The same for programs, in the unit's base (bytes, seconds, a share of 1); none where it is words.
    pub amount: Option<f64>,
    /// What the best code would have, where that can be said.
    pub ideal: String,
    /// The same for programs.
    pub ideal_amount: Option<f64>,
    /// What Nsight Compute calls it, if it has it.
    pub metric: &'static str,
    /// How it relates to the hardware's.
    pub basis: Basis,
}

/// Rows under a title.
#[derive(Clone, Debug)]
pub struct Section {
    /// What they are about.
    pub title: String,
    /// The rows.
    pub rows: Vec<Row>,
}

/// Everything that is told of a kernel.
pub fn sections(kernel: &Kernel, device: &Device) -> Vec<Section> {
    let counters = &kernel.launch.counters;
    let mut out = vec![
        bound(kernel),
        work(counters),
        classes(counters),
        lanes(counters),
    ];
    out.extend(counters.buffers.iter().map(|buffer| {
        memory::traffic(
            &format!("Global memory: {}", buffer.name),
            [&buffer.loads, &buffer.stores, &buffer.atomics],
            &buffer.reductions,
        )
    }));
    out.extend(counters.symbols.iter().map(|symbol| match symbol.constant {
        true => memory::constant(&format!("Constant memory: {}", symbol.name), &symbol.loads),
        false => memory::traffic(
            &format!("Variable: {}", symbol.name),
            [&symbol.loads, &symbol.stores, &symbol.atomics],
            &symbol.reductions,
        ),
    }));
    out.push(memory::shared(counters));
    out.push(memory::local(counters));
    out.push(occupancy::section(kernel, device));
    out.retain(|section| !section.rows.is_empty());
    out
}

fn row(name: &str, value: String, (metric, basis): (&'static str, Basis)) -> Row {
    Row {
        name: name.to_owned(),
        value,
        amount: None,
        ideal: String::new(),
        ideal_amount: None,
        metric,
        basis,
    }
}

impl Row {
    /// With its number for programs.
    fn of(self, amount: f64) -> Row {
        Row {
            amount: Some(amount),
            ..self
        }
    }

    /// With what would be best, in words and as a number.
    fn at_best(self, ideal: String, amount: f64) -> Row {
        Row {
            ideal,
            ideal_amount: Some(amount),
            ..self
        }
    }
}

/// A row of a count, unless there is none of it.
fn count(rows: &mut Vec<Row>, name: &str, value: u64, metric: (&'static str, Basis)) {
    if value > 0 {
        rows.push(row(name, number(value as f64), metric).of(value as f64));
    }
}

fn section(title: &str, rows: Vec<Row>) -> Section {
    Section {
        title: title.to_owned(),
        rows,
    }
}

fn bound(kernel: &Kernel) -> Section {
    let roofline = &kernel.roofline;
    let derived = ("", Basis::Derived);
    let mut rows = Vec::new();
    if let Some((resource, time)) = roofline.bound() {
        rows.push(row("no faster than", seconds(time), derived).of(time));
        rows.push(row("set by", resource.words().to_owned(), derived));
        if let Some(times) = kernel.on_gpu.times {
            let by_events = ("gpu__time_duration.sum", Basis::Measured);
            let measured = row("on the GPU", seconds(times.median), by_events);
            rows.push(measured.of(times.median).at_best(seconds(time), time));
            let spread = format!("{} to {}", seconds(times.least), seconds(times.most));
            rows.push(row("  least to most", spread, ("", Basis::Measured)));
        }
        for (resource, time) in roofline.times.iter().skip(1) {
            let name = format!("{} alone", resource.words());
            rows.push(row(&name, seconds(*time), derived).of(*time));
        }
    }
    if let Some(time) = roofline.shared {
        let name = "shared memory, as written";
        rows.push(row(name, seconds(time), derived).of(time));
    }
    if let Some(intensity) = roofline.intensity().filter(|intensity| *intensity > 0.0) {
        let ridge = roofline.ridge();
        let at_ridge = format!("{} at the ridge", number(round(ridge)));
        let value = format!("{} FLOP/byte", number(round(intensity)));
        let of = row("intensity", value, derived).of(intensity);
        rows.push(of.at_best(at_ridge, ridge));
    }
    section("Speed of light", rows)
}

fn work(c: &Counters) -> Section {
    let mut rows = Vec::new();
    count(
        &mut rows,
        "warp instructions",
        c.warp_instructions,
        ("smsp__inst_executed.sum", Basis::Modelled),
    );
    count(
        &mut rows,
        "lane instructions",
        c.lane_instructions,
        ("smsp__thread_inst_executed.sum", Basis::Modelled),
    );
    let flops = [
        (
            "FLOP, float",
            c.flops_by.single,
            "smsp__sass_thread_inst_executed_op_fadd_pred_on.sum + ..._fmul_... + 2 * ..._ffma_...",
        ),
        (
            "FLOP, double",
            c.flops_by.double,
            "smsp__sass_thread_inst_executed_op_dadd_pred_on.sum + ..._dmul_... + 2 * ..._dfma_...",
        ),
        (
            "FLOP, half",
            c.flops_by.half,
            "smsp__sass_thread_inst_executed_op_hadd_pred_on.sum + ..._hmul_... + 2 * ..._hfma_...",
        ),
        (
            "FLOP, tensor cores",
            c.flops_by.tensor,
            "sm__ops_path_tensor_*.sum",
        ),
    ];
    for (name, value, metric) in flops {
        count(&mut rows, name, value, (metric, Basis::Modelled));
    }
    let by = &c.flops_by;
    let matrices = [
        ("  with sums in half", by.tensor_half),
        ("  on tf32", by.tensor_tf32),
        ("  on 8-bit floats", by.tensor_fp8),
        ("  on double", by.tensor_double),
        ("integer operations, tensor cores", by.tensor_int8),
    ];
    for (name, value) in matrices {
        count(&mut rows, name, value, ("", Basis::Modelled));
    }
    functions(&mut rows, c);
    count(
        &mut rows,
        "integer operations",
        c.int_ops,
        (
            "smsp__sass_thread_inst_executed_op_integer_pred_on.sum",
            Basis::Modelled,
        ),
    );
    count(
        &mut rows,
        "shuffles, a warp each",
        c.shuffles,
        ("smsp__inst_executed_op_shfl.sum", Basis::Exact),
    );
    count(
        &mut rows,
        "votes and matches",
        c.votes,
        ("smsp__inst_executed_op_vote.sum", Basis::Modelled),
    );
    count(
        &mut rows,
        "barriers, a block each",
        c.barriers,
        ("", Basis::Exact),
    );
    count(
        &mut rows,
        "atomics, a lane each",
        c.atomics,
        ("", Basis::Exact),
    );
    if c.contention.requests > 0 {
        let turns = c.contention.per_request();
        let value = number(round(turns));
        let of = row("turns an atomic request", value, ("", Basis::Modelled));
        rows.push(of.of(turns).at_best("1".into(), 1.0));
    }
    section("Work", rows)
}

/// Functions of the maths library and their fast stand-ins.
fn functions(rows: &mut Vec<Row>, c: &Counters) {
    let modelled = ("", Basis::Modelled);
    let issued = ("smsp__inst_executed_pipe_xu.sum", Basis::Modelled);
    let name = "special functions, a warp each";
    count(rows, name, c.special_issued, issued);
    count(rows, "  a lane each", c.special, modelled);
    count(
        rows,
        "  of these __sinf, __expf, …",
        c.special_fast,
        modelled,
    );
    let doubles = c.doubles.saturating_sub(c.flops_by.double);
    count(rows, "  of these on double", doubles, modelled);
}

/// A share that is best whole.
fn share(name: &str, of: f64, metric: &'static str) -> Row {
    row(name, percent(of), (metric, Basis::Modelled))
        .of(of)
        .at_best("100 %".into(), 1.0)
}

/// Instructions by what they are for.
fn classes(c: &Counters) -> Section {
    let mut rows = Vec::new();
    for (class, issued) in InsClass::ALL.into_iter().zip(c.classes) {
        count(&mut rows, class.words(), issued, ("", Basis::Modelled));
    }
    section("Instructions, a warp each, by class", rows)
}

fn lanes(c: &Counters) -> Section {
    let mut rows = Vec::new();
    if c.warp_instructions > 0 {
        let metric = "smsp__thread_inst_executed_per_inst_executed.ratio / 32";
        rows.push(share("active lanes", c.lane_efficiency(), metric));
    }
    if c.branches > 0 {
        let uniform = 1.0 - c.divergent_branches as f64 / c.branches as f64;
        let metric = "smsp__sass_average_branch_targets_threads_uniform.pct";
        rows.push(share("uniform branches", uniform, metric));
        count(
            &mut rows,
            "divergent branches",
            c.divergent_branches,
            (
                "smsp__sass_branch_targets_threads_divergent.sum",
                Basis::Modelled,
            ),
        );
    }
    section("Lanes", rows)
}

/// Three significant digits are enough to compare by.
fn round(value: f64) -> f64 {
    if value == 0.0 || !value.is_finite() {
        return value;
    }
    let scale = 10f64.powf(2.0 - value.abs().log10().floor());
    if scale < 1.0 {
        value.round()
    } else {
        (value * scale).round() / scale
    }
}

fn percent(share: f64) -> String {
    format!("{:.1} %", share * 100.0)
}

/// Bytes as a person reads them, in powers of 1024.
pub fn bytes(count: u64) -> String {
    let units = ["bytes", "KiB", "MiB", "GiB"];
    let mut value = count as f64;
    let mut unit = 0;
    while value >= 1024.0 && unit + 1 < units.len() {
        value /= 1024.0;
        unit += 1;
    }
    format!("{} {}", number(round(value)), units[unit])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_and_shares_read_well() {
        assert_eq!(
            [0, 100, 1536, 1 << 30].map(bytes),
            ["0 bytes", "100 bytes", "1.5 KiB", "1 GiB"]
        );
        assert_eq!(percent(0.9375), "93.8 %");
        assert_eq!([0.0, 1234.5, 0.012_345].map(round), [0.0, 1235.0, 0.0123]);
    }
}
