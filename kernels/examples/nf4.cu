// NF4: blocks of 64 numbers of a bell in 4 bits, on three sets of sixteen levels.
//
// `course run kernels/examples/nf4.cu`

#include <cmath>
#include <cstdint>
#include <cstdio>

const int BLOCK = 64, BLOCKS = 1000;

//@anchor levels
const float NF4[16] = {
    -1.0f,         -0.6961928f,  -0.52507305f, -0.3949175f,
    -0.28444138f,  -0.18477343f, -0.09105004f, 0.0f,
    0.0795803f,    0.1609302f,   0.2461123f,   0.33791524f,
    0.44070983f,   0.562617f,    0.72295684f,  1.0f};

// The level nearest to v, of 16.
float nearest(float v) {
    float best = NF4[0];
    for (float level : NF4) {
        if (fabsf(level - v) < fabsf(best - v)) best = level;
    }
    return best;
}
//@endanchor levels

// A number between 0 and 1, never either.
float even(uint64_t& state) {
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    return ((state >> 41) + 0.5f) / 8388608.0f;
}

// A number of a bell of width 1, made of two even ones (Box and Muller).
float bell(uint64_t& state) {
    float far = sqrtf(-2 * logf(even(state)));
    return far * cosf(6.2831853f * even(state));
}

int main() {
    uint64_t state = 1;
    double nf4 = 0, straight = 0, shifted = 0;
    for (int b = 0; b < BLOCKS; b++) {
        float x[BLOCK], largest = 0, low = 0, high = 0;
        for (float& v : x) {
            v = bell(state);
            largest = fmaxf(largest, fabsf(v));
            low = fminf(low, v);
            high = fmaxf(high, v);
        }
        float step = largest / 7, fine = (high - low) / 15, zero = rintf(-low / fine);
        for (float v : x) {
            float a = largest * nearest(v / largest) - v;
            float c = step * rintf(v / step) - v;
            float q = fminf(fmaxf(rintf(v / fine) + zero, 0), 15);
            float d = fine * (q - zero) - v;
            nf4 += a * a;
            straight += c * c;
            shifted += d * d;
        }
    }
    double n = BLOCK * BLOCKS;
    printf("mean squared error: NF4 %.4f, even levels -7 to 7 %.4f, 0 to 15 with a zero-point %.4f\n", nf4 / n,
           straight / n, shifted / n);
}

// What it says (tests/examples.rs holds it to that):
//$ run
//> mean squared error: NF4 0.0084, even levels -7 to 7 0.0117, 0 to 15 with a zero-point 0.0083
