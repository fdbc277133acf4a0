// Packs as parameters of methods, passed on in every way.
#include <cstdio>
#include <utility>
struct P { int a; float b; P(int x, float y) : a(x), b(y) {} };
template <typename T> struct V {
  T *p; int count = 0;
  template <class... B> void a(B &&...args) { printf("%d %g\n", args...); }
  template <class B> void c(B &&x) { printf("%d\n", x); }
  template <class... B> void d(B &&...args) { T kept(args...); printf("%d\n", kept.a); }
  template <class... B> void f(B &&...args) { T kept = T(args...); printf("%d\n", kept.a); }
  template <class... B> void g(B &&...args) { T kept = T(std::forward<B>(args)...); printf("%d\n", kept.a); }
  template <class... B> void h(B &&...args) { if (count == 0) { T kept = T(std::forward<B>(args)...); printf("%d\n", kept.a); } }
  template <class... B> int i(B &&...args) { if (count == 0) { T kept = T(std::forward<B>(args)...); printf("%d\n", kept.a); } return count++; }
  template <class... B> T &j(B &&...args) { T kept = T(std::forward<B>(args)...); printf("%d\n", kept.a);  return p[count++]; }
};
int main() {
  P p(1, 2);
  V<P> v{&p};
  v.c(5);
  v.a(7, 8.5f);
  v.d(7, 8.5f);
  v.f(7, 8.5f);
  v.g(7, 8.5f);
  v.h(7, 8.5f);
  v.i(7, 8.5f);
  v.j(7, 8.5f);
  return 0;
}
/* expect
5
7 8.5
7
7
7
7
7
7
*/
