// What types are, and what can be done with them.
#include <cstdio>
#include <string>
#include <type_traits>
#include <vector>

struct Plain {
    int x;
    float y;
};
struct Virtual {
    virtual void f() {}
};
struct Mixed {
    int a;

  private:
    int b;
};
struct Base {
    int a;
};
struct Derived : Base {
    int b;
};
struct Only : Base {};
struct Given {
    int a = 3;
};
struct Made {
    int a;
    explicit Made(int v) : a(v) {}
};
struct Ends {
    ~Ends() {}
};
struct Refers {
    int &r;
};
enum Colour { red };
union Either {
    int i;
    float f;
};

template <class T> constexpr bool standard = std::is_standard_layout<T>::value;
static_assert(standard<Plain> && standard<int> && standard<Only> && standard<Either> && standard<Made> && standard<int[3]>);
static_assert(!standard<Virtual> && !standard<Mixed> && !standard<Derived> && !standard<Refers> && !standard<int &>);
static_assert(std::is_trivial_v<Plain> && !std::is_trivial_v<Given> && !std::is_trivial_v<Made> && !std::is_trivial_v<Ends>);
static_assert(std::is_pod<Plain>::value && !std::is_pod<Mixed>::value && !std::is_pod<std::string>::value);
static_assert(std::is_polymorphic_v<Virtual> && !std::is_polymorphic_v<Plain>);
static_assert(std::is_aggregate_v<Plain> && std::is_aggregate_v<Given> && !std::is_aggregate_v<Made> && !std::is_aggregate_v<Mixed>);
static_assert(std::is_union_v<Either> && !std::is_union_v<Plain>);
static_assert(std::is_trivially_destructible_v<Plain> && !std::is_trivially_destructible_v<Ends>);
static_assert(std::is_default_constructible_v<Plain> && !std::is_default_constructible_v<Made>);
static_assert(std::is_constructible_v<Made, int> && !std::is_constructible_v<Made, const char *>);
static_assert(std::is_copy_constructible_v<std::vector<int>> && std::is_move_constructible<Made>::value);
static_assert(std::is_assignable_v<int &, float> && !std::is_assignable_v<Plain &, int>);
static_assert(std::is_copy_assignable_v<Plain> && std::is_move_assignable_v<std::string>);
static_assert(std::is_invocable_v<int (*)(int), int> && !std::is_invocable_v<int (*)(int)> && !std::is_invocable_v<int, int>);
static_assert(std::is_convertible_v<int, float> && std::is_convertible_v<const char *, std::string> && !std::is_convertible_v<int, Made>);
static_assert(std::is_convertible_v<Derived *, Base *> && !std::is_convertible_v<Base *, Derived *>);
static_assert(std::is_function_v<int(float)> && !std::is_function_v<int>);
static_assert(std::is_scalar_v<Colour> && std::is_scalar_v<int *> && !std::is_scalar_v<Plain>);
static_assert(std::is_fundamental_v<double> && std::is_compound<int *>::value && std::is_object_v<int> && !std::is_object_v<int &>);
static_assert(std::is_volatile_v<volatile int> && !std::is_volatile_v<int>);
static_assert(std::rank_v<int[2][3]> == 2 && std::extent_v<int[2][3]> == 2 && std::extent_v<int[2][3], 1> == 3);
static_assert(std::is_same_v<std::remove_all_extents_t<int[2][3]>, int>);
static_assert(std::is_same_v<std::remove_cvref<const int &>::type, int>);
static_assert(sizeof(__uint32_t) == 4 && sizeof(u_int64_t) == 8 && sizeof(std::uint_fast8_t) == 1 && sizeof(std::int_least16_t) == 2);

__uint32_t word = 0xffffffffu;
u_int8_t byte = (u_int8_t)257;

int main() { printf("%u %d\n", word, byte); }
/* expect
4294967295 1
*/
