// `using` of functions of several bases and of packs of bases: `std::visit` with one lambda a kind.
#include <cstdio>
#include <span>
#include <string>
#include <variant>
#include <vector>
#include <cuda/std/span>
#include <cub/version.cuh>
#include <thrust/version.h>
struct A {
    int operator()(int) const { return 1; }
    int other() const { return 10; }
};
struct B {
    int operator()(double) const { return 2; }
    int other(int) const { return 20; }
};
struct Pair : A, B {
    using A::operator();
    using B::operator();
    using A::other;
    using B::other;
    int other(int, int) const { return 30; }
};
template <class... Ts>
struct overloaded : Ts... {
    using Ts::operator()...;
};
template <class... Ts>
overloaded(Ts...) -> overloaded<Ts...>;
__global__ void doubled(cuda::std::span<int> s) {
    for (int &x : s) x *= 2;
}
int main() {
    Pair pair;
    std::printf("%d %d %d %d %d\n", pair(1), pair(2.0), pair.other(), pair.other(1), pair.other(1, 2));
    overloaded<A, B> both{A{}, B{}};
    std::printf("%d %d\n", both(1), both(2.0));
    std::variant<int, double, std::string> v = 3;
    for (int i = 0; i < 3; i++) {
        std::visit(overloaded{[](int x) { std::printf("int %d\n", x); }, [](double d) { std::printf("double %g\n", d); }, [](const std::string &s) { std::printf("string %s\n", s.c_str()); }}, v);
        if (i == 0) v = 2.5;
        else v = std::string("hi");
    }
    int k = 5;
    overloaded sum{[](int x) { return x; }, [k](double d) { return k + (int)d; }, [&k](auto &&) { return k = 7; }};
    std::printf("%d %d %d\n", sum(1), sum(2.0), sum("text"));
    std::vector<int> list{1, 2, 3};
    std::span<int> seen(list), first(list.data(), 2);
    std::printf("%d %d %d\n", (int)seen.size(), first[1], (int)seen.subspan(1).size());
    int *numbers;
    cudaMallocManaged(&numbers, 3 * sizeof(int));
    for (int i = 0; i < 3; i++) numbers[i] = i;
    doubled<<<1, 1>>>(cuda::std::span<int>(numbers, 3));
    cudaDeviceSynchronize();
    std::printf("%d %d %d\n", numbers[2], THRUST_VERSION >= 200000, CUB_MAJOR_VERSION);
    cudaFree(numbers);
}
/* expect
1 2 10 20 30
1 2
int 3
double 2.5
string hi
1 7 7
3 2 2
4 1 3
*/
