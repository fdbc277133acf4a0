// buffer: out i32[32] = 0
// buffer: made i32[4] = 0
// buffer: room u64[64] = 0
// launch: local<<<1, 32>>>(out)
// launch: make<<<1, 4>>>(room)
// launch: use<<<1, 8>>>(room, made)
// expect: out[i] = i % 3 == 0 ? 2 * i : (i % 3 == 1 ? 2 * i + 2 : 6 * i)
// expect: made = 100; 6; 3; 11
// Virtual functions in device code: objects of each lane, and objects that one kernel makes and another uses.
#include <new>
struct Shape {
    int n;
    __device__ Shape(int n) : n(n) {}
    __device__ virtual int area() const = 0;
    __device__ virtual int twice() const { return 2 * area(); }
    __device__ virtual ~Shape() {}
};
struct Line : Shape {
    __device__ Line(int n) : Shape(n) {}
    __device__ int area() const override { return n; }
};
struct Square : Shape {
    int extra;
    __device__ Square(int n, int extra) : Shape(n), extra(extra) {}
    __device__ int area() const override { return n * 2 + extra; }
    __device__ int twice() const override { return area(); }
};
struct Named {
    __device__ virtual int name() const { return 7; }
    __device__ virtual ~Named() {}
};
struct Both : Named, Line {
    __device__ Both(int n) : Line(n) {}
    __device__ int area() const override { return 3 * n + name() - 7; }
};
__device__ int measure(const Shape &s) { return s.twice(); }
__global__ void local(int *out) {
    int t = threadIdx.x;
    Line line(t);
    Square square(t, 2);
    Both both(t);
    const Shape *s = t % 3 == 0 ? (const Shape *)&line : t % 3 == 1 ? (const Shape *)&square : &both;
    const Shape &known = square;
    out[t] = t % 2 ? s->twice() : measure(*s) + known.area() - square.area();
}
__global__ void make(unsigned long long *room) {
    void *at = room + 8 * threadIdx.x;
    int t = threadIdx.x;
    if (t == 0) new (at) Line(50);
    if (t == 1) new (at) Square(1, 4);
    if (t == 2) new (at) Both(1);
    if (t == 3) new (at) Square(3, 5);
}
__global__ void use(unsigned long long *room, int *out) {
    int t = threadIdx.x;
    if (t == 2) {
        Both *both = (Both *)(room + 16);
        Shape *s = both;
        out[2] = s->area();
        both->~Both();
    } else if (t < 4) {
        Shape *s = (Shape *)(room + 8 * t);
        out[t] = s->twice();
    }
}
