// buffer: out i32[32] = 0
// launch: k<<<1, 32>>>(out)
// launch: k<<<1, 32>>>(out)
// expect: out[i] = 5 + 64
__device__ int counter = 5;
__global__ void k(int* out) {
    atomicAdd(&counter, 1);
    __syncthreads();
    out[threadIdx.x] = counter;
}
