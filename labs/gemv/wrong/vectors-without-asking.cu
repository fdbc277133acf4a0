// must fail: vector/bounds — vectors wherever eight columns are left: misaligned where rows begin in between
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

__global__ void gemv_vector(const __half* W, const __half* x, float* y, int rows, int cols) {
    int lane = threadIdx.x % 32;
    int r = blockIdx.x * 8 + threadIdx.x / 32;
    if (r >= rows) {
        return;
    }
    const __half* row = W + r * cols;
    float sum = 0.0f;
    for (int i = 8 * lane; i < cols; i += 256) {
        if (i + 8 <= cols) {
            sum = eight(*reinterpret_cast<const uint4*>(row + i), *reinterpret_cast<const uint4*>(x + i), sum);
        } else {
            for (int k = i; k < cols; k++) {
                sum += __half2float(row[k]) * __half2float(x[k]);
            }
        }
    }
    sum = warp_sum(sum);
    if (lane == 0) {
        y[r] = sum;
    }
}
