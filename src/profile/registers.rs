//! The registers that NVIDIA's compiler gives a kernel's threads, where the machine has it: nvcc, or NVRTC with a Python to call it.
//!
//! A program's text and a device go in; the registers of its kernels come out, with who said so. The rule: the compiler is another process, so nothing it
//! does ends this one, and it has [`PATIENCE`]; without one, or where it refuses the text, there is no answer and the estimate stands.

use std::collections::HashMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use simt::ast::{Item, ItemKind, SpecifierKind};
use simt::source::Source;

use super::cubin;

/// How long a compiler may take.
const PATIENCE: Duration = Duration::from_secs(30);

/// Who calls NVRTC: its library has only C functions.
const CALLER: &str = include_str!("nvrtc.py");

/// What is to be compiled.
#[derive(Clone, Copy, Debug)]
pub struct Wanted<'a> {
    /// The text.
    pub source: &'a Source,
    /// The file that has it, if there is one.
    pub file: Option<&'a Path>,
    /// Where it looks for what it includes.
    pub include: &'a [PathBuf],
    /// The macros that `-D` defines.
    pub define: &'a [String],
    /// The kernels, as launches name them.
    pub kernels: &'a [String],
    /// The device's compute capability, `8.0`.
    pub cc: &'a str,
}

/// Registers a thread, by kernel.
#[derive(Clone, Default, Debug)]
pub struct Registers {
    /// Who gave them: `nvcc 13.0`.
    pub by: String,
    of: HashMap<String, u32>,
}

impl Registers {
    /// Those of a kernel.
    pub fn of(&self, kernel: &str) -> Option<u32> {
        self.of.get(kernel).copied()
    }
}

/// Asks the compiler that the machine has. A variable `COURSE_NVCC` names an nvcc, or, empty, none; `COURSE_PYTHON` the same for a Python.
pub fn ask(wanted: &Wanted<'_>) -> Option<Registers> {
    let folder = std::env::temp_dir().join(format!("course-registers-{}", std::process::id()));
    std::fs::create_dir_all(&folder).ok()?;
    let said = with_nvcc(wanted, &folder).or_else(|| with_nvrtc(wanted, &folder));
    // What is left there is the system's to remove.
    let _ = std::fs::remove_dir_all(&folder);
    said
}

fn with_nvcc(wanted: &Wanted<'_>, folder: &Path) -> Option<Registers> {
    let nvcc = nvcc()?;
    let version = finished(Command::new(&nvcc).arg("--version"), "")?;
    let release = version.split("release ").nth(1)?.split(',').next()?;
    let (file, out) = (folder.join("program.cu"), folder.join("program.cubin"));
    let file = match wanted.file {
        Some(file) => file.to_path_buf(),
        None => {
            std::fs::write(&file, wanted.source.text()).ok()?;
            file
        }
    };
    let mut command = Command::new(&nvcc);
    command.args(["-cubin", "-std=c++17", "-w"]);
    command.arg(format!("-arch=sm_{}", wanted.cc.replace('.', "")));
    wanted.include.iter().for_each(|place| {
        command.arg("-I").arg(place);
    });
    wanted.define.iter().for_each(|macros| {
        command.arg("-D").arg(macros);
    });
    finished(command.arg("-o").arg(&out).arg(file), "")?;
    let found = cubin::registers(&std::fs::read(&out).ok()?);
    let of = wanted.kernels.iter();
    let of = of.filter_map(|kernel| Some((kernel.clone(), named(kernel, &found)?)));
    Some(Registers {
        by: format!("nvcc {release}"),
        of: of.collect(),
    })
}

/// The nvcc of this machine.
fn nvcc() -> Option<PathBuf> {
    let name = format!("nvcc{}", std::env::consts::EXE_SUFFIX);
    if let Some(named) = std::env::var_os("COURSE_NVCC") {
        return (!named.is_empty()).then(|| named.into());
    }
    let homes = ["CUDA_HOME", "CUDA_PATH"]
        .into_iter()
        .filter_map(std::env::var_os);
    let homes = homes
        .map(PathBuf::from)
        .chain([PathBuf::from("/usr/local/cuda")]);
    let path = std::env::var_os("PATH").unwrap_or_default();
    let places = std::env::split_paths(&path).chain(homes.map(|home| home.join("bin")));
    let mut files = places.map(|place| place.join(&name));
    files.find(|file| file.is_file())
}

fn with_nvrtc(wanted: &Wanted<'_>, folder: &Path) -> Option<Registers> {
    let python = std::env::var_os("COURSE_PYTHON").unwrap_or_else(|| "python3".into());
    if python.is_empty() {
        return None;
    }
    let out = folder.join("program.cubin");
    let mut command = Command::new(python);
    command
        .args(["-c", CALLER, &wanted.cc.replace('.', "")])
        .arg(&out);
    let said = finished(command.args(wanted.kernels), &for_device(wanted.source))?;
    let mut lines = said.lines();
    let version = lines.next()?;
    let found: HashMap<String, u32> = cubin::registers(&std::fs::read(&out).ok()?)
        .into_iter()
        .collect();
    let of = wanted.kernels.iter().zip(lines);
    let of = of.filter_map(|(kernel, symbol)| Some((kernel.clone(), *found.get(symbol)?)));
    Some(Registers {
        by: format!("NVRTC {version}"),
        of: of.collect(),
    })
}

/// What a process says if it ends well and in time.
fn finished(command: &mut Command, input: &str) -> Option<String> {
    let begun = Instant::now();
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    let mut child = command.spawn().ok()?;
    // One that does not read its input says so by how it ends.
    let _ = child.stdin.take()?.write_all(input.as_bytes());
    while child.try_wait().ok()?.is_none() {
        if begun.elapsed() > PATIENCE {
            let _ = child.kill();
            let _ = child.wait();
            return None;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    let ended = child.wait_with_output().ok()?;
    let text = String::from_utf8_lossy(&ended.stdout).into_owned();
    ended.status.success().then_some(text)
}

/// The registers of a kernel among symbols: the one that has its name, and of a template's instances the one that has its arguments.
fn named(kernel: &str, found: &[(String, u32)]) -> Option<u32> {
    let (path, args) = kernel.split_once('<').unwrap_or((kernel, ""));
    let plain = path.rsplit("::").next()?.trim();
    let mangled = format!("{}{plain}", plain.len());
    let begins = |symbol: &str, rest: usize| {
        let before = symbol[..rest].trim_end_matches(|c: char| c.is_ascii_digit());
        before.len() == rest
    };
    let mut fits: Vec<&(String, u32)> = found
        .iter()
        .filter(|(symbol, _)| {
            symbol == plain || symbol.find(&mangled).is_some_and(|at| begins(symbol, at))
        })
        .collect();
    if fits.len() > 1 && !args.is_empty() {
        let list = args.trim_end().trim_end_matches('>').split(',');
        let written: Option<Vec<String>> = list.map(|arg| argument(arg.trim())).collect();
        let wanted = format!("{mangled}I{}E", written?.concat());
        fits.retain(|(symbol, _)| without_types(symbol).contains(&wanted));
    }
    match fits.as_slice() {
        [(_, registers)] => Some(*registers),
        _ => None,
    }
}

/// A template's argument as symbols have it, the type of a number left out.
fn argument(written: &str) -> Option<String> {
    let letter = match written {
        "true" => return Some("L1E".into()),
        "false" => return Some("L0E".into()),
        "float" => "f",
        "double" => "d",
        "int" => "i",
        "unsigned" | "unsigned int" => "j",
        "bool" => "b",
        "char" => "c",
        "__half" => "6__half",
        "__nv_bfloat16" => "13__nv_bfloat16",
        number => {
            let digits = number.trim_start_matches('-');
            let whole = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
            let sign = if digits.len() < number.len() { "n" } else { "" };
            return whole.then(|| format!("L{sign}{digits}E"));
        }
    };
    Some(letter.to_owned())
}

/// A symbol without the type in `Li16E`.
fn without_types(symbol: &str) -> String {
    let mut out = String::new();
    let mut rest = symbol.chars().peekable();
    while let Some(c) = rest.next() {
        out.push(c);
        if c == 'L' {
            rest.next_if(|next| "bchijlmstxy".contains(*next));
        }
    }
    out
}

/// A text without what only a host has: its functions, and headers that NVRTC does not know. Places stay where they are.
fn for_device(source: &Source) -> String {
    let (unit, _) = simt::parse::parse(source);
    let mut text = source.text().as_bytes().to_vec();
    blank_functions(&unit.items, source, &mut text);
    let text = String::from_utf8_lossy(&text).into_owned();
    let lines = text
        .split('\n')
        .map(|line| if is_for_host(line) { "" } else { line });
    lines.collect::<Vec<_>>().join("\n")
}

fn is_for_host(line: &str) -> bool {
    let Some(rest) = line.trim_start().strip_prefix('#') else {
        return false;
    };
    let header = rest
        .trim_start()
        .strip_prefix("include")
        .map(str::trim_start);
    let known = [
        "cuda",
        "cooperative_groups",
        "mma.h",
        "math_constants.h",
        "cub/",
        "vector_types.h",
    ];
    header
        .and_then(|h| h.strip_prefix('<'))
        .is_some_and(|name| {
            !known.iter().any(|known| name.starts_with(known)) || name.starts_with("cuda_runtime")
        })
}

fn blank_functions(items: &[Item], source: &Source, text: &mut [u8]) {
    for item in items {
        match &item.kind {
            ItemKind::Namespace { items, .. } => blank_functions(items, source, text),
            ItemKind::Function(function) => {
                use SpecifierKind::{Constexpr, Device, Global};
                let stays = |kind: &SpecifierKind| matches!(kind, Global | Device | Constexpr);
                let host = !function.specifiers.iter().any(|s| stays(&s.kind));
                let (from, to) = (item.span.start as usize, item.span.end as usize);
                let own = source.file(item.span.start).base() == 0;
                if let (true, true, Some(body)) = (host, own, text.get_mut(from..to)) {
                    let seen = body.iter_mut().filter(|byte| **byte != b'\n');
                    seen.for_each(|byte| *byte = b' ');
                }
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "#include <cstdio>\n#include <cuda_fp16.h>\n\
        template <int N, typename T> __global__ void tile(const T* a, T* b) {\n\
        T s = 0;\n_Pragma(\"unroll\") for (int k = 0; k < N; ++k) s += a[k * 7 + threadIdx.x];\nb[threadIdx.x] = s; }\n\
        __global__ void plain(__half* h) { h[threadIdx.x] = __float2half(1.0f); }\n\
        int main() { tile<4, float><<<1, 32>>>(nullptr, nullptr); tile<32, double><<<1, 32>>>(nullptr, nullptr); plain<<<1, 1>>>(nullptr); printf(\"done\\n\"); }\n";

    fn asked(with: fn(&Wanted<'_>, &Path) -> Option<Registers>, what: &str) {
        let source = Source::new("k.cu", TEXT);
        let kernels = ["tile<4, float>", "tile<32, double>", "plain"].map(str::to_owned);
        let wanted = Wanted {
            source: &source,
            file: None,
            include: &[],
            define: &[],
            kernels: &kernels,
            cc: "9.0",
        };
        let folder = tempfile::tempdir().expect("a folder");
        let Some(found) = with(&wanted, folder.path()) else {
            eprintln!("skipped: no {what} here that compiles");
            return;
        };
        for kernel in &kernels {
            let registers = found.of(kernel).expect("every kernel has registers");
            assert!((4..=255).contains(&registers), "{kernel}: {registers}");
        }
        assert!(found.of("tile<32, double>") > found.of("plain"));
        assert_eq!(found.of("other"), None);
    }

    #[test]
    fn nvcc_says_how_many_registers_kernels_have() {
        asked(with_nvcc, "nvcc");
    }

    #[test]
    fn nvrtc_says_how_many_registers_kernels_have() {
        asked(with_nvrtc, "NVRTC");
    }

    #[test]
    fn a_kernel_is_found_by_its_name_and_its_arguments() {
        let symbols = [
            "_Z4tileILi16EfEvPT0_",
            "_Z4tileILi32EfEvPT0_",
            "_Z5plain",
            "plainer",
            "_ZN2ns3addEPf",
        ];
        let found: Vec<(String, u32)> = symbols
            .iter()
            .zip(1..)
            .map(|(s, n)| ((*s).to_owned(), n))
            .collect();
        assert_eq!(named("tile<32, float>", &found), Some(2));
        assert_eq!(named("tile<64, float>", &found), None);
        assert_eq!(named("plain", &found), Some(3));
        assert_eq!(named("ns::add", &found), Some(5));
        assert_eq!(named("ain", &found), None);
    }

    #[test]
    fn what_only_a_host_has_is_blanked() {
        let text = for_device(&Source::new("k.cu", TEXT));
        assert_eq!(text.lines().count(), TEXT.lines().count());
        assert!(!text.contains("main") && !text.contains("cstdio"));
        assert!(text.contains("cuda_fp16.h") && text.contains("void plain"));
    }
}
