// buffer: out f32[4] = 9
// launch: k<<<1, 1>>>(out)
// expect: out = -1; 1; 12; 0.125
__global__ void k(float* out) {
    out[0] = remainderf(5.0f, 3.0f) ;
    out[1] = fmodf(7.0f, 3.0f);
    out[2] = ldexpf(3.0f, 2);
    out[3] = scalbnf(1.0f, -3);
}
