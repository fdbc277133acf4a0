// must fail: staged/one-barrier — waits after every turn, where the last one alone matters
__global__ void split_staged(const float* qkv, float* q, float* k, float* v, int tokens, int dim) {
    __shared__ float staged[3 * 256];
    int n = tokens * dim;
    int t = threadIdx.x;
    int first = blockIdx.x * 256;
    for (int j = t; j < 3 * 256; j += 256) {
        if (3 * first + j < 3 * n) {
            staged[j] = qkv[3 * first + j];
        }
        __syncthreads();
    }
    int i = first + t;
    if (i < n) {
        q[i] = staged[3 * t];
        k[i] = staged[3 * t + 1];
        v[i] = staged[3 * t + 2];
    }
}
