// One thread sets a value, all wait, all read, all wait, it sets the next.
// buffer: out i32[64] = 0
// launch: k<<<2, 64>>>(out)
__global__ void k(int* out) {
    __shared__ int v;
    int sum = 0;
    for (int r = 0; r < 3; r++) {
        if (threadIdx.x == r * 20) v = r;
        __syncthreads();
        sum += v;
        __syncthreads();
    }
    if (blockIdx.x == 0) out[threadIdx.x] = sum;
}
