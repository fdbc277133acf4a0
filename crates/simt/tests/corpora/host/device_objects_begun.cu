// Variables of the device that are objects begin with what their fields and `constexpr` constructors say.
#include <cstdio>
struct Fields { int a = 1; float b = 2; int c[2] = {3, 4}; };
struct Foo { int v; __host__ __device__ constexpr Foo(int x = 9) : v(x) {} __host__ __device__ int get() const { return v; } };
struct Bar { int v; __host__ __device__ Bar(int x) : v(x * 2) {} __host__ __device__ int get() const { return v; } };
struct Empty { int v; __device__ Empty() {} };
__device__ Fields fields;
__device__ Fields rows[2];
__constant__ Fields fixed;
__device__ Foo begun;
__device__ Foo given(1);
__constant__ Foo braced{5};
__device__ const Foo copied = Foo(8);
__device__ Foo row[2] = {Foo(1), Foo(2)};
__device__ Empty empty;
Bar of_host(3);
__global__ void k() {
    printf("%d %g %d\n", fields.a, fields.b, fields.c[1]);
    printf("%d %d %g\n", rows[1].a, rows[1].c[0], fixed.b);
    printf("%d %d %d %d %d %d\n", begun.get(), given.get(), braced.get(), copied.get(), row[1].get(), empty.v);
    given.v++;
}
int main() {
    k<<<1, 1>>>();
    k<<<1, 1>>>();
    cudaDeviceSynchronize();
    printf("%d\n", of_host.get());
}
/* expect
1 2 4
1 3 2
9 1 5 8 2 0
1 2 4
1 3 2
9 2 5 8 2 0
6
*/
