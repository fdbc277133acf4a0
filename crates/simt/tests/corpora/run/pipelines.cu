// buffer: in i32[256] = i * 3
// buffer: out i32[256] = 0
// buffer: sums i32[4] = 0
// launch: staged<<<1, 64>>>(in, out)
// launch: barriers<<<1, 64>>>(in, sums)
// expect: out[i] = i * 3 + 1
// expect: sums = 6048; 6048; 64; 64
#include <cooperative_groups.h>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda_pipeline.h>
namespace cg = cooperative_groups;
__global__ void staged(const int* in, int* out) {
    constexpr int stages = 2;
    __shared__ int room[stages][64];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, stages> state;
    auto block = cg::this_thread_block();
    auto pipe = cuda::make_pipeline(block, &state);
    for (int take = 0, give = 0; take < 4; take++) {
        for (; give < 4 && give < take + stages; give++) {
            pipe.producer_acquire();
            cuda::memcpy_async(block, room[give % stages], in + give * 64, sizeof(int) * 64, pipe);
            pipe.producer_commit();
        }
        pipe.consumer_wait();
        out[take * 64 + 63 - threadIdx.x] = room[take % stages][63 - threadIdx.x] + 1;
        pipe.consumer_release();
    }
}
__global__ void barriers(const int* in, int* sums) {
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    __shared__ int room[64];
    auto block = cg::this_thread_block();
    if (block.thread_rank() == 0) init(&bar, block.size());
    block.sync();
    __pipeline_memcpy_async(&room[threadIdx.x], in + threadIdx.x, sizeof(int));
    __pipeline_commit();
    __pipeline_wait_prior(0);
    bar.arrive_and_wait();
    cuda::atomic_ref<int, cuda::thread_scope_device> first(sums[0]), third(sums[2]);
    first.fetch_add(room[63 - threadIdx.x], cuda::memory_order_relaxed);
    third++;
    auto token = bar.arrive();
    bar.wait(std::move(token));
    if (threadIdx.x == 0) {
        sums[1] = first.load();
        sums[3] = third;
    }
}
