// Members of parameters, of bases and unions without names that are called as types of the library are: each is what its struct says.
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

template <class T> struct Add {
    typedef T Result;
    static __host__ __device__ T identity() { return (T)0; }
    static __host__ __device__ T apply(T a, T b) { return a + b; }
};
template <class OP> __global__ void reduce(typename OP::Result *o) {
    typename OP::Result r = OP::identity();
    r = (r == 0) ? OP::identity() : r;
    o[0] = OP::apply(r, 5);
}

struct Value {
    enum Type { NONE, INT };
    union {
        int i;
        const void *pointer;
    };
};
struct Arg : Value {
    Type type;
};
template <class T> struct Made : Arg {
    Made(void *v) {
        pointer = v;
        type = Arg::INT;
    }
};

int main() {
    unsigned *d, h;
    cudaMalloc(&d, 4);
    reduce<Add<unsigned>><<<1, 1>>>(d);
    cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost);
    printf("%u %d\n", h, std::plus<int>()(1, 2));
    cudaFree(d);
    int x;
    Made<char> m(&x);
    printf("%d %d\n", m.pointer == &x, (int)m.type);
}
/* expect
5 3
1 1
*/
