// One lock a bucket.
// buffer: sums i32[4] = 0
// launch: k<<<8, 8>>>(sums)
// expect: sums[i] = 16
__device__ int locks[4];
__global__ void k(int* sums) {
    int b = threadIdx.x % 4;
    bool done = false;
    while (!done) {
        if (atomicCAS(&locks[b], 0, 1) == 0) {
            sums[b]++;
            __threadfence();
            atomicExch(&locks[b], 0);
            done = true;
        }
    }
}
