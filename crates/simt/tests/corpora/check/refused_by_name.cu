#include <cstdio>
struct Top { int t; };
struct Counter : virtual Top { int n; }; //~ error: virtual bases are not modelled
__global__ void k(float* out) {
    printf("%f", out[0]);
    __nv_fp4_e2m1 h; //~ error: 4- and 6-bit floats are not modelled
    Counter c;
    long long t = clock64();
    out[0] = __shfl_down(out[0], 1); //~ error: the shuffles without `_sync` are not modelled
    float* p = (float*)calloc(1, 4); //~ error: `calloc`: this way of allocating memory in device code is not modelled
    out[1] = tex2D(1, 2); //~ error: textures and surfaces are not modelled
    asm volatile("wgmma.fence.sync.aligned;"); //~ error: `wgmma.fence.sync.aligned` in inline PTX is not modelled
    asm("add.cc.f32 %0, %0, 1;" : "+f"(out[2])); //~ error: `add.cc.f32` in inline PTX is not modelled
}
