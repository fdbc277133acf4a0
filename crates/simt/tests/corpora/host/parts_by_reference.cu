// An object seen as its base, and a base as what it is part of: references, casts, on both sides.
#include <cstdio>
struct Base {
    int id;
    __host__ __device__ bool same(const Base& o) const { return id == o.id; }
    __host__ __device__ bool operator==(const Base& o) const { return id == o.id; }
};
struct Part : Base {
    int x;
    __host__ __device__ bool a(const Part& o) const { return static_cast<const Base&>(*this).same(static_cast<const Base&>(o)); }
    __host__ __device__ bool b(const Part& o) const { return static_cast<const Base&>(*this) == static_cast<const Base&>(o); }
    __host__ __device__ bool c(const Part& o) const { return (const Base&)*this == (const Base&)o; }
};
template <class D> struct Comparable {
    __host__ __device__ bool same(const Comparable& o) const { return static_cast<const D&>(*this).eq(static_cast<const D&>(o)); }
    friend bool operator!=(const D& a, const D& b) { return !a.eq(b); }
};
struct Number : Comparable<Number> {
    int v;
    __host__ __device__ Number(int v) : v(v) {}
    __host__ __device__ bool eq(const Number& o) const { return v == o.v; }
};
__global__ void kernel(int* out, Part given) {
    Part p{{1}, 2}, q{{1}, 3};
    static_cast<Base&>(p).id = 4;
    out[0] = p.a(q);
    out[1] = given.b(q) + given.c(q);
    out[2] = Number(1).same(Number(1));
    static_cast<Base&>(p) = Base{9};
    out[3] = p.id;
}
int main() {
    Part p{{1}, 2}, q{{1}, 3};
    printf("%d %d %d %d\n", p.a(q), p.b(q), p.c(q), Number(1).same(Number(2)));
    static_cast<Base&>(p).id = 8;
    printf("%d %d %d\n", p.id, p.a(q), Number(1) != Number(2));
    int *out, got[4];
    cudaMalloc(&out, sizeof(got));
    kernel<<<1, 1>>>(out, q);
    cudaMemcpy(got, out, sizeof(got), cudaMemcpyDeviceToHost);
    cudaFree(out);
    printf("%d %d %d %d\n", got[0], got[1], got[2], got[3]);
}
/* expect
1 1 1 0
8 0 1
0 2 1 9
*/
