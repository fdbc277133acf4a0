// must fail: naive/correct — q and k exchanged
__global__ void split_naive(const float* qkv, float* q, float* k, float* v, int tokens, int dim) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < tokens * dim) {
        k[i] = qkv[3 * i];
        q[i] = qkv[3 * i + 1];
        v[i] = qkv[3 * i + 2];
    }
}
