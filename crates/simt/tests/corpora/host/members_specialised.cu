// Methods that are specialised outside: of templates of a class, of a class that is one, and of both.
#include <cstdio>
struct C { template<class T> int f(T) {return 0;} template<class T> static const char* name(); };
template<> int C::f<int>(int){return 1;}
template<> int C::f(float){return 2;}
template<> const char* C::name<int>() { return "int"; }
template<> const char* C::name<float>() { return "float"; }
template<class T> struct K { static const char* name() { return "?"; } template<class U> int g(U); };
template<> const char* K<float>::name() { return "float"; }
template<> inline const char* K<int>::name() { return "int"; }
template<class T> template<class U> int K<T>::g(U) { return 0; }
template<> template<class U> int K<int>::g(U) { return 1; }
template<> template<> int K<float>::g<int>(int) { return 2; }
int main(){ C c; printf("%d %d %d %s %s %s %s %s\n", c.f(1), c.f(2.f), c.f('c'), C::name<int>(), C::name<float>(), K<int>::name(), K<float>::name(), K<double>::name()); 
 K<double> d; K<int> i; K<float> f; printf("%d %d %d %d\n", d.g(1), i.g(1), f.g(1), f.g(2.));}
/* expect
1 2 0 int float int float ?
0 1 2 0
*/
