// The last block to come starts the count again, for the next launch.
// buffer: part i32[8] = 0
// buffer: done u32[1] = 0
// buffer: out i32[1] = 0
// launch: k<<<8, 64>>>(part, done, out)
// expect: out = 28
// expect: done = 0
__global__ void k(int* part, unsigned* done, int* out) {
    __shared__ bool last;
    if (threadIdx.x == 0) {
        part[blockIdx.x] = blockIdx.x;
        __threadfence();
        last = atomicAdd(done, 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && threadIdx.x == 0) {
        __threadfence();
        int sum = 0;
        for (int b = 0; b < gridDim.x; b++) sum += part[b];
        *out = sum;
        *done = 0;
    }
}
