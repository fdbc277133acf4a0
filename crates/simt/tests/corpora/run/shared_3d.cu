// buffer: out i32[64] = 0
// launch: k<<<1, (4, 4, 4)>>>(out)
// expect: out[i] = (i % 4) * 16 + (i / 4 % 4) * 4 + i / 16
__global__ void k(int* out) {
    __shared__ int cube[4][4][4];
    int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
    cube[x][y][z] = x + 4 * y + 16 * z;
    __syncthreads();
    out[x + 4 * y + 16 * z] = cube[z][y][x];
}
