// The barrier between the stores and the loads is missing.
// buffer: out i32[64] = 0
// launch: k<<<1, 64>>>(out)
// counter: barriers = 1
__global__ void k(int* out) {
    __shared__ int tile[64];
    int t = threadIdx.x;
    tile[t] = 0;
    __syncthreads();
    tile[t] = t;
    out[t] = tile[63 - t]; //~ shared-race
}
