// So many barriers that the numbers of accesses are given anew more than once.
// buffer: out i32[32] = 0
// launch: k<<<2, 32>>>(out)
// expect: out[i] = 31 - i
__global__ void k(int* out) {
    __shared__ int s[32];
    int t = threadIdx.x;
    for (int round = 0; round < 20000; round++) {
        s[t] = round;
        __syncthreads();
        int v = s[31 - t];
        __syncthreads();
        s[t] = v + t - round;
        __syncthreads();
    }
    if (blockIdx.x == 0) out[t] = s[31 - t];
}
