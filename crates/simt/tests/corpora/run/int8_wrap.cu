// Narrow integers wrap when they are stored, and are promoted to int when they are used.
// buffer: s i8[32] = 90 + i
// buffer: u u8[32] = 200 + i
// buffer: out i32[128] = 0
// launch: k<<<1, 32>>>(s, u, out)
// expect: out[i] = i < 32 ? (100 + i > 127 ? 100 + i - 256 : 100 + i) : i < 64 ? (200 + 2 * (i - 32)) % 256 : i < 96 ? 90 + i - 64 + 200 + i - 64 : -(200 + i - 96)
__global__ void k(signed char* s, unsigned char* u, int* out) {
    int i = threadIdx.x;
    signed char a = s[i];
    a += 10;
    unsigned char b = u[i];
    b += i;
    out[i] = a;
    out[32 + i] = b;
    out[64 + i] = s[i] + u[i];
    out[96 + i] = -u[i];
}
