// buffer: out i32[32] = 0
// launch: k<<<1, 32>>>(out)
// expect: out[i] = 16 * i + 120 + (i % 4) * 10 + 2
__global__ void k(int* out) {
    int t = threadIdx.x;
    int grid[4][4];
#pragma unroll
    for (int r = 0; r < 4; r++)
        for (int c = 0; c < 4; c++) grid[r][c] = t + r * 4 + c;
    int sum = 0;
    for (int r = 0; r < 4; ++r) {
#pragma unroll 4
        for (int c = 0; c < 4; ++c) sum += grid[r][c];
    }
    int table[3] = {1, 2};
    int rows[4] = {0, 10, 20, 30};
    out[t] = sum + rows[t % 4] + table[1] + table[2];
}
