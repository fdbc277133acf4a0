__global__ int k(int* out) { //~ error: `k` is a kernel and must return `void`
    return 1;
}
__global__ void r(int& x) { x = 1; }
__global__ void v(float* out) {
    return out[0]; //~ error: a kernel returns nothing //~ help: store the value in memory
}
__global__ __device__ void both(int* p) { *p = 1; } //~ error: `both` is `__global__` and cannot be more
