// The same with plain reads by all threads of the last block, behind its barrier.
// buffer: part i32[8] = 0
// buffer: out i32[8] = 0
// launch: k<<<8, 32>>>(part, out)
// expect: out[i] = i * i
__device__ unsigned int ticket = 0;
__global__ void k(int* part, int* out) {
    __shared__ bool last;
    int t = threadIdx.x;
    if (t == 0) {
        part[blockIdx.x] = blockIdx.x * blockIdx.x;
        __threadfence();
        last = atomicAdd(&ticket, 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && t < 8) out[t] = part[t];
}
