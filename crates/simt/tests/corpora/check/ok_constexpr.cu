constexpr int square(int x) { return x * x; }
constexpr int log2_of(int n) { int r = 0; while (n > 1) { n /= 2; ++r; } return r; }
const int SIDE = 4;
constexpr float SCALE = 0.125f;
static_assert(square(SIDE) == 16, "four squared");
static_assert(sizeof(float4) == 16 && alignof(float4) == 16, "vector types");
__global__ void k(float* out) {
    __shared__ float tile[square(SIDE)][log2_of(32)];
    constexpr int rows = sizeof(tile) / sizeof(tile[0]);
    const int cols = 5;
    float local[rows + cols];
    for (int i = 0; i < rows + cols; ++i) local[i] = SCALE;
    tile[0][0] = local[3];
    out[0] = tile[0][0];
    if constexpr (rows > 3) out[1] = 1.0f; else out[1] = not_even_a_name;
    switch (threadIdx.x) { case square(2): out[2] = 1; break; case rows - 1: break; }
}
