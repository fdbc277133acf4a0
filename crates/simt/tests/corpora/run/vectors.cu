// buffer: out i32[8] = 0
// buffer: two f32[64] = i
// launch: k<<<1, 32>>>(out, two)
// expect: out = 1; 2; 3; 4; 10; 255; -1; 7
// expect: two[i] = i % 2 == 0 ? i + 1 : i - 1
struct Pair { int a; float b; };
__device__ int2 swap(int2 v) { return make_int2(v.y, v.x); }
__global__ void k(int* out, float* two) {
    float2* p = (float2*)two + threadIdx.x;
    *p = make_float2(p->y, p->x);
    if (threadIdx.x == 0) {
        int4 q = make_int4(1, 2, 3, 4);
        *(int4*)out = q;
        Pair pair = {3, 7.0f};
        out[4] = pair.a + (int)pair.b;
        uchar4 c = make_uchar4(255, 0, 1, 2);
        out[5] = c.x;
        char4 d = make_char4(-1, 0, 0, 0);
        out[6] = d.x;
        int2 s = swap(make_int2(4, 7));
        out[7] = s.x;
    }
}
