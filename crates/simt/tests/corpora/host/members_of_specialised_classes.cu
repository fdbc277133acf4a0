// Members defined outside of a template, of its specialisations, and of one instance alone, which goes before the others.
#include <cstdio>
template<class T> struct H { int f(); static int n; };
template<> struct H<int> { int f(); static int n; }; template<> struct H<float> { int f(); static int n; };
template<class T> struct H<T*> { int f(); static int n; };
template<class T> int H<T>::f() { return 0; }
template<class T> int H<T>::n = 10;
template<class T> int H<T*>::f() { return 3; }
template<class T> int H<T*>::n = 13;
int H<int>::f() { return 1; }
int H<int>::n = 11;
int H<float>::f() { return 2; }
int H<float>::n = 12;
template<> int H<char>::f() { return 4; }
template<> int H<char>::n = 14;
int main(){ H<double> d; H<int> i; H<float> f; H<int*> p; H<char> c; printf("%d %d %d %d %d\n", d.f(), i.f(), f.f(), p.f(), c.f());
printf("%d %d %d %d %d\n", d.n, i.n, f.n, p.n, c.n); }
/* expect
0 1 2 3 4
10 11 12 13 14
*/
