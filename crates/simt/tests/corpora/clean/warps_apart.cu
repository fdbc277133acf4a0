// Each warp has its own part of shared memory.
// buffer: out i32[128] = 0
// launch: k<<<1, 128>>>(out)
__global__ void k(int* out) {
    __shared__ int s[4][32];
    int w = threadIdx.x / 32, lane = threadIdx.x % 32;
    for (int round = 0; round < 3; round++) {
        s[w][lane] = lane + round;
        __syncwarp();
        out[threadIdx.x] = s[w][31 - lane];
        __syncwarp();
    }
}
