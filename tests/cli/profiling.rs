//! `course profile`: counts of a program's and a lab's kernels, and how each wrong use is told.

use serde_json::{Value, json};

use crate::fixture::Course;

const STRIDE: &str = "
__global__ void near(float* x) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    x[i] = x[i] * 2.0f + 1.0f;
}
__global__ void far(float* x) {
    __shared__ float column[32][32];
    int i = threadIdx.x;
    column[i][0] = x[i * 32];
    __syncthreads();
    x[i * 32] = column[i][0] + 1.0f;
}
int main() {
    float* x;
    cudaMalloc(&x, 4096 * sizeof(float));
    cudaMemset(x, 0, 4096 * sizeof(float));
    near<<<16, 256>>>(x);
    near<<<16, 256>>>(x);
    far<<<1, 32>>>(x);
    return cudaDeviceSynchronize();
}
";

fn striding() -> Course {
    let course = Course::new();
    std::fs::write(course.path("stride.cu"), STRIDE).unwrap();
    course
}

#[test]
fn a_program_s_kernels_are_counted() {
    let told = striding().json(&["profile", "stride.cu", "--device", "a100"]);
    let [near, far] = told["kernels"].as_array().unwrap().as_slice() else {
        panic!("{told:#}");
    };
    assert_eq!(
        (&near["kernel"], &near["times"]),
        (&json!("near"), &json!(2))
    );
    let line = |of: &Value, number: u64| {
        let lines = of["lines"].as_array().unwrap();
        let found = lines.iter().find(|line| line["line"] == json!(number));
        found.unwrap_or_else(|| panic!("{of:#}")).clone()
    };
    // 128 warps of 32 neighbours: four sectors each; a stride of 32 floats: a sector a lane, and a bank for all.
    let tidy = line(near, 4);
    assert_eq!(
        (&tidy["loads"]["requests"], &tidy["loads"]["sectors"]),
        (&json!(128), &json!(512))
    );
    assert_eq!(tidy["flops"], json!(2 * 4096));
    let strided = line(far, 9);
    assert_eq!(
        (
            &strided["loads"]["sectors"],
            &strided["loads"]["ideal_sectors"]
        ),
        (&json!(32), &json!(4))
    );
    assert_eq!(strided["shared_stores"]["wavefronts"], json!(32));
    // 16 KiB in and 16 KiB out at 2,039 GB/s.
    assert_eq!(near["roofline"]["bytes"], json!(32768));
    let least = near["roofline"]["least_seconds"]["device memory"]
        .as_f64()
        .unwrap();
    assert!((least - 32768.0 / 2.039e12).abs() < 1e-15, "{least}");
    assert_eq!(
        (
            &near["occupancy"]["blocks"],
            &near["occupancy"]["limited_by"]
        ),
        (&json!(8), &json!("warps"))
    );
}

const VARIED: &str = "
__constant__ float scale[4];
__global__ void gather(float* x, int* hits, int stride) {
    int i = threadIdx.x * stride;
    atomicAdd(hits, 1);
    x[i] = fmaxf(x[i] * scale[1], sqrtf(x[i]));
}
int main() {
    float* x;
    int* hits;
    cudaMalloc(&x, 1024 * sizeof(float));
    cudaMalloc(&hits, sizeof(int));
    cudaMemset(x, 0, 1024 * sizeof(float));
    cudaMemset(hits, 0, sizeof(int));
    for (int stride : {1, 8, 1, 8, 1}) gather<<<1, 32>>>(x, hits, stride);
    return cudaDeviceSynchronize();
}
";

#[test]
fn launches_that_count_differently_are_told_apart() {
    let course = Course::new();
    std::fs::write(course.path("varied.cu"), VARIED).unwrap();
    let told = course.json(&["profile", "varied.cu"]);
    let kernels = told["kernels"].as_array().unwrap();
    let seen: Vec<_> = kernels
        .iter()
        .map(|of| (&of["times"], &of["buffers"][0]["loads"]["sectors"]))
        .collect();
    assert_eq!(seen, [(&json!(3), &json!(4)), (&json!(2), &json!(32))]);
}

#[test]
fn numbers_are_numbers_with_the_names_that_nsight_has() {
    let course = Course::new();
    std::fs::write(course.path("varied.cu"), VARIED).unwrap();
    let told = course.json(&["profile", "varied.cu"]);
    let of = &told["kernels"][0];
    let row = |section: &str, name: &str| {
        let mut rows = of["rows"].as_array().unwrap().iter();
        let found = rows.find(|row| row["section"] == section && row["name"] == name);
        found
            .unwrap_or_else(|| panic!("no {name} in {of:#}"))
            .clone()
    };
    let requests = row("Global memory: hits", "reductions: requests");
    assert_eq!(requests["value"], json!(1.0));
    assert_eq!(
        requests["metric"],
        "l1tex__t_requests_pipe_lsu_mem_global_op_red.sum"
    );
    let constant = row("Constant memory: scale", "reads: requests");
    assert_eq!(
        (&constant["value"], &constant["metric"]),
        (&json!(1.0), &json!(""))
    );
    // A product for each lane; a root is one special function of the warp, and a maximum is no operation.
    assert_eq!(row("Work", "FLOP, float")["value"], json!(32.0));
    assert_eq!(
        row("Work", "special functions, a warp each")["value"],
        json!(1.0)
    );
    assert_eq!(of["counters"]["classes"]["atomics"], json!(1));
    assert_eq!(of["counters"]["classes"]["special functions"], json!(1));
    assert_eq!(of["buffers"][1]["reductions"]["requests"], json!(1));
}

#[test]
fn findings_are_mentioned() {
    let course = Course::new();
    let text = VARIED.replace("threadIdx.x * stride", "threadIdx.x * stride * 40");
    std::fs::write(course.path("varied.cu"), text).unwrap();
    let told = course.run(&["profile", "varied.cu"]);
    let said = format!("{}{}", told.out, told.err);
    assert!(
        said.contains(
            "so its counts may be of work that was not meant: `course run varied.cu` says what"
        ),
        "{told:?}"
    );
}

#[test]
fn a_person_reads_ideals_metrics_and_lines() {
    let told = striding().run(&["profile", "stride.cu"]);
    assert_eq!(told.status, 0, "{told:?}");
    for said in [
        "near<<<16, 256>>>\nLaunched 2 times in this shape, with the same counts each time. From cold caches no run on the A100 SXM 80 GB is faster than 16.1 ns: device memory sets that.",
        "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum (exact)",
        "theoretical occupancy",
        "stores: passes too many",
        "    9            6  100 %     32.0!   32.0!     column[i][0] = x[i * 32];",
    ] {
        assert!(told.out.contains(said), "no `{said}` in\n{}", told.out);
    }
}

#[test]
fn the_page_stands_alone() {
    let course = striding();
    let told = course.run(&["profile", "stride.cu", "--html", "report.html"]);
    assert_eq!(told.status, 0, "{told:?}");
    let page = std::fs::read_to_string(course.path("report.html")).unwrap();
    assert!(page.contains("class=\"roofline\"") && page.contains("class=\"map banks\""));
    assert!(page.contains("<code>x[i * 32]</code> on line 9"), "{page}");
    assert!(
        !page.contains("http") && !page.contains("<script"),
        "it asks for something else"
    );
}

#[test]
fn a_lab_s_parts_run_on_their_largest_cases() {
    let course = Course::new();
    let solution = course.run(&["solution", "vector-add", "--anyway"]).out;
    course.kernel(solution.as_bytes());
    let told = course.json(&["profile", "vector-add"]);
    let kernels: Vec<&Value> = told["kernels"]
        .as_array()
        .unwrap()
        .iter()
        .map(|of| &of["kernel"])
        .collect();
    assert_eq!(kernels, ["fill_index", "vadd", "vadd_stride"], "{told:#}");
    let one = course.json(&["profile", "vector-add", "vadd"]);
    assert_eq!(one["kernels"].as_array().unwrap().len(), 1);
}

#[test]
fn a_table_sums_up_every_kernel_and_doubles_are_counted() {
    let course = Course::new();
    let text = "#include <cmath>\n__global__ void in_double(float* x) { x[threadIdx.x] = sin((double)threadIdx.x) * 2.0; }\n\
                __global__ void in_float(float* x) { x[threadIdx.x] = __sinf(threadIdx.x) * 2.0f; }\n\
                __global__ void banks(float* x) {\n    __shared__ float s[1024];\n    s[threadIdx.x * 32] = 1;\n    __syncthreads();\n    x[threadIdx.x] = s[threadIdx.x * 32];\n}\n\
                int main() {\n    float* x;\n    cudaMalloc(&x, 128);\n    in_double<<<1, 32>>>(x);\n    in_float<<<1, 32>>>(x);\n    in_float<<<1, 32>>>(x);\n    banks<<<1, 32>>>(x);\n    cudaDeviceSynchronize();\n    cudaFree(x);\n}\n";
    std::fs::write(course.path("sines.cu"), text).unwrap();
    let told = course.json(&["profile", "sines.cu"]);
    let of = |at: usize, key: &str| told["kernels"][at]["summary"][key].clone();
    assert_eq!(
        (of(0, "doubles"), of(0, "launches")),
        (64.into(), 1.into()),
        "{told:#}"
    );
    assert_eq!((of(1, "doubles"), of(1, "launches")), (0.into(), 2.into()));
    assert_eq!(
        (of(1, "sectors"), of(1, "moved_bytes")),
        (4.into(), 128.into())
    );
    assert_eq!(of(2, "bank_conflicts"), 62);
    assert_eq!(told["kernels"][1]["counters"]["special_fast"], 32);
    let table = course
        .run(&["profile", "sines.cu", "--html", "sines.html"])
        .out;
    let head: Vec<&str> = table
        .lines()
        .next()
        .unwrap()
        .split("  ")
        .map(str::trim)
        .collect();
    assert!(
        head.contains(&"bank conflicts") && head.contains(&"least time"),
        "{table}"
    );
    let line = table
        .lines()
        .find(|line| line.starts_with("in_double<<<1, 32>>>"));
    assert!(line.is_some_and(|line| line.contains("  64  ")), "{table}");
    assert!(table.contains("  of these on double"), "{table}");
    let page = std::fs::read_to_string(course.path("sines.html")).unwrap();
    assert!(page.contains("class=\"summary\"") && page.contains("<th>bank conflicts"));
}

#[test]
fn wrong_use_is_told() {
    let course = striding();
    std::fs::write(course.path("idle.cu"), "int main() { return 0; }\n").unwrap();
    course.kernel(b"__global__ void other() {}\n");
    let cases: [(&[&str], i32, &str); 6] = [
        (
            &["profile", "stride.cu", "part"],
            2,
            "a program has no parts",
        ),
        (
            &["profile", "stride.cu", "--device", "mi300"],
            2,
            "no device is called `mi300`",
        ),
        (&["profile", "none.cu"], 2, "`none.cu` cannot be read"),
        (&["profile", "idle.cu"], 1, "launched no kernel that ran"),
        (
            &["profile", "vector-add", "nothing"],
            2,
            "has no part `nothing`",
        ),
        (
            &["profile", "vector-add"],
            1,
            "`course check vector-add` says what is missing",
        ),
    ];
    for (typed, status, said) in cases {
        let told = course.run(typed);
        assert_eq!(told.status, status, "{typed:?}: {told:?}");
        assert!(told.err.contains(said), "{typed:?}: {told:?}");
    }
}
