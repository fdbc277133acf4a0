// Range-for over arrays, objects and braces; structured bindings of arrays, structs and elements.
// buffer: out i32[14] = 0
// launch: k<<<1, 1>>>(out)
// expect: out = 10; 20; 6; 30; 3; 7; 9; 11; 12; 60; 15; 4; 8; 1
struct Pair { int first; float second; };
template <typename T, int N> struct Vec {
  T data[N];
  __device__ T *begin() { return data; }
  __device__ T *end() { return data + N; }
  __device__ const T *begin() const { return data; }
  __device__ const T *end() const { return data + N; }
};
struct Counter {
  int at;
  __device__ int operator*() const { return at; }
  __device__ Counter &operator++() { ++at; return *this; }
  __device__ bool operator!=(const Counter &other) const { return at != other.at; }
};
struct Range {
  int n;
  __device__ Counter begin() const { return Counter{0}; }
  __device__ Counter end() const { return Counter{n}; }
};
struct Free { int data[3]; };
__device__ int *begin(Free &f) { return f.data; }
__device__ int *end(Free &f) { return f.data + 3; }
__device__ Pair make(int x) { return {x, x * 2.0f}; }
__device__ Vec<int, 3> three(int x) { return {x, x + 1, x + 2}; }

__global__ void k(int *out) {
  int list[4] = {1, 2, 3, 4};
  int sum = 0;
  for (int x : list) sum += x;
  out[0] = sum;
  for (auto &x : list) x *= 2;
  sum = 0;
  for (const auto &x : list) sum += x;
  out[1] = sum;
  sum = 0;
  for (int x : Range{4}) {
    if (x == 10) break;
    sum += x;
  }
  out[2] = sum;
  Vec<int, 3> v{{5, 10, 15}};
  sum = 0;
  for (auto x : v) sum += x;
  out[3] = sum;
  auto [a, b] = make(3);
  out[4] = a;
  auto [x0, x1] = Pair{7, 2.0f};
  x0 += (int)x1;
  out[5] = x0 - 2;
  Pair p{8, 0.0f};
  auto &[pa, pb] = p;
  pa += 1;
  out[6] = p.first;
  sum = 0;
  for (int x : {5, 6}) sum += x;
  out[7] = sum;
  Free f{{3, 4, 5}};
  sum = 0;
  for (int x : f) sum += x;
  out[8] = sum;
  Pair pairs[2] = {{10, 20.0f}, {30, 40.0f}};
  sum = 0;
  for (auto &[i, w] : pairs) { if (i == 10) { sum += w; continue; } sum += (int)w; }
  out[9] = sum;
  sum = 0;
  for (int x : three(4)) sum += x;
  out[10] = sum;
  int copy[2] = {4, 4};
  auto [c0, c1] = copy;
  c0 = 9;
  out[11] = copy[0];
  if (auto [q, r] = make(4); q == 4) out[12] = q + (int)r - 4;
  switch (int n = 3; n) { case 3: out[13] = 1; break; default: break; }
}
