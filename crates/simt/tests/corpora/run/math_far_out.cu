// Where functions leave their range, and directed rounding at the smallest numbers. Seen on an H200, but for the last two, which are exact.
// buffer: in f32[6] = -60694544; 0.5; 1; 800; -800; 100000
// buffer: out u32[6] = 7
// buffer: i0 u32[6] = 7
// buffer: i1 u32[6] = 7
// buffer: small u64[6] = 7
// launch: k<<<1, 6>>>(in, out, i0, i1, small)
// expect: out = 2147483647; 2147483647; 0; 1089214105; 2147483647; 1094929427
// expect: i0 = 2139095040; 1065885753; 1067585138; 2139095040; 2139095040; 2139095040
// expect: small = 0; 0; 9223372036854775808; 2; 9223372036854775809; 1
__global__ void k(const float *in, unsigned *out, unsigned *i0, unsigned *i1, unsigned long long *small) {
    int i = threadIdx.x;
    out[i] = __float_as_uint(acoshf(in[i]));
    i0[i] = __float_as_uint(cyl_bessel_i0f(in[i]));
    i1[i] = __float_as_uint(cyl_bessel_i1f(in[i])) >> 31;
    double tiny = 1e-300, least = __longlong_as_double(1);
    double got = 0;
    if (i == 0) got = __ddiv_rz(tiny, 1e300);
    if (i == 1) got = __dmul_rz(tiny, tiny);
    if (i == 2) got = __dmul_rz(-tiny, tiny);
    if (i == 3) got = __dmul_ru(least, 1.5);
    if (i == 4) got = __dmul_rd(-tiny, tiny);
    if (i == 5) got = __ddiv_ru(least, 3.0);
    small[i] = __double_as_longlong(got);
}
