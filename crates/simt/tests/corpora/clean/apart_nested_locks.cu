// Each lane takes two locks, the lower first, and moves something from one account to the other.
// buffer: locks i32[8] = 0
// buffer: money i32[8] = 100
// launch: k<<<1, 32>>>(locks, money)
// expect: locks = 0; 0; 0; 0; 0; 0; 0; 0
// expect: money[i] = 100
__device__ void acquire(int* lock) {
    while (atomicCAS(lock, 0, 1) != 0) {
    }
    __threadfence();
}
__device__ void release(int* lock) {
    __threadfence();
    atomicExch(lock, 0);
}
__global__ void k(int* locks, int* money) {
    int from = threadIdx.x % 8, to = (threadIdx.x + 3) % 8;
    int low = min(from, to), high = max(from, to);
    acquire(&locks[low]);
    acquire(&locks[high]);
    money[from] -= 10;
    money[to] += 10;
    release(&locks[high]);
    release(&locks[low]);
}
