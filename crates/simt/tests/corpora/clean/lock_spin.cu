// A lock by compare-and-swap, with a fence on both sides.
// buffer: sum i32[1] = 0
// launch: k<<<16, 1>>>(sum)
// expect: sum = 16
__device__ int lock = 0;
__global__ void k(int* sum) {
    while (atomicCAS(&lock, 0, 1) != 0) {}
    __threadfence();
    *sum = *sum + 1;
    __threadfence();
    atomicExch(&lock, 0);
}
