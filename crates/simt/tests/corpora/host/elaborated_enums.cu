// Enums and structs of a namespace or a class named with their keyword before the whole name, as variables and parameters; `CUDA_VERSION`.
#include <cstdio>
#include <cuda.h>

namespace memory {
enum Side { host, device };
struct Size {
    int bytes;
};
} // namespace memory
class Grid {
  public:
    enum Kind { open, closed };
    enum class Edge : char { left = 3, right };
};

void show(enum memory::Side side, struct memory::Size size) { printf("%d %d\n", side, size.bytes); }

__global__ void k(enum Grid::Kind kind) { printf("%d\n", kind); }

int main() {
    enum memory::Side here = memory::host, there = memory::device;
    enum ::Grid::Kind kind = Grid::closed;
    enum Grid::Edge edge = Grid::Edge::right;
    struct memory::Size size = {7};
    show(there, size);
    k<<<1, 1>>>(kind);
    cudaDeviceSynchronize();
    printf("%d %d\n", here, (int)edge);
#if CUDA_VERSION >= 9000
    printf("%d\n", CUDA_VERSION == CUDART_VERSION);
#endif
}
/* expect
1 7
1
0 4
1
*/
