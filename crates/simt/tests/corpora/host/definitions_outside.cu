// Definitions outside of all kinds: nested classes, methods of templates, operators, static members, functions of namespaces.
#include <cstdio>
#include <vector>
#include <string>
// more outside definitions: out-of-line nested classes, pimpl, operators, conversion, function pointers, arrays, static const arrays, friend defs
class Engine { public: Engine(); ~Engine(); Engine(Engine&&) noexcept; int run(int n = 3); template<int N> int rep(); static Engine& global(); private: struct Impl; Impl* p; friend int spy(const Engine&); static const int table[4]; static const char* const kName; static int (*cb)(int); };
struct Engine::Impl { int v = 5; int step(int); struct In { int q; }; In in() { return {v}; } };
int Engine::Impl::step(int a) { return v += a; }
Engine::Engine() : p(new Impl) {} Engine::~Engine() { delete p; } Engine::Engine(Engine&& o) noexcept : p(o.p) { o.p = nullptr; }
int Engine::run(int n) { int s = 0; for (int i = 0; i < n; i++) s = p->step(table[i]); return s + cb(1); }
template<int N> int Engine::rep() { return N * p->v; } template<> int Engine::rep<0>() { return -1; }
Engine& Engine::global() { static Engine e; return e; }
const int Engine::table[4] = {1, 2, 3, 4}; const char* const Engine::kName = "eng"; static int one(int a) { return a + 100; } int (*Engine::cb)(int) = one; int spy(const Engine& e) { return e.p->in().q + (int)Engine::kName[0]; }
namespace cfg { struct Opt; Opt parse(int); struct Opt { int a; Opt(int); ~Opt() {} Opt& set(int) &; }; typedef int (*Cmp)(const Opt&, const Opt&); int sort(Opt*, int, Cmp); template<class T> class Buf { T* d; int n; public: Buf(int n); Buf(const Buf&); Buf& operator=(const Buf&); ~Buf(); T& operator[](int) ; const T& operator[](int) const; int size() const { return n; } void fill(const T& v = T()); template<class F> void map(F); static int live; }; template<class T> Buf<T> cat(const Buf<T>&, const Buf<T>&); template<class T> bool operator==(const Buf<T>&, const Buf<T>&); }
cfg::Opt cfg::parse(int a) { return Opt(a); } cfg::Opt::Opt(int a) : a(a) {} cfg::Opt& cfg::Opt::set(int v) & { a = v; return *this; }
int cfg::sort(Opt* o, int n, Cmp c) { for (int i = 0; i < n; i++) for (int j = i + 1; j < n; j++) if (c(o[j], o[i]) < 0) { Opt t = o[i]; o[i] = o[j]; o[j] = t; } return o[0].a; }
template<class T> int cfg::Buf<T>::live = 0; template<class T> cfg::Buf<T>::Buf(int n) : d(new T[n]), n(n) { live++; fill(); } template<class T> cfg::Buf<T>::Buf(const Buf& o) : Buf(o.n) { for (int i = 0; i < n; i++) d[i] = o.d[i]; } template<class T> cfg::Buf<T>& cfg::Buf<T>::operator=(const Buf<T>& o) { if (this != &o) { delete[] d; n = o.n; d = new T[n]; for (int i = 0; i < n; i++) d[i] = o[i]; } return *this; } template<class T> cfg::Buf<T>::~Buf() { delete[] d; live--; }
template<class T> T& cfg::Buf<T>::operator[](int i) { return d[i]; } template<class T> const T& cfg::Buf<T>::operator[](int i) const { return d[i]; } template<class T> void cfg::Buf<T>::fill(const T& v) { for (int i = 0; i < n; i++) d[i] = v; } template<class T> template<class F> void cfg::Buf<T>::map(F f) { for (int i = 0; i < n; i++) d[i] = f(d[i]); }
template<class T> cfg::Buf<T> cfg::cat(const Buf<T>& a, const Buf<T>& b) { Buf<T> r(a.size() + b.size()); for (int i = 0; i < a.size(); i++) r[i] = a[i]; for (int i = 0; i < b.size(); i++) r[a.size() + i] = b[i]; return r; } template<class T> bool cfg::operator==(const Buf<T>& a, const Buf<T>& b) { if (a.size() != b.size()) return false; for (int i = 0; i < a.size(); i++) if (!(a[i] == b[i])) return false; return true; }
template<typename T, typename U = T, int N = 2> struct Multi { U go(T) const; static constexpr int n = N; }; template<typename A, typename B, int M> B Multi<A, B, M>::go(A a) const { return B(a) * M; } template<> float Multi<int, float>::go(int a) const { return a + 0.5f; } template<typename T> struct Multi<T, T*, 7> { int go(T); }; template<typename T> int Multi<T, T*, 7>::go(T t) { return int(t) + 7; }
int main() { Engine& e = Engine::global(); printf("%d %d %d %d\n", e.run(), e.run(1), e.rep<2>(), e.rep<0>()); printf("%d\n", spy(e)); cfg::Opt o[3] = {cfg::parse(3), {1}, 2}; printf("%d %d\n", cfg::sort(o, 3, [](const cfg::Opt& a, const cfg::Opt& b) { return a.a - b.a; }), o[0].set(9).a);
 { cfg::Buf<int> a(2), b(1); a.fill(3); b[0] = 8; cfg::Buf<int> c = cat(a, b); c.map([](int x) { return x + 1; }); a = c; printf("%d %d %d %d %d\n", c.size(), c[0], c[2], a == c, cfg::Buf<int>::live); cfg::Buf<std::string> s(1); s.fill("q"); printf("%s %d\n", s[0].c_str(), s.live); } printf("%d\n", cfg::Buf<int>::live); printf("%d %g %d %d\n", Multi<int>().go(4), Multi<int, float>().go(4), Multi<int, int*, 7>().go(1), Multi<char, int, 5>().go('\2')); }
/* expect
113 107 10 -1
113
1 9
3 4 9 1 3
q 1
0
8 4.5 8 10
*/
