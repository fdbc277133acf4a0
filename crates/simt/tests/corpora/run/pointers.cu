// buffer: in i32[16] = 10 * i
// buffer: out i64[8] = 0
// launch: k<<<1, 1>>>(in, out)
// expect: out = 5; 30; 20; 1; 0; 150; -3; 40
__global__ void k(const int* in, long long* out) {
    const int* p = in + 5;
    out[0] = p - in;
    out[1] = p[-2];
    out[2] = *(p - 3);
    out[3] = p > in;
    out[4] = p == nullptr;
    p += 10;
    out[5] = *p;
    const int* q = &in[12];
    out[6] = q - p;
    out[7] = (&in[3])[1];
}
