struct S { float a, b; };
using Weight = const float;
template <typename T> __device__ T first(T a, T b) { return a; }
template <typename T> __device__ float read(T* p) { return p[0]; }
template <int N> __device__ int plus(int x) { return x + N; }
template <typename A, typename B> __device__ auto add(A a, B b) -> decltype(a + b) { return a + b; }
__global__ void k(float* out, const float* in, Weight* w) {
    out[0] = first(1, 2.0f); //~ error: `T` of `first` would be `int` for one argument and `float` for another
    out[1] = first<float>(1, 2.0f) + read(out) + read(in) + add(1, 2.5f);
    out[2] = plus<1.5f>(1); //~ error: a template argument must be an integer, not `float`
    w[0] = 1.0f; //~ error: cannot assign to `w[…]`: it is `const`
    float4 v(1, 2, 3, 4); //~ error: `float4` has no constructor to call with parentheses //~ help: `make_float4(x, y, z, w)`
    S s = S(1.0f, 2.0f);
    S t = S(), u(t);
    dim3 d(1, 2);
    out[3] = s.a + t.a + u.b + d.y;
    bool b = nullptr; //~ error: `b` is `bool`
}
