// A `__managed__` variable is managed memory to all calls that ask for such; two rows of texts have a common type.
#include <cstdio>
__managed__ int count[4];
__device__ int plain;
void show(const char* const* names, int n) {
    for (int i = 0; i < n; ++i) printf("%s ", names[i]);
    printf("\n");
}
int main(int argc, char** argv) {
    cudaPointerAttributes what;
    cudaPointerGetAttributes(&what, count);
    printf("%d\n", what.type == cudaMemoryTypeManaged);
    cudaMemLocation device;
    device.type = cudaMemLocationTypeDevice;
    device.id = 0;
    printf("%s\n", cudaGetErrorString(cudaMemPrefetchAsync(count, sizeof(count), device, 0)));
    void* address;
    cudaGetSymbolAddress(&address, plain);
    cudaPointerGetAttributes(&what, address);
    printf("%d\n", what.type == cudaMemoryTypeDevice);
    const char* names[] = {"a", "b"};
    show(argc > 7 ? argv : names, 2);
}
/* expect
1
no error
1
a b 
*/
