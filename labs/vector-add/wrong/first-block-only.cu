// must fail: fill/correct — without blockIdx every block fills the first elements again
__global__ void fill_index(int* out, int n) {
    int i = threadIdx.x;
    if (i < n) {
        out[i] = i;
    }
}
