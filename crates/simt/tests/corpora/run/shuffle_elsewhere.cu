// buffer: out i32[4] = 0
// launch: k<<<1, 64>>>(out)
// launch: l<<<1, 32>>>(out)
// expect: out = 64; 4; 28; 0
// Lanes that went another way count 0 in an exchange, whatever their registers last held.
__device__ int total(int v) {
    for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(0xffffffff, v, d); //~ bad-lane
    return v;
}

__global__ void k(int* out) {
    __shared__ int part[2];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    int v = 1;
    for (int d = 16; d > 0; d /= 2) v += __shfl_xor_sync(0xffffffff, v, d);
    if (lane == 0) part[warp] = v;
    __syncthreads();
    if (threadIdx.x < 2) {
        int all = total(part[threadIdx.x]);
        if (threadIdx.x == 0) out[0] = all;
    }
    __syncthreads();
    if (threadIdx.x < 4) {
        int own = total(1);
        if (threadIdx.x == 0) out[1] = own;
    }
}

__global__ void l(int* out) {
    int mine = threadIdx.x;
    if (threadIdx.x < 8) {
        for (int d = 16; d > 0; d /= 2) mine += __shfl_xor_sync(0xffffffff, mine, d); //~ bad-lane
        int far = __shfl_sync(0xffffffff, mine, 20); //~ bad-lane
        if (threadIdx.x == 0) {
            out[2] = mine;
            out[3] = far;
        }
    }
}
