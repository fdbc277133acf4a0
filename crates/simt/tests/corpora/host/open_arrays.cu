// Arrays whose length is known when the program runs, as GCC has them: a scope's own memory, seen as arrays.
#include <cstdio>
#include <cstring>
struct Point {
    int x, y;
};
__global__ void twice(float *x, int n) {
    int i = threadIdx.x;
    if (i < n) x[i] *= 2;
}
int total(const int *row, int n) {
    int sum = 0;
    for (int i = 0; i < n; ++i) sum += row[i];
    return sum;
}
int steps(int n) {
    int sum = 0;
    for (int k = 1; k <= n; ++k) {
        int row[k];
        for (int i = 0; i < k; ++i) row[i] = i;
        if (k == 3) continue;
        if (k == 6) return sum;
        sum += total(row, k);
    }
    return -1;
}
int main(int argc, char **argv) {
    int n = argc + 4, m = 3;
    float host[n];
    for (int i = 0; i < n; ++i) host[i] = i;
    float *device;
    cudaMalloc(&device, sizeof(host));
    cudaMemcpy(device, &host, sizeof host, cudaMemcpyHostToDevice);
    twice<<<1, 32>>>(device, n);
    cudaMemcpy(host, device, n * sizeof(float), cudaMemcpyDeviceToHost);
    printf("%.0f %.0f %zu\n", host[1], host[n - 1], sizeof(host) / sizeof(host[0]));
    int table[n][4];
    memset(table, 0, sizeof(table));
    table[m][2] = 7;
    printf("%d %d %zu\n", table[3][2], table[n - 1][3], sizeof table);
    Point points[m];
    points[2].y = 5;
    printf("%d %d\n", points[2].y, steps(8));
    long many = 0;
    for (int i = 0; i < 1000; ++i) {
        char room[n * 100000];
        room[i] = 1;
        many += room[i];
    }
    printf("%ld\n", many);
    cudaFree(device);
}
/* expect
2 8 5
7 0 80
5 17
1000
*/
