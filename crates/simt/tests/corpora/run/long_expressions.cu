// buffer: out i64[4] = 0
// launch: k<<<1, 1>>>(out, 3, 5u, 7l)
// expect: out = 38; 4294967294; 1; 43
__global__ void k(long long* out, int a, unsigned b, long long c) {
    out[0] = a * b + c * a + (a << 1) - (b >> 1) - 2;
    out[1] = a - b;
    out[2] = (a < b) + (b > c);
    out[3] = c * (a + b) - ((a | 8) + 2);
}
