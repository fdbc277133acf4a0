// Points where the functions are exact.
// buffer: out f32[14] = 9
// launch: k<<<1, 1>>>(out, 0f, 4f, 3f)
// expect: out = 1; 1; 0; 1; 0; 0.5; 2; 64; 0; 0; 1; 5; 2; 0
__global__ void k(float* out, float zero, float four, float three) {
    out[0] = expf(zero);
    out[1] = __expf(zero);
    out[2] = sinf(zero);
    out[3] = cosf(zero);
    out[4] = logf(1.0f);
    out[5] = rsqrtf(four);
    out[6] = log2f(four);
    out[7] = powf(four, three);
    float s, c;
    sincosf(zero, &s, &c);
    out[8] = s;
    out[9] = tanhf(zero);
    out[10] = c;
    out[11] = hypotf(three, four);
    out[12] = __fdividef(four, 2.0f);
    out[13] = fabsf(-zero);
}
