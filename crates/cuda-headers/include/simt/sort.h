// Sorting, step for step as libstdc++ does it, so that equal elements end in the same order: introsort, heaps.
#pragma once
#include <simt/base.h>
#include <simt/compare.h>
#include <type_traits>
#include <utility>
extern "C" int __simt_sort(void *row, size_t n, int kind, unsigned int *order);
namespace std {
// What the machine is told of a row's elements and their order; -1 where it does not know them.
template <class C, class T, class = void> struct __sort_kind { static constexpr int value = -1; };
template <class C, class T> struct __sort_kind<C, T, void_t<decltype(C::__simt_order)>> {
    static constexpr bool real = is_same<T, float>::value || is_same<T, double>::value;
    static constexpr bool known = C::__simt_order != 0 && (real || is_integral<T>::value) && sizeof(T) <= 8 &&
                                  (is_void<typename C::__simt_compares>::value || is_same<typename C::__simt_compares, T>::value);
    static constexpr int size = sizeof(T) == 8 ? 3 : sizeof(T) == 4 ? 2 : sizeof(T) == 2 ? 1 : 0;
    static constexpr int value =
        known ? size | (is_signed<T>::value ? 4 : 0) | (real ? 8 : 0) | (C::__simt_order == 2 ? 16 : 0) : -1;
};
// Sorts a row of numbers at once if that gives what sorting it step by step would; `more` is 32 where equal elements keep their order anyway.
template <class T, class C> bool __sorted(T *first, T *last, C less, int more) {
    if constexpr (__sort_kind<C, T>::value >= 0) {
        return last - first > 64 && __simt_sort(first, last - first, __sort_kind<C, T>::value | more, nullptr);
    } else return false;
}
template <class I, class C> bool __sorted(I first, I last, C less, int more) { return false; }

// What an element is while it stands in no row.
struct _Bit_reference;
template <class R> struct __kept { using type = R; };
template <> struct __kept<_Bit_reference> { using type = bool; };
template <class I> using __kept_of = typename __kept<remove_cv_t<remove_reference_t<decltype(*declval<I &>())>>>::type;

template <class I> constexpr void iter_swap(I a, I b) { swap(*a, *b); }

// ---- heaps ----
template <class I, class T, class C> void __rise(I first, ptrdiff_t hole, ptrdiff_t top, T value, C less) {
    ptrdiff_t parent = (hole - 1) / 2;
    while (hole > top && less(first[parent], value)) {
        first[hole] = move(first[parent]);
        hole = parent;
        parent = (hole - 1) / 2;
    }
    first[hole] = move(value);
}
template <class I, class T, class C> void __sink(I first, ptrdiff_t hole, ptrdiff_t n, T value, C less) {
    ptrdiff_t top = hole, child = hole;
    while (child < (n - 1) / 2) {
        child = 2 * (child + 1);
        if (less(first[child], first[child - 1])) --child;
        first[hole] = move(first[child]);
        hole = child;
    }
    if ((n & 1) == 0 && child == (n - 2) / 2) {
        child = 2 * (child + 1);
        first[hole] = move(first[child - 1]);
        hole = child - 1;
    }
    __rise(first, hole, top, move(value), less);
}
template <class I, class C> void __out_of_heap(I first, ptrdiff_t n, I result, C less) {
    __kept_of<I> value = move(*result);
    *result = move(*first);
    __sink(first, 0, n, move(value), less);
}
template <class I, class C> void push_heap(I first, I last, C less) {
    __kept_of<I> value = move(*(last - 1));
    __rise(first, last - first - 1, 0, move(value), less);
}
template <class I, class C> void pop_heap(I first, I last, C less) {
    if (last - first > 1) __out_of_heap(first, last - first - 1, last - 1, less);
}
template <class I, class C> void make_heap(I first, I last, C less) {
    ptrdiff_t n = last - first;
    for (ptrdiff_t parent = (n - 2) / 2; n > 1 && parent >= 0; --parent) {
        __kept_of<I> value = move(first[parent]);
        __sink(first, parent, n, move(value), less);
    }
}
template <class I, class C> void sort_heap(I first, I last, C less) {
    for (ptrdiff_t n = last - first; n > 1; --n) __out_of_heap(first, n - 1, first + (n - 1), less);
}
template <class I> void push_heap(I first, I last) { std::push_heap(first, last, __less()); }
template <class I> void pop_heap(I first, I last) { std::pop_heap(first, last, __less()); }
template <class I> void make_heap(I first, I last) { std::make_heap(first, last, __less()); }
template <class I> void sort_heap(I first, I last) { std::sort_heap(first, last, __less()); }
template <class I, class C> void __heap_select(I first, I middle, I last, C less) {
    std::make_heap(first, middle, less);
    for (I i = middle; i < last; ++i)
        if (less(*i, *first)) __out_of_heap(first, middle - first, i, less);
}
template <class I, class C> void partial_sort(I first, I middle, I last, C less) {
    __heap_select(first, middle, last, less);
    std::sort_heap(first, middle, less);
}
template <class I> void partial_sort(I first, I middle, I last) { std::partial_sort(first, middle, last, __less()); }

// ---- introsort ----
template <class I, class C> void __insert_unguarded(I last, C less) {
    __kept_of<I> value = move(*last);
    I next = last;
    --next;
    while (less(value, *next)) {
        *last = move(*next);
        last = next;
        --next;
    }
    *last = move(value);
}
template <class I, class C> void __insertion_sort(I first, I last, C less) {
    if (first == last) return;
    for (I i = first + 1; i != last; ++i) {
        if (less(*i, *first)) {
            __kept_of<I> value = move(*i);
            for (I j = i; j != first; --j) *j = move(*(j - 1));
            *first = move(value);
        } else {
            __insert_unguarded(i, less);
        }
    }
}
template <class I, class C> I __partition_pivot(I first, I last, C less) {
    I a = first + 1, b = first + (last - first) / 2, c = last - 1;
    if (less(*a, *b)) {
        if (less(*b, *c)) iter_swap(first, b);
        else if (less(*a, *c)) iter_swap(first, c);
        else iter_swap(first, a);
    } else if (less(*a, *c)) {
        iter_swap(first, a);
    } else if (less(*b, *c)) {
        iter_swap(first, c);
    } else {
        iter_swap(first, b);
    }
    I low = first + 1, high = last;
    for (;;) {
        while (less(*low, *first)) ++low;
        --high;
        while (less(*first, *high)) --high;
        if (!(low < high)) return low;
        iter_swap(low, high);
        ++low;
    }
}
template <class I, class C> void __introsort(I first, I last, int depth, C less) {
    while (last - first > 16) {
        if (depth == 0) {
            std::partial_sort(first, last, last, less);
            return;
        }
        --depth;
        I cut = __partition_pivot(first, last, less);
        __introsort(cut, last, depth, less);
        last = cut;
    }
}
inline int __log2(size_t n) {
    int log = -1;
    for (; n > 0; n >>= 1) ++log;
    return log;
}
template <class I, class C> void sort(I first, I last, C less) {
    if (first == last || __sorted(first, last, less, 0)) return;
    __introsort(first, last, 2 * __log2(last - first), less);
    if (last - first > 16) {
        __insertion_sort(first, first + 16, less);
        for (I i = first + 16; i != last; ++i) __insert_unguarded(i, less);
    } else {
        __insertion_sort(first, last, less);
    }
}
template <class I> void sort(I first, I last) { std::sort(first, last, __less()); }
template <class I, class C> void nth_element(I first, I nth, I last, C less) {
    if (first == last || nth == last) return;
    for (int depth = 2 * __log2(last - first); last - first > 3; --depth) {
        if (depth == 0) {
            __heap_select(first, nth + 1, last, less);
            iter_swap(first, nth);
            return;
        }
        I cut = __partition_pivot(first, last, less);
        if (!(nth < cut)) first = cut;
        else last = cut;
    }
    __insertion_sort(first, last, less);
}
template <class I> void nth_element(I first, I nth, I last) { std::nth_element(first, nth, last, __less()); }

// ---- merging ----
template <class T, class I, class C> void __merge_runs(T *room, I first, ptrdiff_t half, ptrdiff_t n, C less) {
    for (ptrdiff_t i = 0; i < half; ++i) room[i] = move(first[i]);
    ptrdiff_t i = 0, j = half, k = 0;
    while (i < half && j < n) {
        if (less(first[j], room[i])) first[k++] = move(first[j++]);
        else first[k++] = move(room[i++]);
    }
    while (i < half) first[k++] = move(room[i++]);
}
template <class T, class I, class C> void __merge_sort(T *room, I first, ptrdiff_t n, C less) {
    if (n <= 8) {
        __insertion_sort(first, first + n, less);
        return;
    }
    ptrdiff_t half = n / 2;
    __merge_sort(room, first, half, less);
    __merge_sort(room, first + half, n - half, less);
    __merge_runs(room, first, half, n, less);
}
template <class T> struct __without_reference { using type = T; };
template <class T> struct __without_reference<T &> { using type = T; };
template <class I, class C> void stable_sort(I first, I last, C less) {
    using T = typename __without_reference<decltype(*first)>::type;
    ptrdiff_t n = last - first;
    if (__sorted(first, last, less, 32)) return;
    T *room = new T[n / 2 + 1];
    __merge_sort(room, first, n, less);
    delete[] room;
}
template <class I> void stable_sort(I first, I last) { std::stable_sort(first, last, __less()); }
} // namespace std
