// A template argument that is only named is not instantiated.
// buffer: o i32[32] = 0
// launch: k<<<1, 32>>>(o)
// expect: o[i] = 1
template <class T> struct Never { static_assert(sizeof(T) == 0, "never"); T x; };
template <class T> struct Holder { T* p; };
__global__ void k(int* o) {
    Holder<Never<int>> h;
    h.p = nullptr;
    o[threadIdx.x] = h.p == nullptr;
}
