//! What a budget counts, said in a few words: `loads().of("in").sectors()`, `shared().passes()`, `flops()`.
//!
//! The rule: a count is a property of the code, not of a chip, so it is exact and repeatable. Sectors are told per full
//! request: 32 lanes of 4 bytes touch at best 4 sectors, and wider or partly active requests are scaled to those 128
//! bytes, so that one number compares `float`, `float4` and `char` code. `total_sectors` are not scaled.
//! Read next: `budget.rs` for bounds.

use crate::Case;
use crate::budget::number;
use crate::counts::{Banked, BufferCounts, Counts, LineCounts, Traffic};
use crate::device::Ran;

/// Which accesses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Loads,
    Stores,
    Both,
}

impl Side {
    fn traffic(self, loads: Traffic, stores: Traffic) -> Traffic {
        match self {
            Side::Loads => loads,
            Side::Stores => stores,
            Side::Both => loads.plus(stores),
        }
    }

    fn of_buffer(self) -> fn(&BufferCounts) -> Traffic {
        match self {
            Side::Loads => |b| b.loads,
            Side::Stores => |b| b.stores,
            Side::Both => |b| b.loads.plus(b.stores),
        }
    }
}

/// Accesses to global memory, before it is said what is counted of them.
#[derive(Clone, Copy, Debug)]
pub struct Accesses {
    side: Side,
    buffer: &'static str,
}

/// Reads of global memory, those of atomic operations too.
pub fn loads() -> Accesses {
    Accesses {
        side: Side::Loads,
        buffer: "",
    }
}

/// Writes of global memory, those of atomic operations too.
pub fn stores() -> Accesses {
    Accesses {
        side: Side::Stores,
        buffer: "",
    }
}

/// Reads and writes of global memory; an atomic operation is one of each.
pub fn accesses() -> Accesses {
    Accesses {
        side: Side::Both,
        buffer: "",
    }
}

impl Accesses {
    /// Only those of one buffer.
    pub fn of(self, buffer: &'static str) -> Accesses {
        Accesses { buffer, ..self }
    }

    /// Sectors per full request of 128 bytes.
    pub fn sectors(self) -> Metric {
        self.count(What::Sectors)
    }

    /// Sectors, all requests together.
    pub fn total_sectors(self) -> Metric {
        self.count(What::TotalSectors)
    }

    /// Instructions of warps.
    pub fn requests(self) -> Metric {
        self.count(What::Requests)
    }

    /// Elements of the buffer, repeated accesses counted again; without a buffer, elements of 4 bytes.
    pub fn elements(self) -> Metric {
        self.count(What::Elements)
    }

    /// Bytes asked for, repeated accesses counted again.
    pub fn bytes(self) -> Metric {
        self.count(What::Bytes)
    }

    /// Distinct bytes, launch by launch.
    pub fn unique_bytes(self) -> Metric {
        self.count(What::UniqueBytes)
    }

    fn count(self, what: fn(Accesses) -> What) -> Metric {
        Metric::new(what(self))
    }
}

/// Accesses to shared memory, before it is said what is counted of them.
#[derive(Clone, Copy, Debug)]
pub struct SharedAccesses;

/// Accesses to shared memory.
pub fn shared() -> SharedAccesses {
    SharedAccesses
}

impl SharedAccesses {
    /// Passes over the banks where one suffices; of loads and stores the worse.
    pub fn passes(self) -> Metric {
        Metric::new(What::BankPasses)
    }

    /// Instructions of warps.
    pub fn requests(self) -> Metric {
        Metric::new(What::SharedRequests)
    }

    /// Bytes asked for.
    pub fn bytes(self) -> Metric {
        Metric::new(What::SharedTraffic)
    }

    /// Shared memory that a block has, static and dynamic, in bytes.
    pub fn allocated(self) -> Metric {
        Metric::new(What::SharedBytes)
    }
}

/// Active lanes over 32 × issued instructions, in per cent.
pub fn lane_efficiency() -> Metric {
    Metric::new(What::LaneEfficiency)
}

/// Block-wide barriers that each block meets, on average.
pub fn barriers() -> Metric {
    Metric::new(What::BarriersPerBlock)
}

/// Special functions, all lanes.
pub fn special_functions() -> Metric {
    Metric::new(What::Special)
}

/// Special functions, one for a warp.
pub fn special_issued() -> Metric {
    Metric::new(What::SpecialIssued)
}

/// Special functions that are CUDA's fast approximations (`__sinf`, `__expf`, `__fdividef`), all lanes.
pub fn fast_functions() -> Metric {
    Metric::new(What::SpecialFast)
}

/// Operations on `double`, all lanes: arithmetic and special functions.
pub fn doubles() -> Metric {
    Metric::new(What::Doubles)
}

/// The kinds of floating-point operations that are counted apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlopKind {
    /// On `__half` and `__nv_bfloat16`.
    Half,
    /// On `float`.
    Single,
    /// On `double`.
    Double,
    /// By matrix instructions.
    Tensor,
}

/// Floating-point operations of every kind; a fused multiply-add is two.
pub fn flops() -> Metric {
    Metric::new(What::Flops(None))
}

/// Floating-point operations of one kind.
pub fn flops_of(kind: FlopKind) -> Metric {
    Metric::new(What::Flops(Some(kind)))
}

/// Shuffles, one for a warp.
pub fn shuffles() -> Metric {
    Metric::new(What::Shuffles)
}

/// Integer dot products (`__dp4a`, `__dp2a`), all lanes.
pub fn dot_products() -> Metric {
    Metric::new(What::DotProducts)
}

/// Branches that split a warp.
pub fn divergent_branches() -> Metric {
    Metric::new(What::DivergentBranches)
}

/// Launches of the case.
pub fn launches() -> Metric {
    Metric::new(What::Launches)
}

/// Bytes written to memory that is no output: scratch buffers, `__device__` variables, the device's heap.
pub fn scratch_bytes() -> Metric {
    Metric::new(What::ScratchBytes)
}

#[derive(Clone, Copy, Debug)]
enum What {
    Sectors(Accesses),
    TotalSectors(Accesses),
    Requests(Accesses),
    Elements(Accesses),
    Bytes(Accesses),
    UniqueBytes(Accesses),
    BankPasses,
    SharedRequests,
    SharedTraffic,
    SharedBytes,
    LaneEfficiency,
    BarriersPerBlock,
    Special,
    SpecialIssued,
    SpecialFast,
    Doubles,
    Flops(Option<FlopKind>),
    Shuffles,
    DotProducts,
    DivergentBranches,
    Launches,
    ScratchBytes,
}

/// What is counted, over all launches of a case or over one of them.
#[derive(Clone, Copy, Debug)]
pub struct Metric {
    what: What,
    launch: Option<usize>,
}

impl Metric {
    fn new(what: What) -> Metric {
        Metric { what, launch: None }
    }

    /// Counted of one launch only, by its place among the launches of the case.
    pub fn of_launch(self, launch: usize) -> Metric {
        Metric {
            launch: Some(launch),
            ..self
        }
    }

    /// The count of a run; `None` when there was nothing to count, or no device that counts.
    pub fn value(&self, case: &Case, ran: &Ran) -> Option<f64> {
        let counts = match self.launch {
            Some(launch) => ran.counts.get(launch).cloned(),
            None => ran.all_counts(),
        };
        self.of(case, &counts?)
    }

    fn of(&self, case: &Case, counts: &Counts) -> Option<f64> {
        let traffic = |a: Accesses| counts.traffic(a.buffer, a.side.of_buffer());
        let shared = counts.shared_loads.plus(counts.shared_stores);
        Some(match self.what {
            What::Sectors(a) => return per_request(traffic(a)),
            What::TotalSectors(a) => traffic(a).sectors as f64,
            What::Requests(a) => traffic(a).requests as f64,
            What::Elements(a) => traffic(a).bytes as f64 / element_bytes(case, a.buffer),
            What::Bytes(a) => traffic(a).bytes as f64,
            What::UniqueBytes(a) => traffic(a).unique_bytes as f64,
            What::BankPasses => worse(counts.shared_loads, counts.shared_stores),
            What::SharedRequests => shared.requests as f64,
            What::SharedTraffic => shared.bytes as f64,
            What::SharedBytes => counts.shared_bytes as f64,
            What::LaneEfficiency if counts.warp_instructions == 0 => return None,
            What::LaneEfficiency => {
                100.0 * counts.lane_instructions as f64 / (32 * counts.warp_instructions) as f64
            }
            What::BarriersPerBlock if counts.blocks == 0 => return None,
            What::BarriersPerBlock => counts.barriers as f64 / counts.blocks as f64,
            What::Special => counts.special as f64,
            What::SpecialIssued => counts.special_issued as f64,
            What::SpecialFast => counts.special_fast as f64,
            What::Doubles => counts.doubles as f64,
            What::Flops(kind) => flops_in(counts, kind) as f64,
            What::Shuffles => counts.shuffles as f64,
            What::DotProducts => counts.dot_products as f64,
            What::DivergentBranches => counts.divergent_branches as f64,
            What::Launches => counts.launches as f64,
            What::ScratchBytes => scratch(case, counts) as f64,
        })
    }

    /// The same count as a profile tells it, where that is another number: sectors a request, whatever a request asks for.
    pub fn as_profiled(&self, case: &Case, ran: &Ran) -> Option<String> {
        let What::Sectors(a) = self.what else {
            return None;
        };
        let counts = match self.launch {
            Some(launch) => ran.counts.get(launch).cloned(),
            None => ran.all_counts(),
        };
        let traffic = counts?.traffic(a.buffer, a.side.of_buffer());
        let each = traffic.sectors as f64 / traffic.requests.max(1) as f64;
        let same = self.value(case, ran) == Some(each);
        (!same && traffic.requests > 0).then(|| format!("{} a request", number(each)))
    }

    /// Whether it is a rate, which a single line has as well as the whole.
    pub fn is_rate(&self) -> bool {
        matches!(self.what, What::Sectors(_) | What::BankPasses)
    }

    /// The unit of the count.
    pub fn unit(&self) -> &'static str {
        match self.what {
            What::Sectors(_) => "sectors per 128 bytes asked for",
            What::TotalSectors(_) => "sectors",
            What::Requests(_) | What::SharedRequests => "requests",
            What::Elements(_) => "elements",
            What::Bytes(_) | What::UniqueBytes(_) | What::SharedTraffic | What::ScratchBytes => {
                "bytes"
            }
            What::BankPasses => "times the passes that suffice",
            What::LaneEfficiency => "% active",
            What::BarriersPerBlock => "per block",
            What::SharedBytes => "bytes per block",
            What::Special | What::SpecialFast => "evaluations",
            What::SpecialIssued | What::Shuffles => "instructions of warps",
            What::Flops(_) | What::DotProducts | What::Doubles => "operations",
            What::DivergentBranches => "branches that split a warp",
            What::Launches => "launches",
        }
    }

    /// What it is called at the front of a message: `loads of in`, `shared memory`.
    pub fn subject(&self) -> String {
        let accesses = |a: Accesses| {
            let what = match a.side {
                Side::Loads => "loads",
                Side::Stores => "stores",
                Side::Both => "loads and stores",
            };
            match a.buffer {
                "" => what.to_owned(),
                buffer => format!("{what} of `{buffer}`"),
            }
        };
        let said = match self.what {
            What::Sectors(a) | What::TotalSectors(a) | What::Requests(a) | What::Elements(a) => {
                accesses(a)
            }
            What::Bytes(a) => accesses(a),
            What::UniqueBytes(a) => format!("distinct bytes of {}", accesses(a)),
            What::BankPasses | What::SharedRequests | What::SharedTraffic | What::SharedBytes => {
                "shared memory".into()
            }
            What::LaneEfficiency => "lanes".into(),
            What::BarriersPerBlock => "barriers".into(),
            What::Special | What::SpecialIssued => "special functions".into(),
            What::SpecialFast => "fast functions (`__sinf` and its kin)".into(),
            What::Doubles => "operations on `double`".into(),
            What::Flops(kind) => flops_words(kind).into(),
            What::Shuffles => "shuffles".into(),
            What::DotProducts => "integer dot products".into(),
            What::DivergentBranches => "divergence".into(),
            What::Launches => "the case".into(),
            What::ScratchBytes => "memory beside the outputs".into(),
        };
        match self.launch {
            Some(launch) => format!("launch {}: {said}", launch + 1),
            None => said,
        }
    }

    /// What a line adds to the count, so that a message can name the lines that cost most.
    pub fn at_line(&self, case: &Case, line: &LineCounts) -> f64 {
        let traffic = |a: Accesses| a.side.traffic(line.loads, line.stores);
        let shared = line.shared_loads.plus(line.shared_stores);
        match self.what {
            What::Sectors(a) => per_request(traffic(a)).unwrap_or(0.0),
            What::TotalSectors(a) => traffic(a).sectors as f64,
            What::Requests(a) => traffic(a).requests as f64,
            What::Elements(a) => traffic(a).bytes as f64 / element_bytes(case, a.buffer),
            What::Bytes(a) => traffic(a).bytes as f64,
            What::BankPasses => worse(line.shared_loads, line.shared_stores),
            What::SharedRequests => shared.requests as f64,
            What::SharedTraffic => shared.bytes as f64,
            What::Special => line.special as f64,
            What::Doubles => line.doubles as f64,
            What::Flops(None) => line.flops as f64,
            What::DivergentBranches => line.divergent_branches as f64,
            _ => 0.0,
        }
    }
}

/// Sectors per 128 requested bytes.
fn per_request(traffic: Traffic) -> Option<f64> {
    (traffic.bytes > 0).then(|| traffic.sectors as f64 * 128.0 / traffic.bytes as f64)
}

fn worse(loads: Banked, stores: Banked) -> f64 {
    loads.passes().max(stores.passes())
}

fn element_bytes(case: &Case, buffer: &str) -> f64 {
    case.data_of(buffer)
        .map_or(4.0, |data| data.layout().bytes() as f64)
}

fn flops_in(counts: &Counts, kind: Option<FlopKind>) -> u64 {
    match kind {
        None => counts.flops.all(),
        Some(FlopKind::Half) => counts.flops.half,
        Some(FlopKind::Single) => counts.flops.single,
        Some(FlopKind::Double) => counts.flops.double,
        Some(FlopKind::Tensor) => counts.flops.tensor,
    }
}

fn flops_words(kind: Option<FlopKind>) -> &'static str {
    match kind {
        None => "arithmetic",
        Some(FlopKind::Half) => "arithmetic in 16 bits",
        Some(FlopKind::Single) => "arithmetic in `float`",
        Some(FlopKind::Double) => "arithmetic in `double`",
        Some(FlopKind::Tensor) => "arithmetic of matrix instructions",
    }
}

fn scratch(case: &Case, counts: &Counts) -> u64 {
    let output = |name: &str| case.outputs.iter().any(|o| o.buffer == name);
    let buffers = counts.buffers.iter().filter(|b| !output(&b.name));
    let beside = buffers.chain(&counts.variables);
    beside.map(|b| b.stores.bytes).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Data, Elem, Expected};

    fn counts(sectors: u64, bytes: u64) -> Counts {
        let loads = Traffic {
            requests: bytes / 128,
            sectors,
            bytes,
            unique_bytes: bytes,
        };
        let of = |name: &str, loads, stores| BufferCounts {
            name: name.into(),
            loads,
            stores,
        };
        Counts {
            launches: 1,
            buffers: vec![
                of("a", loads, Traffic::default()),
                of("s", Traffic::default(), loads),
            ],
            ..Counts::default()
        }
    }

    fn ran(launches: Vec<Counts>) -> Ran {
        Ran {
            counts: launches,
            ..Ran::stopped("", "")
        }
    }

    #[test]
    fn sectors_are_told_per_full_request() {
        let case = Case::new("x", "k");
        let value = |metric: Metric, c| metric.value(&case, &ran(vec![c]));
        assert_eq!(value(loads().sectors(), counts(32, 128)), Some(32.0));
        assert_eq!(value(loads().of("a").sectors(), counts(16, 512)), Some(4.0));
        assert_eq!(value(loads().of("b").sectors(), counts(16, 512)), None);
        assert_eq!(loads().sectors().value(&case, &ran(vec![])), None);
    }

    #[test]
    fn sectors_are_told_as_a_profile_tells_them_where_that_differs() {
        let case = Case::new("x", "k");
        let wide = Traffic {
            requests: 2,
            sectors: 32,
            bytes: 1024,
            unique_bytes: 1024,
        };
        let of = |traffic: Traffic| {
            let mut one = counts(0, 0);
            one.buffers[0].loads = traffic;
            let ran = ran(vec![one]);
            let metric = loads().of("a").sectors();
            (metric.value(&case, &ran), metric.as_profiled(&case, &ran))
        };
        assert_eq!(of(wide), (Some(4.0), Some("16 a request".into())));
        let plain = Traffic { bytes: 256, ..wide };
        assert_eq!(of(plain), (Some(16.0), None));
    }

    #[test]
    fn elements_have_the_size_of_the_buffers() {
        let case = Case::new("x", "k").buffer("a", Data::fresh(Elem::I8, 512));
        let one = ran(vec![counts(16, 512)]);
        assert_eq!(loads().of("a").elements().value(&case, &one), Some(512.0));
        assert_eq!(loads().elements().value(&case, &one), Some(128.0));
    }

    #[test]
    fn a_line_is_told_in_the_unit_of_its_budget() {
        let case = Case::new("x", "k").buffer("a", Data::fresh(Elem::I8, 512));
        let line = LineCounts {
            loads: counts(16, 512).buffers[0].loads,
            ..LineCounts::default()
        };
        assert_eq!(loads().of("a").elements().at_line(&case, &line), 512.0);
        assert_eq!(loads().elements().at_line(&case, &line), 128.0);
        assert_eq!(loads().bytes().at_line(&case, &line), 512.0);
    }

    #[test]
    fn a_launch_is_counted_alone_or_with_the_others() {
        let case = Case::new("x", "k");
        let two = ran(vec![counts(4, 128), counts(16, 512)]);
        assert_eq!(launches().value(&case, &two), Some(2.0));
        assert_eq!(accesses().bytes().value(&case, &two), Some(1280.0));
        let second = loads().bytes().of_launch(1);
        assert_eq!(second.value(&case, &two), Some(512.0));
        assert_eq!(second.subject(), "launch 2: loads");
        assert_eq!(loads().bytes().of_launch(2).value(&case, &two), None);
    }

    #[test]
    fn what_is_written_beside_the_outputs_is_scratch() {
        let with = |case: Case| scratch_bytes().value(&case, &ran(vec![counts(4, 128)]));
        let case = Case::new("x", "k").buffer("s", Data::fresh(Elem::F32, 32));
        assert_eq!(with(case.clone()), Some(128.0));
        let expected = Expected::exact(Data::f32(&[0.0; 32]));
        assert_eq!(with(case.expect("s", expected, &[])), Some(0.0));
    }
}
