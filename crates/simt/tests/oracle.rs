//! Accepted or rejected, as NVIDIA's compiler does: every kernel and every test source that is a whole program.
//!
//! Rule: where the two differ, `oracle.txt` beside this file says why; a difference that is not listed fails, and so does a
//! line of the list that is no longer true. The compiler is `$COURSE_NVCC`, or `nvcc` on the path, or the one that PyPI's
//! `nvidia-cuda-nvcc` put below `target/nvcc`; without one the test is skipped with a word. Its verdicts are kept by content
//! under `target/oracle`.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use simt::diag::Diag;
use simt::source::Source;

/// What is compiled, relative to the repository's root.
const FOLDERS: [&str; 7] = [
    "kernels",
    "labs",
    "crates/simt/tests/corpora/check",
    "crates/simt/tests/corpora/run",
    "crates/simt/tests/corpora/host",
    "crates/simt/tests/corpora/streams/bugs",
    "crates/simt/tests/corpora/streams/clean",
];

/// The architecture of the default device; `-w` for warnings are not what is compared.
const FLAGS: [&str; 8] = [
    "-arch=sm_80",
    "-cubin",
    "-w",
    "-Xptxas",
    "-O0",
    "-std=c++20",
    "--expt-relaxed-constexpr",
    "--extended-lambda",
];

fn root() -> &'static Path {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    own.ancestors().nth(2).unwrap_or(own)
}

#[test]
fn nvidias_compiler_accepts_and_rejects_the_same() {
    let Some(nvcc) = nvcc() else {
        eprintln!(
            "skipped: no nvcc (`pip install nvidia-cuda-nvcc` brings one; see the head of this file)"
        );
        return;
    };
    let sources = sources();
    let theirs = verdicts(&nvcc, &sources);
    let mut reasons = reasons();
    let mut wrong = Vec::new();
    for (path, theirs) in sources.iter().zip(theirs) {
        // A header of a library that is not installed beside this nvcc says nothing of the language.
        if theirs
            .as_ref()
            .is_err_and(|why| why.contains("No such file or directory"))
        {
            eprintln!(
                "left out: {path}: nvcc {}",
                theirs.err().unwrap_or_default()
            );
            reasons.remove(path);
            continue;
        }
        let ours = ours(path);
        let listed = reasons.remove(path);
        match (ours.is_ok() == theirs.is_ok(), listed) {
            (true, None) | (false, Some(_)) => {}
            (true, Some(reason)) => {
                wrong.push(format!(
                    "{path}: no longer differs: `{reason}` is out of date"
                ));
            }
            (false, None) => {
                let said = |verdict: Result<(), String>| verdict.err().unwrap_or("accepts".into());
                wrong.push(format!(
                    "{path}: simt {}; nvcc {}",
                    said(ours),
                    said(theirs)
                ));
            }
        }
    }
    wrong.extend(
        reasons
            .keys()
            .map(|path| format!("{path}: listed in oracle.txt, but not there")),
    );
    let all = sources.len();
    assert!(
        wrong.is_empty(),
        "{} of {all} sources:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

/// The compiler, if there is one.
fn nvcc() -> Option<PathBuf> {
    let named = std::env::var_os("COURSE_NVCC").map(PathBuf::from);
    let installed = std::fs::read_dir(root().join("target/nvcc/lib")).ok();
    let installed = installed.into_iter().flatten().flatten();
    let installed = installed.flat_map(|python| {
        let nvidia = python.path().join("site-packages/nvidia");
        let kits = std::fs::read_dir(nvidia).into_iter().flatten().flatten();
        kits.map(|kit| kit.path().join("bin/nvcc"))
            .collect::<Vec<_>>()
    });
    let mut places = named
        .into_iter()
        .chain([PathBuf::from("nvcc")])
        .chain(installed);
    places.find(|path| {
        let told = Command::new(path).arg("--version").output();
        told.is_ok_and(|told| told.status.success())
    })
}

/// Every source, relative to the root, sorted.
fn sources() -> Vec<String> {
    let mut found = Vec::new();
    for folder in FOLDERS {
        gather(&root().join(folder), &mut found);
    }
    found.sort();
    found
}

fn gather(folder: &Path, found: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            gather(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "cu") {
            let relative = path.strip_prefix(root()).unwrap_or(&path);
            found.push(relative.to_string_lossy().replace('\\', "/"));
        }
    }
}

/// Our verdict.
fn ours(path: &str) -> Result<(), String> {
    let text = std::fs::read_to_string(root().join(path)).unwrap_or_default();
    let wanted = text
        .lines()
        .filter_map(|line| line.strip_prefix("// wanted: "));
    let wanted: Vec<String> = wanted.map(|name| name.trim().to_owned()).collect();
    let wanted: Vec<&str> = wanted.iter().map(String::as_str).collect();
    let source = Source::new(path, text).with_includes(|name, from| {
        let path = Path::new(from).parent()?.join(name);
        let text = std::fs::read_to_string(root().join(&path)).ok()?;
        Some((path.to_string_lossy().into_owned(), text))
    });
    let rejects = |diag: Option<&Diag>| match diag {
        Some(diag) => format!(
            "rejects line {}: {}",
            source.line(diag.span.start),
            diag.message
        ),
        None => "rejects".to_owned(),
    };
    match simt::compile_for(&source, &wanted) {
        Err(diags) => Err(rejects(diags.iter().find(|diag| diag.is_error()))),
        Ok(_) => Ok(()),
    }
}

/// NVIDIA's verdicts, two at a time.
fn verdicts(nvcc: &Path, sources: &[String]) -> Vec<Result<(), String>> {
    let told = Command::new(nvcc).arg("--version").output();
    let version = told.map(|told| told.stdout).unwrap_or_default();
    let cache = root().join("target/oracle");
    let made = std::fs::create_dir_all(&cache);
    assert!(made.is_ok(), "{} cannot be made", cache.display());
    let next = AtomicUsize::new(0);
    let verdicts = Mutex::new(BTreeMap::new());
    std::thread::scope(|scope| {
        for worker in 0..2 {
            let (next, verdicts, cache, version) = (&next, &verdicts, &cache, &version);
            scope.spawn(move || {
                while let Some(path) = sources.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let verdict = kept(nvcc, path, cache, version, worker);
                    if let Ok(mut verdicts) = verdicts.lock() {
                        verdicts.insert(path.clone(), verdict);
                    }
                }
            });
        }
    });
    let mut verdicts = verdicts.into_inner().unwrap_or_default();
    let verdict = |path| verdicts.remove(path).unwrap_or(Err("was not asked".into()));
    sources.iter().map(verdict).collect()
}

/// NVIDIA's verdict on one source, asked once for each content.
fn kept(
    nvcc: &Path,
    path: &str,
    cache: &Path,
    version: &[u8],
    worker: usize,
) -> Result<(), String> {
    let file = root().join(path);
    let mut hasher = DefaultHasher::new();
    (version, FLAGS, std::fs::read(&file).unwrap_or_default()).hash(&mut hasher);
    let kept = cache.join(format!("{:016x}", hasher.finish()));
    let said = std::fs::read_to_string(&kept).unwrap_or_else(|_| {
        let out = cache.join(format!("{worker}.cubin"));
        let told = Command::new(nvcc)
            .args(FLAGS)
            .arg("-o")
            .arg(out)
            .arg(&file)
            .output();
        let said = match told {
            Ok(told) if told.status.success() => "accepts".to_owned(),
            Ok(told) => complaint(&String::from_utf8_lossy(&told.stderr)),
            Err(error) => return format!("cannot be run: {error}"),
        };
        let _ = std::fs::write(&kept, &said); // the next run asks again
        said
    });
    if said == "accepts" { Ok(()) } else { Err(said) }
}

/// The first error of what the compiler said.
fn complaint(text: &str) -> String {
    let error = text.lines().find(|line| line.contains("error"));
    let error = error.unwrap_or("rejects without a reason");
    let at = error.rfind(".cu(").map_or(0, |at| at + 3);
    format!("rejects {}", error.get(at..).unwrap_or(error).trim())
}

/// The list of differences: a path, a colon and the reason on each line.
fn reasons() -> BTreeMap<String, String> {
    let list = include_str!("oracle.txt").lines();
    let entries = list.filter(|line| !line.is_empty() && !line.starts_with('#'));
    let parted = entries.filter_map(|line| line.split_once(": "));
    parted
        .map(|(path, reason)| (path.to_owned(), reason.to_owned()))
        .collect()
}
