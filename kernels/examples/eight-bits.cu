// Lesson 9: sums of 8-bit numbers that wrap, and that saturate; a dot product of four; and a race for half a byte.
//
// `course run kernels/examples/eight-bits.cu`

#include <cstdio>

//@anchor add
__device__ signed char saturated(int v) {
    v = v > 127 ? 127 : v;
    v = v < -128 ? -128 : v;
    return (signed char)v;
}

__global__ void add(const signed char* a, const signed char* b,
                    signed char* wraps, signed char* stays, int n) {
    int i = threadIdx.x;
    if (i < n) {
        int sum = a[i] + b[i];        // computed in 32 bits
        wraps[i] = (signed char)sum;  // the low 8 of them
        stays[i] = saturated(sum);
    }
}
//@endanchor add

//@anchor dot
__global__ void dot(const int* a, const int* b, int* out, int words) {
    int sum = 0;
    for (int k = 0; k < words; k++) {
        // Four products of 8-bit numbers, added to a sum of 32 bits.
        sum = __dp4a(a[k], b[k], sum);
    }
    *out = sum;
}
//@endanchor dot

int main() {
    const int n = 4;
    signed char *a, *b, *wraps, *stays;
    int* out;
    cudaMallocManaged(&a, n);
    cudaMallocManaged(&b, n);
    cudaMallocManaged(&wraps, n);
    cudaMallocManaged(&stays, n);
    cudaMallocManaged(&out, sizeof(int));

    const signed char x[n] = {127, -128, 100, -5};
    const signed char y[n] = {127, -128, 28, 3};
    for (int i = 0; i < n; i++) {
        a[i] = x[i];
        b[i] = y[i];
    }
    add<<<1, 32>>>(a, b, wraps, stays, n);
    dot<<<1, 1>>>(reinterpret_cast<int*>(a), reinterpret_cast<int*>(b), out, 1);
    cudaDeviceSynchronize();
    for (int i = 0; i < n; i++) {
        printf("%4d + %4d = %4d: wraps to %4d, saturates at %4d\n", x[i], y[i], x[i] + y[i], wraps[i], stays[i]);
    }
    printf("dp4a: %d\n", *out);
    for (signed char* p : {a, b, wraps, stays}) {
        cudaFree(p);
    }
    cudaFree(out);
}

// What it says (tests/examples.rs holds it to that):
//$ run
//>  127 +  127 =  254: wraps to   -2, saturates at  127
//> -128 + -128 = -256: wraps to    0, saturates at -128
//>  100 +   28 =  128: wraps to -128, saturates at  127
//>   -5 +    3 =   -2: wraps to   -2, saturates at   -2
//> dp4a: 35298
