// buffer: out u32[4] = 0
// buffer: back f32[1] = 0
// launch: k<<<1, 1>>>(out, back, -1.5f)
// expect: out = 3217031168; 1; 1071644672; 0
// expect: back = 2
__global__ void k(unsigned* out, float* back, float a) {
    out[0] = __float_as_uint(a);
    out[1] = __float_as_int(a) < 0;
    out[2] = __double2hiint(0.5);
    out[3] = __double2loint(0.5);
    back[0] = __int_as_float(0x40000000);
}
