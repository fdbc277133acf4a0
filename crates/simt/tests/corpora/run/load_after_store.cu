// A second load of the same address is left out only while nothing has been stored.
// buffer: v i32[4] = 5
// buffer: out i32[4] = 0
// launch: k<<<1, 1>>>(v, out, v)
// expect: out = 10; 7; 12; 8
// counter: v.loads.requests = 5
__global__ void k(int* v, int* out, int* same) {
    out[0] = v[0] + v[0];
    int a = v[1];
    same[1] = a + 2;
    out[1] = v[1];
    out[2] = v[1] + a;
    if (a == 5) v[2] = 8;
    out[3] = v[2];
}
