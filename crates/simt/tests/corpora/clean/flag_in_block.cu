// One warp produces, another consumes, by a flag and `__threadfence_block`.
// buffer: out i32[32] = 0
// launch: k<<<2, 64>>>(out)
// expect: out[i] = 3 * i
__global__ void k(int* out) {
    __shared__ int data[32];
    __shared__ int ready;
    int t = threadIdx.x;
    if (t == 0) ready = 0;
    __syncthreads();
    if (t < 32) {
        data[t] = 3 * t;
        __syncwarp();
        if (t == 0) {
            __threadfence_block();
            atomicExch(&ready, 1);
        }
    } else {
        while (atomicAdd(&ready, 0) == 0) {}
        __threadfence_block();
        if (blockIdx.x == 0) out[t - 32] = data[t - 32];
    }
}
