// Lambdas in device code: captures of every kind, generic ones, `this`, recursion, shared variables, passing on.
// buffer: out i32[18] = 0
// launch: k<<<1, 1>>>(out)
// expect: out = 5; 13; 7; 42; 10; 6; 24; 9; 15; 3; 8; 100; 12; 4; 6; 11; 2; 21
template <typename F> __device__ int apply(F f, int x) { return f(x); }
template <typename F, typename... Ts> __device__ auto forward_all(F &&f, Ts &&...xs) { return f(xs...); }
struct Scaler {
  int scale;
  __device__ int twice(int x) const { return 2 * x; }
  __device__ int run(int x) {
    auto f = [this](int y) { return y * scale + twice(1); };
    auto g = [=](int y) { return f(y) + scale; };
    auto h = [*this](int y) { return y + scale; };
    scale = 100;
    return g(x) > 1000 ? -1 : h(x);
  }
};
template <typename T> __device__ T by_template(T x) {
  T sum = 0;
  auto add = [&sum](T y) { sum += y; };
  for (int i = 0; i < 3; ++i) add(x);
  return sum;
}
__global__ void k(int *out) {
  int a = 2, b = 3;
  constexpr int four = 4;
  auto add = [](int x, int y) { return x + y; };
  out[0] = add(a, b);
  auto value = [=](int x) { return a + b + x + four; };
  a = 100;
  out[1] = value(4);
  a = 2;
  auto reference = [&](int x) { a += x; return a; };
  out[2] = reference(5);
  auto init = [n = a * 6](int x) -> int { return n + x; };
  out[3] = init(0);
  auto counter = [n = 0]() mutable { return n += 5; };
  counter();
  out[4] = counter();
  auto generic = [](auto x, auto y) { return x * y; };
  out[5] = generic(2, 3.0f);
  auto factorial = [](auto &self, int n) -> int { return n <= 1 ? 1 : n * self(self, n - 1); };
  out[6] = factorial(factorial, 4);
  out[7] = apply([=](int x) { return x * b; }, 3);
  out[8] = by_template(5);
  out[9] = [] { return 3; }();
  Scaler s{5};
  out[10] = s.run(3);
  auto ref_init = [&r = b](int x) { r = x; };
  ref_init(100);
  out[11] = b;
  auto nested = [&](int x) { auto inner = [&](int y) { return x * y; }; return inner(4); };
  out[12] = nested(3);
  __shared__ int tile[4];
  auto put = [=](int i) { tile[i] = i; };
  put(3);
  out[13] = tile[3] + 1;
  out[14] = forward_all([](int x, int y, int z) { return x + y + z; }, 1, 2, 3);
  auto typed = []<typename T>(T x) { return x + (T)1; };
  out[15] = typed(10);
  auto pointer = [=] __device__(int i) { out[16] = i; };
  pointer(2);
  auto kept = [out](int i, int v) { out[i] = v; };
  kept(17, 21);
}
