// Classes of one name in two namespaces or two classes: a member that is defined outside is that of the one that is named.
#include <cstdio>
namespace A { struct C { int f(); static int n;  }; }
namespace B { struct C { int f(); static int n;  }; }
int A::C::n = 1; int A::C::f(){return 1;} 
int B::C::n = 2; int B::C::f(){return 2;}
struct P { struct N { int g(); }; }; struct Q { struct N { int g(); }; };
int P::N::g() { return 3; } int Q::N::g() { return 4; }
int main(){ A::C a; B::C b; P::N p; Q::N q; printf("%d %d %d %d %d %d\n", a.f(), b.f(), A::C::n, B::C::n, p.g(), q.g()); }
/* expect
1 2 1 2 3 4
*/
