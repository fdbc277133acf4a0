// buffer: out i32[16] = 0
// launch: k<<<1, 16>>>(out)
// expect: out = 1; 1; 2; 2; 3; 3; 3; 3; 4; 4; 4; 4; 4; 4; 4; 4
__global__ void k(int* out) {
    int v = threadIdx.x, digits = 0;
    do {
        digits++;
        v >>= 1;
        if (v == 0) continue;
    } while (v);
    out[threadIdx.x] = digits;
}
