// buffer: x i32[96] = i
// buffer: y i32[96] = 0
// buffer: flag i32[1] = 0
// buffer: last i32[2] = 0
// launch: shift<<<3, 32>>>(x, y)
// launch: spin<<<2, 64>>>(flag, last)
// seed: 1
// expect: y[i] = ((i + 64) % 96) * 2 + 1
// expect: last = 2; 1
// A value of another block, after the whole grid has written its own, twice.
__global__ void shift(int* x, int* y) {
    __shared__ int mine[32];
    int i = blockIdx.x * 32 + threadIdx.x;
    mine[threadIdx.x] = x[i] * 2;
    __simt_grid_sync();
    x[i] = mine[threadIdx.x] + 1;
    __simt_grid_sync();
    y[i] = x[(i + 64) % 96];
}
// Each block waits until the one before it has come: blocks are started in the other order here.
__global__ void spin(int* flag, int* last) {
    if (threadIdx.x == 0) {
        while (atomicAdd(flag, 0) != (int)blockIdx.x) {
        }
        if (blockIdx.x == 1) last[1] = 1;
        atomicAdd(&last[0], 1);
        __threadfence();
        atomicExch(flag, blockIdx.x + 1);
    }
    __syncthreads();
}
