// An `operator=` that takes something else leaves a class its own copying; `NULL` is a number where one is wanted.
#include <cstdio>
#include <string>
struct Scaled {
    int v;
    std::string name;
    Scaled(int x = 0) : v(x), name("made") {}
    Scaled &operator=(int x) {
        v = x * 10;
        return *this;
    }
    template <class T> Scaled &operator=(const T *p) {
        v = *p * 100;
        return *this;
    }
};
struct Holder {
    Scaled a, b;
};
template <class T> struct Cell {
    T v;
    __host__ __device__ Cell(const T &x = T()) : v(x) {}
    __host__ __device__ Cell &operator=(const T &x) {
        v = x * 10;
        return *this;
    }
};
__global__ void change(Cell<float> *cells) {
    Cell<float> mine(2.5f);
    cells[0] = mine;
    cells[1] = 2.5f;
}
int taken(int x, float *p) { return x + (p == NULL); }
int nothing() { return NULL; }
template <class T> T same(T x) { return x; }
int main() {
    Scaled a(1), b(2);
    int five = 5;
    b.name = "b";
    a = b;
    printf("%d %s\n", a.v, a.name.c_str());
    a = 3;
    printf("%d %s\n", a.v, a.name.c_str());
    a = &five;
    printf("%d\n", a.v);
    Holder one{Scaled(7), Scaled(8)}, two;
    two = one;
    printf("%d %d\n", two.a.v, two.b.v);
    Cell<float> *cells, host[2];
    cudaMalloc(&cells, sizeof host);
    change<<<1, 1>>>(cells);
    cudaMemcpy(host, cells, sizeof host, cudaMemcpyDeviceToHost);
    printf("%g %g\n", host[0].v, host[1].v);
    cudaFree(cells);
    int n = NULL, list[2] = {NULL, 1};
    char end = NULL;
    float x = NULL;
    bool off = NULL;
    auto wide = NULL;
    int *p = NULL;
    if (n == NULL && p == NULL && end != 'x') printf("%d %d %zu\n", taken(NULL, NULL), nothing(), sizeof wide);
    printf("%d %g %d %ld %d\n", list[0], x, off, same(NULL), n ? 3 : NULL);
    const double alpha = 1.5;
    const int count = 3;
    auto by_name = [&] {
        const double *at = &alpha;
        int room[count] = {4};
        return *at + room[0] + *&count;
    };
    auto by_value = [alpha] { return *&alpha + count; };
    printf("%g %g %d\n", by_name(), by_value(), [&alpha] { return &alpha; }() == &alpha);
}
/* expect
2 b
30 b
500
7 8
2.5 25
1 0 8
0 0 0 0 0
8.5 4.5 1
*/
