// A `default` in the middle falls through like any other label.
// buffer: out i32[8] = 0
// launch: k<<<1, 8>>>(out)
// expect: out = 1; 30; 20; 20; 30; 30; 30; 30
__global__ void k(int* out) {
    int v = 0;
    switch (threadIdx.x) {
    case 0: v = 1; break;
    default: v = 10;
    case 2:
    case 3: v += 20; break;
    }
    out[threadIdx.x] = v;
}
