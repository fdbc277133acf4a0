// A vector whose elements are where the allocator that it is given puts them: managed memory, which a kernel may use.
#include <vector>
#include <cstdio>
#include <cuda_runtime.h>
template <class T> struct ManagedAllocator {
  using value_type = T;
  ManagedAllocator() {}
  template <class U> ManagedAllocator(const ManagedAllocator<U>&) {}
  T* allocate(size_t n) { void *p; cudaMallocManaged(&p, n * sizeof(T)); return static_cast<T*>(p); }
  void deallocate(T* p, size_t) { cudaFree(p); }
};
template <class T, class U> bool operator==(const ManagedAllocator<T>&, const ManagedAllocator<U>&) { return true; }
template <class T, class U> bool operator!=(const ManagedAllocator<T>&, const ManagedAllocator<U>&) { return false; }
template <class T> using managed_vector = std::vector<T, ManagedAllocator<T>>;
__global__ void twice(int *p, int n) { int i = threadIdx.x; if (i < n) p[i] *= 2; }
int main() { managed_vector<int> v(10, 3); v.push_back(5); twice<<<1,32>>>(v.data(), v.size()); cudaDeviceSynchronize(); printf("%d %d\n", v[0], v[10]); }
/* expect
6 10
*/
