// What programs use of Thrust less often: more algorithms, shuffles, functors of tuples, what types of iterators are.
// Next: simt/thrust_outputs.h, for iterators that are written through.
#pragma once
#include <simt/thrust.h>
#include <thrust/random.h>

namespace thrust {

// ---- iterators, and what is known of them ----
template <class It, class N> __host__ __device__ void advance(It &at, N n) { at += (long)n; }
template <class It> __host__ __device__ It next(It at, long n = 1) { return at + n; }
template <class It> __host__ __device__ It prev(It at, long n = 1) { return at + -n; }
template <class It> __host__ __device__ long distance(It from, It to) { return to - from; }
struct host_system_tag {};
struct device_system_tag {};
template <class It> struct iterator_value { typedef __simt_value<It> type; };
template <class It> struct iterator_difference { typedef long type; };
template <class It> struct iterator_reference { typedef typename __simt_element<It>::type type; };
template <class It> struct iterator_pointer { typedef It type; };
template <bool there> struct __simt_system { typedef host_system_tag type; };
template <> struct __simt_system<true> { typedef device_system_tag type; };
template <class It> struct iterator_system : __simt_system<__simt_where<It>::there> {};
template <class It> using iterator_value_t = typename iterator_value<It>::type;
template <class It> using iterator_difference_t = long;
template <class It> using iterator_reference_t = typename iterator_reference<It>::type;
template <class It> using iterator_system_t = typename iterator_system<It>::type;
template <class T> __host__ __device__ T &raw_reference_cast(T &place) { return place; }
template <class T> __host__ __device__ T &raw_reference_cast(const device_reference<T> &place) { return *(&place).get(); }

// ---- objects in device memory ----
template <class T> device_ptr<T> device_new(size_t n = 1) {
    device_ptr<T> made = device_malloc<T>(n);
    uninitialized_fill(made, made + n, T());
    return made;
}
template <class T> device_ptr<T> device_new(device_ptr<void> at, size_t n = 1) {
    device_ptr<T> made((T *)at.get());
    uninitialized_fill(made, made + n, T());
    return made;
}
template <class T> void device_delete(device_ptr<T> p, size_t n = 1) { device_free(p); }
template <class T> using device_malloc_allocator = device_allocator<T>;
template <class T> using device_new_allocator = device_allocator<T>;

// ---- algorithms ----
template <class T> struct __simt_false {
    __host__ __device__ bool operator()(const T &v) const { return !v; }
};
// The first place where what is asked of two rows is not so.
template <class P, class X, class Y, class F> long __simt_first_unlike(P p, X x, Y y, long n, F same) {
    typedef __simt_zipped<bool, X, Y, F> row;
    return __simt_fold(p, __simt_place_of<row, __simt_false<bool>>{row{x, y, same}, __simt_false<bool>(), n}, n, n, __simt_least());
}
template <class P, class It, class I, class F> pair<It, I> __do_mismatch(P p, It a, It b, I other, F same) {
    long at = __simt_first_unlike(p, __simt_raw(a), __simt_raw(other), b - a, same);
    return pair<It, I>(a + at, other + at);
}
template <class P, class It, class I> pair<It, I> __do_mismatch(P p, It a, It b, I other) {
    return __do_mismatch(p, a, b, other, equal_to<__simt_value<It>>());
}
template <class T, class L> struct __simt_rises {
    mutable L less;
    __host__ __device__ bool operator()(const T &a, const T &b) const { return !less(b, a); }
};
template <class P, class It, class L> It __do_is_sorted_until(P p, It a, It b, L less) {
    if (b - a < 2) return b;
    return a + 1 + __simt_first_unlike(p, __simt_raw(a), __simt_raw(a + 1), b - a - 1, __simt_rises<__simt_value<It>, L>{less});
}
template <class P, class It> It __do_is_sorted_until(P p, It a, It b) { return __do_is_sorted_until(p, a, b, less<__simt_value<It>>()); }
template <class P, class It, class F> It __do_partition_point(P p, It a, It b, F f) { return __do_find_if_not(p, a, b, f); }
template <class P, class It, class N, class F> It __do_generate_n(P p, It a, N n, F f) {
    __do_generate(p, a, a + n, f);
    return a + n;
}
template <class P, class It, class N, class V> It __do_uninitialized_fill_n(P p, It a, N n, V v) { return __do_fill_n(p, a, n, v); }
template <class P, class It, class N, class O> O __do_uninitialized_copy_n(P p, It a, N n, O to) { return __do_copy(p, a, a + n, to); }
template <class P, class It, class S> long __do_unique_count(P p, It a, It b, S same) {
    if (b - a < 2) return b - a;
    return b - a - __do_inner_product(p, a, b - 1, a + 1, 0L, plus<long>(), same);
}
template <class P, class It> long __do_unique_count(P p, It a, It b) { return __do_unique_count(p, a, b, equal_to<__simt_value<It>>()); }
template <class P, class It, class I, class K, class V, class S> pair<K, V> __do_unique_by_key_copy(P p, It a, It b, I values, K keys_to, V to, S same) {
    return __do_reduce_by_key(p, a, b, values, keys_to, to, same, project1st<__simt_value<I>>());
}
template <class P, class It, class I, class K, class V> pair<K, V> __do_unique_by_key_copy(P p, It a, It b, I values, K keys_to, V to) {
    return __do_unique_by_key_copy(p, a, b, values, keys_to, to, equal_to<__simt_value<It>>());
}

// Where the elements of a shuffled row come from: a cipher of numbers below a power of two in 24 rounds (Mitchell and others,
// "Bandwidth-optimal random shuffling for GPUs"), of which those that are places in the row are taken in turn.
class __simt_scatterer {
    int low_bits, high_bits;
    unsigned int keys[24];

  public:
    template <class G> __simt_scatterer(unsigned long n, G &engine) {
        int bits = 8;
        while (bits < 64 && n > 1 && (n - 1) >> bits != 0) bits++;
        high_bits = bits / 2;
        low_bits = bits - high_bits;
        uniform_int_distribution<unsigned int> any;
        for (int i = 0; i < 24; i++) keys[i] = any(engine);
    }
    unsigned long size() const { return 1ul << (low_bits + high_bits); }
    unsigned long operator()(unsigned long place) const {
        unsigned int high = (unsigned int)(place >> low_bits), low = (unsigned int)(place & ((1ul << low_bits) - 1));
        for (int i = 0; i < 24; i++) {
            unsigned long mixed = 0xD2B74407B1CE6E93ul * high;
            unsigned int next_high = (unsigned int)(mixed >> 32) ^ keys[i] ^ low;
            unsigned int next_low = ((unsigned int)mixed << (low_bits - high_bits)) | low >> high_bits;
            high = next_high & (unsigned int)((1ul << high_bits) - 1);
            low = next_low & (unsigned int)((1ul << low_bits) - 1);
        }
        return (unsigned long)high << low_bits | low;
    }
};
template <class It, class O, class G> void __simt_shuffle(It a, It b, O to, G &engine) {
    typedef __simt_value<It> T;
    long n = b - a, filled = 0;
    __simt_scatterer from((unsigned long)n, engine);
    host_vector<T> kept(n), shuffled(n);
    copy(a, b, kept.begin());
    for (unsigned long i = 0; i < from.size() && filled < n; i++) {
        unsigned long at = from(i);
        if (at < (unsigned long)n) shuffled[filled++] = kept[at];
    }
    copy(shuffled.begin(), shuffled.end(), to);
}
template <class It, class G> void shuffle(It a, It b, G &&engine) { __simt_shuffle(a, b, a, engine); }
template <class It, class G> void shuffle(const __simt_by_device &, It a, It b, G &&engine) { __simt_shuffle(a, b, a, engine); }
template <class It, class G> void shuffle(const __simt_by_host &, It a, It b, G &&engine) { __simt_shuffle(a, b, a, engine); }
template <class It, class O, class G> void shuffle_copy(It a, It b, O to, G &&engine) { __simt_shuffle(a, b, to, engine); }

#define SIMT_CALLS(name)                                                                                               \
    template <class... A> auto name(const __simt_by_device &p, A... a) { return __do_##name(p, a...); }                \
    template <class... A> auto name(const __simt_by_host &p, A... a) { return __do_##name(p, a...); }                  \
    template <class It, class... A> auto name(It first, A... a) { return __do_##name(__simt_where<It, A...>(), first, a...); }
SIMT_CALLS(mismatch)
SIMT_CALLS(is_sorted_until)
SIMT_CALLS(partition_point)
SIMT_CALLS(generate_n)
SIMT_CALLS(uninitialized_fill_n)
SIMT_CALLS(uninitialized_copy_n)
SIMT_CALLS(unique_count)
SIMT_CALLS(unique_by_key_copy)
#undef SIMT_CALLS

// ---- a function of several arguments, called with a tuple ----
template <class T> struct __simt_count_of { static constexpr size_t value = std::tuple_size<T>::value; };
template <class... C> struct __simt_count_of<__simt_parts<C...>> { static constexpr size_t value = sizeof...(C); };
template <class F> class zip_function {
    mutable F f;
    template <class T, size_t... i> __host__ __device__ decltype(auto) __call(const T &t, std::index_sequence<i...>) const { return f(std::get<i>(t)...); }

  public:
    __host__ __device__ zip_function(F function) : f(function) {}
    template <class T> __host__ __device__ decltype(auto) operator()(const T &t) const {
        return __call(t, std::make_index_sequence<__simt_count_of<T>::value>());
    }
    __host__ __device__ F &underlying_function() const { return f; }
};
template <class F> __host__ __device__ zip_function<F> make_zip_function(F f) { return zip_function<F>(f); }

}  // namespace thrust
