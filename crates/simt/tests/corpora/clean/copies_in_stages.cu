// Asynchronous copies in three stages, waited for as they must be: by groups, by PTX, by a thread group, by pipelines of
// threads and of the block, and at a barrier; some lanes copy nothing, and the groups of the last turns are empty.
// buffer: in i32[512] = i
// buffer: a i32[64] = 0
// buffer: b i32[32] = 0
// buffer: c i32[64] = 0
// buffer: d i32[64] = 0
// buffer: e i32[64] = 0
// launch: groups<<<2, 64>>>(in, a, 8)
// launch: ptx<<<1, 32>>>(in, b)
// launch: cooperative<<<1, 64>>>(in, c)
// launch: piped<<<1, 64>>>(in, d)
// launch: barred<<<1, 64>>>(in, e)
// expect: a[i] = 8 * (63 - i) + 64 * 28
// expect: b[i] = 31 - i + 128
// expect: c[i] = 63 - i + 64
// expect: d[i] = 4 * (63 - i) + 64 * 6
// expect: e[i] = 63 - i
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda_pipeline.h>
namespace cg = cooperative_groups;
__global__ void groups(const int* in, int* out, int n) {
    constexpr int stages = 3;
    __shared__ int s[stages][64];
    int t = threadIdx.x, sum = 0;
    for (int i = 0; i < stages - 1; i++) {
        __pipeline_memcpy_async(&s[i][t], &in[i * 64 + t], 4);
        __pipeline_commit();
    }
    for (int i = 0; i < n; i++) {
        __pipeline_wait_prior(stages - 2);
        __syncthreads();
        int next = i + stages - 1;
        if (next < n) __pipeline_memcpy_async(&s[next % stages][t], &in[next * 64 + t], 4);
        __pipeline_commit();
        sum += s[i % stages][63 - t];
    }
    if (blockIdx.x == 0) out[t] = sum;
}
__global__ void ptx(const int* in, int* out) {
    __shared__ alignas(16) int s[64];
    int t = threadIdx.x;
    unsigned to = (unsigned)__cvta_generic_to_shared(&s[4 * t]);
    if (t < 8) asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(in + 4 * t) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    if (t >= 8 && t < 16) asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(in + 96 + 4 * t) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.wait_group 1;" ::: "memory");
    __syncthreads();
    int first = s[31 - t];
    asm volatile("cp.async.wait_all;" ::: "memory");
    __syncthreads();
    out[t] = first + (s[63 - t] - s[31 - t]);
}
__global__ void cooperative(const int* in, int* out) {
    __shared__ int s[2][64];
    auto block = cg::this_thread_block();
    cg::memcpy_async(block, s[0], in, sizeof(int) * 64);
    cg::memcpy_async(block, s[1], in + 64, sizeof(int) * 64);
    cg::wait_prior<1>(block);
    int t = threadIdx.x, first = s[0][63 - t];
    cg::wait(block);
    out[t] = first + s[1][t] - s[0][t];
}
__global__ void piped(const int* in, int* out) {
    __shared__ int s[3][64], r[2][64];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
    auto block = cg::this_thread_block();
    auto own = cuda::make_pipeline();
    auto all = cuda::make_pipeline(block, &state);
    int t = threadIdx.x, sum = 0;
    for (int i = 0, put = 0; i < 4; i++) {
        for (; put < 4 && put < i + 2; put++) {
            own.producer_acquire();
            cuda::memcpy_async(&s[put % 3][t], &in[put * 64 + t], sizeof(int), own);
            own.producer_commit();
            all.producer_acquire();
            cuda::memcpy_async(block, r[put % 2], in + put * 64, sizeof(int) * 64, all);
            all.producer_commit();
        }
        own.consumer_wait();
        sum += s[i % 3][t];
        own.consumer_release();
        all.consumer_wait();
        sum += r[i % 2][63 - t] - r[i % 2][t];
        all.consumer_release();
    }
    out[t] = sum;
}
#pragma nv_diag_suppress static_var_with_dynamic_init
__global__ void barred(const int* in, int* out) {
    __shared__ cuda::barrier<cuda::thread_scope_block> there;
    __shared__ int s[64];
    auto block = cg::this_thread_block();
    if (threadIdx.x == 0) init(&there, 64);
    block.sync();
    cuda::memcpy_async(block, s, in, sizeof(int) * 64, there);
    there.arrive_and_wait();
    out[threadIdx.x] = s[63 - threadIdx.x];
}
