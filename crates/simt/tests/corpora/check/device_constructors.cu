// A variable of the device is made before the program runs: by constants, or by a constructor that is `constexpr`.
struct Bar { int v; __host__ __device__ Bar(int x) : v(x * 2) {} };
struct Own { int a; __device__ Own() { a = 3; } };
struct Same { int a; __host__ __device__ constexpr Same(int x) : a(x) {} };
template <class T> struct Pair { T a; template <class... A> __host__ __device__ Pair(A... all) : a(all...) {} }; //~ error: `int` takes one value, and this pack has 2
__device__ Bar bar(1); //~ error: a variable of the device cannot be made by a constructor that runs when the program starts //~ label: this one is not `constexpr`
__device__ Own own; //~ error: a variable of the device cannot be made by a constructor that runs when the program starts
__constant__ Same same(4);
__global__ void k(int *out) {
    Pair<int> two(1, 2);
    out[0] = same.a;
}
