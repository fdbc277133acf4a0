// After a lock that lanes had one after the other, the warp is whole again: what follows is stored by 32 lanes at once.
// buffer: lock i32[1] = 0
// buffer: sum i32[1] = 0
// buffer: out i32[640] = 0
// launch: k<<<1, 32>>>(lock, sum, out)
// expect: sum = 32
// expect: out[i] = i % 64 < 32 ? i % 64 + i / 64 : 0
// counter: out.stores.requests = 10
__global__ void k(int* lock, int* sum, int* out) {
    while (atomicCAS(lock, 0, 1) != 0) {
    }
    __threadfence();
    *sum += 1;
    __threadfence();
    atomicExch(lock, 0);
    for (int i = 0; i < 10; ++i) out[64 * i + threadIdx.x] = threadIdx.x + i;
}
