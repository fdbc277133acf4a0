// buffer: out i32[4] = 0
// launch: k<<<1, 4>>>(out)
// expect: out = 10; 9; 7; 4
// A block of four threads and a mask of all lanes: those that are no threads count 0.
__global__ void k(int* out) {
    int v = threadIdx.x + 1;
    for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(0xffffffff, v, d); //~ bad-lane
    out[threadIdx.x] = v;
}
