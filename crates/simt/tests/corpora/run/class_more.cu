// Inherited constructors, member templates and their specialisations, local classes, arrays of objects, defaults.
// buffer: out i32[41] = 0
// launch: more<<<1, 1>>>(out)
// expect: out = 5; 6; 7; 8; 3; 12; 9; 4; 2; 1; 11; 30; 0; 17; 21; 6; 4; 3; 1; 2; 15; 40; 8; 33; 5; 5; 7; 10; 2; 3; 9; 1; 14; 25; 64; 2; 6; 77; 13; 5; 11

struct Base {
    int b;
    __device__ Base(int x) : b(x) {}
    __device__ Base(int x, int y) : b(x + y) {}
    __device__ int value() const { return b; }
    __device__ int hidden() const { return 1; }
};
struct Inherits : Base {
    using Base::Base;
    int extra = 6;
    __device__ int hidden() const { return Base::hidden() + 6; }
};
struct Delegates {
    int a, b;
    __device__ Delegates(int x) : Delegates(x, 3) {}
    __device__ Delegates(int x, int y) : a(x), b(y) {}
};
struct Convert {
    template <typename T> __device__ static T twice(T v) { return v + v; }
    template <typename T> struct Kind { static constexpr int value = 1; };
    template <typename T> struct Kind<T*> { static constexpr int value = 2; };
};
template <typename T> struct Wrapper {
    T v;
    struct Inner { T w; __device__ T both(const Wrapper& o) const { return w + o.v; } };
    __device__ Inner inner(T x) const;
    template <typename U> __device__ U to() const;
    __device__ Wrapper& set(T x) { v = x; return *this; }
    __device__ Wrapper& add(T x) { v += x; return *this; }
};
template <typename T> __device__ typename Wrapper<T>::Inner Wrapper<T>::inner(T x) const { return Inner{x}; }
template <typename T> template <typename U> __device__ U Wrapper<T>::to() const { return U(v) + 1; }

template <typename T> struct Iter {
    T* at;
    __device__ T& operator*() const { return *at; }
    __device__ T* operator->() const { return at; }
    __device__ Iter& operator++() { ++at; return *this; }
    __device__ bool operator!=(const Iter& o) const { return at != o.at; }
    __device__ T& operator[](int i) const { return at[i]; }
    __device__ Iter operator+(int n) const { return Iter{at + n}; }
    friend __device__ int operator-(Iter a, Iter b) { return a.at - b.at; }
};
template <typename T, int N> struct Array {
    T elems[N];
    __device__ Iter<T> begin() { return {elems}; }
    __device__ Iter<T> end() { return Iter<T>{elems + N}; }
    __device__ constexpr int size() const { return N; }
    __device__ T& operator[](int i) { return elems[i]; }
    __device__ const T& operator[](int i) const { return elems[i]; }
};
struct Item { int key = 3; float w = 0.5f; int tags[2] = {7, 8}; };
struct Guard {
    int* p;
    __device__ explicit Guard(int* q) : p(q) { *p += 1; }
    __device__ ~Guard() { *p *= 2; }
    Guard(const Guard&) = delete;
    Guard& operator=(const Guard&) = delete;
};
template <typename F> __device__ int apply(F f, int x) { return f(x); }
struct Adder { int by; __device__ int operator()(int x) const { return x + by; } };
struct Half { float f; __device__ Half(float x) : f(x) {} __device__ operator float() const { return f; } };
__device__ float average(Half a, Half b) { return (a + b) / 2; }
template <typename T> struct Acc { using type = T; };
template <> struct Acc<short> { using type = int; };
template <typename T> using acc_t = typename Acc<T>::type;
template <typename T, typename A = acc_t<T>> __device__ A total(const T* p, int n) {
    A s = 0;
    for (int i = 0; i < n; ++i) s += p[i];
    return s;
}
enum class Op : unsigned char { Add, Mul };
template <Op O> struct Apply;
template <> struct Apply<Op::Add> { static __device__ int run(int a, int b) { return a + b; } };
template <> struct Apply<Op::Mul> { static __device__ int run(int a, int b) { return a * b; } };
class Matrix {
    int rows_, cols_;
    int* data_;
  public:
    __host__ __device__ Matrix(int r, int c, int* d) : rows_{r}, cols_{c}, data_{d} {}
    __host__ __device__ int rows() const { return rows_; }
    __device__ int& operator()(int r, int c) { return data_[r * cols_ + c]; }
    __device__ int operator()(int r, int c) const { return data_[r * cols_ + c]; }
};
template <int N> struct Sum { static __device__ int of(const int* p) { return p[0] + Sum<N - 1>::of(p + 1); } };
template <> struct Sum<0> { static __device__ int of(const int*) { return 0; } };
struct Complex {
    float re, im;
    __device__ Complex(float r = 0, float i = 0) : re(r), im(i) {}
    __device__ Complex operator*(Complex o) const { return {re * o.re - im * o.im, re * o.im + im * o.re}; }
    __device__ Complex operator-() const { return Complex(-re, -im); }
    __device__ friend bool operator<(const Complex& a, const Complex& b) { return a.re < b.re; }
};
__device__ int choose(const Item& i) { return i.key; }
__device__ int choose(Item&& i) { return i.key + 1; }

struct Maker {
    template <typename... A> __device__ int make(A&&... args) { return Base(args...).value(); }
};

__global__ void more(int* out) {
    Inherits in(5);
    out[0] = in.value();
    out[1] = in.extra;
    out[2] = in.hidden();
    out[3] = Inherits(3, 5).b;
    Delegates d(9);
    out[4] = d.b;
    out[5] = Convert::twice(6);
    out[6] = d.a;
    out[7] = Convert::twice<short>(2);
    out[8] = Convert::Kind<int*>::value;
    out[9] = Convert::Kind<int>::value;
    Wrapper<int> w{10};
    out[10] = w.to<int>();
    out[11] = w.inner(20).both(w);
    out[12] = w.set(3).add(4).v - 7;
    Array<int, 4> a = {{1, 5, 7, 4}};
    int sum = 0;
    for (auto it = a.begin(); it != a.end(); ++it) sum += *it;
    out[13] = sum;
    struct Local { int x; __device__ int sq() const { return x * x; } };
    out[14] = Local{4}.sq() + a[1];
    Array<Item, 2> items;
    items[0].key += 3;
    out[15] = items[0].key;
    out[16] = a.size();
    out[17] = (items.begin() + 1)->key;
    out[18] = items.end() - items.begin() == 2;
    out[19] = sizeof(Op) * 2;
    out[20] = items[1].tags[0] + items[0].tags[1];
    int g = 19;
    {
        Guard guard(&g);
        if (g == 20) g = 20;
    }
    out[21] = g;
    out[22] = apply(Adder{3}, 5);
    out[23] = int(average(16.0f, 50.0f));
    short shorts[3] = {1, 1, 3};
    out[24] = total(shorts, 3);
    out[25] = Apply<Op::Add>::run(2, 3);
    int store[6] = {1, 2, 3, 4, 5, 6};
    Matrix m(2, 3, store);
    m(1, 2) = 7;
    const Matrix& cm = m;
    out[26] = cm(1, 2);
    out[27] = Sum<4>::of(store);
    out[28] = m.rows();
    out[29] = choose(items[1]);
    Complex c = Complex(0, 3) * Complex(0, -3);
    out[30] = int(c.re);
    out[31] = -c < c;
    Inherits* p = &in;
    Base* q = p;
    q->b = 14;
    out[32] = static_cast<Inherits*>(q)->b;
    Item made = {.key = 25};
    out[33] = made.key;
    out[34] = Apply<Op::Mul>::run(8, 8);
    Array<Array<int, 2>, 2> grid{};
    grid[1][0] = 2;
    out[35] = grid[1][0] + grid[0][1];
    Item* none = &made;
    (*none).tags[1] = 6;
    out[36] = none->tags[1];
    int (&ref)[6] = store;
    ref[0] = 77;
    out[37] = store[0];
    Item both[2] = {{1}, {12}};
    out[38] = both[1].key + both[0].key;
    out[39] = choose(Item{4});
    out[40] = Maker().make(5, 6);
}
