// buffer: out f32[6] = 0
// buffer: dbl f64[4] = 0
// launch: k<<<1, 1>>>(out, dbl, 16777217, 4294967295u, -1)
// expect: out = 16777216; 4294967296; -1; 0.5; 3; 4294967296
// expect: dbl = 16777217; 4294967295; 0.25; -1
__global__ void k(float* out, double* dbl, int odd, unsigned all, int minus) {
    out[0] = odd;
    out[1] = all;
    out[2] = minus;
    out[3] = 1 / 2.0f;
    out[4] = 7 / 2;
    out[5] = (float)(unsigned)minus;
    dbl[0] = odd;
    dbl[1] = all;
    dbl[2] = 1 / 4.0;
    dbl[3] = minus;
}
