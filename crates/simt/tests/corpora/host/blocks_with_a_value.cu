// `({ … })` and `__typeof__`, as macros use them; and braces around one value of the same type, which copy it.
#include <cstdio>
#include <vector>
#include <string>
#include <array>
#define MAX(a, b) ({ __typeof__(a) _a = (a); __typeof__(b) _b = (b); _a > _b ? _a : _b; })
#define SWAP(a, b) do { __typeof__(a) t = a; a = b; b = t; } while (0)
#define CHECK(x) ({ cudaError_t e_ = (x); if (e_ != cudaSuccess) { printf("bad\n"); } e_; })
__device__ int dv(int x) { return ({ int t = x; t * t; }); }
__global__ void k(int *p) { __shared__ int s[4]; s[0] = 3; *p = dv(5) + ({ int a = 1; a + s[0]; }) + MAX(p[1], 2); }
struct S { int a; float b; }; struct N { S s; std::string t; }; struct D : S { int z; };
struct H { S s; H(const S& o) : s{o} {} S get() const { return S{s}; } };
S mk(S s) { return {s}; }
int main(){ int x=0; int y = ({ int q = x*2; q+1; }); printf("%d %d\n", x,y); S s{1, 2.f}; S t{s}; S u = {t}; const S c{u}; auto v = S{c}; printf("%d\n", v.a);
 N n{s, "hi"}; N m{n}; std::array<int, 3> a{1,2,3}; std::array<int, 3> b{a}; printf("%s %d %d\n", m.t.c_str(), m.s.a, b[2]); D d{{7, 1.f}, 3}; S e{d}; printf("%d\n", e.a);
 H h(s); printf("%d %g\n", h.get().a, mk(s).b); S arr[2]{s, {5, 6.f}}; printf("%d %d\n", arr[0].a, arr[1].a); float4 f4 = make_float4(1,2,3,4); float4 g4{f4}; dim3 gr(2,3); dim3 g2{gr}; printf("%g %u\n", g4.w, g2.y);
 int* p; CHECK(cudaMallocManaged(&p, 8)); p[1] = 9; k<<<1,1>>>(p); if (CHECK(cudaDeviceSynchronize()) == cudaSuccess) printf("%d\n", *p);
 int w[2] = {1, 2}; SWAP(w[0], w[1]); printf("%d %d %d\n", w[0], w[1], MAX(3, 2)); std::vector<std::string> vs{"a", "b"}; std::vector<std::string> ws{vs}; printf("%zu\n", ws.size()); S* ns = new S{s}; printf("%d\n", ns->a); struct E { N n; int q; }; E ee{n, 4}; E ef{ee}; printf("%s %d\n", ef.n.t.c_str(), ef.q);
 for (int i = 0; i < 2; i++) { int z = ({ int r = 0; for (int j = 0; j < 5; j++) { if (j == 3) break; r += j; } r; }); printf("%d\n", z); } }
/* expect
0 1
1
hi 1 3
7
1 2
1 5
4 3
38
2 1 3
2
1
hi 4
3
3
*/
