// Every lane takes the lock in its turn.
// buffer: sum i32[1] = 0
// launch: k<<<2, 64>>>(sum)
// expect: sum = 128
__device__ int lock = 0;
__global__ void k(int* sum) {
    bool done = false;
    while (!done) {
        if (atomicCAS(&lock, 0, 1) == 0) {
            *sum += 1;
            __threadfence();
            atomicExch(&lock, 0);
            done = true;
        }
    }
}
