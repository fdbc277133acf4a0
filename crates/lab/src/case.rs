//! One run that a part asks for: buffers with seeded contents, launches and copies in order, and what must come out.
//!
//! The rule: a case is the same on every machine and at every call with one seed. Contents come from [`crate::Seed`] or from the
//! index, the oracle is plain Rust, and sizes are awkward on purpose: 0, 1, one beside a warp or a tile, a prime, and one
//! more than the grid holds. Memory lives as long as the case: what one launch leaves in a buffer the next one finds.
//! Read next: `launch.rs` for one launch, `compare.rs` for what "came out" means, `budget.rs` for what is counted.

use crate::compare::Expected;
use crate::data::{Data, Elem, Layout};
use crate::launch::{Arg, Copy, Launch, Step};

/// Warp instructions that a case may take unless it says otherwise: many times what any right solution needs.
pub const DEFAULT_FUEL: u64 = 2_000_000;

/// A buffer of a case.
#[derive(Clone, Debug, PartialEq)]
pub struct Buffer {
    /// Its name: by custom the parameter that it is passed for.
    pub name: &'static str,
    /// What it holds before the first launch.
    pub data: Data,
    /// Whether it is room to work in: kernels may write it, and nobody looks at what is left there.
    pub scratch: bool,
}

/// What must be in a buffer after the last step.
#[derive(Clone, Debug)]
pub struct Output {
    /// The buffer's name.
    pub buffer: &'static str,
    /// The contents that are right.
    pub expected: Expected,
    /// Names and extents of the axes, slowest first, so that an index can be told as a place.
    pub axes: Vec<(&'static str, usize)>,
}

impl Output {
    /// The element as a learner thinks of it: `c[7]`, `q[row 3, column 17]`.
    pub fn element(&self, index: usize) -> String {
        let mut rest = index;
        let mut words: Vec<String> = Vec::new();
        for (name, extent) in self.axes.iter().rev() {
            let extent = (*extent).max(1);
            words.push(format!("{name} {}", rest % extent));
            rest /= extent;
        }
        words.reverse();
        match words.is_empty() {
            true => format!("`{}[{index}]`", self.buffer),
            false => format!("`{}[{}]`", self.buffer, words.join(", ")),
        }
    }
}

/// One run.
#[derive(Clone, Debug)]
pub struct Case {
    /// Its name as a learner reads it: `n = 257`.
    pub name: String,
    /// Its buffers, in the order in which they were named.
    pub buffers: Vec<Buffer>,
    /// Launches and copies, in order.
    pub steps: Vec<Step>,
    /// What must come out.
    pub outputs: Vec<Output>,
    /// Which budgets count this case, by their tag.
    pub tags: Vec<&'static str>,
    /// Run again in other orders.
    pub reordered: bool,
    /// Warp instructions, of all launches together, before the run is called endless.
    pub fuel: u64,
    /// Integer arguments, and sizes that no parameter has.
    sizes: Vec<(&'static str, u64)>,
}

impl Case {
    /// A case whose first launch is of `kernel`, with one block of one thread and no arguments yet.
    pub fn new(name: impl Into<String>, kernel: &'static str) -> Case {
        Case {
            name: name.into(),
            buffers: Vec::new(),
            steps: vec![Step::Launch(Launch::new(kernel))],
            outputs: Vec::new(),
            tags: Vec::new(),
            reordered: false,
            fuel: DEFAULT_FUEL,
            sizes: Vec::new(),
        }
    }

    /// Adds a launch; shapes and arguments that follow are its own.
    pub fn then(mut self, kernel: &'static str) -> Case {
        self.steps.push(Step::Launch(Launch::new(kernel)));
        self
    }

    /// Copies a whole buffer over the beginning of another, between two launches.
    pub fn copy(self, from: &'static str, to: &'static str) -> Case {
        let len = self.data_of(from).map_or(0, Data::len);
        self.copy_some(Copy {
            from: (from, 0),
            to: (to, 0),
            len,
        })
    }

    /// Copies some elements, between two launches.
    pub fn copy_some(mut self, copy: Copy) -> Case {
        self.steps.push(Step::Copy(copy));
        self
    }

    /// Sets the shape of the launch.
    pub fn launch(self, grid: [u32; 3], block: [u32; 3]) -> Case {
        self.on_launch(|launch| (launch.grid, launch.block) = (grid, block))
    }

    /// Sets the dynamic shared memory a block of the launch, in bytes.
    pub fn dynamic_shared(self, bytes: u32) -> Case {
        self.on_launch(|launch| launch.shared_bytes = bytes)
    }

    /// Adds an `int` argument.
    pub fn int(self, name: &'static str, value: usize) -> Case {
        self.arg(name, Arg::I32(i32::try_from(value).unwrap_or(i32::MAX)))
    }

    /// Adds a `float` argument.
    pub fn float(self, name: &'static str, value: f32) -> Case {
        self.arg(name, Arg::F32(value))
    }

    /// Adds any argument.
    pub fn arg(self, name: &'static str, value: Arg) -> Case {
        let case = match value.whole() {
            Some(whole) => self.size(name, whole),
            None => self,
        };
        case.on_launch(|launch| launch.args.push((name, value)))
    }

    /// Adds a buffer and passes it for the parameter of its name.
    pub fn buffer(self, name: &'static str, data: Data) -> Case {
        self.buffer_after(name, data, 0)
    }

    /// Adds a buffer and passes a pointer to its element `skip`.
    pub fn buffer_after(self, name: &'static str, data: Data, skip: usize) -> Case {
        self.hold(name, data, false)
            .arg(name, Arg::Buffer { buffer: name, skip })
    }

    /// Adds room to work in and passes it: kernels may write it, and nobody looks at what is left there.
    pub fn scratch(self, name: &'static str, data: Data) -> Case {
        self.hold(name, data, true).pass(name)
    }

    /// Adds a buffer without passing it, for a later launch or a copy.
    pub fn hold(mut self, name: &'static str, data: Data, scratch: bool) -> Case {
        self.buffers.push(Buffer {
            name,
            data,
            scratch,
        });
        self
    }

    /// Passes a buffer that an earlier launch was given, for the parameter of its name.
    pub fn pass(self, name: &'static str) -> Case {
        self.pass_as(name, name)
    }

    /// Passes a buffer for a parameter of another name.
    pub fn pass_as(self, parameter: &'static str, buffer: &'static str) -> Case {
        self.arg(parameter, Arg::Buffer { buffer, skip: 0 })
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

    /// Allows so many warp instructions, all launches together.
    pub fn fuel(mut self, fuel: u64) -> Case {
        self.fuel = fuel;
        self
    }

    /// Notes a size that no parameter has, for budgets; of two with one name the first stays.
    pub fn size(mut self, name: &'static str, value: u64) -> Case {
        if !self.sizes.iter().any(|(known, _)| *known == name) {
            self.sizes.push((name, value));
        }
        self
    }

    fn on_launch(mut self, change: impl FnOnce(&mut Launch)) -> Case {
        if let Some(launch) = self.steps.iter_mut().rev().find_map(Step::launch_mut) {
            change(launch);
        }
        self
    }

    /// Drops what buffers hold and what must come out, once both have been looked at; names, types and sizes stay.
    pub(crate) fn forget_contents(&mut self) {
        self.buffers.iter_mut().for_each(|b| b.data.forget());
        self.outputs.iter_mut().for_each(|o| o.expected.forget());
    }

    /// Its launches, in order.
    pub fn launches(&self) -> impl Iterator<Item = &Launch> {
        self.steps.iter().filter_map(Step::launch)
    }

    /// The buffer of this name.
    pub fn buffer_of(&self, name: &str) -> Option<&Buffer> {
        self.buffers.iter().find(|b| b.name == name)
    }

    /// What a buffer holds before the first launch.
    pub fn data_of(&self, name: &str) -> Option<&Data> {
        self.buffer_of(name).map(|b| &b.data)
    }

    /// The numbers that a buffer holds before the first launch; none where it holds no numbers.
    pub fn numbers_of(&self, name: &str) -> Vec<f64> {
        self.data_of(name).map(Data::numbers).unwrap_or_default()
    }

    /// The type of a buffer's elements; `float` where they are records or there is no such buffer.
    pub fn elem_of(&self, name: &str) -> Elem {
        match self.data_of(name).map(Data::layout) {
            Some(Layout::Number(elem)) => elem,
            _ => Elem::F32,
        }
    }

    /// The launches as CUDA writes them: `vadd<<<2, 256>>>(a, b, c, 257)`; of many the first and how many follow.
    pub fn launch_text(&self) -> String {
        let mut texts = self.launches().map(Launch::text);
        let first = texts.next().unwrap_or_default();
        match (texts.next(), texts.count()) {
            (None, _) => first,
            (Some(second), 0) => format!("{first}; {second}"),
            (Some(second), more) => format!("{first}; {second}; and {more} more launches"),
        }
    }
}

/// `case["n"]` is the value of an integer argument or a noted size; 0 when there is none of this name.
impl std::ops::Index<&str> for Case {
    type Output = u64;

    fn index(&self, name: &str) -> &u64 {
        let noted = self.sizes.iter().find(|(n, _)| *n == name).map(|(_, v)| v);
        noted.unwrap_or(&0)
    }
}

/// Blocks of `per_block` that cover `n` things; at least one, since a launch of none is an error.
pub fn cover(n: usize, per_block: u32) -> u32 {
    u32::try_from(n)
        .unwrap_or(u32::MAX)
        .div_ceil(per_block)
        .max(1)
}
