// Tutorial, section 5: buffers from a pool, each freed once and by itself.
//
// `course run kernels/examples/tutorial-pool.cu`
// `course run kernels/examples/tutorial-pool.cu -- 2`: two streams take turns with one piece, and nothing orders them.
// `… -- 3`: the same with an event between them.

#include <cstdio>
#include <cstdlib>
#include <map>
#include <vector>

//@anchor pool
// Pieces that came back, by size. The driver is asked only for new ones.
struct Pool {
    std::multimap<size_t, void*> unused;
    std::vector<void*> all;

    void* get(size_t bytes) {
        auto found = unused.find(bytes);
        if (found != unused.end()) {
            void* p = found->second;
            unused.erase(found);
            return p;
        }
        void* p = nullptr;
        if (cudaMalloc(&p, bytes) != cudaSuccess) return nullptr;
        all.push_back(p);
        return p;
    }
    void put(void* p, size_t bytes) { unused.insert({bytes, p}); }
    ~Pool() {
        for (void* p : all) cudaFree(p);
    }
};
//@endanchor pool

//@anchor buffer
// The one owner of a piece: it can be moved, not copied, so it goes back once.
class Buffer {
    Pool* pool;
    void* p;
    size_t bytes;

public:
    Buffer(Pool& from, size_t n) : pool(&from), p(from.get(n)), bytes(n) {}
    Buffer(const Buffer&) = delete;
    Buffer& operator=(const Buffer&) = delete;
    Buffer(Buffer&& other) : pool(other.pool), p(other.p), bytes(other.bytes) {
        other.p = nullptr;
    }
    ~Buffer() {
        if (p) pool->put(p, bytes);
    }
    float* data() { return static_cast<float*>(p); }
};
//@endanchor buffer

const int N = 1024;

__global__ void fill(float* to, float value) {
    to[blockIdx.x * blockDim.x + threadIdx.x] = value;
}

__global__ void add(const float* from, float* total) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    total[i] += from[i];
}

//@anchor step
// Scratch memory for one step. It goes back when the kernels are in the
// queue, long before they have run: right, if the next user is behind them.
void step(Pool& pool, cudaStream_t stream, float value, float* total) {
    Buffer scratch(pool, N * sizeof(float));
    fill<<<N / 256, 256, 0, stream>>>(scratch.data(), value);
    add<<<N / 256, 256, 0, stream>>>(scratch.data(), total);
}
//@endanchor step

int main(int argc, char** argv) {
    int mode = argc > 1 ? atoi(argv[1]) : 1;
    cudaStream_t streams[2];
    for (cudaStream_t& each : streams) cudaStreamCreate(&each);
    float* totals[2];
    for (float*& each : totals) {
        cudaMalloc(&each, N * sizeof(float));
        cudaMemset(each, 0, N * sizeof(float));
    }
    cudaDeviceSynchronize();
    cudaEvent_t done;
    cudaEventCreate(&done);
    {
        Pool pool;
        if (mode == 1) {
            for (int i = 1; i <= 100; ++i) step(pool, streams[0], (float)i, totals[0]);
        } else {
            //@anchor two
            step(pool, streams[0], 1.0f, totals[0]);
            if (mode == 3) {  // what comes into the second waits for the first
                cudaEventRecord(done, streams[0]);
                cudaStreamWaitEvent(streams[1], done, 0);
            }
            step(pool, streams[1], 2.0f, totals[1]);
            //@endanchor two
        }
        cudaDeviceSynchronize();
        printf("the driver was asked %d times\n", (int)pool.all.size());
    }
    for (int i = 0; i < 2; ++i) {
        float first;
        cudaMemcpy(&first, totals[i], sizeof(float), cudaMemcpyDeviceToHost);
        printf("total %d: %g\n", i, first);
        cudaFree(totals[i]);
        cudaStreamDestroy(streams[i]);
    }
    cudaEventDestroy(done);
    return 0;
}

//$ run
//> the driver was asked 1 times
//> total 0: 5050
//> total 1: 0
//$ run -- 2
//> the driver was asked 1 times
//> total 0: 1
//> total 1: 2
//~ error[F0205]: nothing orders kernel `add` in stream `streams[0]` and kernel `fill` in stream `streams[1]`
//$ run -- 3
//> the driver was asked 1 times
//> total 0: 1
//> total 1: 2
