// buffer: flag i32[2] = 0
// launch: k<<<40, 64>>>(flag)
// outcome: endless
__global__ void k(volatile int *flag) {
    if (blockIdx.x == 39) flag[1] = 1;
    while (flag[0] == 0) {
    }
}
