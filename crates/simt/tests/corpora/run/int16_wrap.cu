// buffer: out i32[8] = 0
// launch: k<<<1, 1>>>(out, 32767, 65535)
// expect: out = -32768; 0; 32768; -1; 65535; -2; 0; 1
__global__ void k(int* out, int big, int ubig) {
    short s = big;
    unsigned short u = ubig;
    s++;
    u++;
    out[0] = s;
    out[1] = u;
    out[2] = (short)big + 1;
    out[3] = (short)ubig;
    out[4] = (unsigned short)-1;
    s = big;
    s *= 2;
    out[5] = s;
    out[6] = (unsigned short)65536;
    out[7] = (short)0x8000 < 0;
}
