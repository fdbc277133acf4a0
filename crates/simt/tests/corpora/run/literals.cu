// buffer: out i64[14] = 0
// launch: k<<<1, 1>>>(out)
// expect: out = 255; 8; 5; 1000000; 65; 10; 92; 4294967295; -1; 18; 9223372036854775807; 1; 3; 39
__global__ void k(long long* out) {
    out[0] = 0xFF;
    out[1] = 010;
    out[2] = 0b101;
    out[3] = 1'000'000;
    out[4] = 'A';
    out[5] = '\n';
    out[6] = '\\';
    out[7] = 4294967295;
    out[8] = -1L;
    out[9] = 0x12u;
    out[10] = 0x7fffffffffffffffLL;
    out[11] = 1e0f == 1.f;
    out[12] = (long long)3.99;
    out[13] = '\'';
}
