// must fail: staged/loads — three float4 a thread: wide loads, 48 bytes apart, and half of every sector is read twice
__global__ void split_staged(const float* qkv, float* q, float* k, float* v, int tokens, int dim) {
    __shared__ float staged[3 * 256];
    int n = tokens * dim;
    int t = threadIdx.x;
    int first = blockIdx.x * 256;
    if (t < 64) {
        for (int j = 0; j < 3; j++) {
            int at = 12 * t + 4 * j;
            if (3 * first + at + 4 <= 3 * n) {
                *reinterpret_cast<float4*>(staged + at) = *reinterpret_cast<const float4*>(qkv + 3 * first + at);
            } else {
                for (int e = at; e < at + 4 && 3 * first + e < 3 * n; e++) {
                    staged[e] = qkv[3 * first + e];
                }
            }
        }
    }
    __syncthreads();
    int i = first + t;
    if (i < n) {
        q[i] = staged[3 * t];
        k[i] = staged[3 * t + 1];
        v[i] = staged[3 * t + 2];
    }
}
