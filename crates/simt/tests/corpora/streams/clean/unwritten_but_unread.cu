// Bytes that nobody wrote come along and are never looked at: holes of structures, rows' ends, what is copied on, what is overwritten.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <vector>
struct Hit {
    double t;
    int id;
    char side;
};
struct Pair {
    Hit first, second;
};
__global__ void hits(Hit *out, Pair *pairs, int n) {
    int i = threadIdx.x;
    if (i >= n) return;
    out[i].t = i * 0.5;
    out[i].id = i;
    out[i].side = 'a';
    pairs[i].second.t = i;
    pairs[i].second.id = 2;
    pairs[i].second.side = 'b';
    pairs[i].first.t = -i;
    pairs[i].first.id = 1;
    pairs[i].first.side = 'c';
}
__global__ void rows(float *out, size_t pitch, int w, int h) {
    int i = threadIdx.x;
    for (int y = 0; y < h; y++)
        if (i < w) *(float *)((char *)out + y * pitch + i * 4) = y * 10 + i;
}
__global__ void even(int *out) { out[2 * threadIdx.x] = threadIdx.x; }
int main() {
    const int n = 7;
    Hit *d_hits, *h = new Hit[n];
    Pair *d_pairs;
    cudaMalloc(&d_hits, n * sizeof(Hit));
    cudaMalloc(&d_pairs, n * sizeof(Pair));
    hits<<<1, 32>>>(d_hits, d_pairs, n);
    cudaMemcpy(h, d_hits, n * sizeof(Hit), cudaMemcpyDeviceToHost);
    std::vector<Pair> pairs(n);
    cudaMemcpy(pairs.data(), d_pairs, n * sizeof(Pair), cudaMemcpyDeviceToHost);
    Hit best = h[0];
    for (int i = 0; i < n; i++) {
        Hit one = h[i];
        if (one.t > best.t) best = one;
    }
    Hit turned[n];
    for (int i = 0; i < n; i++) turned[n - 1 - i] = h[i];
    std::sort(h, h + n, [](const Hit &a, const Hit &b) { return a.t > b.t; });
    Pair last = pairs.back(), other;
    other = last;
    std::swap(pairs[0], pairs[1]);
    printf("%g %d %c, %d, %d, %g %g %c, %g\n", best.t, best.id, best.side, turned[0].id, h[0].id, other.first.t, last.second.t, other.second.side, pairs[0].second.t);

    const int w = 5, rows_of = 3;
    float *d_rows;
    size_t pitch;
    cudaMallocPitch(&d_rows, &pitch, w * sizeof(float), rows_of);
    rows<<<1, 32>>>(d_rows, pitch, w, rows_of);
    std::vector<char> all(pitch * rows_of), copied;
    cudaMemcpy(all.data(), d_rows, all.size(), cudaMemcpyDeviceToHost);
    copied = all;
    float corner = *(float *)(copied.data() + 2 * pitch + 16), sum = 0;
    for (int y = 0; y < rows_of; y++)
        for (int x = 0; x < w; x++) sum += *(float *)(all.data() + y * pitch + x * 4);
    printf("%g %g\n", corner, sum);

    int *d_even, *half = (int *)malloc(64 * sizeof(int)), *twice = (int *)malloc(64 * sizeof(int)), *managed;
    cudaMalloc(&d_even, 64 * sizeof(int));
    even<<<1, 32>>>(d_even);
    cudaMemcpy(half, d_even, 64 * sizeof(int), cudaMemcpyDeviceToHost);
    memcpy(twice, half, 64 * sizeof(int));
    for (int i = 1; i < 64; i += 2) half[i] = -1;
    int total = 0;
    for (int i = 0; i < 64; i++) total += half[i];
    cudaMemcpy(half, d_even, 64 * sizeof(int), cudaMemcpyDeviceToHost);
    std::fill(half, half + 64, 3);
    for (int i = 0; i < 64; i++) total += half[i];
    cudaMallocManaged(&managed, 64 * sizeof(int));
    even<<<1, 32>>>(managed);
    cudaDeviceSynchronize();
    for (int i = 0; i < 32; i++) managed[2 * i + 1] = managed[2 * i] + 1;
    for (int i = 0; i < 64; i++) total += managed[i];
    printf("%d %d\n", total, twice[62]);
    free(half);
    free(twice);
    delete[] h;
    for (void *p : {(void *)d_hits, (void *)d_pairs, (void *)d_rows, (void *)d_even, (void *)managed}) cudaFree(p);
}
