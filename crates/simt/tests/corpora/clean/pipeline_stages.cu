// Two stages by `__pipeline_memcpy_async`.
// buffer: in i32[256] = i
// buffer: out i32[64] = 0
// launch: k<<<1, 64>>>(in, out)
#include <cuda_pipeline.h>
__global__ void k(const int* in, int* out) {
    __shared__ int s[2][64];
    int t = threadIdx.x, sum = 0;
    __pipeline_memcpy_async(&s[0][t], &in[t], 4);
    __pipeline_commit();
    for (int r = 0; r < 4; r++) {
        if (r + 1 < 4) __pipeline_memcpy_async(&s[(r + 1) % 2][t], &in[(r + 1) * 64 + t], 4);
        __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncthreads();
        sum += s[r % 2][63 - t];
        __syncthreads();
    }
    out[t] = sum;
}
