// A barrier under a condition that the whole block shares is no divergence.
// buffer: out i32[64] = 0
// launch: k<<<1, 64>>>(out, 3)
// expect: out[i] = (i + 1) % 64
// counter: barriers = 2
__global__ void k(int* out, int n) {
    __shared__ int s[64];
    s[threadIdx.x] = threadIdx.x;
    if (n > 2) __syncthreads();
    int v = s[(threadIdx.x + 1) % 64];
    for (int i = 0; i < n - 2; i++) __syncthreads();
    out[threadIdx.x] = v;
}
