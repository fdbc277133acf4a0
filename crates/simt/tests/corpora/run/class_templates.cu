// Class templates: specialisations, nested types, bases that depend on parameters, members that are templates.
// buffer: out i32[48] = 0
// launch: use<<<1, 32>>>(out)
// expect: out = 4; 8; 1; 0; 1; 2; 3; 7; 5; 12; 15; 496; 3; 6; 9; 40; 10; 11; 1065353216; 16; 2; 21; 3; 8; 5; 1; 42; 3; 17; 2; 4; 100; 6; 14; 1; 3; 16; 7; 24; 12; 9; 33; 2; 5; 1; 77; 13; 1

template <bool B, typename T = void> struct enable_if {};
template <typename T> struct enable_if<true, T> { using type = T; };
template <bool B, typename T = void> using enable_if_t = typename enable_if<B, T>::type;

template <typename T, T V> struct constant {
    static constexpr T value = V;
    using value_type = T;
    __host__ __device__ constexpr operator T() const { return V; }
};
using yes = constant<bool, true>;
using no = constant<bool, false>;
template <typename A, typename B> struct is_same : no {};
template <typename A> struct is_same<A, A> : yes {};
template <typename A, typename B> constexpr bool is_same_v = is_same<A, B>::value;
template <typename T> struct is_pointer : no {};
template <typename T> struct is_pointer<T*> : yes {};
template <typename T> struct strip { using type = T; };
template <typename T> struct strip<T&> { using type = T; };
template <typename T> struct strip<const T> { using type = T; };
template <bool C, typename A, typename B> struct choose { using type = A; };
template <typename A, typename B> struct choose<false, A, B> { using type = B; };

template <typename T> struct Size { static const int value = sizeof(T); };
template <> struct Size<double> { static const int value = 8; enum { special = 1 }; };
template <int N> struct Fact { enum { value = N * Fact<N - 1>::value }; };
template <> struct Fact<0> { enum { value = 1 }; };

template <typename T, int N = 4>
class Vec {
  public:
    using value_type = T;
    __device__ Vec() { for (int i = 0; i < N; ++i) data_[i] = T(); }
    __device__ explicit Vec(T v) { for (int i = 0; i < N; ++i) data_[i] = v; }
    template <typename U> __device__ Vec(const Vec<U, N>& o) {
        for (int i = 0; i < N; ++i) data_[i] = static_cast<T>(o[i]);
    }
    __device__ T& operator[](int i) { return data_[i]; }
    __device__ const T& operator[](int i) const { return data_[i]; }
    template <typename F> __device__ T fold(F f, T start) const {
        T r = start;
        for (int i = 0; i < N; ++i) r = f(r, data_[i]);
        return r;
    }
    friend __device__ Vec operator+(const Vec& a, const Vec& b) {
        Vec r;
        for (int i = 0; i < N; ++i) r[i] = a[i] + b[i];
        return r;
    }
    template <typename U> __device__ Vec<U, N> as() const { return Vec<U, N>(*this); }
    __device__ T* begin() { return data_; }
  private:
    T data_[N];
};

struct Plus { __device__ float operator()(float a, float b) const { return a + b; } };
struct Add { __device__ int operator()(int a, int b) const { return a + b; } };
struct Max { template <typename T> __device__ T operator()(T a, T b) const { return a > b ? a : b; } };

template <typename T> __device__ int deduce(const Vec<T, 4>&) { return sizeof(T); }
template <typename T, int N> __device__ int deduce_both(const Vec<T, N>&) { return sizeof(T) + N; }

template <typename D> struct Shape {
    __device__ int area2() const { return 2 * static_cast<const D*>(this)->area(); }
    int tag = 3;
};
struct Square : Shape<Square> {
    int side;
    __device__ Square(int s) : side(s) {}
    __device__ int area() const { return side * side; }
};

template <typename T, int THREADS>
class BlockSum {
  public:
    struct TempStorage { T slots[THREADS]; };
    __device__ explicit BlockSum(TempStorage& t) : temp(t) {}
    __device__ T Sum(T v) {
        temp.slots[threadIdx.x] = v;
        __syncthreads();
        T total = 0;
        for (int i = 0; i < THREADS; ++i) total += temp.slots[i];
        return total;
    }
  private:
    TempStorage& temp;
};

template <typename A, typename B> struct Both {
    A first;
    B second;
    __host__ __device__ Both(A a, B b) : first(a), second(b) {}
};

namespace geo {
struct P { int x; int y; };
__device__ P operator-(P a, P b) { return {a.x - b.x, a.y - b.y}; }
__device__ int dot(const P& a, const P& b) { return a.x * b.x + a.y * b.y; }
enum Flags { None = 0, A = 1, B = 2 };
__device__ Flags operator|(Flags a, Flags b) { return static_cast<Flags>(int(a) | int(b)); }
enum class Color { red, green = 5 };
}

union Bits { float f; unsigned u; unsigned char bytes[4]; };
struct Tagged {
    int kind;
    union { int i; float f; };
    struct { short lo, hi; } parts;
};

struct Outer {
    enum Mode { off, on = 7 };
    struct Inner { int v; __device__ int twice() const { return 2 * v; } };
    Inner inner;
    Mode mode = on;
    static constexpr int sizes[3] = {2, 4, 6};
    mutable int reads = 0;
    __device__ int read() const { ++reads; return inner.v; }
};

struct alignas(16) Wide { int a; };
struct Meters {
    float v;
    __device__ operator float() const { return v; }
};
struct Big {
    int data[8];
    int n;
};
__device__ Big big(int n) {
    Big b = {};
    b.n = n;
    b.data[3] = n;
    return b;
}

struct Left { int l = 1; __device__ int get() const { return l; } };
struct Right { int r = 2; __device__ int rget() const { return r; } };
struct Two : Left, Right { int own = 3; using Left::get; };
__device__ int of_right(const Right* r) { return r->rget(); }

template <typename T> __device__ enable_if_t<is_pointer<T>::value, int> kind(T) { return 1; }
template <typename T> __device__ enable_if_t<!is_pointer<T>::value, int> kind(T) { return 2; }

__global__ void use(int* out) {
    __shared__ typename BlockSum<int, 32>::TempStorage temp;
    int total = BlockSum<int, 32>(temp).Sum(threadIdx.x);
    if (threadIdx.x != 0) return;
    out[0] = Size<int>::value;
    out[1] = Size<double>::value;
    out[2] = is_same<int, int>::value;
    out[3] = is_same_v<int, float>;
    out[4] = is_pointer<float*>::value && !is_pointer<float>::value;
    out[5] = kind(3);
    Vec<int> a(3), b;
    out[6] = a[2];
    b[1] = 4;
    Vec<int> c = a + b;
    out[7] = c[1];
    out[8] = deduce_both(Vec<char, 4>()) ;
    out[9] = a.fold(Add(), 0);
    out[10] = c.fold(Add{}, -1);
    out[11] = total;
    Square s(3);
    out[12] = s.tag;
    Vec<float> f(1.5f);
    out[13] = int(f.fold(Plus(), 0.0f));
    out[14] = s.area();
    out[15] = Square(4).area2() + 8;
    out[16] = c.fold(Max(), 0) + 3;
    Both pair(4, 7.5f);
    out[17] = pair.first + int(pair.second);
    Bits bits;
    bits.f = 1.0f;
    out[18] = bits.u;
    out[19] = sizeof(Wide);
    geo::P d = geo::P{5, 3} - geo::P{3, 2};
    out[20] = d.x;
    out[21] = dot(geo::P{3, 3}, geo::P{4, 3});
    out[22] = geo::A | geo::B;
    Outer o{{4}};
    out[23] = o.inner.twice();
    out[24] = int(geo::Color::green);
    o.read();
    out[25] = o.reads;
    Vec<float> g = a;
    out[26] = int(g[0] * 14.0f);
    out[27] = a.as<float>()[1] > 2.5f ? 3 : 0;
    Meters m{8.5f};
    out[28] = int(m * 2);
    out[29] = Outer::sizes[0];
    Big h = big(4);
    Big k = h;
    out[30] = k.data[3];
    Tagged t;
    t.kind = 1;
    t.i = 100;
    t.parts.lo = 6;
    out[31] = t.i;
    out[32] = t.parts.lo;
    Outer::Mode mode = Outer::on;
    out[33] = mode + o.mode;
    out[34] = bits.bytes[3] == 0x3f;
    Two two;
    out[35] = two.get() + of_right(&two);
    two.own += 10;
    Right& right = two;
    right.r = 3;
    out[36] = two.r + two.own;
    typename strip<const int&>::type plain = 7;
    out[37] = plain;
    out[38] = Fact<4>::value;
    typename choose<(sizeof(int) > 2), int, char>::type chosen = 12;
    out[39] = chosen;
    int* at = a.begin();
    at[2] = 9;
    out[40] = a[2];
    out[41] = 33;
    out[42] = Size<double>::special + Fact<1>::value;
    constant<int, 5> five;
    out[43] = five;
    out[44] = yes() ? 1 : 0;
    Wide wides[2] = {{1}, {77}};
    out[45] = wides[1].a;
    Left left = two;
    out[46] = left.l + two.own - 1;
    out[47] = deduce(Vec<char, 4>());
}
