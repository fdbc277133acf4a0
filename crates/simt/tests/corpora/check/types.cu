__global__ void k(flaot* out, int n) { //~ error: `flaot` is not known as a type
    out[0] = n;
}
__global__ void l(float* out) {
    Float4 v; //~ error: `Float4` is not known as a type //~ help: did you mean
    void x; //~ error: `x` cannot be `void`
    long double d;
    out[0] = sizeof(void); //~ error: `void` has no size
    uint32_t a = 3;
    std::size_t b = 4;
    out[1] = a + b;
    int big[1 << 20]; //~ error: needs 4194304 bytes for each thread
    out[2] = big[0];
}
