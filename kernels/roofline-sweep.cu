// Kernels of any intensity: each number is read once, changed `iters` times by v = 2 * v + 1, and written once.
// That is 2 * iters FLOPs for 8 bytes. Doubling is exact, so it does not matter whether a compiler fuses the two operations.

// Part chain: a thread a number; each step waits for the one before it.
//@anchor chain
__global__ void fma_chain(float* x, int n, int iters) {
    //@solution
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float v = x[i];  // in a register from here to the store
        for (int k = 0; k < iters; k++) {
            v = 2.0f * v + 1.0f;
        }
        x[i] = v;
    }
    //@starter
    //| // One load, `iters` steps, one store. Which of the literals 2.0 and 2.0f is a float?
    //@end
}
//@endanchor chain

// Part four: a thread four numbers, whose chains do not wait for each other.
//@anchor four
__global__ void fma_four(float* x, int n, int iters) {
    //@solution
    int threads = gridDim.x * blockDim.x;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v[4];
    #pragma unroll
    for (int j = 0; j < 4; j++) {
        int at = i + j * threads;  // neighbouring threads have neighbouring numbers in each of the four
        v[j] = at < n ? x[at] : 0.0f;
    }
    for (int k = 0; k < iters; k++) {
        #pragma unroll
        for (int j = 0; j < 4; j++) {
            v[j] = 2.0f * v[j] + 1.0f;
        }
    }
    #pragma unroll
    for (int j = 0; j < 4; j++) {
        int at = i + j * threads;
        if (at < n) {
            x[at] = v[j];
        }
    }
    //@starter
    //| // The launch has a quarter of the threads. Which four numbers are this thread's, so that a warp's accesses stay whole sectors?
    //@end
}
//@endanchor four

// Part ridge: as few steps as reach an intensity of `target` FLOPs a byte.
//@anchor ridge
__global__ void fma_to(float* x, int n, float target) {
    //@solution
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        int iters = static_cast<int>(ceilf(4.0f * target));  // 2 * iters FLOPs over 8 bytes
        float v = x[i];
        for (int k = 0; k < iters; k++) {
            v = 2.0f * v + 1.0f;
        }
        x[i] = v;
    }
    //@starter
    //| // How many FLOPs does a step have, how many bytes a number? How many steps make `target` FLOPs a byte, or just more?
    //@end
}
//@endanchor ridge
