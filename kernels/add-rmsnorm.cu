// Before each block of a layer: x += r (the residual), then y = x * w / sqrt(mean(x * x) + eps), row by row.
// All kernels are launched with a block of 256 threads for each row.

// Part norm: the norm alone; x is read twice.
//@anchor norm
//@solution
// The sum of the block's 256 values, for every thread. One barrier.
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
        v += of_warp[w];  // the same order in every thread, so the same bits
    }
    return v;
}

//@starter
//| // What all parts need: the sum of a block's 256 values, known to every thread, with one barrier.
//|
//@end
__global__ void rmsnorm(const float* x, const float* w, float* y, int rows, int cols, float eps) {
    //@solution
    const float* row = x + blockIdx.x * cols;
    float sum = 0.0f;
    for (int i = threadIdx.x; i < cols; i += 256) {
        sum += row[i] * row[i];
    }
    float scale = rsqrtf(block_sum(sum) / cols + eps);
    for (int i = threadIdx.x; i < cols; i += 256) {
        y[blockIdx.x * cols + i] = row[i] * scale * w[i];
    }
    //@starter
    //| // 1. The sum of squares, in each thread and over the block.
    //| // 2. The mean, eps, the root: in which order?
    //| // 3. Each element times the scale and its weight.
    //@end
}
//@endanchor norm

// Part fused: the addition and the norm in one kernel; x is changed in place, and read again for the result.
//@anchor fused
__global__ void add_rmsnorm(float* x, const float* r, const float* w, float* y, int rows, int cols, float eps) {
    //@solution
    float* row = x + blockIdx.x * cols;
    const float* add = r + blockIdx.x * cols;
    float sum = 0.0f;
    for (int i = threadIdx.x; i < cols; i += 256) {
        float v = row[i] + add[i];
        row[i] = v;
        sum += v * v;
    }
    float scale = rsqrtf(block_sum(sum) / cols + eps);
    for (int i = threadIdx.x; i < cols; i += 256) {
        y[blockIdx.x * cols + i] = row[i] * scale * w[i];  // the thread's own element: nobody else wrote it
    }
    //@starter
    //| // The layer goes on with x + r, so it is stored; the norm is of x + r, too.
    //| // Which elements does a thread read again, and who wrote them?
    //@end
}
//@endanchor fused

// Part registers: the same, and x + r waits in registers. Rows have at most 1,024 elements.
//@anchor registers
__global__ void add_rmsnorm_once(float* x, const float* r, const float* w, float* y, int rows, int cols, float eps) {
    //@solution
    float* row = x + blockIdx.x * cols;
    const float* add = r + blockIdx.x * cols;
    float kept[4];
    float sum = 0.0f;
    #pragma unroll
    for (int j = 0; j < 4; j++) {
        int i = threadIdx.x + 256 * j;
        kept[j] = i < cols ? row[i] + add[i] : 0.0f;
        if (i < cols) {
            row[i] = kept[j];
        }
        sum += kept[j] * kept[j];
    }
    float scale = rsqrtf(block_sum(sum) / cols + eps);
    #pragma unroll
    for (int j = 0; j < 4; j++) {
        int i = threadIdx.x + 256 * j;
        if (i < cols) {
            y[blockIdx.x * cols + i] = kept[j] * scale * w[i];
        }
    }
    //@starter
    //| // Begin with your add_rmsnorm. How many bytes does it move for each element, and which of them twice?
    //@end
}
//@endanchor registers

// Part half: x, r, w and y in 16 bits, sums in 32. Rows have at most 1,024 elements.
//@anchor half
//@solution
#include <cuda_fp16.h>

//@starter
//| #include <cuda_fp16.h>
//|
//@end
__global__ void add_rmsnorm_half(__half* x, const __half* r, const __half* w, __half* y, int rows, int cols, float eps) {
    //@solution
    __half* row = x + blockIdx.x * cols;
    const __half* add = r + blockIdx.x * cols;
    float kept[4];
    float sum = 0.0f;
    #pragma unroll
    for (int j = 0; j < 4; j++) {
        int i = threadIdx.x + 256 * j;
        kept[j] = i < cols ? __half2float(row[i]) + __half2float(add[i]) : 0.0f;
        if (i < cols) {
            row[i] = __float2half(kept[j]);
        }
        sum += kept[j] * kept[j];  // in float: 16 bits overflow at 65,504, which a few large squares reach
    }
    float scale = rsqrtf(block_sum(sum) / cols + eps);
    #pragma unroll
    for (int j = 0; j < 4; j++) {
        int i = threadIdx.x + 256 * j;
        if (i < cols) {
            y[blockIdx.x * cols + i] = __float2half(kept[j] * scale * __half2float(w[i]));
        }
    }
    //@starter
    //| // Read 16 bits, compute in 32, store 16 bits; y is made from x + r before that is rounded to 16 bits.
    //| // What is the largest square that 16 bits hold?
    //@end
}
//@endanchor half
