// A variable shown as another type through a reference: to a struct of its halves, by value, as a method's object, and the other way.
// buffer: word u32[1] = 131077
// buffer: out u32[6] = 0
// launch: k<<<1, 1>>>(word, out)
// expect: out = 7; 7; 7; 7; 262151; 2143289344
struct Pair {
    unsigned short a, b;
    __device__ int sum() const { return a + b; }
};
__device__ int of_reference(const Pair &p) { return p.a + p.b; }
__device__ int of_value(Pair p) { return p.a + p.b; }
__device__ void raise(Pair &p) {
    p.a += 2;
    p.b += 2;
}
__global__ void k(const unsigned *word, unsigned *out) {
    unsigned x = *word;
    const Pair &shown = *(const Pair *)&x;
    out[0] = shown.a + shown.b;
    out[1] = of_reference(*reinterpret_cast<Pair *>(&x));
    out[2] = of_value(*reinterpret_cast<Pair *>(&x));
    out[3] = reinterpret_cast<Pair *>(&x)->sum();
    raise(reinterpret_cast<Pair &>(x));
    out[4] = x;
    float f = __int_as_float(0x7fc00000);
    const unsigned &bits = (const unsigned &)f;
    out[5] = bits;
}
