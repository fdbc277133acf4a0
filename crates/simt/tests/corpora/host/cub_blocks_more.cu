/* expect
merge sort 1
warps 1
beside 1
1 no error
*/
#include <cub/block/block_shuffle.cuh>
#include <cub/cub.cuh>
#include <cstdio>
struct Less { __host__ __device__ bool operator()(int a, int b) const { return a % 100 < b % 100; } };
struct Differs { __host__ __device__ bool operator()(int a, int b) const { return a != b; } };
struct Minus { __host__ __device__ int operator()(int a, int b) const { return a - b; } };
__global__ void sorts(const int *in, int *keys, int *places) {
    typedef cub::BlockMergeSort<int, 64, 3, int> Sort;
    __shared__ typename Sort::TempStorage storage;
    int item[3], place[3];
    for (int i = 0; i < 3; i++) item[i] = in[threadIdx.x * 3 + i], place[i] = threadIdx.x * 3 + i;
    Sort(storage).Sort(item, place, Less());
    for (int i = 0; i < 3; i++) keys[threadIdx.x * 3 + i] = item[i], places[threadIdx.x * 3 + i] = place[i];
}
__global__ void warps(const int *in, int *out) {
    typedef cub::WarpMergeSort<int, 2> Sort;
    typedef cub::WarpExchange<int, 2> Exchange;
    typedef cub::WarpReduce<int> Reduce;
    typedef cub::WarpScan<int> Scan;
    __shared__ typename Sort::TempStorage storage[2];
    __shared__ typename Exchange::TempStorage exchange[2];
    __shared__ typename Reduce::TempStorage reduce[2];
    __shared__ typename Scan::TempStorage scan[2];
    int w = threadIdx.x / 32, lane = threadIdx.x % 32, item[2] = {in[threadIdx.x * 2], in[threadIdx.x * 2 + 1]};
    Sort(storage[w]).Sort(item, Less());
    Exchange(exchange[w]).BlockedToStriped(item, item);
    out[w * 64 + lane] = item[0];
    out[w * 64 + 32 + lane] = item[1];
    int heads = Reduce(reduce[w]).HeadSegmentedSum(lane, lane % 5 == 0);
    __syncwarp();
    int tails = Reduce(reduce[w]).TailSegmentedSum(lane, lane % 5 == 4);
    if (lane % 5 == 0) out[128 + w * 32 + lane] = heads * 1000 + tails;
    int in_, ex_;
    Scan(scan[w]).Scan(lane, in_, ex_, 100, cuda::std::plus<>{});
    out[192 + threadIdx.x] = in_ * 1000 + ex_;
}
__global__ void beside(const int *in, int *heads, int *tails, int *left, int *right, int *moved) {
    typedef cub::BlockDiscontinuity<int, 64> Flags;
    typedef cub::BlockAdjacentDifference<int, 64> Steps;
    typedef cub::BlockShuffle<int, 64> Shuffle;
    typedef cub::BlockExchange<int, 64, 3> Exchange;
    __shared__ union { typename Flags::TempStorage flags; typename Steps::TempStorage steps; typename Shuffle::TempStorage shuffle; typename Exchange::TempStorage exchange; } s;
    int item[3], h[3], t[3], l[3], r[3], m[3], turned;
    for (int i = 0; i < 3; i++) item[i] = in[threadIdx.x * 3 + i] / 200;
    Flags(s.flags).FlagHeadsAndTails(h, t, item, Differs());
    __syncthreads();
    Steps(s.steps).SubtractLeft(item, l, Minus());
    __syncthreads();
    Steps(s.steps).SubtractRight(item, r, Minus());
    __syncthreads();
    Shuffle(s.shuffle).Rotate(item[0], turned, 3);
    __syncthreads();
    Exchange(s.exchange).BlockedToWarpStriped(item, m);
    __syncthreads();
    Exchange(s.exchange).WarpStripedToBlocked(m, m);
    for (int i = 0; i < 3; i++) {
        int at = threadIdx.x * 3 + i;
        heads[at] = h[i], tails[at] = t[i], left[at] = l[i], right[at] = r[i], moved[at] = m[i] == item[i];
    }
    __syncthreads();
    moved[threadIdx.x] += turned == in[(threadIdx.x + 3) % 64 * 3] / 200 ? 1 : 0;
}
int main() {
    const int n = 192;
    int *in, *b[6];
    cudaMallocManaged(&in, n * 4);
    for (auto &p : b) cudaMallocManaged(&p, 256 * 4);
    unsigned state = 5;
    for (int i = 0; i < n; i++) in[i] = (state = state * 1664525u + 1013904223u) >> 22;
    sorts<<<1, 64>>>(in, b[0], b[1]);
    cudaDeviceSynchronize();
    bool fine = true;
    for (int i = 0; i < n; i++) fine &= in[b[1][i]] == b[0][i] && (!i || b[0][i - 1] % 100 < b[0][i] % 100 || (b[0][i - 1] % 100 == b[0][i] % 100 && b[1][i - 1] < b[1][i]));
    printf("merge sort %d\n", fine);
    warps<<<1, 64>>>(in, b[0]);
    cudaDeviceSynchronize();
    fine = true;
    for (int i = 0; i < 128; i++) fine &= i % 64 == 0 || b[0][i - 1] % 100 <= b[0][i] % 100;
    for (int i = 0; i < 64; i++) if (i % 32 % 5 == 0) { int s = 0; for (int k = i % 32; k < 32 && k < i % 32 + 5; k++) s += k; fine &= b[0][128 + i] == s * 1001; }
    for (int i = 0; i < 64; i++) { int l = i % 32; fine &= b[0][192 + i] == (100 + l * (l + 1) / 2) * 1000 + 100 + l * (l - 1) / 2; }
    printf("warps %d\n", fine);
    beside<<<1, 64>>>(in, b[0], b[1], b[2], b[3], b[4]);
    cudaDeviceSynchronize();
    fine = true;
    for (int i = 0; i < n; i++) {
        int v = in[i] / 200, before = i ? in[i - 1] / 200 : 0, after = i + 1 < n ? in[i + 1] / 200 : 0;
        fine &= b[0][i] == (!i || v != before) && b[1][i] == (i + 1 == n || v != after) && b[2][i] == v - before && b[3][i] == v - after && b[4][i] == 1 + (i < 64);
    }
    printf("beside %d\n", fine);
    cub::CacheModifiedInputIterator<cub::LOAD_LDG, int> it(in);
    printf("%d %s\n", it[3] == in[3], cudaGetErrorString(cudaDeviceSynchronize()));
}
