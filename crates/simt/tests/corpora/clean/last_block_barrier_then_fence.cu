// All threads write, the block meets, and one fences for all.
// buffer: part i32[256] = 0
// buffer: out i32[1] = 0
// launch: k<<<4, 64>>>(part, out)
// expect: out = 256
__device__ unsigned int ticket = 0;
__global__ void k(int* part, int* out) {
    __shared__ bool last;
    int t = threadIdx.x;
    part[blockIdx.x * 64 + t] = 1;
    __syncthreads();
    if (t == 0) {
        __threadfence();
        last = atomicAdd(&ticket, 1) == gridDim.x - 1;
        __threadfence();
    }
    __syncthreads();
    if (last) {
        for (int b = 0; b < 4; b++) atomicAdd(out, part[b * 64 + t]);
    }
}
