// Number formats: every value of E4M3, a row for each exponent, and how near each comes to a number of yours.
//
// `course run kernels/examples/e4m3.cu -- 0.1`

#include <cmath>
#include <cstdio>
#include <cstdlib>

//@anchor decode
// The number that a byte is: 1 bit of sign, 4 of exponent, 3 of fraction.
float decoded(int byte) {
    int exponent = byte >> 3 & 15, fraction = byte & 7;
    float part = fraction / 8.0f;
    float size = (1 + part) * powf(2, exponent - 7);
    if (exponent == 0) size = part * powf(2, -6);          // no leading 1
    if (exponent == 15 && fraction == 7) size = NAN;       // no number
    return byte & 128 ? -size : size;
}
//@endanchor decode

int main(int argc, char** argv) {
    float wanted = argc > 1 ? atof(argv[1]) : 0.1f;
    for (int exponent = 0; exponent < 16; exponent++) {
        printf("%2d:", exponent);
        for (int fraction = 0; fraction < 8; fraction++) {
            float value = decoded(exponent << 3 | fraction);
            std::isnan(value) ? printf(" NaN") : printf(" %g", value);
        }
        printf("\n");
    }
    float best = 0, scale = 1.0f / 127;
    for (int byte = 0; byte < 256; byte++) {
        float value = decoded(byte);
        if (fabsf(value - wanted) < fabsf(best - wanted)) best = value;  // false for NaN
    }
    float even = scale * rintf(wanted / scale);
    printf("%g: E4M3 has %g, off by %.4f; INT8 in steps of 1/127 has %.4f, off by %.4f\n", wanted, best,
           fabsf(best - wanted), even, fabsf(even - wanted));
}

// What it says (tests/examples.rs holds it to that):
//$ run
//>  0: 0 0.00195312 0.00390625 0.00585938 0.0078125 0.00976562 0.0117188 0.0136719
//>  1: 0.015625 0.0175781 0.0195312 0.0214844 0.0234375 0.0253906 0.0273438 0.0292969
//>  2: 0.03125 0.0351562 0.0390625 0.0429688 0.046875 0.0507812 0.0546875 0.0585938
//>  3: 0.0625 0.0703125 0.078125 0.0859375 0.09375 0.101562 0.109375 0.117188
//>  4: 0.125 0.140625 0.15625 0.171875 0.1875 0.203125 0.21875 0.234375
//>  5: 0.25 0.28125 0.3125 0.34375 0.375 0.40625 0.4375 0.46875
//>  6: 0.5 0.5625 0.625 0.6875 0.75 0.8125 0.875 0.9375
//>  7: 1 1.125 1.25 1.375 1.5 1.625 1.75 1.875
//>  8: 2 2.25 2.5 2.75 3 3.25 3.5 3.75
//>  9: 4 4.5 5 5.5 6 6.5 7 7.5
//> 10: 8 9 10 11 12 13 14 15
//> 11: 16 18 20 22 24 26 28 30
//> 12: 32 36 40 44 48 52 56 60
//> 13: 64 72 80 88 96 104 112 120
//> 14: 128 144 160 176 192 208 224 240
//> 15: 256 288 320 352 384 416 448 NaN
//> 0.1: E4M3 has 0.101562, off by 0.0016; INT8 in steps of 1/127 has 0.1024, off by 0.0024
