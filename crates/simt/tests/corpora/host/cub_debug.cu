// What CUB's own programs wrap calls in, and the allocator that they get memory from.
#include <cstdio>
#include <cub/device/device_scan.cuh>
#include <cub/util_allocator.cuh>
cub::CachingDeviceAllocator allocator(true);
int main() {
    int host[5] = {1, 2, 3, 4, 5}, *in = nullptr, *out = nullptr;
    CubDebugExit(allocator.DeviceAllocate((void **)&in, sizeof host));
    CubDebugExit(allocator.DeviceAllocate((void **)&out, sizeof host));
    CubDebugExit(cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice));
    void *room = nullptr;
    size_t bytes = 0;
    CubDebugExit(cub::DeviceScan::ExclusiveSum(room, bytes, in, out, 5));
    CubDebugExit(allocator.DeviceAllocate(&room, bytes));
    CubDebugExit(cub::DeviceScan::ExclusiveSum(room, bytes, in, out, 5));
    CubDebugExit(cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost));
    printf("%d %d %d\n", host[1], host[4], (int)CubDebug(cudaSuccess));
    if (in) CubDebugExit(allocator.DeviceFree(in));
    if (out) CubDebugExit(allocator.DeviceFree(out));
    if (room) CubDebugExit(allocator.DeviceFree(room));
}
/* expect
1 10 0
*/
