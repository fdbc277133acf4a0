// buffer: out i32[8] = 0
// launch: k<<<1, 8>>>(out)
// expect: out = 0; 1; 4; 9; 0; 0; 0; 0
__global__ void k(int* out) {
    int a[4] = {0, 1, 4, 9};
    out[threadIdx.x] = a[threadIdx.x]; //~ out-of-bounds
}
