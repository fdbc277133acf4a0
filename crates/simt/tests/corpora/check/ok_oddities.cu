struct P { int x, y; static constexpr int N = 4; enum Kind { A = 2, B }; };
struct Outer { struct Inner { float v[2]; } in; int n; };
__device__ P mk(int a) { P p; p.x = a; p.y = 2; return p; }
__device__ int sum2(int (&a)[4]) { int s = 0; for (int i = 0; i < 4; i++) s += a[i]; return s; }
__device__ float rows(float (*t)[16], int i) { return t[i][3]; }
template <int N> __device__ int fact() { if constexpr (N <= 1) return 1; else return N * fact<N - 1>(); }
template <typename T = int> __device__ T def(T a = T(3)) { return a; }
template <typename T, typename U> __device__ auto addy(T a, U b) -> decltype(a + b) { return a + b; }
template <typename T> __device__ void swp(T& a, T& b) { T t = a; a = b; b = t; }
template <class T> struct Unused { T t; };
__device__ auto autod(int x) { return x * 2.5f; }
__device__ inline unsigned hash(unsigned x) { x ^= x >> 16; x *= 0x45d9f3bu; x ^= x >> 16; return x; }
__device__ int counter;
__device__ int gl[4] = {1, 2};
__constant__ float cw[3][3];
typedef unsigned int u32; using vec = float4; typedef float mat[4][4];
extern "C" { __global__ void inner_k(int* o) { *o = 1; } }
__global__ void k(float* out, int* io, float4* v4, const int n) {
    __shared__ float tile[16][16];
    __shared__ alignas(16) float al[8];
    __shared__ vec sv;
    extern __shared__ float4 dyn[];
    int i{0}; int j(3); float4 z{}; unsigned u = unsigned(j) + u32{2};
    if (int x = io[0]) out[0] = x; else out[1] = x + 1;
    if (int q = io[1]; q > 3) out[2] = q;
    while (int w = io[i++]) { out[3] += w; if (i > 3) break; }
    switch (int s = io[2]; s) { case P::A: out[4] = 1; break; case P::B: { int t = 1; out[5] = t; } break; default:; }
    auto& row = tile[threadIdx.y];
    row[threadIdx.x] = 1.0f;
    float (*p)[16] = tile; p[1][2] = *(*(tile + 1) + 2) + rows(tile, 2);
    float* flat = &tile[0][0]; flat[3] = tile[0][1];
    int a4[4] = {1, 2, 3, 4};
    out[6] = sum2(a4) + mk(3).x + make_float2(1, 2).y + fact<5>() + def() + def<float>() + addy(1, 2.0f) + autod(3);
    swp(out[0], out[1]); swp<int>(a4[0], a4[1]);
    out[7] = sizeof(a4) / sizeof(a4[0]) + sizeof(tile) + sizeof out + P::N + alignof(double);
    const int lut[3] = {1, 2, 3}; out[8] = lut[n % 3];
    static constexpr int M = 4; float loc[M]; loc[0] = 0b101 + 0x1F + 017 + 1'000 + 1e3f + 'a' + '\n' + .5f + 1.f + 0x1p3f;
    out[9] = ~0u + !!n + -(-n) + +n + (n, 4) + (n ? 1 : n > 3 ? 2 : 3);
    (i = 3) += 2; ++(++i); int& ri = ++i; ri -= 1;
    bool b = n > 3; b |= io[1] > 2; b &= true; b ^= 1; io[2] = b << 2; b = !b;
    char c = 'x'; c += 1; c <<= 1; unsigned char uc = -1; short sh = uc * c; sh >>= 2; sh %= 7; sh = -sh;
    long long ll = 1LL << 40; ll |= n; ll >>= n; u = ll; size_t sz = n; sz -= 1u; int d = sz; double dd = 1.0; dd += 1; float f = dd; f /= 3; f -= n; i += 2.7f; i *= 1.5; u += -1;
    mat mm; mm[1][2] = 3; out[10] = mm[1][2];
    Outer o = {{{1, 2}}, 3}; Outer o2 = o; o2.in.v[1] = o.in.v[0] + o.n; out[11] = o2.in.v[1];
    Outer arr[2] = {{{{1.f}}, 2}, {}}; arr[1] = arr[0]; out[12] = arr[1].in.v[0];
    P* pp = (P*)io; pp->x = 3; (*pp).y = 4; pp[1].x++; --pp[2].y;
    void* vp = out; float* back = (float*)vp; const void* cvp = vp; out[13] = *back + (cvp == vp) + (back != nullptr) + (back == NULL) + !back;
    int** ptrs = (int**)v4; ptrs[0] = io; *ptrs[1] = 3; const int* const cp = io; out[14] = cp[0] + *cp;
    counter++; atomicAdd(&counter, 1); atomicAdd(&gl[2], n); out[15] = gl[1] + cw[1][2];
    al[0] = sv.x; sv = z; dyn[0] = sv; dyn[1].x = 1; reinterpret_cast<float4&>(al[4]) = z; *reinterpret_cast<float2*>(&al[0]) = make_float2(1, 2);
    unsigned mask = __activemask(); mask = __ballot_sync(mask, n); int lane = threadIdx.x & 31; float sh2 = __shfl_sync(mask, f, 0); unsigned long long ull = __shfl_xor_sync(~0u, (unsigned long long)n, 1);
    out[16] = sh2 + ull + lane + hash(u) + __brev(u) + __popcll(ull) + __ffs(n) + __dp4a(1, 2, 3) + __byte_perm(1, 2, 3) + __funnelshift_l(1, 2, 3) + __mulhi(1, 2) + __sad(1, 2, 3u);
    for (int x = 0, y = 10; x < y; ++x, --y) out[x] = y; for (; i < 3; ) i++; for (auto q = io; q != io + 3; ++q) *q = 1;
    do ; while (i++ < 3);
#pragma unroll
    for (int q = 0; q < 4; q++) { if (q == 2) continue; out[q] = fmaf(out[q], 2.f, 1.f); }
    { int i = 3; { float i = 2; out[0] = i; } io[0] = i; }
    io[n > 2 ? 1 : 2] = n; io[i = 2] = i; n > 3 && (io[3] = 2); n > 4 || io[1]++; n ? io[0]++ : io[1]--; 
    atomicCAS(&io[0], 1, 2); int oldv = atomicExch(io, 3); atomicMax(&io[1], oldv); atomicInc((unsigned*)io, 7u); atomicAnd(io, 3); unsigned long long* up = (unsigned long long*)io; atomicAdd(up, 1ULL); atomicCAS(up, 1ULL, 2ULL); atomicAdd((double*)up, 2.0);
}
