// What a namespace declares and the file defines outside of it: functions of both sides, variables, templates, in nested and inline ones.
#include <cstdio>
#include <vector>
#include <string>
namespace F { struct Im { int w; }; extern int n; extern const char* s; int f(int); double f(double); template<class T> T t(T); namespace G { int g(Im&); struct C { int m(); static int k; }; }
 inline namespace v1 { int in(); } class Op { public: int v; }; Op operator+(const Op& a, const Op& b); int count(std::vector<Im>& v); __device__ int dev(int); __global__ void ker(int*); enum Color { red, green }; Color next(Color c); typedef int Id; Id id(Id); }
namespace fs = F;
int F::n = 7;
const char* F::s = "hello";
int F::f(int a) { return a + n; }
double F::f(double a) { return a + 0.5; }
template<class T> T F::t(T x) { return x * 2; }
template<> int F::t<int>(int x) { return x * 3; }
int F::G::g(Im& i) { Im j = i; Im* p = &j; return p->w + n; }
int F::G::C::m() { return k + n; }
int F::G::C::k = 100;
int F::in() { return 9; }
F::Op F::operator+(const Op& a, const Op& b) { Op r; r.v = a.v + b.v; return r; }
int fs::count(std::vector<Im>& v) { int s = 0; for (Im& i : v) s += i.w; return s; }
__device__ int F::dev(int a) { return a * 5; }
__global__ void F::ker(int* p) { *p = dev(2); }
F::Color F::next(Color c) { return c == red ? green : red; }
F::Id F::id(Id i) { return i; }
int main(){ F::Im i{5}; F::G::C c; F::Op a{1}, b{2}; std::vector<F::Im> v{{1},{2}}; int* d; cudaMallocManaged(&d, 4); F::ker<<<1,1>>>(d); cudaDeviceSynchronize();
printf("%d %g %g %d %d %d %d %d %d %d %d %s %d %d\n", F::f(1), F::f(1.0), F::t(1.5), F::t(2), F::G::g(i), c.m(), F::in(), (a+b).v, F::count(v), *d, F::n, F::s, F::next(F::red), F::id(4)); }
/* expect
8 1.5 3 6 12 107 9 3 3 10 7 hello 1 4
*/
