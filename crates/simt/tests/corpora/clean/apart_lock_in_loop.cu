// The lock is taken again and again, in a loop whose count differs by lane, with a barrier of the block after it.
// buffer: lock i32[1] = 0
// buffer: sum i32[1] = 0
// buffer: out i32[96] = 0
// launch: k<<<1, 96>>>(lock, sum, out)
// expect: sum = 240
// expect: out[i] = 240
__global__ void k(int* lock, int* sum, int* out) {
    for (int i = 0; i < threadIdx.x % 6; ++i) {
        bool done = false;
        while (!done) {
            if (atomicCAS(lock, 0, 1) == 0) {
                __threadfence();
                *sum += 1;
                __threadfence();
                atomicExch(lock, 0);
                done = true;
            }
        }
        while (atomicCAS(lock, 0, 1) != 0) {
        }
        atomicExch(lock, 0);
    }
    __syncthreads();
    out[threadIdx.x] = *sum;
}
