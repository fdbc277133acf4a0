// buffer: in f32[512] = (i * 37) % 101
// buffer: out f32[512] = 0
// buffer: sums f32[8] = 0
// buffer: keys i32[256] = (i * 91 + 17) % 256
// buffer: order i32[256] = 0
// buffer: back f32[512] = 0
// launch: reduce<<<1, 128>>>(in, sums, 512)
// launch: scan<128><<<1, 128>>>(in, out)
// launch: sort<<<1, 64>>>(keys, order)
// launch: copy<<<2, 64>>>(in, back, 500)
// expect: sums = 25522; 100; 25522; 30; 0; 0; 0; 0
// expect: out[i] = sum(0, i + 1, (j * 37) % 101)
// expect: keys[i] = 255 - i
// expect: order[i] = ((255 - i - 17) * 211 + 256 * 400) % 256
// expect: back[i] = i < 500 ? (i * 37) % 101 + 1 : 0
#include <cub/cub.cuh>
__global__ void reduce(const float* in, float* sums, int n) {
    using Reduce = cub::BlockReduce<float, 128>;
    using Arg = cub::BlockReduce<cub::KeyValuePair<int, float>, 128>;
    __shared__ union {
        typename Reduce::TempStorage reduce;
        typename Arg::TempStorage arg;
    } temp;
    float sum = 0.0f, most = -1.0f;
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        sum += in[i];
        most = fmaxf(most, in[i]);
    }
    float all = Reduce(temp.reduce).Sum(sum);
    __syncthreads();
    float top = Reduce(temp.reduce).Reduce(most, cub::Max());
    __syncthreads();
    float items[4];
    for (int i = 0; i < 4; i++) items[i] = in[threadIdx.x * 4 + i];
    float again = Reduce(temp.reduce).Sum(items);
    __syncthreads();
    cub::KeyValuePair<int, float> pair(threadIdx.x, in[threadIdx.x]);
    pair = Arg(temp.arg).Reduce(pair, cub::ArgMax());
    if (threadIdx.x == 0) {
        sums[0] = all;
        sums[1] = top;
        sums[2] = again;
        sums[3] = (float)pair.key;
    }
}
template <int N> __global__ void scan(const float* in, float* out) {
    typedef cub::BlockScan<float, N> Scan;
    typedef cub::BlockLoad<float, N, 4, cub::BLOCK_LOAD_TRANSPOSE> Load;
    typedef cub::BlockStore<float, N, 4, cub::BLOCK_STORE_TRANSPOSE> Store;
    __shared__ typename Load::TempStorage load;
    __shared__ typename Scan::TempStorage scan;
    __shared__ typename Store::TempStorage store;
    float items[4];
    Load(load).Load(in, items);
    Scan(scan).InclusiveSum(items, items);
    Store(store).Store(out, items);
}
__global__ void sort(int* keys, int* order) {
    typedef cub::BlockRadixSort<int, 64, 4, int> Sort;
    __shared__ typename Sort::TempStorage temp;
    int mine[4], from[4];
    for (int i = 0; i < 4; i++) {
        from[i] = threadIdx.x * 4 + i;
        mine[i] = keys[from[i]];
    }
    Sort(temp).SortDescending(mine, from);
    for (int i = 0; i < 4; i++) {
        keys[threadIdx.x * 4 + i] = mine[i];
        order[threadIdx.x * 4 + i] = from[i];
    }
}
__global__ void copy(const float* in, float* out, int n) {
    using Load = cub::BlockLoad<float, 64, 4, cub::BLOCK_LOAD_VECTORIZE>;
    using Store = cub::BlockStore<float, 64, 4>;
    __shared__ typename Load::TempStorage load;
    __shared__ typename Store::TempStorage store;
    int base = blockIdx.x * 256;
    float items[4];
    Load(load).Load(in + base, items, n - base, 0.0f);
    for (int i = 0; i < 4; i++) items[i] += 1.0f;
    Store(store).Store(out + base, items, n - base);
}
