// Functions made of others that programs use less often: first arguments bound, the bases and adaptors of C++98, searchers.
// Next: functional.
#pragma once
#include <algorithm>
#include <functional>
namespace std {
template <class F, class... K> class __bound_front {
    F __run;
    tuple<K...> __kept;

    template <size_t... i, class... A> decltype(auto) __call(index_sequence<i...>, A &&...args) {
        return std::invoke(__run, std::__unwrapped(std::get<i>(__kept))..., std::forward<A>(args)...);
    }

public:
    __bound_front(F run, K... kept) : __run(run), __kept(kept...) {}
    template <class... A> decltype(auto) operator()(A &&...args) { return __call(index_sequence_for<K...>(), std::forward<A>(args)...); }
};
template <class F, class... K> __bound_front<F, K...> bind_front(F run, K... kept) { return __bound_front<F, K...>(run, kept...); }
template <class T> struct is_placeholder : integral_constant<int, 0> {};
template <int n> struct is_placeholder<__placeholder<n>> : integral_constant<int, n + 1> {};
template <int n> struct is_placeholder<const __placeholder<n>> : integral_constant<int, n + 1> {};
template <class T> inline constexpr int is_placeholder_v = is_placeholder<T>::value;
template <class T> struct is_bind_expression : false_type {};
template <class F, class... K> struct is_bind_expression<__bound<F, K...>> : true_type {};
template <class T> inline constexpr bool is_bind_expression_v = is_bind_expression<T>::value;

template <class A, class R> struct unary_function {
    using argument_type = A;
    using result_type = R;
};
template <class A, class B, class R> struct binary_function {
    using first_argument_type = A;
    using second_argument_type = B;
    using result_type = R;
};
template <class F> constexpr __negated<F> not1(const F &f) { return {f}; }
template <class F> constexpr __negated<F> not2(const F &f) { return {f}; }
template <class R, class... A> constexpr auto ptr_fun(R (*f)(A...)) { return f; }
template <class R, class C> constexpr __member_callable<R C::*> mem_fun(R C::*member) { return {member}; }
template <class R, class C> constexpr __member_callable<R C::*> mem_fun_ref(R C::*member) { return {member}; }

// What `search` is given to look for: where it begins and ends, and how two are the same.
template <class I, class Same = equal_to<>> class default_searcher {
    I __first, __last;
    Same __same;

public:
    default_searcher(I first, I last, Same same = Same()) : __first(first), __last(last), __same(same) {}
    template <class J> pair<J, J> operator()(J from, J to) const {
        J at = std::search(from, to, __first, __last, __same);
        return pair<J, J>(at, at == to ? to : std::next(at, std::distance(__first, __last)));
    }
};
template <class I, class Hash = hash<typename iterator_traits<I>::value_type>, class Same = equal_to<>>
class boyer_moore_searcher : public default_searcher<I, Same> {
public:
    boyer_moore_searcher(I first, I last, Hash = Hash(), Same same = Same()) : default_searcher<I, Same>(first, last, same) {}
};
template <class I, class Hash = hash<typename iterator_traits<I>::value_type>, class Same = equal_to<>>
class boyer_moore_horspool_searcher : public default_searcher<I, Same> {
public:
    boyer_moore_horspool_searcher(I first, I last, Hash = Hash(), Same same = Same()) : default_searcher<I, Same>(first, last, same) {}
};
template <class I, class S> I search(I from, I to, const S &searcher) { return searcher(from, to).first; }
} // namespace std
