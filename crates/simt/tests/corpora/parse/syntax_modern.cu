// The rest of C++'s syntax that programs use: every form at least once.
#include <cstddef>

template <typename T, int N = 4, typename = void, typename... Rest> struct Pack;
template <typename T> struct Pack<T *, 2> { T *p; };
template <template <typename, int> class C, typename T> struct Apply { C<T, 3> inside; };
template <typename T> concept Small = sizeof(T) <= 4;
template <typename T> requires Small<T> && (sizeof(T) > 1)
__device__ T half_of(T x) { return x / 2; }
template <Small T> __device__ T same(T x) { return x; }
template <typename T> constexpr bool is_small_v = sizeof(T) <= 4;
template <typename T> using Ptr = T *;
template __device__ float half_of<float>(float);
extern template class Pack<int>;
inline namespace v1 { namespace deep::er { enum class Colour : unsigned char { Red, Green = 0b1'0 }; } }

template <typename... Ts> __device__ int count(Ts &&...xs) { return sizeof...(Ts) + sizeof...(xs); }
template <typename F, typename... Ts> __device__ auto apply(F f, Ts... xs) -> decltype(f(xs...)) {
  return f(xs...);
}
template <typename... Ts> __device__ auto folds(Ts... xs) {
  auto a = (xs + ...);
  auto b = (... + xs);
  auto c = (1 + ... + xs);
  bool d = (true && ... && (xs > 0));
  (use(xs), ...);
  int list[] = {xs...};
  return a + b + c;
}

struct Base { virtual ~Base() = default; virtual int f() const = 0; };
class Derived final : public Base {
public:
  explicit Derived(int n) noexcept : n_{n} {}
  [[nodiscard]] int f() const override { return n_; }
  explicit operator bool() const { return n_ != 0; }
  operator int() const { return n_; }
  bool operator<(const Derived &other) const { return n_ < other.n_; }
  int operator()(int a, int b) { return a + b; }
  Derived &operator=(const Derived &) = delete;
  template <typename T> T as() const { return static_cast<T>(n_); }
  friend int peek(const Derived &d);
  friend class Other;
  void *operator new(size_t);
  void operator delete[](void *);
private:
  int n_ = 0;
  mutable int hits{0};
};

template <typename T, size_t N> struct Array {
  Array();
  ~Array();
  operator T *();
  T &operator[](size_t i);
  static int made;
  T data[N];
};
template <typename T, size_t N> Array<T, N>::Array() {}
template <typename T, size_t N> Array<T, N>::~Array() {}
template <typename T, size_t N> Array<T, N>::operator T *() { return data; }
template <typename T, size_t N> T &Array<T, N>::operator[](size_t i) { return data[i]; }
template <typename T, size_t N> int Array<T, N>::made = 0;

using namespace deep;
using enum er::Colour;

template <typename T> __device__ void dependent(T &t) {
  typename T::type x = t.template get<3>();
  typename T::template rebind<int>::other y;
  T::run(x);
  auto z = T::template make<float, (3 > 2)>(1);
  decltype(auto) w = t.back();
  decltype(x)::value_type v;
  using U = typename std::remove_reference<decltype(t[0])>::type;
  if constexpr (std::is_same_v<U, float> && sizeof(U) > 2) {
    t.~T();
  }
}

int statements(int n) {
  int *p = new int(3), *q = new int[n + 1]{}, *r = new (p) int{4};
  auto **grid = new float *[n];
  delete p;
  delete[] q;
  try {
    if (n < 0) throw std::runtime_error("negative");
    throw;
  } catch (const std::exception &e) {
    return 1;
  } catch (...) {
    return n > 3 ? throw 1 : 2;
  }
  for (auto &x : values) x = 0;
  for (int k = 0; const auto &[key, value] : table) use(key, value, k);
  for (int x : {1, 2, 3}) use(x);
  auto [a, b] = pair();
  const auto &[c, d] = pair();
  if (auto it = find(n); it != end) return it;
  switch (int k = n; k) {
  case 1: [[fallthrough]];
  default: break;
  }
  auto f = [] { return 1; };
  auto g = [&, n, k = n * 2, &m = n](int x, auto y) mutable noexcept -> int { return x + y + k; };
  auto h = [=] __device__(float x) { return x * n; };
  auto i = [this, *this](auto &&...xs) { return (xs + ...); };
  auto j = []<typename T>(T x) { return x; };
  auto k = [xs...] { return 0; };
  int (*fp)(int, float) = nullptr;
  int (&ref)[4] = arr;
  void (*table2[3])(int);
  auto mp = &Derived::f;
  int long_one = 1'000'000 + 0b1010 + 0x1.8p3;
  const char *raw = R"(a "quoted" \n)";
  auto wait = 10ms;
  auto s = "text"s;
  for (int i = 0, j = 1; i < j; ++i, --j) {}
  return operator+(p, q) + obj.operator()(1) + a < b > (c);
}
__device__ auto twice(const auto &x, auto *p, auto... more) { return x + x; }
template <typename T> __device__ T mixed(T x, auto y) { return x + y; }
template <> __device__ int special<float, 3>(float x) { return 1; }
template <typename T, typename std::enable_if<sizeof(T) == 4, int>::type = 0> __device__ T only(T x);
template <typename T, std::enable_if_t<(sizeof(T) > 4) && true, bool> = true> __device__ T only(T x);
template <auto V, typename... Is, Is... Vs> struct Values {};
template <class... Bases> struct Over : Bases... { using Bases::operator()...; };
alignas(16) __shared__ float tile[4] __attribute__((aligned(16)));
