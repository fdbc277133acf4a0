/* expect
segmented ok
segmented values ok
segmented ok
segmented values ok
segmented ok
segmented values ok
segmented ok
segmented values ok
low bits ok
merge sort ok
its values ok
merge keys ok
1
unique by key ok
values ok
reduce by key ok
exclusive by key ok
inclusive by key ok
partition ok
three ways ok
second ok
rest ok
select in place ok
runs 1
difference ok
in place ok
segmented argmax 1
segmented max ok
for 1
transform 1
pixels 36 21 21 22, 0 100
argmin 1
no error
*/
#include <cub/cub.cuh>
#include <algorithm>
#include <cstdio>
#include <numeric>
#include <vector>
static unsigned state = 1;
unsigned number() { return (state = state * 1664525u + 1013904223u) >> 16; }
template <class T> T *device(const std::vector<T> &v) { T *p; cudaMalloc((void **)&p, (v.size() + 1) * sizeof(T)); cudaMemcpy(p, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice); return p; }
template <class T> std::vector<T> host(T *p, size_t n) { std::vector<T> v(n); cudaMemcpy(v.data(), p, n * sizeof(T), cudaMemcpyDeviceToHost); return v; }
#define RUN(call) { void *temp = nullptr; size_t bytes = 0; cudaError_t e = call; if (e) printf("%s: %d\n", #call, e); cudaMalloc(&temp, bytes); e = call; if (e) printf("%s: %d\n", #call, e); cudaFree(temp); }
template <class T> void same(const char *name, const std::vector<T> &a, const std::vector<T> &b) { printf("%s %s\n", name, a == b ? "ok" : "DIFFERS"); }
struct Odd { __host__ __device__ bool operator()(int x) const { return x & 1; } };
struct Small { __host__ __device__ bool operator()(int x) const { return x < 100; } };
struct Large { __host__ __device__ bool operator()(int x) const { return x > 900; } };
struct ByLast { __host__ __device__ bool operator()(int a, int b) const { return a % 10 < b % 10; } };
int main() {
    const int n = 3000, segments = 7;
    std::vector<int> keys(n), values(n), offsets = {0, 10, 10, 400, 1000, 1001, 2500, 3000};
    for (int i = 0; i < n; i++) keys[i] = (int)(number() % 1000), values[i] = i;
    int *dk = device(keys), *dv = device(values), *ok = device(keys), *ov = device(values), *off = device(offsets), *count = device(std::vector<int>(4));
    auto order = [&](int from, int to, auto less) { std::vector<int> p(to - from); std::iota(p.begin(), p.end(), from); std::stable_sort(p.begin(), p.end(), [&](int a, int b) { return less(keys[a], keys[b]); }); return p; };
    for (int kind = 0; kind < 4; kind++) {
        std::vector<int> wk(n), wv(n);
        for (int s = 0; s < segments; s++) { auto p = order(offsets[s], offsets[s + 1], [&](int a, int b) { return kind % 2 ? a > b : a < b; }); for (size_t i = 0; i < p.size(); i++) wk[offsets[s] + i] = keys[p[i]], wv[offsets[s] + i] = p[i]; }
        if (kind == 0) RUN(cub::DeviceSegmentedRadixSort::SortPairs(temp, bytes, dk, ok, dv, ov, n, segments, off, off + 1));
        if (kind == 1) RUN(cub::DeviceSegmentedRadixSort::SortPairsDescending(temp, bytes, dk, ok, dv, ov, n, segments, off, off + 1));
        if (kind == 2) RUN(cub::DeviceSegmentedSort::StableSortPairs(temp, bytes, dk, ok, dv, ov, n, segments, off, off + 1));
        if (kind == 3) { cub::DoubleBuffer<int> a(dk, ok), b(dv, ov); RUN(cub::DeviceSegmentedSort::SortPairsDescending(temp, bytes, a, b, n, segments, off, off + 1)); }
        same("segmented", host(ok, n), wk); same("segmented values", host(ov, n), wv);
    }
    RUN(cub::DeviceSegmentedRadixSort::SortKeys(temp, bytes, dk, ok, n, segments, off, off + 1, 0, 4));
    { std::vector<int> w; for (int s = 0; s < segments; s++) for (int i : order(offsets[s], offsets[s + 1], [](int a, int b) { return (a & 15) < (b & 15); })) w.push_back(keys[i]); same("low bits", host(ok, n), w); }
    { auto p = order(0, n, ByLast()); std::vector<int> w, x; for (int i : p) w.push_back(keys[i]), x.push_back(i); int *k = device(keys), *v = device(values); RUN(cub::DeviceMergeSort::StableSortPairs(temp, bytes, k, v, n, ByLast())); same("merge sort", host(k, n), w); same("its values", host(v, n), x); k = device(keys); RUN(cub::DeviceMergeSort::SortKeysCopy(temp, bytes, dk, ok, n, ByLast())); same("merge keys", host(ok, n), w); }
    auto sorted = keys; std::sort(sorted.begin(), sorted.end());
    int *ds = device(sorted);
    RUN(cub::DeviceSelect::UniqueByKey(temp, bytes, ds, dv, ok, ov, count, n));
    { std::vector<int> w, x; for (int i = 0; i < n; i++) if (!i || sorted[i] != sorted[i - 1]) w.push_back(sorted[i]), x.push_back(i); int c = host(count, 1)[0]; printf("%d\n", c == (int)w.size()); same("unique by key", host(ok, c), w); same("values", host(ov, c), x); }
    RUN(cub::DeviceReduce::ReduceByKey(temp, bytes, ds, ok, dv, ov, count, cuda::std::plus<>{}, n));
    { std::vector<int> w; for (int i = 0; i < n; i++) { if (!i || sorted[i] != sorted[i - 1]) w.push_back(0); w.back() += i; } same("reduce by key", host(ov, host(count, 1)[0]), w); }
    RUN(cub::DeviceScan::ExclusiveSumByKey(temp, bytes, ds, dv, ov, n));
    { std::vector<int> w; int s = 0; for (int i = 0; i < n; i++) { if (!i || sorted[i] != sorted[i - 1]) s = 0; w.push_back(s); s += i; } same("exclusive by key", host(ov, n), w); }
    RUN(cub::DeviceScan::InclusiveScanByKey(temp, bytes, ds, dv, ov, cuda::maximum<>{}, n));
    same("inclusive by key", host(ov, n), values);
    RUN(cub::DevicePartition::If(temp, bytes, dk, ok, count, n, Odd()));
    { std::vector<int> w, x; for (int k : keys) (k & 1 ? w : x).push_back(k); std::reverse(x.begin(), x.end()); w.insert(w.end(), x.begin(), x.end()); same("partition", host(ok, n), w); }
    { int *a = device(keys), *b = device(keys), *c = device(keys); RUN(cub::DevicePartition::If(temp, bytes, dk, a, b, c, count, n, Small(), Large())); auto c2 = host(count, 2); std::vector<int> w, x, y; for (int k : keys) (k < 100 ? w : k > 900 ? x : y).push_back(k); same("three ways", host(a, c2[0]), w); same("second", host(b, c2[1]), x); same("rest", host(c, n - c2[0] - c2[1]), y); }
    { int *a = device(keys); RUN(cub::DeviceSelect::If(temp, bytes, a, count, n, Odd())); std::vector<int> w; for (int k : keys) if (k & 1) w.push_back(k); same("select in place", host(a, host(count, 1)[0]), w); }
    RUN(cub::DeviceRunLengthEncode::NonTrivialRuns(temp, bytes, ds, ok, ov, count, n));
    { int c = host(count, 1)[0]; auto s = host(ok, c), l = host(ov, c); bool fine = c > 0; for (int i = 0; i < c; i++) fine &= l[i] > 1 && sorted[s[i]] == sorted[s[i] + l[i] - 1] && (s[i] == 0 || sorted[s[i] - 1] != sorted[s[i]]); printf("runs %d\n", fine); }
    RUN(cub::DeviceAdjacentDifference::SubtractLeftCopy(temp, bytes, dk, ok, n));
    { std::vector<int> w(n); std::adjacent_difference(keys.begin(), keys.end(), w.begin()); same("difference", host(ok, n), w); int *a = device(keys); RUN(cub::DeviceAdjacentDifference::SubtractLeft(temp, bytes, a, n)); same("in place", host(a, n), w); }
    { cub::KeyValuePair<int, int> *a; cudaMalloc((void **)&a, 8 * segments); RUN(cub::DeviceSegmentedReduce::ArgMax(temp, bytes, dk, a, segments, off, off + 1)); auto got = host(a, segments); bool fine = true; for (int s = 0; s < segments; s++) { if (offsets[s] == offsets[s + 1]) continue; int best = std::max_element(keys.begin() + offsets[s], keys.begin() + offsets[s + 1]) - keys.begin(); fine &= got[s].value == keys[best] && got[s].key == best - offsets[s]; } printf("segmented argmax %d\n", fine); }
    RUN(cub::DeviceSegmentedReduce::Max(temp, bytes, dk, ok, segments, off, off + 1));
    { std::vector<int> w; for (int s = 0; s < segments; s++) { int m = -2147483648; for (int i = offsets[s]; i < offsets[s + 1]; i++) m = std::max(m, keys[i]); w.push_back(m); } same("segmented max", host(ok, segments), w); }
    cub::DeviceFor::Bulk(n, [=] __device__(int i) { ok[i] = 2 * i; });
    cub::DeviceFor::ForEach(ok, ok + n, [] __device__(int &x) { x += 1; });
    { bool fine = true; auto h = host(ok, n); for (int i = 0; i < n; i++) fine &= h[i] == 2 * i + 1; printf("for %d\n", fine); }
    cub::DeviceTransform::Transform(cuda::std::make_tuple(dk, dv), ok, n, [] __device__(int a, int b) { return a - b; });
    printf("transform %d\n", host(ok, n)[77] == keys[77] - 77);
    { std::vector<unsigned char> px(300); for (int i = 0; i < 300; i++) px[i] = i % 3 == 0 ? i % 256 : 128; unsigned char *d = device(px); int *h[3] = {device(std::vector<int>(4)), device(std::vector<int>(4)), device(std::vector<int>(4))}; int levels[3] = {5, 5, 5}; unsigned lo[3] = {0, 0, 0}, hi[3] = {256, 256, 256};
      void *temp = 0; size_t bytes = 0; cub::DeviceHistogram::MultiHistogramEven<3, 3>(temp, bytes, d, h, levels, lo, hi, 100); cudaMalloc(&temp, bytes); cub::DeviceHistogram::MultiHistogramEven<3, 3>(temp, bytes, d, h, levels, lo, hi, 100); auto r = host(h[0], 4), g = host(h[1], 4); printf("pixels %d %d %d %d, %d %d\n", r[0], r[1], r[2], r[3], g[1], g[2]); }
    { int best, place; int *b = device(std::vector<int>(1)); long long *p = device(std::vector<long long>(1)); RUN(cub::DeviceReduce::ArgMin(temp, bytes, dk, b, p, n)); best = host(b, 1)[0]; place = host(p, 1)[0]; printf("argmin %d\n", place == std::min_element(keys.begin(), keys.end()) - keys.begin() && best == keys[place]); }
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
