// y = W * x, with W of rows x cols numbers of 16 bits, row after row: what decoding one token does to every weight matrix.
// W, x and y begin at multiples of 16 bytes. Sums are kept in 32 bits. A warp takes a row; launched with eight rows a block.
#include <cuda_fp16.h>

// Part warp: one number a lane and turn.
//@anchor warp
//@solution
__device__ float warp_sum(float v) {
    for (int step = 16; step > 0; step /= 2) {
        v += __shfl_down_sync(0xffffffff, v, step);
    }
    return v;  // lane 0 has it
}

//@starter
//| // A `__device__` function for the sum of a warp's 32 values serves all three parts.
//|
//@end
__global__ void gemv_warp(const __half* W, const __half* x, float* y, int rows, int cols) {
    //@solution
    int lane = threadIdx.x % 32;
    int r = blockIdx.x * 8 + threadIdx.x / 32;
    if (r >= rows) {
        return;
    }
    float sum = 0.0f;
    for (int i = lane; i < cols; i += 32) {
        sum += __half2float(W[r * cols + i]) * __half2float(x[i]);
    }
    sum = warp_sum(sum);
    if (lane == 0) {
        y[r] = sum;
    }
    //@starter
    //| // A row is a warp's; lane l takes the columns l, l + 32, …
    //| // Convert first, then multiply: how exact is a sum of 4,096 terms kept in 16 bits?
    //@end
}
//@endanchor warp

// Part vector: eight numbers, 16 bytes, a lane and turn, where rows begin at multiples of 16 bytes.
//@anchor vector
//@solution
// The products of eight neighbours, added to `sum`.
__device__ float eight(uint4 w, uint4 x, float sum) {
    const __half2* a = reinterpret_cast<const __half2*>(&w);
    const __half2* b = reinterpret_cast<const __half2*>(&x);
    #pragma unroll
    for (int k = 0; k < 4; k++) {
        float2 p = __half22float2(a[k]);
        float2 q = __half22float2(b[k]);
        sum += p.x * q.x;
        sum += p.y * q.y;
    }
    return sum;
}

//@starter
//| // A uint4 is 16 bytes: eight halves, or four __half2. `__half22float2` makes two floats of a __half2.
//|
//@end
__global__ void gemv_vector(const __half* W, const __half* x, float* y, int rows, int cols) {
    //@solution
    int lane = threadIdx.x % 32;
    int r = blockIdx.x * 8 + threadIdx.x / 32;
    if (r >= rows) {
        return;
    }
    const __half* row = W + r * cols;
    float sum = 0.0f;
    if (cols % 8 == 0) {  // then every row begins at a multiple of 16 bytes
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
        y[r] = sum;
    }
    //@starter
    //| // 32 lanes take 256 columns a turn. Where does lane l begin, and how far apart are its turns?
    //@end
}
//@endanchor vector

// Part batch: up to eight vectors at once, X[batch][cols] and Y[batch][rows]; each weight is read once for all of them.
//@anchor batch
__global__ void gemv_batch(const __half* W, const __half* X, float* Y, int rows, int cols, int batch) {
    //@solution
    int lane = threadIdx.x % 32;
    int r = blockIdx.x * 8 + threadIdx.x / 32;
    if (r >= rows) {
        return;
    }
    const __half* row = W + r * cols;
    float sum[8] = {};
    if (cols % 8 == 0) {
        for (int i = 8 * lane; i < cols; i += 256) {
            uint4 w = *reinterpret_cast<const uint4*>(row + i);
            #pragma unroll
            for (int b = 0; b < 8; b++) {  // unrolled, so that the sums live in registers
                if (b < batch) {
                    sum[b] = eight(w, *reinterpret_cast<const uint4*>(X + b * cols + i), sum[b]);
                }
            }
        }
    } else {
        for (int i = lane; i < cols; i += 32) {
            float w = __half2float(row[i]);
            #pragma unroll
            for (int b = 0; b < 8; b++) {
                if (b < batch) {
                    sum[b] += w * __half2float(X[b * cols + i]);
                }
            }
        }
    }
    #pragma unroll
    for (int b = 0; b < 8; b++) {
        if (b < batch) {
            float total = warp_sum(sum[b]);
            if (lane == 0) {
                Y[b * rows + r] = total;
            }
        }
    }
    //@starter
    //| // Which loop stands inside: the one over the columns, or the one over the batch?
    //@end
}
//@endanchor batch
