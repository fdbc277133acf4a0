// must fail: batch/weights — the loop over the batch stands outside: every vector reads all weights again
#include <cuda_fp16.h>

__device__ float warp_sum(float v) {
    for (int step = 16; step > 0; step /= 2) {
        v += __shfl_down_sync(0xffffffff, v, step);
    }
    return v;
}

__device__ float eight(uint4 w, uint4 x, float sum) {
    const __half2* a = reinterpret_cast<const __half2*>(&w);
    const __half2* b = reinterpret_cast<const __half2*>(&x);
    for (int k = 0; k < 4; k++) {
        float2 p = __half22float2(a[k]);
        float2 q = __half22float2(b[k]);
        sum += p.x * q.x;
        sum += p.y * q.y;
    }
    return sum;
}

__global__ void gemv_batch(const __half* W, const __half* X, float* Y, int rows, int cols, int batch) {
    int lane = threadIdx.x % 32;
    int r = blockIdx.x * 8 + threadIdx.x / 32;
    if (r >= rows) {
        return;
    }
    const __half* row = W + r * cols;
    for (int b = 0; b < batch; b++) {
        const __half* x = X + b * cols;
        float sum = 0.0f;
        if (cols % 8 == 0) {
            for (int i = 8 * lane; i < cols; i += 256) {
                sum = eight(*reinterpret_cast<const uint4*>(row + i), *reinterpret_cast<const uint4*>(x + i), sum);
            }
        } else {
            for (int i = lane; i < cols; i += 32) {
                sum += __half2float(row[i]) * __half2float(x[i]);
            }
        }
        sum = warp_sum(sum);
        if (lane == 0) {
            Y[b * rows + r] = sum;
        }
    }
}
