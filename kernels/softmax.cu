// y[r][c] = exp(x[r][c] - m) / s for each row, with m the row's largest element and s the sum of exp(x - m).
// Elements may be -inf (masked): they become 0. A row of nothing but -inf becomes zeros. There is no NaN and no +inf.
// All three kernels take a warp for each row, and are launched with eight rows a block.

// Part safe: three passes over the row, for the maximum, the sum and the result. 16 bytes an element.
//@anchor safe
//@solution
// The largest, and the sum, of what 32 lanes hold, for every lane.
__device__ float warp_max(float v) {
    for (int step = 16; step > 0; step /= 2) {
        v = fmaxf(v, __shfl_xor_sync(0xffffffff, v, step));
    }
    return v;
}

__device__ float warp_sum(float v) {
    for (int step = 16; step > 0; step /= 2) {
        v += __shfl_xor_sync(0xffffffff, v, step);
    }
    return v;
}

//@starter
//| // Two `__device__` functions are worth writing first: the largest, and the sum, of what a warp's lanes hold.
//|
//@end
__global__ void softmax_safe(const float* x, float* y, int rows, int cols) {
    //@solution
    int lane = threadIdx.x % 32;
    int r = blockIdx.x * 8 + threadIdx.x / 32;
    if (r >= rows) {
        return;  // the whole warp
    }
    const float* row = x + r * cols;
    float* out = y + r * cols;

    float m = -INFINITY;
    for (int i = lane; i < cols; i += 32) {
        m = fmaxf(m, row[i]);
    }
    m = warp_max(m);
    if (m == -INFINITY) {
        m = 0.0f;  // all are masked: -inf - 0 is -inf, where -inf - -inf is NaN
    }

    float s = 0.0f;
    for (int i = lane; i < cols; i += 32) {
        s += expf(row[i] - m);
    }
    s = warp_sum(s);
    float scale = s > 0.0f ? 1.0f / s : 0.0f;

    for (int i = lane; i < cols; i += 32) {
        out[i] = expf(row[i] - m) * scale;
    }
    //@starter
    //| // 1. m: each lane over its elements, then across the warp. What is the largest of no elements?
    //| // 2. s: the sum of expf(x - m). What is -inf - -inf?
    //| // 3. The results.
    //@end
}
//@endanchor safe

// Part online: maximum and sum in one pass, so the row is read twice. 12 bytes an element.
//@anchor online
__global__ void softmax_online(const float* x, float* y, int rows, int cols) {
    //@solution
    int lane = threadIdx.x % 32;
    int r = blockIdx.x * 8 + threadIdx.x / 32;
    if (r >= rows) {
        return;
    }
    const float* row = x + r * cols;
    float* out = y + r * cols;

    float m = -INFINITY;
    float s = 0.0f;  // the sum so far of exp(x - m), for the m so far
    for (int i = lane; i < cols; i += 32) {
        float v = row[i];
        float larger = fmaxf(m, v);
        if (larger > -INFINITY) {
            s = s * expf(m - larger) + expf(v - larger);
            m = larger;
        }
    }
    for (int step = 16; step > 0; step /= 2) {  // two halves meet: both sums go over to the larger maximum
        float other_m = __shfl_xor_sync(0xffffffff, m, step);
        float other_s = __shfl_xor_sync(0xffffffff, s, step);
        float larger = fmaxf(m, other_m);
        if (larger > -INFINITY) {
            s = s * expf(m - larger) + other_s * expf(other_m - larger);
            m = larger;
        }
    }
    float base = m > -INFINITY ? m : 0.0f;
    float scale = s > 0.0f ? 1.0f / s : 0.0f;

    for (int i = lane; i < cols; i += 32) {
        out[i] = expf(row[i] - base) * scale;
    }
    //@starter
    //| // Keep (m, s) with s = the sum of exp(x - m) over the elements so far. When a larger element comes, what becomes of s?
    //| // Two lanes' pairs are joined in the same way.
    //@end
}
//@endanchor online

// Part registers: the row is read once and kept in registers. 8 bytes an element; rows have at most 1,024 elements.
//@anchor registers
__global__ void softmax_registers(const float* x, float* y, int rows, int cols) {
    //@solution
    int lane = threadIdx.x % 32;
    int r = blockIdx.x * 8 + threadIdx.x / 32;
    if (r >= rows) {
        return;
    }
    const float* row = x + r * cols;
    float* out = y + r * cols;

    float kept[32];
    float m = -INFINITY;
    #pragma unroll
    for (int j = 0; j < 32; j++) {
        int i = lane + 32 * j;
        kept[j] = i < cols ? row[i] : -INFINITY;
        m = fmaxf(m, kept[j]);
    }
    m = warp_max(m);
    if (m == -INFINITY) {
        m = 0.0f;
    }

    float s = 0.0f;
    #pragma unroll
    for (int j = 0; j < 32; j++) {
        kept[j] = expf(kept[j] - m);  // what lies behind the row adds exp(-inf) = 0
        s += kept[j];
    }
    s = warp_sum(s);
    float scale = s > 0.0f ? 1.0f / s : 0.0f;

    #pragma unroll
    for (int j = 0; j < 32; j++) {
        int i = lane + 32 * j;
        if (i < cols) {
            out[i] = kept[j] * scale;
        }
    }
    //@starter
    //| // 32 lanes, at most 1,024 elements: 32 a lane, in an array that lives in registers.
    //| // What must a lane keep where the row has no element, so that maximum and sum stay right?
    //@end
}
//@endanchor registers
