//! The steps of a case: a launch of a kernel with its shape and arguments, or a copy between two buffers.

/// One step of a case.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// A kernel is launched.
    Launch(Launch),
    /// Elements of one buffer are copied into another.
    Copy(Copy),
}

impl Step {
    /// The launch, if it is one.
    pub fn launch(&self) -> Option<&Launch> {
        match self {
            Step::Launch(launch) => Some(launch),
            Step::Copy(_) => None,
        }
    }

    pub(crate) fn launch_mut(&mut self) -> Option<&mut Launch> {
        match self {
            Step::Launch(launch) => Some(launch),
            Step::Copy(_) => None,
        }
    }
}

/// A launch of a kernel.
#[derive(Clone, Debug, PartialEq)]
pub struct Launch {
    /// The kernel.
    pub kernel: &'static str,
    /// Blocks.
    pub grid: [u32; 3],
    /// Threads a block.
    pub block: [u32; 3],
    /// Dynamic shared memory a block, in bytes.
    pub shared_bytes: u32,
    /// Arguments in parameter order, each with the parameter's name.
    pub args: Vec<(&'static str, Arg)>,
}

/// An argument of a launch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Arg {
    /// An `int`, or a shorter integer that holds the value.
    I32(i32),
    /// An `unsigned int`, or a shorter one that holds the value.
    U32(u32),
    /// A `long long`.
    I64(i64),
    /// A `float`.
    F32(f32),
    /// A `double`.
    F64(f64),
    /// A pointer to an element of a buffer of the case.
    Buffer {
        /// The buffer.
        buffer: &'static str,
        /// Elements before the one that the pointer names.
        skip: usize,
    },
}

impl Arg {
    /// Its value, if it is an integer and not negative.
    pub fn whole(self) -> Option<u64> {
        match self {
            Arg::I32(v) => u64::try_from(v).ok(),
            Arg::U32(v) => Some(u64::from(v)),
            Arg::I64(v) => u64::try_from(v).ok(),
            Arg::F32(_) | Arg::F64(_) | Arg::Buffer { .. } => None,
        }
    }

    fn text(self) -> String {
        match self {
            Arg::I32(v) => v.to_string(),
            Arg::U32(v) => format!("{v}u"),
            Arg::I64(v) => format!("{v}ll"),
            Arg::F32(v) => format!("{v:?}f"),
            Arg::F64(v) => format!("{v:?}"),
            Arg::Buffer { buffer, skip: 0 } => buffer.to_owned(),
            Arg::Buffer { buffer, skip } => format!("{buffer} + {skip}"),
        }
    }
}

/// A copy between two buffers of elements of one size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Copy {
    /// Where from: a buffer and its first element.
    pub from: (&'static str, usize),
    /// Where to: a buffer and its first element.
    pub to: (&'static str, usize),
    /// How many elements.
    pub len: usize,
}

impl Launch {
    pub(crate) fn new(kernel: &'static str) -> Launch {
        Launch {
            kernel,
            grid: [1; 3],
            block: [1; 3],
            shared_bytes: 0,
            args: Vec::new(),
        }
    }

    /// Blocks in all.
    pub fn blocks(&self) -> u64 {
        self.grid.iter().map(|n| u64::from(*n)).product()
    }

    /// Threads in all.
    pub fn threads(&self) -> u64 {
        self.blocks() * self.block.iter().map(|n| u64::from(*n)).product::<u64>()
    }

    /// As CUDA writes it: `vadd<<<2, 256>>>(a, b, c, 257)`.
    pub fn text(&self) -> String {
        let args: Vec<String> = self.args.iter().map(|(_, value)| value.text()).collect();
        format!("{}({})", self.shape_text(), args.join(", "))
    }

    /// The launch without its arguments: `vadd<<<2, 256>>>`.
    pub fn shape_text(&self) -> String {
        shape_text(self.kernel, self.grid, self.block, self.shared_bytes)
    }
}

/// A kernel with its shape, as CUDA writes it: `vadd<<<2, dim3(16, 16), 512>>>`.
pub fn shape_text(kernel: &str, grid: [u32; 3], block: [u32; 3], shared_bytes: u32) -> String {
    let shared = match shared_bytes {
        0 => String::new(),
        bytes => format!(", {bytes}"),
    };
    let (grid, block) = (extents(grid), extents(block));
    format!("{kernel}<<<{grid}, {block}{shared}>>>")
}

fn extents(of: [u32; 3]) -> String {
    match of {
        [x, 1, 1] => x.to_string(),
        [x, y, 1] => format!("dim3({x}, {y})"),
        [x, y, z] => format!("dim3({x}, {y}, {z})"),
    }
}

#[cfg(test)]
mod tests {
    use crate::{Case, Copy, Data, Elem, Step};

    #[test]
    fn a_launch_reads_as_cuda() {
        let case = Case::new("n = 2", "vadd")
            .launch([2, 1, 1], [16, 16, 1])
            .dynamic_shared(512)
            .buffer_after("a", Data::fresh(Elem::F32, 3), 1)
            .int("n", 2)
            .float("s", 0.5);
        assert_eq!(
            case.launch_text(),
            "vadd<<<2, dim3(16, 16), 512>>>(a + 1, 2, 0.5f)"
        );
        assert_eq!((case["n"], case["m"]), (2, 0));
    }

    #[test]
    fn steps_follow_one_another_and_share_buffers() {
        let case = Case::new("two passes", "first")
            .buffer("x", Data::f32(&[1.0, 2.0]))
            .scratch("s", Data::fresh(Elem::F32, 2))
            .copy("s", "x")
            .then("second")
            .pass_as("in", "x");
        assert_eq!(
            case.launch_text(),
            "first<<<1, 1>>>(x, s); second<<<1, 1>>>(x)"
        );
        let whole = Copy {
            from: ("s", 0),
            to: ("x", 0),
            len: 2,
        };
        assert_eq!(case.steps[1], Step::Copy(whole));
        assert!(case.buffer_of("s").is_some_and(|b| b.scratch));
    }
}
