// buffer: out i32[32] = 0
// launch: k<<<1, 32>>>(out)
// expect: out[i] = 1
__global__ void k(int* out) {
    __shared__ int a[32];
    __shared__ int b[32];
    int t = threadIdx.x;
    b[t] = 1;
    a[t + 1] = t; //~ out-of-bounds
    out[t] = b[t];
}
