// What would take too long to work out at compile time is said to.
constexpr int f(int n) { return n < 2 ? n : f(n - 1) + f(n - 2); }
template <int N> struct S {
    static constexpr int v = f(N); //~ error: to work out
};
__global__ void k(int* out) {
    constexpr int deep = f(60); //~ error: `deep` is `constexpr`, and this is not known at compile time: it takes more than 1000000 steps
    *out = S<60>::v + deep;
}
