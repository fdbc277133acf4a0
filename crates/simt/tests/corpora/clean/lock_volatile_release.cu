// The lock is given back by a volatile store behind a fence.
// buffer: sum i32[1] = 0
// launch: k<<<8, 1>>>(sum)
// expect: sum = 8
__device__ int lock = 0;
__global__ void k(int* sum) {
    while (atomicCAS(&lock, 0, 1) != 0) {}
    *sum = *sum + 1;
    __threadfence();
    *(volatile int*)&lock = 0;
}
