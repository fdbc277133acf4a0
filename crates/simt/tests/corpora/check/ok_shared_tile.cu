#define TILE 16
__global__ void tile(const float* __restrict__ a, float* out, int n) {
    __shared__ float s[TILE][TILE + 1];
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    s[threadIdx.y][threadIdx.x] = x < n && y < n ? a[y * n + x] : 0.0f;
    __syncthreads();
    if (x < n && y < n) out[x * n + y] = s[threadIdx.x][threadIdx.y];
}
