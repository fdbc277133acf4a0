extern __shared__ float scratch[];
__device__ float first() { return scratch[0]; }
__global__ void k(float* out) {
    extern __shared__ unsigned char raw[];
    float* a = reinterpret_cast<float*>(raw);
    int* b = (int*)(a + blockDim.x);
    a[threadIdx.x] = 1.0f;
    b[threadIdx.x] = 2;
    __syncthreads();
    out[threadIdx.x] = a[threadIdx.x] + b[threadIdx.x] + first();
}
