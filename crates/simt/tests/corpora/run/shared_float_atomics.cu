// buffer: out f32[1] = 0
// launch: k<<<1, 128>>>(out)
// expect: out = 64
__global__ void k(float* out) {
    __shared__ float sum;
    if (threadIdx.x == 0) sum = 0;
    __syncthreads();
    atomicAdd(&sum, 0.5f);
    __syncthreads();
    if (threadIdx.x == 0) *out = sum;
}
