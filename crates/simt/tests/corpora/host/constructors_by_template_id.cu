// Constructors that are declared by their class's name with its template arguments, as C++ had it until C++20.
#include <cstdio>
#include <initializer_list>
#include <string>
#include <vector>

template <class Number> class Matrix {
public:
    Matrix<Number>();
    Matrix<Number>(size_t rows, size_t columns);
    explicit Matrix<Number>(const std::string &name) : rows(name.size()), columns(1) {}
    Matrix<Number>(const Matrix<Number> &from) : rows(from.rows + 1), columns(from.columns) {}
    Matrix<Number> twice() const { return Matrix<Number>(rows * 2, columns * 2); }
    Matrix<Number> (*made)(size_t) = nullptr;
    size_t rows, columns;
};
template <class Number> Matrix<Number>::Matrix() : rows(0), columns(0) {}
template <class Number> Matrix<Number>::Matrix(size_t rows, size_t columns) : rows(rows), columns(columns) {}

template <class A, int n> struct Row {
    A values[n];
    __host__ __device__ Row<A, n>(A first) {
        for (A &value : values) value = first;
    }
};

__global__ void fill(int *out) { *out = Row<int, 3>(7).values[2]; }

int main() {
    Matrix<float> a, b(2, 3), c(std::string("abc")), d(b);
    printf("%zu %zu %zu %zu %zu\n", a.rows, b.columns, c.rows, d.rows, b.twice().columns);
    printf("%g\n", Row<double, 2>(1.5).values[1]);
    int *out, got;
    cudaMalloc(&out, sizeof(int));
    fill<<<1, 1>>>(out);
    cudaMemcpy(&got, out, sizeof got, cudaMemcpyDeviceToHost);
    cudaFree(out);
    printf("%d\n", got);
}
/* expect
0 3 3 3 6
1.5
7
*/
