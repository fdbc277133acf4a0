// buffer: out i32[32] = 0
// launch: k<<<1, 32>>>(out)
// expect: out[i] = i < 16 ? i : 0
__global__ void k(int* out) {
    if (threadIdx.x < 16) {
        __syncthreads(); //~ barrier-divergence
        out[threadIdx.x] = threadIdx.x;
    }
}
