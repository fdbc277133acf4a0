// buffer: out i32[1] = 0
// launch: k<<<1, 2048>>>(out)
// outcome: bad-launch
// expect: out = 0
__global__ void k(int* out) { out[0] = 1; }
