// buffer: out u64[10] = 0
// launch: k<<<1, 1>>>(out)
// expect: out = 1; 2; 4; 8; 8; 12; 16; 40; 8; 16
struct Mixed { char c; double d; int n[5]; };
__global__ void k(unsigned long long* out) {
    float a[10];
    out[0] = sizeof(char);
    out[1] = sizeof(short);
    out[2] = sizeof(unsigned);
    out[3] = sizeof(long);
    out[4] = sizeof(float*);
    out[5] = sizeof(float3);
    out[6] = sizeof(int4);
    out[7] = sizeof(Mixed);
    out[8] = sizeof(a) / sizeof(a[0]) - 2;
    out[9] = alignof(float4);
}
