// A place in a ring never comes to its end; the other warp of the block is done.
// buffer: x i32[1000] = 0
// launch: k<<<1, 64>>>(x, 300)
// fuel: 30000000
// outcome: endless
__global__ void k(int *x, int n) {
    int at = threadIdx.x;
    while (at != n) {
        if (threadIdx.x >= 32) break;
        x[at] = 1;
        at = (at + 1) % n;
    }
}
