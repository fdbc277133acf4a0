//! What `ARGS.json` asks for: a file in, arguments with their bytes, what is expected of them and the tolerances out.
//!
//! Rule: everything that such a file can get wrong is found here, before anything runs, and said in a sentence that names
//! the argument; paths in it are relative to it. What only the function knows (how many parameters, of which types) is for
//! `call.rs` to find.

use std::path::Path;

use serde::Deserialize;
use serde_json::Value;
use simt::launch::{Dim3, MAX_MEMORY};

use super::compare::Tolerance;
use super::dtype::{Dtype, Number};
use super::npy::{self, Array};
use super::scalar::{self, Scalar};
use crate::exit::Failure;
use crate::regular;

/// How long the file of an array may be: bytes of a tensor, each expected as a double, and the head.
const MOST_OF_ARRAY: u64 = 8 * MAX_MEMORY as u64 + (1 << 20);

/// One call, as asked for; without arguments by default.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// One for each parameter, in order.
    pub arguments: Vec<Argument>,
    /// What is expected: which argument, and its values.
    pub expected: Vec<(usize, Array)>,
    /// How close they must come.
    pub tolerance: Tolerance,
    /// How a kernel is launched; host functions launch by themselves.
    pub launch: Option<Shape>,
}

/// A kernel's launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Blocks.
    pub grid: Dim3,
    /// Threads a block.
    pub block: Dim3,
    /// Bytes of dynamic shared memory.
    pub shared: u32,
}

/// An argument.
#[derive(Clone, Debug)]
pub enum Argument {
    /// A number, with its name.
    Scalar(String, Scalar),
    /// Device memory.
    Tensor(Tensor),
}

/// Device memory that an argument points to.
#[derive(Clone, Debug)]
pub struct Tensor {
    /// Its name, by which it is told.
    pub name: String,
    /// What an element is.
    pub dtype: Dtype,
    /// Its extents.
    pub shape: Vec<usize>,
    /// What comes of it.
    pub direction: Direction,
    /// What it begins with; nothing where the file says zeros.
    pub init: Option<Vec<u8>>,
}

/// What comes of a tensor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Direction {
    /// It is read.
    In,
    /// It is written.
    Out,
    /// Both.
    InOut,
}

impl Argument {
    /// Its name in `ARGS.json`.
    pub fn name(&self) -> &str {
        match self {
            Argument::Scalar(name, _) => name,
            Argument::Tensor(tensor) => &tensor.name,
        }
    }
}

impl Tensor {
    /// How many elements it has.
    pub fn elements(&self) -> usize {
        npy::count(&self.shape).unwrap_or(0)
    }

    /// How it is told: `float32[2, 3]`.
    pub fn shown(&self) -> String {
        format!("{}{}", self.dtype.name(), npy::shown(&self.shape))
    }
}

/// The file as it is written. What it says more is left alone.
#[derive(Deserialize)]
struct Written {
    args: Vec<WrittenArgument>,
    #[serde(default)]
    expect: Option<serde_json::Map<String, Value>>,
    atol: Option<f64>,
    rtol: Option<f64>,
    launch: Option<WrittenShape>,
}

#[derive(Deserialize)]
struct WrittenArgument {
    name: Option<String>,
    kind: String,
    ctype: Option<String>,
    #[serde(default)]
    value: Value,
    dtype: Option<String>,
    shape: Option<Vec<i64>>,
    dir: Option<Direction>,
    #[serde(default)]
    init: Value,
}

#[derive(Deserialize)]
struct WrittenShape {
    grid: Value,
    block: Value,
    #[serde(default)]
    shared: u32,
}

impl Request {
    /// Reads the file at `path` and the files that it names.
    ///
    /// # Errors
    /// Wrong use: what is wrong with the file, in a sentence.
    pub fn read(path: &Path) -> Result<Request, Failure> {
        let shown = path.display();
        let text = regular::read(path, MAX_MEMORY as u64)
            .map_err(|why| Failure::wrong_use(format!("`{shown}` {why}")))?;
        let text = String::from_utf8(text)
            .map_err(|_| Failure::wrong_use(format!("`{shown}` is not UTF-8 text")))?;
        let folder = path.parent().unwrap_or(Path::new(""));
        Request::parse(&text, folder)
            .map_err(|why| Failure::wrong_use(format!("`{shown}`: {why}")).help(HELP))
    }

    /// The same of the file's text, with the folder that its paths are relative to.
    fn parse(text: &str, folder: &Path) -> Result<Request, String> {
        let written: Written = serde_json::from_str(text).map_err(|error| error.to_string())?;
        let (mut arguments, mut beginnings) = (Vec::new(), Vec::new());
        for (at, mut argument) in written.args.into_iter().enumerate() {
            let name = argument
                .name
                .clone()
                .unwrap_or_else(|| format!("argument {}", at + 1));
            if arguments
                .iter()
                .any(|other: &Argument| other.name() == name)
            {
                return Err(format!("two arguments are called `{name}`"));
            }
            beginnings.push(std::mem::take(&mut argument.init));
            arguments.push(argument.meant(name)?);
        }
        let bytes = arguments
            .iter()
            .map(bytes)
            .fold(0usize, usize::saturating_add);
        if bytes > MAX_MEMORY {
            let (asked, limit) = (bytes >> 20, MAX_MEMORY >> 20);
            return Err(format!(
                "the tensors take {asked} MiB together; {limit} MiB is the limit"
            ));
        }
        // Only now: what they begin with takes as much memory again.
        for (argument, init) in arguments.iter_mut().zip(&beginnings) {
            if let Argument::Tensor(tensor) = argument {
                tensor.init = beginning(tensor, init, folder)?;
            }
        }
        let mut expected = Vec::new();
        for (name, file) in written.expect.unwrap_or_default() {
            expected.push(expectation(&name, &file, &arguments, folder)?);
        }
        let default = Tolerance::default();
        let tolerance = Tolerance {
            atol: close("atol", written.atol)?.unwrap_or(default.atol),
            rtol: close("rtol", written.rtol)?.unwrap_or(default.rtol),
        };
        Ok(Request {
            arguments,
            expected,
            tolerance,
            launch: written.launch.map(WrittenShape::meant).transpose()?,
        })
    }
}

const HELP: &str = "`course run --help` shows an example of such a file";

fn bytes(argument: &Argument) -> usize {
    match argument {
        Argument::Scalar(..) => 0,
        Argument::Tensor(tensor) => tensor.elements().saturating_mul(tensor.dtype.bytes()),
    }
}

fn close(name: &str, value: Option<f64>) -> Result<Option<f64>, String> {
    match value {
        Some(value) if !(value.is_finite() && value >= 0.0) => Err(format!(
            "`{name}` is {value}; it must be a number from 0 up"
        )),
        value => Ok(value),
    }
}

impl WrittenArgument {
    fn meant(self, name: String) -> Result<Argument, String> {
        match self.kind.as_str() {
            "scalar" => self.scalar(name),
            "tensor" => self.tensor(name).map(Argument::Tensor),
            other => Err(format!(
                "`{name}` is of the kind `{other}`; there are `scalar` and `tensor`"
            )),
        }
    }

    fn scalar(self, name: String) -> Result<Argument, String> {
        let elem = match &self.ctype {
            None => None,
            Some(written) if written.trim_end().ends_with('*') => None,
            Some(written)
                if matches!(
                    &**written,
                    "half" | "__half" | "float16" | "bfloat16" | "__nv_bfloat16"
                ) =>
            {
                None
            }
            Some(written) => Some(scalar::ctype(written).ok_or_else(|| {
                let meant = scalar::nearest_ctype(written);
                let meant = meant.map(|near| format!("; did you mean `{near}`?"));
                format!(
                    "`{name}` has the ctype `{written}`, which is no C type known here{}",
                    meant.unwrap_or_default()
                )
            })?),
        };
        let value = Scalar::from_json(&self.value, elem);
        let value = value
            .ok_or_else(|| format!("`{name}` has the value {}, which is no number", self.value))?;
        Ok(Argument::Scalar(name, value))
    }

    fn tensor(self, name: String) -> Result<Tensor, String> {
        let written = self
            .dtype
            .ok_or_else(|| format!("the tensor `{name}` has no `dtype`"))?;
        let dtype = Dtype::named(&written).ok_or_else(|| unknown_dtype(&name, &written))?;
        let shape = self
            .shape
            .ok_or_else(|| format!("the tensor `{name}` has no `shape`"))?;
        let shape: Option<Vec<usize>> = shape.into_iter().map(|n| n.try_into().ok()).collect();
        let shape = shape.ok_or_else(|| format!("the shape of `{name}` has a negative extent"))?;
        if npy::count(&shape).is_none() {
            return Err(format!("the shape of `{name}` is larger than any memory"));
        }
        Ok(Tensor {
            name,
            dtype,
            shape,
            direction: self.dir.unwrap_or(Direction::InOut),
            init: None,
        })
    }
}

/// What a tensor begins with: `"zeros"`, `"ones"`, `"arange"` (0, 1, 2 and so on), one number for every element, a list of them, or the
/// name of an `.npy` file; nothing for zeros.
fn beginning(tensor: &Tensor, init: &Value, folder: &Path) -> Result<Option<Vec<u8>>, String> {
    let all = |number| Ok(Some(tensor.dtype.element(number).repeat(tensor.elements())));
    match init {
        Value::Null => Ok(None),
        Value::Array(list) => Ok(Some(listed(tensor, list)?)),
        Value::String(word) if word == "zeros" => Ok(None),
        Value::String(word) if word == "ones" => all(Number::Whole(1)),
        Value::String(word) if word == "arange" => {
            let elements = 0..tensor.elements();
            let element = |at| tensor.dtype.element(Number::Whole(at as i128));
            Ok(Some(elements.flat_map(element).collect()))
        }
        other => match (Scalar::number(other), other) {
            (Some(number), _) => all(number),
            (None, Value::String(file)) => {
                let array = load(&folder.join(file))?;
                fits(tensor, &array, file)?;
                Ok(Some(array.data))
            }
            _ => Err(format!(
                "`init` of `{}` is {other}; it wants `zeros`, `ones`, `arange`, a number, a list of numbers or the name of an .npy file",
                tensor.name
            )),
        },
    }
}

/// The bytes of a list of numbers, one for each element.
fn listed(tensor: &Tensor, list: &[Value]) -> Result<Vec<u8>, String> {
    let name = &tensor.name;
    if list.len() != tensor.elements() {
        let (has, wants) = (list.len(), tensor.elements());
        return Err(format!(
            "`init` of `{name}` lists {has} numbers, but {} has {wants} elements",
            npy::shown(&tensor.shape)
        ));
    }
    let mut bytes = Vec::new();
    for value in list {
        let number = Scalar::number(value)
            .ok_or_else(|| format!("`init` of `{name}` lists {value}, which is no number"))?;
        bytes.extend(tensor.dtype.element(number));
    }
    Ok(bytes)
}

fn unknown_dtype(name: &str, written: &str) -> String {
    let names = Dtype::names();
    match simt::diag::nearest(written, names.iter().copied()) {
        Some(near) => format!("`{name}` has the dtype `{written}`; did you mean `{near}`?"),
        None => format!(
            "`{name}` has the dtype `{written}`; there are {}",
            names.join(", ")
        ),
    }
}

/// Whether a file's array can be what a tensor begins with.
fn fits(tensor: &Tensor, array: &Array, file: &str) -> Result<(), String> {
    let (name, has) = (&tensor.name, npy::shown(&array.shape));
    if npy::count(&array.shape) != Some(tensor.elements()) {
        let wants = npy::shown(&tensor.shape);
        return Err(format!(
            "`{name}` has the shape {wants}, but `{file}` has {has}"
        ));
    }
    if array.dtype.mark() != tensor.dtype.mark() && array.dtype != tensor.dtype {
        let (wants, has) = (tensor.dtype.name(), array.dtype.name());
        return Err(format!("`{name}` is {wants}, but `{file}` holds {has}"));
    }
    Ok(())
}

fn expectation(
    name: &str,
    file: &Value,
    arguments: &[Argument],
    folder: &Path,
) -> Result<(usize, Array), String> {
    let names = arguments.iter().map(Argument::name);
    let at = names
        .clone()
        .position(|other| other == name)
        .ok_or_else(|| {
            let near =
                simt::diag::nearest(name, names).map(|near| format!("; did you mean `{near}`?"));
            format!(
                "`expect` names `{name}`, which is no argument{}",
                near.unwrap_or_default()
            )
        })?;
    let Argument::Tensor(tensor) = &arguments[at] else {
        return Err(format!(
            "`expect` names `{name}`, which is a scalar: only tensors are compared"
        ));
    };
    let Value::String(file) = file else {
        return Err(format!(
            "`expect` says {file} of `{name}`; it wants the name of an .npy file"
        ));
    };
    let mut array = load(&folder.join(file))?;
    if npy::count(&array.shape) != Some(tensor.elements()) {
        let (wants, has) = (npy::shown(&tensor.shape), npy::shown(&array.shape));
        return Err(format!(
            "`{name}` has the shape {wants}, but `{file}` has {has}"
        ));
    }
    array.shape.clone_from(&tensor.shape);
    Ok((at, array))
}

fn load(path: &Path) -> Result<Array, String> {
    let shown = path.display();
    let bytes = regular::read(path, MOST_OF_ARRAY).map_err(|why| format!("`{shown}` {why}"))?;
    Array::parse(&bytes).map_err(|why| format!("`{shown}` {why}"))
}

impl WrittenShape {
    fn meant(self) -> Result<Shape, String> {
        Ok(Shape {
            grid: extent("grid", &self.grid)?,
            block: extent("block", &self.block)?,
            shared: self.shared,
        })
    }
}

/// One to three numbers.
fn extent(name: &str, value: &Value) -> Result<Dim3, String> {
    let one = |value: &Value| value.as_u64().and_then(|n| u32::try_from(n).ok());
    let extents: Option<Vec<u32>> = match value {
        Value::Array(list) => list.iter().map(one).collect(),
        single => one(single).map(|n| vec![n]),
    };
    match extents.as_deref() {
        Some([x]) => Ok(Dim3::from(*x)),
        Some([x, y]) => Ok(Dim3::from((*x, *y))),
        Some([x, y, z]) => Ok(Dim3::from((*x, *y, *z))),
        _ => Err(format!(
            "`{name}` of the launch is {value}; it wants one to three numbers"
        )),
    }
}

#[cfg(test)]
#[path = "request_tests.rs"]
mod tests;
