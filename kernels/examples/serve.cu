// A server that lets requests join and leave its batch between steps, at eight limits of the batch, one thread a limit.
// How long a step takes is not measured here: it is read from the sweep of the lesson on batches.
//   course run kernels/examples/serve.cu -- 10        ten requests a second
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

const int LIMITS = 8, MOST = 128, REQUESTS = 300, TOKENS = 128;
constexpr float PROMPT_MS = 30.0f;  // what a prompt adds to the step in which it joins

//@anchor step-ms
// The sweep: 12.1 ms at batch 1, 19.4 ms at 64, 25.8 ms at 128; straight lines between.
__device__ float step_ms(int batch) {
    if (batch <= 64) return 12.1f + (19.4f - 12.1f) * (batch - 1) / 63.0f;
    return 19.4f + (25.8f - 19.4f) * (batch - 64) / 64.0f;
}
//@endanchor step-ms

//@anchor serve
// Runs all requests through a batch of at most limit[i]; writes when each got its first and its last token.
__global__ void serve(const int* limit, const float* arrives, float* first, float* last, int* left) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= LIMITS) return;
    float now = 0.0f;
    int waiting = 0, running = 0, done = 0;      // the next request to admit; how many are in; how many are out
    int* slot = left + i * MOST * 2;             // of each running request: its number, and its tokens to come

    while (done < REQUESTS) {
        if (running == 0 && now < arrives[waiting]) now = arrives[waiting];
        int joined = 0;
        while (running < limit[i] && waiting < REQUESTS && arrives[waiting] <= now) {
            slot[2 * running] = waiting++;
            slot[2 * running + 1] = TOKENS;
            running++;
            joined++;
        }
        now += step_ms(running) + joined * PROMPT_MS;  // everyone in the batch waits for the prompts that joined
        for (int s = 0; s < running; s++) {
            int request = slot[2 * s];
            if (slot[2 * s + 1] == TOKENS) first[i * REQUESTS + request] = now;
            if (--slot[2 * s + 1] == 0) {
                last[i * REQUESTS + request] = now;
                running--;
                done++;
                slot[2 * s] = slot[2 * running];           // the last one moves into the free place
                slot[2 * s + 1] = slot[2 * running + 1];
                s--;
            }
        }
    }
}
//@endanchor serve

// p of a sorted list: the smallest value that at least p % of it do not exceed.
float percentile(const std::vector<float>& sorted, int p) {
    return sorted[(sorted.size() * p + 99) / 100 - 1];
}

int main(int argc, char** argv) {
    int a_second = argc > 1 ? atoi(argv[1]) : 10;
    if (a_second < 1 || a_second > 100) {
        printf("requests a second: 1 to 100\n");
        return 1;
    }
    int limits[LIMITS] = {1, 2, 4, 8, 16, 32, 64, 128};
    std::vector<float> arrives(REQUESTS), first(LIMITS * REQUESTS), last(LIMITS * REQUESTS);
    unsigned noise = 1;
    float at = 0.0f;
    for (int r = 0; r < REQUESTS; r++) {
        noise = noise * 1664525u + 1013904223u;
        at += 2000.0f / a_second * (noise >> 8) / (float)(1 << 24);  // gaps from 0 to twice the mean
        arrives[r] = at;
    }
    int *d_limit, *d_left;
    float *d_arrives, *d_first, *d_last;
    cudaMalloc(&d_limit, sizeof limits);
    cudaMalloc(&d_left, LIMITS * MOST * 2 * sizeof(int));
    cudaMalloc(&d_arrives, REQUESTS * sizeof(float));
    cudaMalloc(&d_first, first.size() * sizeof(float));
    cudaMalloc(&d_last, last.size() * sizeof(float));
    cudaMemcpy(d_limit, limits, sizeof limits, cudaMemcpyHostToDevice);
    cudaMemcpy(d_arrives, arrives.data(), REQUESTS * sizeof(float), cudaMemcpyHostToDevice);
    serve<<<1, 32>>>(d_limit, d_arrives, d_first, d_last, d_left);
    cudaMemcpy(first.data(), d_first, first.size() * sizeof(float), cudaMemcpyDeviceToHost);
    cudaMemcpy(last.data(), d_last, last.size() * sizeof(float), cudaMemcpyDeviceToHost);

    printf("%d requests, %d a second, %d tokens each\n", REQUESTS, a_second, TOKENS);
    printf("batch    tokens/s   TTFT p50   TTFT p95   TPOT mean\n");
    for (int i = 0; i < LIMITS; i++) {
        std::vector<float> ttft;
        float end = 0.0f, gaps = 0.0f;
        for (int r = 0; r < REQUESTS; r++) {
            int at = i * REQUESTS + r;
            ttft.push_back(first[at] - arrives[r]);
            gaps += (last[at] - first[at]) / (TOKENS - 1);
            end = std::max(end, last[at]);
        }
        std::sort(ttft.begin(), ttft.end());
        printf("<= %3d %9.0f %7.0f ms %7.0f ms %8.1f ms\n", limits[i], REQUESTS * TOKENS / (end - arrives[0]) * 1000.0f,
               percentile(ttft, 50), percentile(ttft, 95), gaps / REQUESTS);
    }
    cudaFree(d_limit);
    cudaFree(d_left);
    cudaFree(d_arrives);
    cudaFree(d_first);
    cudaFree(d_last);
    return 0;
}

//$ run -- 10
//> 300 requests, 10 a second, 128 tokens each
//> batch    tokens/s   TTFT p50   TTFT p95   TPOT mean
//> <=   1        81  220216 ms  419642 ms     12.1 ms
//> <=   2       158  105254 ms  201950 ms     12.5 ms
//> <=   4       298   48487 ms   92932 ms     13.2 ms
//> <=   8       534   19554 ms   38073 ms     14.5 ms
//> <=  16       889    5718 ms   10968 ms     17.2 ms
//> <=  32      1198      55 ms     116 ms     21.0 ms
//> <=  64      1198      55 ms      95 ms     21.0 ms
//> <= 128      1198      55 ms      95 ms     21.0 ms

//$ run -- 8
//> 300 requests, 8 a second, 128 tokens each
//> batch    tokens/s   TTFT p50   TTFT p95   TPOT mean
//> <=   1        81  216459 ms  412484 ms     12.1 ms
//> <=   2       158  101521 ms  194784 ms     12.5 ms
//> <=   4       298   44754 ms   85748 ms     13.2 ms
//> <=   8       533   15915 ms   31020 ms     14.5 ms
//> <=  16       885    2069 ms    3996 ms     17.3 ms
//> <=  32       970      53 ms      86 ms     18.3 ms
//> <=  64       970      53 ms      86 ms     18.3 ms
//> <= 128       970      53 ms      86 ms     18.3 ms

//$ run -- 14
//> 300 requests, 14 a second, 128 tokens each
//> batch    tokens/s   TTFT p50   TTFT p95   TPOT mean
//> <=   1        81  224509 ms  427822 ms     12.1 ms
//> <=   2       158  109523 ms  210143 ms     12.5 ms
//> <=   4       299   52757 ms  101149 ms     13.2 ms
//> <=   8       534   23717 ms   46135 ms     14.5 ms
//> <=  16       895    9889 ms   18787 ms     17.2 ms
//> <=  32      1319    2632 ms    5442 ms     22.4 ms
//> <=  64      1627      63 ms     125 ms     29.6 ms
//> <= 128      1627      63 ms     120 ms     29.7 ms

//$ run -- 16
//> 300 requests, 16 a second, 128 tokens each
//> batch    tokens/s   TTFT p50   TTFT p95   TPOT mean
//> <=   1        81  225851 ms  430378 ms     12.1 ms
//> <=   2       158  110864 ms  212712 ms     12.5 ms
//> <=   4       299   54099 ms  103720 ms     13.2 ms
//> <=   8       534   25019 ms   48654 ms     14.5 ms
//> <=  16       896   11197 ms   21235 ms     17.2 ms
//> <=  32      1322    3803 ms    7746 ms     22.4 ms
//> <=  64      1718     576 ms    1426 ms     32.1 ms
//> <= 128      1824      68 ms     126 ms     36.1 ms

//$ run -- 19
//> 300 requests, 19 a second, 128 tokens each
//> batch    tokens/s   TTFT p50   TTFT p95   TPOT mean
//> <=   1        81  227333 ms  433204 ms     12.1 ms
//> <=   2       158  112335 ms  215538 ms     12.5 ms
//> <=   4       299   55570 ms  106550 ms     13.2 ms
//> <=   8       535   26454 ms   51438 ms     14.5 ms
//> <=  16       898   12638 ms   23935 ms     17.2 ms
//> <=  32      1326    5133 ms   10285 ms     22.4 ms
//> <=  64      1746    1908 ms    3925 ms     32.1 ms
//> <= 128      2053     128 ms     581 ms     46.1 ms
