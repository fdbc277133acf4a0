// buffer: m u32[64] = 0
// buffer: r i32[8] = 0
// buffer: w u64[4] = 0
// launch: k<<<1, 32>>>(m, r, w)
// expect: m[i] = i < 32 ? 0x11111111 << (i % 4) : (i < 48 ? 0xffff : 0xffff0000)
// expect: r = 1; 0; 1; 32; 1; 0; 7; 31
// expect: w = 4294967295; 0; 15; 1
__global__ void k(unsigned* m, int* r, unsigned long long* w) {
    int t = threadIdx.x;
    m[t] = __match_any_sync(0xffffffff, t % 4);
    m[32 + t] = __match_any_sync(0xffffffff, (long long)(t / 16) << 40);
    int all = 9;
    unsigned long long same = __match_all_sync(0xffffffff, 3.5, &all);
    unsigned long long other = __match_all_sync(0xffffffff, t < 5, &r[1]);
    double d = __shfl_sync(0xffffffff, t * 0.5, 30);
    long long q = __shfl_xor_sync(0xffffffff, (long long)t << 33, 1);
    long long before = clock64();
    long long after = clock64();
    if (t == 0) {
        r[0] = all;
        r[2] = after > before;
        r[3] = __popc(__activemask()) + (int)(before < 0) + 31;
        r[4] = q == 1ll << 33;
        r[5] = __any_sync(__activemask(), 0);
        __nanosleep(100);
        r[6] = __reduce_max_sync(1, 7);
        w[0] = same;
        w[1] = other;
        w[2] = (unsigned long long)d;
        w[3] = __isShared(r) == 0 && __isGlobal(r) == 1 && __isLocal(&all) == 1;
        r[7] = (int)__builtin_ctz(1u << 31);
    }
}
