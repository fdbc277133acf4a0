// What CUB brings along: its operations of CUDA's own, which programs use and include nothing more.
// buffer: out i32[2] = 0
// launch: k<<<1, 32>>>(out)
// expect: out = 31; 3
#include <cub/cub.cuh>
__global__ void k(int* out) {
    using Reduce = cub::WarpReduce<int>;
    __shared__ typename Reduce::TempStorage temp;
    int most = Reduce(temp).Reduce((int)threadIdx.x, cuda::maximum<>{});
    if (threadIdx.x == 0) {
        out[0] = most;
        out[1] = cuda::minimum<int>{}(3, 4);
    }
}
