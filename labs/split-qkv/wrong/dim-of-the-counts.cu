// must fail: planar/correct — a dim of 64 written in: right only where the counts are taken
__global__ void split_planar(const float* qkv, float* q, float* k, float* v, int tokens, int dim) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int n = 3 * tokens * dim;
    if (i < tokens * dim) {
        int at = i / 64 * 192 + i % 64;
        q[i] = qkv[at % n];
        k[i] = qkv[(at + 64) % n];
        v[i] = qkv[(at + 128) % n];
    }
}
