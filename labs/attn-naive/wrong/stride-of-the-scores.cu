// must fail: values/correct — takes the stride of P for that of V: right where N and D are equal
__global__ void pv(const float* P, const float* V, float* O, int N, int D) {
    int d = blockIdx.x * 32 + threadIdx.x;
    int i = blockIdx.y * 8 + threadIdx.y;
    int head = blockIdx.z;
    if (i < N && d < D) {
        const float* p = P + (head * N + i) * N;
        const float* v = V + head * N * D;
        float sum = 0.0f;
        for (int j = 0; j < N; j++) {
            sum += p[j] * v[(j * N + d) % (N * D)];
        }
        O[(head * N + i) * D + d] = sum;
    }
}
