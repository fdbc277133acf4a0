// A tour of what can set a program's time, in five tests: memory, arithmetic, occupancy, launches, transfers.
//
// `course run kernels/examples/profiling-tour.cu --device h100`: for each test the least time that the device allows
// `course profile kernels/examples/profiling-tour.cu --device h100`: see `set by`, `intensity` and Occupancy
//
// On a GPU: `nvcc -O3 -arch=native kernels/examples/profiling-tour.cu -o tour`, then `./tour times 26`. With `times` each test
// is measured, too: after a warm-up, the median of 11. The number is of arrays: 2^26 numbers are 256 MiB, more than caches
// hold; 2^20 are 4 MiB. The clock of the simulated machine is a model, so it has nothing to tell here.
//
// The rule of the tour: first work out what a test must cost, then look at what it does cost. Only the difference is news.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#define CHECK(call)                                                                               \
    do {                                                                                          \
        cudaError_t error = (call);                                                               \
        if (error != cudaSuccess) {                                                               \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(error));        \
            exit(1);                                                                              \
        }                                                                                         \
    } while (0)

// ---- The kernels: one for memory, one for arithmetic, one that asks for room, one that does next to nothing. ----

//@anchor kernels
// 12 bytes for one addition: whatever the chip can add, memory sets the time.
__global__ void add(const float* a, const float* b, float* c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}

const int STEPS = 256;

// 8 bytes for 2 * 4 * STEPS operations. An instruction that needs the result of the one before waits about four cycles for it.
// Four chains give a warp something to do meanwhile; so do other warps.
__global__ void grow(const float* x, float* y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float v0 = x[i], v1 = v0 + 1.0f, v2 = v0 + 2.0f, v3 = v0 + 3.0f;
    for (int k = 0; k < STEPS; ++k) {
        v0 = v0 * 0.5f + 1.0f;  // one instruction, a fused multiply-add: two operations
        v1 = v1 * 0.5f + 1.0f;
        v2 = v2 * 0.5f + 1.0f;
        v3 = v3 * 0.5f + 1.0f;
    }
    y[i] = v0 + v1 + v2 + v3;
}

// A copy whose blocks ask for shared memory that they hardly use. The more a block asks for, the fewer are resident, the
// fewer loads are under way at once.
__global__ void copy(const float* from, float* to, int n) {
    extern __shared__ float room[];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    room[threadIdx.x] = i < n ? from[i] : 0.0f;
    if (i < n) to[i] = room[threadIdx.x];
}

// A launch of little work: `count` numbers from `first` on.
__global__ void increment(float* x, int first, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) x[first + i] += 1.0f;
}
//@endanchor kernels

// ---- The device, as far as it sets bounds. ----

//@anchor device
struct Device {
    cudaDeviceProp is;
    double bytes_a_second, flops;
};

// Lanes of a multiprocessor that add and multiply floats. The properties do not tell; the programming guide's table does.
int float_lanes(int major, int minor) {
    return major < 8 || (major == 8 && minor == 0) ? 64 : 128;
}

Device this_device() {
    Device d;
    int memory_khz, bus_bits, core_khz;
    CHECK(cudaGetDeviceProperties(&d.is, 0));
    CHECK(cudaDeviceGetAttribute(&memory_khz, cudaDevAttrMemoryClockRate, 0));
    CHECK(cudaDeviceGetAttribute(&bus_bits, cudaDevAttrGlobalMemoryBusWidth, 0));
    CHECK(cudaDeviceGetAttribute(&core_khz, cudaDevAttrClockRate, 0));
    d.bytes_a_second = 2.0 * memory_khz * 1e3 * bus_bits / 8;  // two transfers a clock
    d.flops = 2.0 * d.is.multiProcessorCount * float_lanes(d.is.major, d.is.minor) * core_khz * 1e3;
    return d;
}
//@endanchor device

// ---- Measuring. ----

bool timed = false;

//@anchor measure
// The median of 11 runs, in microseconds, after one that loads the code and
// fills the caches. An event is put into the queue like a kernel, and noted by
// the device when it gets there: the host's own delays stay out.
template <class Work>
double median(Work work) {
    cudaEvent_t begin, end;
    CHECK(cudaEventCreate(&begin));
    CHECK(cudaEventCreate(&end));
    work();
    std::vector<float> took;
    for (int run = 0; run < 11; ++run) {
        float ms;
        CHECK(cudaEventRecord(begin));
        work();
        CHECK(cudaEventRecord(end));
        CHECK(cudaEventSynchronize(end));  // before its time can be asked for
        CHECK(cudaEventElapsedTime(&ms, begin, end));
        took.push_back(1000.0f * ms);
    }
    CHECK(cudaEventDestroy(begin));
    CHECK(cudaEventDestroy(end));
    std::sort(took.begin(), took.end());
    return took[took.size() / 2];
}
//@endanchor measure

// Runs the work once, or often with its time beside the least one (0 where none is known).
template <class Work>
void show(const char* what, double least_us, Work work) {
    if (!timed) {
        work();
        return;
    }
    double us = median(work);
    printf("    %s: %.2f us", what, us);
    if (least_us > 0) printf(", %.0f %% of what is possible", 100.0 * least_us / us);
    printf("\n");
}

// All of `on_device` must be `right`.
void expect(const char* what, const float* on_device, int n, float right) {
    std::vector<float> host(n);
    CHECK(cudaMemcpy(host.data(), on_device, n * sizeof(float), cudaMemcpyDeviceToHost));
    for (int i = 0; i < n; ++i) {
        if (host[i] != right) {
            printf("%s: element %d is %g, not %g\n", what, i, host[i], right);
            exit(1);
        }
    }
}

int N = 1 << 20;  // numbers of an array; a multiple of 2^18, so that all grids below come out even

// ---- 1 and 2: two bounds, and which of them is the larger. ----

//@anchor bounds
// Bytes over bandwidth, operations over arithmetic: the time is at least the larger of the two, and that one is the bound.
double least_us(const Device& d, const char* what, double bytes, double operations) {
    double memory = 1e6 * bytes / d.bytes_a_second, arithmetic = 1e6 * operations / d.flops;
    printf("    %s: %.2f us for %.1f MB, %.2f us for %.1f million operations: %s\n", what, memory, bytes / 1e6, arithmetic,
           operations / 1e6, memory > arithmetic ? "memory-bound" : "compute-bound");
    return std::max(memory, arithmetic);
}
//@endanchor bounds

void test_memory(const Device& d, float* a, float* b, float* c) {
    printf("1 memory: an addition for 12 bytes\n");
    double least = least_us(d, "add", 12.0 * N, N);
    show("add", least, [&] { add<<<N / 256, 256>>>(a, b, c, N); });
    expect("add", c, N, 0.0f);
    // 12.6 MB fit many an L2 cache: a second run may find them there and be faster than device memory allows. A measurement of
    // memory needs more bytes than the caches hold.
}

void test_arithmetic(const Device& d, float* a, float* c) {
    printf("2 arithmetic: %d operations for 8 bytes\n", 8 * STEPS);
    const int n = N / 8;
    double least = least_us(d, "grow", 8.0 * n, 8.0 * STEPS * n);
    show("grow", least, [=] { grow<<<n / 256, 256>>>(a, c, n); });
    expect("grow", c, n, 8.0f);  // each chain goes to 2
    printf("    they meet at %.0f operations a byte: here are %d\n", d.flops / d.bytes_a_second, STEPS);
}

// ---- 3: how many warps are resident, and whether that is enough. ----

void test_occupancy(const Device& d, float* a, float* c) {
    printf("3 occupancy: blocks of 256 threads that ask for more and more shared memory\n");
    int most = d.is.maxThreadsPerMultiProcessor / 32;
    for (int kib : {1, 16, 32, 48}) {
        int blocks;
        CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, copy, 256, kib * 1024));
        printf("    %2d KiB: %d blocks, %d of %d warps, %d KiB of loads under way on the device\n", kib, blocks, 8 * blocks, most,
               8 * blocks * 128 * d.is.multiProcessorCount / 1024);
        show("copy", 1e6 * 8.0 * N / d.bytes_a_second, [=] { copy<<<N / 256, 256, kib * 1024>>>(a, c, N); });
    }
    expect("copy", c, N, 0.0f);
    // Each lane has one load of 4 bytes under way. To keep memory busy takes bandwidth times latency: 3,350 GB/s times 242 ns
    // are 793 KiB on an H100. Half the warps are not half the speed if they are still enough, or if each has more under way.
}

// ---- 4: what a launch costs, whatever it does. ----

void test_launches(float* x) {
    const int parts = 256;
    printf("4 launches: %d numbers in one launch, and in %d\n", N, parts);
    CHECK(cudaMemset(x, 0, N * sizeof(float)));
    int rounds = timed ? 12 : 1;  // the warm-up and eleven runs
    show("one launch", 0, [&] { increment<<<N / 256, 256>>>(x, 0, N); });
    show("256 launches", 0, [&] {
        for (int p = 0; p < parts; ++p) increment<<<N / parts / 256, 256>>>(x, p * (N / parts), N / parts);
    });
    expect("increment", x, N, 2.0f * rounds);
    printf("    each of these is %d blocks, and the next one waits until they are done\n", N / parts / 256);
    // A launch takes some microseconds from the host to the device. Kernels that take less leave the device waiting for the
    // host. What helps: one kernel for several steps, or a CUDA graph, which hands a recorded sequence over at once.
}

// ---- 5: the way between host and device. ----

void test_transfers(const Device& d, float* x) {
    printf("5 transfers: %.1f MB over and back\n", 4e-6 * N);
    std::vector<float> pageable(N, 3.0f);
    float* pinned;
    CHECK(cudaMallocHost(&pinned, N * sizeof(float)));  // memory that stays in its place, so the device can fetch it itself
    for (int i = 0; i < N; ++i) pinned[i] = 5.0f;
    const size_t bytes = N * sizeof(float);

    show("pageable", 0, [&] { CHECK(cudaMemcpy(x, pageable.data(), bytes, cudaMemcpyHostToDevice)); });
    show("pinned", 0, [&] { CHECK(cudaMemcpy(x, pinned, bytes, cudaMemcpyHostToDevice)); });
    // Four pieces in two streams: while one piece is worked on, the next one is on its way. Only pinned memory allows it:
    // a copy from pageable memory goes through a buffer of the driver's, and the host stands by.
    cudaStream_t stream[2];
    for (cudaStream_t& s : stream) CHECK(cudaStreamCreate(&s));
    CHECK(cudaDeviceSynchronize());  // new streams do not wait for each other, so the copies above must be over
    const int part = N / 4;
    for (int p = 0; p < 4; ++p) {
        cudaStream_t s = stream[p % 2];
        float *mine = x + p * part, *of_host = pinned + p * part;
        CHECK(cudaMemcpyAsync(mine, of_host, bytes / 4, cudaMemcpyHostToDevice, s));
        increment<<<part / 256, 256, 0, s>>>(mine, 0, part);
        CHECK(cudaMemcpyAsync(of_host, mine, bytes / 4, cudaMemcpyDeviceToHost, s));
    }
    for (cudaStream_t& s : stream) {
        CHECK(cudaStreamSynchronize(s));
        CHECK(cudaStreamDestroy(s));
    }
    printf("    in four pieces, two streams: the first number is %g, the last %g\n", pinned[0], pinned[N - 1]);
    // PCIe 5.0 with 16 lanes carries 64 GB/s each way: no kernel is worth it that does one addition with what has come over.
    printf("    64 GB/s of PCIe 5.0: %.0f us each way, %.0f times what the device's memory takes\n", bytes / 64e3,
           d.bytes_a_second / 64e9);
    CHECK(cudaFreeHost(pinned));
}

int main(int argc, char** argv) {
    timed = argc > 1 && strcmp(argv[1], "times") == 0;
    int power = argc > 2 ? atoi(argv[2]) : 20;
    if ((argc > 1 && !timed) || power < 18 || power > 28) {
        printf("arguments: none, or `times` and 18 to 28 for arrays of so many powers of two\n");
        return 1;
    }
    N = 1 << power;
    Device d = this_device();
    printf("%s: %.0f GB/s, %.1f TFLOPS in 32 bits\n", d.is.name, d.bytes_a_second / 1e9, d.flops / 1e12);
    float *a, *b, *c;
    for (float** p : {&a, &b, &c}) {
        CHECK(cudaMalloc(p, N * sizeof(float)));
        CHECK(cudaMemset(*p, 0, N * sizeof(float)));
    }
    test_memory(d, a, b, c);
    test_arithmetic(d, a, c);
    test_occupancy(d, a, c);
    test_launches(c);
    test_transfers(d, c);
    for (float* p : {a, b, c}) CHECK(cudaFree(p));
}

// What it says (tests/examples.rs holds it to that):
//$ run --device h100
//> NVIDIA H100 80GB HBM3: 3352 GB/s, 66.9 TFLOPS in 32 bits
//> 1 memory: an addition for 12 bytes
//>     add: 3.75 us for 12.6 MB, 0.02 us for 1.0 million operations: memory-bound
//> 2 arithmetic: 2048 operations for 8 bytes
//>     grow: 0.31 us for 1.0 MB, 4.01 us for 268.4 million operations: compute-bound
//>     they meet at 20 operations a byte: here are 256
//> 3 occupancy: blocks of 256 threads that ask for more and more shared memory
//>      1 KiB: 8 blocks, 64 of 64 warps, 1056 KiB of loads under way on the device
//>     16 KiB: 8 blocks, 64 of 64 warps, 1056 KiB of loads under way on the device
//>     32 KiB: 6 blocks, 48 of 64 warps, 792 KiB of loads under way on the device
//>     48 KiB: 4 blocks, 32 of 64 warps, 528 KiB of loads under way on the device
//> 4 launches: 1048576 numbers in one launch, and in 256
//>     each of these is 16 blocks, and the next one waits until they are done
//> 5 transfers: 4.2 MB over and back
//>     in four pieces, two streams: the first number is 6, the last 6
//>     64 GB/s of PCIe 5.0: 66 us each way, 52 times what the device's memory takes
//$ profile --device h100
//~ no run on the H100 SXM5 is faster than 3.76 µs: device memory sets that
//~ no run on the H100 SXM5 is faster than 4.02 µs: float arithmetic sets that
//~ intensity 257 FLOP/byte 20 at the ridge
//~ theoretical occupancy 75.0 %: 48 of 64 warps
//~ theoretical occupancy 50.0 %: 32 of 64 warps
//~ limited by shared memory
//~ Launched 256 times in this shape
