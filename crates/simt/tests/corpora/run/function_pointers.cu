// buffer: out f32[24] = 0
// buffer: n i32[16] = 0
// launch: by_pointer<<<1, 8>>>(out, n)
// launch: mapped<<<1, 8>>>(out)
// launch: reduced<<<1, 8>>>(out, n)
// expect: out = 0; 2; 1; 1.5; 2; 2.5; 3; 3.5; 0; 2; 4; 6; 8; 10; 12; 14; 0; 4; 8; 12; 16; 20; 24; 28
// expect: n = 3; 4; 5; 3; 0; 0; 0; 0; 28; 7; 35; 9; 5; 9; 4; 0
// Functions as template arguments, as callbacks and in tables, in device code; lambdas as pointers to functions.
__device__ float twice(float x) { return 2 * x; }
__device__ int twice(int x) { return 2 * x; }
__device__ float half_of(float x) { return x / 2; }
__device__ float squared(float x) { return x * x; }
__device__ int add(int a, int b) { return a + b; }
template <typename T> __device__ T largest(T a, T b) { return a > b ? a : b; }
typedef float (*Unary)(float);
using Binary = int (*)(int, int);
__device__ Unary table[2] = {twice, half_of};
__device__ int weights[4] = {1, 2, 3, 4};
__device__ int spare = 35;

template <float (*F)(float), int N> __device__ void mapped_on(float *out, int at) {
    float x = threadIdx.x;
    for (int i = 0; i < N; i++) x = F(x);
    out[at + threadIdx.x] = x;
}
template <auto F> __device__ int folded(int n) {
    int r = 0;
    for (int i = 0; i < n; i++) r = F(r, i);
    return r;
}
template <typename F> __device__ float called(F f, float x) { return f(x); }
__device__ float through(float (*f)(float), float x) { return f(x); }
template <int *P> __device__ int at(int i) { return P[i]; }
template <int &R> struct Reads { __device__ operator int() const { return R; } };
template <Binary Op, typename T> struct Scan {
    T *data;
    __device__ T operator()(int n) const {
        T r = data[0];
        for (int i = 1; i < n; i++) r = Op(r, data[i]);
        return r;
    }
};
__global__ void mapped(float *out) { mapped_on<twice, 2>(out, 16); }
__global__ void by_pointer(float *out, int *n) {
    int t = threadIdx.x;
    Unary f = t % 2 ? (Unary)twice : squared;
    out[t] = t < 2 ? f(t) : through(half_of, t);
    out[8 + t] = table[0](t);
    Unary g = [](float x) { return x + 1; };
    Binary b = [](int x, int y) { return x * y; };
    if (t == 0) {
        n[0] = at<weights>(2);
        n[1] = (int)called(half_of, 8.0f);
        n[2] = (int)(g(2) + called(squared, 1) + called([](float x) { return x; }, 1));
        n[3] = b(1, 3);
    }
}
__global__ void reduced(float *out, int *n) {
    if (threadIdx.x) return;
    n[8] = folded<add>(8);
    n[9] = folded<largest<int>>(8);
    n[10] = Reads<spare>();
    n[12] = 5, n[13] = 9, n[14] = 4;
    Scan<largest, int> s{n + 12};
    n[11] = s(3);
}
