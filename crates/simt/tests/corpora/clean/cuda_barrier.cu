// `cuda::barrier` of the block.
// buffer: out i32[64] = 0
// launch: k<<<1, 64>>>(out)
#include <cuda/barrier>
__global__ void k(int* out) {
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    __shared__ int s[64];
    int t = threadIdx.x;
    if (t == 0) init(&bar, 64);
    __syncthreads();
    s[t] = t;
    bar.arrive_and_wait();
    out[t] = s[63 - t];
}
