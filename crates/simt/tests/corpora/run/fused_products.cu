// Products with a name: fused into sums as nvcc does it. `sum` is what two roundings give, so 1 is one rounding.
// What nvcc makes of each, in a kernel of its own, was read from its machine code (-arch=sm_90).
// buffer: out f32[64] = 0
// buffer: side f32[2] = 0
// buffer: in f32[128] = 1.000244140625
// buffer: ones f32[128] = 1
// launch: k<<<1, 1>>>(out, side, in, ones, 1)
// expect: out = 1; 1; 0; 1; 1; 1; 1; 1; 1; 1; 1; 1; 1; 1; 1; 0; 1; 0; 0; 0; 1; 1; 0; 0; 0; 1; 1; 0; 0; 1
__device__ float times(float x, float y) { return x * y; }
__device__ float square(float x) { return x * x; }
__global__ void k(float *out, float *side, const float *in, const float *ones, int k) {
    const float sum = 0.00048828125f;
    { // direct
        float r = 0, a = in[0], b = in[1], d = ones[0], one = ones[1], c = -d, zero = d - one;
        r = a * b + c;
        out[0] = r != sum;
    }
    { // a name
        float r = 0, a = in[2], b = in[3], d = ones[2], one = ones[3], c = -d, zero = d - one;
        float p = a * b; r = p + c;
        out[1] = r != sum;
    }
    { // a name with another use
        float r = 0, a = in[4], b = in[5], d = ones[4], one = ones[5], c = -d, zero = d - one;
        float p = a * b; r = p + c; side[1] = p;
        out[2] = r != sum;
    }
    { // two sums
        float r = 0, a = in[6], b = in[7], d = ones[6], one = ones[7], c = -d, zero = d - one;
        float p = a * b; r = p + c; side[1] = p + d;
        out[3] = r != sum;
    }
    { // into a sum
        float r = 0, a = in[8], b = in[9], d = ones[8], one = ones[9], c = -d, zero = d - one;
        float p = a * b, s = c; s += p; r = s;
        out[4] = r != sum;
    }
    { // += on the product
        float r = 0, a = in[10], b = in[11], d = ones[10], one = ones[11], c = -d, zero = d - one;
        float p = a * b; p += c; r = p;
        out[5] = r != sum;
    }
    { // p = p + c
        float r = 0, a = in[12], b = in[13], d = ones[12], one = ones[13], c = -d, zero = d - one;
        float p = a * b; p = p + c; r = p;
        out[6] = r != sum;
    }
    { // p = c + p
        float r = 0, a = in[14], b = in[15], d = ones[14], one = ones[15], c = -d, zero = d - one;
        float p = a * b; p = c + p; r = p;
        out[7] = r != sum;
    }
    { // p -= 
        float r = 0, a = in[16], b = in[17], d = ones[16], one = ones[17], c = -d, zero = d - one;
        float p = a * b; p -= d; r = p;
        out[8] = r != sum;
    }
    { // c - p
        float r = 0, a = in[18], b = in[19], d = ones[18], one = ones[19], c = -d, zero = d - one;
        float p = a * b; r = -(d - p);
        out[9] = r != sum;
    }
    { // p - d
        float r = 0, a = in[20], b = in[21], d = ones[20], one = ones[21], c = -d, zero = d - one;
        float p = a * b; r = p - d;
        out[10] = r != sum;
    }
    { // a call
        float r = 0, a = in[22], b = in[23], d = ones[22], one = ones[23], c = -d, zero = d - one;
        r = times(a, b) + c;
        out[11] = r != sum;
    }
    { // a call with a name
        float r = 0, a = in[24], b = in[25], d = ones[24], one = ones[25], c = -d, zero = d - one;
        float p = times(a, b); r = p + c;
        out[12] = r != sum;
    }
    { // in a branch
        float r = 0, a = in[26], b = in[27], d = ones[26], one = ones[27], c = -d, zero = d - one;
        float p = a * b; if (k) r = p + c; else side[1] = 1;
        out[13] = r != sum;
    }
    { // in both branches
        float r = 0, a = in[28], b = in[29], d = ones[28], one = ones[29], c = -d, zero = d - one;
        float p = a * b; if (k) r = p + c; else r = p + d;
        out[14] = r != sum;
    }
    { // in a loop
        float r = 0, a = in[30], b = in[31], d = ones[30], one = ones[31], c = -d, zero = d - one;
        float p = a * b; r = c; for (int i = 0; i < k; i++) r += p;
        out[15] = r != sum;
    }
    { // made in a loop
        float r = 0, a = in[32], b = in[33], d = ones[32], one = ones[33], c = -d, zero = d - one;
        r = c; for (int i = 0; i < k; i++) { float p = a * in[100 + i]; r += p; }
        out[16] = r != sum;
    }
    { // chosen
        float r = 0, a = in[34], b = in[35], d = ones[34], one = ones[35], c = -d, zero = d - one;
        float p = k ? a * b : c; r = p + c;
        out[17] = r != sum;
    }
    { // set in a branch
        float r = 0, a = in[36], b = in[37], d = ones[36], one = ones[37], c = -d, zero = d - one;
        float p; if (k) p = a * b; else p = c; r = p + c;
        out[18] = r != sum;
    }
    { // right of two
        float r = 0, a = in[38], b = in[39], d = ones[38], one = ones[39], c = -d, zero = d - one;
        float p = c * one, q = a * b; r = p + q;
        out[19] = r != sum;
    }
    { // left of two
        float r = 0, a = in[40], b = in[41], d = ones[40], one = ones[41], c = -d, zero = d - one;
        float p = a * b, q = c * one; r = p + q;
        out[20] = r != sum;
    }
    { // minus
        float r = 0, a = in[42], b = in[43], d = ones[42], one = ones[43], c = -d, zero = d - one;
        float p = -(a * b); r = -(p - c);
        out[21] = r != sum;
    }
    { // volatile
        float r = 0, a = in[44], b = in[45], d = ones[44], one = ones[45], c = -d, zero = d - one;
        volatile float p = a * b; r = p + c;
        out[22] = r != sum;
    }
    { // compared
        float r = 0, a = in[46], b = in[47], d = ones[46], one = ones[47], c = -d, zero = d - one;
        float p = a * b; if (p > d) r = p + c;
        out[23] = r != sum;
    }
    { // stored and added
        float r = 0, a = in[48], b = in[49], d = ones[48], one = ones[49], c = -d, zero = d - one;
        float p = a * b; side[1] = p; r = p + c;
        out[24] = r != sum;
    }
    { // a factor that changes
        float r = 0, a = in[50], b = in[51], d = ones[50], one = ones[51], c = -d, zero = d - one;
        float f = a, p = f * b; f = 9; r = p + c; side[0] = f;
        out[25] = r != sum;
    }
    { // a barrier between
        float r = 0, a = in[52], b = in[53], d = ones[52], one = ones[53], c = -d, zero = d - one;
        float p = a * b; __syncthreads(); r = p + c;
        out[26] = r != sum;
    }
    { // squares
        float r = 0, a = in[54], b = in[55], d = ones[54], one = ones[55], c = -d, zero = d - one;
        r = square(a) + square(c * zero) + c;
        out[27] = r != sum;
    }
    { // an intrinsic
        float r = 0, a = in[56], b = in[57], d = ones[56], one = ones[57], c = -d, zero = d - one;
        float p = __fmul_rn(a, b); r = p + c;
        out[28] = r != sum;
    }
    { // a constant name
        float r = 0, a = in[58], b = in[59], d = ones[58], one = ones[59], c = -d, zero = d - one;
        const float p = a * b; r = c + p;
        out[29] = r != sum;
    }
}
