// Attributes before the variable of a loop over a range, and before names that take a value apart.
#include <cstdio>
#include <map>
#include <string>

int main()
{
    std::map<std::string, int> m = {{"a", 1}, {"b", 2}};
    int sum = 0;
    for ([[maybe_unused]] const auto &[name, value] : m) sum += value;
    for ([[maybe_unused]] auto pair : m) sum++;
    [[maybe_unused]] auto [first, one] = *m.begin();
    printf("%d %d\n", sum, one);
}
/* expect
5 1
*/
