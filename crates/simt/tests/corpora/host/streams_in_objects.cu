// A launch whose stream is an object that converts to one: the object is not copied, so it goes once.
#include <cstdio>

struct Stream {
    cudaStream_t made;
    Stream() { cudaStreamCreate(&made); }
    ~Stream() {
        cudaStreamDestroy(made);
        puts("gone");
    }
    operator cudaStream_t() const { return made; }
};

struct Bytes {
    int n;
    operator size_t() const { return n; }
};

__global__ void set(int *p) {
    extern __shared__ int room[];
    room[0] = 7;
    *p = room[0];
}

int main() {
    Stream stream;
    Bytes bytes{64};
    int *p;
    cudaMallocManaged(&p, sizeof(int));
    set<<<1, 1, bytes, stream>>>(p);
    cudaStreamSynchronize(stream);
    printf("%d\n", *p);
    cudaFree(p);
}
/* expect
7
gone
*/
