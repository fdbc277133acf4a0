// buffer: out i32[1] = 0
// launch: k<<<1, 32>>>(out)
// fuel: 10000
// outcome: out-of-fuel
// expect: out = 0
__global__ void k(int* out) {
    int i = 0;
    while (i < 1) {
    }
    out[0] = 1;
}
