// One past the end in functions that others call: inlined twice over, a lambda, a member, one that calls itself.
// buffer: a f32[32] = 1
// buffer: out f32[1] = 0
// launch: k<<<1, 1>>>(a, out, 32)
struct View {
    const float* p;
    __device__ const float& at(int i) const { return p[i]; }
};
__device__ float get(const float* a, int i) {
    return a[i]; //~ out-of-bounds
}
__device__ float sum(const float* a, int n) {
    float s = 0;
    for (int i = 0; i <= n; i++) s += get(a, i);
    return s;
}
__device__ float climb(const float* a, int i) {
    return i == 0 ? a[40] : climb(a, i - 1); //~ out-of-bounds
}
__global__ void k(const float* a, float* out, int n) {
    auto twice = [&](int i) {
        return a[i + 35] * 2; //~ out-of-bounds
    };
    View view{a};
    float s = sum(a, n) + twice(threadIdx.x);
    s += view.at(n + 1); //~ out-of-bounds
    out[0] = s + climb(a, 5);
}
/*~
error[F0101]: out-of-bounds global read of 4 bytes: `a` has 32 elements; index 32 is 1 past the end
  --> bounds_in_called_functions.cu:10:12
   |
10 |     return a[i]; //~ out-of-bounds
   |            ^^^^ read here
   |
   = thread: (0, 0, 0) of block (0, 0, 0): i = 32
   = called: by `sum` at bounds_in_called_functions.cu:14:39, by `k` at bounds_in_called_functions.cu:25:15
   = help: the last index is one less than the number of elements: see how the index is made, and where its loop ends

error[F0101]: out-of-bounds global read of 4 bytes: `a` has 32 elements; index 35 is 4 past the end
  --> bounds_in_called_functions.cu:22:16
   |
22 |         return a[i + 35] * 2; //~ out-of-bounds
   |                ^^^^^^^^^ read here
   |
   = thread: (0, 0, 0) of block (0, 0, 0): i = 0
   = called: by `k` at bounds_in_called_functions.cu:25:27
   = help: the last index is one less than the number of elements: see how the index is made, and where its loop ends

error[F0101]: out-of-bounds global read of 4 bytes: `a` has 32 elements; index 33 is 2 past the end
  --> bounds_in_called_functions.cu:26:10
   |
26 |     s += view.at(n + 1); //~ out-of-bounds
   |          ^^^^^^^^^^^^^^ read here
   |
   = thread: (0, 0, 0) of block (0, 0, 0): n = 32, view.p = a, s = 32.0
   = help: the last index is one less than the number of elements: see how the index is made, and where its loop ends

error[F0101]: out-of-bounds global read of 4 bytes: `a` has 32 elements; index 40 is 9 past the end
  --> bounds_in_called_functions.cu:18:21
   |
18 |     return i == 0 ? a[40] : climb(a, i - 1); //~ out-of-bounds
   |                     ^^^^^ read here
   |
   = thread: (0, 0, 0) of block (0, 0, 0): i = 0
   = called: by `climb` at bounds_in_called_functions.cu:18:29, by `k` at bounds_in_called_functions.cu:27:18
   = help: the last index is one less than the number of elements: see how the index is made, and where its loop ends
*/
