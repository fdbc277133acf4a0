// A tiled product with both barriers.
// buffer: a f32[1024] = 1
// buffer: b f32[1024] = 1
// buffer: c f32[1024] = 0
// launch: k<<<(2, 2), (16, 16)>>>(a, b, c)
// expect: c[i] = 32
__global__ void k(const float* a, const float* b, float* c) {
    __shared__ float sa[16][16], sb[16][16];
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * 16 + y, col = blockIdx.x * 16 + x;
    float sum = 0;
    for (int k0 = 0; k0 < 32; k0 += 16) {
        sa[y][x] = a[row * 32 + k0 + x];
        sb[y][x] = b[(k0 + y) * 32 + col];
        __syncthreads();
        for (int k = 0; k < 16; k++) sum += sa[y][k] * sb[k][x];
        __syncthreads();
    }
    c[row * 32 + col] = sum;
}
