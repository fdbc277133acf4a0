// Lambdas on the host: algorithms, std::function, methods, recursion, kernels that take them; deduced results.
#include <algorithm>
#include <cstdio>
#include <functional>
#include <string>
#include <utility>
#include <vector>

template <typename F> __global__ void apply(F f, int *out) { out[threadIdx.x] = f(threadIdx.x); }
template <typename F> void times(int n, F &&f) { for (int i = 0; i < n; ++i) f(i); }
struct Counter {
    int n = 0;
    std::vector<int> seen;
    void run() {
        auto add = [this](int x) { n += x; seen.push_back(x); };
        times(4, add);
        times(2, [&](int) { ++n; });
        print();
    }
    void print() const { [this] { printf("n %d seen %zu\n", n, seen.size()); }(); }
};
auto make_adder(int k) { return [k](int x) { return x + k; }; }
template <typename... Ts> void print_all(const Ts &...xs) { ((printf("%g ", (double)xs)), ...); printf("\n"); }
template <typename T> T sum(T x) { return x; }
template <typename T, typename... Ts> T sum(T x, Ts... rest) { return x + sum(rest...); }

int main() {
    std::vector<int> v = {5, 3, 9, 1};
    std::sort(v.begin(), v.end(), [](int a, int b) { return a > b; });
    for (int x : v) printf("%d ", x);
    int limit = 4, count = 0;
    std::for_each(v.begin(), v.end(), [&count, limit](int x) { if (x > limit) ++count; });
    printf("over %d\n", count);
    std::function<int(int)> twice = [](int x) { return 2 * x; };
    auto add = make_adder(10);
    printf("%d %d\n", twice(4), add(1));
    std::function<int(int)> fib = [&](int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); };
    printf("fib %d\n", fib(10));
    Counter c;
    c.run();
    std::string name = "x";
    auto greet = [name](const char *what) { printf("%s %s\n", what, name.c_str()); };
    greet("hello");
    std::vector<std::pair<int, float>> pairs;
    pairs.emplace_back(1, 1.5f);
    pairs.push_back({2, 2.5f});
    for (const auto &[a, b] : pairs) printf("%d:%g ", a, b);
    printf("\n");
    print_all(1, 2.5, 3.0f);
    printf("%d\n", sum(1, 2, 3, 4));
    int *out, scale = 3;
    cudaMallocManaged(&out, 4 * sizeof(int));
    apply<<<1, 4>>>([=] __device__(int i) { return i * scale; }, out);
    cudaDeviceSynchronize();
    for (int i = 0; i < 4; ++i) printf("%d ", out[i]);
    printf("\n");
    auto bench = [&](const char *what, auto &&f) { f(); printf("%s done\n", what); };
    bench("launch", [&] { apply<<<1, 4>>>([] __device__(int i) { return i; }, out); cudaDeviceSynchronize(); });
    printf("%d\n", out[3]);
    cudaFree(out);
    return 0;
}
/* expect
9 5 3 1 over 2
8 11
fib 55
n 8 seen 4
hello x
1:1.5 2:2.5 
1 2.5 3 
10
0 3 6 9 
launch done
3
*/
