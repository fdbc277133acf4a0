// buffer: out i32[32] = 0
// launch: k<<<1, 32>>>(out)
// outcome: trapped
// A call through a pointer that nothing was stored in.
__device__ int (*step)(int);
__global__ void k(int *out) { out[threadIdx.x] = step(threadIdx.x); }
