// Members that are references, bound in braces.
#include <cstdio>
#include <string>
struct S { int &r; int k = 3; };
struct Q { const float &a; float b[2]; };
__global__ void kernel(int *o) { int x = 3; S s{x, 4}; s.r += s.k; o[0] = x; }
struct T { S s; int z; };
struct Ctx { const std::string &name; int (&arr)[3]; };
S make(int &x) { return {x}; }
S make2(int &x) { return S{x, 8}; }
void use(S s) { s.r += 100; }
struct Base { int b; };
struct D : Base { int d; };
struct RB { Base &b; };
template <class A> struct Pair { A &a; A &b; };
int main() {
    int x = 1, y = 2; S s = make(x); s.r = 5; printf("%d %d\n", x, s.k); make2(y).r = 9; printf("%d\n", y); use({x, 1}); use(S{x}); printf("%d\n", x);
    T t{{x}, 4}; t.s.r = 3; printf("%d %d\n", x, t.z);
    T t2{x, 7, 4}; t2.s.r = 13; printf("%d %d\n", x, t2.z);
    std::string n = "abc"; int a[3] = {1, 2, 3}; Ctx c{n, a}; c.arr[1] = 7; n += "d"; printf("%s %d\n", c.name.c_str(), a[1]);
    D d{{1}, 2}; RB rb{d}; rb.b.b = 42; printf("%d\n", d.b);
    Pair<int> p{x, y}; int tmp = p.a; p.a = p.b; p.b = tmp; printf("%d %d\n", x, y);
    Pair q{x, y}; q.a = 1; printf("%d\n", x);
    S des{.r = y, .k = 1}; des.r = 77; printf("%d\n", y);
    auto *h = new S{x, 5}; h->r = 8; printf("%d\n", x); delete h;
    const S cs{x}; cs.r = 4; printf("%d\n", x);
    float f = 2; Q named{f, {1, 2}}; f = 5; printf("%g %g\n", named.a, named.b[1]);
    Q lasting{1.5f, {3, 4}}; printf("%g\n", lasting.a);
    S arr[2] = {{x, 1}, {x, 2}}; arr[0].r = 9; printf("%d\n", arr[1].r);
    int *m; cudaMallocManaged(&m, 4); kernel<<<1, 1>>>(m); cudaDeviceSynchronize(); printf("%d\n", *m); cudaFree(m);
}
/* expect
5 3
9
205
3 4
13 4
abcd 7
42
9 13
1
77
8
4
5 2
1.5
9
7
*/
