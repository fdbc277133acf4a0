// Names of CUDA's that the program uses for its own.
// buffer: out i32[4] = 0
// launch: k<<<1, 4>>>(out)
// expect: out[i] = 7 * i + 3
__device__ int min(int a) { return a * 7; }
__global__ void k(int* out) {
    int x = threadIdx.x;
    {
        int x = 3;
        int blockDim = x;
        out[threadIdx.x] = blockDim;
    }
    out[x] += min(x);
}
