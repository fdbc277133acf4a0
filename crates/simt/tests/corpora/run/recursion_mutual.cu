// buffer: out i32[8] = 0
// launch: k<<<1, 8>>>(out)
// expect: out[i] = i % 2
__device__ bool odd(int n);
__device__ bool even(int n) { return n == 0 ? true : odd(n - 1); }
__device__ bool odd(int n) { return n == 0 ? false : even(n - 1); }
__global__ void k(int* out) { out[threadIdx.x] = odd(threadIdx.x); }
