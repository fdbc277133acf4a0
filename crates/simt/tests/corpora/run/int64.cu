// buffer: out i64[10] = 0
// launch: k<<<1, 1>>>(out, 3000000000l, -5l, 65536)
// expect: out = 9000000000000000000; -600000000; 0; -3; 4294967296; 0; 1; 4611686018427387904; 9223372036854775807; 12884901888
__global__ void k(long long* out, long long a, long long b, int c) {
    out[0] = a * a;
    out[1] = a / b;
    out[2] = a % b;
    out[3] = b >> 1;
    out[4] = (long long)c * c;
    out[5] = c * c;
    out[6] = a > b;
    out[7] = 1LL << 62;
    out[8] = (unsigned long long)-1 >> 1;
    out[9] = 3ull << 32;
}
