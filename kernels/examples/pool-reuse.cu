// GPU memory: one buffer of a pool, used twice, in the order of streams.
//
// `course run kernels/examples/pool-reuse.cu -- 0`: both uses in stream a.
// `-- 1`: the second in stream b. `-- 2`: b waits for an event first.

#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

__global__ void fill(float* x, float v, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        x[i] = v;
    }
}

__global__ void add(const float* x, float* sum, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        sum[i] += x[i];
    }
}

//@anchor pool
/// Buffers of one size. What is given back is given out again at once.
class Pool {
public:
    explicit Pool(size_t bytes) : bytes(bytes) {}
    ~Pool() {
        for (float* piece : idle) cudaFree(piece);
    }
    Pool(const Pool&) = delete;
    float* take() {
        if (idle.empty()) {
            float* fresh = nullptr;
            cudaMalloc(&fresh, bytes);
            asked++;
            return fresh;
        }
        float* piece = idle.back();
        idle.pop_back();
        return piece;
    }
    void give(float* piece) { idle.push_back(piece); }
    int asked = 0;

private:
    size_t bytes;
    std::vector<float*> idle;
};
//@endanchor pool

//@anchor held
/// One buffer and the duty to give it back: it moves, it is never copied.
class Held {
public:
    explicit Held(Pool& pool) : pool(&pool), piece(pool.take()) {}
    ~Held() {
        if (piece) pool->give(piece);
    }
    Held(const Held&) = delete;
    Held& operator=(const Held&) = delete;
    Held(Held&& from) noexcept
        : pool(from.pool), piece(std::exchange(from.piece, nullptr)) {}
    float* get() const { return piece; }

private:
    Pool* pool;
    float* piece;
};
//@endanchor held

int main(int argc, char** argv) {
    int mode = argc > 1 ? atoi(argv[1]) : 0;
    const int n = 1 << 12, blocks = n / 256;
    cudaStream_t a, b;
    cudaStreamCreate(&a);
    cudaStreamCreate(&b);
    cudaEvent_t used;
    cudaEventCreate(&used);
    float* sum;
    cudaMalloc(&sum, n * sizeof(float));
    cudaMemset(sum, 0, n * sizeof(float));
    cudaDeviceSynchronize();
    {
        Pool pool(n * sizeof(float));
        cudaStream_t second = mode == 0 ? a : b;
        //@anchor use
        {
            Held first(pool);
            fill<<<blocks, 256, 0, a>>>(first.get(), 1.0f, n);
            add<<<blocks, 256, 0, a>>>(first.get(), sum, n);
            cudaEventRecord(used, a);
        }  // back in the pool; the kernels may not have begun
        if (mode == 2) {
            cudaStreamWaitEvent(b, used, 0);
        }
        {
            Held again(pool);
            fill<<<blocks, 256, 0, second>>>(again.get(), 2.0f, n);
            add<<<blocks, 256, 0, second>>>(again.get(), sum, n);
        }
        //@endanchor use
        cudaDeviceSynchronize();  // before the pool frees what it has
        printf("asked the driver %d time\n", pool.asked);
    }
    float last;
    cudaMemcpy(&last, sum + n - 1, sizeof(float), cudaMemcpyDeviceToHost);
    printf("sum[%d] = %g\n", n - 1, last);
    cudaFree(sum);
    cudaEventDestroy(used);
    cudaStreamDestroy(a);
    cudaStreamDestroy(b);
}

// What it says (tests/examples.rs holds it to that):
//$ run -- 0
//> asked the driver 1 time
//> sum[4095] = 3
//$ run -- 1
//> asked the driver 1 time
//> sum[4095] = 3
//~ error[F0205]: nothing orders kernel `add` in stream `a` and kernel `fill` in stream `b`
//$ run -- 2
//> asked the driver 1 time
//> sum[4095] = 3
