// `operator new` and `operator delete` of a class and its bases, and a class's static variables, which begin once.
#include <cstdio>
#include <cstdlib>
#include <memory>
struct Managed {
    void *operator new(size_t n) {
        void *p;
        cudaMallocManaged(&p, n);
        return p;
    }
    void *operator new[](size_t n) {
        void *p;
        cudaMallocManaged(&p, n);
        printf("many ");
        return p;
    }
    void operator delete(void *p) { cudaFree(p); }
    void operator delete[](void *p) { cudaFree(p); }
};
struct Element : public Managed {
    int v;
};
struct Node : Managed {
    int v = 1;
    virtual ~Node() { printf("ended %d ", v); }
};
struct Leaf : Node {
    int w = 2;
    ~Leaf() override { printf("leaf %d ", w); }
};
struct Arena {
    char room[64];
    size_t used = 0;
};
struct Placed {
    int v = 3;
    static void *operator new(size_t n, Arena &arena) { return arena.room + (arena.used += n) - n; }
    static void operator delete(void *, size_t n) { printf("%zu bytes\n", n); }
};
__global__ void more(Element *e) { e->v++; }
int f() {
    printf("f\n");
    return 1;
}
struct S {
    static int x, unused;
    static constexpr float row[2][2] = {{1, 2}, {3, 4}};
    static std::unique_ptr<Placed> allocator;
};
int S::x = f();
int S::unused = f();
constexpr float S::row[][2];
std::unique_ptr<Placed> S::allocator;
int main() {
    Element *e = new Element;
    e->v = 1;
    more<<<1, 1>>>(e);
    cudaDeviceSynchronize();
    printf("%d\n", e->v);
    delete e;
    Element *many = new Element[3];
    many[2].v = 5;
    more<<<1, 1>>>(many + 2);
    cudaDeviceSynchronize();
    printf("%d\n", many[2].v);
    delete[] many;
    Node *leaf = new Leaf;
    delete leaf;
    printf("\n");
    Arena arena;
    Placed *p = new (arena) Placed;
    printf("%d %zu\n", p->v, arena.used);
    S::allocator = std::unique_ptr<Placed>(p);
    S::allocator->v = S::x;
    printf("%d %g\n", S::allocator->v, S::row[1][0]);
    S::allocator.reset();
}
/* expect
f
f
2
many 6
leaf 2 ended 1 
3 4
1 3
4 bytes
*/
