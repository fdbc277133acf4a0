//! How many loads, stores, barriers and fused multiply-adds a kernel has, in our code and in the PTX of NVIDIA's compiler.
//!
//! `COURSE_NVCC=…/bin/nvcc cargo run -p simt --example static_counts [FILE.cu …]`; without files, the repository's kernels. What an
//! optimising compiler takes out is not counted, so the two should agree; a kernel that does not is printed with both numbers. Loads
//! are of every kind of memory but parameters; a vector access is one. NVIDIA's compiler is told to unroll no loop, which ours never
//! does: copies of a loop's body would say nothing about what is done in it.

use simt::ir::kept::Kept;
use simt::ir::{Ins, Kernel};
use simt::source::Source;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Counts of one kernel.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
struct Counts {
    loads: usize,
    stores: usize,
    atomics: usize,
    barriers: usize,
    fused: usize,
}

impl Counts {
    fn shown(self) -> String {
        let Counts {
            loads,
            stores,
            atomics,
            barriers,
            fused,
        } = self;
        format!("{loads:>6} {stores:>6} {atomics:>7} {barriers:>8} {fused:>5}")
    }
}

fn main() {
    let Some(nvcc) = std::env::var_os("COURSE_NVCC") else {
        eprintln!("set COURSE_NVCC to NVIDIA's nvcc (PyPI's nvidia-cuda-nvcc has it)");
        return;
    };
    let named: Vec<PathBuf> = std::env::args().skip(1).map(PathBuf::from).collect();
    let files = if named.is_empty() { ours() } else { named };
    println!(
        "{:<28} {:<6} {:>6} {:>6} {:>7} {:>8} {:>5}",
        "kernel", "of", "loads", "stores", "atomics", "barriers", "fma"
    );
    let (mut same, mut all) = (0, 0);
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap_or_default();
        let Ok(module) = simt::compile(&Source::new(file.display().to_string(), text)) else {
            println!("{}: does not compile here", file.display());
            continue;
        };
        let Some(ptx) = ptx(Path::new(&nvcc), &file) else {
            println!("{}: does not compile there", file.display());
            continue;
        };
        for kernel in module.code().kernels.iter() {
            let name = &kernel.signature.name;
            let Some(theirs) = entry(&ptx, name) else {
                continue;
            };
            let here = of_kernel(kernel);
            all += 1;
            same += usize::from(here == theirs);
            println!("{name:<28} {:<6} {}", "ours", here.shown());
            if here != theirs {
                println!("{:<28} {:<6} {}", "", "nvcc", theirs.shown());
            }
        }
    }
    println!("{same} of {all} kernels agree");
}

/// The repository's kernels.
fn ours() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut files = Vec::new();
    for folder in ["kernels", "kernels/examples", "benches/peers"] {
        let entries = std::fs::read_dir(root.join(folder))
            .into_iter()
            .flatten()
            .flatten();
        files.extend(
            entries
                .map(|entry| entry.path())
                .filter(|path| path.extension().is_some_and(|e| e == "cu")),
        );
    }
    files.sort();
    files
}

/// The PTX of a file whose loops stay loops.
fn ptx(nvcc: &Path, file: &Path) -> Option<String> {
    let text = std::fs::read_to_string(file).ok()?;
    let rolled = text
        .replace("#pragma unroll", "//")
        .replace("for (", "_Pragma(\"unroll 1\") for (");
    let copy = std::env::temp_dir().join(format!("static-counts-{}.cu", std::process::id()));
    std::fs::write(&copy, rolled).ok()?;
    let made = Command::new(nvcc)
        .args(["-ptx", "-arch=sm_90", "-std=c++17", "-o", "-"])
        .arg(&copy)
        .output();
    std::fs::remove_file(&copy).ok()?;
    let made = made.ok()?;
    made.status
        .success()
        .then(|| String::from_utf8_lossy(&made.stdout).into_owned())
}

fn of_kernel(kernel: &Kernel) -> Counts {
    let mut counts = Counts::default();
    let code = &kernel.code;
    let kept = code.kept.iter().map(|kept| *kept != Kept::Never);
    for (ins, _) in (code.ins.iter().zip(kept.chain(std::iter::repeat(true)))).filter(|(_, k)| *k) {
        match ins {
            Ins::Ld { .. } | Ins::Ld64 { .. } => counts.loads += 1,
            Ins::St { .. } | Ins::St64 { .. } => counts.stores += 1,
            Ins::Atom { .. } | Ins::Atom64 { .. } => counts.atomics += 1,
            Ins::Bar | Ins::BarRed { .. } => counts.barriers += 1,
            Ins::Fma { .. } | Ins::Fma64 { .. } => counts.fused += 1,
            _ => {}
        }
    }
    counts
}

/// The counts of the kernel of a name; its name in the PTX holds ours, its length before it.
fn entry(ptx: &str, name: &str) -> Option<Counts> {
    let plain = name.split('<').next().unwrap_or(name);
    let (mangled, direct) = (format!("{}{plain}", plain.len()), format!(" {plain}("));
    let from = ptx.match_indices(".entry ").find(|(at, _)| {
        let line = ptx[*at..].lines().next().unwrap_or("");
        line.contains(&mangled) || line.contains(&direct)
    })?;
    let body = &ptx[from.0..];
    let body = &body[..body.find("\n}").unwrap_or(body.len())];
    let mut counts = Counts::default();
    for line in body.lines().map(str::trim) {
        // A guard stands before what it guards.
        let line = line
            .strip_prefix('@')
            .and_then(|rest| rest.split_once(' '))
            .map_or(line, |(_, rest)| rest.trim());
        let word = line.split_whitespace().next().unwrap_or("");
        match word.split('.').next().unwrap_or("") {
            "ld" if !word.starts_with("ld.param") => counts.loads += 1,
            "st" if !word.starts_with("st.param") => counts.stores += 1,
            "atom" | "red" => counts.atomics += 1,
            "bar" | "barrier" if !word.contains("warp") => counts.barriers += 1,
            "fma" => counts.fused += 1,
            _ => {}
        }
    }
    Some(counts)
}
