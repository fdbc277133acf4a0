// buffer: in i32[32] = uninit
// buffer: out i32[32] = 0
// launch: k<<<1, 32>>>(in, out)
__global__ void k(const int* in, int* out) {
    __shared__ int tile[64];
    int t = threadIdx.x;
    tile[t] = in[t]; //~ uninitialised
    __syncthreads();
    out[t] = tile[t + 1]; //~ uninitialised
}
