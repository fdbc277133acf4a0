// Attributes of streams, devices in pairs and managed memory; a pool of one's own.
#include <cstdio>
int main() {
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaStreamAttrValue value = {};
    value.accessPolicyWindow.hitRatio = 0.5f;
    value.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
    value.accessPolicyWindow.missProp = cudaAccessPropertyStreaming;
    printf("%d\n", cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &value));
    int linked = 1;
    cudaError_t no = cudaDeviceGetP2PAttribute(&linked, cudaDevP2PAttrAccessSupported, 0, 1);
    printf("%s %s\n", cudaGetErrorName(no), cudaGetErrorName(cudaGetLastError()));
    cudaMemPoolProps wish = {};
    wish.allocType = cudaMemAllocationTypePinned;
    wish.location.type = cudaMemLocationTypeDevice;
    wish.location.id = 0;
    cudaMemPool_t pool;
    printf("%d\n", cudaMemPoolCreate(&pool, &wish));
    int *p;
    cudaMallocFromPoolAsync(&p, 4 * sizeof(int), pool, stream);
    cudaFreeAsync(p, stream);
    printf("%d\n", cudaMemPoolDestroy(pool));
    int *managed, mostly = 7;
    cudaMallocManaged(&managed, 4);
    cudaMemRangeGetAttribute(&mostly, sizeof(mostly), cudaMemRangeAttributeReadMostly, managed, 4);
    printf("%d\n", mostly);
}
/* expect
0
cudaErrorInvalidDevice cudaErrorInvalidDevice
0
0
0
*/
