// buffer: out i32[6] = 0
// buffer: c i8[2] = 127; -128
// launch: k<<<1, 1>>>(out, c)
// expect: out = -128; 127; 254; -1; 1; 64
// expect: c = -128; 127
__global__ void k(int* out, char* c) {
    c[0]++;
    --c[1];
    out[0] = c[0];
    out[1] = c[1];
    unsigned char u = 127;
    u <<= 1;
    out[2] = u;
    signed char s = 0xff;
    out[3] = s;
    s >>= 1;
    out[4] = s == -1;
    char d = 'A' - 1;
    out[5] = d;
}
