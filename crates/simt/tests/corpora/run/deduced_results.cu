// Results that are deduced: `auto&`, `decltype(auto)`, `decltype` of names and of other expressions; members asked for.
// buffer: out i32[9] = 0
// launch: k<<<1, 1>>>(out)
// expect: out = 1; 0; 7; 8; 9; 3; 4; 2; 12
template <typename T, typename U> struct same { static constexpr bool value = false; };
template <typename T> struct same<T, T> { static constexpr bool value = true; };
struct A { __device__ int Apply2(int *p) const { return 1; } };
struct B { };
template <typename T> class Has {
  typedef char one;
  struct two { char x[2]; };
  template <typename C> static one test(decltype(&C::Apply2));
  template <typename C> static two test(...);
public:
  enum { value = sizeof(test<T>(0)) == sizeof(char) };
};
struct Box { int n; static constexpr int size = 12; };
__device__ auto &first(int *p) { return p[0]; }
__device__ decltype(auto) second(int *p) { return (p[1]); }
__device__ decltype(auto) value(int *p) { int x = p[0]; return x; }
template <typename T> __device__ auto third(T &x) -> decltype(x[2]) { return x[2]; }
template <typename T> __device__ T maximum(T a, T b) { return a > b ? a : b; }
template <int N, bool Even> __global__ void reduce(int *out) { out[0] = N; }
extern "C" void reduce(int *out) { reduce<4, true><<<1, 1>>>(out); }
__global__ void k(int *out) {
  out[0] = Has<A>::value;
  out[1] = Has<B>::value;
  first(out + 2) = 7;
  second(out + 2) = 8;
  int *p = out + 2;
  third(p) = 9;
  int x = 0;
  int &r = x;
  out[5] = same<decltype(x), int>::value + same<decltype((x)), int &>::value + same<decltype(r), int &>::value;
  out[6] = same<decltype(p[0]), int &>::value + same<decltype(x + 1), int>::value + same<decltype(value(p)), int>::value + same<decltype(first(p)), int &>::value;
  out[7] = max(1, 2);
  Box box{1};
  out[8] = decltype(box)::size;
}
