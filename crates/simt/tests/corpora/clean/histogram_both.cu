// Bins in shared memory, merged by atomics.
// buffer: in i32[512] = i
// buffer: bins i32[16] = 0
// launch: k<<<4, 128>>>(in, bins)
// expect: bins[i] = 32
__global__ void k(const int* in, int* bins) {
    __shared__ int mine[16];
    int t = threadIdx.x;
    if (t < 16) mine[t] = 0;
    __syncthreads();
    atomicAdd(&mine[in[blockIdx.x * 128 + t] % 16], 1);
    __syncthreads();
    if (t < 16) atomicAdd(&bins[t], mine[t]);
}
