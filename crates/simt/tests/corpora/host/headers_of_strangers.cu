// What headers of strangers ask of the library: streams as templates, numbers kept with a stream, texts of errors, Thrust's names beside
// their arguments, cuBLAS by its old name, tiles of several warps.
#include <cassert>
#include <cerrno>
#include <cmath>
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cstdio>
#include <cstring>
#include <cublas.h>
#include <iostream>
#include <iterator>
#include <sstream>
#include <thrust/count.h>
#include <thrust/device_vector.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/tuple.h>
namespace cg = cooperative_groups;
using namespace thrust::placeholders;
struct R {
    int n;
};
template <class C, class T> std::basic_ostream<C, T> &operator<<(std::basic_ostream<C, T> &out, const R &r) { return out << r.n; }
__global__ void tiles(int *o) {
    __shared__ cg::block_tile_memory<1024> room;
    auto block = cg::this_thread_block(room);
    auto tile = cg::tiled_partition<64>(block);
    int sum = cg::reduce(tile, (int)block.thread_rank(), cg::plus<int>());
    double from = tile.shfl((double)block.thread_rank(), 5);
    int any = tile.any(block.thread_rank() == 70), all = tile.all(block.thread_rank() < 128);
    tile.sync();
    if (tile.thread_rank() == 0) {
        int *p = o + 4 * tile.meta_group_rank();
        p[0] = sum;
        p[1] = (int)from;
        p[2] = any;
        p[3] = all;
    }
}
__global__ void elements(thrust::device_ptr<float> p, float *o) {
    o[threadIdx.x] = p[threadIdx.x] * 2 + *p;
    *(p + 1) = 9.0f;
}
__global__ void shares(float *x) {
    extern __shared__ float s[];
    s[threadIdx.x] = x[threadIdx.x];
    x[threadIdx.x] = s[threadIdx.x];
}
int main() {
    std::cout << R{3} << std::endl;
    std::basic_ostream<char> &out = std::cout;
    static int mine = std::ios_base::xalloc();
    out.iword(mine) = 4;
    out << std::cout.iword(mine) << "\n";
    std::cout.flush();
    char text[64];
    printf("%s, %s\n", strerror_r(ENOENT, text, sizeof text), strerror_r(4242, text, sizeof text));
    printf("%s %g\n", __ASSERT_FUNCTION, jn(2, 1.5));
    std::istringstream numbers("3 1 2 2");
    thrust::device_vector<int> v(std::istream_iterator<int>(numbers), std::istream_iterator<int>{});
    auto rows = thrust::make_zip_iterator(make_tuple(v.begin(), v.begin() + 1));
    printf("%d %d %d\n", (int)v.size(), (int)thrust::count_if(v.begin(), v.end(), _1 == 2), (int)thrust::get<1>(*rows));
    int *o;
    cudaMallocManaged(&o, 256);
    tiles<<<1, 1024>>>(o);
    cudaDeviceSynchronize();
    for (int i = 0; i < 16; i += 5) printf("%d %d %d %d\n", o[4 * i], o[4 * i + 1], o[4 * i + 2], o[4 * i + 3]);
    thrust::device_vector<float> three(4, 3.0f);
    elements<<<1, 1>>>(three.data(), (float *)o);
    cudaDeviceSynchronize();
    printf("%g %g\n", ((float *)o)[0], (float)three[1]);
    cudaFree(o);
    printf("%s\n", cudaGetErrorString(cudaMalloc(NULL, 1024)));
    int grid = 0, threads = 0;
    auto bytes = [](int n) -> size_t { return n * sizeof(float); };
    cudaError_t found = cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(&grid, &threads, shares, bytes, 0, cudaOccupancyDefault);
    printf("%d %d\n", found, threads > 0);
    cudaDeviceProp p;
    cudaGetDeviceProperties(&p, 0);
    const CUuuid *id = &p.uuid;
    printf("%d\n", id->bytes[0] == p.uuid.bytes[0]);
    cublasStatus status = cublasInit();
    float x[4] = {1, 2, 3, 4}, *d, *e;
    cublasAlloc(4, sizeof(float), (void **)&d);
    cublasAlloc(4, sizeof(float), (void **)&e);
    cublasSetVector(4, sizeof(float), x, 1, d, 1);
    cublasSgemm('n', 't', 2, 2, 2, 1.0f, d, 2, d, 2, 0.0f, e, 2);
    cublasGetVector(4, sizeof(float), e, 1, x, 1);
    printf("%d %g %g %g %d\n", status, x[0], x[3], cublasSdot(4, d, 1, d, 1), cublasIsamax(4, d, 1));
    cublasFree(d);
    cublasFree(e);
    cublasShutdown();
}
/* expect
3
4
No such file or directory, Unknown error 4242
main 0.232088
4 2 1
2016 5 0 1
22496 325 0 0
42976 645 0 0
63456 965 0 0
9 9
invalid argument
0 1
1
0 10 20 30 4
*/
