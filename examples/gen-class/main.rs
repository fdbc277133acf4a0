//! A class of any size that handed in `vector-add`: a number of learners and a folder in, a submission each out; the same at every call.
//!
//! Of ten, one means harm: loops without an end, floods of text, archives that unpack to gigabytes, names and links that lead out. The
//! others are right, wrong in a known way or just begun, as folders, `.zip` and `.tar.gz`, each with a comment of its own, so that no two
//! texts are the same. `cargo run --release --example gen-class -- 10000 DIR`, then `course grade DIR`.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

/// Right, wrong and unfinished texts.
fn ordinary(number: usize) -> String {
    let lab = shelf::ALL.iter().find(|folder| folder.id == "vector-add");
    let lab = lab.expect("this course's first lab").lab();
    let text = match number % 9 {
        0..=4 => lab.solution(),
        5 => lab.starter(),
        6 => lab.solution().replace("if (i < n) {", "if (i <= n) {"),
        7 => lab.solution().replacen("a[i] + b[i]", "a[i] - b[i]", 1),
        _ => lab.wrong[number % lab.wrong.len()].1.to_owned(),
    };
    format!("{text}\n// learner {number}\n")
}

/// Kernels that mean harm, one of each kind after the other.
fn harmful(kind: usize, number: usize) -> String {
    let fill = match kind % 8 {
        0 => "for (;;) { out[0] = out[0] + 1; }".to_owned(),
        1 => "for (;;) { printf(\"flood %d of %d\\n\", threadIdx.x, n); }".to_owned(),
        2 => "while (true) { __syncthreads(); }".to_owned(),
        3 => "for (int i = 0;; i += 1000003) { out[i] = i; }".to_owned(),
        4 => "for (;;) { int* p = (int*)malloc(1 << 20); if (p) { p[0] = n; } }".to_owned(),
        5 => "double x = n; for (int i = 0; i < 1000; i++) { x = 300.5 + jn(250, x); } out[0] = x;"
            .to_owned(),
        6 => format!("out[0] = {}1{};", "(".repeat(20_000), ")".repeat(20_000)),
        _ => {
            "int deep[4096]; deep[n % 4096] = n; out[0] = deep[threadIdx.x]; for (;;) {}".to_owned()
        }
    };
    let bomb = match kind % 8 {
        6 => {
            "#define A(x) x x x x x x x x\n#define B(x) A(A(A(A(x))))\n#define C(x) B(B(B(x)))\nC(int y;)\n"
        }
        _ => "",
    };
    format!(
        "#include <cstdio>\n{bomb}__global__ void fill_index(int* out, int n) {{ {fill} }}\n\
         __global__ void vadd(const float* a, const float* b, float* c, int n) {{ for (;;) {{ c[0] += a[0]; }} }}\n\
         __global__ void vadd_stride(const float* a, const float* b, float* c, int n) {{ for (;;) {{ printf(\"%f\", b[0]); }} }}\n// {number}\n"
    )
}

fn zip(path: &Path, name: &str, parts: impl Iterator<Item = Vec<u8>>) -> io::Result<()> {
    let mut zip = zip::ZipWriter::new(File::create(path)?);
    let options = zip::write::SimpleFileOptions::default()
        .compression_method(zip::CompressionMethod::Deflated);
    zip.start_file(name, options)?;
    for part in parts {
        zip.write_all(&part)?;
    }
    zip.finish()?;
    Ok(())
}

fn tar_gz(path: &Path, name: &str, bytes: &[u8]) -> io::Result<()> {
    let gz = flate2::write::GzEncoder::new(File::create(path)?, flate2::Compression::fast());
    let mut tar = tar::Builder::new(gz);
    let mut header = tar::Header::new_gnu();
    header.set_size(bytes.len() as u64);
    header.set_mode(0o644);
    tar.append_data(&mut header, name, bytes)?;
    tar.into_inner()?.finish()?;
    Ok(())
}

/// A learner's harmless submission: mostly a folder, as a working tree or with the file alone.
fn submit(dir: &Path, number: usize) -> io::Result<()> {
    let id = format!("learner-{number:05}");
    let text = ordinary(number);
    match number % 8 {
        0 => zip(
            &dir.join(format!("{id}.zip")),
            "labs/vector-add/vector-add.cu",
            std::iter::once(text.into_bytes()),
        ),
        1 => tar_gz(
            &dir.join(format!("{id}.tar.gz")),
            "vector-add.cu",
            text.as_bytes(),
        ),
        2..=4 => {
            let folder = dir.join(id).join("labs/vector-add");
            std::fs::create_dir_all(&folder)?;
            std::fs::write(folder.join("vector-add.cu"), text)
        }
        _ => {
            std::fs::create_dir_all(dir.join(&id))?;
            std::fs::write(dir.join(id).join("vector-add.cu"), text)
        }
    }
}

/// A submission that means harm.
fn attack(dir: &Path, number: usize) -> io::Result<()> {
    let id = format!("learner-{number:05}");
    let kind = number / 10;
    let zeros = || std::iter::repeat_n(vec![0; 1 << 20], 256);
    match kind % 12 {
        0..=7 => {
            std::fs::create_dir_all(dir.join(&id))?;
            std::fs::write(
                dir.join(id).join("vector-add.cu"),
                harmful(kind % 12, number),
            )
        }
        8 => zip(&dir.join(format!("{id}.zip")), "vector-add.cu", zeros()),
        9 => tar_gz(
            &dir.join(format!("{id}.tgz")),
            "vector-add.cu",
            &vec![0; 80 << 20],
        ),
        10 => {
            std::fs::create_dir_all(dir.join(&id))?;
            // A gigabyte that takes no room.
            File::create(dir.join(id).join("vector-add.cu"))?.set_len(1 << 30)
        }
        _ => {
            std::fs::create_dir_all(dir.join(&id))?;
            #[cfg(unix)]
            std::os::unix::fs::symlink("/etc/passwd", dir.join(id).join("vector-add.cu"))?;
            Ok(())
        }
    }
}

fn main() -> io::Result<()> {
    let mut args = std::env::args().skip(1);
    let (learners, dir) = (args.next().and_then(|n| n.parse().ok()), args.next());
    let (Some(learners), Some(dir)) = (learners, dir) else {
        eprintln!("usage: gen-class LEARNERS DIR");
        std::process::exit(2);
    };
    let dir = Path::new(&dir);
    std::fs::create_dir_all(dir)?;
    let mut roster = String::from("id,name\n");
    for number in 0..learners {
        match number % 10 {
            9 => attack(dir, number)?,
            _ => submit(dir, number)?,
        }
        roster.push_str(&format!("learner-{number:05},\"Learner, {number}\"\n"));
    }
    std::fs::write(dir.join("roster.csv"), roster)
}
