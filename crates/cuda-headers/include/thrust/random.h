// Thrust's random engines and distributions, for both sides; their sequences are Thrust's.
#pragma once
#include <limits>
#include <simt/thrust.h>

namespace thrust {
namespace random {
template <class U, U a, U c, U m> class linear_congruential_engine {
    U state;

  public:
    typedef U result_type;
    static constexpr U multiplier = a, increment = c, modulus = m;
    static constexpr U min = c == 0 ? 1 : 0, max = m - 1, default_seed = 1;
    __host__ __device__ explicit linear_congruential_engine(U s = default_seed) { seed(s); }
    __host__ __device__ void seed(U s = default_seed) { state = c == 0 && s % m == 0 ? 1 : s % m; }
    __host__ __device__ U operator()() {
        state = (U)(((unsigned long long)a * state + c) % m);
        return state;
    }
    // Squares of the step, so that skipping far costs little.
    __host__ __device__ void discard(unsigned long long n) {
        unsigned long long times = a, plus = c;
        for (; n > 0; n >>= 1) {
            if (n & 1) state = (U)((times * state + plus) % m);
            plus = (times * plus + plus) % m;
            times = times * times % m;
        }
    }
};
typedef linear_congruential_engine<unsigned int, 16807u, 0u, 2147483647u> minstd_rand0;
typedef linear_congruential_engine<unsigned int, 48271u, 0u, 2147483647u> minstd_rand;
typedef minstd_rand default_random_engine;

template <class T = double> class uniform_real_distribution {
    T low, high;

  public:
    typedef T result_type;
    __host__ __device__ explicit uniform_real_distribution(T a = 0, T b = 1) : low(a), high(b) {}
    __host__ __device__ void reset() {}
    template <class E> __host__ __device__ T operator()(E &engine) {
        T part = (T)(engine() - E::min);
        part /= (T)1 + (T)(E::max - E::min);
        return part * (high - low) + low;
    }
    __host__ __device__ T a() const { return low; }
    __host__ __device__ T b() const { return high; }
};
template <class T = int> class uniform_int_distribution {
    T low, high;

  public:
    typedef T result_type;
    __host__ __device__ explicit uniform_int_distribution(T a = 0, T b = std::numeric_limits<T>::max()) : low(a), high(b) {}
    __host__ __device__ void reset() {}
    template <class E> __host__ __device__ T operator()(E &engine) {
        uniform_real_distribution<double> real((double)low, (double)high + 1.0);
        return (T)real(engine);
    }
    __host__ __device__ T a() const { return low; }
    __host__ __device__ T b() const { return high; }
};
template <class T = double> class normal_distribution {
    T middle, width;

  public:
    typedef T result_type;
    __host__ __device__ explicit normal_distribution(T mean = 0, T deviation = 1) : middle(mean), width(deviation) {}
    __host__ __device__ void reset() {}
    template <class E> __host__ __device__ T operator()(E &engine) {
        const unsigned int range = E::max - E::min;
        const T one = (T)(1.0 / (double)range), half = one / 2;
        T root = (T)-1.4142135623730950488;
        unsigned int u = engine() - E::min;
        if (u > range / 2) {
            u = range - u;
            root = -root;
        }
        T p = u * one + half;
        return middle + width * root * erfcinv(2 * p);
    }
    __host__ __device__ T mean() const { return middle; }
    __host__ __device__ T stddev() const { return width; }
};
}  // namespace random
using thrust::random::default_random_engine;
using thrust::random::linear_congruential_engine;
using thrust::random::minstd_rand;
using thrust::random::minstd_rand0;
using thrust::random::normal_distribution;
using thrust::random::uniform_int_distribution;
using thrust::random::uniform_real_distribution;
}  // namespace thrust
