// An answer of N tokens from one attention head, twice: with keys and values computed anew in every step, and with a cache.
//   course run kernels/examples/kv-cache.cu -- 12
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

const int HIDDEN = 64, HEAD = 8;

//@anchor project
// Turns the hidden states of tokens first … first + count − 1 into their keys and values: a thread for each number.
__global__ void project(const float* wk, const float* wv, const float* hidden, float* keys, float* values, int first, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count * HEAD) return;
    int token = first + i / HEAD, d = i % HEAD;
    float k = 0.0f, v = 0.0f;
    for (int j = 0; j < HIDDEN; j++) {
        k += wk[j * HEAD + d] * hidden[token * HIDDEN + j];
        v += wv[j * HEAD + d] * hidden[token * HIDDEN + j];
    }
    keys[token * HEAD + d] = k;
    values[token * HEAD + d] = v;
}
//@endanchor project

// What the newest token collects from all tokens so far. Its query is its own and is used here only.
float attend(const std::vector<float>& keys, const std::vector<float>& values, int tokens) {
    float sum = 0.0f, mixed = 0.0f;
    for (int t = 0; t < tokens; t++) {
        float score = 0.0f;
        for (int d = 0; d < HEAD; d++) score += ((tokens + d) % 3 - 1) * keys[t * HEAD + d];
        float share = expf(score / sqrtf((float)HEAD));
        sum += share;
        mixed += share * values[t * HEAD];
    }
    return mixed / sum;
}

int main(int argc, char** argv) {
    int steps = argc > 1 ? atoi(argv[1]) : 12;
    if (steps < 1 || steps > 2000) {
        printf("steps: 1 to 2000\n");
        return 1;
    }
    std::vector<float> w(2 * HIDDEN * HEAD), hidden(steps * HIDDEN), keys(steps * HEAD), values(steps * HEAD), answer[2];
    for (size_t i = 0; i < w.size(); i++) w[i] = (int)(i * 37 % 19 - 9) / 64.0f;
    for (size_t i = 0; i < hidden.size(); i++) hidden[i] = (int)(i * 53 % 23) / 16.0f - 0.7f;

    float *dw, *dh, *dk, *dv;
    cudaMalloc(&dw, w.size() * 4);
    cudaMalloc(&dh, hidden.size() * 4);
    cudaMalloc(&dk, keys.size() * 4);
    cudaMalloc(&dv, values.size() * 4);
    cudaMemcpy(dw, w.data(), w.size() * 4, cudaMemcpyHostToDevice);
    cudaMemcpy(dh, hidden.data(), hidden.size() * 4, cudaMemcpyHostToDevice);

    for (int cached = 0; cached < 2; cached++) {
        long long projected = 0;
        for (int step = 1; step <= steps; step++) {
            int first = cached ? step - 1 : 0, count = step - first;  // with a cache: the newest token only
            project<<<(count * HEAD + 127) / 128, 128>>>(dw, dw + HIDDEN * HEAD, dh, dk, dv, first, count);
            projected += count;
            cudaMemcpy(keys.data(), dk, step * HEAD * 4, cudaMemcpyDeviceToHost);
            cudaMemcpy(values.data(), dv, step * HEAD * 4, cudaMemcpyDeviceToHost);
            answer[cached].push_back(attend(keys, values, step));
        }
        printf("%-9s %7lld tokens turned into keys and values", cached ? "cache:" : "no cache:", projected);
        printf(", %d kept\n", cached ? steps : 0);
    }
    bool same = answer[0] == answer[1];
    printf("answers: %s\n", same ? "the same, bit for bit" : "DIFFERENT");
    printf("cache of this head: %d tokens x 2 x %d numbers x 4 bytes = %d bytes\n", steps, HEAD, steps * 2 * HEAD * 4);

    cudaFree(dw);
    cudaFree(dh);
    cudaFree(dk);
    cudaFree(dv);
    return same ? 0 : 1;
}

//$ run -- 12
//> no cache:      78 tokens turned into keys and values, 0 kept
//> cache:         12 tokens turned into keys and values, 12 kept
//> answers: the same, bit for bit
//> cache of this head: 12 tokens x 2 x 8 numbers x 4 bytes = 768 bytes
//$ run -- 100
//> no cache:    5050 tokens turned into keys and values, 0 kept
//> cache:        100 tokens turned into keys and values, 100 kept
//> answers: the same, bit for bit
//> cache of this head: 100 tokens x 2 x 8 numbers x 4 bytes = 6400 bytes
