// must fail: values/loads-p — a warp of 2 queries x 16 columns: right, and it asks for two sectors of P
__global__ void pv(const float* P, const float* V, float* O, int N, int D) {
    int x = threadIdx.x;
    int y = threadIdx.y;
    int d = blockIdx.x * 32 + x % 16 + y % 2 * 16;
    int i = blockIdx.y * 8 + y / 2 * 2 + x / 16;
    int head = blockIdx.z;
    if (i < N && d < D) {
        const float* p = P + (head * N + i) * N;
        const float* v = V + head * N * D;
        float sum = 0.0f;
        for (int j = 0; j < N; j++) {
            sum += p[j] * v[j * D + d];
        }
        O[(head * N + i) * D + d] = sum;
    }
}
