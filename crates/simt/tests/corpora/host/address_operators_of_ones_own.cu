// `&` of an object is the program's own operator where there is one: a member or a free function, that returns a reference, a pointer or a
// value; `std::addressof` and libraries mean the address itself.
#include <cstdio>
#include <memory>
#include <vector>

struct Box { int v; };

struct Handle {
    Box &b;
    __host__ __device__ Handle(Box &x) : b(x) {}
    __host__ __device__ Box &operator&() { return b; }
    Box &operator*() { return b; }
    Box &operator~() { return b; }
};
__host__ __device__ void bump(Box &b) { b.v += 1; }
__global__ void k(Box *o) {
    Handle h(o[0]);
    bump(&h);
    (&h).v += 10;
}

struct Free { Box *b; };
Box &operator&(Free f) { return *f.b; }


struct Derived : Handle { using Handle::Handle; };

enum Colour { red, green };
int operator&(Colour &c) { return 7 + c; }
Colour operator&(Colour a, Colour b) { return static_cast<Colour>(static_cast<int>(a) & static_cast<int>(b)); }

struct Bits { int v; };
Bits operator&(Bits a, Bits b) { return {a.v & b.v}; }

namespace far {
struct Own { int v; };
Own *operator&(const Own &) { return nullptr; }
}

struct Pair { int v; };
int operator,(Pair a, Pair b) { return 10 * a.v + b.v; }

int main() {
    Box *d, r{41};
    cudaMalloc(&d, sizeof r);
    cudaMemcpy(d, &r, sizeof r, cudaMemcpyHostToDevice);
    k<<<1, 1>>>(d);
    cudaMemcpy(&r, d, sizeof r, cudaMemcpyDeviceToHost);
    printf("%d\n", r.v);
    cudaFree(d);

    r.v = 0;
    Handle h(r);
    bump(h.operator&());
    bump(*h);
    bump(~h);
    bump(&h);
    (&h).v += 50;
    Derived also(r);
    bump(&also);
    printf("%d\n", r.v);

    Free f{&r};
    bump(&f);
    printf("%d\n", r.v);

    Colour c = green;
    far::Own own{1};
    printf("%d %d %d\n", &c, c & red, (&own) == nullptr);

    Bits a{6}, b{3};
    Bits *at = &a;
    printf("%d %d\n", at->v, (*at & b).v);

    std::vector<Derived> row{also, also};
    printf("%d\n", std::addressof(row[1]) - std::addressof(row[0]) == 1);

    Pair one{1}, two{2};
    printf("%d\n", (one, two));
    int x = 1, y = 2;
    (x, y) = 5;
    printf("%d %d\n", x, y);
}
/* expect
52
55
56
8 0 1
6 2
1
12
1 5
*/
