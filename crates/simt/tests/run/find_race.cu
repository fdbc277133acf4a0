// buffer: out i32[64] = 0
// launch: k<<<1, 64>>>(out)
__global__ void k(int* out) {
    __shared__ int tile[64];
    int t = threadIdx.x;
    tile[t] = t;
    out[t] = tile[63 - t]; //~ shared-race uninitialised
}
