// The lane that has the lock keeps it.
// buffer: lock i32[1] = 0
// buffer: sum i32[1] = 0
// launch: k<<<1, 32>>>(lock, sum)
// outcome: endless
// expect: lock = 1
// expect: sum = 1
__global__ void k(int* lock, int* sum) {
    while (atomicCAS(lock, 0, 1) != 0) {
    }
    *sum += 1;
}
