// buffer: flag i32[1] = 0
// buffer: out i32[1] = 0
// launch: k<<<4, 64>>>(flag, out)
// expect: out = 4
// The last block writes the flag after it has worked for long: those that wait for it look as if they never ended, and do end.
__global__ void k(int *flag, int *out) {
    if (blockIdx.x == 3) {
        unsigned x = threadIdx.x;
        for (int i = 0; i < 60000; i++) x = x * 1664525u + 1013904223u;
        __threadfence();
        __syncthreads();
        if (threadIdx.x == 0) atomicExch(flag, x == 42u ? 2 : 1);
    } else if (threadIdx.x == 0) {
        while (atomicAdd(flag, 0) == 0) {
        }
    }
    if (threadIdx.x == 0) atomicAdd(out, 1);
}
