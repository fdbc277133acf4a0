// Exceptions as CUDA programs use them: a failed call thrown, buffers freed on the way; values of every kind; a function that is a `try`.
#include <cstdio>
#include <stdexcept>
#include <vector>
#include <string>
#include <memory>
#define CHECK(x) do { cudaError_t e = (x); if (e != cudaSuccess) throw std::runtime_error(std::string(#x) + ": " + cudaGetErrorString(e)); } while (0)
struct Stream {
    cudaStream_t s;
    Stream() { CHECK(cudaStreamCreate(&s)); }
    ~Stream() { cudaStreamDestroy(s); printf("stream destroyed\n"); }
};
template <class T> class DeviceBuffer {
    T *p = nullptr;
    size_t n;
public:
    explicit DeviceBuffer(size_t n) : n(n) { CHECK(cudaMalloc(&p, n * sizeof(T))); }
    DeviceBuffer(const DeviceBuffer &) = delete;
    ~DeviceBuffer() { cudaFree(p); printf("freed %zu\n", n); }
    T *get() { return p; }
};
__global__ void k(int *p, int n) { int i = threadIdx.x; if (i < n) p[i] = i; }
void recurse(int n) { std::vector<int> v(n, 1); if (n == 0) throw n; recurse(n - 1); }
struct Bad { ~Bad() { try { throw 1; } catch (int) { printf("inner\n"); } } };
int f() try { throw 2; } catch (int n) { return n; }
int main() {
    try {
        Stream s;
        DeviceBuffer<int> b(100);
        k<<<1, 32>>>(b.get(), 100);
        CHECK(cudaGetLastError());
        k<<<1, 4096>>>(b.get(), 100);
        CHECK(cudaGetLastError());
    } catch (const std::exception &e) {
        printf("Error: %s\n", e.what());
    }
    try { recurse(200); } catch (int n) { printf("%d\n", n); }
    try { Bad b; throw 3; } catch (int n) { printf("%d\n", n); }
    try {
        std::vector<std::string> words;
        for (int i = 0; i < 3; i++) { words.push_back("w" + std::to_string(i)); if (i == 2) throw words; }
    } catch (const std::vector<std::string> &w) { printf("%zu %s\n", w.size(), w[1].c_str()); }
    enum class E { A, B };
    try { throw E::B; } catch (E e) { printf("%d\n", (int)e); }
    try { std::unique_ptr<int> p(new int(5)); throw std::move(p); } catch (std::unique_ptr<int> &p) { printf("%d\n", *p); }
    try { int x = 3; int *p = &x; throw p; } catch (const int *q) { printf("%d\n", *q); }
    try { throw nullptr; } catch (...) { printf("null\n"); }
    for (int i = 0; i < 2; i++) { try { if (i) throw i; continue; } catch (...) { break; } }
    int r = [&]() -> int { try { throw 5; } catch (int n) { return n * 2; } }();
    printf("%d\n", r);
    struct Local { int v; };
    try { throw Local{8}; } catch (Local l) { l.v++; printf("%d\n", l.v); }
    return 0;
}
/* expect
freed 100
stream destroyed
Error: cudaGetLastError(): invalid configuration argument
0
inner
3
3 w1
1
5
3
null
10
9
*/
