// Functions whose results are exact.
// buffer: out f32[18] = 9
// launch: k<<<1, 1>>>(out, 2.25f, -2.5f, nan)
// expect: out = 1.5; 2.5; 2.25; -2.5; 2.25; 2.25; 2; -3; 3; -2; -2; -3; -0.25; 1; 0.25; -2.25; 1; 0
__global__ void k(float* out, float a, float b, float none) {
    out[0] = sqrtf(a);
    out[1] = fabsf(b);
    out[2] = fmaxf(a, b);
    out[3] = fminf(a, b);
    out[4] = fmaxf(a, none);
    out[5] = fminf(none, a);
    out[6] = floorf(a);
    out[7] = floorf(b);
    out[8] = ceilf(a);
    out[9] = ceilf(b);
    out[10] = rintf(b);
    out[11] = roundf(b);
    out[12] = fmodf(b, a);
    out[13] = isnan(none);
    out[14] = a - truncf(a);
    out[15] = copysignf(a, b);
    out[16] = __saturatef(a);
    out[17] = __saturatef(b);
}
