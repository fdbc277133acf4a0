struct NoDefault { int v; __device__ explicit NoDefault(int x) : v(x) {} };
struct Unique {
    int* p;
    __device__ Unique(int* q) : p(q) {}
    Unique(const Unique&) = delete;
    __device__ int read() const { return *p; }
    __device__ void set(int v) { *p = v; }
    static __device__ int zero() { return 0; }
};
struct Later { __device__ int f(); }; //~ error: `Later::f` is declared but never defined
struct Inside { Inside again; }; //~ error: the field `again` has no size yet
struct Fields { int width; int height; __device__ int area() const { return width * heigth; } }; //~ error: nothing here is called `heigth`
template <typename T> struct Half;
template <typename T> struct Holder { T value; __device__ T get() const { return value; } };
struct Plain { int a; };
__device__ int takes(Plain p) { return p.a; }
__global__ void k(int* out) {
    NoDefault a; //~ error: `NoDefault` takes 1 argument, and 0 are given
    NoDefault b = 3; //~ error: expected `NoDefault`, but the value is `int`
    Unique u(out);
    Unique w = u; //~ error: `Unique::Unique` is deleted
    const Unique c(out);
    c.set(1); //~ error: `set` may change its object, and `c` is `const`
    out[0] = c.raed(); //~ error: `Unique` has no member `raed` //~ help: did you mean `read`?
    out[1] = u.read; //~ error: `read` is a method: call it
    out[2] = Unique::read(); //~ error: `Unique::read` is a method and needs an object
    out[3] = Unique::zero();
    Later l;
    out[4] = l.f();
    Half<int> h; //~ error: `Half<int>` is declared but never defined
    Holder<int, 2> x; //~ error: the template has 1 parameter,
    Holder y; //~ error: `Holder` is a class template and needs its arguments here
    Holder<float> z{1.5f};
    out[5] = takes(z.get()); //~ error: argument 1 of `takes` is `Plain`
    Inside inside;
    Fields f{1, 2};
    out[6] = f.area();
    Plain p;
    out[7] = p + 1; //~ error: `+` does not work on `Plain`
    if (p) out[8] = 1; //~ error: a condition must be a number or a pointer, not `Plain`
}
