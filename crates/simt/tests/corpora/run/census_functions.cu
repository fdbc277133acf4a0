// buffer: f f32[14] = 0
// buffer: u u32[4] = 0
// buffer: d f64[2] = 0
// launch: k<<<1, 1>>>(f, u, d)
// expect: f = 0.5204998778130465; 2.5; 0; 0; 1; 0; 0.3333333333333333; 1.5; 0-2; 8; 1; 35; 3; 2
// expect: u = 0x80ff7503; 0x00ff00ff; 1; 0
// expect: d = 2; 3
// The rarer functions of the census, at values worked out by hand.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
__global__ void k(float *f, unsigned *u, double *d) {
    f[0] = erff(0.5f);
    f[1] = (float)fmax(1.0, 2.5);
    f[2] = __logf(1.0f);
    f[3] = log1pf(0.0f);
    d[0] = rsqrt(0.25);
    d[1] = fmax(-1.0, 3.0);
    float s, c;
    sincospif(0.5f, &s, &c);
    f[4] = s;
    f[5] = c;
    f[6] = __frcp_rn(3.0f);
    __half2 h2 = __float22half2_rn(make_float2(1.5f, -2.0f));
    f[7] = __half2float(__low2half(h2));
    f[8] = __half2float(__high2half(h2));
    h2 = __half2half2(__float2half(4.0f));
    f[9] = __low2float(h2) + __high2float(h2);
    f[10] = __bfloat162float(__float2bfloat16(1.00390625f)); // a tie, to even
    h2 = __hmax2(__floats2half2_rn(1.0f, 5.0f), __floats2half2_rn(3.0f, 2.0f));
    f[11] = __low2float(h2) * 10 + __high2float(h2);
    f[12] = __half2float(__hmul(__float2half(1.5f), __float2half(2.0f)));
    f[13] = __half2float(hrsqrt(__float2half(0.25f)));
    u[0] = __vsubss4(0x80017f05u, 0x01020a02u);
    u[1] = __vcmpne4(0x01020304u, 0x01000300u);
    u[2] = isinf(1.0f / 0.0f) ? 1 : 0;
    u[3] = isinf(1.0f) ? 1 : 0;
}
