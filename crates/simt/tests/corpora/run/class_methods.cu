// Methods, constructors, operators and conversions of small classes on the device.
// buffer: out i32[40] = uninit
// launch: methods<<<1, 1>>>(out)
// expect: out = 7; 3; 12; 5; 9; 10; 4; 6; 11; 13; 42; 8; 1; 0; 5; 6; 2; 30; 3; 33; 17; 4; 100; 200; 3; 5; 6; 7; 8; 9; 21; 22; 23; 24; 25; 26; 27; 28; 29; 30

struct Point {
    int x, y;
    __device__ Point() : x(3), y(4) {}
    __device__ Point(int a, int b) : x(a), y(b) {}
    __device__ int sum() const { return x + y; }
    __device__ int area() const;
    __device__ void move(int by) { x += by; this->y += by; }
    __device__ static int twice(int v) { return 2 * v; }
    __device__ Point operator+(const Point& other) const { return Point(x + other.x, y + other.y); }
    __device__ Point& operator+=(const Point& other) {
        x += other.x;
        y += other.y;
        return *this;
    }
    __device__ int& operator[](int i) { return i == 0 ? x : y; }
    __device__ int operator()(int k) const { return x * k + y; }
    __device__ bool operator==(const Point& o) const { return x == o.x && y == o.y; }
    __device__ Point& operator++() { ++x; return *this; }
    __device__ Point operator++(int) { Point old = *this; ++x; return old; }
    __device__ explicit operator bool() const { return x != 0; }
};

__device__ int Point::area() const { return x * y; }

__device__ Point operator*(int k, const Point& p) { return Point(k * p.x, k * p.y); }

template <typename T, int N>
struct Stack {
    T data[N];
    int n = 0;
    __device__ void push(T v) { data[n++] = v; }
    __device__ T pop() { return data[--n]; }
    __device__ T& top() { return data[n - 1]; }
    __device__ const T& top() const { return data[n - 1]; }
    __device__ int size() const;
    static constexpr int capacity = N;
    using value_type = T;
};

template <typename T, int N>
__device__ int Stack<T, N>::size() const { return n; }

template <typename S>
__device__ typename S::value_type drain(S& s) {
    typename S::value_type total = 0;
    while (s.size() > 0) total += s.pop();
    return total;
}

__global__ void methods(int* out) {
    Point p;
    out[0] = p.sum();
    out[1] = p.x;
    out[2] = p.area();
    p.move(2);
    out[3] = p.x;
    Point q(4, 5);
    out[4] = q.sum();
    out[5] = Point::twice(5);
    out[6] = q[0];
    q[1] = 6;
    out[7] = q.y;
    Point r = p + q;        // 9, 12
    out[8] = r.y - 1;
    r += Point(1, 1);       // 10, 13
    out[9] = r.y;
    out[10] = Point(10, 2)(4);
    Point s = 2 * q;        // 8, 12
    out[11] = s.x;
    out[12] = s == Point(8, 12);
    out[13] = s == q;
    out[14] = (q++).x + 1;  // 4 -> 5
    out[15] = (++q).x;      // 6
    out[16] = q ? 2 : 9;
    Stack<int, 4> st;
    st.push(10);
    st.push(20);
    out[17] = st.data[0] + st.data[1];
    st.push(3);
    out[18] = st.top();
    out[19] = drain(st);
    st.push(16);
    st.top()++;
    const Stack<int, 4>& view = st;
    out[20] = view.top();
    out[21] = Stack<int, 4>::capacity;
    Point many[2];
    many[1].move(97);
    out[22] = many[1].x;
    Point braces{100, 200};
    out[23] = braces.y;
    Point list[3] = {{1, 2}, Point(3, 4), Point{5, 6}};
    out[24] = list[1].x;
    out[25] = list[2].x;
    for (int i = 26; i < 30; ++i) out[i] = i - 20;
    for (int i = 30; i < 40; ++i) out[i] = i - 9;
}
