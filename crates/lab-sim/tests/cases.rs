//! Cases that the simulated device has to carry: megabytes of data, hundreds of launches, large records, copies between
//! launches, and what a lab is told of each; every one through the judge, as a lab is judged.

use std::time::{Duration, Instant};

use lab::{
    Arg, Case, CheckRecord, Copy, Data, Elem, Expected, Field, Folder, Lab, Language, PartSpec,
    Record, Select, Status, accesses, dot_products, flops_of, launches, loads, part, shared,
    shuffles, stores,
};
use lab_sim::Simulated;

fn lab_of(parts: fn() -> Vec<PartSpec>) -> Lab {
    Folder {
        id: "probe",
        language: Language::Cuda,
        text: None,
        reference: None,
        wrong: &[],
        parts,
    }
    .lab()
}

fn judged(lab: &Lab, text: &str) -> Vec<CheckRecord> {
    let mut records = Vec::new();
    lab::judge(lab, Select::All, text, &mut Simulated::new(), &mut |r| {
        records.push(r)
    });
    records
}

fn all_pass(records: &[CheckRecord]) {
    for record in records {
        assert_eq!(
            record.status,
            Status::Pass,
            "{}: {}\n{}",
            record.check,
            record.message,
            record.detail
        );
    }
}

/// A check's limit: what a lab may take unless it says otherwise.
fn within_the_limit(began: Instant) {
    let limit = Duration::from_secs(u64::from(lab::DEFAULT_LIMIT_S));
    assert!(began.elapsed() < limit, "{:?}", began.elapsed());
}

#[test]
fn sixty_megabytes_of_cases_are_judged_within_the_limit() {
    const N: usize = 5_000_000;
    let lab = lab_of(|| {
        let add = part(
            "add",
            "__global__ void add(const float* a, const float* b, float* c, int n)",
        )
        .correct("every sum is right")
        .bounds()
        .budget(
            "bytes",
            "twelve an element",
            accesses().bytes().on("all").exactly(|c: &Case| 12 * c["n"]),
        )
        .cases(|_| {
            let x: Vec<f32> = (0..N).map(|i| (i % 1000) as f32).collect();
            let sums: Vec<f32> = x.iter().map(|x| x + x).collect();
            let case = Case::new("n = 5,000,000", "add")
                .launch([lab::cover(N, 256), 1, 1], [256, 1, 1])
                .buffer("a", Data::f32(&x))
                .buffer("b", Data::f32(&x))
                .buffer("c", Data::fresh(Elem::F32, N))
                .int("n", N)
                .expect("c", Expected::exact(Data::f32(&sums)), &[])
                .tag("all")
                .fuel(20_000_000);
            vec![case]
        });
        vec![add]
    });
    let began = Instant::now();
    all_pass(&judged(
        &lab,
        "__global__ void add(const float* a, const float* b, float* c, int n) {
            int i = blockIdx.x * blockDim.x + threadIdx.x;
            if (i < n) c[i] = a[i] + b[i];
        }",
    ));
    within_the_limit(began);
}

#[test]
fn two_hundred_launches_are_judged_within_the_limit_and_counted() {
    let lab = lab_of(|| {
        let step = part("step", "__global__ void step(int* x, int n, int by)")
            .correct("every step is taken")
            .sound()
            .budget(
                "launches",
                "one a step",
                launches().on("all").exactly(200.0),
            )
            .budget(
                "last",
                "the last is like the others",
                stores()
                    .of("x")
                    .elements()
                    .of_launch(199)
                    .on("all")
                    .exactly(1000.0),
            )
            .cases(|_| {
                let mut case = Case::new("200 steps", "step").buffer("x", Data::i32(&[0; 1000]));
                for k in 0..200 {
                    if k > 0 {
                        case = case.then("step").pass("x");
                    }
                    case = case
                        .launch([4, 1, 1], [256, 1, 1])
                        .arg("n", Arg::I32(1000))
                        .arg("by", Arg::I32(k));
                }
                let right = (0..200).sum::<i32>();
                vec![
                    case.expect("x", Expected::exact(Data::i32(&[right; 1000])), &[])
                        .tag("all")
                        .reordered(),
                ]
            });
        vec![step]
    });
    let began = Instant::now();
    all_pass(&judged(
        &lab,
        "__global__ void step(int* x, int n, int by) {
            int i = blockIdx.x * blockDim.x + threadIdx.x;
            if (i < n) x[i] += by;
        }",
    ));
    within_the_limit(began);
}

static TILE: Record = Record {
    name: "Tile",
    bytes: 2048,
    fields: &[
        Field {
            name: "scale",
            at: 0,
            elem: Elem::F16,
            len: 1,
        },
        Field {
            name: "q",
            at: 2,
            elem: Elem::I8,
            len: 2046,
        },
    ],
};

fn tiles() -> Lab {
    lab_of(|| {
        let negate = part(
            "negate",
            "__global__ void negate(const Tile* in, Tile* out, int n)",
        )
        .correct("every byte is turned")
        .bounds()
        .budget(
            "loads",
            "every record once",
            loads()
                .of("in")
                .elements()
                .on("all")
                .exactly(|c: &Case| c["n"]),
        )
        .cases(|_| {
            let bytes: Vec<u8> = (0..3 * 2048).map(|i| (i % 251) as u8).collect();
            let right: Vec<u8> = bytes
                .iter()
                .enumerate()
                .map(|(i, b)| if i % 2048 < 2 { *b } else { b.wrapping_neg() })
                .collect();
            let case = Case::new("3 tiles", "negate")
                .launch([3, 1, 1], [128, 1, 1])
                .buffer("in", Data::records(&TILE, bytes))
                .buffer("out", Data::unwritten(lab::Layout::Record(&TILE), 3))
                .int("n", 3)
                .expect(
                    "out",
                    Expected::exact(Data::records(&TILE, right)),
                    &[("tile", 3)],
                )
                .tag("all");
            vec![case]
        });
        vec![negate]
    })
}

const NEGATE: &str = "#include <cuda_fp16.h>
struct Tile { __half scale; signed char q[2046]; };
__global__ void negate(const Tile* in, Tile* out, int n) {
    int t = blockIdx.x;
    if (t >= n) return;
    if (threadIdx.x == 0) out[t].scale = in[t].scale;
    for (int i = threadIdx.x; i < 2046; i += blockDim.x) out[t].q[i] = TURN in[t].q[i];
}";

#[test]
fn a_record_of_two_kibibytes_is_judged_and_told_by_its_field() {
    let began = Instant::now();
    all_pass(&judged(&tiles(), &NEGATE.replace("TURN", "-")));
    within_the_limit(began);
    let records = judged(&tiles(), &NEGATE.replace("TURN", "i == 77 ? 1 :"));
    let told = &records[1].message;
    assert!(told.starts_with("`out[tile 0].q[0]` is "), "{told}");
}

#[test]
fn copies_between_launches_and_scratch_are_part_of_a_case() {
    let lab = lab_of(|| {
        let double = part(
            "twice",
            "__global__ void twice(const float* in, float* out, float* s, int n)",
        )
        .correct("doubled twice")
        .no_scratch()
        .cases(|_| {
            let launch = |case: Case| case.launch([1, 1, 1], [32, 1, 1]);
            let case = launch(Case::new("two launches", "twice"))
                .buffer("in", Data::f32(&[1.0, 2.0, 3.0]))
                .buffer("out", Data::fresh(Elem::F32, 3))
                .scratch("s", Data::fresh(Elem::F32, 3))
                .int("n", 3)
                .hold("again", Data::fresh(Elem::F32, 3), true)
                .copy_some(Copy {
                    from: ("out", 1),
                    to: ("again", 1),
                    len: 2,
                })
                .copy_some(Copy {
                    from: ("out", 0),
                    to: ("again", 0),
                    len: 1,
                })
                .then("twice");
            let case = launch(case)
                .pass_as("in", "again")
                .pass("out")
                .pass("s")
                .int("n", 3)
                .expect("out", Expected::exact(Data::f32(&[4.0, 8.0, 12.0])), &[]);
            vec![case]
        });
        vec![double]
    });
    let kernel = |store: &str| {
        format!(
            "__global__ void twice(const float* in, float* out, float* s, int n) {{
                int i = threadIdx.x;
                if (i < n) {{ out[i] = 2 * in[i]; {store} }}
            }}"
        )
    };
    all_pass(&judged(&lab, &kernel("")));
    let records = judged(&lab, &kernel("s[i] = 1;"));
    let statuses: Vec<Status> = records.iter().map(|r| r.status).collect();
    assert_eq!(statuses, [Status::Pass, Status::Pass, Status::Fail]);
    assert_eq!(
        records[2].message,
        "24 bytes were written beside the outputs (two launches)"
    );
    let variable = format!("__device__ float kept[32];\n{}", kernel("kept[i] = 1;"));
    let records = judged(&lab, &variable);
    assert!(
        records[2].detail.contains("`kept`: 24 bytes"),
        "{}",
        records[2].detail
    );
}

#[test]
fn a_fault_names_its_launch() {
    let lab = lab_of(|| {
        let fill = part("fill", "__global__ void fill(int* x, int n)")
            .bounds()
            .cases(|_| {
                let case = Case::new("n = 4, then 5", "fill")
                    .launch([1, 1, 1], [32, 1, 1])
                    .buffer("x", Data::i32(&[0; 4]))
                    .arg("n", Arg::I32(4))
                    .then("fill")
                    .launch([1, 1, 1], [32, 1, 1])
                    .pass("x")
                    .arg("n", Arg::I32(5));
                vec![case]
            });
        vec![fill]
    });
    let records = judged(
        &lab,
        "__global__ void fill(int* x, int n) { if (threadIdx.x < n) x[threadIdx.x] = 1; }",
    );
    assert_eq!(records[1].status, Status::Fail);
    assert!(
        records[1]
            .detail
            .contains("in launch 2: fill<<<1, 32>>>(x, 5)"),
        "{}",
        records[1].detail
    );
}

#[test]
fn every_number_type_goes_in_and_comes_out() {
    let lab = lab_of(|| {
        let copy = |id, declaration, data: fn() -> Data, elem| {
            part(id, declaration)
                .correct("copied")
                .bounds()
                .cases(move |_| {
                    let kernel = match id {
                        "i8" => "copy_i8",
                        "f16" => "copy_f16",
                        "bf16" => "copy_bf16",
                        "i64" => "copy_i64",
                        _ => "copy_f64",
                    };
                    let case = Case::new("three", kernel)
                        .launch([1, 1, 1], [32, 1, 1])
                        .buffer("in", data())
                        .buffer("out", Data::fresh(elem, 3))
                        .int("n", 3)
                        .expect("out", Expected::exact(data()), &[]);
                    vec![case]
                })
        };
        vec![
            copy(
                "i8",
                "__global__ void copy_i8(const signed char* in, signed char* out, int n)",
                || Data::i8(&[-128, 0, 127]),
                Elem::I8,
            ),
            copy(
                "f16",
                "__global__ void copy_f16(const __half* in, __half* out, int n)",
                || Data::f16(&[-0.1, 1e-7, 65504.0]),
                Elem::F16,
            ),
            copy(
                "bf16",
                "__global__ void copy_bf16(const __nv_bfloat16* in, __nv_bfloat16* out, int n)",
                || Data::bf16(&[-0.1, 1e-30, 3e38]),
                Elem::Bf16,
            ),
            copy(
                "i64",
                "__global__ void copy_i64(const long long* in, long long* out, int n)",
                || Data::i64(&[i64::MIN, 1, i64::MAX]),
                Elem::I64,
            ),
            copy(
                "f64",
                "__global__ void copy_f64(const double* in, double* out, int n)",
                || Data::f64(&[1e-300, -0.0, 1e300]),
                Elem::F64,
            ),
        ]
    });
    let copy = |name: &str, ty: &str| {
        format!(
            "__global__ void copy_{name}(const {ty}* in, {ty}* out, int n) {{ int i = threadIdx.x; if (i < n) out[i] = in[i]; }}\n"
        )
    };
    let text = [
        "#include <cuda_fp16.h>\n#include <cuda_bf16.h>\n".to_owned(),
        copy("i8", "signed char"),
        copy("f16", "__half"),
        copy("bf16", "__nv_bfloat16"),
        copy("i64", "long long"),
        copy("f64", "double"),
    ];
    all_pass(&judged(&lab, &text.concat()));
}

#[test]
fn what_the_plan_of_labs_asks_for_is_counted() {
    let lab = lab_of(|| {
        let sum = part(
            "sum",
            "__global__ void sum(const int* a, const int* b, int* out, float* f)",
        )
        .correct("summed")
        .budget("dots", "one a lane", dot_products().on("all").exactly(32.0))
        .budget("shuffles", "five", shuffles().on("all").exactly(5.0))
        .budget(
            "shared",
            "written and read once",
            shared().bytes().on("all").exactly(256.0),
        )
        .budget(
            "requests",
            "a store and a load",
            shared().requests().on("all").exactly(2.0),
        )
        .budget(
            "single",
            "one multiply-add a lane",
            flops_of(lab::FlopKind::Single).on("all").exactly(64.0),
        )
        .budget(
            "double",
            "none",
            flops_of(lab::FlopKind::Double).on("all").exactly(0.0),
        )
        .budget(
            "unique",
            "each byte once",
            loads().of("a").unique_bytes().on("all").exactly(128.0),
        )
        .budget(
            "a-requests",
            "one",
            loads().of("a").requests().on("all").exactly(1.0),
        )
        .budget(
            "a-sectors",
            "four",
            loads().of("a").total_sectors().on("all").exactly(4.0),
        )
        .budget(
            "split",
            "one branch parts the warp",
            lab::divergent_branches().on("all").at_most(1.0, 1.0),
        )
        .budget(
            "special",
            "one for the warp",
            lab::special_issued().on("all").exactly(1.0),
        )
        .cases(|_| {
            let case = Case::new("a warp", "sum")
                .launch([1, 1, 1], [32, 1, 1])
                .buffer("a", Data::i32(&[0x0101_0101; 32]))
                .buffer("b", Data::i32(&[0x0202_0202; 32]))
                .buffer("out", Data::fresh(Elem::I32, 1))
                .buffer("f", Data::f32(&[0.0; 32]))
                .expect("out", Expected::exact(Data::i32(&[256])), &[])
                .expect("f", Expected::absolute(Elem::F32, vec![1.0; 32], 0.0), &[])
                .tag("all");
            vec![case]
        });
        vec![sum]
    });
    all_pass(&judged(
        &lab,
        "__global__ void sum(const int* a, const int* b, int* out, float* f) {
            __shared__ int s[32];
            int t = threadIdx.x;
            s[t] = __dp4a(a[t], b[t], 0);
            __syncthreads();
            int v = s[t];
            for (int d = 16; d > 0; d /= 2) v += __shfl_xor_sync(0xffffffff, v, d);
            f[t] = fmaf(f[t], 2.0f, cosf(f[t]));
            if (t == 0) out[0] = v;
        }",
    ));
}

#[test]
fn doubles_and_fast_functions_are_counted_apart() {
    let lab = lab_of(|| {
        let twice = part("turn", "__global__ void turn(float* f)")
            .correct("right")
            .budget(
                "doubles",
                "a product and a cosine a lane",
                lab::doubles().on("all").exactly(64.0),
            )
            .budget(
                "fast",
                "one sine a lane",
                lab::fast_functions().on("all").exactly(32.0),
            )
            .budget("none", "none", lab::doubles().on("all").no_more_than(0.0))
            .cases(|_| {
                let case = Case::new("a warp", "turn")
                    .launch([1, 1, 1], [32, 1, 1])
                    .buffer("f", Data::f32(&[0.0; 32]))
                    .expect("f", Expected::absolute(Elem::F32, vec![1.0; 32], 0.0), &[])
                    .tag("all");
                vec![case]
            });
        vec![twice]
    });
    let records = judged(
        &lab,
        "__global__ void turn(float* f) {
            int t = threadIdx.x;
            double angle = f[t] * 2.0;
            f[t] = __sinf(f[t]) + (float)cos(angle);
        }",
    );
    all_pass(&records[..4]);
    let none = &records[4];
    assert_eq!(none.status, Status::Fail);
    assert_eq!(
        none.message,
        "operations on `double`: 64 operations, at most 0"
    );
    let lines: Vec<u32> = none.places.iter().map(|p| p.line).collect();
    assert_eq!(lines, [3, 4]);
}

#[test]
fn what_threads_print_is_told_with_block_and_thread() {
    let lab = lab_of(|| {
        let says = part("says", "__global__ void says(int* out)")
            .correct("right")
            .cases(|_| {
                let case = Case::new("two blocks", "says")
                    .launch([2, 1, 1], [8, 4, 1])
                    .buffer("out", Data::fresh(Elem::I32, 1))
                    .expect("out", Expected::exact(Data::i32(&[7])), &[]);
                vec![case]
            });
        vec![says]
    });
    let records = judged(
        &lab,
        "__global__ void says(int* out) {
            if (threadIdx.x == 5) printf(\"row %d\\n\", threadIdx.y);
            if (blockIdx.x + threadIdx.x + threadIdx.y == 0) {
                for (int i = 0; i < 100; i++) printf(\"%c\", 'a' + i % 26);
                out[0] = 7;
            }
        }",
    );
    all_pass(&records);
    assert!(records[0].prints.is_none(), "nothing ran to compile it");
    let prints = records[1].prints.as_ref().expect("it printed");
    assert_eq!(prints.case, "two blocks, says<<<2, dim3(8, 4)>>>(out)");
    let first = &prints.printed.first;
    assert_eq!(first.len(), lab::Printed::MOST);
    assert_eq!(prints.printed.more, 108 - lab::Printed::MOST as u64);
    let told = |at: usize| (first[at].block, first[at].thread, first[at].text.as_str());
    assert_eq!(told(0), ([0, 0, 0], [5, 0, 0], "row 0"));
    assert_eq!(told(3), ([0, 0, 0], [5, 3, 0], "row 3"));
    assert_eq!(told(4), ([0, 0, 0], [0, 0, 0], "a"));
}
