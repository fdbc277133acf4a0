// Lesson 1: how a block of two dimensions is cut into warps.
//
// `course run kernels/examples/which-lane.cu`

#include <cstdio>

//@anchor which-lane
__global__ void which_lane(int* warp, int* lane) {
    int t = threadIdx.y * blockDim.x + threadIdx.x;  // x runs fastest
    warp[t] = t / 32;
    lane[t] = t % 32;
}
//@endanchor which-lane

int main() {
    dim3 block(16, 16);  // 16 along x, 16 along y
    int threads = block.x * block.y;

    int *warp, *lane;
    cudaMallocManaged(&warp, threads * sizeof(int));
    cudaMallocManaged(&lane, threads * sizeof(int));
    which_lane<<<1, block>>>(warp, lane);
    cudaDeviceSynchronize();

    int asked[3][2] = {{0, 0}, {5, 3}, {15, 15}};
    for (auto& [x, y] : asked) {
        int t = y * block.x + x;
        printf("thread (%d, %d): number %d, warp %d, lane %d\n", x, y, t, warp[t], lane[t]);
    }
    cudaFree(warp);
    cudaFree(lane);
}

// What it says (tests/examples.rs holds it to that):
//$ run
//> thread (0, 0): number 0, warp 0, lane 0
//> thread (5, 3): number 53, warp 1, lane 21
//> thread (15, 15): number 255, warp 7, lane 31
