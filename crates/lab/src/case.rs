//! One run that a part asks for: a kernel, a launch, arguments with seeded contents, and what must come out.
//!
//! The rule: a case is the same on every machine and at every call. Contents come from [`Seeded`] or from the index,
//! the oracle is plain Rust, and sizes are awkward on purpose: 0, 1, one beside a warp or a tile, a prime, and one
//! more than the grid holds. Names of arguments are those of the kernel's parameters.
//! Read next: `compare.rs` for what "came out" means, `budget.rs` for what is counted.

use crate::compare::Expected;

/// Warp instructions that a case may take unless it says otherwise: many times what any right solution needs.
pub const DEFAULT_FUEL: u64 = 2_000_000;

/// A deterministic source of numbers (splitmix64).
#[derive(Clone, Debug)]
pub struct Seeded(u64);

impl Seeded {
    /// A source that always gives the same numbers for the same seed.
    pub fn new(seed: u64) -> Seeded {
        Seeded(seed)
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A multiple of 2⁻²³ in [−1, 1), never 0, so that a forgotten store cannot look right.
    pub fn unit(&mut self) -> f32 {
        let steps = (self.bits() >> 40) as i32 - (1 << 23);
        (if steps == 0 { 1 } else { steps }) as f32 / (1 << 23) as f32
    }

    /// `len` numbers as [`Seeded::unit`] gives them.
    pub fn units(&mut self, len: usize) -> Vec<f32> {
        (0..len).map(|_| self.unit()).collect()
    }
}

/// What a buffer holds before the launch.
#[derive(Clone, Debug, PartialEq)]
pub enum Data {
    /// 32-bit floats.
    F32(Vec<f32>),
    /// 32-bit integers.
    I32(Vec<i32>),
    /// Room for floats that nobody wrote.
    EmptyF32(usize),
    /// Room for integers that nobody wrote.
    EmptyI32(usize),
}

impl Data {
    /// Number of elements.
    pub fn len(&self) -> usize {
        match self {
            Data::F32(v) => v.len(),
            Data::I32(v) => v.len(),
            Data::EmptyF32(n) | Data::EmptyI32(n) => *n,
        }
    }

    /// Whether there is no element.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Little-endian contents; `None` when nobody wrote them.
    pub fn bytes(&self) -> Option<Vec<u8>> {
        match self {
            Data::F32(v) => Some(v.iter().flat_map(|x| x.to_le_bytes()).collect()),
            Data::I32(v) => Some(v.iter().flat_map(|x| x.to_le_bytes()).collect()),
            Data::EmptyF32(_) | Data::EmptyI32(_) => None,
        }
    }
}

/// An argument of the launch.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// An `int`.
    I32(i32),
    /// A `float`.
    F32(f32),
    /// A pointer into a fresh buffer, `skip` elements after its start.
    Buffer {
        /// Its contents.
        data: Data,
        /// Elements before the one that the pointer names.
        skip: usize,
    },
}

/// What must be in a buffer afterwards.
#[derive(Clone, Debug)]
pub struct Output {
    /// The parameter's name.
    pub buffer: &'static str,
    /// The contents that are right.
    pub expected: Expected,
    /// Names and extents of the axes, slowest first, so that an index can be told as a place.
    pub axes: Vec<(&'static str, usize)>,
}

impl Output {
    /// `row 3, column 7`, or nothing for a plain vector.
    pub fn place(&self, index: usize) -> String {
        let mut rest = index;
        let mut words: Vec<String> = Vec::new();
        for (name, extent) in self.axes.iter().rev() {
            let extent = (*extent).max(1);
            words.push(format!("{name} {}", rest % extent));
            rest /= extent;
        }
        words.reverse();
        words.join(", ")
    }
}

/// One run.
#[derive(Clone, Debug)]
pub struct Case {
    /// Its name as a learner reads it: `n = 257`.
    pub name: String,
    /// The kernel that is launched.
    pub kernel: &'static str,
    /// Blocks.
    pub grid: [u32; 3],
    /// Threads a block.
    pub block: [u32; 3],
    /// Dynamic shared memory a block, in bytes.
    pub shared_bytes: u32,
    /// Arguments in parameter order.
    pub args: Vec<(&'static str, Value)>,
    /// What must come out.
    pub outputs: Vec<Output>,
    /// Which budgets count this case, by their `counted_on`.
    pub tags: Vec<&'static str>,
    /// Run again in other orders.
    pub reordered: bool,
    /// Warp instructions before the run is called endless.
    pub fuel: u64,
}

impl Case {
    /// A case of `kernel` with one block of one thread and no arguments yet.
    pub fn new(name: impl Into<String>, kernel: &'static str) -> Case {
        Case {
            name: name.into(),
            kernel,
            grid: [1; 3],
            block: [1; 3],
            shared_bytes: 0,
            args: Vec::new(),
            outputs: Vec::new(),
            tags: Vec::new(),
            reordered: false,
            fuel: DEFAULT_FUEL,
        }
    }

    /// Sets the launch's shape.
    pub fn launch(mut self, grid: [u32; 3], block: [u32; 3]) -> Case {
        self.grid = grid;
        self.block = block;
        self
    }

    /// Adds an `int` argument.
    pub fn int(mut self, name: &'static str, value: usize) -> Case {
        self.args
            .push((name, Value::I32(i32::try_from(value).unwrap_or(i32::MAX))));
        self
    }

    /// Adds a buffer.
    pub fn buffer(self, name: &'static str, data: Data) -> Case {
        self.buffer_after(name, data, 0)
    }

    /// Adds a buffer whose pointer names the element `skip`.
    pub fn buffer_after(mut self, name: &'static str, data: Data, skip: usize) -> Case {
        self.args.push((name, Value::Buffer { data, skip }));
        self
    }

    /// Says what must be in a buffer afterwards, and how to tell a place in it.
    pub fn expect(
        mut self,
        buffer: &'static str,
        expected: Expected,
        axes: &[(&'static str, usize)],
    ) -> Case {
        self.outputs.push(Output {
            buffer,
            expected,
            axes: axes.to_vec(),
        });
        self
    }

    /// Lets the budgets that count `tag` count this case.
    pub fn tag(mut self, tag: &'static str) -> Case {
        self.tags.push(tag);
        self
    }

    /// Runs this case in other orders too.
    pub fn reordered(mut self) -> Case {
        self.reordered = true;
        self
    }

    /// The value of an `int` argument; 0 when there is none of this name.
    pub fn int_of(&self, name: &str) -> u64 {
        let value = self.args.iter().find_map(|(n, v)| match v {
            Value::I32(v) if *n == name => u64::try_from(*v).ok(),
            _ => None,
        });
        value.unwrap_or(0)
    }

    /// The contents of a buffer argument before the launch.
    pub fn data_of(&self, name: &str) -> Option<&Data> {
        self.args.iter().find_map(|(n, v)| match v {
            Value::Buffer { data, .. } if *n == name => Some(data),
            _ => None,
        })
    }

    /// The launch as CUDA writes it: `vadd<<<2, 256>>>(a, b, c, 257)`.
    pub fn launch_text(&self) -> String {
        let args: Vec<String> = self
            .args
            .iter()
            .map(|(name, value)| match value {
                Value::I32(v) => v.to_string(),
                Value::F32(v) => format!("{v:?}f"),
                Value::Buffer { skip: 0, .. } => (*name).to_owned(),
                Value::Buffer { skip, .. } => format!("{name} + {skip}"),
            })
            .collect();
        format!(
            "{}<<<{}, {}>>>({})",
            self.kernel,
            dim(self.grid),
            dim(self.block),
            args.join(", ")
        )
    }
}

fn dim(d: [u32; 3]) -> String {
    match d {
        [x, 1, 1] => x.to_string(),
        [x, y, 1] => format!("dim3({x}, {y})"),
        [x, y, z] => format!("dim3({x}, {y}, {z})"),
    }
}

/// Blocks of `per_block` that cover `n` things; at least one, since a launch of none is an error.
pub fn cover(n: usize, per_block: u32) -> u32 {
    u32::try_from(n)
        .unwrap_or(u32::MAX)
        .div_ceil(per_block)
        .max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeded_numbers_repeat_and_stay_in_range() {
        let numbers = Seeded::new(7).units(1000);
        assert_eq!(numbers, Seeded::new(7).units(1000));
        assert_ne!(numbers, Seeded::new(8).units(1000));
        assert!(numbers.iter().all(|x| (-1.0..1.0).contains(x) && *x != 0.0));
    }

    #[test]
    fn a_launch_reads_as_cuda() {
        let case = Case::new("n = 2", "vadd")
            .launch([2, 1, 1], [16, 16, 1])
            .buffer_after("a", Data::EmptyF32(3), 1)
            .int("n", 2);
        assert_eq!(case.launch_text(), "vadd<<<2, dim3(16, 16)>>>(a + 1, 2)");
        assert_eq!(case.int_of("n"), 2);
    }

    #[test]
    fn an_index_is_told_by_its_axes() {
        let out = Output {
            buffer: "c",
            expected: Expected::I32(vec![]),
            axes: vec![("row", 3), ("column", 5)],
        };
        assert_eq!(out.place(7), "row 1, column 2");
    }

    #[test]
    fn nothing_is_still_covered_by_one_block() {
        assert_eq!((cover(0, 32), cover(32, 32), cover(33, 32)), (1, 1, 2));
    }
}
