//! What was typed for each parameter of a kernel made what the machine launches with: buffers in memory, numbers of the right type.
//!
//! A kernel's parameters and the arguments come in, memory with its buffers and the launch's arguments go out, or a sentence that names the
//! parameter that does not fit. The rule: an argument that has a name has the parameter's, so that nothing is swapped unseen.

use lab::budget::number;
use simt::ir::{Param, ParamKind, Signature};
use simt::launch::{Arg as Given, Buffer, Init, Memory};

use super::fill::{Fill, shown};
use super::launch::Arg;
use crate::element::{Element, Number, Written, number_of};

/// Bytes of all buffers together at most: what they held before is kept beside them.
const MOST_BYTES: u64 = 64 << 20;

/// A buffer that was made.
pub(super) struct Made {
    pub(super) name: String,
    pub(super) element: Element,
    pub(super) length: usize,
    pub(super) buffer: Buffer,
    /// What it held; none where nobody had written.
    pub(super) before: Option<Vec<u8>>,
}

/// Everything for the launch.
#[derive(Default)]
pub(super) struct Fitted {
    pub(super) memory: Memory,
    pub(super) buffers: Vec<Made>,
    pub(super) args: Vec<Given>,
}

/// Fits arguments to parameters.
///
/// # Errors
/// A sentence that names the parameter.
pub(super) fn fit(kernel: &Signature, args: &[Arg<'_>]) -> Result<Fitted, String> {
    let (name, params) = (&kernel.name, &kernel.params);
    if params.len() != args.len() {
        let names: Vec<String> = params.iter().map(|p| format!("`{}`", p.name)).collect();
        let takes = match params.len() {
            0 => "no arguments".to_owned(),
            1 => format!("1 argument, {}", names.join(", ")),
            n => format!("{n} arguments, {}", names.join(", ")),
        };
        return Err(format!(
            "`{name}` takes {takes}; the launch gives {}.",
            args.len()
        ));
    }
    let mut out = Fitted::default();
    for (param, arg) in params.iter().zip(args) {
        if let Some(given) = other_name(param, arg) {
            return Err(format!(
                "The launch gives `{given}` where the parameter of `{name}` is `{}`: the arguments stand in the order of the parameters.",
                param.name
            ));
        }
        let given = match param.kind {
            ParamKind::Pointer(_) => out.pointer(param, arg)?,
            ParamKind::Scalar(elem) => scalar(param, number_of(&param.ty, elem), arg)?,
        };
        out.args.push(given);
    }
    Ok(out)
}

/// The name that an argument is given, if that is not the parameter's.
fn other_name<'a>(param: &Param, arg: &Arg<'a>) -> Option<&'a str> {
    let name = match arg {
        Arg::Buffer { name, .. } => Some(*name),
        Arg::Number { name, .. } | Arg::Word { name, .. } => *name,
    };
    name.filter(|name| *name != param.name)
}

impl Fitted {
    fn pointer(&mut self, param: &Param, arg: &Arg<'_>) -> Result<Given, String> {
        let (name, ty) = (&param.name, &param.ty);
        match arg {
            Arg::Buffer { length, fill, .. } => self.buffer(param, *length, fill),
            Arg::Word {
                word: "nullptr" | "NULL",
                ..
            } => Ok(Given::Null),
            Arg::Word { word, .. } => {
                let known = self.buffers.iter().find(|made| made.name == *word);
                let known = known.map(|made| Given::Buffer(made.buffer));
                known.ok_or_else(|| {
                    format!(
                        "`{name}` is a pointer, `{ty}`: give it a length, as `{name}[1024]`. `{word}` is no buffer that stands before it."
                    )
                })
            }
            Arg::Number { value, .. } => Err(format!(
                "`{name}` is a pointer, `{ty}`, and {} is a number: give it a length, as `{name}[1024]`.",
                shown(*value)
            )),
        }
    }

    fn buffer(&mut self, param: &Param, length: u64, fill: &Fill) -> Result<Given, String> {
        let element = Element::of(param);
        let bytes = length.saturating_mul(element.bytes as u64);
        let used: u64 = self
            .buffers
            .iter()
            .map(|made| (made.element.bytes * made.length) as u64)
            .sum();
        if bytes.saturating_add(used) > MOST_BYTES {
            let most = MOST_BYTES >> 20;
            return Err(format!(
                "`{}` has {} elements of {} bytes: all buffers of a launch may have {most} MiB together.",
                param.name,
                number(length as f64),
                element.bytes
            ));
        }
        let length = usize::try_from(length).unwrap_or(usize::MAX);
        let before = fill.bytes((&element, length), &param.name)?;
        let init = before.clone().map_or(Init::Uninit, Init::Bytes);
        let machine = match element.numbers.as_slice() {
            [(0, number)] if number.bytes() == element.bytes => number.machine(),
            _ => simt::launch::Elem::U8,
        };
        let count = length * (element.bytes / machine.bytes());
        let buffer = self.memory.alloc(&param.name, machine, count, init);
        self.buffers.push(Made {
            name: param.name.clone(),
            element,
            length,
            buffer,
            before,
        });
        Ok(Given::Buffer(buffer))
    }
}

fn scalar(param: &Param, kind: Number, arg: &Arg<'_>) -> Result<Given, String> {
    let (name, ty) = (&param.name, &param.ty);
    let value = match arg {
        Arg::Number { value, .. } => *value,
        Arg::Word { word: "true", .. } => Written::Whole(1),
        Arg::Word { word: "false", .. } => Written::Whole(0),
        Arg::Word { .. } | Arg::Buffer { .. } => {
            return Err(format!(
                "`{name}` is no pointer but `{ty}`: give it a number, as `{name} = 2`."
            ));
        }
    };
    let bits = kind.bits(value);
    let bits = bits.ok_or_else(|| {
        let value = shown(value);
        format!("`{name}` is `{ty}`, which does not hold {value}.")
    })?;
    Ok(kind.given(bits))
}

#[cfg(test)]
mod tests {
    use super::super::launch::read;
    use super::*;
    use simt::source::Source;

    const TEXT: &str = "#include <cuda_fp16.h>
struct P { float x; int n; };
__global__ void k(float* y, const unsigned char* b, P* p, __half h, int n, bool on) {}
";

    fn fitted(args: &str) -> Result<Fitted, String> {
        let module = simt::compile(&Source::new("k.cu", TEXT)).expect("it compiles");
        let text = format!("k<<<1, 1>>>({args})");
        let typed = read(&text)?;
        fit(module.kernel("k").expect("it is there"), &typed.args)
    }

    #[test]
    fn buffers_hold_what_was_asked_for() {
        let it = fitted(
            "y[5] = {1, 2.5}, b[300] = iota, p[2] = {1.5, -3}, h = 0.5, n = 0x10, on = true",
        )
        .expect("it fits");
        assert_eq!(
            it.memory.f32s(it.buffers[0].buffer),
            [1.0, 2.5, 1.0, 2.5, 1.0]
        );
        let bytes = it.memory.bytes(it.buffers[1].buffer);
        assert_eq!((bytes[255], bytes[256], bytes.len()), (255, 0, 300));
        let structs = it.memory.bytes(it.buffers[2].buffer);
        assert_eq!(it.buffers[2].element.shown(&structs[8..]), "(1.5, -3)");
        assert_eq!(it.args[3], Given::U32(0x3800));
        assert_eq!(
            (it.args[4], it.args[5]),
            (Given::I32(16), Given::Bool(true))
        );
        let random = || fitted("y[99] = random, b[99] = random, p[0], 0, 0, 0").expect("it fits");
        let (one, two) = (random(), random());
        let numbers = one.memory.f32s(one.buffers[0].buffer);
        assert_eq!(numbers, two.memory.f32s(two.buffers[0].buffer));
        assert!(numbers.iter().all(|x| (-1.0..1.0).contains(x)) && numbers[0] != numbers[1]);
        let whole = one.memory.bytes(one.buffers[1].buffer);
        assert!(whole.iter().all(|n| *n < 10) && whole.contains(&9));
        let again = fitted("y[4] = unwritten, b = nullptr, p[1] = ones, 1, 1, 1").expect("it fits");
        assert_eq!(again.memory.never_written(again.buffers[0].buffer), 16);
        assert_eq!(again.args[1], Given::Null);
    }

    #[test]
    fn what_does_not_fit_names_the_parameter() {
        for (args, said) in [
            (
                "y[4]",
                "takes 6 arguments, `y`, `b`, `p`, `h`, `n`, `on`; the launch gives 1",
            ),
            (
                "b[4], y[4], p[4], 1, 1, 1",
                "gives `b` where the parameter of `k` is `y`",
            ),
            (
                "3, b[4], p[4], 1, 1, 1",
                "`y` is a pointer, `float*`, and 3 is a number",
            ),
            (
                "y[4], x, p[4], 1, 1, 1",
                "`b` is a pointer, `const unsigned char*`",
            ),
            (
                "y[4], b[4] = 300, p[4], 1, 1, 1",
                "`b` is filled with 300, which its elements, `unsigned char`",
            ),
            (
                "y[4], b[4], p[4] = 2.5, 1, 1, 1",
                "`p` is filled with 2.5, which its elements, `int`",
            ),
            (
                "y[4], b[4], p[4], 1, n[4], 1",
                "`n` is no pointer but `int`",
            ),
            (
                "y[4], b[4], p[4], 1, n = 3000000000, 1",
                "`n` is `int`, which does not hold 3000000000",
            ),
            (
                "y[4], b[4], p[4], 1, n = 1.5, 1",
                "`n` is `int`, which does not hold 1.5",
            ),
            (
                "y[4], b[4], p[4], 1, 1, on = 2",
                "`on` is `bool`, which does not hold 2",
            ),
            (
                "y[4000000000], b[4], p[4], 1, 1, 1",
                "`y` has 4,000,000,000 elements of 4 bytes: all buffers of a launch may have 64 MiB",
            ),
        ] {
            let told = fitted(args).err().unwrap_or_default();
            assert!(told.contains(said), "{args}: {told}");
        }
    }
}
