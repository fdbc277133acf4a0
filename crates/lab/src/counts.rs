//! What a run counted: plain numbers, all exact, of one launch or of several together.
//!
//! In: what a device hands over for each launch. Out: sums and rates that budgets read. A device that does not count
//! hands over nothing. Definitions follow Nsight Compute's metrics of the same name; see `crates/lab-sim` for whose is whose.

/// Requests of warps to global memory and what they touch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Traffic {
    /// Instructions of a warp with at least one active lane.
    pub requests: u64,
    /// Distinct aligned 32-byte pieces touched, summed over the requests.
    pub sectors: u64,
    /// Bytes that the lanes asked for.
    pub bytes: u64,
    /// Distinct bytes touched over a launch.
    pub unique_bytes: u64,
}

impl Traffic {
    /// Both together; distinct bytes are added up.
    pub fn plus(self, other: Traffic) -> Traffic {
        Traffic {
            requests: self.requests + other.requests,
            sectors: self.sectors + other.sectors,
            bytes: self.bytes + other.bytes,
            unique_bytes: self.unique_bytes + other.unique_bytes,
        }
    }
}

/// Requests to shared memory and the passes over the banks they took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Banked {
    /// Instructions of a warp with at least one active lane.
    pub requests: u64,
    /// Passes over the 32 banks.
    pub wavefronts: u64,
    /// Passes that the same bytes need without conflicts.
    pub ideal_wavefronts: u64,
    /// Bytes that the lanes asked for.
    pub bytes: u64,
}

impl Banked {
    /// Passes for each that suffices; 0 without requests.
    pub fn passes(self) -> f64 {
        if self.ideal_wavefronts == 0 {
            0.0
        } else {
            self.wavefronts as f64 / self.ideal_wavefronts as f64
        }
    }

    /// Both together.
    pub fn plus(self, other: Banked) -> Banked {
        Banked {
            requests: self.requests + other.requests,
            wavefronts: self.wavefronts + other.wavefronts,
            ideal_wavefronts: self.ideal_wavefronts + other.ideal_wavefronts,
            bytes: self.bytes + other.bytes,
        }
    }
}

/// Floating-point operations of single lanes, by what they are done on; a fused multiply-add is two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flops {
    /// On `__half` and `__nv_bfloat16`.
    pub half: u64,
    /// On `float`.
    pub single: u64,
    /// On `double`.
    pub double: u64,
    /// By matrix instructions.
    pub tensor: u64,
}

impl Flops {
    /// Of every kind.
    pub fn all(self) -> u64 {
        self.half + self.single + self.double + self.tensor
    }

    /// Both together.
    pub fn plus(self, other: Flops) -> Flops {
        Flops {
            half: self.half + other.half,
            single: self.single + other.single,
            double: self.double + other.double,
            tensor: self.tensor + other.tensor,
        }
    }
}

/// The traffic of one buffer, or of one variable of the kernel's text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BufferCounts {
    /// The buffer's name in the case, or the variable's.
    pub name: String,
    /// Reads.
    pub loads: Traffic,
    /// Writes.
    pub stores: Traffic,
}

/// What one line of the kernel did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LineCounts {
    /// 1-based line.
    pub line: u32,
    /// Reads of global memory.
    pub loads: Traffic,
    /// Writes of global memory.
    pub stores: Traffic,
    /// Reads of shared memory.
    pub shared_loads: Banked,
    /// Writes of shared memory.
    pub shared_stores: Banked,
    /// Floating-point operations.
    pub flops: u64,
    /// Special functions.
    pub special: u64,
    /// Operations on `double`, special functions among them.
    pub doubles: u64,
    /// Branches that split a warp.
    pub divergent_branches: u64,
}

/// What was counted, of one launch or of several.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Launches.
    pub launches: u64,
    /// Instructions issued to warps.
    pub warp_instructions: u64,
    /// The same, times the lanes active in each.
    pub lane_instructions: u64,
    /// Floating-point operations.
    pub flops: Flops,
    /// Special functions (sine, square root, …) of single lanes.
    pub special: u64,
    /// The same, one for a warp.
    pub special_issued: u64,
    /// Of the special functions, the approximations that CUDA names `__sinf`, `__expf` and so on, of single lanes.
    pub special_fast: u64,
    /// Operations on `double` of single lanes: arithmetic and special functions.
    pub doubles: u64,
    /// Shuffles, one for a warp.
    pub shuffles: u64,
    /// Integer dot products (`__dp4a`, `__dp2a`) of single lanes.
    pub dot_products: u64,
    /// Branches that some lanes of a warp took and some did not.
    pub divergent_branches: u64,
    /// Block-wide barriers completed.
    pub barriers: u64,
    /// Blocks run.
    pub blocks: u64,
    /// Shared memory a block, static and dynamic, in bytes; of several launches the most.
    pub shared_bytes: u64,
    /// Reads of shared memory.
    pub shared_loads: Banked,
    /// Writes of shared memory.
    pub shared_stores: Banked,
    /// Each buffer of the case that was touched.
    pub buffers: Vec<BufferCounts>,
    /// Each `__device__` variable that was touched, and the device's heap.
    pub variables: Vec<BufferCounts>,
    /// Each line that touched memory or computed, in order.
    pub lines: Vec<LineCounts>,
}

impl Counts {
    /// Both together.
    pub fn plus(mut self, other: &Counts) -> Counts {
        self.launches += other.launches;
        self.warp_instructions += other.warp_instructions;
        self.lane_instructions += other.lane_instructions;
        self.flops = self.flops.plus(other.flops);
        self.special += other.special;
        self.special_issued += other.special_issued;
        self.special_fast += other.special_fast;
        self.doubles += other.doubles;
        self.shuffles += other.shuffles;
        self.dot_products += other.dot_products;
        self.divergent_branches += other.divergent_branches;
        self.barriers += other.barriers;
        self.blocks += other.blocks;
        self.shared_bytes = self.shared_bytes.max(other.shared_bytes);
        self.shared_loads = self.shared_loads.plus(other.shared_loads);
        self.shared_stores = self.shared_stores.plus(other.shared_stores);
        add_buffers(&mut self.buffers, &other.buffers);
        add_buffers(&mut self.variables, &other.variables);
        add_lines(&mut self.lines, &other.lines);
        self
    }

    /// The traffic of one buffer, or of all (`""`).
    pub fn traffic(&self, buffer: &str, side: fn(&BufferCounts) -> Traffic) -> Traffic {
        let wanted = self
            .buffers
            .iter()
            .filter(|b| buffer.is_empty() || b.name == buffer);
        wanted.map(side).fold(Traffic::default(), Traffic::plus)
    }
}

fn add_buffers(to: &mut Vec<BufferCounts>, from: &[BufferCounts]) {
    for buffer in from {
        match to.iter_mut().find(|known| known.name == buffer.name) {
            Some(known) => {
                known.loads = known.loads.plus(buffer.loads);
                known.stores = known.stores.plus(buffer.stores);
            }
            None => to.push(buffer.clone()),
        }
    }
}

fn add_lines(to: &mut Vec<LineCounts>, from: &[LineCounts]) {
    for line in from {
        match to.iter_mut().find(|known| known.line == line.line) {
            Some(known) => {
                known.loads = known.loads.plus(line.loads);
                known.stores = known.stores.plus(line.stores);
                known.shared_loads = known.shared_loads.plus(line.shared_loads);
                known.shared_stores = known.shared_stores.plus(line.shared_stores);
                known.flops += line.flops;
                known.special += line.special;
                known.doubles += line.doubles;
                known.divergent_branches += line.divergent_branches;
            }
            None => to.push(*line),
        }
    }
    to.sort_by_key(|line| line.line);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn launches_add_up_buffer_by_buffer() {
        let one = |name: &str, bytes: u64| Counts {
            launches: 1,
            shared_bytes: bytes,
            buffers: vec![BufferCounts {
                name: name.into(),
                loads: Traffic {
                    requests: 1,
                    sectors: 4,
                    bytes,
                    unique_bytes: bytes,
                },
                stores: Traffic::default(),
            }],
            ..Counts::default()
        };
        let all = one("a", 128).plus(&one("b", 64)).plus(&one("a", 128));
        assert_eq!((all.launches, all.shared_bytes), (3, 128));
        assert_eq!(all.traffic("a", |b| b.loads).bytes, 256);
        assert_eq!(all.traffic("", |b| b.loads).sectors, 12);
    }
}
