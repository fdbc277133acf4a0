// When no function fits: each candidate with its reason.
struct S { int a; };
__device__ int f(int *p, int n) { return p[n]; }
__device__ int f(const float *p) { return (int)*p; }
template <typename T> __device__ int f(T *a, T *b, T c) { return (int)(*a + *b + c); }
struct Box {
    int v;
    __device__ Box(int a, int b) : v(a + b) {}
    __device__ Box(const char *s) : v(s[0]) {}
    __device__ int at(int i) { return i; }
    __device__ int at(S s, S t) { return s.a + t.a; }
};
__global__ void k(int *out, float *x, S s) {
    out[0] = f(x, 1); //~ error: argument 1 of `f` is `int*`, but the value is `float*`
    out[1] = f(s); //~ error: argument 1 of `f` is `const float*`, but the value is `S`
    out[2] = f(s, x, 2, 3); //~ error: no `f` takes 4 arguments //~ label: it takes 2 arguments, and 4 are given //~ label: it takes 1 argument, and 4 are given //~ label: its template arguments cannot be worked out
    Box b(x, x, 1); //~ error: no `Box` takes 3 arguments //~ label: not this one: it takes 2 arguments, and 3 are given
    Box c(s); //~ error: argument 1 of `Box` is `const char*`, but the value is `S`
    Box d(1, 2);
    out[3] = d.at(); //~ error: no `at` takes 0 arguments //~ label: it takes 1 argument, and 0 are given
    out[4] = d.at(s); //~ error: argument 1 of `at` is `int`, but the value is `S`
}
__device__ int g(int *p, int n) { return p[n]; }
__device__ int g(float *p, int n) { return (int)p[n]; }
__device__ int g(S s, int n, int m = 0) { return s.a + n + m; }
__global__ void several(int *out, double *d) {
    out[0] = g(d, 1); //~ error: no `g` takes `double*`, `int` //~ label: not this one: argument 1 is `int*`, and `double*` is given //~ label: argument 1 is `float*`, and `double*` is given //~ label: argument 1 is `S`, and `double*` is given //~ help: it takes (int*, int) or (float*, int)
}
