// Members of templates defined outside, those of structs inside them too; overloads, operators, a specialisation of one.
#include <cstdio>
template<class T> struct V { struct It { T* p; T& operator*(); It& operator++(); static int made; }; T a[3]; It begin(); template<class U> U as(int); V(); ~V(); };
template<class T> T& V<T>::It::operator*() { return *p; }
template<class U> typename V<U>::It& V<U>::It::operator++() { p++; return *this; }
template<class T> int V<T>::It::made = 6;
template<class X> typename V<X>::It V<X>::begin() { It i; i.p = a; return i; }
template<class T> template<class U> U V<T>::as(int i) { return U(a[i]); }
template<class T> V<T>::V() { for (int i = 0; i < 3; i++) a[i] = T(i) + T(1.5); }
template<class T> V<T>::~V() { printf("~\n"); }
template<class A, int N = 3> struct Arr { A v[N]; A sum() const; static const int size; void set(const A& x); };
template<class A, int N> A Arr<A, N>::sum() const { A s = 0; for (int i = 0; i < N; i++) s += v[i]; return s; }
template<class A, int N> const int Arr<A, N>::size = N;
template<class A, int N> void Arr<A, N>::set(const A& x) { for (int i = 0; i < N; i++) v[i] = x; }
template<> float Arr<float>::sum() const { return -1.f; }
template<class... Ts> struct Pk { int n(); }; template<class... Ts> int Pk<Ts...>::n() { return sizeof...(Ts); }
struct P { void f(int); void f(double); void f(int) const; int operator()(int) const; operator int() const; static int s(); };
void P::f(int) { printf("int\n"); } void P::f(double) { printf("double\n"); } void P::f(int) const { printf("const\n"); } int P::operator()(int x) const { return x + 1; } P::operator int() const { return 77; } int P::s() { return 8; }
namespace N { template<class T> struct Q { T f(T); }; class W; }
template<class T> T N::Q<T>::f(T x) { return x + 1; }
class N::W { public: int z(); }; int N::W::z() { return 12; }
using namespace N; 
int main(){ { V<float> v; auto i = v.begin(); ++i; printf("%g %d %d\n", *i, V<float>::It::made, v.as<int>(2)); }
Arr<int> a; a.set(4); Arr<float> b; b.set(1); Arr<float, 2> c; c.set(1); printf("%d %g %g %d\n", a.sum(), b.sum(), c.sum(), Arr<int>::size);
printf("%d\n", Pk<int, float>().n()); P p; const P q; p.f(1); p.f(1.0); q.f(1); printf("%d %d %d\n", p(1), (int)p, P::s()); printf("%d %d\n", Q<int>().f(1), W().z()); }
/* expect
2.5 6 3
~
12 -1 2 3
2
int
double
const
2 77 8
2 12
*/
