// The place on the left is evaluated once, and its value has its own type back.
// buffer: out i32[8] = i
// buffer: n i32[1] = 0
// launch: k<<<1, 1>>>(out, n)
// expect: out = 10; 0; 1; 96; 1; 7; 2; -8
// expect: n = 1
__global__ void k(int* out, int* n) {
    out[(*n)++] += 10;
    int i = 1;
    out[i]--;
    i = 2;
    out[i++] /= 2;
    out[i] <<= 5;
    out[4] %= 3;
    out[5] |= 2;
    out[6] &= 3;
    out[7] = ~out[7];
}
