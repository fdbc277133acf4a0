// Questions to types that programs ask less often, and the rest of the types made from others.
// Next: simt/type_uses.h.
#pragma once
#include <simt/type_uses.h>
namespace std {
template <class T> struct add_volatile { using type = volatile T; };
template <class T> struct add_cv { using type = const volatile T; };
template <class T> using add_volatile_t = volatile T;
template <class T> using add_cv_t = const volatile T;
template <class T> using add_rvalue_reference_t = T &&;
template <class T> struct is_abstract : bool_constant<__is_abstract(T)> {};
template <class T> inline constexpr bool is_abstract_v = __is_abstract(T);
template <class T> inline constexpr bool is_compound_v = !is_fundamental<T>::value;
template <class Void, class T> struct __destructible : false_type {};
template <class T> struct __destructible<void_t<decltype(declval<T &>().~T())>, T> : true_type {};
template <class T> struct is_destructible : bool_constant<is_reference<T>::value || __destructible<void, remove_all_extents_t<T>>::value> {};
template <> struct is_destructible<void> : false_type {};
template <class T> inline constexpr bool is_destructible_v = is_destructible<T>::value;
template <class T, class... A> struct is_trivially_constructible : bool_constant<is_constructible<T, A...>::value && __is_trivially_copyable(T)> {};
template <class T> struct is_trivially_constructible<T> : bool_constant<__is_trivial(T)> {};
template <class T, class U> struct is_trivially_assignable : bool_constant<is_assignable<T, U>::value && __is_trivially_copyable(remove_reference_t<T>)> {};
template <class T> struct is_trivially_move_assignable : bool_constant<__is_trivially_copyable(T)> {};
template <class T, class... A> inline constexpr bool is_trivially_constructible_v = is_trivially_constructible<T, A...>::value;
template <class T, class U> inline constexpr bool is_trivially_assignable_v = is_trivially_assignable<T, U>::value;
template <class T> inline constexpr bool is_trivially_copy_assignable_v = __is_trivially_copyable(T);
template <class T> inline constexpr bool is_trivially_move_assignable_v = __is_trivially_copyable(T);
template <class T> inline constexpr bool is_trivially_move_constructible_v = __is_trivially_copyable(T);
template <class T> struct is_literal_type : bool_constant<__is_trivially_destructible(T)> {};
template <class T> inline constexpr bool is_literal_type_v = __is_trivially_destructible(T);
template <class F, class... A> struct is_nothrow_invocable : is_invocable<F, A...> {};
template <class R, class F, class... A> struct is_nothrow_invocable_r : is_invocable_r<R, F, A...> {};
template <class R, class F, class... A> inline constexpr bool is_nothrow_invocable_r_v = is_invocable_r<R, F, A...>::value;
template <class F, class T> struct is_nothrow_convertible : is_convertible<F, T> {};
template <class F, class T> inline constexpr bool is_nothrow_convertible_v = is_convertible<F, T>::value;
template <class Void, class T, class U> struct __swappable_with : false_type {};
template <class T, class U> struct __swappable_with<void_t<decltype(swap(declval<T>(), declval<U>()))>, T, U> : true_type {};
template <class T, class U> struct is_swappable_with : __swappable_with<void, T, U> {};
template <class T, class U> inline constexpr bool is_swappable_with_v = is_swappable_with<T, U>::value;
template <class T, class U> struct is_nothrow_swappable_with : is_swappable_with<T, U> {};
template <class T, class U> inline constexpr bool is_nothrow_swappable_with_v = is_swappable_with<T, U>::value;
template <class T> struct is_bounded_array : false_type {};
template <class T, size_t n> struct is_bounded_array<T[n]> : true_type {};
template <class T> struct is_unbounded_array : false_type {};
template <class T> struct is_unbounded_array<T[]> : true_type {};
template <class T> inline constexpr bool is_bounded_array_v = is_bounded_array<T>::value;
template <class T> inline constexpr bool is_unbounded_array_v = is_unbounded_array<T>::value;
template <class F> struct result_of;
template <class F, class... A> struct result_of<F(A...)> { using type = invoke_result_t<F, A...>; };
template <class F> using result_of_t = typename result_of<F>::type;
constexpr size_t __largest(size_t n) { return n; }
template <class... N> constexpr size_t __largest(size_t a, size_t b, N... more) { return __largest(a < b ? b : a, more...); }
template <size_t least, class... T> struct aligned_union {
    static constexpr size_t alignment_value = __largest(alignof(T)...);
    struct type { alignas(__largest(alignof(T)...)) unsigned char data[__largest(least, sizeof(T)...)]; };
};
template <size_t least, class... T> using aligned_union_t = typename aligned_union<least, T...>::type;
template <class T> class reference_wrapper;
template <class T> struct unwrap_reference { using type = T; };
template <class T> struct unwrap_reference<reference_wrapper<T>> { using type = T &; };
template <class T> using unwrap_reference_t = typename unwrap_reference<T>::type;
template <class T> struct unwrap_ref_decay { using type = unwrap_reference_t<decay_t<T>>; };
template <class T> using unwrap_ref_decay_t = typename unwrap_ref_decay<T>::type;
} // namespace std
