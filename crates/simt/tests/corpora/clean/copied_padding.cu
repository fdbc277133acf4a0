// A struct is copied byte for byte: what lies between its fields is nobody's, and its fields are known after it.
// buffer: out i32[64] = uninit
// buffer: got f32[4] = uninit
// launch: k<<<1, 4>>>(out, got)
// expect: got[i] = i + 3.5
struct Part { char tag; double value; short count; };
struct Whole { int first; Part parts[2]; float last; };
__global__ void k(int *out, float *got) {
    Whole a;
    a.first = 1;
    a.last = 0.5f;
    for (int i = 0; i < 2; ++i) {
        a.parts[i].tag = 1;
        a.parts[i].value = threadIdx.x;
        a.parts[i].count = 2;
    }
    __shared__ Whole kept[4];
    memcpy(&kept[threadIdx.x], &a, sizeof(Whole));
    Whole b;
    memcpy(&b, &kept[threadIdx.x], sizeof(Whole));
    if (threadIdx.x == 0) memcpy(out, &b, sizeof(Whole));
    got[threadIdx.x] = b.last + b.parts[1].tag + b.parts[0].count + b.parts[1].value;
}
