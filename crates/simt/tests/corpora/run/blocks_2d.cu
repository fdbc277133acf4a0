// buffer: out i32[96] = -1
// launch: k<<<(2, 3, 2), (4, 2)>>>(out)
// expect: out[i] = i
__global__ void k(int* out) {
    int block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    int thread = threadIdx.y * blockDim.x + threadIdx.x;
    out[block * blockDim.x * blockDim.y + thread] = block * 8 + thread;
}
