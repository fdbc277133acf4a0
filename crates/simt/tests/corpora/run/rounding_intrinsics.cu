// buffer: out i32[10] = 0
// buffer: f f32[6] = 0
// launch: k<<<1, 1>>>(out, f, 2.5f, -2.5f, 16777219)
// expect: out = 2; 3; 2; 2; -2; -3; -2; -3; 2; 3
// expect: f = 16777220; 16777218; 16777220; 16777218; 1; -1
__global__ void k(int* out, float* f, float a, float b, int n) {
    out[0] = __float2int_rn(a);
    out[1] = __float2int_ru(a);
    out[2] = __float2int_rd(a);
    out[3] = __float2int_rz(a);
    out[4] = __float2int_rn(b);
    out[5] = __float2int_rd(b);
    out[6] = __float2int_ru(b);
    out[7] = (int)roundf(b);
    out[8] = (int)rintf(a);
    out[9] = (int)roundf(a);
    f[0] = __int2float_rn(n);
    f[1] = __int2float_rz(n);
    f[2] = __int2float_ru(n);
    f[3] = __int2float_rd(n);
    f[4] = __double2float_rz(1.00000000001);
    f[5] = __double2float_rz(-1.00000000001);
}
