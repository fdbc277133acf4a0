// What is known while compiling, through references and out of tables of the file: as array lengths, template arguments and first values.
#include <algorithm>
#include <cstdio>

template <class T> __host__ __device__ constexpr const T &larger(const T &a, const T &b) { return a < b ? b : a; }
constexpr int next(const int &a) { return a + 1; }

constexpr int depth[3] = {4, 5, 6};
static constexpr float scale[2][2] = {{0.5f, 1.0f}, {2.0f, 4.0f}};
struct Shape { int rows, columns; };
constexpr Shape shapes[] = {{2, 3}, {4, 5}};
constexpr int three = 3;
constexpr Shape fitting(int n) {
    Shape s{1, 1};
    while (s.rows * 2 <= n) s.rows *= 2;
    return s;
}
constexpr Shape best = fitting(50);
const int rows_of_best = best.rows;

template <class T, int N> struct Row { T v[N]; };
template <int n> struct Table { int a[n][depth[n - 1]]; static constexpr int more = std::max<int>(n, 3) + next(three); };
template <int N, class I = unsigned> struct Offsets {
    using Out = Row<I, std::max<int>(N, 1)>;
    __host__ __device__ Out get(I i) const {
        Out out;
        for (int k = 0; k < N; k++) out.v[k] = i + k;
        return out;
    }
};

__global__ void k(int *o) {
    constexpr int n = depth[1];
    __shared__ int s[larger(n, 2)];
    s[threadIdx.x] = threadIdx.x * shapes[1].rows;
    __syncthreads();
    if (threadIdx.x == 0) o[0] = rows_of_best + s[n - 1] + (int)sizeof(s) + Offsets<2>().get(7).v[1];
}

const int &larger_of(const int &a, const int &b) { return a < b ? b : a; }

int main() {
    constexpr int v = depth[1], w = larger(4, v), x = larger<int>(three, 2);
    static_assert(scale[1][0] == 2.0f && shapes[1].columns == 5, "tables");
    printf("%d %d %d %d %d\n", v, w, x, (int)sizeof(Table<2>), Table<2>::more);
    auto o = Offsets<2>().get(5);
    printf("%u\n", o.v[1]);
    int a = 3, b = 4;
    const int &more = larger_of(a, b);
    b = 9;
    printf("%d %d\n", more, &larger_of(a, b) == &b);
    int *d, h;
    cudaMalloc(&d, sizeof h);
    k<<<1, 5>>>(d);
    cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d\n", h);
    cudaFree(d);
}
/* expect
5 5 3 40 7
6
9 1
76
*/
