// buffer: out i32[64] = 0
// launch: k<<<2, 32>>>(out, 1)
// expect: out[i] = i < 32 ? 10 : 21
__global__ void k(int* out, int flag) {
    int v;
    if (blockIdx.x == 0) v = 10;
    else v = 20;
    if (flag && blockIdx.x) v++;
    out[blockIdx.x * blockDim.x + threadIdx.x] = v;
}
