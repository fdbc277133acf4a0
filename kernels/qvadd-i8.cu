// Adding quantised vectors. A value is kept in 8 bits and stands for a real number: (value - zero-point) * scale.
// `c` has a scale of its own, so a sum of real numbers becomes a value in four steps:
// divide by sc, round to the nearest whole number (a half goes to the even one), add zc, clamp to -128...127.
// It is `signed char` and not `char`, whose sign depends on the host's processor.

// Part plain: no zero-points, one element a thread.
//@anchor plain
__global__ void qvadd(const signed char* a, const signed char* b, signed char* c,
                      float sa, float sb, float sc, int n) {
    //@solution
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float sum = a[i] * sa + b[i] * sb;   // each value widens to int and then to float, exactly
        int q = __float2int_rn(sum / sc);    // "rn": to the nearest, a half to the even one
        c[i] = min(max(q, -128), 127);
    }
    //@starter
    //| // 1. Which element is mine, and is there one?
    //| // 2. The two real numbers and their sum, in float.
    //| // 3. In units of sc: divide, round, clamp, store.
    //@end
}
//@endanchor plain

// Part zero-points: the same, with the value that stands for 0 chosen for each vector.
//@anchor zero-points
__global__ void qvadd_zero(const signed char* a, const signed char* b, signed char* c,
                           float sa, float sb, float sc, int za, int zb, int zc, int n) {
    //@solution
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float sum = (a[i] - za) * sa + (b[i] - zb) * sb;  // the differences are int: up to 255 in size
        int q = __float2int_rn(sum / sc) + zc;            // zc is whole, and is added to a whole number
        c[i] = min(max(q, -128), 127);
    }
    //@starter
    //| // Start from your qvadd.
    //| // 1. za and zb come off before the scales: how large can a difference become, and which type holds it?
    //| // 2. zc goes on after rounding and before clamping.
    //@end
}
//@endanchor zero-points

// Part char4: the same sums, four neighbours a thread. All three pointers are aligned to 16 bytes.
//@anchor char4
//@solution
__device__ signed char quantised(float sum, float sc, int zc) {
    int q = __float2int_rn(sum / sc) + zc;
    return min(max(q, -128), 127);
}

//@starter
//| // A `__device__` function is a good place for what all four elements need: from a real sum to a value.
//|
//@end
__global__ void qvadd_char4(const signed char* a, const signed char* b, signed char* c,
                            float sa, float sb, float sc, int za, int zb, int zc, int n) {
    //@solution
    int first = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
    if (first + 4 <= n) {
        char4 x = *reinterpret_cast<const char4*>(a + first);  // 4 bytes a lane, 128 a warp
        char4 y = *reinterpret_cast<const char4*>(b + first);
        char4 sum;
        sum.x = quantised((x.x - za) * sa + (y.x - zb) * sb, sc, zc);
        sum.y = quantised((x.y - za) * sa + (y.y - zb) * sb, sc, zc);
        sum.z = quantised((x.z - za) * sa + (y.z - zb) * sb, sc, zc);
        sum.w = quantised((x.w - za) * sa + (y.w - zb) * sb, sc, zc);
        *reinterpret_cast<char4*>(c + first) = sum;
    } else {
        for (int i = first; i < n; i++) {  // up to three are left, and only this thread has them
            c[i] = quantised((a[i] - za) * sa + (b[i] - zb) * sb, sc, zc);
        }
    }
    //@starter
    //| // The launch has (n + 3) / 4 threads, rounded up to blocks. This one owns elements 4 * index ... 4 * index + 3.
    //| // 1. All four exist: read a char4 of a and of b, work out .x, .y, .z and .w, store one char4.
    //| // 2. Fewer exist: take them one by one.
    //@end
}
//@endanchor char4
