// buffer: out u32[5] = 0
// launch: k<<<1, 32>>>(out)
// expect: out = 4294901760; 1; 0; 0; 1
// counter: votes = 5
__global__ void k(unsigned* out) {
    int t = threadIdx.x;
    unsigned b = __ballot_sync(0xffffffff, t >= 16);
    int any = __any_sync(0xffffffff, t == 9);
    int all = __all_sync(0xffffffff, t > 0);
    int none = __any_sync(0xffffffff, t > 31);
    int every = __all_sync(0xffffffff, t < 32);
    if (t == 0) {
        out[0] = b;
        out[1] = any;
        out[2] = all;
        out[3] = none;
        out[4] = every;
    }
}
