// `->` on an object, or on a number: what was meant is a dot, or a pointer.
struct Inner { int v; };
struct Outer { Inner inner; static Outer make() { return Outer(); } int get() { return inner.v; } };
struct Held { Outer* to; __host__ __device__ Outer* operator->() const { return to; } };

__global__ void k(Outer* out) {
    Outer here = *out;
    here->inner.v = 1; //~ error: `->` needs a pointer, and this is `Outer` //~ help: write `.` instead
    out->inner->v = 2; //~ error: `->` needs a pointer, and this is `Inner`
    int n = 3;
    n->v = 4; //~ error: `->` needs a pointer, and this is `int`
    Held held = {out};
    held->inner.v = 5;
}

int host() {
    return Outer::make()->get(); //~ error: `->` needs a pointer, and this is `Outer`
}
