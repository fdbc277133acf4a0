// A flag that is a `__device__ volatile` variable by its name, as a barrier of all blocks has it.
// buffer: out i32[3] = 0
// launch: k<<<3, 32>>>(out)
// expect: out = 0; 42; 42
__device__ volatile int flag;
__device__ int data;
__global__ void k(int* out) {
    if (threadIdx.x != 0) return;
    if (blockIdx.x == 0) {
        data = 42;
        __threadfence();
        flag = 1;
    } else {
        while (flag == 0);
        __threadfence();
        out[blockIdx.x] = data;
    }
}
