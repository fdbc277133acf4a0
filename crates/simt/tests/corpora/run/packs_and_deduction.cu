// Function templates: packs, folds, deduction from every kind of type, partial ordering, SFINAE.
// buffer: out i32[26] = 0
// launch: k<<<1, 1>>>(out)
// expect: out = 10; 3; 24; 1; 6; 321; 7; 2; 1; 100; 3; 4; 8; 30; 12; 5; 2; 1; 42; 5; 9; 33; 1; 6; 4; 2
namespace own {
template <bool B, typename T = void> struct enable_if {};
template <typename T> struct enable_if<true, T> { using type = T; };
template <bool B, typename T = void> using enable_if_t = typename enable_if<B, T>::type;
template <typename T> struct is_float { static constexpr bool value = false; };
template <> struct is_float<float> { static constexpr bool value = true; };
template <typename T> constexpr bool is_float_v = is_float<T>::value;
template <typename T, typename U> constexpr bool same_v = false;
template <typename T> constexpr bool same_v<T, T> = true;
template <typename T, typename U> struct same { static constexpr bool value = false; };
template <typename T> struct same<T, T> { static constexpr bool value = true; };
}
template <typename... Ts> __device__ int sum(Ts... xs) { return (0 + ... + xs); }
template <typename... Ts> __device__ int count(Ts &&...xs) { return sizeof...(xs); }
template <typename... Ts> __device__ int product(Ts... xs) { return (xs * ...); }
template <typename... Ts> __device__ bool all(Ts... xs) { return (... && (xs > 0)); }
__device__ int first_of() { return 0; }
template <typename T, typename... Ts> __device__ int recursive(T x, Ts... xs) {
  if constexpr (sizeof...(xs) > 0) return x + recursive(xs...);
  else return x;
}
template <typename... Ts> __device__ void put(int *out, Ts... xs) {
  int scale = 1;
  ((*out += xs * scale, scale *= 10), ...);
}
template <typename F, typename... Ts> __device__ auto call(F f, Ts... xs) -> decltype(f(xs...)) { return f(xs...); }
struct Add { __device__ int operator()(int a, int b) const { return a + b; } };

template <typename T> __device__ int which(T) { return 1; }
template <typename T> __device__ int which(T *) { return 2; }
template <typename T> __device__ int which(const T *) { return 3; }
__device__ int which(float) { return 4; }
template <typename T, int N> struct Vec { T data[N]; };
template <typename T, int N> __device__ int size_of(const Vec<T, N> &) { return N * 25; }
template <typename T, int N> __device__ int length(T (&)[N]) { return N; }
template <typename T, own::enable_if_t<own::is_float_v<T>, int> = 0> __device__ int kind(T) { return 4; }
template <typename T, own::enable_if_t<!own::is_float_v<T>, int> = 0> __device__ int kind(T) { return 8; }
template <typename T> __device__ typename own::enable_if<sizeof(T) == 4, int>::type sized(T x) { return 30; }
template <typename T> __device__ typename own::enable_if<sizeof(T) == 8, int>::type sized(T x) { return 80; }
template <template <typename, int> class C, typename T, int N> __device__ int inside(C<T, N>) { return N * 4; }
template <typename T> using Three = Vec<T, 3>;
template <typename T> __device__ int alias(Three<T> v) { return v.data[0]; }
template <typename T> __device__ int forwarded(T &&) { return own::same<T, int &>::value ? 2 : 1; }
template <int... Is> struct Seq {};
template <int... Is> __device__ int total(Seq<Is...>) { return (Is + ...); }
template <typename... Ts> struct Tuple;
template <> struct Tuple<> { static constexpr int size = 0; };
template <typename T, typename... Ts> struct Tuple<T, Ts...> { static constexpr int size = 1 + Tuple<Ts...>::size; };
template <typename T> __device__ int variadic(T) { return 1; }
template <typename T, typename... Ts> __device__ int variadic(T, Ts...) { return 5; }
template <typename... Ts> __device__ int pair_sum(Ts... xs) { int list[] = {xs..., 3}; int s = 0; for (int i = 0; i < (int)sizeof...(Ts) + 1; ++i) s += list[i]; return s; }
__device__ auto twice(auto x) { return x + x; }
template <typename T> __device__ T only(T a, T b) { return a > b ? a : b; }
template <auto V> __device__ int constant() { return V; }

__device__ int same_v_test() { return own::same_v<int, int> * 2 + own::same_v<int, float>; }

__global__ void k(int *out) {
  out[0] = sum(1, 2, 3, 4);
  out[1] = count(1, 2.0f, 'c');
  out[2] = product(2, 3, 4);
  out[3] = all(1, 2, 3) && !all(1, -2) && all();
  out[4] = recursive(1, 2, 3);
  put(&out[5], 1, 2, 3);
  out[6] = call(Add{}, 3, 4);
  float x = 0;
  const int *p = out;
  out[7] = which(&x);
  out[8] = which(2);
  out[9] = size_of(Vec<float, 4>{});
  out[10] = which(p);
  out[11] = which(1.0f);
  out[12] = kind(1);
  out[13] = sized(1);
  out[14] = inside(Vec<int, 3>{});
  int five[5];
  out[15] = length(five);
  int i = 0;
  out[16] = forwarded(i);
  out[17] = forwarded(3);
  Three<int> three{42, 0, 0};
  out[18] = alias(three);
  out[19] = variadic(1, 2);
  out[20] = pair_sum(1, 2, 3);
  out[21] = total(Seq<1, 2, 30>{});
  out[22] = variadic(1);
  out[23] = twice(3);
  out[25] = same_v_test();
  out[24] = Tuple<int, float, char, int>::size;
}
