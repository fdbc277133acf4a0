// What CUB's header includes is there with it: cuda::std, eight-bit floats, Thrust's function objects.
// buffer: out f32[4] = 0
// launch: k<<<1, 32>>>(out)
// expect: out[i] = i == 0 ? 2.5 : i == 1 ? 496 : i == 2 ? 1.5 : 7
#include <cub/cub.cuh>
__global__ void k(float* out) {
    using Scan = cub::BlockScan<float, 32>;
    __shared__ typename Scan::TempStorage storage;
    float sum = 0.0f, item = threadIdx.x;
    Scan(storage).InclusiveScan(item, item, thrust::plus<float>(), sum);
    if (threadIdx.x == 0) {
        out[0] = cuda::std::clamp(9.0f, -1.0f, 2.5f);
        out[1] = sum;
        out[2] = (float)__nv_fp8_e4m3(1.5f);
        out[3] = thrust::plus<float>()(3.0f, 4.0f);
    }
}
