// must fail: half/correct — squares in 16 bits, which end at 65,504: right for small numbers
#include <cuda_fp16.h>

__device__ float block_sum(float v) {
    __shared__ float of_warp[8];
    for (int step = 16; step > 0; step /= 2) {
        v += __shfl_xor_sync(0xffffffff, v, step);
    }
    if (threadIdx.x % 32 == 0) {
        of_warp[threadIdx.x / 32] = v;
    }
    __syncthreads();
    v = 0.0f;
    for (int w = 0; w < 8; w++) {
        v += of_warp[w];
    }
    return v;
}

__global__ void add_rmsnorm_half(__half* x, const __half* r, const __half* w, __half* y, int rows, int cols, float eps) {
    __half* row = x + blockIdx.x * cols;
    const __half* add = r + blockIdx.x * cols;
    float kept[4];
    float sum = 0.0f;
    for (int j = 0; j < 4; j++) {
        int i = threadIdx.x + 256 * j;
        kept[j] = i < cols ? __half2float(row[i]) + __half2float(add[i]) : 0.0f;
        if (i < cols) {
            row[i] = __float2half(kept[j]);
        }
        sum += __half2float(__float2half(kept[j]) * __float2half(kept[j]));
    }
    float scale = rsqrtf(block_sum(sum) / cols + eps);
    for (int j = 0; j < 4; j++) {
        int i = threadIdx.x + 256 * j;
        if (i < cols) {
            y[blockIdx.x * cols + i] = __float2half(kept[j] * scale * __half2float(w[i]));
        }
    }
}
