// A lock for which the lanes of one warp compete, in the plainest way; then all lanes exchange, and the block meets.
// buffer: lock i32[1] = 0
// buffer: sum i32[1] = 0
// buffer: out i32[128] = 0
// launch: k<<<2, 64>>>(lock, sum, out)
// expect: lock = 0
// expect: sum = 4032
// expect: out[i] = i < 64 ? 496 + i / 32 * 1024 : i < 96 ? 496 : 1520
__global__ void k(int* lock, int* sum, int* out) {
    int t = threadIdx.x;
    while (atomicCAS(lock, 0, 1) != 0) {
    }
    __threadfence();
    *sum += t;
    __threadfence();
    atomicExch(lock, 0);
    int v = t;
    for (int d = 16; d > 0; d /= 2) v += __shfl_xor_sync(0xffffffff, v, d);
    __syncthreads();
    out[blockIdx.x * blockDim.x + t] = v;
}
