// Virtual functions that take and give their own class, and one derived from it, by value.
#include <cstdio>

struct B;
struct A {
    int x;
    A(int v) : x(v) {}
    virtual ~A() {}
    virtual int f(A other) { return x + other.x; }
    virtual A g() { return *this; }
    virtual int h(B other);
};
struct B : A {
    B(int v) : A(v) {}
    int f(A other) override { return 2 * x + other.x; }
    A g() override { return A(7); }
};
int A::h(B other) { return other.f(*this); }

int main() {
    B b(1);
    A a(2), *p = &b;
    printf("%d %d %d %d\n", p->f(a), a.f(b), p->g().x, a.h(b));
}
/* expect
4 3 7 4
*/
