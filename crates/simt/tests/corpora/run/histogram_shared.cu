// buffer: in u8[256] = (i * i) % 16
// buffer: out u32[16] = 0
// launch: k<<<2, 64>>>(in, out, 256)
// expect: out[i] = sum(0, 256, (j * j) % 16 == i ? 1 : 0)
__global__ void k(const unsigned char* in, unsigned* out, int n) {
    __shared__ unsigned bins[16];
    if (threadIdx.x < 16) bins[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(&bins[in[i]], 1u);
    __syncthreads();
    if (threadIdx.x < 16) atomicAdd(&out[threadIdx.x], bins[threadIdx.x]);
}
