// A whole program whose host part uses what is not modelled: it parses, and says nothing.
#include <cstdio>
#include <vector>
#include <iostream>
#define CHECK(call) do { cudaError_t e = (call); if (e != cudaSuccess) { \
    fprintf(stderr, "%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(e)); exit(EXIT_FAILURE); } } while (0)
__global__ void add(const float *a, const float *b, float *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}
struct Timer { std::chrono::time_point<std::chrono::steady_clock> t0; Timer() : t0(std::chrono::steady_clock::now()) {} };
static int compare(const void *x, const void *y) { return *(const int *)x - *(const int *)y; }
int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 1 << 20;
  std::vector<float> ha(n), hb(n, 1.0f), hc;
  std::vector<std::pair<int, float>> pairs = {{1, 2.f}};
  for (auto &[k, v] : pairs) std::cout << k;
  hc.resize(n); float *a, *b, *c;
  CHECK(cudaMalloc((void **)&a, n * sizeof(float)));
  CHECK(cudaMalloc(&b, n * sizeof(*b))); cudaMalloc<float>(&c, n);
  cudaStream_t stream; cudaStreamCreate(&stream); FILE *file = fopen("x", "r");
  dim3 block(256), grid((n + block.x - 1) / block.x);
  add<<<grid, block, 0, stream>>>(a, b, c, n);
  std::sort(hc.begin(), hc.end(), [](float x, float y) { return x < y; });
  std::unique_ptr<float[]> owned(new float[n]); int *raw = new int(3); delete raw; delete[] owned.release();
  qsort(raw, 3, sizeof(int), compare);
  std::cout << "sum " << std::fixed << hc[0] << std::endl; printf("%d\n", (int)hc.size());
  try { throw std::runtime_error("x"); } catch (const std::exception &e) { std::cerr << e.what(); }
  if (auto it = std::find(hc.begin(), hc.end(), 1.f); it != hc.end()) return 1;
  const auto now = std::chrono::duration<double>(3).count();
  return EXIT_SUCCESS;
}
template <typename T, typename... Rest> int host_templates(const T *first, const Rest *...rest) {
  using Table = Unknown<T>; using Plain = AlsoUnknown;
  auto t = first->template get<int>(); auto d = first->data_ptr<float>(); auto e = first->as<Elsewhere>();
  typename std::enable_if<Has<T>::value && sizeof(T) == 4, int>::type x = make(_1{}, Int<3>{});
  Elsewhere *const table[] = {nullptr}; return std::is_same_v<T, float> ? first->n < x : 0;
}
