// Order passes from pair to pair: 0 and 1, then 1 and 2.
// buffer: out i32[1] = 0
// launch: k<<<1, 32>>>(out)
// expect: out = 7
__global__ void k(int* out) {
    __shared__ int s;
    int t = threadIdx.x;
    if (t == 0) s = 7;
    if (t < 2) __syncwarp(3);
    if (t == 1 || t == 2) __syncwarp(6);
    if (t == 2) out[0] = s;
}
