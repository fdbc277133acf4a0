// Constructors, destructors, copies and moves, counted: at the end of scopes, loops, returns and whole expressions.
// buffer: out i32[24] = 0
// launch: life<<<1, 1>>>(out)
// expect: out = 1; 0; 3; 0; 12; 0; 2; 0; 5; 0; 1; 0; 7; 0; 9; 0; 4; 0; 4; 1; 6; 0; 11; 0

struct Counted {
    int* live;
    int v;
    __device__ Counted(int* l, int x) : live(l), v(x) { ++*live; }
    __device__ Counted(const Counted& o) : live(o.live), v(o.v + 1) { ++*live; }
    __device__ Counted(Counted&& o) : live(o.live), v(o.v) { ++*live; o.v = -1; }
    __device__ Counted& operator=(const Counted& o) { v = o.v + 10; return *this; }
    __device__ ~Counted() { --*live; }
    __device__ int get() const { return v; }
};

__device__ Counted make(int* live, int x) { return Counted(live, x); }
__device__ Counted named(int* live, int x) {
    Counted c(live, x);
    c.v += 2;
    return c;
}
__device__ int by_value(Counted c) { return c.v; }
__device__ int by_reference(const Counted& c) { return c.v; }
__device__ int early(int* live, int n) {
    Counted a(live, 1);
    for (int i = 0; i < 10; ++i) {
        Counted b(live, i);
        if (i == 2) continue;
        if (i == n) return b.v + a.v;
        if (i == 6) break;
    }
    return -1;
}

struct Pair {
    Counted a, b;
    int extra = 4;
    __device__ Pair(int* l) : a(l, 3), b(l, 4) {}
};

struct Base {
    Counted c;
    __device__ Base(int* l, int v) : c(l, v) {}
    __device__ int base() const { return c.v; }
};
struct Derived : public Base {
    int more;
    __device__ Derived(int* l) : Base(l, 5), more(6) {}
    __device__ int both() const { return base() + more; }
};
__device__ int through(const Base& b) { return b.base(); }

__global__ void life(int* out) {
    int live = 0;
    {
        Counted a(&live, 1);
        out[0] = live;
    }
    out[1] = live;
    out[2] = make(&live, 3).get();
    out[3] = live;
    {
        Counted a = named(&live, 10);
        out[4] = a.get();
    }
    out[5] = live;
    {
        Counted a(&live, 1);
        out[6] = by_value(a);  // a copy: one more
    }
    out[7] = live;
    out[8] = early(&live, 4);
    out[9] = live;
    {
        const Counted& kept = make(&live, 8);
        out[10] = live;
        (void)kept;
    }
    out[11] = live;
    {
        Pair p(&live);
        Pair q = p;  // 4 and 5
        out[12] = p.a.v + q.a.v;
        out[13] = live - 4;
    }
    {
        Derived d(&live);
        Derived e(d);
        out[14] = through(e) + 3;
        out[15] = live - 2;
        out[18] = d.more - 2;
    }
    out[16] = by_reference(make(&live, 4));
    out[17] = live;
    out[18] = live + 4;
    {
        Counted list[3] = {Counted(&live, 1), Counted(&live, 2), Counted(&live, 3)};
        out[18] = list[0].v + live;
        out[20] = list[2].v + 3;
    }
    out[21] = live;
    {
        Counted a(&live, 1), b(&live, 1);
        a = b;
        out[22] = a.v;
    }
    out[23] = live;
    Pair* none = nullptr;
    out[19] = none == nullptr && make(&live, 1).v == 2 ? 1 : live;
}
