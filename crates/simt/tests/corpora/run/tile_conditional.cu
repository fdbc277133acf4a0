// An array in registers that is written in one branch only is not taken for granted.
// buffer: out i32[8] = 0
// launch: k<<<1, 8>>>(out)
__global__ void k(int* out) {
    int a[2];
    a[0] = 1;
    if (threadIdx.x < 4) a[1] = 5;
    out[threadIdx.x] = a[0] + a[1]; //~ uninitialised
}
