// Constant evaluation: loops, local arrays, structs, switch, references and pointers in `constexpr` functions.
// buffer: out i32[12] = 0
// launch: k<<<1, 1>>>(out)
// expect: out = 24; 10; 15; 11; 19; 21; 50; 10; 6; 4; 11; 1
struct Pair { int a; int b; };
constexpr int factorial(int n) { return n <= 1 ? 1 : n * factorial(n - 1); }
constexpr int log2_of(int n) {
  int k = 0;
  while (n > 1) { n /= 2; ++k; }
  return k;
}
constexpr int primes_below(int n) {
  bool no[64] = {};
  int count = 0;
  for (int i = 2; i < n; ++i) {
    if (no[i]) continue;
    ++count;
    for (int j = i * i; j < n; j += i) no[j] = true;
  }
  return count;
}
constexpr void bump(int &x) { x += 5; }
constexpr int through_reference(int x) { bump(x); bump(x); return x; }
constexpr int by_kind(int k) {
  switch (k) {
  case 0: return 7;
  case 1:
  case 2: k += 10; break;
  default: k = -1;
  }
  return k;
}
constexpr Pair swapped(Pair p) { return Pair{p.b, p.a}; }
constexpr int sum(const int *p, int n) {
  int s = 0;
  for (const int *q = p; q != p + n; ++q) s += *q;
  return s;
}
constexpr int sum_local() {
  int list[4] = {1, 2, 3, 4};
  return sum(list, 4);
}
__constant__ constexpr int table[4] = {3, 1, 4, 1};

template <int N> __device__ int value() { return N; }

__global__ void k(int *out) {
  static_assert(factorial(5) == 120, "factorial");
  constexpr int local[3] = {10, 20, 30};
  constexpr Pair p = swapped(Pair{1, 2});
  out[0] = value<factorial(4)>();
  out[1] = value<log2_of(1024)>();
  out[2] = value<primes_below(50)>();
  out[3] = value<through_reference(1)>();
  out[4] = value<by_kind(2) + by_kind(0)>();
  out[5] = value<p.a * 10 + p.b>();
  out[6] = value<local[1] + local[2]>();
  out[7] = value<sum_local()>();
  int tile[log2_of(64)];
  out[8] = sizeof(tile) / sizeof(tile[0]);
  out[9] = value<table[2]>();
  int i = threadIdx.x;
  out[10] = local[i] + table[i + 1];
  if constexpr (local[0] == 10) out[11] = 1; else out[11] = 2;
}
