//! Kernels of the tests as whole programs, for a compiler and a device that are not ours: `benches/gpu` compares.
//!
//! In: kernels with the bytes that their buffers began with, their launches, and the bytes that we left. Out, where
//! `WHOLE_PROGRAMS` names a folder: `NAME.cu`, whose `main` makes the launches and prints every buffer in hex, and
//! `NAME.want`, which is what it must print. Without the variable nothing is written.

use simt::launch::{Arg, Buffer, Launch, Memory};
use std::fmt::Write as _;
use std::path::PathBuf;

/// A source with what was launched of it.
pub struct Piece {
    pub text: String,
    pub buffers: Vec<Kept>,
    pub launches: Vec<Launch>,
}

/// A buffer before the first launch and after the last.
pub struct Kept {
    pub name: String,
    pub at: Buffer,
    pub before: Vec<u8>,
    pub after: Vec<u8>,
}

/// The folder to write to, where one is wanted.
pub fn folder() -> Option<PathBuf> {
    std::env::var_os("WHOLE_PROGRAMS").map(PathBuf::from)
}

/// The named buffers of a memory that is as before the first launch, with what is in them after the last.
pub fn keep(memory: &Memory, named: &[(&str, Buffer)], after: &[Vec<u8>]) -> Vec<Kept> {
    let kept = |((name, at), after): (&(&str, Buffer), &Vec<u8>)| Kept {
        name: (*name).to_string(),
        at: *at,
        before: memory.bytes(*at).to_vec(),
        after: after.clone(),
    };
    named.iter().zip(after).map(kept).collect()
}

/// Writes the pieces as one program.
pub fn write(name: &str, pieces: &[Piece]) {
    let Some(folder) = folder() else { return };
    std::fs::create_dir_all(&folder).expect("a folder to write to");
    let (mut program, mut want) = (HEAD.to_string(), String::new());
    for (n, piece) in pieces.iter().enumerate() {
        let open = format!("namespace whole{n} {{\n");
        let (open, close) = match pieces.len() {
            1 => ("", ""),
            _ => (open.as_str(), "}\n"),
        };
        program += &format!("{open}{}\n{}{close}", piece.text, main_of(piece));
        want += &printed(piece);
    }
    program += "int main() {\n";
    for n in 0..pieces.len() {
        let scope = match pieces.len() {
            1 => String::new(),
            _ => format!("whole{n}::"),
        };
        let _ = writeln!(program, "    {scope}whole_main();");
    }
    program += "}\n";
    let stem = folder.join(name);
    std::fs::write(stem.with_extension("cu"), program).expect("a program written");
    std::fs::write(stem.with_extension("want"), want).expect("its output written");
}

/// Bytes in a line of output.
const LINE: usize = 32;

const HEAD: &str = "#include <cstdio>
#include <cstring>
struct WholeBuffer {
    void *at;
    template <class T> operator T *() const { return (T *)at; }
};
static WholeBuffer whole_alloc(const void *bytes, size_t n) {
    WholeBuffer buffer;
    cudaMalloc(&buffer.at, n ? n : 1);
    cudaMemcpy(buffer.at, bytes, n, cudaMemcpyHostToDevice);
    return buffer;
}
static void whole_print(const char *name, WholeBuffer buffer, size_t n) {
    unsigned char *bytes = new unsigned char[n + 1];
    cudaError_t error = cudaMemcpy(bytes, buffer.at, n, cudaMemcpyDeviceToHost);
    if (error != cudaSuccess) printf(\"%s\\n\", cudaGetErrorString(error));
    for (size_t i = 0; i < n; i += 32) {
        printf(\"%s[%d]\", name, (int)i);
        for (size_t k = i; k < n && k < i + 32; ++k) printf(\" %02x\", bytes[k]);
        printf(\"\\n\");
    }
    delete[] bytes;
    cudaFree(buffer.at);
}
static float whole_float(unsigned bits) {
    float value;
    memcpy(&value, &bits, 4);
    return value;
}
static double whole_double(unsigned long long bits) {
    double value;
    memcpy(&value, &bits, 8);
    return value;
}
";

/// What the program must print of this piece.
fn printed(piece: &Piece) -> String {
    let mut out = String::new();
    for Kept { name, after, .. } in &piece.buffers {
        for (n, line) in after.chunks(LINE).enumerate() {
            let _ = write!(out, "{name}[{}]", n * LINE);
            line.iter().for_each(|b| {
                let _ = write!(out, " {b:02x}");
            });
            out.push('\n');
        }
    }
    out
}

fn main_of(piece: &Piece) -> String {
    let mut out = "static void whole_main() {\n".to_string();
    for (n, kept) in piece.buffers.iter().enumerate() {
        let bytes: Vec<String> = kept.before.iter().map(u8::to_string).collect();
        let len = kept.before.len();
        let _ = write!(
            out,
            "    static const unsigned char bytes{n}[{len} + 1] = {{{}}};\n    WholeBuffer buffer{n} = whole_alloc(bytes{n}, {len});\n",
            bytes.join(",")
        );
    }
    for launch in &piece.launches {
        let args: Vec<String> = launch.args.iter().map(|a| arg(a, piece)).collect();
        let (g, b) = (launch.grid, launch.block);
        let _ = writeln!(
            out,
            "    {}<<<dim3({}, {}, {}), dim3({}, {}, {}), {}>>>({});\n    cudaDeviceSynchronize();",
            launch.kernel,
            g.x,
            g.y,
            g.z,
            b.x,
            b.y,
            b.z,
            launch.shared_bytes,
            args.join(", ")
        );
    }
    for (n, kept) in piece.buffers.iter().enumerate() {
        let (name, len) = (&kept.name, kept.before.len());
        let _ = writeln!(out, "    whole_print(\"{name}\", buffer{n}, {len});");
    }
    out + "}\n"
}

/// An argument in C++.
fn arg(arg: &Arg, piece: &Piece) -> String {
    let named = |b: &Buffer| {
        let at = piece.buffers.iter().position(|kept| kept.at == *b);
        format!("buffer{}", at.expect("an argument of the piece"))
    };
    match arg {
        Arg::Bool(b) => b.to_string(),
        Arg::I32(v) => format!("int({v}ll)"),
        Arg::U32(v) => format!("{v}u"),
        Arg::I64(v) => format!("(long long){}ull", *v as u64),
        Arg::U64(v) => format!("{v}ull"),
        Arg::F32(v) => format!("whole_float({}u)", v.to_bits()),
        Arg::F64(v) => format!("whole_double({}ull)", v.to_bits()),
        Arg::Buffer(b) => named(b),
        Arg::BufferAt(b, by) => format!("WholeBuffer{{(char *){}.at + {by}}}", named(b)),
        Arg::Null => "nullptr".into(),
    }
}
