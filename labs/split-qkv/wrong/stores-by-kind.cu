// must fail: naive/stores — reads in the order of memory and sorts while storing: each store fills a third of what it touches
__global__ void split_naive(const float* qkv, float* q, float* k, float* v, int tokens, int dim) {
    int n = 3 * tokens * dim;
    for (int j = 0; j < 3; j++) {
        int i = (blockIdx.x * 3 + j) * 256 + threadIdx.x;
        if (i < n) {
            float x = qkv[i];
            float* out = i % 3 == 0 ? q : i % 3 == 1 ? k : v;
            out[i / 3] = x;
        }
    }
}
