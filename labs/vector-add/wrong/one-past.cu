// must fail: fill/bounds — `<=` is wrong by one element at every size
__global__ void fill_index(int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i <= n) {
        out[i] = i;
    }
}
