__global__ void halves(half* a) { //~ error: `half` is not a type that is known here //~ help: it comes with `#include <cuda_fp16.h>`
    float f = __half2float(a[0]);
}
__global__ void brains(__nv_bfloat16* b) {} //~ error: `__nv_bfloat16` is not a type //~ help: it comes with `#include <cuda_bf16.h>`
__global__ void random(float* a) {
    curandState s; //~ error: `curandState` is not a type that is known here //~ help: it comes with `#include <curand_kernel.h>`
    a[0] = curand_uniform(&s); //~ error: nothing here is called `curand_uniform` //~ help: it comes with `#include <curand_kernel.h>`
}
__global__ void groups() {
    auto b = cooperative_groups::this_thread_block(); //~ error: nothing here is called `cooperative_groups::this_thread_block` //~ help: it comes with `#include <cooperative_groups.h>`
}
int main() {
    thrust::device_vector<int> v(3); //~ error: `thrust::device_vector` is not a type that is known here //~ help: it comes with `#include <thrust/device_vector.h>`
}
