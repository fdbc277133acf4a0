// `<` after the name of a value compares, also inside template arguments.
#include <cstdio>
#include <type_traits>

template <typename T> struct count { static const int value = 2; };
template <typename T, int I> constexpr typename std::enable_if<I == count<T>::value, int>::type size() { return 0; }
template <typename T, int I>
constexpr typename std::enable_if < I<count<T>::value, int>::type size()
{
    return 1 + size<T, I + 1>();
}
template <int N> struct few { static const bool value = std::conditional<(N < 3), std::true_type, std::false_type>::type::value; };

int main()
{
    const int n = 2;
    typedef std::integral_constant<bool, n<3> small;
    printf("%d %d %d %d\n", size<int, 0>(), few<2>::value, few<3>::value, small::value);
}
/* expect
2 1 0 1
*/
