// Through a padded tile.
// buffer: in f32[1024] = i
// buffer: out f32[1024] = 0
// launch: k<<<(2, 2), (16, 16)>>>(in, out)
__global__ void k(const float* in, float* out) {
    __shared__ float tile[16][17];
    int x = threadIdx.x, y = threadIdx.y;
    tile[y][x] = in[(blockIdx.y * 16 + y) * 32 + blockIdx.x * 16 + x];
    __syncthreads();
    out[(blockIdx.x * 16 + y) * 32 + blockIdx.y * 16 + x] = tile[x][y];
}
