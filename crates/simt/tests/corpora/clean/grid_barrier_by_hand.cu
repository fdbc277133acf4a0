// A barrier of all blocks made of an atomic and a spin.
// buffer: a i32[64] = 0
// buffer: out i32[64] = 0
// launch: k<<<2, 32>>>(a, out)
// expect: out[i] = 63 - i
__device__ unsigned int arrived = 0;
__global__ void k(int* a, int* out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = i;
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence();
        atomicAdd(&arrived, 1);
        while (atomicAdd(&arrived, 0) < gridDim.x) {}
        __threadfence();
    }
    __syncthreads();
    out[i] = a[63 - i];
}
