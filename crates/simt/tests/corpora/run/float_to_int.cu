// Conversions from floating point truncate and saturate; NaN gives 0.
// buffer: in f32[8] = 1.9; -1.9; 3000000000; -3000000000; nan; inf; -inf; 0.5
// buffer: out i32[8] = 7
// buffer: uns u32[8] = 7
// buffer: wide i64[8] = 7
// launch: k<<<1, 8>>>(in, out, uns, wide)
// expect: out = 1; -1; 2147483647; -2147483648; 0; 2147483647; -2147483648; 0
// expect: uns = 1; 0; 3000000000; 0; 0; 4294967295; 0; 0
// expect: wide = 1; -1; 3000000000; -3000000000; -9223372036854775808; 9223372036854775807; -9223372036854775808; 0
__global__ void k(const float* in, int* out, unsigned* uns, long long* wide) {
    int i = threadIdx.x;
    out[i] = in[i];
    uns[i] = (unsigned)in[i];
    wide[i] = (long long)in[i];
}
