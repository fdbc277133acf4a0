// `a * b + c` is fused as nvcc does by default: (1 + 2^-12)^2 - (1 + 2^-11) is 2^-24 only without the middle rounding.
// buffer: out f32[8] = 9
// launch: k<<<1, 1>>>(out, 1.000244140625f, 1.00048828125f)
// expect: out = 0.000000059604644775390625; -0.000000059604644775390625; 0; 0; 0.000000059604644775390625; 0; 0; 0.000000059604644775390625
__global__ void k(float* out, float a, float c) {
    out[0] = a * a - c;
    out[1] = c - a * a;
    out[2] = __fadd_rn(a * a, -c);
    out[3] = __fmul_rn(a, a) - c;
    float s = -c;
    s += a * a;
    out[4] = s;
    float p = a * a;
    out[5] = (out[6] = p) - p;
    out[6] = 0;
    out[7] = fmaf(a, a, -c);
}
