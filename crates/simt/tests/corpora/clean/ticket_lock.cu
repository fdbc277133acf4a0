// A ticket lock.
// buffer: sum i32[1] = 0
// launch: k<<<8, 1>>>(sum)
// expect: sum = 8
__device__ unsigned int next = 0, serving = 0;
__global__ void k(int* sum) {
    unsigned int mine = atomicAdd(&next, 1);
    while (atomicAdd(&serving, 0) != mine) {}
    *sum = *sum + 1;
    __threadfence();
    atomicAdd(&serving, 1);
}
