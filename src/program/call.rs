//! A request meets a program: a compiled module and what `ARGS.json` asks in, a call with its buffers out; after the run,
//! what each tensor holds.
//!
//! Rule: what only the function knows is checked here, before it begins, and each mismatch is a sentence with the
//! parameter's name: too few arguments, a tensor where a number goes. Read `request.rs` first.

use std::path::Path;

use simt::Compiled;
use simt::host::{EntryArg, EntryCall};
use simt::ir::{ParamKind, Signature};
use simt::launch::{Buffer, Elem, Init, Memory};

use super::compare::{Compared, compare};
use super::npy::Array;
use super::request::{Argument, Direction, Request, Tensor};
use crate::exit::Failure;

/// A call that fits its function, and the buffers of its tensors.
#[derive(Debug)]
pub struct Call {
    /// What the machine is asked.
    pub entry: EntryCall,
    /// The tensors' memory.
    pub memory: Memory,
    buffers: Vec<Option<Buffer>>,
}

/// What came of one tensor.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The tensor.
    pub tensor: Tensor,
    /// What it holds after the call.
    pub data: Vec<u8>,
    /// How it compares, if something was expected.
    pub compared: Option<Compared>,
}

/// What a caller can begin with: host functions, then kernels.
pub fn entries(module: &Compiled) -> impl Iterator<Item = &Signature> {
    let host = module.code().entries.iter().map(|entry| &entry.signature);
    host.chain(module.kernels())
}

/// The function of a name; an instance of a template may be spelt with blanks or without.
///
/// # Errors
/// Wrong use: there is none, with the nearest name.
pub fn find<'a>(module: &'a Compiled, name: &str, file: &str) -> Result<&'a Signature, Failure> {
    let bare = |name: &str| name.replace(' ', "");
    if let Some(found) = entries(module).find(|signature| bare(&signature.name) == bare(name)) {
        return Ok(found);
    }
    let names: Vec<&str> = entries(module)
        .map(|signature| signature.name.as_str())
        .collect();
    let said = format!("`{file}` has no function `{name}` that can be called");
    Err(
        match (
            simt::diag::nearest(name, names.iter().copied()),
            names.as_slice(),
        ) {
            (Some(near), _) => Failure::wrong_use(format!("{said}; did you mean `{near}`?")),
            (None, []) => {
                Failure::wrong_use(said).help("it defines no host function and no kernel")
            }
            (None, names) => {
                Failure::wrong_use(said).help(format!("there are `{}`", names.join("`, `")))
            }
        },
    )
}

impl Call {
    /// Fits a request to its function.
    ///
    /// # Errors
    /// Wrong use: what does not fit.
    pub fn new(
        module: &Compiled,
        signature: &Signature,
        request: &Request,
        poison: bool,
    ) -> Result<Call, Failure> {
        let wrong =
            |why: String| Failure::wrong_use(why).help(format!("it is {}", shown(signature)));
        let (name, wants, has) = (
            &signature.name,
            signature.params.len(),
            request.arguments.len(),
        );
        if wants != has {
            return Err(wrong(format!(
                "`{name}` takes {wants} arguments, but `args` has {has}"
            )));
        }
        let is_kernel = module.kernel(name).is_some();
        let shape = request
            .launch
            .map(|shape| (shape.grid, shape.block, shape.shared));
        if is_kernel && shape.is_none() {
            let why = format!("`{name}` is a kernel, and the file says nothing of its launch");
            return Err(Failure::wrong_use(why).help(
                "add `\"launch\": {\"grid\": [1, 1, 1], \"block\": [256, 1, 1], \"shared\": 0}`",
            ));
        }
        let mut call = Call {
            entry: EntryCall {
                name: name.clone(),
                args: Vec::new(),
                shape: shape.filter(|_| is_kernel),
            },
            memory: Memory::new(),
            buffers: Vec::new(),
        };
        for (parameter, argument) in signature.params.iter().zip(&request.arguments) {
            let called = argument.name();
            let (buffer, arg) = match (argument, parameter.kind) {
                (Argument::Tensor(tensor), ParamKind::Pointer(elem)) => {
                    let buffer = call.buffer(tensor, elem, poison);
                    (Some(buffer), EntryArg::Buffer(buffer))
                }
                (Argument::Tensor(_), ParamKind::Scalar(_)) => {
                    let (name, ty) = (&parameter.name, &parameter.ty);
                    return Err(wrong(format!(
                        "`{called}` is a tensor, but the parameter `{name}` is a number (`{ty}`)"
                    )));
                }
                (Argument::Scalar(_, scalar), kind) => match (scalar.arg(), kind) {
                    (EntryArg::Null, ParamKind::Scalar(_)) => {
                        return Err(wrong(format!("the scalar `{called}` has no value")));
                    }
                    (EntryArg::Int(0) | EntryArg::Null, ParamKind::Pointer(_)) => {
                        (None, EntryArg::Null)
                    }
                    (_, ParamKind::Pointer(_)) => {
                        let (name, ty) = (&parameter.name, &parameter.ty);
                        return Err(wrong(format!(
                            "`{called}` is a number, but the parameter `{name}` is a pointer (`{ty}`)"
                        )));
                    }
                    (arg, ParamKind::Scalar(_)) => (None, arg),
                },
            };
            call.buffers.push(buffer);
            call.entry.args.push(arg);
        }
        Ok(call)
    }

    fn buffer(&mut self, tensor: &Tensor, elem: Option<Elem>, poison: bool) -> Buffer {
        let init = match &tensor.init {
            Some(bytes) => Init::Bytes(bytes.clone()),
            None if poison && tensor.direction == Direction::Out => Init::Uninit,
            None => Init::Zeroed,
        };
        let fits = elem.filter(|elem| elem.bytes() == tensor.dtype.bytes());
        let elem = fits.unwrap_or(tensor.dtype.elem());
        self.memory
            .alloc(&tensor.name, elem, tensor.elements(), init)
    }

    /// What each tensor that the function may write holds now, compared with what was expected of it.
    pub fn outcomes(&self, request: &Request) -> Vec<Outcome> {
        let all = request.arguments.iter().zip(&self.buffers).enumerate();
        let tensors = all.filter_map(|(at, (argument, buffer))| {
            let (Argument::Tensor(tensor), Some(buffer)) = (argument, buffer) else {
                return None;
            };
            let expected = request.expected.iter().find(|(of, _)| *of == at);
            if expected.is_none() && tensor.direction == Direction::In {
                return None;
            }
            let data = self.memory.bytes(*buffer).to_vec();
            let compared =
                expected.map(|(_, wanted)| compare(tensor.dtype, &data, wanted, request.tolerance));
            Some(Outcome {
                tensor: tensor.clone(),
                data,
                compared,
            })
        });
        tensors.collect()
    }
}

impl Outcome {
    /// Whether it is as expected, or nothing was.
    pub fn is_close(&self) -> bool {
        self.compared
            .as_ref()
            .is_none_or(|compared| compared.wrong == 0)
    }

    /// Writes it to `folder` under its own name.
    ///
    /// # Errors
    /// When that cannot be.
    pub fn write(&self, folder: &Path) -> Result<(), Failure> {
        let plain = |c: char| c.is_alphanumeric() || "_-.".contains(c);
        let name = self.tensor.name.replace(|c: char| !plain(c), "_");
        let path = folder.join(format!("{name}.npy"));
        let array = Array {
            dtype: self.tensor.dtype,
            shape: self.tensor.shape.clone(),
            data: self.data.clone(),
        };
        std::fs::write(&path, array.file()).map_err(|error| {
            Failure::wrong_use(format!("`{}` cannot be written: {error}", path.display()))
        })
    }
}

/// A function as it is declared.
pub fn shown(signature: &Signature) -> String {
    let params: Vec<String> = signature
        .params
        .iter()
        .map(|param| format!("{} {}", param.ty, param.name))
        .collect();
    format!("`{}({})`", signature.name, params.join(", "))
}
