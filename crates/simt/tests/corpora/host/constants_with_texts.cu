// Objects of classes that hold addresses of texts, worked out before anything runs.
#include <cstdio>
#include <string_view>
struct One { static constexpr std::string_view name = "one"; };
template <class T> struct Two {
    static constexpr std::string_view name = "two", part{"abc", 2};
};
struct Unit { const char* name; int power; };
struct Table { static constexpr Unit units[] = {{"kilo", 3}, {"mega", 6}}; };
constexpr std::string_view global = "global";
int main() {
    printf("%.*s %zu %s %zu\n", (int)One::name.size(), One::name.data(), Two<int>::name.size(), Two<int>::part.data(), Two<int>::part.size());
    printf("%s %d %zu\n", Table::units[1].name, Table::units[1].power, global.size());
    static_assert(One::name.size() == 3 && Two<float>::name[1] == 'w');
    static_assert(Table::units[0].power == 3);
    FILE* in = stdin; // which is not null
    printf("%d\n", in != nullptr);
}
/* expect
one 3 abc 2
mega 6 6
1
*/
