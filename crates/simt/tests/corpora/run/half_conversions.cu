// buffer: f f32[32] = 0
// buffer: h u16[32] = 0
// buffer: n i64[32] = 0
// launch: k<<<1, 1>>>(f, h, n)
// expect: f = 1.5; 3; -2; 65504; 7; 0.099975586; 1; 2; 5; 6; 3; 4; 0.25; 1; 9; 8.5; 1; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0
// expect: h = 15872; 16896; 49152; 31743; 31744; 15360; 16384; 17408; 25600; 1; 26113; 51200; 32767; 22080; 20480; 18432; 20992; 14336; 15360; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0
// expect: n = 1; 2; -1; -2; 2; 255; -128; 32767; 65504; 65504; 1; 1; 15872; -32768; 3; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0; 0
#include <cuda_fp16.h>
struct Two { half a; half2 b; };
template <typename T> __device__ T twice(T x) { return x + x; }
__device__ float plain(float x) { return x + 1.0f; }
__global__ void k(float* f, half* h, long long* n) {
    half x = 1.5f, y = 3, z(-2.0), w{65504.0f};
    f[0] = x;
    f[1] = __half2float(y);
    f[2] = (float)z;
    f[3] = static_cast<float>(w);
    f[4] = plain(half(6));
    f[5] = __float2half(0.1f);
    const half one = __float2half(1.0f);
    f[6] = one;
    half2 p = make_half2(one, __float2half(2.0f));
    f[7] = __high2float(p);
    p = __hadd2(p, __float2half2_rn(4.0f));
    float2 q = __half22float2(p);
    f[8] = q.x;
    f[9] = q.y;
    p = __floats2half2_rn(3.0f, 4.0f);
    f[10] = __low2float(p);
    f[11] = p.y;
    f[12] = twice(__float2half(0.125f));
    Two t = {one, p};
    f[13] = t.a;
    t.b.x += half(6.0f);
    f[14] = t.b.x;
    f[15] = float(twice(half(4.25f)));
    f[16] = (one > half(0.5f) && !(one < x) == false) ? 1.0f : 0.0f;

    h[0] = x;
    h[1] = y;
    h[2] = z;
    h[3] = w;
    h[4] = w + w;
    h[5] = 1;
    h[6] = 2u;
    h[7] = 4ll;
    h[8] = 1024.0;
    h[9] = __ushort_as_half(1);
    h[10] = __int2half_rn(1537);
    h[11] = (short)-32;
    h[11] = h[11] / half(4);
    h[12] = __ushort_as_half(0x7fff);
    h[13] = half(100.0f);
    h[14] = 32;
    h[15] = 8;
    h[16] = 48;
    h[17] = half(1) / half(2);
    h[18] = x;
    h[18] = half(-h[18] + half(2.5f));

    n[0] = (int)x;
    n[1] = __half2int_rn(x);
    n[2] = (long long)half(-1.75f);
    n[3] = __half2int_rd(half(-1.25f));
    n[4] = __half2int_ru(half(1.25f));
    n[5] = (unsigned char)half(300.0f);
    n[6] = (signed char)half(-300.0f);
    n[7] = (short)half(40000.0f);
    n[8] = (unsigned short)half(65504.0f);
    n[9] = __half2uint_rz(w);
    n[10] = (bool)x;
    n[11] = __hisnan(h[12]);
    n[12] = __half_as_ushort(x);
    n[13] = __half2short_rz(half(-60000.0f));
    half up = 1;
    up++;
    ++up;
    n[14] = (int)up--;
}
