// Training with rounding: one weight that moves only if the gradient passes through the rounding.
//
// `course run kernels/examples/straight-through.cu`

#include <cmath>
#include <cstdio>

const float STEP = 0.25f, TARGET = 0.6f, RATE = 0.1f;

//@anchor train
// The weight as the rest of the model sees it: on the grid of -8 to 7 steps.
float fake(float w) {
    float q = rintf(w / STEP);
    return STEP * fminf(fmaxf(q, -8), 7);
}

// d fake / d w: what calculus says, and what straight-through says.
float slope(float w, bool straight_through) {
    float q = w / STEP;
    bool inside = q >= -8 && q <= 7;
    return straight_through && inside ? 1.0f : 0.0f;
}

void train(bool straight_through, int steps) {
    float w = 0.3f;
    for (int step = 0; step < steps; step++) {
        float error = fake(w) - TARGET;              // loss = error * error
        float gradient = 2 * error * slope(w, straight_through);
        printf("%2d: w %.2f, used as %.2f, gradient %+.2f\n", step, w, fake(w),
               gradient + 0.0f);                     // no -0.00
        w -= RATE * gradient;
    }
}
//@endanchor train

int main() {
    printf("slope of rounding:\n");
    train(false, 2);
    printf("straight through:\n");
    train(true, 16);
}

// What it says (tests/examples.rs holds it to that):
//$ run
//> slope of rounding:
//>  0: w 0.30, used as 0.25, gradient +0.00
//>  1: w 0.30, used as 0.25, gradient +0.00
//> straight through:
//>  0: w 0.30, used as 0.25, gradient -0.70
//>  1: w 0.37, used as 0.25, gradient -0.70
//>  2: w 0.44, used as 0.50, gradient -0.20
//>  3: w 0.46, used as 0.50, gradient -0.20
//>  4: w 0.48, used as 0.50, gradient -0.20
//>  5: w 0.50, used as 0.50, gradient -0.20
//>  6: w 0.52, used as 0.50, gradient -0.20
//>  7: w 0.54, used as 0.50, gradient -0.20
//>  8: w 0.56, used as 0.50, gradient -0.20
//>  9: w 0.58, used as 0.50, gradient -0.20
//> 10: w 0.60, used as 0.50, gradient -0.20
//> 11: w 0.62, used as 0.50, gradient -0.20
//> 12: w 0.64, used as 0.75, gradient +0.30
//> 13: w 0.61, used as 0.50, gradient -0.20
//> 14: w 0.63, used as 0.75, gradient +0.30
//> 15: w 0.60, used as 0.50, gradient -0.20
