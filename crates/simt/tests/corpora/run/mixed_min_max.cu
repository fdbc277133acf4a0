// buffer: out i64[8] = 0
// launch: k<<<1, 1>>>(out, -5, 7u, -9l)
// expect: out = -5; 7; -9; 5; 9; 7; -5; 3
__global__ void k(long long* out, int a, unsigned b, long long c) {
    out[0] = min(a, 3);
    out[1] = max(b, 3u);
    out[2] = min(c, (long long)a);
    out[3] = abs(a);
    out[4] = llabs(c);
    out[5] = max(a, 7);
    out[6] = max(a, -8);
    out[7] = min(b, 3u);
}
