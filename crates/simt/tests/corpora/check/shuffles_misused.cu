__global__ void k(float* x, float4* v) {
    x[0] = __shfl_sync(0xffffffff, v[0], 1); //~ error: no `__shfl_sync` takes
    x[1] = __shfl_down_sync(0xffffffff, x[0], 1, 7); //~ warning: the width of a shuffle is a power of two up to 32, not 7
    x[2] = __shfl_down_sync(x[0], 1); //~ error: `__shfl_down_sync` takes 3 arguments, and 2 are given
    x[3] = __shfl_xor_sync(0, x[0], 1); //~ warning: the mask names no lane
    __syncthreads(1); //~ error: `__syncthreads` takes 0 arguments, and 1 is given
}
