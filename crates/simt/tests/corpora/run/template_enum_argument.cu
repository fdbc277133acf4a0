// buffer: out i32[4] = 0
// launch: k<<<1, 1>>>(out)
// expect: out = 3; 2; 9; 1
namespace lib {
enum mode { first, second };
template <int N, mode M> struct Pair {
    __device__ int get() const { return M == first ? 1 : N; }
};
template <mode M, class T = void> class Only {
  public:
    __device__ int get() const { return M == first ? 1 : 2; }
};
template <mode M> __device__ int twice(Only<M>* p) { return p->get() + 7; }
template <mode M> __device__ int which() { return M == second; }
}
__global__ void k(int* out) {
    lib::Pair<3, lib::second> p;
    out[0] = p.get();
    lib::Only<lib::second> only;
    out[1] = only.get();
    out[2] = twice(&only);
    out[3] = lib::which<lib::second>();
}
