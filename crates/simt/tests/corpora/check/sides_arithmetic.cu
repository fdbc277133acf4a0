// More of what CUDA declares for the device alone: arithmetic, conversions, memory, half precision.
#include <cuda_fp16.h>
void host() {
    int i = 1;
    unsigned u = 1;
    unsigned long long ull = 1;
    float f = 1;
    double d = 1;
    __half h = 1.0f;
    __half2 h2 = __float2half2_rn(2.0f);
    __funnelshift_l(u, u, u); //~ error: `__funnelshift_l` belongs to device code: host code cannot use it
    __fmaf_rn(f, f, f); //~ error: `__fmaf_rn` belongs to device code: host code cannot use it
    __fadd_rz(f, f); //~ error: `__fadd_rz` belongs to device code: host code cannot use it
    __expf(f); //~ error: `__expf` belongs to device code: host code cannot use it
    __fdividef(f, f); //~ error: `__fdividef` belongs to device code: host code cannot use it
    fdividef(f, f); //~ error: `fdividef` belongs to device code: host code cannot use it
    __saturatef(f); //~ error: `__saturatef` belongs to device code: host code cannot use it
    __float_as_int(f); //~ error: `__float_as_int` belongs to device code: host code cannot use it
    __double_as_longlong(d); //~ error: `__double_as_longlong` belongs to device code: host code cannot use it
    __float2int_rn(f); //~ error: `__float2int_rn` belongs to device code: host code cannot use it
    __ull2double_rn(ull); //~ error: `__ull2double_rn` belongs to device code: host code cannot use it
    rnorm3df(f, f, f); //~ error: `rnorm3df` belongs to device code: host code cannot use it
    cyl_bessel_i0(d); //~ error: `cyl_bessel_i0` belongs to device code: host code cannot use it
    __ldg(&f); //~ error: `__ldg` belongs to device code: host code cannot use it
    __stcs(&f, 1.0f); //~ error: `__stcs` belongs to device code: host code cannot use it
    clock64(); //~ error: `clock64` belongs to device code: host code cannot use it
    __trap(); //~ error: `__trap` belongs to device code: host code cannot use it
    __isShared(&f); //~ error: `__isShared` belongs to device code: host code cannot use it
    __cvta_generic_to_shared(&f); //~ error: `__cvta_generic_to_shared` belongs to device code: host code cannot use it
}
void half() {
    __half h = 1.0f;
    __half2 h2 = __float2half2_rn(2.0f);
    __hfma(h, h, h); //~ error: `__hfma` runs on the device: host code cannot call it
    hexp(h); //~ error: `hexp` runs on the device: host code cannot call it
    h2sqrt(h2); //~ error: `h2sqrt` runs on the device: host code cannot call it
    __hfma2(h2, h2, h2); //~ error: `__hfma2` runs on the device: host code cannot call it
}
