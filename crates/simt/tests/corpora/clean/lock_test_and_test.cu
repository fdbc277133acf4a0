// A lock that is looked at by a volatile load before it is tried; and a flag that one lane waits for and fences, for its warp.
// buffer: state i32[3] = 0
// buffer: data i32[32] = 0
// buffer: out i32[32] = 0
// launch: k<<<4, 32>>>(state, data, out)
// expect: state = 0; 12; 1
// expect: out[i] = i + 1
__global__ void k(int* state, int* data, int* out) {
    int *lock = &state[0], *sum = &state[1];
    volatile int* flag = &state[2];
    for (int i = 0; threadIdx.x == 0 && i < 3; ++i) {
        do {
            while (*(volatile int*)lock) {}
        } while (atomicCAS(lock, 0, 1) != 0);
        __threadfence();
        *sum += 1;
        __threadfence();
        atomicExch(lock, 0);
    }
    __syncwarp();
    if (blockIdx.x == 0) {
        data[threadIdx.x] = threadIdx.x + 1;
        __threadfence();
        __syncwarp();
        if (threadIdx.x == 0) *flag = 1;
    } else if (blockIdx.x == 3) {
        if (threadIdx.x == 0) {
            while (*flag == 0) {}
            __threadfence();
        }
        __syncwarp();
        out[threadIdx.x] = data[threadIdx.x];
    }
}
