// What a launch costs the host: an empty kernel put into the queue, and waited for; and how one is refused.
#include "figure.h"
#include <chrono>

__global__ void nothing() {}

static double now() {  // µs
    return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

static void refused(const char* what, int blocks, int threads) {
    nothing<<<blocks, threads>>>();
    printf("# launch: %s: %s\n", what, cudaGetErrorName(cudaGetLastError()));
}

int main() {
    const int runs = 40, warm = 5, launches = 900;  // 900 fit the queue
    std::vector<double> call, queued, waited;
    for (int run = -warm; run < runs; run++) {
        double start = now();
        for (int i = 0; i < launches; i++) {
            nothing<<<1, 32>>>();
        }
        double called = now();
        CHECK(cudaDeviceSynchronize());
        double done = now();
        for (int i = 0; i < launches; i++) {
            nothing<<<1, 32>>>();
            CHECK(cudaDeviceSynchronize());
        }
        double end = now();
        if (run >= 0) {
            call.push_back((called - start) / launches);
            queued.push_back((done - start) / launches);
            waited.push_back((end - done) / launches);
        }
    }
    figure("launch: the call alone", "us", call);
    figure("launch: queued, until the last is done", "us", queued);
    figure("launch: a wait after each", "us", waited);
    refused("2048 threads", 1, 2048);
    refused("no block", 0, 32);
}
