// Pointers to members: fields, methods, virtual ones, deduced ones; `std::invoke`, `mem_fn`, `bind`, `function` and threads of them.
#include <cstdio>
#include <functional>
#include <thread>
#include <vector>
#include <string>
#include <algorithm>
#include <type_traits>
struct S { int a, b; double d; const int k = 7; int sum(int x) const { return a + b + x; } int sum(int x) { a += x; return a; } void set(int v) { b = v; } static int st(int x) { return x + 1; } int arr[3] = {1, 2, 3}; };
struct Base { virtual int f(int x) { return x; } virtual ~Base() {} int v = 5; };
struct Derived : Base { int f(int x) override { return 10 * x + w; } int w = 3; int own() { return w; } };
struct Second { int p = 1; int q = 2; int get() const { return q; } };
struct Both : S, Second { int z = 9; };
template <class T, class C> T read(const C &c, T C::*p) { return c.*p; }
template <class R, class C, class... A> R call(C &c, R (C::*f)(A...), A... args) { return (c.*f)(args...); }
template <class T> struct member_class; template <class T, class C> struct member_class<T C::*> { using type = C; using value = T; };
template <class F> struct result_of_method; template <class R, class C, class... A> struct result_of_method<R (C::*)(A...) const> { using type = R; static const int n = sizeof...(A); };
using Setter = void (S::*)(int);
typedef int (Base::*Virtual)(int);
struct Command { const char *name; Setter run; };
class Parser { public: typedef int (Parser::*Handler)(const std::string &); int one(const std::string &s) { return (int)s.size(); } int two(const std::string &) { return 2; }
  int dispatch(int i, const std::string &s) { static const Handler table[] = {&Parser::one, &Parser::two}; return (this->*table[i])(s); } };
struct Worker { int total = 0; void run(int n) { total += n; } };
__host__ __device__ int twice(int x) { return 2 * x; }
struct D { float x, y; __host__ __device__ float len(float s) const { return s * (x + y); } };
__global__ void k(D *d, float D::*m, float *out) { float (D::*f)(float) const = &D::len; out[0] = d->*m; out[1] = (d->*f)(2.0f); float D::*o = &D::x; out[2] = (*d).*o; }
int main() {
  int S::*p = &S::a; S s{1, 2, 3.5}; S *ps = &s;
  s.*p = 10; ps->*p += 5; printf("%d %d %d\n", s.a, s.*p, ps->*p * 2);
  p = &S::b; printf("%d %d\n", s.*p, p == &S::b); p = nullptr; printf("%d %d %d\n", p == nullptr, !p, p ? 1 : 0);
  double S::*q = &S::d; const S cs = s; printf("%g %d\n", cs.*q, read(cs, &S::b)); const int S::*kk = &S::k; printf("%d\n", s.*kk);
  int (S::*cf)(int) const = &S::sum; int (S::*f)(int) = &S::sum; printf("%d %d %d\n", (cs.*cf)(1), (s.*f)(100), (ps->*f)(1));
  Setter set = &S::set; (s.*set)(42); call(s, &S::set, 43); printf("%d\n", s.b);
  Derived d; Base *b = &d; Virtual vf = &Base::f; Base plain; printf("%d %d %d\n", (b->*vf)(4), (d.*vf)(5), (plain.*vf)(6));
  int Base::*bv = &Derived::v; int Derived::*dv = bv; int Derived::*dw = &Derived::w; printf("%d %d %d\n", d.*bv, d.*dv, d.*dw);
  int (Derived::*df)(int) = &Base::f; int (Derived::*own)() = &Derived::own; printf("%d %d\n", (d.*df)(1), (d.*own)());
  Both both; int Second::*sq = &Both::q; printf("%d %d\n", both.*sq, (both.*(&Second::get))());
  printf("%d %d %d %d\n", (int)sizeof(p), (int)sizeof(f), (int)sizeof(vf), f == nullptr);
  static_assert(std::is_same<member_class<int S::*>::type, S>::value, ""); static_assert(std::is_member_pointer<decltype(p)>::value && std::is_member_function_pointer<Setter>::value && !std::is_member_object_pointer<Setter>::value && std::is_member_object_pointer<decltype(q)>::value && !std::is_member_pointer<int *>::value, "");
  printf("%d\n", result_of_method<decltype(cf)>::n);
  Command commands[] = {{"a", &S::set}, {"b", nullptr}}; for (auto &c : commands) { if (c.run) (s.*c.run)(7); else printf("no %s\n", c.name); } printf("%d\n", s.b);
  Parser parser; printf("%d %d\n", parser.dispatch(0, "hello"), parser.dispatch(1, ""));
  printf("%d %d %d\n", std::invoke(&S::b, s), std::invoke(cf, s, 1), std::invoke(cf, &cs, 2) );
  auto mf = std::mem_fn(&Second::get); auto md = std::mem_fn(&Second::p); Second sec; std::vector<Second> v(3); v[1].q = 8; printf("%d %d %d\n", mf(sec), md(&sec), mf(&v[1]));
  std::vector<int> out(3); std::transform(v.begin(), v.end(), out.begin(), std::mem_fn(&Second::get)); printf("%d %d %d\n", out[0], out[1], out[2]);
  Worker w; std::thread t(&Worker::run, &w, 5); t.join(); std::thread t2(&Worker::run, std::ref(w), 6); t2.join(); auto bound = std::bind(&Worker::run, &w, std::placeholders::_1); bound(7); printf("%d\n", w.total);
  std::function<int(const Second &)> fn = &Second::get; std::function<void(Worker &, int)> fw = &Worker::run; fw(w, 100); printf("%d %d\n", fn(sec), w.total);
  D hd{1, 2}, *dd; float *dout, hout[3]; cudaMalloc(&dd, sizeof(D)); cudaMalloc(&dout, 12); cudaMemcpy(dd, &hd, sizeof hd, cudaMemcpyHostToDevice); k<<<1, 1>>>(dd, &D::y, dout); cudaMemcpy(hout, dout, 12, cudaMemcpyDeviceToHost); printf("%g %g %g\n", hout[0], hout[1], hout[2]);
  int (S::*arrp)[3] = nullptr; (void)arrp; int (S::*arr)[3] = &S::arr; printf("%d\n", (s.*arr)[1]);
  return 0;
}
/* expect
15 15 30
2 1
1 1 0
3.5 2
7
18 116 16
43
43 53 6
5 5 3
13 3
2 2
8 16 16 0
1
no b
7
5 2
7 124 19
2 1 8
2 8 2
18
2 118
2 6 1
2
*/
