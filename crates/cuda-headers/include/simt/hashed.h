// A table of chains for unordered maps and sets, in the order of libstdc++: one list of all nodes, each bucket a piece
// of it, new buckets at its front, the same prime numbers of buckets.
#pragma once
#include <initializer_list>
#include <iterator>
#include <simt/base.h>
#include <simt/compare.h>
#include <simt/hash.h>
#include <simt/place.h>
#include <utility>
namespace std {
inline size_t __next_prime(size_t n) {
    const size_t small[14] = {2, 2, 2, 3, 5, 5, 7, 7, 11, 11, 11, 11, 13, 13};
    if (n < 14) return small[n];
    // The larger ones grow by about a twelfth, as libstdc++ has them.
    const int primes[122] = {
        13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97, 103, 109, 113, 127, 137, 139,
        149, 157, 167, 179, 193, 199, 211, 227, 241, 257, 277, 293, 313, 337, 359, 383, 409, 439, 467, 503, 541, 577,
        619, 661, 709, 761, 823, 887, 953, 1031, 1109, 1193, 1289, 1381, 1493, 1613, 1741, 1879, 2029, 2179, 2357,
        2549, 2753, 2971, 3209, 3469, 3739, 4027, 4349, 4703, 5087, 5503, 5953, 6427, 6949, 7517, 8123, 8783, 9497,
        10273, 11113, 12011, 12983, 14033, 15173, 16411, 17749, 19183, 20753, 22447, 24281, 26267, 28411, 30727,
        33223, 35933, 38873, 42043, 45481, 49201, 53201, 57557, 62233, 67307, 72817, 78779, 85229, 92203, 99733,
        107897, 116731, 126271, 136607, 147793, 159871, 172933};
    for (int i = 0; i < 122; ++i)
        if (static_cast<size_t>(primes[i]) >= n) return primes[i];
    const size_t doubled[14] = {351061, 712697, 1447153, 2938679, 5967347, 12117689, 24607243, 49969847, 101473717, 206062531, 418450753, 849745897, 1725587117ul, 3504151727ul};
    for (int i = 0; i < 14; ++i)
        if (doubled[i] >= n && doubled[i] < n + n / 20) return doubled[i];
    for (size_t p = n | 1;; p += 2) {
        bool prime = true;
        for (size_t d = 3; d * d <= p && prime; d += 2) prime = p % d != 0;
        if (prime) return p;
    }
}
template <class V> struct __chain {
    __chain *next;
    size_t code;
    V value;
    template <class... A> explicit __chain(A &&...args) : next(nullptr), code(0), value(std::forward<A>(args)...) {}
};
template <class V, class R> class __chain_iterator {
public:
    using value_type = V;
    using difference_type = ptrdiff_t;
    using reference = R &;
    using pointer = R *;
    using iterator_category = forward_iterator_tag;
    __chain<V> *__at;
    __chain_iterator() : __at(nullptr) {}
    explicit __chain_iterator(__chain<V> *at) : __at(at) {}
    template <class S> __chain_iterator(const __chain_iterator<V, S> &from) : __at(from.__at) {}
    R &operator*() const { return __at->value; }
    R *operator->() const { return &__at->value; }
    __chain_iterator &operator++() {
        __at = __at->next;
        return *this;
    }
    __chain_iterator operator++(int) {
        __chain_iterator before = *this;
        __at = __at->next;
        return before;
    }
    template <class S> bool operator==(const __chain_iterator<V, S> &other) const { return __at == other.__at; }
    template <class S> bool operator!=(const __chain_iterator<V, S> &other) const { return __at != other.__at; }
};
template <class H> struct __slow_hash { static constexpr bool value = false; };
template <> struct __slow_hash<hash<string>> { static constexpr bool value = true; };
// `many` is whether keys may be equal; equal ones stand side by side then.
template <class K, class V, class H, class E, bool map, bool many = false> class __hashed {
    using __link = __chain<V> *;
    __link __first = nullptr;
    // For each bucket the node before its first; `__head` stands for the one before all.
    __link *__buckets = nullptr;
    size_t __room = 1;
    size_t __count = 0;
    size_t __limit = 0;
    // How many are about to be put in, as far as that is known.
    size_t __coming = 1;
    H __hash;
    E __same;

    static __link __head() { return reinterpret_cast<__link>(8); }
    static const K &__key(const V &value) {
        if constexpr (map) return value.first;
        else return value;
    }
    __link __next_of(__link before) const { return before == __head() ? __first : before->next; }
    void __set_next(__link before, __link next) {
        if (before == __head()) __first = next;
        else before->next = next;
    }
    void __need_buckets() {
        if (__buckets) return;
        __buckets = static_cast<__link *>(malloc(__room * sizeof(__link)));
        for (size_t i = 0; i < __room; ++i) __buckets[i] = nullptr;
    }
    void __put_in(__link n, size_t bucket) {
        if (__buckets[bucket]) {
            n->next = __next_of(__buckets[bucket]);
            __set_next(__buckets[bucket], n);
        } else {
            n->next = __first;
            __first = n;
            if (n->next) __buckets[n->next->code % __room] = n;
            __buckets[bucket] = __head();
        }
    }
    void __resize(size_t room) {
        free(__buckets);
        __buckets = nullptr;
        __room = room;
        __need_buckets();
        __link n = __first, last = nullptr;
        __first = nullptr;
        while (n) {
            __link next = n->next;
            size_t bucket = n->code % __room;
            if (many && last && last->code % __room == bucket) __put_behind(last, n);
            else __put_in(n, bucket);
            last = n;
            n = next;
        }
    }
    // Puts a node of the same bucket behind another.
    void __put_behind(__link before, __link n) {
        n->next = __next_of(before);
        __set_next(before, n);
        size_t bucket = n->code % __room;
        if (n->next && n->next->code % __room != bucket) __buckets[n->next->code % __room] = n;
    }
    void __drop(__link before) {
        __link n = __next_of(before), next = n->next;
        size_t bucket = n->code % __room;
        if (__buckets[bucket] == before && (!next || next->code % __room != bucket)) __buckets[bucket] = nullptr;
        if (next && next->code % __room != bucket) __buckets[next->code % __room] = before;
        __set_next(before, next);
        delete n;
        --__count;
    }
    __link __before(const K &key, size_t code) const {
        if (!__buckets || !__buckets[code % __room]) return nullptr;
        __link before = __buckets[code % __room];
        for (__link n = __next_of(before); n && n->code % __room == code % __room; before = n, n = n->next)
            if (n->code == code && __same(key, __key(n->value))) return before;
        return nullptr;
    }

protected:
    template <class I> void __expect(I from, I to) { __coming = from == to ? 1 : std::distance(from, to); }
    __link __find(const K &key) const {
        __link before = __before(key, __hash(key));
        return before ? __next_of(before) : nullptr;
    }
    __link __put(__link made, size_t code) {
        made->code = code;
        // libstdc++ looks through a few nodes whose hash is slow, and puts the new one behind the first that is equal.
        __link first = nullptr;
        if constexpr (many && __slow_hash<H>::value)
            for (__link n = __count <= 20 ? __first : nullptr; n && !first; n = n->next)
                if (__same(__key(made->value), __key(n->value))) first = n;
        if (__count + __coming > __limit) {
            size_t least = __count + __coming;
            if (!__limit && least < 11) least = 11;
            if (least >= __room) {
                size_t wanted = least + 1 > __room * 2 ? least + 1 : __room * 2;
                __resize(__next_prime(wanted));
            }
            __limit = __room;
        }
        __coming = 1;
        __need_buckets();
        __link before = first ? first : many ? __before(__key(made->value), code) : nullptr;
        if (before) __put_behind(before, made);
        else __put_in(made, code % __room);
        ++__count;
        return made;
    }
    template <class... A> pair<__link, bool> __add(const K &key, A &&...args) {
        size_t code = __hash(key);
        __link before = many ? nullptr : __before(key, code);
        if (before) return pair<__link, bool>(__next_of(before), false);
        return pair<__link, bool>(__put(new __chain<V>(std::forward<A>(args)...), code), true);
    }
    void __copy_from(const __hashed &from) {
        __room = from.__room;
        __limit = from.__limit;
        __count = from.__count;
        __need_buckets();
        __link last = __head();
        for (__link n = from.__first; n; n = n->next) {
            __link made = new __chain<V>(n->value);
            made->code = n->code;
            __set_next(last, made);
            if (!__buckets[n->code % __room]) __buckets[n->code % __room] = last;
            last = made;
        }
    }

public:
    using key_type = K;
    using value_type = V;
    using size_type = size_t;
    using iterator = __chain_iterator<V, V>;
    using const_iterator = __chain_iterator<V, const V>;
    __hashed() : __hash(), __same() {}
    __hashed(const __hashed &from) : __hash(from.__hash), __same(from.__same) { __copy_from(from); }
    __hashed(__hashed &&from) : __hash(from.__hash), __same(from.__same) { swap(from); }
    ~__hashed() {
        clear();
        free(__buckets);
    }
    __hashed &operator=(__hashed from) {
        swap(from);
        return *this;
    }
    void swap(__hashed &other) {
        std::swap(__first, other.__first);
        std::swap(__buckets, other.__buckets);
        std::swap(__room, other.__room);
        std::swap(__count, other.__count);
        std::swap(__limit, other.__limit);
    }
    iterator begin() { return iterator(__first); }
    iterator end() { return iterator(nullptr); }
    const_iterator begin() const { return const_iterator(__first); }
    const_iterator end() const { return const_iterator(nullptr); }
    const_iterator cbegin() const { return const_iterator(__first); }
    const_iterator cend() const { return const_iterator(nullptr); }
    size_t size() const { return __count; }
    bool empty() const { return __count == 0; }
    size_t bucket_count() const { return __room; }
    void reserve(size_t n) { rehash(n); }
    void rehash(size_t n) {
        if (n < __count) n = __count;
        if (n <= __room) return;
        __resize(__next_prime(n));
        __limit = __room;
    }
    void clear() {
        for (__link n = __first; n;) {
            __link next = n->next;
            delete n;
            n = next;
        }
        __first = nullptr;
        __count = 0;
        for (size_t i = 0; __buckets && i < __room; ++i) __buckets[i] = nullptr;
    }
    iterator find(const K &key) { return iterator(__find(key)); }
    const_iterator find(const K &key) const { return const_iterator(__find(key)); }
    bool contains(const K &key) const { return __find(key) != nullptr; }
    size_t count(const K &key) const {
        size_t found = 0;
        for (__link n = __find(key), end = __end_of(n); n != end; n = n->next) ++found;
        return found;
    }
    // The node behind those of the same key.
    __link __end_of(__link n) const {
        if (!n) return n;
        __link end = n->next;
        while (many && end && end->code == n->code && __same(__key(n->value), __key(end->value))) end = end->next;
        return end;
    }
    pair<iterator, iterator> equal_range(const K &key) {
        __link n = __find(key);
        return pair<iterator, iterator>(iterator(n), iterator(__end_of(n)));
    }
    pair<const_iterator, const_iterator> equal_range(const K &key) const {
        __link n = __find(key);
        return pair<const_iterator, const_iterator>(const_iterator(n), const_iterator(__end_of(n)));
    }
    size_t bucket(const K &key) const { return __hash(key) % __room; }
    float load_factor() const { return static_cast<float>(__count) / static_cast<float>(__room); }
    float max_load_factor() const { return 1; }
    size_t erase(const K &key) {
        size_t before = __count, code = __hash(key);
        // The key may be that of a node that goes.
        __link from = __before(key, code);
        if (!from) return 0;
        size_t n = count(key);
        for (; n > 0; --n) __drop(from);
        return before - __count;
    }
    iterator erase(const_iterator at) {
        __link next = at.__at->next, before = __buckets[at.__at->code % __room];
        while (__next_of(before) != at.__at) before = __next_of(before);
        __drop(before);
        return iterator(next);
    }
    iterator erase(iterator at) { return erase(const_iterator(at)); }
    iterator erase(const_iterator from, const_iterator to) {
        while (from != to) from = erase(from);
        return iterator(to.__at);
    }
    bool operator==(const __hashed &other) const {
        if (__count != other.__count) return false;
        for (__link n = __first; n; n = n->next) {
            if (many ? count(__key(n->value)) != other.count(__key(n->value)) : !other.__find(__key(n->value))) return false;
            if constexpr (map) {
                bool same = false;
                __link i = other.__find(n->value.first);
                for (__link end = other.__end_of(i); i != end && !same; i = i->next) same = i->value.second == n->value.second;
                if (!same) return false;
            }
        }
        return true;
    }
    bool operator!=(const __hashed &other) const { return !(*this == other); }
};
} // namespace std
