// out[r] = the sum of row r of x, which has cols floats. An empty row sums to 0, and a NaN anywhere in a row makes its sum NaN.

// Part tree: a block of 256 threads for each row; the halves are added in shared memory.
//@anchor tree
__global__ void sum_tree(const float* x, float* out, int rows, int cols) {
    __shared__ float part[256];
    //@solution
    int t = threadIdx.x;
    const float* row = x + blockIdx.x * cols;

    float sum = 0.0f;
    for (int i = t; i < cols; i += 256) {
        sum += row[i];
    }
    part[t] = sum;
    __syncthreads();

    for (int half = 128; half > 0; half /= 2) {
        if (t < half) {
            part[t] += part[t + half];  // working threads lie side by side: whole warps work, whole warps rest
        }
        __syncthreads();  // outside the `if`: all 256 come here
    }
    if (t == 0) {
        out[blockIdx.x] = part[0];
    }
    //@starter
    //| // 1. Each thread adds up the elements t, t + 256, t + 512 … of the row, and puts its sum into part[t].
    //| // 2. In eight steps the lower half adds what the upper half holds. Who waits, and where?
    //| // 3. One thread stores.
    //@end
}
//@endanchor tree

// Part warp: a warp for each row, eight rows a block; no shared memory, no barrier.
//@anchor warp
__global__ void sum_warp(const float* x, float* out, int rows, int cols) {
    //@solution
    int lane = threadIdx.x % 32;
    int r = blockIdx.x * 8 + threadIdx.x / 32;
    if (r >= rows) {
        return;  // the same for all 32 lanes of the warp
    }
    float sum = 0.0f;
    for (int i = lane; i < cols; i += 32) {
        sum += x[r * cols + i];
    }
    // All 32 lanes come here, also those that found no element.
    for (int step = 16; step > 0; step /= 2) {
        sum += __shfl_down_sync(0xffffffff, sum, step);
    }
    if (lane == 0) {
        out[r] = sum;
    }
    //@starter
    //| // 1. Which row is this warp's, and is there one? (May only some lanes of a warp leave here?)
    //| // 2. Lane l adds up the elements l, l + 32, l + 64 …
    //| // 3. Five shuffles; lane 0 stores.
    //@end
}
//@endanchor warp

// Part block: a block of 256 threads for each row again, for long rows; shuffles within the warps, shared memory between them.
//@anchor block
__global__ void sum_block(const float* x, float* out, int rows, int cols) {
    //@solution
    __shared__ float of_warp[8];
    int t = threadIdx.x;
    const float* row = x + blockIdx.x * cols;

    float sum = 0.0f;
    for (int i = t; i < cols; i += 256) {
        sum += row[i];
    }
    for (int step = 16; step > 0; step /= 2) {
        sum += __shfl_down_sync(0xffffffff, sum, step);
    }
    if (t % 32 == 0) {
        of_warp[t / 32] = sum;
    }
    __syncthreads();

    if (t < 32) {  // a whole warp, so that its mask is whole
        sum = t < 8 ? of_warp[t] : 0.0f;
        for (int step = 4; step > 0; step /= 2) {
            sum += __shfl_down_sync(0xffffffff, sum, step);
        }
        if (t == 0) {
            out[blockIdx.x] = sum;
        }
    }
    //@starter
    //| // 1. A sum in each thread, as in sum_tree; a sum in each warp, as in sum_warp.
    //| // 2. Eight sums of warps meet in shared memory. How many barriers does that need?
    //| // 3. The first warp adds them up.
    //@end
}
//@endanchor block
