// Of two templates that differ in their references alone: `const T&` says more than `T&`, and `T&` more than `T&&`.
#include <cstdio>
template<class T> int g(T& x){return 1;} template<class T> int g(const T& x){return 2;}
template<class T> int h(T& x){return 1;} template<class T> int h(T&& x){return 2;}
template<class T> int k(const T& x){return 1;} template<class T> int k(T&& x){return 2;}
template<class T> int p(T* x){return 1;} template<class T> int p(const T* x){return 2;}
template<class T> int q(T& x){return 1;} template<class T, int N> int q(T (&x)[N]){return 2;} template<class T> int q(const T& x){return 3;}
struct S { template<class T> int m(T& x){return 1;} template<class T> int m(const T& x){return 2;} };
int main(){ const int a=1; int b=2; int c[3]; const int d[2] = {1,2}; S s;
printf("%d %d %d\n", g(a), g(b), g(3));
printf("%d %d\n", h(b), h(3));
printf("%d %d\n", k(a), k(b));
printf("%d %d\n", p(&a), p(&b));
printf("%d %d %d\n", q(a), q(b), q(c)); printf("%d %d %d\n", s.m(a), s.m(b), s.m(4)); }
/* expect
2 1 2
1 2
1 2
2 1
3 1 2
2 1 2
*/
