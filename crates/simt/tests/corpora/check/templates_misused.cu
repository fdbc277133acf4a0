// wanted: k<3>
// wanted: bad<4>
// wanted: width<float>
template <int N> __global__ void k(int* out) {
    int a[N];
    a[0] = missing(N); //~ error: nothing here is called `missing`
    out[0] = a[0];
}
template <int N> __device__ int f(int x) { return x + N; }
template <typename T> __device__ T g(T a, T b) { return a + b; }
template <typename T> __device__ T none() { return T(); }
template <int N> __global__ void bad(int* out, int n) {
    out[0] = f<n>(1); //~ error: a template argument must be known at compile time
    out[1] = f(1); //~ error: template arguments of `f` cannot be worked out
    out[2] = f<N>(1) + g(1, 2) + g<float>(1, 2.0f) + none<int>();
    out[3] = none(); //~ error: template arguments of `none` cannot be worked out //~ help: `none<…>(…)`
}
template <int N> __global__ void width(int* out) { out[0] = N; } //~ error: `width<float>` is asked for
