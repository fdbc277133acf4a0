// After a lock the warp's lanes come to a barrier that counts, one after the other.
// buffer: lock i32[1] = 0
// buffer: out i32[64] = 0
// launch: k<<<1, 64>>>(lock, out)
// expect: out[i] = 22
__global__ void k(int* lock, int* out) {
    int t = threadIdx.x;
    while (atomicCAS(lock, 0, 1) != 0) {
    }
    atomicExch(lock, 0);
    out[t] = __syncthreads_count(t % 3 == 0);
}
