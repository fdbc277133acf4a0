// The labs' reference solutions against simple host code, at the labs' sizes and launches and at one large size each.
// Every output lies between two guards and is filled with another pattern before a launch.
#include "figure.h"
#include "kernels/gemm-tiled.cu"
#include "kernels/qvadd-i8.cu"
#include "kernels/rope.cu"
#include "kernels/transpose.cu"
#include "kernels/vector-add.cu"
#include <cmath>
#include <cstring>
#include <random>

static std::mt19937 bits(7);
static int wrong_runs = 0;

struct Matrix {
    int rows, cols;
};

struct Three {
    int m, n, k;
};

static std::vector<float> units(size_t n) {  // -1 to 1
    std::vector<float> out(n);
    for (float& v : out) {
        v = (int)(bits() % 2000001 - 1000000) / 1e6f;
    }
    return out;
}

// A buffer on the device, with 256 bytes before and behind that nobody may touch.
template <class T>
struct Buffer {
    char* base;
    size_t n;
    explicit Buffer(size_t n) : n(n) {
        CHECK(cudaMalloc(&base, 512 + n * sizeof(T)));
        CHECK(cudaMemset(base, 0xA5, 512 + n * sizeof(T)));
    }
    explicit Buffer(const std::vector<T>& v) : Buffer(v.size()) {
        CHECK(cudaMemcpy(get(), v.data(), n * sizeof(T), cudaMemcpyHostToDevice));
    }
    ~Buffer() { cudaFree(base); }
    T* get() const { return (T*)(base + 256); }
    std::vector<T> read(bool& touched) const {
        std::vector<unsigned char> all(512 + n * sizeof(T));
        CHECK(cudaMemcpy(all.data(), base, all.size(), cudaMemcpyDeviceToHost));
        for (size_t i = 0; i < 256; i++) {
            touched |= all[i] != 0xA5 || all[all.size() - 1 - i] != 0xA5;
        }
        std::vector<T> out(n);
        if (n > 0) {
            memcpy(out.data(), all.data() + 256, n * sizeof(T));
        }
        return out;
    }
};

// Compares after a launch; what is wrong goes to the standard error.
template <class T, class Right>
static void judge(const std::string& run, const Buffer<T>& buffer, Right right) {
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    bool touched = false;
    std::vector<T> got = buffer.read(touched);
    size_t wrong = 0;
    for (size_t i = 0; i < got.size(); i++) {
        wrong += !right(i, got[i]);
    }
    if (wrong > 0 || touched) {
        wrong_runs++;
        fprintf(stderr, "%s: %zu of %zu wrong%s\n", run.c_str(), wrong, got.size(), touched ? ", and outside" : "");
    }
}

static int cover(long n, int each) {
    return (n + each - 1) / each;
}

static void done(const char* name, int runs) {
    figure(std::string("reference: ") + name + ", runs that are wrong", ("of " + std::to_string(runs)).c_str(), {(double)wrong_runs});
    wrong_runs = 0;
}

static void vector_add() {
    int runs = 0;
    auto fill = [&](int n, int threads) {
        Buffer<int> out(n);
        int blocks = std::max(1, cover(n, threads));
        fill_index<<<blocks, threads>>>(out.get(), n);
        judge("fill", out, [](size_t i, int v) { return v == (int)i; });
        runs++;
    };
    for (int n : {33, 257, 31, 32, 255, 256, 1009, 1, 0, 1 << 24}) {
        fill(n, 256);
    }
    fill(1000, 96);
    done("fill_index", runs);
    auto sum = [&](auto kernel, int n, int blocks, int threads, int skip) {
        std::vector<float> a = units(n + skip), b = units(n);
        Buffer<float> da(a), db(b), dc(n);
        kernel<<<std::max(1, blocks), threads>>>(da.get() + skip, db.get(), dc.get(), n);
        judge("sum of " + std::to_string(n), dc, [&](size_t i, float v) { return v == a[i + skip] + b[i]; });
        runs++;
    };
    runs = 0;
    for (int n : {33, 257, 31, 32, 255, 256, 1009, 1, 0, 1 << 24}) {
        sum(vadd, n, cover(n, 256), 256, 0);
    }
    for (int threads : {32, 64, 1024}) {
        sum(vadd, 777, cover(777, threads), threads, 0);
    }
    sum(vadd, 1009, 8, 128, 0);
    sum(vadd, 1024, 4, 256, 0);
    sum(vadd, 1024, 4, 256, 1);
    done("vadd", runs);
    runs = 0;
    for (int n : {33, 257, 31, 32, 255, 256, 1009, 1, 0, 1 << 24}) {
        sum(vadd_stride, n, 2, 64, 0);
    }
    sum(vadd_stride, 257, 1, 32, 0);
    sum(vadd_stride, 1000, 3, 96, 0);
    sum(vadd_stride, 100, 4, 256, 0);
    sum(vadd_stride, 2048, 4, 128, 0);
    done("vadd_stride", runs);
}

template <class Kernel>
static void transposed(const char* name, Kernel kernel) {
    const Matrix shapes[] = {{31, 33}, {33, 31}, {32, 32}, {17, 65}, {1, 37}, {37, 1}, {1, 1}, {65, 33}, {64, 96}, {4099, 2111}};
    int runs = 0;
    for (auto [rows, cols] : shapes) {
        std::vector<float> in = units((size_t)rows * cols);
        Buffer<float> di(in), out(in.size());
        kernel<<<dim3(cover(cols, 32), cover(rows, 32)), dim3(32, 32)>>>(di.get(), out.get(), rows, cols);
        int r = rows, c = cols;
        judge(name, out, [&](size_t i, float v) { return v == in[i % r * c + i / r]; });
        runs++;
    }
    done(name, runs);
}

template <class Kernel>
static void product(const char* name, Kernel kernel, int tile) {
    const Three shapes[] = {{17, 31, 33}, {31, 33, 17}, {33, 17, 31}, {32, 32, 32}, {1, 33, 40}, {33, 1, 64},
                             {1, 1, 1},    {5, 7, 0},    {33, 33, 33}, {64, 64, 64}, {257, 300, 511}};
    int runs = 0;
    for (auto [m, n, k] : shapes) {
        std::vector<float> a = units(m * k), b = units(k * n);
        Buffer<float> da(a), db(b), dc(m * n);
        kernel<<<dim3(cover(n, tile), cover(m, tile)), dim3(tile, tile)>>>(da.get(), db.get(), dc.get(), m, n, k);
        int cols = n, depth = k;
        judge(name, dc, [&](size_t i, float v) {
            double sum = 0, size = 0;  // each addition rounds once: off by at most k * 2^-24 of the sizes
            for (int j = 0; j < depth; j++) {
                double term = (double)a[i / cols * depth + j] * b[j * cols + i % cols];
                sum += term;
                size += std::fabs(term);
            }
            return std::fabs(v - sum) <= depth * std::ldexp(size, -23);
        });
        runs++;
    }
    done(name, runs);
}

// `pairs` is how many pairs a thread has in each head (0: all of a token), `halves` the other pairing.
template <class Kernel>
static void rotation(const char* name, Kernel kernel, int pairs, bool halves, bool fast) {
    const std::vector<Three> small = {{3, 1, 6}, {1, 1, 2}, {5, 3, 10}, {33, 2, 16}, {4, 2, 80}, {32, 2, 64}, {512, 32, 128}};
    const std::vector<Three> quads = {{3, 1, 12}, {1, 1, 4}, {5, 3, 20}, {33, 2, 16}, {4, 2, 80}, {32, 2, 64}, {512, 32, 128}};
    const int known[] = {131071, 0, 4095, 1, 77, 8192, 2047, 100003};
    int runs = 0;
    double worst = 0;
    for (auto [tokens, heads, dim] : pairs == 2 ? quads : small) {
        std::vector<float> x = units((size_t)tokens * heads * dim), freq(dim / 2);
        std::vector<int> pos(tokens);
        for (int t = 0; t < tokens; t++) {
            pos[t] = t < 8 ? known[t] : bits() % 131072;
        }
        for (int j = 0; j < dim / 2; j++) {
            freq[j] = std::pow(10000.0, -2.0 * j / dim);
        }
        Buffer<float> dx(x), df(freq);
        Buffer<int> dp(pos);
        int threads = pairs == 0 ? tokens : pairs == 1 ? tokens * heads * dim / 2 : tokens * dim / 4;
        int block = pairs == 0 ? 64 : 128;
        kernel<<<cover(threads, block), block>>>(dx.get(), dp.get(), df.get(), tokens, heads, dim);
        int h = heads, d = dim;
        judge(name, dx, [&](size_t i, float v) {
            int e = i % d, j = halves ? e % (d / 2) : e / 2;
            size_t head = i - e;
            bool second = halves ? e >= d / 2 : e % 2;
            float a = x[head + (halves ? j : 2 * j)], b = x[head + (halves ? j + d / 2 : 2 * j + 1)];
            double angle = (double)pos[i / d / h] * freq[j];
            double want = second ? a * std::sin(angle) + b * std::cos(angle) : a * std::cos(angle) - b * std::sin(angle);
            // The bounds that the lab uses.
            double allowed = fast ? std::ldexp(angle, -21) + std::ldexp(1, -19) : std::ldexp(angle, -23) + std::ldexp(1, -20);
            worst = std::max(worst, std::fabs(v - want) / (std::hypot(a, b) * allowed));
            return std::fabs(v - want) <= std::hypot(a, b) * allowed;
        });
        runs++;
    }
    done(name, runs);
    figure(std::string("reference: ") + name + ", largest error", "of what the lab allows", {worst});
}

struct Quantised {
    float sa, sb, sc;
    int za, zb, zc;
};

template <class Launch>
static void quantised_sum(const char* name, int each, bool zeros, Launch launch) {
    const Quantised kinds[] = {{0.5f, 0.25f, 0.5f, 3, -5, 7}, {0.031f, 0.047f, 0.059f, -128, 20, -17}, {0.5f, 0.5f, 1.0f, 11, 11, 11}};
    int runs = 0;
    for (int n : {33, 257, 1, 3, 4, 31, 127, 1021, 4096, 65536}) {
        for (Quantised q : kinds) {
            if (!zeros) {
                q.za = q.zb = q.zc = 0;
            }
            std::vector<signed char> a(n), b(n);
            for (int i = 0; i < n; i++) {
                int drawn = n == 65536 ? i : bits() % 65536;  // 65,536: every pair
                a[i] = drawn % 256 - 128;
                b[i] = drawn / 256 - 128;
            }
            Buffer<signed char> da(a), db(b), dc(n);
            launch(cover(cover(n, each), 256), da.get(), db.get(), dc.get(), q, n);
            judge(name, dc, [&](size_t i, signed char v) {
                double units = ((a[i] - q.za) * (double)q.sa + (b[i] - q.zb) * (double)q.sb) / q.sc;
                int want = (int)std::nearbyint(units) + q.zc;  // a half to the even one
                return v == std::min(std::max(want, -128), 127);
            });
            runs++;
        }
    }
    done(name, runs);
}

int main() {
    vector_add();
    transposed("transpose_naive", transpose_naive);
    transposed("transpose_tile", transpose_tile);
    transposed("transpose_padded", transpose_padded);
    product("gemm_naive", gemm_naive, 32);
    product("gemm_tiled32", gemm_tiled32, 32);
    product("gemm_tiled16", gemm_tiled16, 16);
    rotation("rope_v0", rope_v0, 0, false, false);
    rotation("rope_v1", rope_v1, 1, false, false);
    rotation("rope_v2", rope_v2, 1, false, true);
    rotation("rope_v3", rope_v3, 2, false, false);
    rotation("rope_half", rope_half, 1, true, false);
    quantised_sum("qvadd", 1, false, [](int blocks, auto a, auto b, auto c, Quantised q, int n) {
        qvadd<<<blocks, 256>>>(a, b, c, q.sa, q.sb, q.sc, n);
    });
    quantised_sum("qvadd_zero", 1, true, [](int blocks, auto a, auto b, auto c, Quantised q, int n) {
        qvadd_zero<<<blocks, 256>>>(a, b, c, q.sa, q.sb, q.sc, q.za, q.zb, q.zc, n);
    });
    quantised_sum("qvadd_char4", 4, true, [](int blocks, auto a, auto b, auto c, Quantised q, int n) {
        qvadd_char4<<<blocks, 256>>>(a, b, c, q.sa, q.sb, q.sc, q.za, q.zb, q.zc, n);
    });
}
