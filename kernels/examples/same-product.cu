// SmoothQuant: scaling channels of X down and rows of W up leaves X * W as it was, and both become easier to round.
//
// `course run kernels/examples/same-product.cu`

#include <cmath>
#include <cstdio>

const int TOKENS = 4, CHANNELS = 4;
// Four tokens; channel 0 is the outlier. The scales below are powers of two, so that nothing is rounded by them.
const float X[TOKENS][CHANNELS] = {
    {64, 0.5f, -1, 0.75f}, {-48, 1, 0.25f, -0.5f}, {56, -0.75f, 0.5f, 1}, {-60, 0.25f, 1, -1}};
const float W[CHANNELS] = {0.25f, -1, 0.5f, 0.75f};
const float S[CHANNELS] = {16, 1, 1, 1};

// On 127 even steps of either sign up to the largest of n values.
float rounded(float v, float largest) { return largest / 127 * rintf(v / largest * 127); }

//@anchor product
// y = (X / s) * (s * W), both as they are or in 8 bits, one scale a tensor.
void products(const float* s, bool in_8_bits, float* y) {
    float most_x = 0, most_w = 0;
    for (int c = 0; c < CHANNELS; c++) {
        most_w = fmaxf(most_w, fabsf(W[c] * s[c]));
        for (int t = 0; t < TOKENS; t++) {
            most_x = fmaxf(most_x, fabsf(X[t][c] / s[c]));
        }
    }
    for (int t = 0; t < TOKENS; t++) {
        y[t] = 0;
        for (int c = 0; c < CHANNELS; c++) {
            float x = X[t][c] / s[c], w = W[c] * s[c];
            if (in_8_bits) {
                x = rounded(x, most_x);
                w = rounded(w, most_w);
            }
            y[t] += x * w;
        }
    }
}
//@endanchor product

int main() {
    const float ones[CHANNELS] = {1, 1, 1, 1};
    float exact[TOKENS], scaled[TOKENS], plain8[TOKENS], scaled8[TOKENS];
    products(ones, false, exact);
    products(S, false, scaled);
    products(ones, true, plain8);
    products(S, true, scaled8);
    float off = 0, off_scaled = 0;
    for (int t = 0; t < TOKENS; t++) {
        printf("token %d: %.4f, scaled %.4f; in 8 bits %.4f, scaled %.4f\n", t, exact[t], scaled[t], plain8[t], scaled8[t]);
        off += (plain8[t] - exact[t]) * (plain8[t] - exact[t]) / TOKENS;
        off_scaled += (scaled8[t] - exact[t]) * (scaled8[t] - exact[t]) / TOKENS;
    }
    printf("mean squared error: %.5f, scaled %.5f\n", off, off_scaled);
}

// What it says (tests/examples.rs holds it to that):
//$ run
//> token 0: 15.5625, scaled 15.5625; in 8 bits 15.4911, scaled 15.5556
//> token 1: -13.2500, scaled -13.2500; in 8 bits -13.4476, scaled -13.2383
//> token 2: 15.7500, scaled 15.7500; in 8 bits 15.6062, scaled 15.7619
//> token 3: -15.5000, scaled -15.5000; in 8 bits -15.3562, scaled -15.5000
//> mean squared error: 0.02138, scaled 0.00008
