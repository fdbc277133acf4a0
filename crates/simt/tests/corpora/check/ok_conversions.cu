__global__ void k(unsigned char* b, short* s, long long* l, bool* f, float* x) {
    b[0] = 300 & 0xff;
    b[1] += 5;
    s[0] = b[0] * b[1];
    l[0] = s[0] + 1u;
    l[1] = (long long)blockIdx.x * blockDim.x;
    f[0] = s[0];
    f[1] = !x;
    x[0] = l[0];
    s[1] = x[0];
    x[1] = (int)x[0] / 2;
    x[2] = -b[0] + ~s[0];
    x[3] = true + 'a' + 1.5f;
    x[4] = x ? *x : 0;
    const char c = 'z';
    x[5] = c << 2;
    void* p = x;
    x[6] = *(float*)p + *static_cast<float*>(p);
    l[2] = x - (float*)p;
    l[3] = (size_t)x;
}
