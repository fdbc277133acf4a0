// `c ? a : b` of two arrays is one of them: it is walked, measured, referred to and written, on both sides.
#include <cstdio>
__global__ void k(int *out, bool first) {
    int a[3] = {1, 2, 3}, b[3] = {4, 5, 6};
    for (auto &r : first ? a : b) r += 10;
    __shared__ int s[2], t[2];
    s[threadIdx.x] = 1, t[threadIdx.x] = 2;
    __syncthreads();
    int *p = first ? s : t;
    out[threadIdx.x] = a[0] + b[2] + 100 * p[threadIdx.x];
}
int main() {
    int a[3] = {1, 2, 3}, b[3] = {4, 5, 6};
    for (bool first : {true, false})
        for (auto &r : first ? a : b) r *= 10;
    for (int x : a) printf("%d ", x);
    for (int x : b) printf("%d ", x);
    auto &both = a[0] < 0 ? a : b;
    printf("%d %d ", (int)sizeof(true ? a : b), (int)(sizeof both / sizeof both[0]));
    const char *text = a[0] > 5 ? "one" : "two";
    const int c[2] = {7, 8}, d[2] = {9, 10};
    for (auto &r : a[0] > 5 ? c : d) printf("%d ", r);
    printf("%s\n", text);
    int *out, host[4];
    cudaMalloc(&out, sizeof host);
    k<<<1, 2>>>(out, true);
    k<<<1, 2>>>(out + 2, false);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    for (int x : host) printf("%d ", x);
    printf("\n");
    cudaFree(out);
}
/* expect
10 20 30 40 50 60 12 3 7 8 one
117 117 217 217 
*/
