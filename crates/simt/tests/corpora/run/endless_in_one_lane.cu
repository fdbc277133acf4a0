// buffer: out i32[32] = 0
// launch: k<<<1, 32>>>(out)
// fuel: 20000
// outcome: out-of-fuel
__global__ void k(int* out) {
    int t = threadIdx.x;
    while (t == 13) {
        out[t]++;
    }
}
