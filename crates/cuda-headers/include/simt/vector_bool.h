// `std::vector<bool>`: its elements are seen through objects that stand for them. Here each is a byte.
// For `vector` alone, at whose end it stands.
#pragma once
#include <type_traits>
namespace std {
// What stands for one element.
struct _Bit_reference {
    bool *__at;

    explicit _Bit_reference(bool *at) : __at(at) {}
    _Bit_reference(const _Bit_reference &) = default;
    operator bool() const { return *__at; }
    _Bit_reference &operator=(bool value) {
        *__at = value;
        return *this;
    }
    _Bit_reference &operator=(const _Bit_reference &from) {
        *__at = *from.__at;
        return *this;
    }
    _Bit_reference &operator|=(bool value) { return *this = *__at | value; }
    _Bit_reference &operator&=(bool value) { return *this = *__at & value; }
    _Bit_reference &operator^=(bool value) { return *this = *__at ^ value; }
    bool operator~() const { return !*__at; }
    void flip() { *__at = !*__at; }
};
inline void swap(_Bit_reference a, _Bit_reference b) {
    bool kept = a;
    a = bool(b);
    b = kept;
}
inline void swap(_Bit_reference a, bool &b) {
    bool kept = a;
    a = b;
    b = kept;
}

// `R` is what an element is seen as: a bool, or what stands for one.
template <class R> struct __bit_iterator {
    using iterator_category = random_access_iterator_tag;
    using value_type = bool;
    using difference_type = ptrdiff_t;
    using pointer = void;
    using reference = R;
    bool *__at = nullptr;

    __bit_iterator() {}
    explicit __bit_iterator(bool *at) : __at(at) {}
    bool *__cursor() const { return __at; } // for Thrust
    template <class S> __bit_iterator(const __bit_iterator<S> &from) : __at(from.__at) {}
    R operator*() const {
        if constexpr (is_same_v<R, bool>) return *__at;
        else return R(__at);
    }
    R operator[](ptrdiff_t i) const { return *(*this + i); }
    __bit_iterator &operator++() {
        ++__at;
        return *this;
    }
    __bit_iterator operator++(int) { return __bit_iterator(__at++); }
    __bit_iterator &operator--() {
        --__at;
        return *this;
    }
    __bit_iterator operator--(int) { return __bit_iterator(__at--); }
    __bit_iterator &operator+=(ptrdiff_t n) {
        __at += n;
        return *this;
    }
    __bit_iterator &operator-=(ptrdiff_t n) {
        __at -= n;
        return *this;
    }
    __bit_iterator operator+(ptrdiff_t n) const { return __bit_iterator(__at + n); }
    __bit_iterator operator-(ptrdiff_t n) const { return __bit_iterator(__at - n); }
    friend __bit_iterator operator+(ptrdiff_t n, __bit_iterator i) { return i + n; }
};
template <class R, class S> ptrdiff_t operator-(__bit_iterator<R> a, __bit_iterator<S> b) { return a.__at - b.__at; }
template <class R, class S> bool operator==(__bit_iterator<R> a, __bit_iterator<S> b) { return a.__at == b.__at; }
template <class R, class S> bool operator!=(__bit_iterator<R> a, __bit_iterator<S> b) { return a.__at != b.__at; }
template <class R, class S> bool operator<(__bit_iterator<R> a, __bit_iterator<S> b) { return a.__at < b.__at; }
template <class R, class S> bool operator>(__bit_iterator<R> a, __bit_iterator<S> b) { return a.__at > b.__at; }
template <class R, class S> bool operator<=(__bit_iterator<R> a, __bit_iterator<S> b) { return a.__at <= b.__at; }
template <class R, class S> bool operator>=(__bit_iterator<R> a, __bit_iterator<S> b) { return a.__at >= b.__at; }

template <> class vector<bool, allocator<bool>> {
    struct __byte {
        bool value;
    };
    vector<__byte> __all;

    bool *__first() { return __all.empty() ? nullptr : &__all.data()->value; }
    bool *__first() const { return __all.empty() ? nullptr : const_cast<bool *>(&__all.data()->value); }
    void __check(size_t i) const {
        if (i >= size()) __throw_out_of_range("vector<bool>::_M_range_check: __n (which is %lu) >= this->size() (which is %lu)", i, size());
    }

public:
    using value_type = bool;
    using allocator_type = allocator<bool>;
    using size_type = size_t;
    using difference_type = ptrdiff_t;
    using reference = _Bit_reference;
    using const_reference = bool;
    using iterator = __bit_iterator<_Bit_reference>;
    using const_iterator = __bit_iterator<bool>;
    using reverse_iterator = std::reverse_iterator<iterator>;
    using const_reverse_iterator = std::reverse_iterator<const_iterator>;

    vector() {}
    explicit vector(const allocator<bool> &) {}
    explicit vector(size_t n) { resize(n); }
    vector(size_t n, const bool &value) { resize(n, value); }
    vector(initializer_list<bool> list) { assign(list.begin(), list.end()); }
    template <class I> vector(I from, I to) { assign(from, to); }
    vector &operator=(initializer_list<bool> list) {
        assign(list.begin(), list.end());
        return *this;
    }
    template <class I> void assign(I from, I to) {
        clear();
        if constexpr (__is_number<I>::value) resize(from, to);
        else
            for (; from != to; ++from) push_back(*from);
    }
    void assign(size_t n, const bool &value) {
        clear();
        resize(n, value);
    }
    void assign(initializer_list<bool> list) { assign(list.begin(), list.end()); }

    iterator begin() { return iterator(__first()); }
    iterator end() { return iterator(__first() + size()); }
    const_iterator begin() const { return const_iterator(__first()); }
    const_iterator end() const { return const_iterator(__first() + size()); }
    const_iterator cbegin() const { return begin(); }
    const_iterator cend() const { return end(); }
    reverse_iterator rbegin() { return reverse_iterator(end()); }
    reverse_iterator rend() { return reverse_iterator(begin()); }
    const_reverse_iterator rbegin() const { return const_reverse_iterator(end()); }
    const_reverse_iterator rend() const { return const_reverse_iterator(begin()); }
    size_t size() const { return __all.size(); }
    size_t capacity() const { return (__all.capacity() + 63) / 64 * 64; }
    size_t max_size() const { return 0x7fffffffffffffc0; }
    bool empty() const { return __all.empty(); }
    reference operator[](size_t i) { return reference(&__all[i].value); }
    bool operator[](size_t i) const { return __all[i].value; }
    reference at(size_t i) {
        __check(i);
        return reference(&__all[i].value);
    }
    bool at(size_t i) const {
        __check(i);
        return __all[i].value;
    }
    reference front() { return (*this)[0]; }
    bool front() const { return (*this)[0]; }
    reference back() { return (*this)[size() - 1]; }
    bool back() const { return (*this)[size() - 1]; }
    void reserve(size_t room) { __all.reserve(room); }
    void shrink_to_fit() { __all.shrink_to_fit(); }
    void clear() { __all.clear(); }
    void resize(size_t n, bool value = false) { __all.resize(n, __byte{value}); }
    void push_back(bool value) { __all.push_back(__byte{value}); }
    template <class... B> reference emplace_back(B &&...args) {
        push_back(bool(args...));
        return back();
    }
    void pop_back() { __all.pop_back(); }
    iterator insert(const_iterator at, bool value) {
        size_t i = at - cbegin();
        __all.insert(__all.begin() + i, __byte{value});
        return begin() + i;
    }
    iterator insert(const_iterator at, size_t n, bool value) {
        size_t i = at - cbegin();
        __all.insert(__all.begin() + i, n, __byte{value});
        return begin() + i;
    }
    template <class I> iterator insert(const_iterator at, I from, I to) {
        size_t i = at - cbegin();
        vector read(from, to);
        __all.insert(__all.begin() + i, read.__all.begin(), read.__all.end());
        return begin() + i;
    }
    iterator erase(const_iterator at) { return erase(at, at + 1); }
    iterator erase(const_iterator from, const_iterator to) {
        size_t i = from - cbegin();
        __all.erase(__all.begin() + i, __all.begin() + (to - cbegin()));
        return begin() + i;
    }
    void swap(vector &other) { __all.swap(other.__all); }
    static void swap(reference a, reference b) { std::swap(a, b); }
    void flip() {
        for (size_t i = 0; i < size(); ++i) __all[i].value = !__all[i].value;
    }
    allocator<bool> get_allocator() const { return allocator<bool>(); }
};
inline bool operator==(const vector<bool> &a, const vector<bool> &b) { return __same_items(a, b); }
inline bool operator!=(const vector<bool> &a, const vector<bool> &b) { return !__same_items(a, b); }
inline bool operator<(const vector<bool> &a, const vector<bool> &b) { return __items_before(a, b); }
} // namespace std
