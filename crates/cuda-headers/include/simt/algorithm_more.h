// Algorithms that programs use less often: the rest of <algorithm>.
#pragma once
#include <initializer_list>
#include <simt/base.h>
#include <simt/compare.h>
#include <simt/random.h>
#include <utility>
namespace std {
// ---- the same with a comparison, or with both ends ----
template <class T, class C> constexpr pair<T, T> minmax(const T &a, const T &b, C less) { return less(b, a) ? pair<T, T>(b, a) : pair<T, T>(a, b); }
template <class T, class C> constexpr pair<T, T> minmax(initializer_list<T> list, C less) {
    auto best = std::minmax_element(list.begin(), list.end(), less);
    return pair<T, T>(*best.first, *best.second);
}
template <class T> constexpr pair<T, T> minmax(initializer_list<T> list) { return std::minmax(list, __less()); }
template <class I, class C> constexpr pair<I, I> minmax_element(I first, I last, C less) {
    I low = first, high = first;
    for (; first != last; ++first) {
        if (less(*first, *low)) low = first;
        if (!less(*first, *high)) high = first;
    }
    return pair<I, I>(low, high);
}
template <class I, class J, class C> constexpr bool equal(I first, I last, J other, J end, C same) {
    for (; first != last && other != end; ++first, ++other)
        if (!same(*first, *other)) return false;
    return first == last && other == end;
}
template <class I, class J, class C> constexpr pair<I, J> mismatch(I first, I last, J other, J end, C same) {
    while (first != last && other != end && same(*first, *other)) {
        ++first;
        ++other;
    }
    return pair<I, J>(first, other);
}
template <class I, class J, class C> constexpr pair<I, J> mismatch(I first, I last, J other, C same) {
    if constexpr (__one_type<J, C>::value) return std::mismatch(first, last, other, same, __equal());
    else
        while (first != last && same(*first, *other)) {
            ++first;
            ++other;
        }
    return pair<I, J>(first, other);
}
template <class I, class T, class C> constexpr pair<I, I> equal_range(I first, I last, const T &value, C less) {
    return pair<I, I>(std::lower_bound(first, last, value, less), std::upper_bound(first, last, value, less));
}
template <class I, class T, class C> constexpr bool binary_search(I first, I last, const T &value, C less) {
    I at = std::lower_bound(first, last, value, less);
    return at != last && !less(value, *at);
}
template <class I, class J, class C> constexpr bool lexicographical_compare(I first, I last, J other, J end, C less) {
    for (; first != last && other != end; ++first, ++other) {
        if (less(*first, *other)) return true;
        if (less(*other, *first)) return false;
    }
    return first == last && other != end;
}
template <class I, class C> constexpr bool prev_permutation(I first, I last, C less) {
    return std::next_permutation(first, last, [&less](const auto &a, const auto &b) { return less(b, a); });
}
// ---- looking ----
template <class I, class J, class C> constexpr I search(I first, I last, J what, J end, C same) {
    for (;; ++first) {
        I i = first;
        for (J j = what;; ++i, ++j) {
            if (j == end) return first;
            if (i == last) return last;
            if (!same(*i, *j)) break;
        }
    }
}
template <class I, class N, class T> constexpr I search_n(I first, I last, N n, const T &value) {
    if (n <= 0) return first;
    for (; first != last; ++first) {
        I i = first;
        for (N k = 0; *i == value;) {
            if (++k == n) return first;
            if (++i == last) return last;
        }
        first = i;
    }
    return last;
}
template <class I, class J, class C> constexpr I find_end(I first, I last, J what, J end, C same) {
    I found = last;
    if (what == end) return found;
    for (;; ++first) {
        first = std::search(first, last, what, end, same);
        if (first == last) return found;
        found = first;
    }
}
template <class I, class J> constexpr I find_end(I first, I last, J what, J end) { return std::find_end(first, last, what, end, __equal()); }
template <class I, class J, class C> constexpr I find_first_of(I first, I last, J what, J end, C same) {
    for (; first != last; ++first)
        for (J j = what; j != end; ++j)
            if (same(*first, *j)) return first;
    return last;
}
template <class I, class J> constexpr I find_first_of(I first, I last, J what, J end) { return std::find_first_of(first, last, what, end, __equal()); }
template <class I, class J, class C> constexpr bool is_permutation(I first, I last, J other, J end, C same) {
    if (std::distance(first, last) != std::distance(other, end)) return false;
    for (I i = first; i != last; ++i) {
        ptrdiff_t here = 0, there = 0;
        for (I k = first; k != last; ++k) here += same(*i, *k) ? 1 : 0;
        for (J k = other; k != end; ++k) there += same(*i, *k) ? 1 : 0;
        if (here != there) return false;
    }
    return true;
}
template <class I, class J, class C> constexpr bool is_permutation(I first, I last, J other, C same) {
    if constexpr (__one_type<J, C>::value) return std::is_permutation(first, last, other, same, __equal());
    else return std::is_permutation(first, last, other, std::next(other, std::distance(first, last)), same);
}
template <class I, class J> constexpr bool is_permutation(I first, I last, J other) {
    return std::is_permutation(first, last, other, std::next(other, std::distance(first, last)), __equal());
}
template <class I, class C> constexpr I is_sorted_until(I first, I last, C less) {
    if (first == last) return last;
    for (I next = first; ++next != last; first = next)
        if (less(*next, *first)) return next;
    return last;
}
template <class I> constexpr I is_sorted_until(I first, I last) { return std::is_sorted_until(first, last, __less()); }
template <class I, class C> constexpr I is_heap_until(I first, I last, C less) {
    ptrdiff_t n = last - first;
    for (ptrdiff_t at = 1; at < n; ++at)
        if (less(first[(at - 1) / 2], first[at])) return first + at;
    return last;
}
template <class I> constexpr I is_heap_until(I first, I last) { return std::is_heap_until(first, last, __less()); }
template <class I, class C> constexpr bool is_heap(I first, I last, C less) { return std::is_heap_until(first, last, less) == last; }
template <class I> constexpr bool is_heap(I first, I last) { return std::is_heap_until(first, last, __less()) == last; }
// ---- copying ----
template <class I, class O> constexpr O move_backward(I first, I last, O to) {
    while (last != first) *--to = std::move(*--last);
    return to;
}
template <class I, class O, class P, class T> constexpr O replace_copy_if(I first, I last, O to, P test, const T &after) {
    for (; first != last; ++first, ++to) {
        if (test(*first)) *to = after;
        else *to = *first;
    }
    return to;
}
template <class I, class O, class T> constexpr O replace_copy(I first, I last, O to, const T &before, const T &after) {
    for (; first != last; ++first, ++to) {
        if (*first == before) *to = after;
        else *to = *first;
    }
    return to;
}
template <class I, class O, class P> constexpr O remove_copy_if(I first, I last, O to, P test) {
    for (; first != last; ++first)
        if (!test(*first)) {
            *to = *first;
            ++to;
        }
    return to;
}
template <class I, class O, class T> constexpr O remove_copy(I first, I last, O to, const T &value) {
    for (; first != last; ++first)
        if (!(*first == value)) {
            *to = *first;
            ++to;
        }
    return to;
}
template <class I, class O, class C> constexpr O unique_copy(I first, I last, O to, C same) {
    if (first == last) return to;
    auto kept = *first;
    *to = kept;
    ++to;
    while (++first != last)
        if (!same(kept, *first)) {
            kept = *first;
            *to = kept;
            ++to;
        }
    return to;
}
template <class I, class O> constexpr O unique_copy(I first, I last, O to) { return std::unique_copy(first, last, to, __equal()); }
template <class I, class O> constexpr O rotate_copy(I first, I middle, I last, O to) { return std::copy(first, middle, std::copy(middle, last, to)); }
template <class I> constexpr I shift_left(I first, I last, ptrdiff_t n) {
    if (n <= 0) return last;
    if (n >= std::distance(first, last)) return first;
    return std::move(std::next(first, n), last, first);
}
template <class I> constexpr I shift_right(I first, I last, ptrdiff_t n) {
    if (n <= 0) return first;
    ptrdiff_t all = std::distance(first, last);
    if (n >= all) return last;
    return std::move_backward(first, std::next(first, all - n), last);
}
// ---- parts ----
template <class I, class P> constexpr bool is_partitioned(I first, I last, P test) { return std::find_if(std::find_if_not(first, last, test), last, test) == last; }
template <class I, class P> constexpr I partition_point(I first, I last, P test) {
    ptrdiff_t n = std::distance(first, last);
    while (n > 0) {
        I middle = std::next(first, n / 2);
        if (test(*middle)) {
            first = ++middle;
            n -= n / 2 + 1;
        } else {
            n /= 2;
        }
    }
    return first;
}
template <class I, class O, class Q, class P> constexpr pair<O, Q> partition_copy(I first, I last, O yes, Q no, P test) {
    for (; first != last; ++first) {
        if (test(*first)) {
            *yes = *first;
            ++yes;
        } else {
            *no = *first;
            ++no;
        }
    }
    return pair<O, Q>(yes, no);
}
// Halves are parted, and what lies wrongly between them turned.
template <class I, class P> constexpr I stable_partition(I first, I last, P test) {
    ptrdiff_t n = std::distance(first, last);
    if (n == 0) return first;
    if (n == 1) return test(*first) ? last : first;
    I middle = std::next(first, n / 2);
    I left = std::stable_partition(first, middle, test), right = std::stable_partition(middle, last, test);
    return std::rotate(left, middle, right);
}
template <class I, class J, class C> constexpr J partial_sort_copy(I first, I last, J to, J end, C less) {
    J filled = to;
    for (; first != last && filled != end; ++first, ++filled) *filled = *first;
    if (filled == to) return to;
    std::make_heap(to, filled, less);
    for (; first != last; ++first)
        if (less(*first, *to)) {
            std::pop_heap(to, filled, less);
            *std::prev(filled) = *first;
            std::push_heap(to, filled, less);
        }
    std::sort_heap(to, filled, less);
    return filled;
}
template <class I, class J> constexpr J partial_sort_copy(I first, I last, J to, J end) { return std::partial_sort_copy(first, last, to, end, __less()); }
// ---- ranges in order ----
template <class I, class C> constexpr void inplace_merge(I first, I middle, I last, C less) {
    ptrdiff_t left = std::distance(first, middle), right = std::distance(middle, last);
    if (left == 0 || right == 0) return;
    if (left + right == 2) {
        if (less(*middle, *first)) swap(*first, *middle);
        return;
    }
    I a = first, b = middle;
    if (left > right) {
        a = std::next(first, left / 2);
        b = std::lower_bound(middle, last, *a, less);
    } else {
        b = std::next(middle, right / 2);
        a = std::upper_bound(first, middle, *b, less);
    }
    I cut = std::rotate(a, middle, b);
    std::inplace_merge(first, a, cut, less);
    std::inplace_merge(cut, b, last, less);
}
template <class I> constexpr void inplace_merge(I first, I middle, I last) { std::inplace_merge(first, middle, last, __less()); }
template <class I, class J, class C> constexpr bool includes(I a, I a_end, J b, J b_end, C less) {
    for (; b != b_end; ++a) {
        if (a == a_end || less(*b, *a)) return false;
        if (!less(*a, *b)) ++b;
    }
    return true;
}
template <class I, class J> constexpr bool includes(I a, I a_end, J b, J b_end) { return std::includes(a, a_end, b, b_end, __less()); }
template <class I, class J, class O, class C> constexpr O set_union(I a, I a_end, J b, J b_end, O to, C less) {
    for (; a != a_end && b != b_end; ++to) {
        if (less(*b, *a)) {
            *to = *b;
            ++b;
            continue;
        }
        if (!less(*a, *b)) ++b;
        *to = *a;
        ++a;
    }
    return std::copy(b, b_end, std::copy(a, a_end, to));
}
template <class I, class J, class O> constexpr O set_union(I a, I a_end, J b, J b_end, O to) { return std::set_union(a, a_end, b, b_end, to, __less()); }
template <class I, class J, class O, class C> constexpr O set_intersection(I a, I a_end, J b, J b_end, O to, C less) {
    while (a != a_end && b != b_end) {
        if (less(*a, *b)) ++a;
        else if (less(*b, *a)) ++b;
        else {
            *to = *a;
            ++to;
            ++a;
            ++b;
        }
    }
    return to;
}
template <class I, class J, class O, class C> constexpr O set_difference(I a, I a_end, J b, J b_end, O to, C less) {
    while (a != a_end && b != b_end) {
        if (less(*a, *b)) {
            *to = *a;
            ++to;
            ++a;
        } else {
            if (!less(*b, *a)) ++a;
            ++b;
        }
    }
    return std::copy(a, a_end, to);
}
template <class I, class J, class O> constexpr O set_difference(I a, I a_end, J b, J b_end, O to) { return std::set_difference(a, a_end, b, b_end, to, __less()); }
template <class I, class J, class O, class C> constexpr O set_symmetric_difference(I a, I a_end, J b, J b_end, O to, C less) {
    while (a != a_end && b != b_end) {
        if (less(*a, *b)) {
            *to = *a;
            ++to;
            ++a;
        } else if (less(*b, *a)) {
            *to = *b;
            ++to;
            ++b;
        } else {
            ++a;
            ++b;
        }
    }
    return std::copy(b, b_end, std::copy(a, a_end, to));
}
template <class I, class J, class O> constexpr O set_symmetric_difference(I a, I a_end, J b, J b_end, O to) {
    return std::set_symmetric_difference(a, a_end, b, b_end, to, __less());
}
} // namespace std
