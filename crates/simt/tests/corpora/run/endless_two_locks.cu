// Two lanes take two locks in opposite order, and wait for each other.
// buffer: locks i32[2] = 0
// buffer: out i32[1] = 0
// launch: k<<<1, 2>>>(locks, out)
// outcome: endless
__global__ void k(int* locks, int* out) {
    int first = threadIdx.x, second = 1 - first;
    while (atomicCAS(&locks[first], 0, 1) != 0) {
    }
    while (atomicCAS(&locks[second], 0, 1) != 0) {
    }
    out[0] += 1;
    atomicExch(&locks[second], 0);
    atomicExch(&locks[first], 0);
}
