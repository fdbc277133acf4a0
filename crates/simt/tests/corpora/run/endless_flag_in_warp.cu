// Lanes wait for a flag, others of the warp might set it and do not: nothing of the warp is left that could.
// buffer: flag i32[1] = 0
// buffer: out i32[32] = 0
// launch: k<<<1, 32>>>(flag, out, 0)
// outcome: endless
// expect: out[i] = i == 0 ? 1 : 0
__global__ void k(volatile int* flag, int* out, int sets) {
    if (threadIdx.x != 0) {
        while (*flag == 0) {
        }
    } else {
        if (sets) *flag = 1;
        out[0] = 1;
    }
}
