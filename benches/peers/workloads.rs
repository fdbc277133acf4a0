//! The eight workloads: inputs, launches, references.
//!
//! In: a folder with inputs, sizes and references, or nothing, and then they are made here, of the same sizes. Out: a workload in a machine's
//! memory, ready to be launched, and how far its result is from the reference.

use simt::Compiled;
use simt::launch::{Arg, Buffer, Dim3, Elem, Init, Launch, Memory};
use simt::source::Source;
use std::path::PathBuf;

const KERNELS: &str = include_str!("kernels.cu");

/// The workloads in their order.
pub const MAKERS: [fn(&Data) -> Workload; 8] = [
    vec_add,
    |data| matmul(data, "matmul_naive"),
    |data| matmul(data, "matmul_tiled"),
    reduce,
    softmax,
    transpose,
    mandel,
    flash,
];

/// The kernels of all workloads.
pub fn module() -> Compiled {
    let module = simt::compile(&Source::new("kernels.cu", KERNELS));
    module.unwrap_or_else(|diags| panic!("kernels.cu: {diags:?}"))
}

/// An argument of a workload's kernel.
pub enum Given {
    /// Floats to read.
    In(Vec<f32>),
    /// So many zeros to write: the result.
    Out(usize),
    Int(i32),
    Float(f32),
}

/// What the result must be.
pub enum Reference {
    /// Floats, to within this share of the greatest.
    Floats(Vec<f32>, f64),
    /// Integers, of which this share may differ.
    Ints(Vec<i32>, f64),
}

/// One workload.
pub struct Workload {
    pub name: &'static str,
    pub kernel: &'static str,
    pub grid: Dim3,
    pub block: Dim3,
    pub args: Vec<Given>,
    pub reference: Reference,
}

/// Where inputs and references come from: a folder, or computed here.
pub struct Data {
    folder: Option<PathBuf>,
    sizes: Vec<(String, usize)>,
}

impl Data {
    pub fn new(folder: Option<PathBuf>) -> Data {
        let text = match &folder {
            Some(folder) => {
                let path = folder.join("sizes.txt");
                std::fs::read_to_string(&path)
                    .unwrap_or_else(|e| panic!("{}: {e}", path.display()))
            }
            None => "vadd_n 16777216\nmm_n 512\nred_n 16777216\nsm_rows 1024\nsm_cols 1024\ntr_n 2048\nmb_n 1024\nmb_it 256\nfa_n 512\nfa_d 64\n".to_string(),
        };
        let sizes = text.lines().filter_map(|line| {
            let (name, size) = line.split_once(' ')?;
            Some((name.to_string(), size.trim().parse().ok()?))
        });
        Data {
            sizes: sizes.collect(),
            folder,
        }
    }

    fn size(&self, name: &str) -> usize {
        let found = self.sizes.iter().find(|(known, _)| known == name);
        found
            .unwrap_or_else(|| panic!("sizes.txt does not say `{name}`"))
            .1
    }

    /// The words of a file, or those that `made` gives.
    fn words(&self, name: &str, count: usize, made: impl FnOnce() -> Vec<u32>) -> Vec<u32> {
        let words: Vec<u32> = match &self.folder {
            Some(folder) => {
                let path = folder.join(format!("{name}.bin"));
                let bytes =
                    std::fs::read(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
                let words = bytes.as_chunks::<4>().0.iter();
                words.map(|b| u32::from_le_bytes(*b)).collect()
            }
            None => made(),
        };
        assert_eq!(words.len(), count, "{name} has another size than said");
        words
    }

    fn floats(&self, name: &str, count: usize, made: impl FnOnce() -> Vec<f32>) -> Vec<f32> {
        let words = self.words(name, count, || {
            made().into_iter().map(f32::to_bits).collect()
        });
        words.into_iter().map(f32::from_bits).collect()
    }

    /// An input: from the file, or numbers between `low` and `high` drawn from the name.
    fn input(&self, name: &str, count: usize, (low, high): (f32, f32)) -> Vec<f32> {
        self.floats(name, count, || {
            let mut state = name.bytes().fold(7u64, |h, b| h * 131 + b as u64);
            let mut next = || {
                state = state
                    .wrapping_mul(0x5851_f42d_4c95_7f2d)
                    .wrapping_add(0x1405_7b7e_f767_814f);
                low + (high - low) * ((state >> 40) as f32 / (1 << 24) as f32)
            };
            (0..count).map(|_| next()).collect()
        })
    }
}

fn vec_add(data: &Data) -> Workload {
    let n = data.size("vadd_n");
    let (a, b) = (
        data.input("va", n, (0.0, 1.0)),
        data.input("vb", n, (0.0, 1.0)),
    );
    let sum = data.floats("vadd.ref", n, || {
        a.iter().zip(&b).map(|(a, b)| a + b).collect()
    });
    Workload {
        name: "vadd",
        kernel: "vec_add",
        grid: Dim3::from(n as u32 / 256),
        block: Dim3::from(256),
        args: vec![
            Given::In(a),
            Given::In(b),
            Given::Out(n),
            Given::Int(n as i32),
        ],
        reference: Reference::Floats(sum, 1e-6),
    }
}

fn matmul(data: &Data, name: &'static str) -> Workload {
    let n = data.size("mm_n");
    let (a, b) = (
        data.input("ma", n * n, (-0.5, 0.5)),
        data.input("mb", n * n, (-0.5, 0.5)),
    );
    let product = data.floats("matmul.ref", n * n, || {
        let mut out = vec![0.0f64; n * n];
        for (row, out) in out.chunks_mut(n).enumerate() {
            for k in 0..n {
                let left = a[row * n + k] as f64;
                out.iter_mut()
                    .zip(&b[k * n..])
                    .for_each(|(o, b)| *o += left * *b as f64);
            }
        }
        out.into_iter().map(|x| x as f32).collect()
    });
    Workload {
        name,
        kernel: name,
        grid: Dim3::from((n as u32 / 16, n as u32 / 16)),
        block: Dim3::from((16, 16)),
        args: vec![
            Given::In(a),
            Given::In(b),
            Given::Out(n * n),
            Given::Int(n as i32),
        ],
        reference: Reference::Floats(product, 1e-4),
    }
}

fn reduce(data: &Data) -> Workload {
    let n = data.size("red_n");
    let mut values = data.input("va", data.size("vadd_n").max(n), (0.0, 1.0));
    values.truncate(n);
    let sum = data.floats("reduce.ref", 1, || {
        vec![values.iter().map(|x| *x as f64).sum::<f64>() as f32]
    });
    Workload {
        name: "reduce",
        kernel: "reduce_sum",
        grid: Dim3::from(n as u32 / 256),
        block: Dim3::from(256),
        args: vec![Given::In(values), Given::Out(1), Given::Int(n as i32)],
        reference: Reference::Floats(sum, 1e-3),
    }
}

fn softmax(data: &Data) -> Workload {
    let (rows, columns) = (data.size("sm_rows"), data.size("sm_cols"));
    let values = data.input("sx", rows * columns, (-4.0, 4.0));
    let shares = data.floats("softmax.ref", rows * columns, || {
        let of = |row: &[f32]| {
            let greatest = row.iter().fold(f32::NEG_INFINITY, |m, x| m.max(*x)) as f64;
            let powers: Vec<f64> = row.iter().map(|x| (*x as f64 - greatest).exp()).collect();
            let sum: f64 = powers.iter().sum();
            powers
                .iter()
                .map(|p| (p / sum) as f32)
                .collect::<Vec<f32>>()
        };
        values.chunks(columns).flat_map(of).collect()
    });
    Workload {
        name: "softmax",
        kernel: "softmax",
        grid: Dim3::from(rows as u32),
        block: Dim3::from(256),
        args: vec![
            Given::In(values),
            Given::Out(rows * columns),
            Given::Int(columns as i32),
        ],
        reference: Reference::Floats(shares, 1e-4),
    }
}

fn transpose(data: &Data) -> Workload {
    let n = data.size("tr_n");
    let values = data.input("tx", n * n, (0.0, 1.0));
    let turned = data.floats("transpose.ref", n * n, || {
        (0..n * n).map(|i| values[i % n * n + i / n]).collect()
    });
    Workload {
        name: "transpose",
        kernel: "transpose",
        grid: Dim3::from((n as u32 / 32, n as u32 / 32)),
        block: Dim3::from((32, 8)),
        args: vec![Given::In(values), Given::Out(n * n), Given::Int(n as i32)],
        reference: Reference::Floats(turned, 0.0),
    }
}

fn mandel(data: &Data) -> Workload {
    let (n, most) = (data.size("mb_n"), data.size("mb_it"));
    let steps = data.words("mandel.ref", n * n, || {
        (0..n * n)
            .map(|i| escape((i % n) as f32, (i / n) as f32, n as f32, most as u32))
            .collect()
    });
    Workload {
        name: "mandel",
        kernel: "mandel",
        grid: Dim3::from((n as u32 / 16, n as u32 / 16)),
        block: Dim3::from((16, 16)),
        args: vec![
            Given::Out(n * n),
            Given::Int(n as i32),
            Given::Int(most as i32),
        ],
        reference: Reference::Ints(steps.into_iter().map(|x| x as i32).collect(), 0.01),
    }
}

/// How many steps a point takes to leave the circle of radius 2.
fn escape(column: f32, row: f32, n: f32, most: u32) -> u32 {
    let (re, im) = (-2.0 + column * 2.5 / n, -1.25 + row * 2.5 / n);
    let (mut x, mut y) = (0.0f32, 0.0f32);
    for taken in 0..most {
        let (xx, yy) = (x * x, y * y);
        if xx + yy > 4.0 {
            return taken;
        }
        y = 2.0 * x * y + im;
        x = xx - yy + re;
    }
    most
}

fn flash(data: &Data) -> Workload {
    let (n, d) = (data.size("fa_n"), data.size("fa_d"));
    let [q, k, v] = ["fq", "fk", "fv"].map(|name| data.input(name, n * d, (-1.0, 1.0)));
    let scale = 1.0 / (d as f64).sqrt();
    let out = data.floats("flash.ref", n * d, || {
        let mut out = Vec::with_capacity(n * d);
        for query in q.chunks(d) {
            let dot = |key: &[f32]| {
                let products = query.iter().zip(key).map(|(q, k)| *q as f64 * *k as f64);
                products.sum::<f64>() * scale
            };
            let powers: Vec<f64> = k.chunks(d).map(|key| dot(key).exp()).collect();
            let sum: f64 = powers.iter().sum();
            out.extend((0..d).map(|c| {
                let weighted = powers.iter().zip(v.chunks(d));
                (weighted.map(|(p, v)| p * v[c] as f64).sum::<f64>() / sum) as f32
            }));
        }
        out
    });
    Workload {
        name: "flash",
        kernel: "flash",
        grid: Dim3::from(n as u32 / 32),
        block: Dim3::from(32),
        args: vec![
            Given::In(q),
            Given::In(k),
            Given::In(v),
            Given::Out(n * d),
            Given::Int(n as i32),
            Given::Float(scale as f32),
        ],
        reference: Reference::Floats(out, 1e-4),
    }
}

/// A workload in a machine's memory, ready to be launched again and again.
pub struct Ready {
    pub memory: Memory,
    pub launch: Launch,
    pub result: Buffer,
    pub zeros: Vec<u8>,
}

pub fn ready(work: &Workload) -> Ready {
    let mut memory = Memory::new();
    let (mut result, mut zeros) = (None, Vec::new());
    let mut args = Vec::new();
    for (k, given) in work.args.iter().enumerate() {
        let name = format!("argument {k}");
        args.push(match given {
            Given::In(values) => {
                let bytes = values.iter().flat_map(|x| x.to_le_bytes()).collect();
                Arg::Buffer(memory.alloc(&name, Elem::F32, values.len(), Init::Bytes(bytes)))
            }
            Given::Out(count) => {
                let elem = match work.reference {
                    Reference::Floats(..) => Elem::F32,
                    Reference::Ints(..) => Elem::I32,
                };
                zeros = vec![0; 4 * count];
                let made = memory.alloc(&name, elem, *count, Init::Bytes(zeros.clone()));
                result = Some(made);
                Arg::Buffer(made)
            }
            Given::Int(value) => Arg::I32(*value),
            Given::Float(value) => Arg::F32(*value),
        });
    }
    let launch = Launch {
        kernel: work.kernel.to_string(),
        grid: work.grid,
        block: work.block,
        shared_bytes: 0,
        args,
    };
    Ready {
        memory,
        launch,
        result: result.expect("every workload has a result"),
        zeros,
    }
}

/// How far the result is from the reference, in words that other systems' rows use too.
pub fn check(work: &Workload, ready: &Ready) -> String {
    match &work.reference {
        Reference::Floats(reference, most) => {
            let got = ready.memory.f32s(ready.result);
            let pairs = || {
                got.iter()
                    .zip(reference)
                    .map(|(g, r)| (*g as f64, *r as f64))
            };
            let greatest = pairs().fold(0.0f64, |m, (_, r)| m.max(r.abs()));
            let error = pairs().fold(
                0.0f64,
                |m, (g, r)| {
                    if (g - r).abs() <= m { m } else { (g - r).abs() }
                },
            );
            let error = error / if greatest > 0.0 { greatest } else { 1.0 };
            let word = if error <= *most { "ok" } else { "BAD" };
            format!("{word} relerr={error:.1e}")
        }
        Reference::Ints(reference, most) => {
            let got = ready.memory.i32s(ready.result);
            let differ = got.iter().zip(reference).filter(|(g, r)| g != r).count();
            let share = differ as f64 / reference.len() as f64;
            let word = if share <= *most { "ok" } else { "BAD" };
            format!("{word} mismatch={:.4}%", 100.0 * share)
        }
    }
}
