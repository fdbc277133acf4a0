// Granularity: what one scale for all, a scale a row and a scale a group lose, on numbers drawn from a bell.
//
// `course run kernels/examples/granularity.cu`

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <vector>

const int ROWS = 100, COLS = 100, N = 1 << 14;

// Numbers of a bell of width 1, each made of two even ones (Box and Muller).
struct Bell {
    uint64_t state = 1;
    float even() {  // between 0 and 1, never either
        state = state * 6364136223846793005ull + 1442695040888963407ull;
        return ((state >> 41) + 0.5f) / 8388608.0f;
    }
    float next() {
        float far = sqrtf(-2 * logf(even()));
        return far * cosf(6.2831853f * even());
    }
};

//@anchor error
// The mean squared error of those that count, with one scale for each `size`
// numbers. Levels are -most to most.
double mean(const std::vector<float>& x, const std::vector<bool>& counts,
            int size, int most) {
    double sum = 0;
    int counted = 0;
    for (int at = 0; at < (int)x.size(); at += size) {
        float largest = 0;
        for (int i = at; i < at + size; i++) {
            largest = fmaxf(largest, fabsf(x[i]));
        }
        float scale = largest / most;
        for (int i = at; i < at + size; i++) {
            if (!counts[i]) continue;
            double error = scale * rintf(x[i] / scale) - x[i];
            sum += error * error;
            counted++;
        }
    }
    return sum / counted;
}
//@endanchor error

void compare(const char* name, const std::vector<float>& x, const std::vector<bool>& quiet) {
    double whole = mean(x, quiet, ROWS * COLS, 127), a_row = mean(x, quiet, COLS, 127);
    printf("%s: %.6f with one scale, %.6f with a scale a row, %.0f times less\n", name, whole, a_row, whole / a_row);
}

int main() {
    Bell bell;
    std::vector<float> row(ROWS * COLS), scattered(ROWS * COLS), weights(N);
    std::vector<bool> row_quiet(ROWS * COLS), scattered_quiet(ROWS * COLS), all(N, true);
    for (int i = 0; i < ROWS * COLS; i++) {
        float v = bell.next();
        row_quiet[i] = i / COLS != 37;            // one row of a hundred is 20 times as large,
        scattered_quiet[i] = i % 101 != 7;        // or one number of a hundred, about one in each row
        row[i] = row_quiet[i] ? v : 20 * v;
        scattered[i] = scattered_quiet[i] ? v : 20 * v;
    }
    for (float& v : weights) v = bell.next();
    compare("one loud row", row, row_quiet);
    compare("scattered", scattered, scattered_quiet);
    for (int size = 16; size <= N; size *= 2) {
        printf("4 bits, groups of %d: %.5f\n", size, mean(weights, all, size, 7));
    }
}

// What it says (tests/examples.rs holds it to that):
//$ run
//> one loud row: 0.010264 with one scale, 0.000039 with a scale a row, 263 times less
//> scattered: 0.012827 with one scale, 0.001803 with a scale a row, 7 times less
//> 4 bits, groups of 16: 0.00722
//> 4 bits, groups of 32: 0.00937
//> 4 bits, groups of 64: 0.01161
//> 4 bits, groups of 128: 0.01413
//> 4 bits, groups of 256: 0.01646
//> 4 bits, groups of 512: 0.01828
//> 4 bits, groups of 1024: 0.02009
//> 4 bits, groups of 2048: 0.02197
//> 4 bits, groups of 4096: 0.02381
//> 4 bits, groups of 8192: 0.02681
//> 4 bits, groups of 16384: 0.02866
