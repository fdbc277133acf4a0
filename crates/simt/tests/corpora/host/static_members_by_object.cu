// A static member by way of an object, a reference and a pointer.
#include <cstdio>
struct A { static int n; }; int A::n = 3;
template<class T> struct H { static int n; static const int m = 4; int f(); };
template<class T> int H<T>::n = 10;
template<class T> int H<T>::f() { return this->n + this->m; }
int main(){ A a; const A& r = a; H<int> h; A* p = &a; printf("%d %d %d %d %d %d\n", a.n, r.n, p->n, h.n, h.m, h.f()); }
/* expect
3 3 3 10 4 14
*/
