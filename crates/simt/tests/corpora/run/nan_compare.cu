// Every comparison with NaN is false but `!=`.
// buffer: in f32[2] = nan; 1
// buffer: out i32[8] = 9
// launch: k<<<1, 1>>>(in, out)
// expect: out = 0; 0; 0; 0; 0; 1; 1; 2
__global__ void k(const float* in, int* out) {
    float n = in[0], one = in[1];
    out[0] = n < one;
    out[1] = n > one;
    out[2] = n <= one;
    out[3] = n >= one;
    out[4] = n == n;
    out[5] = n != n;
    out[6] = !(n < one);
    out[7] = n < one ? 1 : 2;
}
