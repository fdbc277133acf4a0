// What can be done with a type: made from others, assigned to, called. And the kinds of types by the standard's words.
// The rule: an expression is tried; what it does not say (whether it throws) is answered as for one that may not.
#pragma once
#include <type_traits>
namespace std {
template <class Void, class T, class... A> struct __constructible : false_type {};
template <class T, class... A> struct __constructible<void_t<decltype(T(declval<A>()...))>, T, A...> : true_type {};
template <class Void, class T, class U> struct __assignable : false_type {};
template <class T, class U> struct __assignable<void_t<decltype(declval<T>() = declval<U>())>, T, U> : true_type {};
template <class Void, class F, class... A> struct __invocable : false_type {};
template <class F, class... A> struct __invocable<void_t<decltype(declval<F>()(declval<A>()...))>, F, A...> : true_type {};

template <class T, class... A> struct is_constructible : __constructible<void, T, A...> {};
template <class T> struct is_default_constructible : __constructible<void, T> {};
template <class T> struct is_copy_constructible : __constructible<void, T, const T &> {};
template <class T> struct is_move_constructible : __constructible<void, T, T &&> {};
template <class T, class U> struct is_assignable : __assignable<void, T, U> {};
template <class T> struct is_copy_assignable : __assignable<void, T &, const T &> {};
template <class T> struct is_move_assignable : __assignable<void, T &, T &&> {};
template <class T> struct is_trivially_default_constructible : bool_constant<__is_trivial(T)> {};
template <class T> struct is_trivially_copy_constructible : bool_constant<__is_trivially_copyable(T)> {};
template <class T> struct is_trivially_move_constructible : bool_constant<__is_trivially_copyable(T)> {};
template <class T> struct is_trivially_copy_assignable : bool_constant<__is_trivially_copyable(T)> {};
template <class T> struct is_trivially_destructible : bool_constant<__is_trivially_destructible(T)> {};
template <class F, class... A> struct is_invocable : __invocable<void, F, A...> {};

template <class T> struct is_volatile : false_type {};
template <class T> struct is_volatile<volatile T> : true_type {};
template <class T> struct is_function : false_type {};
template <class R, class... A> struct is_function<R(A...)> : true_type {};
template <class T> struct is_fundamental : bool_constant<is_arithmetic<T>::value || is_void<T>::value || is_null_pointer<T>::value> {};
template <class T> struct is_compound : bool_constant<!is_fundamental<T>::value> {};
template <class T>
struct is_scalar : bool_constant<is_arithmetic<T>::value || is_enum<T>::value || is_pointer<T>::value || is_member_pointer<T>::value ||
                                 is_null_pointer<T>::value> {};
template <class T> struct is_object : bool_constant<!is_function<T>::value && !is_reference<T>::value && !is_void<T>::value> {};

template <class T> struct remove_cvref { using type = remove_cvref_t<T>; };
template <class T> struct remove_all_extents { using type = T; };
template <class T, size_t n> struct remove_all_extents<T[n]> { using type = typename remove_all_extents<T>::type; };
template <class T> using remove_all_extents_t = typename remove_all_extents<T>::type;
template <class T> struct rank : integral_constant<size_t, 0> {};
template <class T, size_t n> struct rank<T[n]> : integral_constant<size_t, rank<T>::value + 1> {};
template <class T, unsigned at = 0> struct extent : integral_constant<size_t, 0> {};
template <class T, size_t n> struct extent<T[n], 0> : integral_constant<size_t, n> {};
template <class T, size_t n, unsigned at> struct extent<T[n], at> : extent<T, at - 1> {};

template <class T, class... A> inline constexpr bool is_constructible_v = is_constructible<T, A...>::value;
template <class T> inline constexpr bool is_default_constructible_v = is_default_constructible<T>::value;
template <class T> inline constexpr bool is_copy_constructible_v = is_copy_constructible<T>::value;
template <class T> inline constexpr bool is_move_constructible_v = is_move_constructible<T>::value;
template <class T, class U> inline constexpr bool is_assignable_v = is_assignable<T, U>::value;
template <class T> inline constexpr bool is_copy_assignable_v = is_copy_assignable<T>::value;
template <class T> inline constexpr bool is_move_assignable_v = is_move_assignable<T>::value;
template <class T> inline constexpr bool is_trivially_default_constructible_v = __is_trivial(T);
template <class T> inline constexpr bool is_trivially_copy_constructible_v = __is_trivially_copyable(T);
template <class T> inline constexpr bool is_trivially_destructible_v = __is_trivially_destructible(T);
template <class F, class... A> inline constexpr bool is_invocable_v = is_invocable<F, A...>::value;
template <class T> inline constexpr bool is_volatile_v = is_volatile<T>::value;
template <class T> inline constexpr bool is_function_v = is_function<T>::value;
template <class T> inline constexpr bool is_fundamental_v = is_fundamental<T>::value;
template <class T> inline constexpr bool is_scalar_v = is_scalar<T>::value;
template <class T> inline constexpr bool is_object_v = is_object<T>::value;
template <class T> inline constexpr bool is_rvalue_reference_v = is_rvalue_reference<T>::value;
template <class T> inline constexpr bool is_null_pointer_v = is_null_pointer<T>::value;
template <class T> inline constexpr size_t rank_v = rank<T>::value;
template <class T, unsigned at = 0> inline constexpr size_t extent_v = extent<T, at>::value;
template <class T> inline constexpr size_t alignment_of_v = alignof(T);
template <class T> struct type_identity { using type = T; };
template <class T> using type_identity_t = T;
template <class T, class... A> struct is_nothrow_constructible : bool_constant<is_constructible<T, A...>::value> {};
template <class T> struct is_nothrow_default_constructible : is_nothrow_constructible<T> {};
template <class T> struct is_nothrow_copy_constructible : is_nothrow_constructible<T, const T &> {};
template <class T> struct is_nothrow_move_constructible : is_nothrow_constructible<T, T> {};
template <class T, class U> struct is_nothrow_assignable : bool_constant<is_assignable<T, U>::value> {};
template <class T> struct is_nothrow_copy_assignable : is_nothrow_assignable<T &, const T &> {};
template <class T> struct is_nothrow_move_assignable : is_nothrow_assignable<T &, T> {};
template <class T> struct is_nothrow_destructible : true_type {};
template <class T> struct is_swappable : is_nothrow_move_constructible<T> {};
template <class T> struct is_nothrow_swappable : is_swappable<T> {};
template <class T, class... A> inline constexpr bool is_nothrow_constructible_v = is_nothrow_constructible<T, A...>::value;
template <class T> inline constexpr bool is_nothrow_default_constructible_v = is_nothrow_default_constructible<T>::value;
template <class T> inline constexpr bool is_nothrow_copy_constructible_v = is_nothrow_copy_constructible<T>::value;
template <class T> inline constexpr bool is_nothrow_move_constructible_v = is_nothrow_move_constructible<T>::value;
template <class T, class U> inline constexpr bool is_nothrow_assignable_v = is_nothrow_assignable<T, U>::value;
template <class T> inline constexpr bool is_nothrow_copy_assignable_v = is_nothrow_copy_assignable<T>::value;
template <class T> inline constexpr bool is_nothrow_move_assignable_v = is_nothrow_move_assignable<T>::value;
template <class T> inline constexpr bool is_nothrow_destructible_v = true;
template <class T> inline constexpr bool is_swappable_v = is_swappable<T>::value;
template <class T> inline constexpr bool is_nothrow_swappable_v = is_nothrow_swappable<T>::value;
template <class F, class... A> inline constexpr bool is_nothrow_invocable_v = is_invocable<F, A...>::value;
template <class R, class F, class... A>
struct is_invocable_r : bool_constant<is_invocable<F, A...>::value && (is_void<R>::value || is_convertible<invoke_result_t<F, A...>, R>::value)> {};
template <class R, class F, class... A> inline constexpr bool is_invocable_r_v = is_invocable_r<R, F, A...>::value;
} // namespace std
