//! Names that a header not included would have brought: which header that is.
//! In: a name that nothing has; out: the header to include.
//! The rule: what learners use most is listed; a name that ends in `*` stands for all that begin so.
//! Next: name.rs, which says it.

use super::{Checker, Side};

impl Checker<'_> {
    /// As [`Checker::home_of`], whichever side is asked: also the header of a whole namespace.
    pub(super) fn header_of(&self, name: &str) -> Option<&'static str> {
        const SPACES: [(&str, &str); 4] = [
            ("cooperative_groups", "cooperative_groups.h"),
            ("nvcuda", "mma.h"),
            ("nvcuda::wmma", "mma.h"),
            ("thrust", "thrust/device_vector.h"),
        ];
        let space = SPACES.iter().find(|(space, _)| *space == name);
        let short = || {
            name.strip_prefix("std::")
                .and_then(|s| s.split("::").next())
        };
        let standard = || short().and_then(|short| listed(STANDARD, short));
        space
            .map(|(_, header)| *header)
            .or_else(standard)
            .or_else(|| listed(CUDA, name))
    }

    /// The header that would bring a name of the standard library, to host code, or of CUDA's own libraries.
    pub(super) fn home_of(&self, name: &str) -> Option<&'static str> {
        let Some(short) = name.strip_prefix("std::") else {
            return listed(CUDA, name);
        };
        let first = short.split("::").next().unwrap_or(short);
        listed(STANDARD, first).filter(|_| self.body.side == Side::Host)
    }
}

fn listed(list: &[(&'static str, &str)], name: &str) -> Option<&'static str> {
    let is = |known: &str| match known.strip_suffix('*') {
        Some(start) => name.starts_with(start),
        None => known == name,
    };
    let has = |names: &str| names.split(' ').any(is);
    let home = list.iter().find(|(_, names)| has(names));
    home.map(|(header, _)| *header)
}

/// Headers of the standard library, and what learners most often use of them, without `std::`.
#[rustfmt::skip]
const STANDARD: &[(&str, &str)] = &[
    ("iostream", "cout cerr clog cin endl ostream istream"),
    ("sstream", "stringstream ostringstream istringstream"),
    ("fstream", "ifstream ofstream fstream"),
    ("iomanip", "setw setprecision setfill"),
    ("string", "string to_string stoi stof stod getline"),
    ("vector", "vector"), ("array", "array"), ("list", "list"), ("deque", "deque"), ("queue", "queue priority_queue"),
    ("stack", "stack"), ("map", "map multimap"), ("set", "set multiset"), ("unordered_map", "unordered_map"),
    ("unordered_set", "unordered_set"), ("tuple", "tuple make_tuple tie"), ("utility", "pair make_pair swap move"),
    ("memory", "unique_ptr shared_ptr make_unique make_shared"), ("functional", "function plus greater less"),
    ("algorithm", "sort fill fill_n copy find count transform max_element min_element generate reverse shuffle for_each"),
    ("numeric", "accumulate iota inner_product partial_sum"), ("limits", "numeric_limits"), ("complex", "complex"),
    ("chrono", "chrono"), ("random", "mt19937 random_device uniform_real_distribution uniform_int_distribution normal_distribution"),
    ("thread", "thread this_thread"), ("mutex", "mutex lock_guard"), ("atomic", "atomic"), ("optional", "optional"),
    ("concepts", "integral signed_integral unsigned_integral floating_point same_as derived_from convertible_to constructible_from \
        default_initializable copyable movable regular semiregular equality_comparable totally_ordered invocable predicate"),
    ("stdexcept", "runtime_error invalid_argument out_of_range logic_error"), ("exception", "exception"),
];

/// CUDA's headers and those of its libraries, and what learners use of them. What is not listed may be there without being known.
#[rustfmt::skip]
const CUDA: &[(&str, &str)] = &[
    ("cuda_fp16.h", "half half2 __half __half2 __float2half* __half2float __half22float2 __halves2half2 __low2float __high2float \
        __hadd* __hsub* __hmul* __hdiv* __hfma* __hmax* __hmin* __hneg* __heq __hlt __hgt __floats2half2_rn __half_as_* hexp* hlog* hsqrt hrsqrt hrcp"),
    ("cuda_bf16.h", "nv_bfloat16 nv_bfloat162 __nv_bfloat16 __nv_bfloat162 __float2bfloat16* __bfloat162float __bfloat1622float2 __floats2bfloat162_rn"),
    ("cuda_fp8.h", "__nv_fp8_e4m3 __nv_fp8_e5m2"),
    ("cooperative_groups.h", "cooperative_groups::this_thread_block cooperative_groups::this_grid cooperative_groups::thread_block \
        cooperative_groups::grid_group cooperative_groups::thread_group cooperative_groups::tiled_partition cooperative_groups::thread_block_tile \
        cooperative_groups::coalesced_threads cg::this_thread_block cg::this_grid cg::thread_block cg::grid_group cg::thread_group cg::tiled_partition \
        cg::thread_block_tile cg::coalesced_threads"),
    ("cooperative_groups/reduce.h", "cooperative_groups::reduce cooperative_groups::plus cg::reduce cg::plus"),
    ("mma.h", "nvcuda::wmma::fragment wmma::fragment wmma::load_matrix_sync wmma::mma_sync wmma::store_matrix_sync wmma::fill_fragment"),
    ("cuda/atomic", "cuda::atomic cuda::atomic_ref"), ("cuda/barrier", "cuda::barrier"), ("cuda/pipeline", "cuda::pipeline cuda::make_pipeline"),
    ("curand_kernel.h", "curandState curandState_t curandStatePhilox4_32_10_t curandStateXORWOW_t curand curand_init curand_uniform* curand_normal*"),
    ("curand.h", "curandGenerator_t curandCreateGenerator curandGenerateUniform curandGenerateNormal"),
    ("cublas_v2.h", "cublasHandle_t cublasStatus_t cublasCreate cublasDestroy cublasSgemm cublasDgemm cublasSaxpy cublasSdot cublasSgemv cublasGemmEx"),
    ("cub/cub.cuh", "cub::BlockReduce cub::BlockScan cub::BlockLoad cub::BlockStore cub::BlockRadixSort cub::WarpReduce cub::WarpScan cub::DeviceReduce \
        cub::DeviceScan cub::DeviceRadixSort"),
    ("cuComplex.h", "cuComplex cuFloatComplex cuDoubleComplex make_cuComplex make_cuFloatComplex make_cuDoubleComplex"),
    ("thrust/device_vector.h", "thrust::device_vector thrust::raw_pointer_cast"), ("thrust/host_vector.h", "thrust::host_vector"),
    ("thrust/device_ptr.h", "thrust::device_ptr thrust::device_pointer_cast"), ("thrust/sort.h", "thrust::sort thrust::sort_by_key thrust::stable_sort"),
    ("thrust/reduce.h", "thrust::reduce thrust::reduce_by_key"), ("thrust/scan.h", "thrust::inclusive_scan thrust::exclusive_scan"),
    ("thrust/transform.h", "thrust::transform"), ("thrust/transform_reduce.h", "thrust::transform_reduce"), ("thrust/sequence.h", "thrust::sequence"),
    ("thrust/fill.h", "thrust::fill thrust::fill_n"), ("thrust/copy.h", "thrust::copy thrust::copy_if"), ("thrust/count.h", "thrust::count thrust::count_if"),
    ("thrust/functional.h", "thrust::plus thrust::multiplies thrust::minus thrust::maximum thrust::minimum thrust::greater thrust::less"),
    ("thrust/for_each.h", "thrust::for_each"), ("thrust/unique.h", "thrust::unique"), ("thrust/extrema.h", "thrust::max_element thrust::min_element"),
    ("thrust/inner_product.h", "thrust::inner_product"), ("thrust/execution_policy.h", "thrust::device thrust::host"),
];
