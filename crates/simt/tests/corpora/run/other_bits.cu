// A variable looked at as another type through its address: whole, the first half, a half written, two as one.
// buffer: out i32[12] = 0
// launch: k<<<1, 1>>>(out)
// expect: out = 22136; 120; 1065353216; 1432778632; 1072693248; 67305985; 305397767; 1073741824; -1; 17; 9; 131073
struct Pair {
    short a, b;
};
__device__ int low(long long x) { return *(int *)&x; }
__device__ void set(int &x) { *(unsigned char *)&x = 0x11; }
__global__ void k(int *out) {
    int y = 0x12345678;
    out[0] = *(short *)&y;
    out[1] = *reinterpret_cast<unsigned char *>(&y);
    float one = 1.0f;
    out[2] = *(int *)&one;
    out[3] = low(0x1122334455667788ll);
    double d = 1.0;
    out[4] = (int)(*(long long *)&d >> 32);
    char c[4] = {1, 2, 3, 4};
    out[5] = *(int *)c;
    *(short *)&y = 7;
    out[6] = y;
    float2 v = {1.0f, 2.0f};
    out[7] = (int)(*(long *)&v >> 32);
    unsigned m = 0xffffffffu;
    out[8] = *(int *)&m;
    int z = 0;
    set(z);
    out[9] = z;
    Pair p = {1, 2};
    int whole = 0;
    *(Pair *)&whole = p;
    out[10] = 9;
    out[11] = whole;
}
