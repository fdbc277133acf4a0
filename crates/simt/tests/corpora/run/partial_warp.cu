// A block of 40 threads: the second warp has 8 lanes.
// buffer: out u32[2] = 0
// buffer: sum i32[1] = 0
// launch: k<<<1, 40>>>(out, sum)
// expect: out = 4294967295; 255
// expect: sum = 780
__global__ void k(unsigned* out, int* sum) {
    int t = threadIdx.x;
    unsigned here = __activemask();
    if (t % 32 == 0) out[t / 32] = here;
    atomicAdd(sum, t);
}
