// What a template asks of its arguments is told where it is not met, with the concept and what of it cannot be formed.
#include <concepts>
#include <type_traits>
template <class T> concept Numeric = std::is_arithmetic_v<T>;
template <class T> concept Adds = requires(T a, T b) { { a + b } -> std::same_as<T>; };
template <class T> concept Sized = requires(const T &a) { a.size(); typename T::value_type; requires sizeof(T) > 1; };
template <Numeric T> __global__ void scale(T *x) { *x *= 2; }
template <class T> requires Adds<T> && (sizeof(T) > 2) __device__ T add(T a, T b) { return a + b; }
template <Numeric T> struct Vec { T x; __device__ int only() const requires std::integral<T> { return 1; } };
struct P { int v; };
template <std::integral T> __device__ int two(T) { return 1; }
template <std::floating_point T> __device__ int two(T) { return 2; }
template <class T> __device__ int three(T x) requires Numeric<T> && requires { x.foo(); } { return 1; }
template <class T> concept Loop = requires(T a) { spin(a); };
template <Loop T> __device__ void spin(T) {}
template <Sized... Ts> __device__ void all(Ts...) {}
template <class T> concept Never = requires { requires (T::value > 1); };
__device__ int count(Numeric auto x) { return x; }
__global__ void k(P *p) {
    add(P{}, P{}); //~ error: `add` asks that `Adds<P>` holds, and it does not //~ label: this cannot be formed
    add((short)1, (short)2); //~ error: `add` asks that `Adds<short>` holds, and it does not
    Vec<P> v; //~ error: `Vec<P>` asks that `Numeric<P>` holds, and it does not
    Vec<float> w{};
    w.only(); //~ error: `Vec<float>::only` asks that `integral<float>` holds, and it does not
    two(P{}); //~ error: `two` asks that `floating_point<P>` holds, and it does not
    three(1); //~ error: `three` asks that the `requires` expression holds, and it does not
    spin(3); //~ error: `spin` asks that `Loop<int>` holds, and it does not
    all(1, 2); //~ error: `all` asks that
    std::integral auto i = 2.5; //~ error: static assertion failed: the type of `i` does not meet `integral`
    static_assert(!Never<P>);
    count(P{}); //~ error: `count` asks that `Numeric<P>` holds, and it does not
}
std::integral auto result() { return 1.5; } //~ error: static assertion failed: the result does not meet `integral`
float not_whole() {
    if (std::integral auto x = 1) return 2.f; //~ error: a concept before `auto` here is not modelled //~ help: write the type or plain `auto`
    return result();
}
void host(P *p) {
    scale<<<1, 1>>>(p); //~ error: `scale` asks that `Numeric<P>` holds, and it does not //~ label: asked here
}
