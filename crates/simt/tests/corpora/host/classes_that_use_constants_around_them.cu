// Classes of functions, of templates too, that use the constants of the function around them: in lengths, values, and in their functions.
#include <cstdio>
struct alignas(16) Eight {
    float v[8];
};
template <class T> __device__ T by_words(const T *from) {
    constexpr int words = sizeof(T) / sizeof(int4);
    union Either {
        int4 word[words];
        T whole;
        __device__ Either() {}
        __device__ static int last() { return words - 1; }
    };
    Either e;
    for (int i = 0; i <= Either::last(); i++) e.word[i] = reinterpret_cast<const int4 *>(from)[i];
    return e.whole;
}
__global__ void twice(Eight *row) {
    Eight mine = by_words(row);
    for (float &x : mine.v) x *= 2;
    *row = mine;
}
int rows(int n) {
    const int few = 3;
    constexpr float half = 0.5f;
    {
        const int few = 5;
        struct Inner {
            int row[few];
            int scaled(int by) { return (int)(few * by * half); }
        };
        n += sizeof(Inner) + Inner().scaled(4);
    }
    struct Outer {
        char row[few];
        struct Deep {
            short row[few + 1];
        } deep;
    };
    return n + sizeof(Outer);
}
int main() {
    Eight host, *device;
    for (int i = 0; i < 8; i++) host.v[i] = i;
    cudaMalloc(&device, sizeof host);
    cudaMemcpy(device, &host, sizeof host, cudaMemcpyHostToDevice);
    twice<<<1, 1>>>(device);
    cudaMemcpy(&host, device, sizeof host, cudaMemcpyDeviceToHost);
    cudaFree(device);
    printf("%g %g %g\n", host.v[0], host.v[3], host.v[7]);
    printf("%d\n", rows(100));
}
/* expect
0 6 14
142
*/
