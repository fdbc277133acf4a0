// `cuda::barrier`, arrived at and waited for apart, and by two halves of a block that hand over a buffer: nothing races.
#include <cuda/barrier>
#include <cooperative_groups.h>
#include <cstdio>
namespace cg = cooperative_groups;
using barrier = cuda::barrier<cuda::thread_scope_block>;
#pragma nv_diag_suppress static_var_with_dynamic_init
__global__ void split(int *out, const int *in) {
    __shared__ barrier bar;
    __shared__ int tile[64];
    auto block = cg::this_thread_block();
    if (block.thread_rank() == 0) init(&bar, block.size());
    block.sync();
    int t = threadIdx.x;
    tile[t] = in[t];
    barrier::arrival_token token = bar.arrive();
    int other = in[t] * 10;
    bar.wait(std::move(token));
    out[t] = tile[63 - t] + other;
    bar.arrive_and_wait();
    tile[t] = out[t];
    bar.arrive_and_wait();
    out[t] += tile[(t + 1) % 64];
}
__global__ void produce(int *out, const int *in, int n) {
    __shared__ barrier ready, filled;
    __shared__ int buffer[32];
    auto block = cg::this_thread_block();
    if (block.thread_rank() == 0) {
        init(&ready, 64);
        init(&filled, 64);
    }
    block.sync();
    if (threadIdx.x < 32) {
        for (int i = 0; i < n; i++) {
            ready.arrive_and_wait();
            buffer[threadIdx.x] = in[i * 32 + threadIdx.x];
            barrier::arrival_token token = filled.arrive();
        }
    } else {
        int lane = threadIdx.x - 32;
        barrier::arrival_token token = ready.arrive();
        for (int i = 0; i < n; i++) {
            filled.arrive_and_wait();
            out[i * 32 + lane] = buffer[31 - lane] * 2;
            barrier::arrival_token token = ready.arrive();
        }
    }
}
int main() {
    int *in, *out;
    cudaMallocManaged(&in, 64 * 4);
    cudaMallocManaged(&out, 64 * 4);
    for (int i = 0; i < 64; i++) in[i] = i;
    split<<<1, 64>>>(out, in);
    cudaDeviceSynchronize();
    printf("%d %d %d\n", out[0], out[1], out[63]);
    produce<<<1, 64>>>(out, in, 2);
    cudaDeviceSynchronize();
    printf("%d %d %d\n", out[0], out[1], out[63]);
}
/* expect
135 153 693
62 60 64
*/
