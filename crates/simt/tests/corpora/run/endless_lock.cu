// buffer: lock i32[1] = 1
// buffer: out i32[1] = 0
// launch: k<<<4, 64>>>(lock, out)
// outcome: endless
// expect: lock = 1
// expect: out = 0
__global__ void k(int *lock, int *out) {
    if (threadIdx.x == 0) {
        while (atomicCAS(lock, 0, 1) != 0) {
        }
        *out += 1;
        __threadfence();
        atomicExch(lock, 0);
    }
}
