// What CUB and the runtime's header bring along: programs use it and include nothing more.
// buffer: out i32[3] = 0
// launch: k<<<1, 32>>>(out)
// expect: out = 31; 2; 1
#include <cub/cub.cuh>
__global__ void k(int* out) {
    using Reduce = cub::WarpReduce<int>;
    __shared__ typename Reduce::TempStorage temp;
    int most = Reduce(temp).Reduce((int)threadIdx.x, cuda::maximum<>{});
    if (threadIdx.x == 0) {
        int a = 1, b = 2;
        std::swap(a, b);
        out[0] = most;
        out[1] = a;
        out[2] = b;
    }
}
