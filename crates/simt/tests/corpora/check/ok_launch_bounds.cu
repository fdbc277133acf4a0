__global__ void __launch_bounds__(256, 2) k(float* x) { x[0] = 1.0f; }
extern "C" __global__ void plain(int n) { int unused = n; (void)unused; }
__device__ __forceinline__ int f() { return 1; }
static __device__ inline int g() { return f(); }
__host__ __device__ int both(int x) { return x; }
__global__ void use(int* o) { *o = g() + both(2); }
