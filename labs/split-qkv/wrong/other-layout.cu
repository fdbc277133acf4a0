// must fail: planar/correct — takes the new layout for the old one: right for dim = 1, where both are the same
__global__ void split_planar(const float* qkv, float* q, float* k, float* v, int tokens, int dim) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < tokens * dim) {
        q[i] = qkv[3 * i];
        k[i] = qkv[3 * i + 1];
        v[i] = qkv[3 * i + 2];
    }
}
