// must fail: staged/bounds — stages 768 floats even where fewer are left: right when places come in full blocks
__global__ void split_staged(const float* qkv, float* q, float* k, float* v, int tokens, int dim) {
    __shared__ float staged[3 * 256];
    int n = tokens * dim;
    int t = threadIdx.x;
    int first = blockIdx.x * 256;
    for (int j = t; j < 3 * 256; j += 256) {
        staged[j] = qkv[3 * first + j];
    }
    __syncthreads();
    int i = first + t;
    if (i < n) {
        q[i] = staged[3 * t];
        k[i] = staged[3 * t + 1];
        v[i] = staged[3 * t + 2];
    }
}
