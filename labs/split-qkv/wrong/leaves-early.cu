// must fail: staged/barriers — threads without a place leave before the barrier that the others wait at
__global__ void split_staged(const float* qkv, float* q, float* k, float* v, int tokens, int dim) {
    __shared__ float staged[3 * 256];
    int n = tokens * dim;
    int t = threadIdx.x;
    int first = blockIdx.x * 256;
    int i = first + t;
    if (i >= n) {
        return;
    }
    int here = min(256, n - first);
    for (int j = t; j < 3 * here; j += here) {
        staged[j] = qkv[3 * first + j];
    }
    __syncthreads();
    q[i] = staged[3 * t];
    k[i] = staged[3 * t + 1];
    v[i] = staged[3 * t + 2];
}
