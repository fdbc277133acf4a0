// An object stands for a number where one must be known only if what it converts to is known.
struct Count {
    int n;
    __host__ __device__ constexpr operator int() const { return n; }
};
template <int N> __device__ int times() { return N; }
__global__ void k(int *out, int given) {
    constexpr Count four{4};
    Count varying{given};
    out[0] = times<four>();
    out[1] = times<varying>(); //~ error: a template argument must be known at compile time
    int room[four];
    room[0] = 1;
    int none[varying]; //~ error: the length of an array must be known at compile time
    out[2] = room[0];
}
