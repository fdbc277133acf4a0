// The last block to finish adds up: fence, then ticket.
// buffer: in i32[256] = 1
// buffer: part i32[4] = 0
// buffer: out i32[1] = 0
// launch: k<<<4, 64>>>(in, part, out)
// expect: out = 256
__device__ unsigned int ticket = 0;
__global__ void k(const int* in, volatile int* part, int* out) {
    __shared__ bool last;
    int t = threadIdx.x;
    int v = __syncthreads_count(in[blockIdx.x * 64 + t] == 1);
    if (t == 0) {
        part[blockIdx.x] = v;
        __threadfence();
        last = atomicInc(&ticket, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && t == 0) {
        int sum = 0;
        for (int b = 0; b < 4; b++) sum += part[b];
        out[0] = sum;
    }
}
