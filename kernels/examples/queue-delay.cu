// One instance of a model behind a batcher that may wait for company: four rates of requests, with a delay and without.
// A batch of b takes 10 ms and 0.2 ms for each request in it; gaps between requests are drawn at random. A thread a case.
//   course run kernels/examples/queue-delay.cu -- 5        a delay of at most 5 ms
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

const int RATES = 4, REQUESTS = 20000, MOST = 32;

//@anchor batcher
// Runs all requests of one rate; writes how many batches there were, and the mean time from arrival to answer.
__global__ void batcher(const float* arrives, const float* delays, int* batches, float* latency) {
    int i = threadIdx.x;                                   // rate i / 2, without (even) or with (odd) the delay
    const float* at = arrives + i / 2 * REQUESTS;
    float delay = delays[i % 2], idle_from = 0.0f;
    double sum = 0.0;
    int next = 0, count = 0;
    while (next < REQUESTS) {
        float go = fmaxf(idle_from, at[next] + delay);     // the oldest has waited long enough, and the instance is idle
        int full = next + MOST - 1;
        if (full < REQUESTS) go = fminf(go, fmaxf(idle_from, at[full]));  // a full batch never waits
        int b = 0;
        while (next + b < REQUESTS && b < MOST && at[next + b] <= go) b++;
        idle_from = go + 10.0f + 0.2f * b;
        for (int k = 0; k < b; k++) sum += idle_from - at[next + k];
        next += b;
        count++;
    }
    batches[i] = count;
    latency[i] = (float)(sum / REQUESTS);
}
//@endanchor batcher

int main(int argc, char** argv) {
    float delays[2] = {0.0f, argc > 1 ? (float)atof(argv[1]) : 5.0f};
    if (delays[1] < 0.0f || delays[1] > 1000.0f) {
        printf("delay: 0 to 1000 ms\n");
        return 1;
    }
    int rates[RATES] = {20, 60, 200, 800}, batches[2 * RATES];
    float latency[2 * RATES];
    std::vector<float> arrives(RATES * REQUESTS);
    for (int r = 0; r < RATES; r++) {
        unsigned noise = 7;
        double now = 0.0;
        for (int q = 0; q < REQUESTS; q++) {
            noise = noise * 1664525u + 1013904223u;
            double u = ((noise >> 8) + 0.5) / (1 << 24);
            now -= 1000.0 / rates[r] * log(u);             // gaps without memory, as callers who know nothing of each other
            arrives[r * REQUESTS + q] = (float)now;
        }
    }
    float *d_arrives, *d_delays, *d_latency;
    int* d_batches;
    cudaMalloc(&d_arrives, arrives.size() * sizeof(float));
    cudaMalloc(&d_delays, sizeof delays);
    cudaMalloc(&d_latency, sizeof latency);
    cudaMalloc(&d_batches, sizeof batches);
    cudaMemcpy(d_arrives, arrives.data(), arrives.size() * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(d_delays, delays, sizeof delays, cudaMemcpyHostToDevice);
    batcher<<<1, 2 * RATES>>>(d_arrives, d_delays, d_batches, d_latency);
    cudaMemcpy(batches, d_batches, sizeof batches, cudaMemcpyDeviceToHost);
    cudaMemcpy(latency, d_latency, sizeof latency, cudaMemcpyDeviceToHost);

    printf("requests    no delay                  delay of %.1f ms\n", delays[1]);
    printf("a second    mean batch    latency     mean batch    latency\n");
    for (int r = 0; r < RATES; r++) {
        printf("%8d", rates[r]);
        for (int k = 0; k < 2; k++) {
            printf("%s%10.2f  %8.1f ms", k == 0 ? "    " : "     ", (float)REQUESTS / batches[2 * r + k], latency[2 * r + k]);
        }
        printf("\n");
    }
    cudaFree(d_arrives);
    cudaFree(d_delays);
    cudaFree(d_latency);
    cudaFree(d_batches);
    return 0;
}

//$ run -- 5
//> requests    no delay                  delay of 5.0 ms
//> a second    mean batch    latency     mean batch    latency
//>       20          1.02      11.2 ms           1.11      15.2 ms
//>       60          1.16      13.0 ms           1.35      15.4 ms
//>      200          2.24      15.5 ms           2.46      15.8 ms
//>      800          9.68      18.1 ms           9.69      18.1 ms
