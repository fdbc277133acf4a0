// buffer: out i32[12] = 0
// launch: k<<<1, 1>>>(out, 2147483647, -2147483647, 7, -7, 2)
// expect: out = -2147483648; -2; 1; 3; -3; 1; -1; 3; -4; 28; 2147483644; -4
__global__ void k(int* out, int max, int low, int a, int b, int c) {
    out[0] = max + 1;
    out[1] = max * 2;
    out[2] = max * max;
    out[3] = a / c;
    out[4] = b / c;
    out[5] = a % c;
    out[6] = b % c;
    out[7] = a >> 1;
    out[8] = b >> 1;
    out[9] = a << c;
    out[10] = (unsigned)b >> 1;
    out[11] = ~3;
}
