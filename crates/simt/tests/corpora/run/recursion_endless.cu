// buffer: out i32[1] = 0
// launch: k<<<1, 1>>>(out)
// outcome: stack-overflow
__device__ int down(int n) { return down(n + 1) + 1; }
__global__ void k(int* out) { out[0] = down(0); }
