// buffer: out u32[12] = 0
// launch: k<<<1, 1>>>(out, 240u, -3)
// expect: out = 4; 24; 5; 251658240; 16; 4294967294; 287454020; 1; 0; 64; 1; 3735928559
__global__ void k(unsigned* out, unsigned a, int minus) {
    out[0] = __popc(a);
    out[1] = __clz(a);
    out[2] = __ffs(a);
    out[3] = __brev(a);
    out[4] = __umulhi(a << 24, a << 4 >> 8 << 4) / 15 + 1;
    out[5] = __mulhi(minus, 2147483647);
    out[6] = __byte_perm(0x11223344u, 0x55667788u, 0x3210);
    out[7] = __popcll(1ull << 40);
    out[8] = __ffsll(0ll);
    out[9] = __clzll(0ll);
    out[10] = __funnelshift_l(0x80000000u, 0u, 1);
    out[11] = __byte_perm(0xdeadbeefu, 0u, 0x3210);
}
