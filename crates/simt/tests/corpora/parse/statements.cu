__global__ void __launch_bounds__(256, 2) k(float *__restrict__ out, const float *in, int n) {
  extern __shared__ __align__(16) unsigned char raw[];
  __shared__ float tile[16][16 + 1], other[2];
  int i = blockIdx.x * blockDim.x + threadIdx.x, half = n / 2;
  if (i >= n) return; else if (i == 3) ; else { half++; }
  for (int j = 0, *q = 0; j < n; ++j, --half) continue;
  for (;;) { break; }
  while (int left = n--) n -= left;
  do n *= 2; while (n < 10);
  switch (n & 3) { case 0: case 1: { n = 1; } break; default: n = 2; }
#pragma unroll 4
  for (int j = 0; j < 4; j++) out[j] = in[j];
#pragma unroll
  while (n) n--;
  for (const auto &e : tile) n++;
  if (auto x = n; x > 3) n = x;
  if constexpr (sizeof(int) == 4) n = 0;
  asm volatile("mov %0, %1;" : "=r"(n) : "r"(i), "f"(1.f) : "memory");
  asm("bar;" ::: "memory");
  dim3 g(16, 16), b((n + 255) / 256);
  float4 z{1, 2}, y = {.x = 1};
  struct Local { int a; } l;
  using I = int;
  I w = I(3) + int(4);
  goto end;
end:
  try { throw 3; } catch (...) { }
  __syncthreads();
}
/* expect
__global__ __launch_bounds__(256, 2) void k(float *__restrict__ out, const float *in, int n) {
  extern __shared__ alignas(16) unsigned char raw[];
  __shared__ float tile[16][16 + 1]; __shared__ float other[2];
  int i = blockIdx.x * blockDim.x + threadIdx.x; int half = n / 2;
  if (i >= n) return; else if (i == 3) ; else { half++; }
  for (int j = 0, *q = 0; j < n; ++j, --half) continue;
  for (; ; ) { break; }
  while (int left = n--) n -= left;
  do n *= 2; while (n < 10);
  switch (n & 3) { case 0: case 1: { n = 1; } break; default: n = 2; }
#pragma unroll 4
  for (int j = 0; j < 4; j++) out[j] = in[j];
#pragma unroll
  while (n) n--;
  for (const auto &e : tile) n++;
  if (auto x = n; x > 3) n = x;
  if constexpr (sizeof(int) == 4) n = 0;
  asm volatile("mov %0, %1;" : "=r"(n) : "r"(i), "f"(1.0f) : "memory");
  asm("bar;" : : : "memory");
  dim3 g(16, 16); dim3 b((n + 255) / 256);
  float4 z{1, 2}; float4 y = {.x = 1};
  struct Local { int a; }; Local l;
  using I = int;
  I w = I(3) + int(4);
  goto end;
  end:
  try {
    throw 3;
  }
  catch (...) {
  }
  __syncthreads();
}
*/
