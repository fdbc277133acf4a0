//! Code that the course shows is code that runs.
//!
//! In: `kernels/` and the fences of `content/`. Out: every solution and every starter compiles, every example of the
//! lessons gives the result that its lesson promises, with nothing found. Listings are cut from the same files.

use std::fs;
use std::path::{Path, PathBuf};

use simt::launch::{Arg, Dim3, Elem, Init, Launch, Memory, RunOptions};
use simt::report::{Outcome, Report};
use simt::source::Source;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn below(folder: &str, ending: &str) -> Vec<PathBuf> {
    let walk = walkdir::WalkDir::new(root().join(folder)).sort_by_file_name();
    let paths = walk.into_iter().flatten().map(|entry| entry.into_path());
    let found: Vec<PathBuf> = paths
        .filter(|p| p.to_string_lossy().ends_with(ending))
        .collect();
    assert!(
        !found.is_empty(),
        "nothing below {folder} ends with {ending}"
    );
    found
}

fn compiled(name: &str, text: &str) -> simt::Compiled {
    let source = Source::new(name, text);
    simt::compile(&source).unwrap_or_else(|diags| {
        let told: Vec<String> = diags
            .iter()
            .map(|d| simt::excerpt::plain(&source, d))
            .collect();
        panic!("{name} does not compile:\n{}", told.join("\n"))
    })
}

#[test]
fn every_solution_and_every_starter_compiles() {
    for path in below("kernels", ".cu") {
        let text = fs::read_to_string(&path).expect("a kernel file is UTF-8");
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        for view in [lab::markers::solution(&text), lab::markers::starter(&text)] {
            let module = compiled(&name, &view);
            let program = view.contains("int main(");
            assert!(
                program || module.kernels().count() > 0,
                "{name} has no kernel and no `main`"
            );
        }
    }
}

#[test]
fn whole_kernels_in_the_text_compile() {
    let mut listings = 0;
    for path in below("content", ".md") {
        let text = fs::read_to_string(&path).expect("a page is UTF-8");
        let name = path.to_string_lossy();
        for (opening, code) in fences(&text) {
            if opening == "cuda" && code.contains("__global__") {
                compiled(&name, code);
            }
            // What is cut from a file is compiled with it, above or by tests/examples.rs.
            let cut = code.trim_start();
            listings += usize::from(opening == "listing" && cut.starts_with("kernels/"));
        }
    }
    assert!(
        listings > 20,
        "only {listings} listings were seen: the reader of fences is broken"
    );
}

/// The fences of a page: what stands behind their opening, and what is inside.
fn fences(text: &str) -> Vec<(&str, &str)> {
    let pieces: Vec<&str> = text.split("```").collect();
    let inside = pieces.iter().skip(1).step_by(2);
    inside
        .map(|fence| fence.split_once('\n').unwrap_or((fence, "")))
        .map(|(opening, code)| (opening.trim(), code))
        .collect()
}

/// The examples of the lessons, compiled once a test, with a memory of its own.
struct Bench {
    module: simt::Compiled,
    memory: Memory,
}

impl Bench {
    fn new() -> Bench {
        let path = root().join("kernels/examples/lessons.cu");
        let text = fs::read_to_string(path).expect("the lessons' examples");
        let module = compiled("lessons.cu", &lab::markers::solution(&text));
        Bench {
            module,
            memory: Memory::new(),
        }
    }

    fn floats(&mut self, name: &str, values: &[f32]) -> simt::launch::Buffer {
        let bytes = values.iter().flat_map(|v| v.to_le_bytes()).collect();
        self.memory
            .alloc(name, Elem::F32, values.len(), Init::Bytes(bytes))
    }

    fn out(&mut self, name: &str, len: usize) -> simt::launch::Buffer {
        self.memory.alloc(name, Elem::F32, len, Init::Uninit)
    }

    /// Runs to the end; a finding fails the test.
    fn run(&mut self, kernel: &str, grid: u32, block: u32, args: Vec<Arg>) -> Report {
        self.run_in(kernel, Dim3::from(grid), Dim3::from(block), args)
    }

    /// The same with a grid and a block of more dimensions.
    fn run_in(&mut self, kernel: &str, grid: Dim3, block: Dim3, args: Vec<Arg>) -> Report {
        let launch = Launch {
            kernel: kernel.into(),
            grid,
            block,
            shared_bytes: 0,
            args,
        };
        let report = simt::run(
            &self.module,
            &mut self.memory,
            &launch,
            &RunOptions::default(),
        );
        assert!(
            matches!(report.outcome, Outcome::Finished),
            "{kernel}: {:?}",
            report.outcome
        );
        assert!(
            report.findings.is_empty(),
            "{kernel}: {:?}",
            report.findings
        );
        report
    }
}

fn numbers(n: usize) -> Vec<f32> {
    (0..n).map(|i| (i % 97) as f32 - 48.0).collect()
}

#[test]
fn scaling_covers_every_size_with_and_without_a_stride() {
    for n in [1usize, 31, 256, 257, 1000] {
        let x = numbers(n);
        let want: Vec<f32> = x.iter().map(|v| 2.0 * v).collect();
        for (kernel, grid) in [("scale", n.div_ceil(256) as u32), ("scale_stride", 1)] {
            let mut bench = Bench::new();
            let (from, to) = (bench.floats("x", &x), bench.out("y", n));
            let args = vec![
                Arg::Buffer(from),
                Arg::Buffer(to),
                Arg::F32(2.0),
                Arg::I32(n as i32),
            ];
            bench.run(kernel, grid, 256, args);
            assert_eq!(bench.memory.f32s(to), want, "{kernel}, n = {n}");
        }
    }
}

#[test]
fn four_at_a_time_is_the_same_in_a_quarter_of_the_requests() {
    let mut told = Vec::new();
    for (kernel, threads) in [("scale", 1024u32), ("scale_4", 256)] {
        let mut bench = Bench::new();
        let x = numbers(1024);
        let (from, to) = (bench.floats("x", &x), bench.out("y", 1024));
        let args = [
            Arg::Buffer(from),
            Arg::Buffer(to),
            Arg::F32(2.0),
            Arg::I32(1024),
        ];
        let report = bench.run(kernel, threads / 256, 256, args.to_vec());
        let want: Vec<f32> = x.iter().map(|v| 2.0 * v).collect();
        assert_eq!(bench.memory.f32s(to), want, "{kernel}");
        let buffers = &report.counters.buffers;
        let loads = &buffers.iter().find(|b| b.name == "x").expect("`x`").loads;
        told.push((loads.requests, loads.sectors));
    }
    assert_eq!(told, [(32, 128), (8, 128)]);
}

#[test]
fn a_matrix_is_covered_in_two_dimensions() {
    for (rows, cols) in [(1usize, 1usize), (8, 32), (9, 33), (50, 70)] {
        let mut bench = Bench::new();
        let x = numbers(rows * cols);
        let (from, to) = (bench.floats("x", &x), bench.out("y", rows * cols));
        let sizes = [Arg::I32(rows as i32), Arg::I32(cols as i32)];
        let buffers = [Arg::Buffer(from), Arg::Buffer(to), Arg::F32(2.0)];
        let grid = Dim3 {
            x: cols.div_ceil(32) as u32,
            y: rows.div_ceil(8) as u32,
            z: 1,
        };
        let block = Dim3 { x: 32, y: 8, z: 1 };
        bench.run_in("scale_2d", grid, block, [&buffers[..], &sizes[..]].concat());
        let want: Vec<f32> = x.iter().map(|v| 2.0 * v).collect();
        assert_eq!(bench.memory.f32s(to), want, "{rows} x {cols}");
    }
}

#[test]
fn the_scratchpad_turns_each_piece_around() {
    for n in [1usize, 255, 256, 512, 1000] {
        let mut bench = Bench::new();
        let x = numbers(n);
        let (from, to) = (bench.floats("in", &x), bench.out("out", n));
        let args = vec![Arg::Buffer(from), Arg::Buffer(to), Arg::I32(n as i32)];
        let report = bench.run("reverse_blocks", n.div_ceil(256) as u32, 256, args);
        let turned: Vec<f32> = x
            .chunks(256)
            .flat_map(|piece| piece.iter().rev().copied())
            .collect();
        assert_eq!(bench.memory.f32s(to), turned, "n = {n}");
        let buffers = &report.counters.buffers;
        let out = buffers.iter().find(|b| b.name == "out");
        let stores = &out.expect("`out` is stored to").stores;
        if n % 32 == 0 {
            assert_eq!(
                stores.sectors_per_request(),
                4.0,
                "loads and stores both run along memory, as the lesson says"
            );
        }
    }
}

#[test]
fn the_staged_product_loads_the_vector_once_a_block() {
    let (rows, cols) = (200usize, 130usize);
    let mut bench = Bench::new();
    let (a, x) = (numbers(rows * cols), numbers(cols));
    let (a_buffer, x_buffer) = (bench.floats("A", &a), bench.floats("x", &x));
    let y = bench.out("y", rows);
    let buffers = [a_buffer, x_buffer, y].map(Arg::Buffer);
    let sizes = [Arg::I32(rows as i32), Arg::I32(cols as i32)];
    let report = bench.run(
        "matvec_staged",
        2,
        128,
        [buffers.to_vec(), sizes.to_vec()].concat(),
    );
    let want: Vec<f32> = (0..rows)
        .map(|r| (0..cols).map(|c| a[r * cols + c] * x[c]).sum())
        .collect();
    assert_eq!(
        bench.memory.f32s(y),
        want,
        "whole numbers: every order of the sum is exact"
    );
    let loads = &report
        .counters
        .buffers
        .iter()
        .find(|b| b.name == "x")
        .expect("`x` is read")
        .loads;
    assert_eq!(
        loads.bytes_requested,
        2 * 130 * 4,
        "two blocks, each element once"
    );
}

#[test]
fn nibbles_come_out_signed() {
    let mut bench = Bench::new();
    let packed: Vec<u8> = (0..=255).collect();
    let from = bench
        .memory
        .alloc("packed", Elem::U8, 256, Init::Bytes(packed));
    let to = bench.out("y", 512);
    let args = vec![
        Arg::Buffer(from),
        Arg::Buffer(to),
        Arg::F32(0.5),
        Arg::I32(256),
    ];
    bench.run("unpack_int4", 1, 256, args);
    let signed = |nibble: usize| {
        if nibble < 8 {
            nibble as f32
        } else {
            nibble as f32 - 16.0
        }
    };
    let want: Vec<f32> = (0..512)
        .map(|i| 0.5 * signed(if i % 2 == 0 { i / 2 % 16 } else { i / 2 / 16 }))
        .collect();
    assert_eq!(bench.memory.f32s(to), want);
}
