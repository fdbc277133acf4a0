// Each row of x (a token's activations) goes into 8 bits with a scale of its own:
// scale[r] = absmax / 127, where absmax is the largest |x| of the row; q = x / scale, rounded to the nearest whole number.
// A row of zeros has scale 0 and values 0. Inputs are finite, and rows are not so small that absmax / 127 loses digits.
// All three kernels are launched with a block of 256 threads for each row.

// Part two-pass: read the row for its maximum, read it again to quantise it. Rows of any length.
//@anchor two-pass
//@solution
// The largest of the block's 256 values, for every thread. One barrier.
__device__ float block_max(float value) {
    __shared__ float of_warp[8];
    for (int step = 16; step > 0; step /= 2) {
        value = fmaxf(value, __shfl_xor_sync(0xffffffff, value, step));
    }
    if (threadIdx.x % 32 == 0) {
        of_warp[threadIdx.x / 32] = value;
    }
    __syncthreads();
    value = of_warp[0];
    for (int w = 1; w < 8; w++) {
        value = fmaxf(value, of_warp[w]);  // every thread reads all eight: no second barrier to hand the answer out
    }
    return value;
}

__device__ signed char quantised(float x, float scale) {
    return scale == 0.0f ? 0 : __float2int_rn(x / scale);
}

//@starter
//| // What all three kernels need is a good `__device__` function: the largest of a block's 256 values, known to every thread.
//|
//@end
__global__ void quantize_two_pass(const float* x, signed char* q, float* scale, int rows, int cols) {
    //@solution
    const float* row = x + blockIdx.x * cols;
    float largest = 0.0f;
    for (int i = threadIdx.x; i < cols; i += 256) {
        largest = fmaxf(largest, fabsf(row[i]));
    }
    float s = block_max(largest) / 127.0f;

    for (int i = threadIdx.x; i < cols; i += 256) {
        q[blockIdx.x * cols + i] = quantised(row[i], s);
    }
    if (threadIdx.x == 0) {
        scale[blockIdx.x] = s;
    }
    //@starter
    //| // 1. Each thread: the largest |x| of its elements t, t + 256, …
    //| // 2. The block: the largest of all. Every thread needs it.
    //| // 3. The scale, and each element's value.
    //@end
}
//@endanchor two-pass

// Part one-read: the row is read once and kept in registers. Rows have at most 1,024 elements.
//@anchor one-read
__global__ void quantize_one_read(const float* x, signed char* q, float* scale, int rows, int cols) {
    //@solution
    const float* row = x + blockIdx.x * cols;
    float kept[4];
    float largest = 0.0f;
    #pragma unroll
    for (int j = 0; j < 4; j++) {  // the trip count is known, so `kept` lives in registers
        int i = threadIdx.x + 256 * j;
        kept[j] = i < cols ? row[i] : 0.0f;
        largest = fmaxf(largest, fabsf(kept[j]));
    }
    float s = block_max(largest) / 127.0f;

    #pragma unroll
    for (int j = 0; j < 4; j++) {
        int i = threadIdx.x + 256 * j;
        if (i < cols) {
            q[blockIdx.x * cols + i] = quantised(kept[j], s);
        }
    }
    if (threadIdx.x == 0) {
        scale[blockIdx.x] = s;
    }
    //@starter
    //| // 256 threads and at most 1,024 elements: four a thread. Where can they wait for the maximum?
    //@end
}
//@endanchor one-read

// Part char4: the same, with four neighbours a thread: one float4 in, one char4 out. x and q are aligned to 16 bytes.
//@anchor char4
__global__ void quantize_char4(const float* x, signed char* q, float* scale, int rows, int cols) {
    //@solution
    const float* row = x + blockIdx.x * cols;
    signed char* out = q + blockIdx.x * cols;
    int first = 4 * threadIdx.x;
    bool whole = cols % 4 == 0;  // only then does every row begin at a multiple of 16 bytes
    float4 kept = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
    if (whole && first < cols) {
        kept = *reinterpret_cast<const float4*>(row + first);
    } else if (!whole) {
        kept.x = first < cols ? row[first] : 0.0f;
        kept.y = first + 1 < cols ? row[first + 1] : 0.0f;
        kept.z = first + 2 < cols ? row[first + 2] : 0.0f;
        kept.w = first + 3 < cols ? row[first + 3] : 0.0f;
    }
    float largest = fmaxf(fmaxf(fabsf(kept.x), fabsf(kept.y)), fmaxf(fabsf(kept.z), fabsf(kept.w)));
    float s = block_max(largest) / 127.0f;

    char4 value = make_char4(quantised(kept.x, s), quantised(kept.y, s), quantised(kept.z, s), quantised(kept.w, s));
    if (whole && first < cols) {
        *reinterpret_cast<char4*>(out + first) = value;
    } else if (!whole) {
        if (first < cols) out[first] = value.x;
        if (first + 1 < cols) out[first + 1] = value.y;
        if (first + 2 < cols) out[first + 2] = value.z;
        if (first + 3 < cols) out[first + 3] = value.w;
    }
    if (threadIdx.x == 0) {
        scale[blockIdx.x] = s;
    }
    //@starter
    //| // Thread t owns elements 4 * t … 4 * t + 3, and 256 threads own 1,024.
    //| // When does row r begin at a multiple of 16 bytes? What do you do with the rows that do not?
    //@end
}
//@endanchor char4
