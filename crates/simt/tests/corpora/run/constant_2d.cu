// buffer: out i32[9] = 0
// launch: k<<<1, (3, 3)>>>(out)
// expect: out = 1; 2; 3; 4; 5; 6; 7; 8; 9
__constant__ int table[3][3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
__global__ void k(int* out) { out[threadIdx.y * 3 + threadIdx.x] = table[threadIdx.y][threadIdx.x]; }
