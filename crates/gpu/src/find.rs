//! Where a GPU's libraries may be: nothing is loaded here, and nothing is looked for before somebody asks.
//!
//! In: the environment and the file system. Out: whether there is likely a GPU (one or two looks at the file system, so
//! that whoever has none pays nothing), the files that may be NVRTC, and folders with CUDA's headers.

use std::env;
use std::path::{Path, PathBuf};

/// Names a file that is NVRTC.
pub const NVRTC: &str = "COURSE_NVRTC";

/// Whether there is an NVIDIA device, as far as the file system tells: the driver's node, or that of WSL, or the driver's library.
pub fn is_likely() -> bool {
    if cfg!(windows) {
        let root = env::var_os("SystemRoot").map(PathBuf::from);
        return root.is_some_and(|root| root.join("System32").join("nvcuda.dll").is_file());
    }
    Path::new("/dev/nvidiactl").exists() || Path::new("/usr/lib/wsl/lib/libcuda.so.1").exists()
}

/// Files and names that may be the driver's library, the likeliest first.
pub(crate) fn drivers() -> Vec<PathBuf> {
    let names: &[&str] = match cfg!(windows) {
        true => &["nvcuda.dll"],
        false => &[
            "libcuda.so.1",
            "libcuda.so",
            "/usr/lib/wsl/lib/libcuda.so.1",
            "/usr/local/nvidia/lib64/libcuda.so.1",
        ],
    };
    names.iter().map(PathBuf::from).collect()
}

/// Files and names that may be NVRTC: the one that is named, Python's packages, the toolkit, what the system knows.
pub(crate) fn compilers() -> Vec<PathBuf> {
    if let Some(named) = env::var_os(NVRTC).filter(|v| !v.is_empty()) {
        return vec![PathBuf::from(named)];
    }
    let mut found = Vec::new();
    for packages in packages() {
        for folder in [
            "cu13/lib",
            "cuda_nvrtc/lib",
            "cu13/bin/x86_64",
            "cuda_nvrtc/bin",
        ] {
            found.extend(libraries(
                &packages.join("nvidia").join(folder),
                NVRTC_NAMES,
            ));
        }
    }
    found.extend(of_toolkits(NVRTC_NAMES));
    let names: &[&str] = match cfg!(windows) {
        true => &["nvrtc64_130_0.dll", "nvrtc64_120_0.dll"],
        false => &["libnvrtc.so", "libnvrtc.so.13", "libnvrtc.so.12"],
    };
    found.extend(names.iter().map(PathBuf::from));
    found
}

/// Files and names that may be cuBLAS, in the same places.
pub(crate) fn products() -> Vec<PathBuf> {
    let mut found = Vec::new();
    for packages in packages() {
        for folder in ["cu13/lib", "cublas/lib", "cu13/bin/x86_64", "cublas/bin"] {
            found.extend(libraries(
                &packages.join("nvidia").join(folder),
                CUBLAS_NAMES,
            ));
        }
    }
    found.extend(of_toolkits(CUBLAS_NAMES));
    let names: &[&str] = match cfg!(windows) {
        true => &["cublas64_13.dll", "cublas64_12.dll", "cublas64_11.dll"],
        false => &["libcublas.so.13", "libcublas.so.12", "libcublas.so.11"],
    };
    found.extend(names.iter().map(PathBuf::from));
    found
}

/// Files and names that may be NVML, which comes with the driver.
pub(crate) fn management() -> Vec<PathBuf> {
    let names: &[&str] = match cfg!(windows) {
        true => &["nvml.dll"],
        false => &[
            "libnvidia-ml.so.1",
            "/usr/lib/wsl/lib/libnvidia-ml.so.1",
            "/usr/local/nvidia/lib64/libnvidia-ml.so.1",
        ],
    };
    names.iter().map(PathBuf::from).collect()
}

fn of_toolkits(names: &[&str]) -> Vec<PathBuf> {
    let folders = ["lib64", "lib", "bin", "bin/x64"];
    let homes = toolkits().into_iter();
    homes
        .flat_map(|home| folders.map(|folder| libraries(&home.join(folder), names)))
        .flatten()
        .collect()
}

/// Folders with CUDA's headers that belong to this NVRTC, or to a toolkit.
pub(crate) fn headers(compiler: &Path) -> Vec<PathBuf> {
    let beside = compiler.parent().map(Path::to_path_buf).unwrap_or_default();
    let mut places = vec![beside.join("..").join("include")];
    let packages = beside.join("..").join("..");
    for package in ["cuda_runtime", "cu13", "cuda_cccl"] {
        places.push(packages.join(package).join("include"));
    }
    places.extend(toolkits().into_iter().map(|home| home.join("include")));
    places.retain(|place| place.join("cuda_fp16.h").is_file());
    places
}

fn toolkits() -> Vec<PathBuf> {
    let named = ["CUDA_HOME", "CUDA_PATH"]
        .iter()
        .filter_map(env::var_os)
        .map(PathBuf::from);
    let usual = (!cfg!(windows)).then(|| PathBuf::from("/usr/local/cuda"));
    named.chain(usual).collect()
}

/// Folders of Python's packages: those of the environment that is active, and of the Python on the path.
fn packages() -> Vec<PathBuf> {
    let mut homes: Vec<PathBuf> = ["VIRTUAL_ENV", "CONDA_PREFIX"]
        .iter()
        .filter_map(env::var_os)
        .map(PathBuf::from)
        .collect();
    let path = env::var_os("PATH").unwrap_or_default();
    for folder in env::split_paths(&path).filter(|folder| is_pythons(folder)) {
        homes.extend(folder.parent().map(Path::to_path_buf));
    }
    homes.extend(env::home_dir().map(|home| home.join(".local")));
    let mut found = Vec::new();
    for home in homes {
        found.push(home.join("Lib").join("site-packages"));
        for version in entries(&home.join("lib")) {
            let name = version.file_name().unwrap_or_default();
            if name.to_string_lossy().starts_with("python3") {
                found.push(version.join("site-packages"));
                found.push(version.join("dist-packages"));
            }
        }
    }
    found
}

fn is_pythons(folder: &Path) -> bool {
    ["python3", "python.exe"]
        .iter()
        .any(|name| folder.join(name).exists())
}

/// How files of the two libraries begin.
const NVRTC_NAMES: &[&str] = &["libnvrtc.so", "nvrtc64_"];
const CUBLAS_NAMES: &[&str] = &["libcublas.so", "cublas64_"];

/// The files of a folder that begin so, the newest version first.
fn libraries(folder: &Path, begins: &[&str]) -> Vec<PathBuf> {
    let is_meant = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let ours = begins.iter().any(|begin| name.starts_with(begin));
        ours && !name.contains("builtins") && !name.contains(".alt.")
    };
    let mut found: Vec<PathBuf> = entries(folder).into_iter().filter(is_meant).collect();
    found.sort();
    found.reverse();
    found
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let read = std::fs::read_dir(folder).into_iter().flatten().flatten();
    read.map(|entry| entry.path()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_folder_only_the_compiler_itself_is_taken_newest_first() {
        let folder = env::temp_dir().join(format!("nvrtc-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        for name in [
            "libnvrtc.so.12",
            "libnvrtc.so.13",
            "libnvrtc-builtins.so.13.0",
            "libnvrtc.alt.so.13",
            "libcudart.so.13",
        ] {
            std::fs::write(folder.join(name), "").expect("a file");
        }
        let names: Vec<String> = libraries(&folder, NVRTC_NAMES)
            .iter()
            .filter_map(|path| Some(path.file_name()?.to_string_lossy().into_owned()))
            .collect();
        std::fs::remove_dir_all(&folder).expect("removed");
        assert_eq!(names, ["libnvrtc.so.13", "libnvrtc.so.12"]);
    }
}
