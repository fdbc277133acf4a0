// The same inside the namespaces, a constructor among them.
#include <cstdio>
namespace A { struct C { int f(); static int n; C(int); int v; }; int C::n = 1; int C::f(){return 1;} C::C(int x) : v(x+1) {} }
namespace B { struct C { int f(); static int n; C(int); int v; }; int C::n = 2; int C::f(){return 2;} C::C(int x) : v(x+2) {} }
int main(){ A::C a(0); B::C b(0); printf("%d %d %d %d %d %d\n", a.f(), b.f(), A::C::n, B::C::n, a.v, b.v); }
/* expect
1 2 1 2 1 2
*/
