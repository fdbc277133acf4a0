//! NVIDIA's compiler: where it is, which one it is, and what it says of a source.
//!
//! In: a path of a source. Out: its verdict, or why there is none. A verdict is kept by content below `target/oracle`, so that a
//! machine asks once.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::record::{Verdict, hash};
use crate::root;

/// The architecture of the default device; `-w` for warnings are not what is compared.
pub const FLAGS: [&str; 8] = [
    "-arch=sm_80",
    "-cubin",
    "-w",
    "-Xptxas",
    "-O0",
    "-std=c++20",
    "--expt-relaxed-constexpr",
    "--extended-lambda",
];

/// A compiler that answers.
pub struct Nvcc {
    program: PathBuf,
    /// The line in which it names its release.
    pub version: String,
    kept: PathBuf,
}

impl Nvcc {
    /// `$COURSE_NVCC`, or `nvcc` on the path, or what PyPI's package put below `target/nvcc`.
    pub fn find() -> Option<Nvcc> {
        let named = std::env::var_os("COURSE_NVCC").map(PathBuf::from);
        let places = named.into_iter().chain([PathBuf::from("nvcc")]);
        places.chain(installed()).find_map(Nvcc::at)
    }

    fn at(program: PathBuf) -> Option<Nvcc> {
        let told = Command::new(&program).arg("--version").output().ok()?;
        let text = String::from_utf8_lossy(&told.stdout);
        let version = text.lines().find(|line| line.contains("release"))?.trim();
        Some(Nvcc {
            program,
            version: version.to_owned(),
            kept: root().join("target/oracle"),
        })
    }

    /// The verdict on a source: the one that was kept, unless it is to be asked `anew`.
    pub fn verdict(&self, path: &str, content: &[u8], anew: bool) -> Result<Verdict, String> {
        let mut of = format!("{} {FLAGS:?} ", self.version).into_bytes();
        of.extend_from_slice(content);
        let kept = self.kept.join(format!("{:016x}.txt", hash(&of)));
        let before = std::fs::read_to_string(&kept).ok().filter(|_| !anew);
        if let Some(verdict) = before.and_then(|text| Verdict::read(&text)) {
            return Ok(verdict);
        }
        let verdict = self.ask(path)?;
        // What a missing header hides may be there tomorrow.
        if !matches!(verdict, Verdict::LeftOut(_)) {
            let _ = std::fs::write(&kept, verdict.to_string()); // the next run asks again
        }
        Ok(verdict)
    }

    fn ask(&self, path: &str) -> Result<Verdict, String> {
        std::fs::create_dir_all(&self.kept)
            .map_err(|why| format!("{} cannot be made: {why}", self.kept.display()))?;
        let hand = rayon::current_thread_index().unwrap_or_default();
        let out = self
            .kept
            .join(format!("{}-{hand}.cubin", std::process::id()));
        let mut command = Command::new(&self.program);
        command.args(FLAGS).arg("-o").arg(&out);
        let told = command.arg(root().join(path)).output();
        let _ = std::fs::remove_file(&out); // there is none of a source that is rejected
        let told = told.map_err(|why| format!("nvcc cannot be run: {why}"))?;
        if told.status.success() {
            return Ok(Verdict::Accepts);
        }
        let text = String::from_utf8_lossy(&told.stderr);
        match complaint(&text) {
            Some(why) if why.contains("No such file or directory") => Ok(Verdict::LeftOut(why)),
            Some(why) => Ok(Verdict::Rejects(why)),
            None => Err(format!("nvcc gives up ({}): {}", told.status, text.trim())),
        }
    }
}

fn installed() -> Vec<PathBuf> {
    let inside = |folder: &Path| {
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        entries.map(|entry| entry.path()).collect::<Vec<_>>()
    };
    let pythons = inside(&root().join("target/nvcc/lib"));
    let kits = pythons
        .iter()
        .flat_map(|python| inside(&python.join("site-packages/nvidia")));
    kits.map(|kit| kit.join("bin/nvcc")).collect()
}

/// The first error of what the compiler said: from where it is in the source, and without the folders of this machine.
fn complaint(text: &str) -> Option<String> {
    let is_error = |line: &&str| line.contains("error") || line.contains("Error:");
    let error = text.lines().find(is_error)?;
    let place = error.rfind(".cu(").or_else(|| error.find(".cu:"));
    let error = error.get(place.map_or(0, |at| at + 3)..).unwrap_or(error);
    let words: Vec<&str> = error.split_whitespace().map(without_folders).collect();
    Some(words.join(" "))
}

/// `/tmp/tmpxft_00002b77_00000000-6_barriers.ptx` is `barriers.ptx`.
fn without_folders(word: &str) -> &str {
    let name = match word.strip_prefix('/') {
        Some(path) => path.rsplit('/').next().unwrap_or(path),
        None => word,
    };
    let own = name.strip_prefix("tmpxft_").map(|rest| rest.splitn(3, '_'));
    own.and_then(|mut parts| parts.nth(2)).unwrap_or(name)
}

#[test]
fn an_error_is_the_same_on_every_machine() {
    let told = [
        (
            "nvcc's word\n/a/kernel.cu(3): error: expected a \";\"\n\n1 error detected\n",
            "(3): error: expected a \";\"",
        ),
        (
            "/a/kernel.cu:6:10: fatal error: windows.h: No such file or directory",
            ":6:10: fatal error: windows.h: No such file or directory",
        ),
        (
            "ptxas /tmp/tmpxft_00002b77_00000000-6_of_two.ptx, line 24; error   : Feature",
            "ptxas of_two.ptx, line 24; error : Feature",
        ),
        (
            "a/b.cu(4): Error: Formal parameter space overflowed",
            "(4): Error: Formal parameter space overflowed",
        ),
    ];
    for (text, wanted) in told {
        assert_eq!(complaint(text).as_deref(), Some(wanted));
    }
    assert_eq!(complaint("nvcc fatal   : no host compiler"), None);
}
