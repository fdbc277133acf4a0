// buffer: a f32[8] = i
// buffer: b f32[8] = i + 1
// buffer: out f32[16] = 0
// launch: k<<<1, 1>>>(a, b, out)
// expect: out[i] = (i / 4) * (i % 4 + 1) + (i / 4 + 4) * (i % 4 + 5)
// counter: local.loads = 0
// counter: local.stores = 0
__global__ void k(const float* a, const float* b, float* out) {
    float acc[4][4] = {};
    float x[4], y[4];
    for (int step = 0; step < 2; ++step) {
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            x[i] = a[step * 4 + i];
            y[i] = b[step * 4 + i];
        }
#pragma unroll
        for (int i = 0; i < 4; ++i)
#pragma unroll
            for (int j = 0; j < 4; ++j) acc[i][j] += x[i] * y[j];
    }
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j) out[i * 4 + j] = acc[i][j];
}
