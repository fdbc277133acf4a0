// must fail: naive/bounds — `<=` lets one place too many in
__global__ void split_naive(const float* qkv, float* q, float* k, float* v, int tokens, int dim) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i <= tokens * dim) {
        q[i] = qkv[3 * i];
        k[i] = qkv[3 * i + 1];
        v[i] = qkv[3 * i + 2];
    }
}
