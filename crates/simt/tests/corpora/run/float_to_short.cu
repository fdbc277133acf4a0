// To short unsigned integers a device goes by `unsigned`: what is negative becomes 0, what is too large loses its upper bits. Seen on an H200.
// buffer: in f32[10] = -1; -0.5; -300; 200.7; 300; 70000; 3000000000; 5000000000; nan; -70000
// buffer: bytes u8[10] = 7
// buffer: shorts u16[10] = 7
// buffer: signs i8[10] = 7
// buffer: doubles u8[10] = 7
// launch: k<<<1, 10>>>(in, bytes, shorts, signs, doubles)
// expect: bytes = 0; 0; 0; 200; 44; 112; 0; 255; 0; 0
// expect: shorts = 0; 0; 0; 200; 300; 4464; 24064; 65535; 0; 0
// expect: signs = -1; 0; -44; -56; 44; 112; -1; -1; 0; -112
// expect: doubles = 0; 0; 0; 200; 44; 112; 0; 255; 0; 0
__global__ void k(const float *in, unsigned char *bytes, unsigned short *shorts, signed char *signs, unsigned char *doubles) {
    int i = threadIdx.x;
    bytes[i] = (unsigned char)in[i];
    shorts[i] = in[i];
    signs[i] = (signed char)in[i];
    double d = in[i];
    doubles[i] = static_cast<unsigned char>(d);
}
