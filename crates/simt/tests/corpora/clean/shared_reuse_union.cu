// Shared memory used anew for something else, behind a barrier.
// buffer: out i32[64] = 0
// launch: k<<<1, 64, 256>>>(out)
__global__ void k(int* out) {
    extern __shared__ int pool[];
    float* f = (float*)pool;
    int t = threadIdx.x;
    pool[t] = t;
    __syncthreads();
    int v = pool[63 - t];
    __syncthreads();
    f[63 - t] = v;
    __syncthreads();
    out[t] = (int)f[t];
}
