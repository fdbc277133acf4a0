// Names of functions where it is not clear which is meant, or none fits.
__device__ int twice(int x) { return 2 * x; }
__device__ float twice(float x) { return 2 * x; }
template <typename T> __device__ T same(T x) { return x; }
template <int (*F)(int)> __device__ int by_argument(int x) { return F(x); }
template <auto F> __device__ int by_auto(int x) { return F(x); }
template <int *P> __device__ int read() { return *P; }
template <float X> __device__ float number() { return X; } //~ error: template parameters of type `float` are not modelled
__device__ int variable;
template <typename F> __device__ int called(F f, int x) { return f(x); }
__device__ int through(int (*f)(int), int x) { return f(x); }
__global__ void k(int *out) {
    auto f = twice; //~ error: `twice` is a function: call it //~ help: say which one is meant
    twice; //~ error: `twice` is a function: call it
    double (*g)(double) = twice; //~ error: no `twice` is a function for `double (*)(double)`
    int (*h)(int) = twice;
    double (*d)(double) = same;
    float (*s)(float) = sinf;
    int capture = 3;
    int (*c)(int) = [capture](int x) { return x + capture; }; //~ error: `c` is `int (*)(int)`, but the value is `lambda`
    out[0] = by_argument<same>(1) + by_argument<twice>(1) + by_argument<&twice>(2);
    out[1] = by_auto<twice>(1); //~ error: `twice` is a function: call it
    out[3] = read<&variable>() + read<nullptr>();
    out[4] = read<&capture>(); //~ error: a template argument of this type must be the name of a function, the address of a variable of the file, or `nullptr`
    out[5] = called(twice, 1); //~ error: the template arguments of `called` cannot be worked out from this call
    out[6] = through(same, 1) + through([](int x) { return x; }, 2);
    out[7] = (int)number<1.0f>();
    out[8] = h(1) + (int)d(2) + (int)s(3);
}
