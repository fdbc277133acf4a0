// Which types are numbers, for overloads that C++ tells apart by it.
#pragma once
namespace std {
template <class T> struct __is_number { static constexpr bool value = false; };
template <> struct __is_number<bool> { static constexpr bool value = true; };
template <> struct __is_number<char> { static constexpr bool value = true; };
template <> struct __is_number<signed char> { static constexpr bool value = true; };
template <> struct __is_number<unsigned char> { static constexpr bool value = true; };
template <> struct __is_number<short> { static constexpr bool value = true; };
template <> struct __is_number<unsigned short> { static constexpr bool value = true; };
template <> struct __is_number<int> { static constexpr bool value = true; };
template <> struct __is_number<unsigned int> { static constexpr bool value = true; };
template <> struct __is_number<long> { static constexpr bool value = true; };
template <> struct __is_number<unsigned long> { static constexpr bool value = true; };
template <> struct __is_number<long long> { static constexpr bool value = true; };
template <> struct __is_number<unsigned long long> { static constexpr bool value = true; };
template <> struct __is_number<float> { static constexpr bool value = true; };
template <> struct __is_number<double> { static constexpr bool value = true; };
template <> struct __is_number<long double> { static constexpr bool value = true; };
} // namespace std
