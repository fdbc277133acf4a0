__device__ int odd(int n);
__device__ int even(int n) { return n == 0 ? 1 : odd(n - 1); }
__device__ int odd(int n) { return n == 0 ? 0 : even(n - 1); }
__device__ float later(float x, float by = 2.0f);
__global__ void k(int* out) { out[0] = even(10) + later(1.0f); }
__device__ float later(float x, float by) { return x * by; }
