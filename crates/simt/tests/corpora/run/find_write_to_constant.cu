// buffer: out i32[4] = 0
// launch: k<<<1, 4>>>(out)
// expect: out = 1; 2; 3; 4
__constant__ int table[4] = {1, 2, 3, 4};
__global__ void k(int* out) {
    int* p = (int*)table;
    p[threadIdx.x] = 9; //~ write-to-constant
    out[threadIdx.x] = table[threadIdx.x];
}
