// `cuda::atomic` and `cuda::std::atomic` as objects: in shared, device and managed memory, and on the host's side.
#include <cuda/atomic>
#include <cstdio>
enum class Phase { idle, busy, done };
struct Pair { int low, high; };
__device__ cuda::atomic<int> total{40};
__device__ cuda::atomic<float, cuda::thread_scope_device> sum{0.5f};
__device__ cuda::std::atomic_flag taken;
__device__ cuda::atomic<unsigned, cuda::thread_scope_device> slots[3] = {{1u}, {2u}, {3u}};
struct Board {
    cuda::atomic<long long> best;
    cuda::atomic<bool> ready;
    cuda::std::atomic<unsigned char> small;
    cuda::atomic<int *> next;
};
#pragma nv_diag_suppress static_var_with_dynamic_init
__global__ void block_scope(int *out) {
    __shared__ cuda::atomic<int, cuda::thread_scope_block> f;
    __shared__ cuda::atomic<double, cuda::thread_scope_block> d;
    if (threadIdx.x == 0) {
        f.store(5, cuda::memory_order_relaxed);
        d = 0.25;
    }
    __syncthreads();
    f.fetch_add(1);
    f++;
    d.fetch_add(1.0);
    d.fetch_max(100.0);
    __syncthreads();
    out[threadIdx.x] = f + (int)d.load();
}
__global__ void handed_over(int *out) {
    __shared__ cuda::atomic<int, cuda::thread_scope_block> f;
    __shared__ int data;
    if (threadIdx.x == 0) f.store(0, cuda::memory_order_relaxed);
    __syncthreads();
    if (threadIdx.x == 32) {
        data = 7;
        f.store(1, cuda::memory_order_release);
        f.notify_all();
    }
    if (threadIdx.x == 0) {
        f.wait(0, cuda::memory_order_acquire);
        out[0] = data;
    }
}
__global__ void many(Board *b, int *cells) {
    int t = threadIdx.x;
    total.fetch_add(2);
    sum += 0.5f;
    slots[t % 3] ^= 8u;
    b->best.fetch_max(t * 1000000000LL);
    b->small += 3;
    b->next.fetch_add(1, cuda::std::memory_order_relaxed);
    bool wanted = false;
    if (b->ready.compare_exchange_strong(wanted, true)) cells[0] = 1;
    if (!taken.test_and_set()) cells[1] = 1;
    cuda::atomic_ref<int> r(cells[2]);
    r.fetch_min(-t);
    __syncthreads();
    int seen = r.load();
    while (!r.compare_exchange_weak(seen, seen - 1, cuda::memory_order_acq_rel, cuda::memory_order_relaxed)) {}
    r.notify_one();
    r.wait(1);
}
int main() {
    int *out;
    cudaMallocManaged(&out, 64 * sizeof(int));
    block_scope<<<1, 64>>>(out);
    cudaDeviceSynchronize();
    printf("%d %d\n", out[0], out[63]);
    handed_over<<<1, 64>>>(out);
    cudaDeviceSynchronize();
    printf("%d\n", out[0]);

    Board *board;
    cudaMallocManaged(&board, sizeof(Board));
    board->best.store(-5);
    board->ready = false;
    board->small = 250;
    board->next = out + 8;
    out[0] = out[1] = out[2] = 0;
    many<<<1, 64>>>(board, out);
    cudaDeviceSynchronize();
    printf("%lld %d %d %d\n", board->best.load(), (int)board->ready, (int)board->small.load(), (int)(board->next - out));
    printf("%d %d %d\n", out[0], out[1], out[2]);
    int whole;
    float part;
    unsigned three[3];
    cudaMemcpyFromSymbol(&whole, total, sizeof(int));
    cudaMemcpyFromSymbol(&part, sum, sizeof(float));
    cudaMemcpyFromSymbol(three, slots, sizeof(three));
    printf("%d %g %u %u %u\n", whole, part, three[0], three[1], three[2]);

    cuda::std::atomic<int> n{3};
    n += 4;
    --n;
    int expected = 5;
    bool first = n.compare_exchange_strong(expected, 9), second = n.compare_exchange_strong(expected, 9);
    int was = n.exchange(1);
    printf("%d %d %d %d %d\n", (int)n, first, second, expected, was);
    cuda::atomic<Phase> phase(Phase::idle);
    phase.store(Phase::busy);
    cuda::atomic<Pair> pair(Pair{1, 2});
    Pair old = pair.exchange(Pair{3, 4}), now = pair;
    printf("%d %d %d %d %d\n", (int)phase.load(), old.low, old.high, now.low, now.high);
    cuda::std::atomic_flag flag{};
    bool before = cuda::std::atomic_flag_test_and_set(&flag);
    printf("%d %d\n", before, flag.test());
    flag.clear();
    cuda::std::atomic_store(&n, 6);
    cuda::std::atomic_fetch_sub_explicit(&n, 2, cuda::std::memory_order_relaxed);
    cuda::atomic<double> real(1.5);
    real.fetch_sub(0.25);
    printf("%d %d %g %d %d\n", flag.test(), cuda::std::atomic_load(&n), real.load(), (int)sizeof(cuda::atomic<bool>),
           (int)n.is_lock_free());
    double plain = 2;
    cuda::atomic_ref<double> ref(plain);
    ref.fetch_add(1);
    cuda::atomic_thread_fence(cuda::memory_order_seq_cst);
    double least = ref.fetch_min(0.5);
    printf("%g %g\n", plain, least);
    cudaFree(board);
    cudaFree(out);
}
/* expect
233 233
7
63000000000 1 186 72
1 1 -127
168 32.5 1 10 11
1 0 1 6 9
1 1 2 3 4
0 1
0 4 1.25 4 1
0.5 3
*/
