// Decoupled look-back: each block waits for its predecessor's prefix.
// buffer: sums i32[8] = 0
// buffer: flags i32[8] = 0
// buffer: out i32[8] = 0
// launch: k<<<8, 32>>>(sums, flags, out)
// expect: out[i] = i * (i + 1) / 2
__device__ unsigned int next = 0;
__global__ void k(int* sums, int* flags, int* out) {
    __shared__ int mine;
    if (threadIdx.x == 0) mine = atomicAdd(&next, 1);
    __syncthreads();
    if (threadIdx.x == 0) {
        int before = 0;
        if (mine > 0) {
            while (atomicAdd(&flags[mine - 1], 0) == 0) {}
            __threadfence();
            before = sums[mine - 1];
        }
        sums[mine] = before + mine;
        __threadfence();
        atomicExch(&flags[mine], 1);
        out[mine] = before + mine;
    }
}
