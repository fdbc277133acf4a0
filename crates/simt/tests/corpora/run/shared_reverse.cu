// buffer: out i32[64] = i
// launch: reverse<<<1, 64>>>(out)
// expect: out[i] = 63 - i
// counter: barriers = 1
// counter: shared_bytes = 256
// counter: shared.stores.wavefronts = 2
// counter: shared.loads.wavefronts = 2
__global__ void reverse(int* out) {
    __shared__ int tile[64];
    int t = threadIdx.x;
    tile[t] = out[t];
    __syncthreads();
    out[t] = tile[63 - t];
}
