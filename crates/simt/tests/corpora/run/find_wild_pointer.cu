// buffer: out i32[1] = 5
// launch: k<<<1, 1>>>(out)
// expect: out = 0
__global__ void k(int* out) {
    int* p = (int*)0xdeadbeef12345678ull;
    out[0] = *p; //~ wild-pointer
}
