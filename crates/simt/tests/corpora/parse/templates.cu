template <int N, typename T = float, bool B = (N > 3)> __global__ void k(const T *in, T (&ref)[N], int (*pp)[3]) {
  T r = T(N), s{}; constexpr int M = N >> 1; T buf[N < 4 ? 4 : N];
  r = helper<N, T>(r) + helper<(N > 2)>(s);
}
template <class T> __device__ T helper(T x) { return x * x; }
template <typename T> struct Box { T v; static const int n = 3; T get() const { return v; } Box<T> *next; };
template <typename T> using Ptr = T *;
template <typename... Ts> void pack(Ts... xs);
template <> __global__ void k<3>(int);
template <int N> constexpr int twice = 2 * N;
Box<Box<int>> nested; Ptr<float> q; Box<int>::type z;
void f() { k<4><<<1, 2>>>(q); Box<float> b; b.get(); int i = twice<3>; a::b<int> c; a::b<int>(3); }
/* expect
template<int N, typename T = float, bool B = (N > 3)> __global__ void k(const T *in, T (&ref)[N], int (*pp)[3]) {
  T r = T(N); T s{}; constexpr int M = N >> 1; T buf[N < 4 ? 4 : N];
  r = helper<N, T>(r) + helper<(N > 2)>(s);
}
template<typename T> __device__ T helper(T x) { return x * x; }
template<typename T> struct Box { T v; static const int n = 3; T get() const { return v; } Box<T> *next; };
template<typename T> using Ptr = T *;
template<typename... Ts> void pack(Ts ...xs);
template<> __global__ void k<3>(int);
template<int N> constexpr int twice = 2 * N;
Box<Box<int>> nested; Ptr<float> q; Box<int>::type z;
void f() { k<4><<<1, 2>>>(q); Box<float> b; b.get(); int i = twice<3>; a::b<int> c; a::b<int>(3); }
*/
