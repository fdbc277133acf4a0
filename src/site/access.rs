//! Access maps: a `map` fence becomes a drawing of one request, lane by lane, as the machine made it when the page was built.
//!
//! ```text
//! kernels/examples/accesses.cu#accesses
//! launch: accesses<<<1, 32>>>(x[32768], y[128])
//! access: x[3 * i]
//! sectors: 12
//! title: Three words apart, a request touches twelve sectors
//! ```
//!
//! The file is compiled, the kernel launched with buffers of zeros (`x[32768]` has so many elements of the parameter's type) and
//! numbers, and of the accesses inside the anchor the one with this text is drawn: the first request with the most lanes.
//! `kind[256] = 0 1` is a buffer of these numbers, over and over. Memory decides what is drawn: sectors of global memory, banks
//! of shared memory. `sectors: 12` or `passes: 32` says what the page's text says, and the build stops when the run says
//! otherwise. `op: read` or `line: 9` chooses where one text stands twice. Drawn in `access_svg.rs`; on a lab's page without
//! the access's text (`lab_texts.rs`).

use std::ops::Range;

use simt::diag::Severity;
use simt::ir::{ParamKind, Signature};
use simt::launch::{Arg, Dim3, Elem, Init, Launch, MAX_MEMORY, Memory, RunOptions};
use simt::report::Op;
use simt::report::{AccessMap, Outcome, Report};
use simt::source::Source;

use super::listing;
use super::markdown::Writer;
use super::named::What;
use crate::course::{meant, nearest};

/// Warp instructions of a launch at most: a map is of one request, and a page is built often.
const FUEL: u64 = 1 << 20;
/// Stack of the thread that compiles and runs.
const STACK: usize = simt::STACK_BYTES;

/// The keys of a map, below its place.
pub(super) const KEYS: [&str; 7] = [
    "launch", "access", "op", "line", "sectors", "passes", "title",
];

/// A map as asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// The file and anchor.
    pub of: listing::Asked,
    launch: Call,
    access: String,
    op: Option<Op>,
    line: Option<u32>,
    /// What the request must come to, and its word: `sectors` or `passes`.
    count: Option<(&'static str, usize)>,
    title: String,
}

/// A launch as written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Call {
    kernel: String,
    grid: [u32; 3],
    block: [u32; 3],
    shared: u32,
    arguments: Vec<Argument>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Argument {
    /// A buffer: its name, how many elements it has, and the numbers in it, over and over; zeros where none are named.
    Buffer(String, usize, Vec<i64>),
    /// A number, as written.
    Number(String),
}

/// A request as it was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mapped {
    /// The caption.
    pub title: String,
    /// The access as the source has it, where the page may show it.
    pub code: Option<String>,
    /// Which lane goes where.
    pub map: AccessMap,
}

/// What is wrong, and what to do about it.
type Broken = (String, Option<String>);

fn broken<T>(message: impl Into<String>, help: &str) -> Result<T, Broken> {
    Err((message.into(), Some(help.to_owned())))
}

const LAUNCH: &str = "write `launch: scale<<<4, 256>>>(x[1024], y[1024], 1000)`: buffers with their elements, and numbers";

/// Reads the body of a `map` fence.
///
/// # Errors
/// What cannot be understood.
pub fn ask(body: &str, range: Range<usize>) -> Result<Asked, Broken> {
    let mut rows = body.lines().map(str::trim).filter(|row| !row.is_empty());
    let place = rows.next().unwrap_or_default();
    if place.is_empty() || place.contains(": ") {
        let help = "its first line is a file: `kernels/examples/accesses.cu#accesses`";
        return broken("a map names no file", help);
    }
    let of = listing::ask(place, range).map_err(|message| (message, None))?;
    let (mut launch, mut access, mut title) = (None, String::new(), String::new());
    let (mut op, mut line, mut count) = (None, None, None);
    for row in rows {
        let (key, value) = row
            .split_once(':')
            .map_or((row, ""), |(key, value)| (key.trim(), value.trim()));
        match key {
            "launch" => launch = Some(call(value)?),
            "access" => access = value.to_owned(),
            "title" => title = value.to_owned(),
            "op" => op = Some(operation(value)?),
            "line" => line = Some(whole("line", value)? as u32),
            "sectors" => count = Some(("sectors", whole(key, value)?)),
            "passes" => count = Some(("passes", whole(key, value)?)),
            other => {
                let message = format!("unknown key `{other}` of a map");
                return Err((message, meant(other, &KEYS)));
            }
        }
    }
    let Some(launch) = launch else {
        return broken("a map without a launch", LAUNCH);
    };
    if access.is_empty() {
        return broken(
            "a map does not say which access",
            "write `access: x[3 * i]`, as the source has it",
        );
    }
    if title.is_empty() {
        return broken(
            "a map without a title",
            "write `title: …`: the sentence that it proves",
        );
    }
    Ok(Asked {
        of,
        launch,
        access,
        op,
        line,
        count,
        title,
    })
}

/// What an access does, by the word that findings use.
fn operation(word: &str) -> Result<Op, Broken> {
    let all = [Op::Load, Op::Store, Op::Atomic];
    match all.into_iter().find(|op| op.word() == word) {
        Some(op) => Ok(op),
        None => broken(
            format!("`op: {word}` is no operation of memory"),
            "write `read`, `write` or `atomic`",
        ),
    }
}

fn whole(key: &str, value: &str) -> Result<usize, Broken> {
    match value.replace(',', "").parse() {
        Ok(number) => Ok(number),
        Err(_) => broken(
            format!("`{key}: {value}` is no number"),
            "write digits alone",
        ),
    }
}

/// `kernel<<<grid, block, shared>>>(arguments)`.
fn call(text: &str) -> Result<Call, Broken> {
    let parts = text.split_once("<<<").and_then(|(kernel, rest)| {
        let (shape, rest) = rest.split_once(">>>")?;
        let arguments = rest
            .trim()
            .strip_prefix('(')?
            .trim_end_matches(';')
            .trim_end();
        Some((kernel.trim(), shape, arguments.strip_suffix(')')?))
    });
    let Some((kernel, shape, arguments)) = parts else {
        return broken(format!("`{text}` is no launch"), LAUNCH);
    };
    let shape = split(shape);
    let extent = |at: usize| shape.get(at).and_then(|text| extent(text));
    let shared = shape.get(2).map_or(Some(0), |text| text.parse().ok());
    let (Some(grid), Some(block), Some(shared), true) =
        (extent(0), extent(1), shared, shape.len() <= 3)
    else {
        let help = "write `<<<grid, block>>>` or `<<<grid, block, bytes>>>`, each extent as `4` or `(32, 8)`";
        return broken(format!("`{text}` has no shape that can be launched"), help);
    };
    let arguments: Result<Vec<Argument>, Broken> =
        split(arguments).into_iter().map(argument).collect();
    Ok(Call {
        kernel: kernel.to_owned(),
        grid,
        block,
        shared,
        arguments: arguments?,
    })
}

/// Text between commas that stand in no brackets.
fn split(text: &str) -> Vec<&str> {
    let (mut parts, mut depth, mut from) = (Vec::new(), 0i32, 0);
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' | '<' => depth += 1,
            ')' | ']' | '>' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(text[from..at].trim());
                from = at + 1;
            }
            _ => {}
        }
    }
    let last = text[from..].trim();
    if !last.is_empty() {
        parts.push(last);
    }
    parts
}

/// `4`, or `(32, 8)` with up to three numbers.
fn extent(text: &str) -> Option<[u32; 3]> {
    let inside = text.trim_start_matches("dim3").trim();
    let inside = inside
        .strip_prefix('(')
        .and_then(|rest| rest.strip_suffix(')'))
        .unwrap_or(inside);
    let numbers: Option<Vec<u32>> = split(inside).iter().map(|n| n.parse().ok()).collect();
    match *numbers? {
        [x] => Some([x, 1, 1]),
        [x, y] => Some([x, y, 1]),
        [x, y, z] => Some([x, y, z]),
        _ => None,
    }
}

fn argument(text: &str) -> Result<Argument, Broken> {
    if let Some((name, rest)) = text.split_once('[') {
        let (count, filled) = rest.split_once('=').unwrap_or((rest, ""));
        let filled: Result<Vec<i64>, _> = filled.split_whitespace().map(str::parse).collect();
        let count = count.trim().strip_suffix(']').and_then(|count| {
            let factors = count
                .split('*')
                .map(|factor| factor.trim().parse::<usize>().ok());
            factors
                .into_iter()
                .try_fold(1usize, |all, factor| all.checked_mul(factor?))
        });
        return match (count, filled) {
            (Some(count), Ok(filled)) if count <= MAX_MEMORY / 8 => {
                Ok(Argument::Buffer(name.trim().to_owned(), count, filled))
            }
            _ => broken(
                format!("`{text}` is no buffer"),
                "write `x[1024]` or `x[32 * 1024]`, with its elements, or `kind[256] = 0 1`, with whole numbers for them",
            ),
        };
    }
    let number = text
        .rsplit('=')
        .next()
        .unwrap_or(text)
        .trim()
        .trim_end_matches('f');
    match number.parse::<f64>() {
        Ok(_) => Ok(Argument::Number(number.to_owned())),
        Err(_) => broken(format!("`{text}` is neither a buffer nor a number"), LAUNCH),
    }
}

/// Makes the run on the text of the file.
///
/// # Errors
/// What keeps the kernel from running as it should, an access that it does not make, a count that is another.
pub fn work(asked: &Asked, text: &str) -> Result<Mapped, Broken> {
    let lines = lines_of(asked, text)?;
    let source = Source::new(asked.of.path.as_str(), text.to_owned());
    let run = || ran(asked, &source);
    let report = std::thread::scope(|scope| {
        let thread = std::thread::Builder::new()
            .stack_size(STACK)
            .spawn_scoped(scope, run);
        thread.ok().and_then(|thread| thread.join().ok())
    });
    let report = report.unwrap_or_else(|| {
        broken(
            "the machine could not run it",
            "this is a fault of the program: please tell us",
        )
    })?;
    let map = chosen(asked, &source, report.counters.maps, &lines)?;
    let mapped = Mapped {
        title: asked.title.clone(),
        code: Some(source.slice(map.span).to_owned()),
        map,
    };
    match asked.count {
        Some((word, count)) if (word, count) != mapped.counted() => {
            let (has, counted) = mapped.counted();
            let has = match (has, counted) {
                ("passes", 1) => "pass",
                ("sectors", 1) => "sector",
                (several, _) => several,
            };
            broken(
                format!(
                    "`{word}: {count}`, but the run of `{}` comes to {counted} {has}",
                    asked.access
                ),
                "the page's words must follow what the kernel does",
            )
        }
        _ => Ok(mapped),
    }
}

/// The lines of the anchor; all without one.
fn lines_of(asked: &Asked, text: &str) -> Result<Range<u32>, Broken> {
    // Says what is wrong with the anchor, as a listing would.
    listing::cut(&asked.of, text)?;
    let Some(name) = &asked.of.anchor else {
        return Ok(0..u32::MAX);
    };
    let line = |marker: &str| {
        let at = text
            .lines()
            .position(|line| line.trim().strip_prefix(marker).map(str::trim) == Some(name));
        at.map_or(u32::MAX, |at| at as u32 + 1)
    };
    Ok(line("//@anchor ")..line("//@endanchor "))
}

fn ran(asked: &Asked, source: &Source) -> Result<Report, Broken> {
    let call = &asked.launch;
    let module = simt::compile_for(source, &[&call.kernel]).map_err(|said| {
        let first = said.into_iter().find(|diag| diag.is_error());
        let why = first.map_or(String::new(), |diag| {
            format!(": line {}: {}", source.line(diag.span.start), diag.message)
        });
        (
            format!("`{}` does not compile{why}", asked.of.path),
            Some(format!("`course run {}` says all of it", asked.of.path)),
        )
    })?;
    let Some(signature) = module.kernel(&call.kernel) else {
        let names: Vec<&str> = module
            .kernels()
            .map(|kernel| kernel.name.as_str())
            .collect();
        return Err((
            format!("no kernel `{}` in `{}`", call.kernel, asked.of.path),
            meant(&call.kernel, &names),
        ));
    };
    let mut memory = Memory::new();
    let dim = |[x, y, z]: [u32; 3]| Dim3 { x, y, z };
    let launch = Launch {
        kernel: signature.name.clone(),
        grid: dim(call.grid),
        block: dim(call.block),
        shared_bytes: call.shared,
        args: arguments(call, signature, &mut memory)?,
    };
    let options = RunOptions {
        fuel: FUEL,
        ..RunOptions::default()
    };
    let report = simt::run(&module, &mut memory, &launch, &options);
    let wrong = report
        .findings
        .iter()
        .find(|finding| finding.kind.severity() == Severity::Error);
    match (&report.outcome, wrong) {
        (Outcome::Finished, None) => Ok(report),
        (Outcome::Finished, Some(finding)) => broken(
            format!(
                "`{}` does something wrong in this launch: {}",
                call.kernel, finding.message
            ),
            "give its buffers room, or launch it as it is meant",
        ),
        (outcome, _) => Err((
            format!("`{}` does not run: {}", call.kernel, outcome.message()),
            outcome.help().map(str::to_owned),
        )),
    }
}

fn arguments(call: &Call, signature: &Signature, memory: &mut Memory) -> Result<Vec<Arg>, Broken> {
    let (wants, has) = (signature.params.len(), call.arguments.len());
    if wants != has {
        let params: Vec<String> = signature
            .params
            .iter()
            .map(|param| format!("{} {}", param.ty, param.name))
            .collect();
        return broken(
            format!(
                "`{}` takes {wants} arguments, and the launch has {has}",
                call.kernel
            ),
            &format!("they are `{}`", params.join(", ")),
        );
    }
    let pairs = signature.params.iter().zip(&call.arguments);
    let mut args = Vec::with_capacity(wants);
    for (param, argument) in pairs {
        let arg = match (argument, param.kind) {
            (Argument::Buffer(name, count, filled), ParamKind::Pointer(elem)) => {
                let elem = elem.unwrap_or_default();
                Some(Arg::Buffer(memory.alloc(
                    name,
                    elem,
                    *count,
                    content(filled, elem, *count),
                )))
            }
            (Argument::Number(number), ParamKind::Scalar(elem)) => scalar(number, elem),
            _ => None,
        };
        match arg {
            Some(arg) => args.push(arg),
            None => {
                let (ty, name) = (&param.ty, &param.name);
                return broken(
                    format!("the parameter `{name}` is `{ty}`, which the launch does not give"),
                    LAUNCH,
                );
            }
        }
    }
    Ok(args)
}

/// These numbers as elements, over and over.
fn content(filled: &[i64], elem: Elem, count: usize) -> Init {
    if filled.is_empty() {
        return Init::Zeroed;
    }
    let bytes = |number: &i64| match elem {
        Elem::F32 => (*number as f32).to_le_bytes().to_vec(),
        Elem::F64 => (*number as f64).to_le_bytes().to_vec(),
        whole => number.to_le_bytes()[..whole.bytes()].to_vec(),
    };
    Init::Bytes(filled.iter().cycle().take(count).flat_map(bytes).collect())
}

fn scalar(number: &str, elem: Elem) -> Option<Arg> {
    match elem {
        Elem::F32 => number.parse().ok().map(Arg::F32),
        Elem::F64 => number.parse().ok().map(Arg::F64),
        Elem::Bool => number.parse::<i64>().ok().map(|n| Arg::Bool(n != 0)),
        _ => number.parse().ok().map(Arg::I64),
    }
}

/// The request of the access that was asked for.
fn chosen(
    asked: &Asked,
    source: &Source,
    maps: Vec<AccessMap>,
    lines: &Range<u32>,
) -> Result<AccessMap, Broken> {
    let bare = |text: &str| -> String { text.split_whitespace().collect() };
    let wanted = bare(&asked.access);
    let here = |map: &&AccessMap| {
        lines.contains(&map.line)
            && asked.line.is_none_or(|line| line == map.line)
            && asked.op.is_none_or(|op| op == map.op)
    };
    let found: Vec<&AccessMap> = maps
        .iter()
        .filter(here)
        .filter(|map| bare(source.slice(map.span)) == wanted)
        .collect();
    let Some(first) = found.first() else {
        let texts: Vec<&str> = maps
            .iter()
            .filter(here)
            .map(|map| source.slice(map.span))
            .collect();
        let help = match nearest(&asked.access, texts.iter().copied()) {
            Some(near) => Some(format!("did you mean `{near}`?")),
            None if texts.is_empty() => None,
            None => Some(format!("there are `{}`", texts.join("`, `"))),
        };
        return Err((
            format!(
                "`{}` makes no access `{}` there",
                asked.launch.kernel, asked.access
            ),
            help,
        ));
    };
    // A loop over elements that an earlier one was over makes the same request; of an unrolled loop the first round counts.
    let asks = |map: &AccessMap| (map.op, map.name.clone(), map.bytes, map.lanes, map.at);
    let is_other = |map: &&&AccessMap| map.line != first.line && asks(map) != asks(first);
    if let Some(other) = found.iter().find(is_other) {
        let (one, two) = (first.line, other.line);
        return broken(
            format!("`{}` stands on line {one} and on line {two}", asked.access),
            &match first.op == other.op {
                true => format!("choose with `line: {one}`"),
                false => format!("choose with `op: {}`", first.op.word()),
            },
        );
    }
    Ok((*first).clone())
}

impl Writer<'_> {
    /// A `map` fence.
    pub(super) fn access_fence(&mut self, text: &str, range: &Range<usize>) {
        let asked = ask(text, range.clone());
        let drawn = asked.map(|asked| (asked.title.clone(), What::Access(asked)));
        self.drawn(drawn, range);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "//@anchor a\n__global__ void k(const float* x, float* y, int n) {\n    __shared__ float t[32][33];\n    int i = threadIdx.x;\n    t[0][i] = x[3 * i];\n    t[i][0] = i;\n    if (i < n) y[i] = t[0][i];\n}\n//@endanchor a\n__global__ void far(float* z) { z[threadIdx.x] = 0; }\ntemplate <int W> __global__ void of(float* z) { z[threadIdx.x * W] = 0; }\n";

    fn mapped(rows: &str) -> Result<Mapped, String> {
        let asked = ask(&format!("k.cu#a\n{rows}\ntitle: T"), 0..0);
        let said = |(message, _): Broken| message;
        asked.and_then(|asked| work(&asked, TEXT)).map_err(said)
    }

    const LAUNCHED: &str = "launch: k<<<1, 32>>>(x[3 * 32], y[32], n = 8)\n";

    #[test]
    fn a_request_is_that_of_a_run() {
        let global = mapped(&format!("{LAUNCHED}access: x[3*i]\nsectors: 12")).unwrap();
        assert_eq!(
            (global.map.shared, global.code.as_deref()),
            (false, Some("x[3 * i]"))
        );
        assert_eq!(global.map.at[31], 31 * 12);
        let shared = mapped(&format!("{LAUNCHED}access: t[i][0]\npasses: 1")).unwrap();
        assert!(shared.map.shared);
        let few = mapped(&format!("{LAUNCHED}access: y[i]")).unwrap();
        assert_eq!(few.map.lanes, 0xff);
        let asked = ask(
            "k.cu\nlaunch: of<8><<<1, 32>>>(z[256])\naccess: z[threadIdx.x * W]\ntitle: T",
            0..0,
        );
        assert_eq!(
            work(&asked.unwrap(), TEXT).unwrap().counted(),
            ("sectors", 32)
        );
    }

    const SIDES: &str = "__global__ void k(const int* kind, float* z) {\n    int i = threadIdx.x;\n    if (kind[i] == 1)\n        z[i] = 1;\n    else\n        z[i] = z[i] + 2;\n}\n__global__ void twice(float* z) {\n    for (int i = threadIdx.x; i < 64; i += 32)\n        z[i] = 1;\n    for (int i = threadIdx.x; i < 64; i += 32)\n        z[i] = 2;\n}\n";

    #[test]
    fn numbers_in_a_buffer_decide_which_lanes_take_part() {
        let mapped = |launch: &str, access: &str| {
            let body = format!("k.cu\nlaunch: {launch}\naccess: {access}\ntitle: T");
            let mapped = ask(&body, 0..0).and_then(|asked| work(&asked, SIDES));
            mapped.map(|mapped| (mapped.map.line, mapped.map.lanes))
        };
        let launch = "k<<<1, 32>>>(kind[32] = 0 1 1 1, z[32])";
        let taken = 0xeeee_eeee;
        assert_eq!(mapped(launch, "z[i]\nline: 4"), Ok((4, taken)));
        assert_eq!(mapped(launch, "z[i]\nop: read"), Ok((6, !taken)));
        let (message, help) = mapped(launch, "z[i]\nop: write").unwrap_err();
        assert_eq!(message, "`z[i]` stands on line 4 and on line 6");
        assert_eq!(help.as_deref(), Some("choose with `line: 4`"));
        // Two loops over the same elements make one request.
        let twice = mapped("twice<<<1, 32>>>(z[64])", "z[i]");
        assert_eq!(twice, Ok((10, u32::MAX)));
        for (launch, access, said) in [
            (
                "k<<<1, 32>>>(kind[32] = a, z[32])",
                "z[i]",
                "`kind[32] = a` is no buffer",
            ),
            (
                launch,
                "z[i]\nop: load",
                "`op: load` is no operation of memory",
            ),
        ] {
            assert_eq!(mapped(launch, access).unwrap_err().0, said);
        }
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (rows, told) in [
            ("access: x[i]", "a map without a launch"),
            ("launch: k(1)\naccess: x", "`k(1)` is no launch"),
            (
                "launch: k<<<a, 32>>>()\naccess: x",
                "has no shape that can be launched",
            ),
            (
                "launch: k<<<1, 32>>>(x[a])\naccess: x",
                "`x[a]` is no buffer",
            ),
            (
                "launch: k<<<1, 32>>>(x)\naccess: x",
                "`x` is neither a buffer nor a number",
            ),
            (
                "launch: q<<<1, 32>>>()\naccess: x",
                "no kernel `q` in `k.cu`",
            ),
            (
                "launch: k<<<1, 32>>>(x[1])\naccess: x",
                "`k` takes 3 arguments, and the launch has 1",
            ),
            (
                "launch: k<<<1, 32>>>(1, y[1], 1)\naccess: x",
                "the parameter `x` is `const float*`, which the launch does not give",
            ),
            (
                "launch: k<<<1, 32>>>(x[9], y[32], 8)\naccess: x[3 * i]",
                "`k` does something wrong in this launch",
            ),
            (
                "launch: far<<<1, 32>>>(z[32])\naccess: z[threadIdx.x]",
                "`far` makes no access `z[threadIdx.x]` there",
            ),
            (
                "launch: k<<<1, 32>>>(x[96], y[32], 8)\naccess: x[4 * i]",
                "`k` makes no access `x[4 * i]` there",
            ),
            (
                "launch: k<<<1, 32>>>(x[96], y[32], 8)\naccess: x[3 * i]\nsectors: 4",
                "`sectors: 4`, but the run of `x[3 * i]` comes to 12 sectors",
            ),
            ("acess: x", "unknown key `acess` of a map"),
            ("sectors: many", "`sectors: many` is no number"),
        ] {
            let said = mapped(rows).unwrap_err();
            assert!(said.contains(told), "{told}: {said}");
        }
        assert_eq!(ask("title: T", 0..0).unwrap_err().0, "a map names no file");
    }
}
