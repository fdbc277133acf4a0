// buffer: in f32[1024] = i
// buffer: out f32[1024] = uninit
// launch: transpose<<<(2, 2), (16, 16)>>>(in, out, 32)
// expect: out[i] = (i % 32) * 32 + i / 32
// counter: barriers = 4
#define TILE 16
__global__ void transpose(const float* __restrict__ in, float* __restrict__ out, int n) {
    __shared__ float tile[TILE][TILE + 1];
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
    tile[threadIdx.y][threadIdx.x] = in[y * n + x];
    __syncthreads();
    x = blockIdx.y * TILE + threadIdx.x;
    y = blockIdx.x * TILE + threadIdx.y;
    out[y * n + x] = tile[threadIdx.x][threadIdx.y];
}
