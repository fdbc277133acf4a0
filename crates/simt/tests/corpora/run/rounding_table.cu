// buffer: s u32[180] = 0
// buffer: d u64[96] = 0
// buffer: c u32[80] = 0
// buffer: n u32[40] = 0
// buffer: q u32[32] = 0
// buffer: w u64[16] = 0
// buffer: r u32[32] = 0
// launch: single<<<1, 1>>>(s)
// launch: twice<<<1, 1>>>(d)
// launch: to_int<<<1, 1>>>(c)
// launch: of_int<<<1, 1>>>(n)
// launch: of_long<<<1, 1>>>(q, w)
// launch: roots<<<1, 1>>>(r)
// expect: s = 0x3f800000; 0x3f7fffff; 0x33800000; 0x4b800000; 0x3f800000; 0x3f800000; 0x3f7fffff; 0x33800000; 0x4b800000; 0x3f800000; 0x3f800001; 0x3f7fffff; 0x33800000; 0x4b800000; 0x3f800001; 0x3f800000; 0x3f7fffff; 0x33800000; 0x4b800000; 0x3f800000; 0x3f800000; 0x3f800000; 0xb3000000; 0xcc000000; 0x3f800000; 0x3f7fffff; 0x3f800000; 0xb3000000; 0xcc000000; 0x3f7fffff; 0x3f800000; 0x3f800001; 0xb3000000; 0xcc000000; 0x3f800000; 0x3f7fffff; 0x3f800000; 0xb3000000; 0xcc000000; 0x3f7fffff; 0x3e99999a; 0xbdcccccd; 0x3ca3d70b; 0x3f000000; 0x3df5c290; 0x3e999999; 0xbdcccccd; 0x3ca3d70a; 0x3f000000; 0x3df5c28f; 0x3e99999a; 0xbdcccccd; 0x3ca3d70b; 0x3f000000; 0x3df5c290; 0x3e999999; 0xbdcccccd; 0x3ca3d70a; 0x3f000000; 0x3df5c28f; 0x4cbebc20; 0x4cbebc20; 0x4d8f0d18; 0x4bfe502b; 0x4dbebc20; 0x4cbebc20; 0x4cbebc1f; 0x4d8f0d18; 0x4bfe502a; 0x4dbebc20; 0x4cbebc21; 0x4cbebc20; 0x4d8f0d18; 0x4bfe502b; 0x4dbebc20; 0x4cbebc20; 0x4cbebc1f; 0x4d8f0d18; 0x4bfe502a; 0x4dbebc20; 0x40000000; 0xc0800000; 0xc0400000; 0xbeaaaaab; 0xc0800000; 0x40000000; 0xc0800000; 0xc0400000; 0xbeaaaaaa; 0xc0800000; 0x40000000; 0xc0800000; 0xc0400000; 0xbeaaaaaa; 0xc0800000; 0x40000000; 0xc0800000; 0xc0400000; 0xbeaaaaab; 0xc0800000; 0x4b800000; 0x4b7fffff; 0x4b800000; 0x4b800000; 0x4c000000; 0x4b800000; 0x4b7fffff; 0x4b800000; 0x4b800000; 0x4c000000; 0x4b800001; 0x4b7fffff; 0x4b800000; 0x4b800000; 0x4c000000; 0x4b800000; 0x4b7fffff; 0x4b800000; 0x4b800000; 0x4c000000; 0x40800000; 0x41200000; 0xc1a80000; 0xc0155555; 0xc1600000; 0x40800000; 0x41200000; 0xc1a80000; 0xc0155555; 0xc1600000; 0x40800000; 0x41200000; 0xc1a80000; 0xc0155555; 0xc1600000; 0x40800000; 0x41200000; 0xc1a80000; 0xc0155556; 0xc1600000; 0x40400000; 0xc0400000; 0x12355e5; 0x244bfa; 0x159c7dc; 0x40400000; 0xc03fffff; 0x12355e5; 0x244bfa; 0x159c7dc; 0x40400001; 0xc03fffff; 0x12355e5; 0x244bfa; 0x159c7dc; 0x40400000; 0xc0400000; 0x12355e5; 0x244bfa; 0x159c7dc; 0x3f000000; 0xbf000000; 0x2; 0x8; 0x6; 0x3f000000; 0xbeffffff; 0x2; 0x8; 0x6; 0x3f000001; 0xbeffffff; 0x2; 0x8; 0x6; 0x3f000000; 0xbf000000; 0x2; 0x8; 0x6
// expect: d = 0x3ff0000000000000; 0x3ca0000000000000; 0x4340000000000000; 0x3ff0000000000000; 0x3ff0000000000000; 0x3ca0000000000000; 0x4340000000000000; 0x3ff0000000000000; 0x3ff0000000000001; 0x3ca0000000000000; 0x4340000000000000; 0x3ff0000000000001; 0x3ff0000000000000; 0x3ca0000000000000; 0x4340000000000000; 0x3ff0000000000000; 0x3fd3333333333334; 0x3f947ae147ae147c; 0x3fe0000000000000; 0x3fbeb851eb851eb9; 0x3fd3333333333333; 0x3f947ae147ae147b; 0x3fe0000000000000; 0x3fbeb851eb851eb8; 0x3fd3333333333334; 0x3f947ae147ae147c; 0x3fe0000000000000; 0x3fbeb851eb851eb9; 0x3fd3333333333333; 0x3f947ae147ae147b; 0x3fe0000000000000; 0x3fbeb851eb851eb8; 0x4341c37937e08002; 0x435aa535d3d0c000; 0x4327af4c4a80aaab; 0x4361c37937e08000; 0x4341c37937e08001; 0x435aa535d3d0c000; 0x4327af4c4a80aaaa; 0x4361c37937e08000; 0x4341c37937e08002; 0x435aa535d3d0c000; 0x4327af4c4a80aaab; 0x4361c37937e08000; 0x4341c37937e08001; 0x435aa535d3d0c000; 0x4327af4c4a80aaaa; 0x4361c37937e08000; 0x4000000000000000; 0xc008000000000000; 0xbfd5555555555555; 0xc010000000000000; 0x4000000000000000; 0xc008000000000000; 0xbfd5555555555555; 0xc010000000000000; 0x4000000000000000; 0xc008000000000000; 0xbfd5555555555555; 0xc010000000000000; 0x4000000000000000; 0xc008000000000000; 0xbfd5555555555556; 0xc010000000000000; 0x4010000000000000; 0xc035000000000000; 0xc002aaaaaaaaaaab; 0xc02c000000000000; 0x4010000000000000; 0xc035000000000000; 0xc002aaaaaaaaaaaa; 0xc02c000000000000; 0x4010000000000000; 0xc035000000000000; 0xc002aaaaaaaaaaaa; 0xc02c000000000000; 0x4010000000000000; 0xc035000000000000; 0xc002aaaaaaaaaaab; 0xc02c000000000000; 0x3ff0000000000000; 0xbc90000000000000; 0xc350000000000000; 0x3ff0000000000000; 0x3fefffffffffffff; 0xbc90000000000000; 0xc350000000000000; 0x3fefffffffffffff; 0x3ff0000000000000; 0xbc90000000000000; 0xc350000000000000; 0x3ff0000000000000; 0x3fefffffffffffff; 0xbc90000000000000; 0xc350000000000000; 0x3fefffffffffffff
// expect: c = 0x2; 0x2; 0x2; 0x2; 0x3; 0x3; 0x2; 0x2; 0xfffffffe; 0x0; 0xfffffffe; 0x0; 0xfffffffe; 0x0; 0xfffffffd; 0x0; 0x4; 0x4; 0x3; 0x3; 0x4; 0x4; 0x3; 0x3; 0x0; 0x0; 0x0; 0x0; 0x1; 0x1; 0x0; 0x0; 0x0; 0x0; 0x0; 0x0; 0x0; 0x0; 0xffffffff; 0x0; 0x7fffffff; 0xffffffff; 0x7fffffff; 0xffffffff; 0x7fffffff; 0xffffffff; 0x7fffffff; 0xffffffff; 0x80000000; 0x0; 0x80000000; 0x0; 0x80000000; 0x0; 0x80000000; 0x0; 0x1; 0x1; 0x0; 0x0; 0x1; 0x1; 0x0; 0x0; 0xffffffff; 0x0; 0x0; 0x0; 0x0; 0x0; 0xffffffff; 0x0; 0x7fffff80; 0x7fffff80; 0x7fffff80; 0x7fffff80; 0x7fffff80; 0x7fffff80; 0x7fffff80; 0x7fffff80
// expect: n = 0x4b800000; 0x4b800000; 0x4b800000; 0x4b800000; 0x4b800001; 0x4b800001; 0x4b800000; 0x4b800000; 0xcb800000; 0x4f7f0000; 0xcb800000; 0x4f7effff; 0xcb800000; 0x4f7f0000; 0xcb800001; 0x4f7effff; 0x4f000000; 0x4f000000; 0x4effffff; 0x4effffff; 0x4f000000; 0x4f000000; 0x4effffff; 0x4effffff; 0xcf000000; 0x4f000000; 0xcf000000; 0x4f000000; 0xcf000000; 0x4f000000; 0xcf000000; 0x4f000000; 0x4c000001; 0x4c000001; 0x4c000000; 0x4c000000; 0x4c000001; 0x4c000001; 0x4c000000; 0x4c000000
// expect: q = 0x5a000000; 0x5a000000; 0x5a000000; 0x5a000000; 0x5a000001; 0x5a000001; 0x5a000000; 0x5a000000; 0xda000000; 0x5f7fe000; 0xda000000; 0x5f7fdfff; 0xda000000; 0x5f7fe000; 0xda000001; 0x5f7fdfff; 0x5f000000; 0x5f000000; 0x5effffff; 0x5effffff; 0x5f000000; 0x5f000000; 0x5effffff; 0x5effffff; 0x5d800000; 0x5d800000; 0x5d800000; 0x5d800000; 0x5d800001; 0x5d800001; 0x5d800000; 0x5d800000
// expect: w = 0x4340000000000000; 0x4340000000000000; 0x4340000000000001; 0x4340000000000000; 0xc340000000000000; 0xc340000000000000; 0xc340000000000000; 0xc340000000000001; 0x43e0000000000000; 0x43dfffffffffffff; 0x43e0000000000000; 0x43dfffffffffffff; 0x43b0000000000000; 0x43b0000000000000; 0x43b0000000000001; 0x43b0000000000000
// expect: r = 0x3fb504f3; 0x3f000000; 0x3fb504f3; 0x3f000000; 0x3fb504f4; 0x3f000000; 0x3fb504f3; 0x3f000000; 0x3fddb3d7; 0x3eaaaaab; 0x3fddb3d7; 0x3eaaaaaa; 0x3fddb3d8; 0x3eaaaaab; 0x3fddb3d7; 0x3eaaaaaa; 0x3ea1e89b; 0x41200000; 0x3ea1e89b; 0x411fffff; 0x3ea1e89c; 0x41200000; 0x3ea1e89b; 0x411fffff; 0x404a62c2; 0x3dcccccd; 0x404a62c1; 0x3dcccccc; 0x404a62c2; 0x3dcccccd; 0x404a62c1; 0x3dcccccc
// Every direction of rounding, bit for bit; the patterns were worked out with exact fractions.
#define EACH(X) X(rn) X(rz) X(ru) X(rd)
__global__ void single(unsigned* o) {
    const float a[] = {__uint_as_float(0x3f800000u), __uint_as_float(0x3f800000u), __uint_as_float(0x3dcccccdu), __uint_as_float(0x4cbebc20u), __uint_as_float(0xbf800000u), __uint_as_float(0x4b800000u), __uint_as_float(0x40e00000u), __uint_as_float(0x006ce3eeu), __uint_as_float(0x00000004u)};
    const float b[] = {__uint_as_float(0x33800000u), __uint_as_float(0xb3000000u), __uint_as_float(0x3e4ccccdu), __uint_as_float(0x40400000u), __uint_as_float(0x40400000u), __uint_as_float(0x3f800000u), __uint_as_float(0xc0400000u), __uint_as_float(0x40400000u), __uint_as_float(0x3f000000u)};
    for (int i = 0; i < 9; i++) {
#define ROW(m)                                                                                                         \
    *o++ = __float_as_uint(__fadd_##m(a[i], b[i]));                                                                    \
    *o++ = __float_as_uint(__fsub_##m(a[i], b[i]));                                                                    \
    *o++ = __float_as_uint(__fmul_##m(a[i], b[i]));                                                                    \
    *o++ = __float_as_uint(__fdiv_##m(a[i], b[i]));                                                                    \
    *o++ = __float_as_uint(__fmaf_##m(a[i], b[i], a[i]));
        EACH(ROW)
#undef ROW
    }
}
__global__ void twice(long long* o) {
    const double a[] = {__longlong_as_double(0x3ff0000000000000ll), __longlong_as_double(0x3fb999999999999all), __longlong_as_double(0x4341c37937e08000ll), __longlong_as_double(0xbff0000000000000ll), __longlong_as_double(0x401c000000000000ll), __longlong_as_double(0x3ff0000000000000ll)};
    const double b[] = {__longlong_as_double(0x3ca0000000000000ll), __longlong_as_double(0x3fc999999999999all), __longlong_as_double(0x4008000000000000ll), __longlong_as_double(0x4008000000000000ll), __longlong_as_double(0xc008000000000000ll), __longlong_as_double(0xbc90000000000000ll)};
    for (int i = 0; i < 6; i++) {
#define ROW(m)                                                                                                         \
    *o++ = __double_as_longlong(__dadd_##m(a[i], b[i]));                                                               \
    *o++ = __double_as_longlong(__dmul_##m(a[i], b[i]));                                                               \
    *o++ = __double_as_longlong(__ddiv_##m(a[i], b[i]));                                                               \
    *o++ = __double_as_longlong(__fma_##m(a[i], b[i], a[i]));
        EACH(ROW)
#undef ROW
    }
}
__global__ void to_int(unsigned* o) {
    const float a[] = {__uint_as_float(0x40200000u), __uint_as_float(0xc0200000u), __uint_as_float(0x40600000u), __uint_as_float(0x3f000000u), __uint_as_float(0xbf000000u), __uint_as_float(0x501502f9u), __uint_as_float(0xd01502f9u), __uint_as_float(0x3f7fffffu), __uint_as_float(0xbf7fffffu), __uint_as_float(0x4effffffu)};
    for (int i = 0; i < 10; i++) {
#define ROW(m)                                                                                                         \
    *o++ = __float2int_##m(a[i]);                                                                                      \
    *o++ = __float2uint_##m(a[i]);
        EACH(ROW)
#undef ROW
    }
}
__global__ void of_int(unsigned* o) {
    const int a[] = {16777217, -16777217, 2147483647, -2147483647 - 1, 33554435};
    for (int i = 0; i < 5; i++) {
#define ROW(m)                                                                                                         \
    *o++ = __float_as_uint(__int2float_##m(a[i]));                                                                     \
    *o++ = __float_as_uint(__uint2float_##m(a[i]));
        EACH(ROW)
#undef ROW
    }
}
__global__ void of_long(unsigned* o, long long* d) {
    const long long a[] = {9007199254740993ll, -9007199254740993ll, 9223372036854775807ll, 1152921504606846977ll};
    for (int i = 0; i < 4; i++) {
#define ROW(m)                                                                                                         \
    *o++ = __float_as_uint(__ll2float_##m(a[i]));                                                                      \
    *o++ = __float_as_uint(__ull2float_##m(a[i]));                                                                     \
    *d++ = __double_as_longlong(__ll2double_##m(a[i]));
        EACH(ROW)
#undef ROW
    }
}
__global__ void roots(unsigned* o) {
    const float a[] = {__uint_as_float(0x40000000u), __uint_as_float(0x40400000u), __uint_as_float(0x3dcccccdu), __uint_as_float(0x41200000u)};
    for (int i = 0; i < 4; i++) {
#define ROW(m)                                                                                                         \
    *o++ = __float_as_uint(__fsqrt_##m(a[i]));                                                                         \
    *o++ = __float_as_uint(__frcp_##m(a[i]));
        EACH(ROW)
#undef ROW
    }
}
