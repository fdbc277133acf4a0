// A 64 x 8 by 8 x 64 product, 4 x 4 outputs a thread, vector loads from shared memory.
// buffer: a f32[512] = i % 7
// buffer: b f32[512] = i % 5
// buffer: c f32[4096] = uninit
// launch: gemm<<<1, (16, 16)>>>(a, b, c)
// expect: c[i] = sum(0, 8, (((i / 64) * 8 + j) % 7) * ((j * 64 + i % 64) % 5))
__global__ void gemm(const float* a, const float* b, float* c) {
    __shared__ __align__(16) float as[8][64];
    __shared__ __align__(16) float bs[8][64];
    int tx = threadIdx.x, ty = threadIdx.y, t = ty * 16 + tx;
    for (int i = t; i < 512; i += 256) {
        as[i % 8][i / 8] = a[i];
        bs[i / 64][i % 64] = b[i];
    }
    __syncthreads();
    float acc[4][4] = {0.0f};
    float m[4], n[4];
#pragma unroll
    for (int k = 0; k < 8; ++k) {
        *(float4*)m = *(float4*)&as[k][ty * 4];
        float4 v = *reinterpret_cast<float4*>(&bs[k][tx * 4]);
        n[0] = v.x; n[1] = v.y; n[2] = v.z; n[3] = v.w;
#pragma unroll
        for (int i = 0; i < 4; ++i)
#pragma unroll
            for (int j = 0; j < 4; ++j) acc[i][j] += m[i] * n[j];
    }
    for (int i = 0; i < 4; ++i) {
        float4 row = make_float4(acc[i][0], acc[i][1], acc[i][2], acc[i][3]);
        *reinterpret_cast<float4*>(&c[(ty * 4 + i) * 64 + tx * 4]) = row;
    }
}
